"""Series of comparisons with a scripted engine on the real thread: order, ends, what is kept."""

import pytest

from app.compare.control import NO_QUESTION, CompareControl, SeriesEnd, Step
from app.compare.prompts import Plan, Prompt, PromptKind
from app.view_types import EngineState
from engine import Compare, NothingAllowed
from tests.app.conftest import MakeStage, Recorder, Stage
from tests.fakes import Gate, Script, ScriptedEngine

ONE = Prompt(kind=PromptKind.CODE, name="code-1", text="Write a loop.")
TWO = Prompt(kind=PromptKind.CHAT, name="chat-1", text="Why is bread stale?")
LAST = Prompt(kind=PromptKind.LAST, name="", text="")


def run(stage: Stage, plan: Plan) -> SeriesEnd:
    """Run a series to its end."""
    with stage.qtbot.waitSignal(stage.program.comparisons.ended, timeout=5000) as signal:
        stage.program.comparisons.start(plan)
    end = signal.args[0]
    assert isinstance(end, SeriesEnd)
    return end


def asked(stage: Stage) -> list[str]:
    """Give the last message of each comparison that was asked for."""
    commands = [command for command in stage.engine.commands if isinstance(command, Compare)]
    return [command.messages[-1].content for command in commands if command.messages]


def test_every_prompt_as_often_as_was_asked(make_stage: MakeStage) -> None:
    """Prompt by prompt, with one seed, up to the limit; the state stays busy in between."""
    stage = make_stage()
    stage.start()
    stage.program.controller.change_setting("seed", None)
    states = Recorder(stage.program.controller.state_changed)
    steps = Recorder(stage.program.comparisons.advanced)
    end = run(stage, Plan(prompts=(ONE, TWO), num_repeats=2, max_new_tokens=64))
    assert asked(stage) == [ONE.text, ONE.text, TWO.text, TWO.text]
    commands = [command for command in stage.engine.commands if isinstance(command, Compare)]
    assert len({command.sampling.seed for command in commands}) == 1
    assert commands[0].sampling.seed is not None
    assert {command.sampling.max_new_tokens for command in commands} == {64}
    numbers = [step.number for (step,) in steps.calls if isinstance(step, Step)]
    assert numbers == [1, 2, 3, 4]
    assert len(end.runs) == end.num_runs == 4
    assert end.problem == ""
    stage.wait_for(EngineState.READY)
    assert [state for (state,) in states.calls] == [EngineState.GENERATING, EngineState.READY]


def test_each_run_is_kept_with_its_figures(make_stage: MakeStage) -> None:
    """At once, in the file of this test's home; a second start finds them."""
    words = tuple(f" w{number}" for number in range(30))
    slow = Script(words=words, tokens_per_event=1, event_s=0.1)
    fast = Script(words=words, tokens_per_event=3, event_s=0.15)
    stage = make_stage(ScriptedEngine(scripts=[slow, fast]))
    stage.start()
    run(stage, Plan(prompts=(ONE,)))
    (kept,) = stage.program.comparisons.history.runs()
    assert kept.plain_tokens_per_s == pytest.approx(10.0)
    assert kept.speculative_tokens_per_s == pytest.approx(20.0)
    assert (kept.kind, kept.prompt) == (PromptKind.CODE, "code-1")
    assert kept.acceptance_rate == 1.0
    assert not kept.is_speculative_first
    stage.close()
    again = make_stage()
    again.start()
    assert again.program.comparisons.history.runs() == [kept]


def test_the_last_question_comes_with_its_chat(make_stage: MakeStage) -> None:
    """As it was asked; what is typed goes in its place, after all that was said."""
    stage = make_stage()
    stage.start()
    stage.send("one")
    stage.wait_for(EngineState.READY)
    assert stage.program.comparisons.last_question() == "one"
    run(stage, Plan(prompts=(LAST,)))
    typed = Prompt(kind=PromptKind.LAST, name="", text="two")
    stage.wait_for(EngineState.READY)
    run(stage, Plan(prompts=(typed,)))
    assert asked(stage) == ["one", "two"]
    last = stage.engine.commands[-1]
    assert isinstance(last, Compare)
    assert [message.content for message in last.messages] == ["one", "Once upon a time.", "two"]


def test_a_prompt_of_ones_own_stands_alone(make_stage: MakeStage) -> None:
    """Behind the system prompt only."""
    stage = make_stage()
    stage.start()
    stage.send("one")
    stage.wait_for(EngineState.READY)
    stage.program.controller.change_setting("system_prompt", "Be brief.")
    run(stage, Plan(prompts=(ONE,)))
    last = stage.engine.commands[-1]
    assert isinstance(last, Compare)
    assert [message.content for message in last.messages] == ["Be brief.", ONE.text]


def test_stop_keeps_what_is_done(make_stage: MakeStage) -> None:
    """The run under way is dropped, the whole one stays, and nothing more is asked."""
    gate = Gate()
    held = Script(gate=gate)
    stage = make_stage(ScriptedEngine(scripts=[Script(), Script(), held, held]))
    stage.start()
    control = stage.program.comparisons
    ends = Recorder(control.ended)
    with stage.qtbot.waitSignal(control.run_finished):
        control.start(Plan(prompts=(ONE,), num_repeats=3))
    stage.program.controller.stop()
    stage.qtbot.waitUntil(lambda: ends.has(1))
    (end,) = ends.calls[0]
    assert isinstance(end, SeriesEnd)
    assert (len(end.runs), end.num_runs) == (1, 3)
    assert len(control.history.runs()) == 1
    assert len(asked(stage)) == 2
    stage.wait_for(EngineState.READY)


def test_a_stop_between_two_runs_is_not_lost(make_stage: MakeStage) -> None:
    """It comes when a run is over and the next one has not begun: it never does."""
    stage = make_stage()
    stage.start()
    control = stage.program.comparisons
    control.run_finished.connect(lambda run: control.stop())
    end = run(stage, Plan(prompts=(ONE,), num_repeats=3))
    assert len(end.runs) == 1
    assert len(asked(stage)) == 1


def test_an_error_ends_the_series_in_words(make_stage: MakeStage) -> None:
    """What was whole before it stays."""
    scripts = [Script(), Script(), Script(error=NothingAllowed())]
    stage = make_stage(ScriptedEngine(scripts=scripts))
    stage.start()
    end = run(stage, Plan(prompts=(ONE, TWO)))
    assert len(end.runs) == 1
    assert end.problem != ""
    stage.wait_for(EngineState.READY)
    assert not stage.program.comparisons.is_running


def test_nothing_to_ask_is_said(make_stage: MakeStage) -> None:
    """An empty chat, an empty prompt, a model that is not there."""
    stage = make_stage()
    said = Recorder(stage.program.comparisons.refused)
    control: CompareControl = stage.program.comparisons
    control.start(Plan(prompts=(ONE,)))
    stage.start()
    control.start(Plan(prompts=(LAST,)))
    control.start(Plan(prompts=(Prompt(kind=PromptKind.OWN, name="", text="  "),)))
    assert [text for (text,) in said.calls][1:] == [NO_QUESTION, NO_QUESTION]
    assert asked(stage) == []


def test_a_shortest_reply_beats_the_limit(make_stage: MakeStage) -> None:
    """Or else the two settings would contradict each other."""
    stage = make_stage()
    stage.start()
    stage.program.controller.change_setting("min_new_tokens", 100)
    run(stage, Plan(prompts=(ONE,), max_new_tokens=64))
    last = stage.engine.commands[-1]
    assert isinstance(last, Compare)
    assert last.sampling.max_new_tokens == 100


def test_deleting_runs_is_told(make_stage: MakeStage) -> None:
    stage = make_stage()
    stage.start()
    run(stage, Plan(prompts=(ONE,), num_repeats=2))
    control = stage.program.comparisons
    first, second = control.history.runs()
    with stage.qtbot.waitSignal(control.history_changed):
        control.delete([first.id])
    assert control.history.runs() == [second]


def test_closing_while_it_runs_is_clean(make_stage: MakeStage) -> None:
    """Case 27: what is whole is kept, and nothing hangs."""
    gate = Gate()
    stage = make_stage(ScriptedEngine(scripts=[Script(gate=gate)]))
    stage.start()
    stage.program.comparisons.start(Plan(prompts=(ONE,), num_repeats=3))
    stage.close()
    assert stage.program.is_closed
