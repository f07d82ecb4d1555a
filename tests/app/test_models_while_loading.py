"""The models dialog follows the engine: while it loads, when it is done, and when it refuses."""

from pytestqt.qtbot import QtBot

from app.application import Application
from app.models_dialog import ModelsDialog
from app.view_types import EngineState
from engine import OutOfMemory
from tests.app.conftest import TARGET_ID, Launch
from tests.fake_drafts import trained
from tests.fake_library import FakeEntry, FakeLibrary
from tests.fakes import Gate, ScriptedEngine

DRAFTS = ("", "draft", TARGET_ID)


def library() -> FakeLibrary:
    return FakeLibrary(models=[FakeEntry(id=TARGET_ID), FakeEntry(id="draft")])


def opened(application: Application) -> ModelsDialog:
    application.wiring.models.show_models()
    dialog = application.wiring.models.dialog
    assert dialog is not None
    return dialog


def marked(dialog: ModelsDialog) -> list[str]:
    """The drafts whose buttons are set."""
    return [id for id in DRAFTS if dialog.row("draft", id).radio.isChecked()]


def wait(application: Application, qtbot: QtBot, state: EngineState) -> None:
    qtbot.waitUntil(lambda: application.program.controller.state is state, timeout=5000)


def test_the_pair_under_way_is_marked(launch: Launch, qtbot: QtBot) -> None:
    """Before anything is loaded, and when another pair follows with the dialog open."""
    engine = ScriptedEngine(load_gate=Gate())
    assert engine.load_gate is not None
    application = launch(engine, library=library())
    application.program.models.load(TARGET_ID, "draft")
    dialog = opened(application)
    assert dialog.pair == (TARGET_ID, "draft")
    assert marked(dialog) == ["draft"]
    engine.load_gate.open()
    wait(application, qtbot, EngineState.READY)
    assert marked(dialog) == ["draft"]
    application.program.models.load(TARGET_ID, "none")
    assert marked(dialog) == [""]


def test_no_draft_is_marked_until_it_is_known(launch: Launch, qtbot: QtBot) -> None:
    """Where none is named the engine takes the one that was made for the model, if there is one."""
    engine = ScriptedEngine(load_gate=Gate())
    assert engine.load_gate is not None
    application = launch(engine, library=library())
    wait(application, qtbot, EngineState.LOADING)
    wiring = application.wiring.models
    dialog = opened(application)
    assert marked(dialog) == []
    wiring._on_own_draft(TARGET_ID, trained())
    assert dialog.pair == (TARGET_ID, str(trained().path))
    assert marked(dialog) == []
    wiring._on_own_draft(TARGET_ID, None)
    assert marked(dialog) == [""]
    engine.load_gate.open()
    wait(application, qtbot, EngineState.READY)
    assert marked(dialog) == [""]


def test_the_model_is_never_its_own_draft(launch: Launch, qtbot: QtBot) -> None:
    """Not even before anybody has judged it; nor is what is marked as the model later on."""
    engine = ScriptedEngine(load_gate=Gate())
    assert engine.load_gate is not None
    application = launch(engine, library=library())
    wait(application, qtbot, EngineState.LOADING)
    dialog = opened(application)
    row = dialog.row("draft", TARGET_ID)
    assert not row.radio.isEnabled()
    assert row.note.text() == "It is the model itself: nothing would be gained."
    dialog.row("target", "draft").radio.click()
    assert not dialog.row("draft", "draft").radio.isEnabled()
    engine.load_gate.open()
    wait(application, qtbot, EngineState.READY)


def test_what_the_reader_marked_stays(launch: Launch, qtbot: QtBot) -> None:
    """The end of a load does not take it away."""
    engine = ScriptedEngine(load_gate=Gate())
    assert engine.load_gate is not None
    application = launch(engine, library=library())
    wait(application, qtbot, EngineState.LOADING)
    dialog = opened(application)
    dialog.row("draft", "draft").radio.click()
    engine.load_gate.open()
    wait(application, qtbot, EngineState.READY)
    assert dialog.pair == (TARGET_ID, "draft")


def test_a_draft_that_was_refused_is_not_marked(launch: Launch, qtbot: QtBot) -> None:
    """The engine has none then, whatever was asked for."""
    engine = ScriptedEngine(draft_refusal=OutOfMemory("CPU"))
    application = launch(engine, library=library())
    wait(application, qtbot, EngineState.READY)
    application.program.models.load(TARGET_ID, "draft")
    dialog = opened(application)
    wait(application, qtbot, EngineState.READY)
    assert marked(dialog) == [""]


def test_a_line_keeps_the_focus_when_the_lists_are_made_anew(launch: Launch, qtbot: QtBot) -> None:
    """Verdicts come whenever they are ready, and keys go on where they were."""
    application = launch(library=library())
    wait(application, qtbot, EngineState.READY)
    dialog = opened(application)
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow, timeout=5000)
    radio = dialog.row("draft", "draft").radio
    radio.setFocus()
    assert radio.hasFocus()
    dialog.set_draft_reasons({})
    again = dialog.row("draft", "draft").radio
    assert again is not radio
    assert again.hasFocus()
