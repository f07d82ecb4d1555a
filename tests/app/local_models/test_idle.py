"""Models that nobody uses are let go, and come back with the first letter of a message."""

from app.view_types import EngineState
from tests.app.conftest import MakeStage, Recorder, Stage


def rested(make_stage: MakeStage) -> Stage:
    """Start a program and let its timer run out."""
    stage = make_stage()
    stage.start()
    stage.program.controller.change_setting("unload_after_min", 5)
    assert stage.program.idle.timer.isActive()
    stage.program.idle.timer.setInterval(0)
    stage.wait_for(EngineState.NO_MODEL)
    return stage


def test_never_by_default(make_stage: MakeStage) -> None:
    stage = make_stage()
    stage.start()

    assert not stage.program.idle.timer.isActive()


def test_let_go_and_brought_back(make_stage: MakeStage) -> None:
    stage = rested(make_stage)
    assert stage.program.idle.is_asleep
    assert stage.program.models.loaded is None

    stage.program.idle.follow("H")

    stage.wait_for(EngineState.READY)
    assert stage.program.idle.timer.isActive()


def test_blanks_bring_nothing_back(make_stage: MakeStage) -> None:
    stage = rested(make_stage)

    stage.program.idle.follow(" \n")

    assert stage.program.idle.is_asleep


def test_a_message_waits_for_the_model(make_stage: MakeStage) -> None:
    stage = rested(make_stage)
    back = Recorder(stage.program.idle.back)

    stage.program.idle.hold()

    stage.wait_for(EngineState.READY)
    assert back.calls == [()]


def test_nothing_is_held_while_a_model_is_there(make_stage: MakeStage) -> None:
    stage = make_stage()
    stage.start()
    back = Recorder(stage.program.idle.back)

    stage.program.idle.hold()
    stage.send("hello")

    assert back.calls == []


def test_zero_keeps_it(make_stage: MakeStage) -> None:
    stage = make_stage()
    stage.start()
    stage.program.controller.change_setting("unload_after_min", 5)

    stage.program.controller.change_setting("unload_after_min", 0)

    assert not stage.program.idle.timer.isActive()


def test_the_timer_ends_with_the_program(make_stage: MakeStage) -> None:
    stage = make_stage()
    stage.start()
    stage.program.controller.change_setting("unload_after_min", 5)

    stage.close()

    assert not stage.program.idle.timer.isActive()
