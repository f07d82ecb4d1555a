"""Making a draft in the whole window, from the models dialog to the draft in use."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.application import Application
from app.draft_views import MakingPhase
from app.making_dialog import MakingDialog
from app.models_dialog import ModelsDialog
from app.view_types import EngineState
from engine import LoadModels, OutOfDisk, Recipe, explain, explain_advice, user_paths, work_folder
from engine.training.run_folder import TrainingRun, keep_run
from tests.app.conftest import TARGET_ID
from tests.fake_drafts import ADVICE, DRAFT_PATH, trained
from tests.fake_library import FakeEntry, FakeLibrary, spec
from tests.fakes import Gate, ScriptedEngine

Launch = Callable[[ScriptedEngine], Application]


@pytest.fixture
def launch(
    qtbot: QtBot, qapp: QApplication, home: object, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Launch]:
    """Open windows, and close them afterwards."""
    monkeypatch.setattr(qapp, "quit", lambda: None, raising=False)
    opened: list[Application] = []

    def open_window(engine: ScriptedEngine) -> Application:
        application = Application(
            qapp,
            paths=user_paths(),
            open_engine=lambda: engine,
            library=FakeLibrary(models=[FakeEntry(id=TARGET_ID), FakeEntry(id="other")]),
            draft_fit=lambda target, draft: None,
        )
        opened.append(application)
        application.show()
        qtbot.waitUntil(
            lambda: application.program.controller.state is EngineState.READY, timeout=5000
        )
        return application

    yield open_window
    for application in opened:
        application.close()
        qtbot.waitUntil(partial(_is_closed, application), timeout=7000)
        application.window.deleteLater()


def _is_closed(application: Application) -> bool:
    return application.program.is_closed


def models_of(application: Application, qtbot: QtBot) -> ModelsDialog:
    """Open the models dialog and wait until it is filled."""
    with qtbot.waitSignal(application.program.shelf.own_draft_found):
        application.window.models_requested.emit()
    dialog = application.wiring.models.dialog
    assert dialog is not None
    return dialog


def making_of(application: Application) -> MakingDialog:
    """Give the dialog that makes a draft, which is open."""
    dialog = application.wiring.models.making
    assert dialog is not None
    return dialog


def wait_phase(application: Application, qtbot: QtBot, phase: MakingPhase) -> None:
    drafts = application.program.drafts
    qtbot.waitUntil(lambda: drafts.view.phase is phase, timeout=5000)


def test_a_draft_is_made_and_used(launch: Launch, qtbot: QtBot) -> None:
    engine = ScriptedEngine()
    application = launch(engine)
    models = models_of(application, qtbot)
    models.make.click()
    making = making_of(application)
    assert making.heading.text() == f"A draft for {TARGET_ID}"
    making.settings.minutes.setValue(5)
    making.start.click()
    wait_phase(application, qtbot, MakingPhase.DONE)
    assert making.use.isVisibleTo(making)
    making.use.click()
    qtbot.waitUntil(lambda: making.done_page.advice.text() == explain_advice(ADVICE), timeout=5000)
    assert models.pair == (TARGET_ID, str(DRAFT_PATH))
    assert models.advice.text() == explain_advice(ADVICE)
    assert application.window.transcript is not None
    making.accept()
    models.accept()
    loaded = application.program.models.loaded
    assert loaded is not None
    assert loaded.draft is not None
    assert loaded.draft.spec.path == DRAFT_PATH


def test_a_hidden_making_is_told_above_the_chat_and_found_again(
    launch: Launch, qtbot: QtBot
) -> None:
    engine = ScriptedEngine()
    engine.drafts.gate = gate = Gate()
    application = launch(engine)
    models = models_of(application, qtbot)
    models.make.click()
    making_of(application).start.click()
    gate.let(1)
    wait_phase(application, qtbot, MakingPhase.RUNNING)
    making_of(application).hide_button.click()
    models.reject()
    banner = application.window.banner
    assert banner.label.text().startswith(f"Making a draft for {TARGET_ID}: step 1 of 2, 50 %")
    assert application.program.controller.state is EngineState.TRAINING
    banner.action.click()
    assert making_of(application).progress.line.text().startswith("50 %")
    making_of(application).accept()
    gate.open()
    wait_phase(application, qtbot, MakingPhase.DONE)
    assert banner.label.text() == f"The draft for {TARGET_ID} is ready."
    banner.action.click()
    assert making_of(application).use.isVisibleTo(making_of(application))


def test_a_fault_with_the_dialog_hidden_is_told_above_the_chat(
    launch: Launch, qtbot: QtBot
) -> None:
    engine = ScriptedEngine()
    engine.drafts.gate, engine.drafts.error = gate, error = Gate(), OutOfDisk("/x")
    application = launch(engine)
    models = models_of(application, qtbot)
    models.make.click()
    making_of(application).start.click()
    making_of(application).accept()
    models.reject()
    gate.open()
    wait_phase(application, qtbot, MakingPhase.PAUSED)
    assert application.window.banner.label.text() == explain(error)


def test_what_a_crash_left_is_offered_at_the_next_start(launch: Launch, qtbot: QtBot) -> None:
    keep_run(work_folder(spec(TARGET_ID)), TrainingRun(recipe=Recipe(minutes=5.0)))
    application = launch(ScriptedEngine())
    banner = application.window.banner
    assert banner.label.text().startswith(f"A draft for {TARGET_ID} is not finished")
    banner.action.click()
    making = making_of(application)
    assert making.resume.isVisibleTo(making)
    making.resume.click()
    wait_phase(application, qtbot, MakingPhase.DONE)


def test_cancelling_after_a_measurement_brings_the_old_pair_back(
    launch: Launch, qtbot: QtBot
) -> None:
    engine = ScriptedEngine()
    application = launch(engine)
    models = models_of(application, qtbot)
    models.row("draft", "other").radio.click()
    assert models.advice.text() == "Not measured yet on this computer."
    models.measure.click()
    qtbot.waitUntil(lambda: models.advice.text() == explain_advice(ADVICE), timeout=5000)
    loaded = application.program.models.loaded
    assert loaded is not None
    assert loaded.draft is not None
    with qtbot.waitSignal(application.program.models.models_changed):
        models.reject()
    last = engine.commands[-1]
    assert isinstance(last, LoadModels)
    assert last.draft is None


def test_no_draft_is_remembered_where_there_is_one(launch: Launch, qtbot: QtBot) -> None:
    engine = ScriptedEngine()
    application = launch(engine)
    own = replace(trained(), path=DRAFT_PATH)
    application.program.shelf._own_draft = lambda target, stop: own
    models = models_of(application, qtbot)
    assert models.row("draft", str(DRAFT_PATH)).note.text().startswith("Made for this model")
    models.row("draft", "").radio.click()
    with qtbot.waitSignal(application.program.models.models_changed):
        models.use.click()
    last = engine.commands[-1]
    assert isinstance(last, LoadModels)
    assert not last.finds_draft
