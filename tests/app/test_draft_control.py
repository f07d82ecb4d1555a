"""Making drafts and measuring pairs, with a scripted engine on the real thread."""

from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.draft_control import DraftControl
from app.draft_views import MakingPhase, MakingView
from app.model_control import NO_DRAFT_ID
from app.view_types import EngineState
from engine import (
    EngineError,
    LoadModels,
    MachineSlept,
    MeasurePair,
    NoDraftLoaded,
    OutOfDisk,
    Recipe,
    TrainDraft,
    TrainingFailed,
    explain,
    explain_advice,
    unfinished_run,
    work_folder,
)
from engine.training.run_folder import TrainingRun, keep_run
from tests.app.conftest import TARGET_ID, MakeStage, Recorder, Stage
from tests.fake_drafts import ADVICE, DRAFT_PATH, HELD_OUT, trained
from tests.fake_library import spec
from tests.fakes import Gate, ScriptedEngine

RECIPE = Recipe(num_tokens=1000, minutes=5.0)
FOLDER_OF = spec(TARGET_ID)


def drafts_of(stage: Stage) -> DraftControl:
    return stage.program.drafts


def wait_phase(stage: Stage, phase: MakingPhase) -> None:
    stage.qtbot.waitUntil(lambda: drafts_of(stage).view.phase is phase, timeout=5000)


def begin(make_stage: MakeStage, engine: ScriptedEngine) -> Stage:
    """Start a program, look at the starter's draft and begin to make it."""
    stage = make_stage(engine)
    stage.start()
    assert drafts_of(stage).look_at(TARGET_ID) is not None
    drafts_of(stage).start(RECIPE, False)
    return stage


def last_made(engine: ScriptedEngine) -> TrainDraft:
    return next(c for c in reversed(engine.commands) if isinstance(c, TrainDraft))


def test_a_draft_is_made_with_its_stages_and_figures(make_stage: MakeStage) -> None:
    engine = ScriptedEngine()
    stage = make_stage(engine)
    stage.start()
    told = Recorder(drafts_of(stage).making_changed)
    view = drafts_of(stage).look_at(TARGET_ID)
    assert view is not None
    assert (view.phase, view.recipe.minutes, view.learns_from_chats) == (
        MakingPhase.IDLE,
        view.recipe.minutes,
        False,
    )
    drafts_of(stage).start(RECIPE, False)
    assert stage.program.controller.state is EngineState.TRAINING
    wait_phase(stage, MakingPhase.DONE)
    stage.wait_for(EngineState.READY)
    views = [call[0] for call in told.calls]
    phases = list(dict.fromkeys(view.phase for view in views if isinstance(view, MakingView)))
    assert all(isinstance(view, MakingView) for view in views)
    assert phases == [
        MakingPhase.IDLE,
        MakingPhase.PREPARING,
        MakingPhase.RUNNING,
        MakingPhase.DONE,
    ]
    done = drafts_of(stage).view
    assert done.draft == trained()
    assert done.progress is not None
    assert done.progress.held_out == HELD_OUT, "the last look at held-out text stays in view"
    assert last_made(engine).recipe == RECIPE
    assert last_made(engine).questions == ()


def test_nothing_else_is_asked_meanwhile(make_stage: MakeStage) -> None:
    engine = ScriptedEngine()
    engine.drafts.gate = Gate()
    stage = begin(make_stage, engine)
    refused = Recorder(stage.program.controller.send_refused)
    notices = Recorder(stage.program.controller.notice)
    stage.program.controller.send("hello")
    assert refused.calls == [("hello",)]
    assert "A draft is being made" in str(notices.calls[-1][1])
    drafts_of(stage).start(RECIPE, False)
    engine.drafts.gate.open()
    wait_phase(stage, MakingPhase.DONE)
    assert sum(isinstance(command, TrainDraft) for command in engine.commands) == 1
    assert stage.send("hello").text


def test_pause_frees_the_chat_and_resume_goes_on(make_stage: MakeStage) -> None:
    engine = ScriptedEngine()
    engine.drafts.gate = gate = Gate()
    stage = begin(make_stage, engine)
    gate.let(1)
    wait_phase(stage, MakingPhase.RUNNING)
    drafts_of(stage).pause()
    assert drafts_of(stage).view.phase is MakingPhase.PAUSING
    wait_phase(stage, MakingPhase.PAUSED)
    assert drafts_of(stage).view.problem == ""
    stage.wait_for(EngineState.READY)
    assert stage.send("hello").text
    gate.open()
    drafts_of(stage).resume()
    wait_phase(stage, MakingPhase.DONE)
    assert engine.drafts.resumed == [False, True]
    assert last_made(engine).recipe == RECIPE


def test_what_a_crash_left_is_offered_and_resumed(make_stage: MakeStage) -> None:
    """Another start of the program finds the work and its settings, questions included."""
    engine = ScriptedEngine()
    stage = make_stage(engine)
    keep_run(work_folder(FOLDER_OF), TrainingRun(recipe=RECIPE, questions=("Why?",)))
    stage.start()
    view = drafts_of(stage).look_at(TARGET_ID)
    assert view is not None
    assert (view.phase, view.recipe, view.learns_from_chats) == (MakingPhase.PAUSED, RECIPE, True)
    drafts_of(stage).resume()
    wait_phase(stage, MakingPhase.DONE)
    assert last_made(engine).questions == ("Why?",)
    assert drafts_of(stage).view.draft == trained(is_private=True)


@pytest.mark.parametrize("is_running", [True, False])
def test_discard_leaves_nothing(make_stage: MakeStage, is_running: bool) -> None:
    engine = ScriptedEngine()
    engine.drafts.gate = gate = Gate()
    stage = begin(make_stage, engine)
    gate.let(1)
    wait_phase(stage, MakingPhase.RUNNING)
    if not is_running:
        drafts_of(stage).pause()
        wait_phase(stage, MakingPhase.PAUSED)
    drafts_of(stage).discard()
    wait_phase(stage, MakingPhase.IDLE)
    assert not work_folder(FOLDER_OF).exists()
    stage.wait_for(EngineState.READY)


@pytest.mark.parametrize(
    "error",
    [
        OutOfDisk("/somewhere", 10, 5),
        TrainingFailed("Starter", 1000),
        MachineSlept("Starter"),
    ],
)
def test_what_goes_wrong_is_a_sentence_and_can_be_resumed(
    make_stage: MakeStage, error: EngineError
) -> None:
    engine = ScriptedEngine()
    engine.drafts.error = error
    stage = begin(make_stage, engine)
    wait_phase(stage, MakingPhase.PAUSED)
    assert drafts_of(stage).view.problem == explain(error)
    stage.wait_for(EngineState.READY)
    engine.drafts.error = None
    drafts_of(stage).resume()
    wait_phase(stage, MakingPhase.DONE)
    assert drafts_of(stage).view.problem == ""


def test_closing_stops_it_and_what_was_done_is_kept(make_stage: MakeStage) -> None:
    engine = ScriptedEngine()
    engine.drafts.gate = gate = Gate()
    stage = begin(make_stage, engine)
    gate.let(1)
    wait_phase(stage, MakingPhase.RUNNING)
    stage.close()
    assert not stage.program.engine.isRunning()
    assert unfinished_run(work_folder(FOLDER_OF)) == TrainingRun(recipe=RECIPE)


def test_own_chats_are_learnt_from_only_where_that_is_ticked(make_stage: MakeStage) -> None:
    engine = ScriptedEngine()
    stage = make_stage(engine)
    stage.start()
    for text in ("Why is the sky blue?", "And at night?", "Why is the sky blue?"):
        stage.send(text)
    view = drafts_of(stage).look_at(TARGET_ID)
    assert view is not None
    assert view.num_questions == 2
    drafts_of(stage).start(RECIPE, True)
    wait_phase(stage, MakingPhase.DONE)
    assert set(last_made(engine).questions) == {"Why is the sky blue?", "And at night?"}
    draft = drafts_of(stage).view.draft
    assert draft is not None
    assert draft.is_private


def test_a_model_that_is_not_loaded_is_loaded_for_it(make_stage: MakeStage) -> None:
    engine = ScriptedEngine()
    stage = make_stage(engine)
    stage.start()
    assert drafts_of(stage).look_at("draft") is not None
    drafts_of(stage).start(RECIPE, False)
    wait_phase(stage, MakingPhase.DONE)
    kinds = [type(c) for c in engine.commands if isinstance(c, LoadModels | TrainDraft)]
    assert kinds == [LoadModels, LoadModels, TrainDraft]
    assert engine.target == spec("draft")


def test_a_model_that_is_gone_is_told(make_stage: MakeStage) -> None:
    stage = make_stage()
    stage.start()
    notices = Recorder(stage.program.controller.notice)
    assert drafts_of(stage).look_at("nowhere") is None
    assert notices.calls[0][0] == "error"


def test_choosing_other_models_pauses_it(make_stage: MakeStage) -> None:
    engine = ScriptedEngine()
    engine.drafts.gate = gate = Gate()
    stage = begin(make_stage, engine)
    gate.let(1)
    wait_phase(stage, MakingPhase.RUNNING)
    stage.program.models.load("draft", None)
    wait_phase(stage, MakingPhase.PAUSED)
    stage.wait_for(EngineState.READY)
    assert engine.target == spec("draft")


def test_using_it_loads_and_measures_it(make_stage: MakeStage) -> None:
    engine = ScriptedEngine()
    stage = begin(make_stage, engine)
    wait_phase(stage, MakingPhase.DONE)
    told = Recorder(drafts_of(stage).advice_changed)
    drafts_of(stage).use()
    assert drafts_of(stage).is_measuring
    stage.qtbot.waitUntil(lambda: not drafts_of(stage).is_measuring, timeout=5000)
    load, measure = engine.commands[-2:]
    assert isinstance(load, LoadModels)
    assert load.draft is not None
    assert load.draft.path == DRAFT_PATH
    assert isinstance(measure, MeasurePair)
    assert told.calls[-1] == (TARGET_ID, str(DRAFT_PATH), explain_advice(ADVICE))
    assert drafts_of(stage).view.advice == explain_advice(ADVICE)
    assert stage.program.settings.text("draft_id") == str(DRAFT_PATH)


def test_any_pair_is_measured_and_a_failure_is_said(make_stage: MakeStage) -> None:
    engine = ScriptedEngine()
    stage = make_stage(engine)
    stage.start()
    drafts = drafts_of(stage)
    drafts.measure(TARGET_ID, "draft")
    stage.qtbot.waitUntil(lambda: not drafts.is_measuring, timeout=5000)
    assert drafts.advice(TARGET_ID, "draft") == explain_advice(ADVICE)
    engine.drafts.measure_error = NoDraftLoaded("target")
    drafts.measure(TARGET_ID, "draft")
    stage.qtbot.waitUntil(lambda: not drafts.is_measuring, timeout=5000)
    assert drafts.advice(TARGET_ID, "draft") == explain(NoDraftLoaded("target"))
    loads = [command for command in engine.commands if isinstance(command, LoadModels)]
    assert len(loads) == 2, "a pair that is loaded is not loaded again"


def test_stop_ends_a_measurement(make_stage: MakeStage) -> None:
    engine = ScriptedEngine()
    engine.drafts.measure_gate = Gate()
    stage = make_stage(engine)
    stage.start()
    drafts_of(stage).measure(TARGET_ID, "draft")
    stage.wait_for(EngineState.MEASURING)
    stage.program.controller.stop()
    stage.wait_for(EngineState.READY)


def test_no_draft_means_none_even_where_there_is_one(make_stage: MakeStage) -> None:
    engine = ScriptedEngine()
    stage = make_stage(engine)
    stage.start()
    stage.program.models.load(TARGET_ID, NO_DRAFT_ID)
    stage.wait_for(EngineState.READY)
    command = engine.commands[-1]
    assert isinstance(command, LoadModels)
    assert (command.draft, command.finds_draft) == (None, False)


def test_a_draft_that_is_there_is_found(home: Path, qtbot: QtBot, make_stage: MakeStage) -> None:
    stage = make_stage()
    stage.start()
    found = replace(trained(), path=home / "there.draft")
    stage.program.shelf._own_draft = lambda target, stop: found
    with qtbot.waitSignal(stage.program.shelf.own_draft_found):
        drafts_of(stage).look_at(TARGET_ID)
    assert drafts_of(stage).view.draft == found
