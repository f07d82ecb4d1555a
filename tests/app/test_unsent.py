"""What is written but not sent, through switches, restarts and refusals."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.view_types import EngineState
from tests.app.conftest import Launch, is_closed


def ready(application: Application, qtbot: QtBot) -> None:
    """Wait until something can be sent."""
    qtbot.waitUntil(lambda: application.program.controller.state is EngineState.READY, timeout=5000)


def shown(application: Application) -> str:
    """What stands in the box."""
    return application.window.composer.text()


def send(application: Application, qtbot: QtBot, text: str) -> int:
    """Send a message, wait for the reply and give the chat's id."""
    application.window.composer.set_text(text)
    with qtbot.waitSignal(application.program.turns.message_finished, timeout=5000):
        QTest.keyClick(application.window.composer.edit, Qt.Key.Key_Return)
    ready(application, qtbot)
    current = application.program.controller.chats.current_id
    assert current is not None
    return current


def test_each_chat_keeps_its_own(launch: Launch, qtbot: QtBot) -> None:
    """And the new one too; after a restart as well."""
    first = launch()
    ready(first, qtbot)
    one = send(first, qtbot, "one")
    assert shown(first) == ""
    QTest.keyClicks(first.window.composer.edit, "half of one")
    first.window.new_chat_requested.emit()
    assert shown(first) == ""
    QTest.keyClicks(first.window.composer.edit, "half of a new one")
    first.program.controller.open_conversation(one)
    assert shown(first) == "half of one"
    first.window.new_chat_requested.emit()
    assert shown(first) == "half of a new one"
    first.close()
    qtbot.waitUntil(lambda: is_closed(first), timeout=7000)
    again = launch()
    qtbot.waitUntil(lambda: shown(again) == "half of a new one")
    again.program.controller.open_conversation(one)
    assert shown(again) == "half of one"


def test_what_was_sent_is_not_unsent(launch: Launch, qtbot: QtBot) -> None:
    """Neither in its chat nor in the new one."""
    application = launch()
    ready(application, qtbot)
    one = send(application, qtbot, "one")
    places = application.program.controller.chats.places
    application.program.unsent.close()
    assert (places.unsent(one), places.unsent(None)) == ("", "")
    application.window.new_chat_requested.emit()
    assert shown(application) == ""


def test_half_a_character_is_kept_as_a_sign(launch: Launch, qtbot: QtBot) -> None:
    """A box may hold it, SQLite may not."""
    application = launch()
    ready(application, qtbot)
    application.program.unsent.follow("a\ud83d")
    application.program.unsent.close()
    assert application.program.controller.chats.places.unsent(None) == "a\ufffd"
