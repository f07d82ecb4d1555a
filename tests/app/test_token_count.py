"""How long the prompt would be: asked when typing pauses, never in the way of a turn."""

import pytest

from app.view_types import CountTone, EngineState
from engine import CountTokens, EmptyPrompt, EngineError, Generate, PromptTooLong, Role
from tests.app.conftest import MakeStage, Recorder, Stage
from tests.fakes import Gate, Script, ScriptedEngine


def counts(stage: Stage) -> list[CountTokens]:
    return [command for command in stage.engine.commands if isinstance(command, CountTokens)]


def count(stage: Stage, text: str) -> tuple[object, ...]:
    """Type a text and wait for what is said of it."""
    with stage.qtbot.waitSignal(stage.program.counter.counted) as told:
        stage.program.counter.follow(text)
    args: tuple[object, ...] = tuple(told.args)
    return args


def test_what_is_typed_is_counted_with_the_chat(make_stage: MakeStage) -> None:
    """Question, answer and the new words; the scripted engine counts words."""
    stage = make_stage()
    stage.start()
    assert count(stage, "one") == ("1 token", CountTone.PLAIN)
    stage.send("one two")
    assert count(stage, "three") == ("7 tokens", CountTone.PLAIN)
    assert [m.role for m in counts(stage)[-1].messages] == [Role.USER, Role.ASSISTANT, Role.USER]
    assert count(stage, "  ") == ("", CountTone.PLAIN)


def test_a_new_chat_is_counted_with_its_system_prompt(make_stage: MakeStage) -> None:
    """It will be part of what is sent."""
    stage = make_stage()
    stage.start()
    stage.program.controller.change_setting("system_prompt", "Be very brief.")
    assert count(stage, "one") == ("4 tokens", CountTone.PLAIN)


@pytest.mark.parametrize(
    ("answer", "words", "tone"),
    [
        (1, "1 token \u00b7 the oldest message will be left out", CountTone.WARNS),
        (4, "1 token \u00b7 the 4 oldest messages will be left out", CountTone.WARNS),
        (
            PromptTooLong(num_tokens=9000, context_length=8192),
            "Too long: 9,000 tokens, and the model can hold 8,192 with its reply",
            CountTone.TOO_LONG,
        ),
        (EmptyPrompt(), "", CountTone.PLAIN),
    ],
)
def test_what_has_no_room_is_told_before(
    make_stage: MakeStage, answer: int | EngineError, words: str, tone: CountTone
) -> None:
    """A failed count is no failed load: the program stays as it is and no banner comes."""
    stage = make_stage(ScriptedEngine(count=answer))
    stage.start()
    notices = Recorder(stage.program.controller.notice)
    assert count(stage, "one") == (words, tone)
    assert notices.calls == []
    assert stage.program.controller.state is EngineState.READY
    assert stage.program.models.loaded is not None


def test_nothing_is_counted_while_a_reply_grows(make_stage: MakeStage) -> None:
    """The engine is held; the count comes when it is free, with the reply in it."""
    gate = Gate()
    stage = make_stage(ScriptedEngine(scripts=[Script(gate=gate)]))
    stage.start()
    stage.program.controller.send("one")
    stage.program.counter.follow("two")
    stage.program.counter._on_pause()
    assert counts(stage) == []
    with stage.qtbot.waitSignal(stage.program.counter.counted):
        gate.open()
        stage.wait_for(EngineState.READY)
    [command] = counts(stage)
    assert [m.content for m in command.messages] == ["one", "Once upon a time.", "two"]


def test_a_count_gives_way_to_a_turn(make_stage: MakeStage) -> None:
    """The engine is held in a turn; a count posted before another turn is left out."""
    gate = Gate()
    stage = make_stage(ScriptedEngine(scripts=[Script(gate=gate)]))
    stage.start()
    stage.program.controller.send("one")
    stage.program.engine.post(CountTokens(turn_id=99))
    stage.program.engine.post(Generate(turn_id=100))
    gate.open()
    stage.wait_for(EngineState.READY)
    stage.qtbot.waitUntil(lambda: isinstance(stage.engine.commands[-1], Generate))
    assert counts(stage) == []
