"""The whole window with a scripted engine: what is typed is answered, and closing is clean."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from app.application import Application
from app.bug_dialog import BugDialog
from app.transcript.messages import Reply
from app.view_types import EngineState, MessageStatus
from tests.app.conftest import TARGET_ID, Launch, is_closed
from tests.fake_library import FakeEntry, FakeLibrary
from tests.fakes import Gate, Script, ScriptedEngine


def wait_for(qtbot: QtBot, application: Application, state: EngineState) -> None:
    """Wait until the program is in a state."""
    qtbot.waitUntil(lambda: application.program.controller.state is state, timeout=5000)


def write(application: Application, text: str) -> None:
    """Type a message and press Enter."""
    edit = application.window.composer.edit
    QTest.keyClicks(edit, text)
    QTest.keyClick(edit, Qt.Key.Key_Return)


def test_what_is_typed_is_answered(launch: Launch, qtbot: QtBot) -> None:
    """From key to kept reply through the real window and the real thread."""
    application = launch()
    wait_for(qtbot, application, EngineState.READY)
    window = application.window
    with qtbot.waitSignal(application.program.turns.message_finished):
        write(application, "Tell me a story")
    wait_for(qtbot, application, EngineState.READY)
    assert window.composer.text() == ""
    assert [view.text for view in window.transcript._views.values()] == [
        "Tell me a story",
        "Once upon a time.",
    ]
    assert window.sidebar.list.rows.rowCount() == 2  # a heading, and the chat


def test_stop_and_write_again_at_once(launch: Launch, qtbot: QtBot) -> None:
    """Case 14: the box takes the next message while the engine still stops."""
    gate = Gate()
    application = launch(ScriptedEngine(scripts=[Script(gate=gate)]))
    wait_for(qtbot, application, EngineState.READY)
    write(application, "one")
    assert application.program.controller.state is EngineState.GENERATING
    QTest.mouseClick(application.window.composer.button, Qt.MouseButton.LeftButton)
    write(application, "two")
    qtbot.waitUntil(
        lambda: (
            _statuses(application)
            == [
                MessageStatus.COMPLETE,
                MessageStatus.STOPPED,
                MessageStatus.COMPLETE,
                MessageStatus.COMPLETE,
            ]
        )
    )


def test_the_panel_shows_the_engines_speed(launch: Launch, qtbot: QtBot) -> None:
    """Case 25 in the window: 20 tokens/s and two seconds, whatever the screen does."""
    words = tuple(f" w{number}" for number in range(40))
    script = Script(words=words, tokens_per_event=5, prefill_s=2.0, event_s=0.25)
    application = launch(ScriptedEngine(scripts=[script]))
    wait_for(qtbot, application, EngineState.READY)
    with qtbot.waitSignal(application.program.turns.message_finished):
        write(application, "go")
    wait_for(qtbot, application, EngineState.READY)
    panel = application.window.speed_panel
    assert panel.number.text() == "20.0"
    assert panel.first_token.text() == "2.00 s"


def test_compare_is_shown_and_left(launch: Launch, qtbot: QtBot) -> None:
    """The last question is run both ways, the verdict comes, and closing shows the chat again."""
    application = launch()
    wait_for(qtbot, application, EngineState.READY)
    with qtbot.waitSignal(application.program.turns.message_finished):
        write(application, "one")
    wait_for(qtbot, application, EngineState.READY)
    window = application.window
    QTest.mouseClick(window.speed_panel.compare, Qt.MouseButton.LeftButton)
    assert window.pages.currentWidget() is window.compare_view
    wait_for(qtbot, application, EngineState.READY)
    assert window.compare_view.run_page.ratio.text().endswith("×")
    QTest.mouseClick(window.compare_view.close_button, Qt.MouseButton.LeftButton)
    assert window.pages.currentIndex() == 0


def test_the_prompt_is_counted_and_the_reply_verified(launch: Launch, qtbot: QtBot) -> None:
    """From the keys to the figure in the box, and from the button to the sentence."""
    application = launch(ScriptedEngine(scripts=[Script(num_dropped_messages=4)]))
    wait_for(qtbot, application, EngineState.READY)
    window = application.window
    QTest.keyClicks(window.composer.edit, "one two")
    qtbot.waitUntil(lambda: window.composer.count.text() == "2 tokens")
    with qtbot.waitSignal(application.program.turns.message_finished) as finished:
        QTest.keyClick(window.composer.edit, Qt.Key.Key_Return)
    wait_for(qtbot, application, EngineState.READY)
    assert window.composer.count.isHidden()
    reply = window.transcript.body.messages[-1]
    assert isinstance(reply, Reply)
    assert reply.left_out.text().startswith("The 4 oldest messages")
    QTest.mouseClick(reply.footer.verify, Qt.MouseButton.LeftButton)
    wait_for(qtbot, application, EngineState.READY)
    assert reply.verdict.text().startswith("6 of 6 tokens are")
    assert finished.args[0].id == reply.id


def test_a_setting_that_contradicts_another_is_shown_as_it_stays(
    launch: Launch, qtbot: QtBot
) -> None:
    """The banner says why, and the field has the value in force again."""
    application = launch()
    wait_for(qtbot, application, EngineState.READY)
    application.window.settings_requested.emit()
    dialog = application.wiring._settings_dialog
    assert dialog is not None
    dialog.changed.emit("max_new_tokens", 10)
    row = dialog.rows["min_new_tokens"]
    assert isinstance(row.field, QLineEdit)
    row.field.setText("11")
    row.commit()
    assert row.field.text() == "0"
    assert "Shortest reply" in application.window.banner.label.text()
    dialog.accept()


def test_words_are_tinted_after_a_restart(launch: Launch, qtbot: QtBot) -> None:
    """What was kept says who wrote which word."""
    words = tuple(f" w{number}" for number in range(8))
    first = launch(ScriptedEngine(scripts=[Script(words=words, tokens_per_event=4)]))
    wait_for(qtbot, first, EngineState.READY)
    with qtbot.waitSignal(first.program.turns.message_finished):
        write(first, "go")
    wait_for(qtbot, first, EngineState.READY)
    tints = _tints(first)
    assert len(tints) == 2
    first.close()
    qtbot.waitUntil(partial(is_closed, first), timeout=7000)
    again = launch()
    wait_for(qtbot, again, EngineState.READY)
    again.window.sidebar.opened.emit(again.program.controller.chats.summaries()[0].id)
    qtbot.waitUntil(lambda: not again.window.transcript.is_empty)
    assert _tints(again) == tints


def test_the_starter_is_offered_and_loaded_once_it_is_there(launch: Launch, qtbot: QtBot) -> None:
    """First start with nothing installed: one button leads to a chat."""
    library = FakeLibrary(models=[FakeEntry(id=TARGET_ID, is_installed=False)])
    application = launch(library=library)
    banner = application.window.banner
    qtbot.waitUntil(banner.isVisible)
    assert "98 MB" in banner.action.text()
    QTest.mouseClick(banner.action, Qt.MouseButton.LeftButton)
    wait_for(qtbot, application, EngineState.READY)
    assert not banner.isVisible()


def test_a_missing_draft_is_still_told_after_the_load(launch: Launch, qtbot: QtBot) -> None:
    """Case 22: the notice came before the load was done and must not go with it."""
    application = launch()
    wait_for(qtbot, application, EngineState.READY)
    application.program.models.load(TARGET_ID, "gone")
    wait_for(qtbot, application, EngineState.LOADING)
    wait_for(qtbot, application, EngineState.READY)
    assert application.window.banner.isVisible()
    assert "gone" in application.window.banner.label.text()


def test_a_bug_is_shown_once_and_the_chat_goes_on(
    launch: Launch, qtbot: QtBot, expected_warnings: list[str]
) -> None:
    """Case 28 in the window: a dialog with text to copy, the box free again, the next turn fine."""
    bug = Script(error=ZeroDivisionError("odd"))
    application = launch(ScriptedEngine(scripts=[bug, bug]))
    wait_for(qtbot, application, EngineState.READY)
    for _ in range(2):
        with qtbot.waitSignal(application.program.turns.message_finished):
            write(application, "one")
        wait_for(qtbot, application, EngineState.READY)
    [dialog] = application.window.findChildren(BugDialog)
    assert isinstance(dialog, BugDialog)
    dialog.copy()
    assert "ZeroDivisionError: odd" in QApplication.clipboard().text()
    dialog.reject()
    with qtbot.waitSignal(application.program.turns.message_finished) as finished:
        write(application, "two")
    assert finished.args[0].status is MessageStatus.COMPLETE


def test_closing_while_a_reply_grows(launch: Launch, qtbot: QtBot) -> None:
    """Case 27: the window goes at once, the program when the reply is kept."""
    application = launch(ScriptedEngine(scripts=[Script(gate=Gate())]))
    wait_for(qtbot, application, EngineState.READY)
    write(application, "one")
    with qtbot.waitSignal(application.program.closed) as closed:
        application.window.close()
        assert application.window.isHidden()
    assert closed.args == [False]


def test_closing_before_the_first_paint(launch: Launch, qtbot: QtBot) -> None:
    """Nothing has started, and nothing starts afterwards."""
    application = launch()
    with qtbot.waitSignal(application.program.closed):
        application.window.close()
    assert not application.program.engine.isRunning()


def test_dialogs_open_and_change_what_they_show(launch: Launch, qtbot: QtBot) -> None:
    """A setting changed in its dialog is kept; models chosen in theirs are loaded."""
    library = FakeLibrary(models=[FakeEntry(id=TARGET_ID), FakeEntry(id="other")])
    application = launch(library=library)
    wait_for(qtbot, application, EngineState.READY)
    window, program = application.window, application.program
    window.settings_requested.emit()
    dialog = application.wiring._settings_dialog
    assert dialog is not None
    dialog.changed.emit("temperature", 0.5)
    assert program.settings.value("temperature") == 0.5
    dialog.reset_requested.emit()
    assert program.settings.value("temperature") == 0.7
    dialog.accept()

    with qtbot.waitSignal(program.shelf.draft_reasons_changed):
        window.models_requested.emit()
    models = application.wiring.models.dialog
    assert models is not None
    with qtbot.waitSignal(program.models.models_changed):
        models.accepted_pair.emit("other", TARGET_ID)
        models.accept()
    loaded = program.models.loaded
    assert loaded is not None
    assert loaded.target.spec.id == "other"


def _tints(application: Application) -> list[tuple[int, int]]:
    blocks = application.window.transcript.body.text_blocks()
    return [(tint.start, tint.end) for block in blocks for tint in block.tints]


def _statuses(application: Application) -> list[MessageStatus]:
    chats = application.program.controller.chats
    assert chats.current_id is not None
    return [view.status for view in chats.views(chats.current_id)[0]]
