"""The state machine with a scripted engine on the real thread (cases 14, 22, 25, 28)."""

from functools import partial

import pytest

from app.errors import ChatsDamaged
from app.view_types import EngineState, MessageStatus, MessageView
from engine import (
    CompareFinished,
    Controls,
    FinishReason,
    Generate,
    LoadModels,
    Message,
    ModelNotFound,
    Role,
    SamplingParams,
    TextDelta,
    TokenizerMismatch,
    Unexpected,
)
from tests.app.conftest import TARGET_ID, MakeStage, Recorder, usage_of
from tests.fake_library import FakeEntry, FakeLibrary
from tests.fakes import Gate, Script, ScriptedEngine


def test_a_message_is_answered_and_kept(make_stage: MakeStage) -> None:
    """What was streamed, what was finished and what was kept are three roads to one text."""
    stage = make_stage()
    streamed = Recorder(stage.program.turns.delta)
    stage.start()
    view = stage.send("Tell me a story")

    assert view.text == "Once upon a time."
    assert view.status is MessageStatus.COMPLETE
    assert view.reason is FinishReason.END
    assert view.seed == 7
    deltas = [event for _, event in streamed.calls if isinstance(event, TextDelta)]
    assert "".join(delta.text for delta in deltas) == view.text
    question, answer = stage.views()
    assert (question.role, question.text) == (Role.USER, "Tell me a story")
    assert answer == view


def test_the_question_is_kept_before_the_engine_is_asked(make_stage: MakeStage) -> None:
    """The engine is held at its gate, so nothing it did can have kept the question."""
    gate = Gate()
    stage = make_stage(ScriptedEngine(scripts=[Script(gate=gate)]))
    stage.start()
    stage.program.controller.send("Are you there?")
    question, answer = stage.views()
    assert question.text == "Are you there?"
    assert answer.status is MessageStatus.GENERATING
    gate.open()
    stage.wait_for(EngineState.READY)


def test_the_next_turn_reuses_the_ids_of_the_target_that_wrote_them(
    make_stage: MakeStage,
) -> None:
    """With another target loaded the same history comes without ids, since they mean nothing."""
    library = FakeLibrary(models=[FakeEntry(id=TARGET_ID), FakeEntry(id="other")])
    stage = make_stage(library=library)
    stage.start()
    stage.send("one")
    stage.send("two")
    stage.program.models.load("other", None)
    stage.wait_for(EngineState.READY)
    stage.send("three")
    asked = [c for c in stage.engine.commands if isinstance(c, Generate)]
    assert [m.token_ids for m in asked[1].messages] == [None, (100, 101, 102, 103, 104, 2), None]
    assert [m.content for m in asked[1].messages] == ["one", "Once upon a time.", "two"]
    assert [m.token_ids for m in asked[2].messages] == [None] * 5


def test_stop_keeps_what_was_written_and_a_message_sent_at_once_is_answered(
    make_stage: MakeStage,
) -> None:
    """Case 14: Stop twice in mid-reply, then send before the engine can have answered."""
    gate = Gate()
    stage = make_stage(ScriptedEngine(scripts=[Script(gate=gate)]))
    stage.start()
    controller = stage.program.controller
    with stage.qtbot.waitSignal(stage.program.turns.delta):
        controller.send("one")
        gate.let()
    states = Recorder(controller.state_changed)
    controller.stop()
    controller.stop()
    finished = Recorder(stage.program.turns.message_finished)
    controller.send("two")
    assert states.calls == [(EngineState.STOPPING,), (EngineState.GENERATING,)]
    stage.qtbot.waitUntil(lambda: len(finished.calls) == 2)

    stopped, answered = (view for (view,) in finished.calls)
    assert isinstance(stopped, MessageView)
    assert isinstance(answered, MessageView)
    assert (stopped.text, stopped.status) == ("Once", MessageStatus.STOPPED)
    assert answered.status is MessageStatus.COMPLETE
    assert controller.state is EngineState.READY
    second = stage.engine.commands[-1]
    assert isinstance(second, Generate)
    # The stopped half of an answer is part of what the next one is asked with.
    assert [m.content for m in second.messages] == ["one", "Once", "two"]
    assert second.messages[1].token_ids == (100,)


def test_stop_while_a_message_waits_ends_both(make_stage: MakeStage) -> None:
    """The waiting turn is asked with its stop already set and so brings no word."""
    gate = Gate()
    stage = make_stage(ScriptedEngine(scripts=[Script(gate=gate)]))
    stage.start()
    controller = stage.program.controller
    finished = Recorder(stage.program.turns.message_finished)
    controller.send("one")
    controller.stop()
    controller.send("two")
    controller.stop()
    stage.wait_for(EngineState.READY)
    statuses = [view.status for (view,) in finished.calls if isinstance(view, MessageView)]
    assert statuses == [MessageStatus.STOPPED, MessageStatus.STOPPED]


def test_stop_during_a_load_leaves_it_in_peace(make_stage: MakeStage) -> None:
    """Case 14: a load that was stopped is no error and can be started again."""
    gate = Gate()
    engine = ScriptedEngine(load_gate=gate)
    stage = make_stage(engine)
    notices = Recorder(stage.program.controller.notice)
    stage.start(until=EngineState.LOADING)
    stage.program.controller.stop()
    stage.wait_for(EngineState.NO_MODEL)
    assert notices.calls == []
    gate.open()
    assert stage.program.models.load(TARGET_ID, None)
    stage.wait_for(EngineState.READY)


def test_a_message_while_loading_comes_back_with_a_reason(make_stage: MakeStage) -> None:
    """Nothing is kept of it, so that sending it again does not double it."""
    gate = Gate()
    stage = make_stage(ScriptedEngine(load_gate=gate))
    stage.start(until=EngineState.LOADING)
    refused = Recorder(stage.program.controller.send_refused)
    notices = Recorder(stage.program.controller.notice)
    stage.program.controller.send("too early")
    assert refused.calls == [("too early",)]
    assert len(notices.calls) == 1
    assert stage.program.controller.chats.summaries() == []
    gate.open()
    stage.wait_for(EngineState.READY)


def test_the_switch_reaches_the_running_turn(make_stage: MakeStage) -> None:
    """The engine is held between two events, so each sees the switch as it was set before."""
    gate = Gate()
    stage = make_stage(ScriptedEngine(scripts=[Script(gate=gate)]))
    stage.start()
    controller = stage.program.controller
    deltas = Recorder(stage.program.turns.delta)
    controller.send("one")
    gate.let()
    stage.qtbot.waitUntil(lambda: len(deltas.calls) == 1)
    controller.set_speculation(False)
    controller.set_lookahead(3)
    gate.open()
    stage.wait_for(EngineState.READY)
    assert stage.engine.speculate_seen == [True, False, False, False, False]
    command = stage.engine.commands[-1]
    assert isinstance(command, Generate)
    assert command.controls.num_draft_tokens == 3
    assert stage.program.settings.value("lookahead") == 3


def test_a_bug_in_the_engine_is_shown_and_the_next_turn_works(
    make_stage: MakeStage, expected_warnings: list[str]
) -> None:
    """Case 28; and the log has the place of it, but not the message that may quote the chat."""
    secret = "the user's own words"
    engine = ScriptedEngine(scripts=[Script(error=ZeroDivisionError(secret))])
    stage = make_stage(engine)
    bugs = Recorder(stage.program.controller.bug_found)
    stage.start()
    view = stage.send("one")
    assert view.status is MessageStatus.FAILED
    assert view.text == "Once upon a time."
    assert "ZeroDivisionError" in view.error
    assert stage.program.controller.state is EngineState.READY
    [(bug,)] = bugs.calls
    assert isinstance(bug, Unexpected)
    assert secret in bug.traceback
    assert "ZeroDivisionError" in expected_warnings[0]
    assert secret not in "".join(expected_warnings)
    assert stage.send("two").status is MessageStatus.COMPLETE


def test_a_draft_that_is_missing_is_never_silent(make_stage: MakeStage) -> None:
    """Case 22: the target is loaded alone, and the reason is told."""
    stage = make_stage()
    stage.start()
    notices = Recorder(stage.program.controller.notice)
    assert stage.program.models.load(TARGET_ID, "gone")
    stage.wait_for(EngineState.READY)
    [(kind, text)] = notices.calls
    assert kind == "notice"
    assert str(text).startswith("Speculation is off because")
    assert "gone" in str(text)
    load = stage.engine.commands[-1]
    assert isinstance(load, LoadModels)
    assert load.draft is None


def test_a_draft_that_does_not_fit_is_never_silent(make_stage: MakeStage) -> None:
    """Cases 21 and 22: the chat goes on plain, with the first id that differs on screen."""
    refusal = TokenizerMismatch(draft="draft", target="target", first_id=42, num_different=7)
    stage = make_stage(ScriptedEngine(draft_refusal=refusal))
    stage.start()
    states = Recorder(stage.program.controller.speculation_state)
    stage.program.models.load(TARGET_ID, "draft")
    stage.wait_for(EngineState.READY)
    assert "42" in str(states.calls[-1][0])
    assert stage.send("one").status is MessageStatus.COMPLETE


def test_a_load_that_fails_keeps_what_was_loaded(make_stage: MakeStage) -> None:
    """The next message is answered by the model that was there before."""
    stage = make_stage()
    stage.start()
    stage.engine.load_error = ModelNotFound("broken")
    notices = Recorder(stage.program.controller.notice)
    stage.program.models.load("draft", None)
    stage.wait_for(EngineState.READY)
    assert notices.calls[0][0] == "error"
    assert stage.send("one").status is MessageStatus.COMPLETE


def test_an_engine_that_cannot_be_opened_is_tried_again(
    make_stage: MakeStage, expected_warnings: list[str]
) -> None:
    """The first command fails with the reason, the thread lives on, the second one works."""
    tries: list[int] = []
    engine = ScriptedEngine()

    def open_engine() -> ScriptedEngine:
        tries.append(1)
        if len(tries) == 1:
            raise ImportError("a library is missing")
        return engine

    stage = make_stage(engine, open_engine=open_engine)
    bugs = Recorder(stage.program.controller.bug_found)
    stage.start(until=None)
    stage.qtbot.waitUntil(lambda: len(bugs.calls) == 1)
    assert stage.program.controller.state is EngineState.NO_MODEL
    stage.program.models.load(TARGET_ID, None)
    stage.wait_for(EngineState.READY)


@pytest.mark.parametrize("is_slow", [False, True])
def test_the_meter_shows_the_engines_own_speed(make_stage: MakeStage, is_slow: bool) -> None:
    """Case 25: five tokens every 250 ms after two seconds are 20 tokens/s and 2 s to the first.

    All times are the script's. A slow screen is one that sees nothing until all has happened:
    the figures have to be the same to the last bit.
    """
    gate = Gate()
    words = tuple(f" w{number}" for number in range(60))
    script = Script(words=words, tokens_per_event=5, prefill_s=2.0, event_s=0.25, gate=gate)
    stage = make_stage(ScriptedEngine(scripts=[script]))
    stage.start()
    speeds = Recorder(stage.program.turns.speed_changed)
    stage.program.controller.send("go")
    for number in range(1, 13):
        gate.let()
        if not is_slow:
            stage.qtbot.waitUntil(partial(speeds.has, number))
    gate.open()
    stage.wait_for(EngineState.READY)

    rates = [rate for _, rate, _ in speeds.calls]
    assert rates[0] == 0.0
    assert rates[1:] == pytest.approx([20.0] * 12)
    view = stage.views()[-1]
    assert view.stats is not None
    assert view.stats.tokens_per_s == pytest.approx(20.0)
    assert view.stats.time_to_first_token_s == 2.0


def test_plain_speed_is_claimed_only_once_it_was_measured(make_stage: MakeStage) -> None:
    """A drafted turn measures nothing; a plain one long enough does, and it lasts a restart."""
    words = tuple(f" w{number}" for number in range(40))
    drafted = Script(words=words, tokens_per_event=4, event_s=0.1)
    plain = Script(words=words, event_s=0.1, is_plain=True)
    short = Script(words=words[:5], event_s=0.01, is_plain=True)
    stage = make_stage(ScriptedEngine(scripts=[drafted, plain, short, drafted]))
    stage.start()
    speeds = Recorder(stage.program.turns.speed_changed)
    stage.send("one")
    assert {plain for _, _, plain in speeds.calls} == {None}
    stage.send("two")
    stage.send("three")
    assert speeds.calls[-1][2] == pytest.approx(10.0)
    stage.close()

    again = make_stage()
    again.start()
    speeds = Recorder(again.program.turns.speed_changed)
    again.send("four")
    assert speeds.calls[0][2] == pytest.approx(10.0)


@pytest.mark.parametrize("is_compared", [False, True])
def test_no_plain_speed_is_claimed_of_a_busy_computer(
    make_stage: MakeStage, monkeypatch: pytest.MonkeyPatch, is_compared: bool
) -> None:
    """Others took a fifth of it: a draft held against that would seem to bring far more."""
    monkeypatch.setattr("app.busy.read_usage", usage_of(others_share=0.2))
    words = tuple(f" w{number}" for number in range(40))
    plain = Script(words=words, event_s=0.1, is_plain=True)
    drafted = Script(words=words, tokens_per_event=4, event_s=0.1)
    stage = make_stage(ScriptedEngine(scripts=[plain, drafted, drafted]))
    stage.start()
    if is_compared:
        turns = stage.program.turns
        ended = Recorder(turns.compare_event)
        question = Message(Role.USER, "go")
        turns.compare((question,), sampling=SamplingParams(), controls=Controls())
        stage.qtbot.waitUntil(
            lambda: bool(ended.calls) and isinstance(ended.calls[-1][0], CompareFinished)
        )
    else:
        stage.send("one")
        stage.send("two")
    speeds = Recorder(stage.program.turns.speed_changed)
    stage.send("three")
    assert {plain for _, _, plain in speeds.calls} == {None}


def test_what_cannot_be_kept_is_told_and_given_back(
    make_stage: MakeStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Case 30 in kind: the text returns to the box, and the program goes on."""
    stage = make_stage()
    stage.start()
    controller = stage.program.controller
    refused = Recorder(controller.send_refused)

    def fail(*args: object, **kwargs: object) -> tuple[int, int, int]:
        raise ChatsDamaged("chats.db")

    with monkeypatch.context() as patch:
        patch.setattr(controller.chats, "add_turn", fail)
        controller.send("precious")
    assert refused.calls == [("precious",)]
    assert controller.state is EngineState.READY
    assert stage.send("precious").status is MessageStatus.COMPLETE
