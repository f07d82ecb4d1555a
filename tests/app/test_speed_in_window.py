"""Speed and Compare in the whole window, with a scripted engine: what is shown, kept and saved."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from app.application import Application
from app.compare.prompts import PromptSet
from app.view_types import EngineState
from engine import Unloaded, user_paths
from tests.app.conftest import TARGET_ID
from tests.app.window.acts import click, write
from tests.fake_library import FakeEntry, FakeLibrary
from tests.fakes import Gate, Script, ScriptedEngine

WORDS = tuple(f" w{number}" for number in range(30))
FAST = Script(words=WORDS, tokens_per_event=3, event_s=0.15)
Launch = Callable[..., Application]


@pytest.fixture
def launch(qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[Launch]:
    """Open windows whose model is ready, and close them afterwards."""
    monkeypatch.setattr(qapp, "quit", lambda: None, raising=False)
    # Its import takes a while, and is a matter of when and not of what.
    monkeypatch.setattr("app.speed.wiring.preload", lambda: None)
    opened: list[Application] = []

    def open_window(scripts: list[Script]) -> Application:
        engine = ScriptedEngine(scripts=scripts)
        application = Application(
            qapp,
            paths=user_paths(),
            open_engine=lambda: engine,
            library=FakeLibrary(models=[FakeEntry(id=TARGET_ID)]),
            draft_fit=lambda target, draft: None,
        )
        opened.append(application)
        application.show()
        wait_for(qtbot, application, EngineState.READY)
        return application

    yield open_window
    for application in opened:
        application.close()
        qtbot.waitUntil(partial(is_closed, application), timeout=7000)
        application.window.deleteLater()


def is_closed(application: Application) -> bool:
    return application.program.is_closed


def wait_for(qtbot: QtBot, application: Application, state: EngineState) -> None:
    qtbot.waitUntil(lambda: application.program.controller.state is state, timeout=9000)


def send(qtbot: QtBot, application: Application, text: str) -> None:
    with qtbot.waitSignal(application.program.turns.message_finished, timeout=9000):
        application.program.controller.send(text)
    wait_for(qtbot, application, EngineState.READY)


def test_why_speculation_is_as_it_is(launch: Launch, qtbot: QtBot) -> None:
    """Before the first reply, after the switch, and with a lookahead of 0."""
    application = launch([])
    panel, controller = application.window.speed_panel, application.program.controller
    qtbot.waitUntil(lambda: panel.state.text() == "On: only words seen before are drafted")
    controller.set_speculation(False)
    assert panel.state.text() == "Off: you switched it off"
    controller.set_speculation(True)
    controller.set_lookahead(0)
    assert panel.state.text() == "Off: the lookahead is 0"
    controller.set_lookahead(None)
    send(qtbot, application, "go")
    assert panel.state.text() == "On: the draft saves time here"


def test_the_panel_follows_the_chat_that_is_open(launch: Launch, qtbot: QtBot) -> None:
    """An older chat shows the figures of its last reply, a new one none."""
    application = launch([FAST, Script(words=WORDS, event_s=0.1)])
    panel, controller = application.window.speed_panel, application.program.controller
    send(qtbot, application, "fast")
    first = controller.chats.current_id
    assert first is not None
    controller.new_chat()
    assert panel.number.text() == "–"
    send(qtbot, application, "slow")
    assert panel.number.text() == "10.0"
    controller.open_conversation(first)
    assert panel.number.text() == "20.0"


def test_the_figures_follow_the_reply_that_is_shown(launch: Launch, qtbot: QtBot) -> None:
    """The switcher, a deletion and a new chat bring speed and context of what is on the page."""
    short = Script(words=WORDS[:10], event_s=0.1)
    application = launch([FAST, short])
    window, program = application.window, application.program
    panel, context = window.speed_panel, window.top_bar.context
    send(qtbot, application, "fast")
    first = program.controller.shown()[-1]
    with qtbot.waitSignal(program.turns.message_finished, timeout=9000):
        program.messages.regenerate_last()
    wait_for(qtbot, application, EngineState.READY)
    assert (panel.number.text(), context.text()) == ("10.0", "Context 13 / 2,048")
    program.messages.pick(first.id)
    assert (panel.number.text(), context.text()) == ("20.0", "Context 33 / 2,048")
    program.messages.delete(first.id, False)
    assert (panel.number.text(), context.text()) == ("10.0", "Context 13 / 2,048")
    program.controller.new_chat()
    assert context.text() == "Context 0 / 2,048"


def test_without_a_model_no_context_is_told(launch: Launch, qtbot: QtBot) -> None:
    """A chat that is opened then has figures, and no context that anything would fit into."""
    application = launch([FAST])
    controller, context = application.program.controller, application.window.top_bar.context
    send(qtbot, application, "fast")
    first = controller.chats.current_id
    assert first is not None
    controller.new_chat()
    application.program.models.on_event(Unloaded())
    controller.open_conversation(first)
    assert application.window.speed_panel.number.text() == "20.0"
    assert context.text() == ""


def test_details_follow_a_reply_while_it_grows(launch: Launch, qtbot: QtBot) -> None:
    """Opened from the panel in the middle of a reply, and right when it ends."""
    gate = Gate()
    application = launch([Script(words=WORDS, tokens_per_event=3, event_s=0.15, gate=gate)])
    gate.let(3)
    application.program.controller.send("go")
    click(application.window.speed_panel.details)
    details = application.wiring.speed.details
    assert details is not None
    qtbot.waitUntil(lambda: details.graph.num_points >= 1)
    with qtbot.waitSignal(application.program.turns.message_finished, timeout=9000):
        gate.open()
    assert details.figures.text().startswith("30 tokens · 20.0 tokens/s")
    assert details.graph.num_points == 9
    details.close()
    assert application.wiring.speed.details is None


def test_compare_from_the_panel_to_the_saved_table(
    launch: Launch, qtbot: QtBot, tmp_path: Path
) -> None:
    """The last question, three runs of it, the verdict, the history, a file; then nothing left."""
    plain = Script(words=WORDS, event_s=0.1)
    application = launch([Script(), *[plain, FAST] * 4])
    window, control = application.window, application.program.comparisons
    send(qtbot, application, "one")
    with qtbot.waitSignal(control.ended, timeout=9000):
        click(window.speed_panel.compare)
    view = window.compare_view
    assert view.run_page.ratio.text() == "2.00×"
    wait_for(qtbot, application, EngineState.READY)
    view.run_page.setup.repeats.setCurrentIndex(1)
    with qtbot.waitSignal(control.ended, timeout=9000):
        click(view.run_page.setup.run)
    assert "over 3 runs" in view.run_page.verdict.text()
    shown = view.run_page.body.height()
    view.run_page.save_picture.trigger()
    dialog = window.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    picture = tmp_path / "compared.png"
    dialog.fileSelected.emit(str(picture))
    dialog.close()
    dialog.deleteLater()
    QCoreApplication.sendPostedEvents(dialog, QEvent.Type.DeferredDelete.value)
    assert view.run_page.save.isVisible()
    # A line that names the models stands above what was shown.
    assert QImage(str(picture)).height() > shown
    view.show_history()
    past = view.history_page
    assert past.table.rowCount() == 2
    click(past.csv_button)
    dialog = window.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    path = tmp_path / "kept.csv"
    dialog.fileSelected.emit(str(path))
    dialog.close()
    assert len(path.read_text(encoding="utf-8").splitlines()) == 5
    past.table.selectAll()
    click(past.delete_button)
    assert control.history.runs() == []
    assert past.empty.isVisible()


def test_what_is_typed_goes_before_the_last_question(launch: Launch, qtbot: QtBot) -> None:
    """And stays in the box."""
    application = launch([])
    window = application.window
    write(window.composer.edit, "typed")
    with qtbot.waitSignal(application.program.comparisons.ended, timeout=9000):
        click(window.speed_panel.compare)
    assert "typed" in window.compare_view.run_page.setup.hint.text()
    assert window.composer.text() == "typed"


def test_without_a_question_there_is_a_field(launch: Launch) -> None:
    """Nothing runs, and a prompt can be written."""
    application = launch([])
    click(application.window.speed_panel.compare)
    setup = application.window.compare_view.run_page.setup
    assert setup.choice is PromptSet.OWN
    assert setup.field.isVisible()
    assert not application.program.comparisons.is_running
