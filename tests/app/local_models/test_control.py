"""Questions are asked on threads, and only the answer to the newest one is told."""

from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from app.local_models.control import LocalModels
from app.local_models.tools import NO_TOOLS, LocalTools, Report
from engine import BadModelFile, ModelSpec, Placement, Stopped
from engine.importing import FoundLocally, Origin
from engine.pairing import DraftVerdict
from engine.planning import MemoryPlan
from tests.app.conftest import TARGET_ID, MakeStage, Recorder, Stage

PATH = Path("/models/a.gguf")


def local(stage: Stage, tools: LocalTools) -> LocalModels:
    program = stage.program
    return LocalModels(
        program.shelf,
        models=program.models,
        settings=program.settings,
        tools=tools,
        parent=program,
    )


def wait(stage: Stage, recorder: Recorder) -> tuple[object, ...]:
    stage.qtbot.waitUntil(lambda: recorder.has(1), timeout=5000)
    return recorder.calls[0]


def test_found(make_stage: MakeStage) -> None:
    found = [FoundLocally(origin=Origin.OLLAMA, name="a", path=PATH, size_bytes=1)]
    stage = make_stage()
    models = local(stage, replace(NO_TOOLS, find=lambda stop: found))
    told = Recorder(models.found)

    models.find()
    models.find()

    assert wait(stage, told) == (found,)


def test_a_plan_is_told_with_its_pair(make_stage: MakeStage) -> None:
    asked = []

    def plan(
        target: ModelSpec, draft: ModelSpec | None, placement: Placement, held_bytes: int
    ) -> MemoryPlan | None:
        asked.append((target.id, draft.id if draft else None, held_bytes))
        return None

    stage = make_stage()
    models = local(stage, replace(NO_TOOLS, plan=plan))
    told = Recorder(models.planned)

    models.plan(TARGET_ID, "draft")

    assert wait(stage, told) == (TARGET_ID, "draft", None)
    assert asked == [(TARGET_ID, "draft", 0)]


def test_what_cannot_be_planned_is_no_plan(make_stage: MakeStage) -> None:
    stage = make_stage()
    models = local(stage, NO_TOOLS)
    told = Recorder(models.planned)

    models.plan("nobody", None)

    assert wait(stage, told) == ("nobody", None, None)


def test_only_the_newest_target_is_judged(make_stage: MakeStage) -> None:
    gate = Event()

    def judge(target: ModelSpec, stop: Event) -> list[DraftVerdict]:
        if target.id == TARGET_ID:
            gate.wait(5)
        return []

    stage = make_stage()
    models = local(stage, replace(NO_TOOLS, judge=judge))
    told = Recorder(models.judged)

    models.judge(TARGET_ID)
    models.judge("draft")
    wait(stage, told)
    gate.set()
    stage.qtbot.waitUntil(lambda: not stage.program.shelf.is_busy, timeout=5000)

    assert told.calls == [("draft", [])]


def test_a_copy_that_is_stopped(make_stage: MakeStage) -> None:
    def copy(path: Path, name: str, report: Report, stop: Event) -> ModelSpec:
        report(1, 2)
        while not stop.is_set():
            gate.wait(0.01)
        raise Stopped()

    gate = Event()
    stage = make_stage()
    models = local(stage, replace(NO_TOOLS, copy=copy))
    copying, failed = Recorder(models.copying), Recorder(models.take_failed)

    models.take(PATH, name="a", copies=True)
    models.take(PATH, name="a", copies=True)
    wait(stage, copying)
    models.stop_taking(PATH)

    assert wait(stage, failed) == (PATH, None)
    assert len(copying.calls) == 1


@pytest.mark.parametrize("copies", [False, True])
def test_taken(make_stage: MakeStage, copies: bool) -> None:
    stage = make_stage()
    models = local(stage, NO_TOOLS)
    told = Recorder(models.taken)

    models.take(PATH, name="a", digest="d", copies=copies)

    assert wait(stage, told) == (PATH, "a")


def test_a_refusal_is_told(make_stage: MakeStage) -> None:
    error = BadModelFile(str(PATH), "it is empty")

    def take(path: Path, name: str, digest: str) -> ModelSpec:
        raise error

    stage = make_stage()
    models = local(stage, replace(NO_TOOLS, take=take))
    told = Recorder(models.take_failed)

    models.take(PATH)

    assert wait(stage, told) == (PATH, error)
