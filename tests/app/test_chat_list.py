"""The list of chats in the real window: pins, folders, search and its hits, as they are kept."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from app.application import Application
from app.chat_list.rows import RowKind
from app.records import Provenance, ReplyState
from app.store import Store
from app.view_types import EngineState, MessageStatus, MessageView
from engine import Role, SamplingParams, user_paths
from tests.app.conftest import Launch
from tests.app.window.acts import click, press, write

PROVENANCE = Provenance(
    target_id="target", target_digest="", draft_id=None, sampling=SamplingParams()
)


@pytest.fixture
def application(launch: Launch, qtbot: QtBot) -> Application:
    """A window on three chats, one of which is long."""
    store = Store(user_paths().data / "chats.db")
    for title, num_turns in (("Short", 1), ("Long", 60), ("Other", 1)):
        id = store.add_conversation(title)
        for number in range(num_turns):
            word = "zebra" if number == 20 else "lion"
            store.add_turn(id, f"{title} {number} {word} " + "and " * 40, provenance=PROVENANCE)
    store.close()
    application = launch()
    state = application.program.controller
    qtbot.waitUntil(lambda: state.state is EngineState.READY, timeout=5000)
    return application


def lines(application: Application) -> list[str]:
    """What the rows of the list say."""
    return [row.text for row in application.window.sidebar.list.rows.rows]


def click_row(application: Application, text: str) -> None:
    """Click a row of the list."""
    rows = application.window.sidebar.list
    index = rows.rows.index(lines(application).index(text))
    click(rows.viewport(), at=rows.visualRect(index).center())


def test_a_hit_leads_to_its_message(application: Application, qtbot: QtBot) -> None:
    """The message that holds the word is at the top, though the chat has a hundred others."""
    window = application.window
    write(window.sidebar.search, "zebra")
    qtbot.waitUntil(lambda: lines(application) == ["In messages", "Long"])
    click_row(application, "Long")
    qtbot.waitUntil(lambda: not window.transcript.is_empty)
    body, bar = window.transcript.body, window.transcript.page.bar
    index = next(
        n for n, message in enumerate(body.messages) if "zebra" in _text(application, message.id)
    )
    assert abs(body.top_of(index) - bar.value()) < 40
    assert bar.value() < bar.maximum() / 2
    assert application.program.controller.chats.current_id == 2
    window.sidebar.search.clear()
    qtbot.waitUntil(lambda: "Short" in lines(application))


def test_a_hit_on_another_path_shows_that_path(application: Application, qtbot: QtBot) -> None:
    """A reply that was written anew is still found, and shown where it stands."""
    controller, store = application.program.controller, application.program._store
    first = store.rows.read(1)[0][0].view.id
    narwhal = store.rows.add_reply(1, after=first, provenance=PROVENANCE)
    view = MessageView(
        id=narwhal, role=Role.ASSISTANT, text="narwhal", status=MessageStatus.COMPLETE
    )
    store.save_reply(ReplyState(view=view))
    store.rows.add_reply(1, after=first, provenance=PROVENANCE)
    controller.open_conversation(1)
    assert narwhal not in [message.id for message in application.window.transcript.body.messages]
    write(application.window.sidebar.search, "narwhal")
    qtbot.waitUntil(lambda: lines(application) == ["In messages", "Short"])
    click_row(application, "Short")
    shown = application.window.transcript.body
    qtbot.waitUntil(lambda: narwhal in [message.id for message in shown.messages])


def test_pins_and_folders_are_kept(application: Application, qtbot: QtBot) -> None:
    """What is asked for in the list is in the list, and in the store."""
    rows = application.window.sidebar.list
    rows.pinned.emit(3, True)
    qtbot.waitUntil(lambda: lines(application)[:2] == ["Pinned", "Other"])
    rows.new_folder_requested.emit(1)
    qtbot.waitUntil(lambda: "New folder" in lines(application))
    qtbot.waitUntil(lambda: rows.state() == rows.State.EditingState)
    field = rows.findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    assert field.selectedText() == "New folder"
    write(field, "Work")
    press(field, Qt.Key.Key_Return)
    places = application.program.controller.chats.places
    qtbot.waitUntil(lambda: [folder.name for folder in places.folders()] == ["Work"])
    rows.folded.emit(1, True)
    qtbot.waitUntil(lambda: places.folders()[0].is_folded)
    qtbot.waitUntil(lambda: "Short" not in lines(application))
    rows.folder_removed.emit(1)
    qtbot.waitUntil(lambda: "Short" in lines(application))
    assert places.folders() == []
    assert all(row.kind is not RowKind.FOLDER for row in rows.rows.rows)


def test_deleting_and_undoing_in_the_window(application: Application, qtbot: QtBot) -> None:
    """From the menu to the bar and back."""
    sidebar = application.window.sidebar
    menu = sidebar.list.show_menu(
        sidebar.list.rows.index(lines(application).index("Short")), QPoint()
    )
    assert menu is not None
    menu.actions()[-1].trigger()
    menu.close()
    qtbot.waitUntil(lambda: "Short" not in lines(application))
    assert sidebar.undo_bar.isVisible()
    click(sidebar.undo_bar.button)
    qtbot.waitUntil(lambda: "Short" in lines(application))
    assert not sidebar.undo_bar.isVisible()


def _text(application: Application, message_id: int) -> str:
    return application.window.transcript._views[message_id].text
