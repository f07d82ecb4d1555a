"""The engine's loads: what is kept, what is refused and how it is told."""

import gc
import struct
import weakref
from contextlib import closing
from pathlib import Path

import pytest

from engine.commands import LoadModels, Unload
from engine.engine import Engine
from engine.errors import (
    BadModelFile,
    ModelNotFound,
    NoModelLoaded,
    OutOfMemory,
    Stopped,
    TokenizerMismatch,
    Unexpected,
)
from engine.events import Event, LoadProgress, ModelsLoaded, SpeculationChanged, Unloaded
from engine.models import loader
from engine.models.loader import LoadedModel
from engine.params import Controls, DeviceChoice, ModelSpec
from tests.engine.chats import ON_CPU, failure, finished, load, only, spec, turn, user


def test_a_load_tells_its_stages_and_what_there_is(
    engine: Engine, target: ModelSpec, draft: ModelSpec
) -> None:
    events = list(engine.handle(LoadModels(target=target, draft=draft, placement=ON_CPU)))
    stages = [event for event in events if isinstance(event, LoadProgress)]
    assert {event.model for event in stages} == {"target", "draft"}
    assert all(event.fraction is None or 0 <= event.fraction <= 1 for event in stages)
    loaded = only(ModelsLoaded, events)
    assert loaded.device_kind is DeviceChoice.CPU
    assert (loaded.target.spec, loaded.target.has_chat_template) == (target, True)
    assert loaded.draft is not None
    assert (loaded.draft.spec, loaded.draft_refusal) == (draft, None)
    assert (loaded.context_length, loaded.device) == (256, "CPU, 1 thread")


def test_a_missing_draft_is_told_and_the_chat_goes_on(
    engine: Engine, target: ModelSpec, folder: Path
) -> None:
    loaded = load(engine, target, spec(folder / "nowhere.gguf"))
    assert loaded.draft is None
    assert isinstance(loaded.draft_refusal, ModelNotFound)
    events = turn(engine, user("hello"))
    changes = [event for event in events if isinstance(event, SpeculationChanged)]
    assert [change.detail for change in changes] == [loaded.draft_refusal]
    assert finished(events).stats.num_tokens == 16


def test_a_draft_of_another_tokenizer_is_refused_before_it_is_loaded(
    engine: Engine, target: ModelSpec, other: ModelSpec
) -> None:
    events = list(engine.handle(LoadModels(target=target, draft=other, placement=ON_CPU)))
    loaded = only(ModelsLoaded, events)
    refusal = loaded.draft_refusal
    assert isinstance(refusal, TokenizerMismatch)
    assert (refusal.first_id, refusal.num_different > 0) == (256, True)
    assert {e.model for e in events if isinstance(e, LoadProgress)} == {"target"}
    assert finished(turn(engine, user("hello"))).stats.num_tokens == 16


def test_the_draft_is_exchanged_without_the_target_being_loaded_again(
    engine: Engine, target: ModelSpec, draft: ModelSpec
) -> None:
    load(engine, target)
    assert engine._target is not None
    held = engine._target.model
    for drafts in (draft, None, target, draft):
        events = list(engine.handle(LoadModels(target=target, draft=drafts, placement=ON_CPU)))
        assert engine._target.model is held
        stages = {event.model for event in events if isinstance(event, LoadProgress)}
        assert stages == ({drafts.name} if drafts else set())


def test_a_target_that_is_missing_or_hostile_leaves_the_old_pair_loaded(
    engine: Engine, target: ModelSpec, draft: ModelSpec, folder: Path
) -> None:
    loaded = load(engine, target, draft)
    assert loaded.draft is not None
    noise = folder / "noise.gguf"
    noise.write_bytes(b"GGUF" + struct.pack("<I", 3) + bytes([255]) * 200)
    for path, kind in ((folder / "nowhere.gguf", ModelNotFound), (noise, BadModelFile)):
        events = list(engine.handle(LoadModels(target=spec(path), placement=ON_CPU)))
        assert isinstance(failure(events), kind)
        assert len(events) == 1
        assert finished(turn(engine, user("hello"))).stats.num_drafted > 0


def test_stop_at_every_step_of_a_load_leaves_an_engine_that_works(
    target: ModelSpec, draft: ModelSpec
) -> None:
    num_steps = 0
    while True:
        engine, controls = Engine(), Controls()
        command = LoadModels(target=target, draft=draft, placement=ON_CPU, controls=controls)
        events: list[Event] = []
        with closing(engine.handle(command)) as run:
            for event in run:
                events.append(event)
                if len(events) > num_steps:
                    controls.stop.set()
        if isinstance(events[-1], ModelsLoaded):
            break
        assert isinstance(failure(events), Stopped)
        num_steps += 1
        load(engine, target, draft)
        assert finished(turn(engine, user("hello"))).stats.num_drafted > 0
    assert num_steps >= 4


def test_a_load_may_be_closed_half_way(engine: Engine, target: ModelSpec) -> None:
    with closing(engine.handle(LoadModels(target=target, placement=ON_CPU))) as run:
        next(run)
    assert isinstance(failure(turn(engine, user("hello"))), NoModelLoaded)
    load(engine, target)


def test_unloading_frees_and_loading_again_works(engine: Engine, target: ModelSpec) -> None:
    load(engine, target)
    assert list(engine.handle(Unload())) == [Unloaded()]
    assert isinstance(failure(turn(engine, user("hello"))), NoModelLoaded)
    load(engine, target)
    assert finished(turn(engine, user("hello"))).stats.num_tokens == 16


def test_a_draft_that_does_not_fit_in_memory_is_left_out_and_told(
    engine: Engine, target: ModelSpec, draft: ModelSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The draft goes first, never the context."""
    load(engine, target)
    monkeypatch.setattr(loader, "free_bytes", lambda device: 1_000_000)
    loaded = load(engine, target, draft)
    assert loaded.draft is None
    assert isinstance(loaded.draft_refusal, OutOfMemory)
    assert loaded.context_length == 256
    assert finished(turn(engine, user("hello"))).stats.num_tokens == 16


@pytest.mark.usefixtures("expected_warnings")
def test_a_fault_of_ours_in_the_draft_s_load_leaves_the_target(
    engine: Engine, target: ModelSpec, draft: ModelSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(engine, target)

    def break_down(*args: object, **kwargs: object) -> None:
        raise IndexError("a bug")

    monkeypatch.setattr(loader, "plan_context", break_down)
    loaded = load(engine, target, draft)
    assert isinstance(loaded.draft_refusal, Unexpected)
    assert "IndexError: a bug" in loaded.draft_refusal.traceback
    assert finished(turn(engine, user("hello"))).stats.num_tokens == 16


def test_changing_models_and_drafts_keeps_no_old_one_alive(
    engine: Engine, target: ModelSpec, draft: ModelSpec, other: ModelSpec
) -> None:
    """Never two copies of anything: what was replaced is gone before the load is over."""
    gone: list[weakref.ref[object]] = []
    for number in range(10):
        load(engine, (target, other)[number % 2], draft if number % 4 == 0 else None)
        turn(engine, user("hello"))
        gc.collect()
        assert [ref() for ref in gone] == [None] * len(gone)
        pair = (engine._target, engine._draft)
        gone += [weakref.ref(each.model.backend) for each in pair if isinstance(each, LoadedModel)]
        del pair
    assert list(engine.handle(Unload())) == [Unloaded()]
    gc.collect()
    assert [ref() for ref in gone] == [None] * len(gone)
