"""The whole program by its actions: keys, what is remembered, the welcome, the tray, settings."""

import json
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from app.application import Application
from app.desktop.tray import Tray
from app.view_types import EngineState
from engine import user_paths
from tests.app.conftest import TARGET_ID, Launch, is_closed
from tests.app.window.acts import press, write
from tests.fake_library import FakeEntry, FakeLibrary
from tests.fakes import Gate, Script, ScriptedEngine

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def ready(application: Application, qtbot: QtBot) -> Application:
    """Wait until it can be asked, and put the welcome away."""
    controller = application.program.controller
    qtbot.waitUntil(lambda: controller.state is EngineState.READY, timeout=5000)
    welcome = application.wiring.desktop.welcome
    if welcome is not None:
        welcome.reject()
    application.window.activateWindow()
    qtbot.waitUntil(application.window.isActiveWindow, timeout=5000)
    return application


def ask(application: Application, text: str, qtbot: QtBot) -> None:
    """Write a message, send it and wait for the end of the reply."""
    edit = application.window.composer.edit
    with qtbot.waitSignal(application.program.turns.message_finished, timeout=5000):
        write(edit, text)
        press(edit, Qt.Key.Key_Return)
    controller = application.program.controller
    qtbot.waitUntil(lambda: controller.state is EngineState.READY, timeout=5000)


def is_welcoming(application: Application) -> bool:
    """Whether the welcome is open."""
    return application.wiring.desktop.welcome is not None


def test_the_welcome_comes_once(launch: Launch, qtbot: QtBot) -> None:
    """Shown at the first start; once it was closed, never by itself again, but by its command."""
    first = launch()
    qtbot.waitUntil(lambda: first.wiring.desktop.welcome is not None, timeout=5000)
    ready(first, qtbot)
    first.close()
    qtbot.waitUntil(lambda: is_closed(first), timeout=7000)
    second = launch()
    ready(second, qtbot)
    assert not is_welcoming(second)
    second.window.commands.trigger("help.welcome")
    assert is_welcoming(second)
    ready(second, qtbot)


def test_the_better_pair_is_fetched_and_loaded(launch: Launch, qtbot: QtBot) -> None:
    """Both models come, and then the one is loaded with the other as its draft."""
    library = FakeLibrary(
        models=[
            FakeEntry(id=TARGET_ID),
            FakeEntry(id="big-instruct", size_bytes=10**9, is_installed=False, drafts=("little",)),
            FakeEntry(id="little", size_bytes=10**8, is_installed=False),
        ]
    )
    application = ready(launch(library=library), qtbot)
    desktop, models = application.wiring.desktop, application.program.models
    desktop.show_welcome()
    assert desktop.welcome is not None
    desktop.welcome.pair_requested.emit("big-instruct", "little")
    desktop.welcome.accept()

    def is_loaded() -> bool:
        loaded = models.loaded
        return loaded is not None and loaded.target.spec.id == "big-instruct"

    qtbot.waitUntil(is_loaded, timeout=5000)
    assert application.program.settings.text("draft_id") == "little"


def test_zoom_theme_and_parts_are_kept(launch: Launch, qtbot: QtBot) -> None:
    """Changed by key, and there again at the next start."""
    first = ready(launch(), qtbot)
    window = first.window
    press(window, Qt.Key.Key_Plus, CTRL)
    press(window, Qt.Key.Key_L, CTRL | SHIFT)
    press(window, Qt.Key.Key_J, CTRL)
    window.shell.sidebar_edge.dragged.emit(40)
    window.shell.sidebar_edge.released.emit()
    kept = window.shell.arrangement
    assert window.look.zoom == 1.1
    assert window.look.is_dark
    assert not kept.shows_panel
    first.close()
    qtbot.waitUntil(lambda: is_closed(first), timeout=7000)
    again = ready(launch(), qtbot).window
    assert again.look.zoom == 1.1
    assert again.look.is_dark
    assert again.shell.arrangement == kept
    press(again, Qt.Key.Key_0, CTRL)
    press(again, Qt.Key.Key_L, CTRL | SHIFT)
    assert again.look.zoom == 1.0
    assert not again.look.is_dark


def test_keys_walk_the_chats(launch: Launch, qtbot: QtBot) -> None:
    """Alt+Down goes to the older one, Alt+Up back, around the ends."""
    application = ready(launch(), qtbot)
    controller, window = application.program.controller, application.window
    ask(application, "First chat", qtbot)
    first = controller.chats.current_id
    press(window, Qt.Key.Key_N, CTRL)
    ask(application, "Second chat", qtbot)
    second = controller.chats.current_id

    def is_open(wanted: int | None) -> bool:
        return controller.chats.current_id == wanted

    for key, expected in (
        (Qt.Key.Key_Down, first),
        (Qt.Key.Key_Down, second),
        (Qt.Key.Key_Up, first),
    ):
        press(window, key, Qt.KeyboardModifier.AltModifier)
        qtbot.waitUntil(partial(is_open, expected), timeout=5000)


def test_regenerate_by_key(launch: Launch, qtbot: QtBot) -> None:
    """Ctrl+Enter writes the last reply anew, but breaks the line while something is written."""
    application = ready(launch(), qtbot)
    window, turns = application.window, application.program.turns
    ask(application, "Once more", qtbot)
    with qtbot.waitSignal(turns.message_finished, timeout=5000):
        press(window.composer.edit, Qt.Key.Key_Return, CTRL)
    ready(application, qtbot)
    write(window.composer.edit, "a")
    press(window.composer.edit, Qt.Key.Key_Return, CTRL)
    write(window.composer.edit, "b")
    assert window.composer.text() == "a\nb"
    assert not turns.are_running


def test_escape_stops_by_key(launch: Launch, qtbot: QtBot) -> None:
    """While a reply is written Esc ends it, wherever the focus is."""
    gate = Gate()
    application = ready(launch(ScriptedEngine([Script(gate=gate)])), qtbot)
    controller = application.program.controller
    write(application.window.composer.edit, "Go on")
    press(application.window.composer.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: controller.state is EngineState.GENERATING, timeout=5000)
    press(application.window.composer.edit, Qt.Key.Key_Escape)
    assert controller.state is EngineState.STOPPING
    gate.open()
    qtbot.waitUntil(lambda: controller.state is EngineState.READY, timeout=5000)


def test_every_command_can_be_run(
    launch: Launch, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the palette, one after the other, in a chat with a reply; none fails."""
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: True)
    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.exec", lambda *args: 0)
    application = ready(launch(), qtbot)
    window = application.window
    ask(application, "Hello", qtbot)
    for spec in window.commands.shown():
        if spec.id in ("program.quit", "chat.import", "chat.export", "chat.export_all"):
            continue
        if spec.id == "message.attach":
            continue
        window.commands.trigger(spec.id)
        for dialog in window.findChildren(QDialog):
            if dialog.isVisible():
                dialog.reject()
    window.showNormal()
    ready(application, qtbot)


def test_without_a_tray_closing_ends_it(launch: Launch, qtbot: QtBot) -> None:
    """The setting says so where the system has none."""
    application = ready(launch(), qtbot)
    application.program.controller.change_setting("tray", True)
    assert "no tray" in application.window.banner.label.text()
    application.window.close()
    qtbot.waitUntil(lambda: is_closed(application), timeout=7000)


def test_in_the_tray_closing_only_hides(
    launch: Launch, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window goes and comes back by the icon; Quit in its menu ends the program."""
    monkeypatch.setattr(Tray, "is_available", True)
    application = ready(launch(), qtbot)
    application.program.controller.change_setting("tray", True)
    tray = application.wiring.desktop.tray
    application.window.close()
    assert not application.window.isVisible()
    assert not is_closed(application)
    tray.show_requested.emit()
    assert application.window.isVisible()
    application.window.close()
    tray.quit_requested.emit()
    qtbot.waitUntil(lambda: is_closed(application), timeout=7000)
    assert not tray.is_shown


def test_settings_go_there_and_back(launch: Launch, qtbot: QtBot, tmp_path: Path) -> None:
    """Written, changed, read again; a bad value is named and left out, the others hold."""
    application = ready(launch(), qtbot)
    desktop, settings = application.wiring.desktop, application.program.settings
    path = tmp_path / "my settings.json"
    application.program.controller.change_setting("temperature", 0.3)
    desktop.export_to(path)
    application.program.controller.change_setting("temperature", 1.0)
    content = json.loads(path.read_text(encoding="utf-8"))
    content["settings"] |= {"theme": "purple", "top_p": 7, "brand_new": 1}
    path.write_text(json.dumps(content), encoding="utf-8")
    desktop.import_from(path)
    assert settings.number("temperature") == 0.3
    said = application.window.banner.label.text()
    assert all(words in said for words in ("were read", "Colours", "Top-p", "brand_new"))
    desktop.import_from(tmp_path / "not there.json")
    assert "Nothing is changed" in application.window.banner.label.text()
    desktop.export_to(tmp_path / "no such folder" / "x.json")
    assert "cannot be written" in application.window.banner.label.text()


def test_folders_open_where_they_are(
    launch: Launch, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system is asked for the folder; where it cannot, that is said."""
    application = ready(launch(), qtbot)
    asked: list[QUrl] = []

    def open_url(url: QUrl) -> bool:
        asked.append(url)
        return len(asked) < 2

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    application.window.commands.trigger("help.data")
    application.window.commands.trigger("help.logs")
    paths = user_paths()
    assert [Path(url.toLocalFile()) for url in asked] == [paths.data, paths.logs]
    assert "cannot be opened" in application.window.banner.label.text()
