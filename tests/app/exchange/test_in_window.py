"""Import and export from the menus to the banner, on the real thread."""

import json
import threading
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QProgressDialog
from pytestqt.qtbot import QtBot

from app.application import Application
from app.exchange import importing
from app.exchange.exporting import ExportForm
from app.exchange.imported import ImportedChat
from app.keeping.database import Database
from app.view_types import EngineState
from tests.app.conftest import Launch


@pytest.fixture
def application(launch: Launch, qtbot: QtBot) -> Application:
    """A window that is ready."""
    application = launch()
    qtbot.waitUntil(lambda: application.program.controller.state is EngineState.READY, timeout=5000)
    return application


def chats(number: int) -> str:
    """A file of so many chats."""
    messages = [{"role": "user", "content": "Tell me about zebras"}]
    return json.dumps([{"title": f"Chat {n}", "messages": messages} for n in range(number)])


def banner(application: Application) -> str:
    """What is said above the conversation."""
    return application.window.banner.label.text()


def listed(application: Application) -> list[str]:
    """What the list of chats shows."""
    return [row.text for row in application.window.sidebar.list.rows.rows]


def test_from_the_menu_to_the_list_and_out_again(
    application: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    """Each dialog asks, the work is done beside the window, the banner says what came of it."""
    (tmp_path / "in.json").write_text(chats(3))
    application.window.commands.trigger("chat.import")
    dialog = application.window.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    dialog.filesSelected.emit([str(tmp_path / "in.json")])
    dialog.close()
    qtbot.waitUntil(lambda: "Chat 2" in listed(application))
    assert banner(application) == "3 chats were imported."
    application.program.controller.open_conversation(2)
    application.window.commands.trigger("chat.export")
    dialog = application.window.findChildren(QFileDialog)[-1]
    assert Path(dialog.selectedFiles()[0]).name == "Chat 1.md"
    dialog.fileSelected.emit(str(tmp_path / "out.md"))
    dialog.close()
    qtbot.waitUntil(lambda: banner(application) == "The chat was exported as out.md.")
    assert "# Chat 1" in (tmp_path / "out.md").read_text()
    application.window.commands.trigger("chat.export_all")
    dialog = application.window.findChildren(QFileDialog)[-1]
    dialog.fileSelected.emit(str(tmp_path / "all.json"))
    dialog.close()
    qtbot.waitUntil(lambda: banner(application) == "3 chats were exported as all.json.")
    assert len(json.loads((tmp_path / "all.json").read_text())["chats"]) == 3


def test_stop_ends_an_import_and_the_list_has_what_was_read(
    application: Application, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window goes on meanwhile, and a second import is refused."""
    begun, may_go_on = threading.Event(), threading.Event()
    add = importing.add_chat

    def add_slowly(database: Database, chat: ImportedChat) -> bool:
        begun.set()
        assert may_go_on.wait(5)
        return add(database, chat)

    monkeypatch.setattr(importing, "add_chat", add_slowly)
    (tmp_path / "in.json").write_text(chats(500))
    exchange = application.program.exchange
    exchange.import_files([tmp_path / "in.json"])
    qtbot.waitUntil(begun.is_set)
    exchange.import_files([tmp_path / "in.json"])
    assert banner(application) == "Another import or export is still running."
    application.program.controller.change_setting("tint", False)
    progress = application.window.findChild(QProgressDialog)
    assert isinstance(progress, QProgressDialog)
    progress.canceled.emit()
    may_go_on.set()
    qtbot.waitUntil(lambda: not exchange.is_running)
    assert "The import was stopped" in banner(application)
    assert 1 <= len(application.program.controller.chats.summaries()) < 500


def test_leaving_in_the_middle_keeps_whole_chats(
    application: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    """No thread outlives the window."""
    (tmp_path / "in.json").write_text(chats(2000))
    application.program.exchange.import_files([tmp_path / "in.json"])
    application.close()
    qtbot.waitUntil(lambda: application.program.is_closed, timeout=7000)
    assert not application.program.exchange.is_running


def test_what_cannot_be_written_is_said(
    application: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    """With the place, in one sentence."""
    place = tmp_path / "gone" / "a.json"
    application.program.exchange.export(place, form=ExportForm.JSON)
    qtbot.waitUntil(lambda: str(place) in banner(application))
