"""A draft made, resumed, refused and measured through the engine's commands, on a tiny target."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event as Flag

import pytest
import torch

from engine.commands import DiscardTraining, MeasurePair, TrainDraft
from engine.draft_events import (
    DraftTrained,
    PairMeasured,
    Subject,
    TrainingAdvanced,
    TrainingDiscarded,
)
from engine.draft_making import SleepWatch, own_draft_of, train_draft
from engine.drafting.head_file import read_card, save_head
from engine.drafting.head_library import own_head_path
from engine.engine import Engine
from engine.errors import (
    CannotTrain,
    MachineSlept,
    NoDraftLoaded,
    NoModelLoaded,
    NotWritable,
    Stopped,
)
from engine.events import Event, Failed, PromptProgress
from engine.params import Controls, ModelSpec
from engine.training.progress import TrainingStage
from engine.training.recipe import Recipe
from engine.training.run_folder import TrainingRun, keep_run, unfinished_run, work_folder
from engine.training.suggestion import suggested_recipe
from tests.engine.chats import failure, finished, load, only, turn, user
from tests.engine.training.workshop import DIGEST, tiny_target
from tests.heads import random_parameters, write_head
from tests.tiny_models import tiny_config

RECIPE = Recipe(num_tokens=256, num_passes=2.0, length=64, num_sequences=2, vocabulary=200)

HELD_OUT = {"greedy": [0.5], "sampled": [0.5], "coupled": 0.5, "coverage": 1.0, "num_tokens": 9}


@pytest.fixture(autouse=True)
def own_home(home: Path) -> None:
    """Drafts and unfinished work go to this test's own folders."""


def train(engine: Engine, *, questions: tuple[str, ...] = ()) -> list[Event]:
    return list(engine.handle(TrainDraft(turn_id=3, recipe=RECIPE, questions=questions)))


def stopped_midway(engine: Engine, *, at: TrainingStage) -> list[Event]:
    """Press Stop as soon as a stage is told of."""
    controls = Controls()
    events: list[Event] = []
    for event in engine.handle(TrainDraft(turn_id=3, recipe=RECIPE, controls=controls)):
        events.append(event)
        progress = event.progress if isinstance(event, TrainingAdvanced) else None
        if progress is not None and progress.stage is at:
            controls.stop.set()
    return events


def test_a_draft_is_made_found_and_used(engine: Engine, target: ModelSpec) -> None:
    load(engine, target)
    events = train(engine)
    stages = [e.progress and e.progress.stage for e in events if isinstance(e, TrainingAdvanced)]
    assert list(dict.fromkeys(stages)) == [None, *TrainingStage]
    made = only(DraftTrained, events)
    assert (made.turn_id, made.draft.is_private, made.draft.num_written > 0) == (3, False, True)
    assert made.draft.held_out is not None
    assert own_draft_of(target, stop=Flag()) == made.draft
    assert not work_folder(target).exists()
    head = ModelSpec(id=str(made.draft.path), name="own", path=made.draft.path)
    loaded = load(engine, target, head)
    assert loaded.draft is not None
    assert loaded.draft.kind == "head"
    assert finished(turn(engine, user("hello"))).stats.num_tokens == 16


def test_a_retrained_draft_takes_the_place_of_the_one_in_memory(
    engine: Engine, target: ModelSpec
) -> None:
    load(engine, target)
    path = only(DraftTrained, train(engine)).draft.path
    head = ModelSpec(id="own", name="own", path=path)
    load(engine, target, head)
    before = engine._draft
    train(engine)
    load(engine, target, head)
    assert engine._draft is not before


@pytest.mark.parametrize("stage", [TrainingStage.WRITING, TrainingStage.LEARNING])
def test_stop_keeps_what_was_done_and_the_chat_goes_on(
    engine: Engine, target: ModelSpec, stage: TrainingStage
) -> None:
    load(engine, target)
    events = stopped_midway(engine, at=stage)
    assert isinstance(events[-1], Failed)
    assert events[-1].turn_id == 3
    assert isinstance(events[-1].error, Stopped)
    assert unfinished_run(work_folder(target)) == TrainingRun(recipe=RECIPE)
    assert finished(turn(engine, user("hello"))).stats.num_tokens == 16
    only(DraftTrained, train(engine))
    assert unfinished_run(work_folder(target)) is None


def test_what_is_unfinished_can_be_thrown_away(engine: Engine, target: ModelSpec) -> None:
    load(engine, target)
    stopped_midway(engine, at=TrainingStage.LEARNING)
    events = list(engine.handle(DiscardTraining(turn_id=4, target=target)))
    assert events == [TrainingDiscarded(turn_id=4)]
    assert not work_folder(target).exists()


def test_own_questions_make_a_private_draft_and_a_corpus_of_their_own(
    engine: Engine, target: ModelSpec
) -> None:
    load(engine, target)
    made = only(DraftTrained, train(engine, questions=("hello hello", "hello there")))
    assert made.draft.is_private
    assert read_card(made.draft.path).is_private
    plain = only(DraftTrained, train(engine))
    assert not plain.draft.is_private


def clock(*times: float) -> Iterator[float]:
    yield from times
    while True:
        yield times[-1]


def test_a_computer_that_slept_is_noticed() -> None:
    wall, awake = clock(100.0, 130.0, 4000.0), clock(0.0, 30.0, 60.0)
    watch = SleepWatch(wall=lambda: next(wall), awake=lambda: next(awake))
    assert not watch.has_slept
    assert watch.has_slept


def test_sleep_ends_it_with_a_sentence_and_it_can_be_resumed() -> None:
    wall, awake = clock(0.0, 4000.0), clock(0.0)
    watch = SleepWatch(wall=lambda: next(wall), awake=lambda: next(awake))
    command = TrainDraft(turn_id=3, recipe=RECIPE)
    with pytest.raises(MachineSlept, match="resume it"):
        list(train_draft(command, tiny_target(), num_workers=1, watch=watch))
    assert unfinished_run(work_folder(tiny_target().spec)) == TrainingRun(recipe=RECIPE)


def test_a_target_that_cannot_be_trained_for_leaves_nothing_to_resume() -> None:
    target = tiny_target(has_template=False)
    with pytest.raises(CannotTrain, match="Choose another model"):
        list(train_draft(TrainDraft(turn_id=3, recipe=RECIPE), target, num_workers=1))
    assert unfinished_run(work_folder(target.spec)) is None


def test_a_folder_that_cannot_be_written_is_told(home: Path) -> None:
    home.mkdir()
    (home / "cache").write_text("in the way")
    with pytest.raises(NotWritable):
        list(train_draft(TrainDraft(turn_id=3, recipe=RECIPE), tiny_target(), num_workers=1))


def test_nothing_loaded_is_refused(engine: Engine, target: ModelSpec) -> None:
    assert isinstance(failure(train(engine)), NoModelLoaded)
    load(engine, target)
    error = failure(list(engine.handle(MeasurePair(turn_id=5))))
    assert error == NoDraftLoaded("target")


def test_a_pair_is_measured_on_both_subjects(
    engine: Engine, target: ModelSpec, draft: ModelSpec
) -> None:
    load(engine, target, draft)
    events = list(engine.handle(MeasurePair(turn_id=5, budget_s=0.0)))
    told = [event for event in events if isinstance(event, PromptProgress)]
    assert [event.num_done for event in told] == [1, 2]
    measured = only(PairMeasured, events)
    advice = measured.advice
    assert (measured.turn_id, advice.target, advice.draft) == (5, "target", "draft")
    assert [gain.subject for gain in advice.gains] == [Subject.CHAT, Subject.CODE]
    assert all(0.0 <= rate <= 1.0 for gain in advice.gains for rate in gain.rates)
    assert advice.step > 0.0
    assert advice.passes[0] == 1.0
    assert finished(turn(engine, user("hello"))).stats.num_tokens == 16


def test_a_measurement_that_is_stopped_claims_nothing(
    engine: Engine, target: ModelSpec, draft: ModelSpec
) -> None:
    load(engine, target, draft)
    controls = Controls()
    controls.stop.set()
    events = list(engine.handle(MeasurePair(turn_id=5, controls=controls)))
    assert only(PairMeasured, events).advice.gains == ()


def test_a_run_is_read_back_and_odd_ones_are_not(tmp_path: Path) -> None:
    run = TrainingRun(recipe=RECIPE, questions=("why?",))
    keep_run(tmp_path, run)
    assert unfinished_run(tmp_path) == run
    for text in ("{", "{}", '{"recipe": {"seed": -4}, "questions": []}'):
        (tmp_path / "run.json").write_text(text)
        assert unfinished_run(tmp_path) is None


def test_settings_follow_the_machine() -> None:
    starter = suggested_recipe(98_000_000, num_cores=2)
    assert starter.minutes == 60
    larger = suggested_recipe(1_100_000_000, num_cores=2)
    assert larger.minutes == 330
    assert suggested_recipe(98_000_000, num_cores=16).minutes == 15


@pytest.mark.parametrize(
    "figures",
    [
        {"held_out": 3},
        {"held_out": {}},
        {"written": "x", "learning_s": None, "learnt": -1},
        {"held_out": {**HELD_OUT, "greedy": 5}},
        {"held_out": {**HELD_OUT, "coupled": "much"}},
        {"held_out": {**HELD_OUT, "sampled": [7.0]}},
    ],
)
def test_odd_figures_of_a_draft_are_left_out(home: Path, figures: dict[str, object]) -> None:
    spec = tiny_target().spec
    card = write_head(own_head_path(DIGEST), tiny_config(), vocabulary=[1, 2], digest=DIGEST)
    odd = replace(card, figures=figures)
    parameters = random_parameters(card.shape)
    save_head(own_head_path(DIGEST), odd, parameters, torch.tensor([1, 2]))
    found = own_draft_of(spec, stop=Flag())
    assert found is not None
    assert (found.num_written, found.num_learnt, found.held_out) == (0, 0, None)
