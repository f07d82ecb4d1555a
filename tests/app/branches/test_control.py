"""What is done with single messages, with a scripted engine on the real thread."""

from app.attachments.attachment import Attachment, FileKind
from app.branches.tree import ROOT
from app.view_types import EngineState, MessageStatus, MessageView
from engine import FinishReason, Generate, OutOfMemory, Role, SamplingRule
from tests.app.conftest import TARGET_ID, MakeStage, Recorder, Stage
from tests.fake_library import FakeEntry, FakeLibrary
from tests.fakes import Gate, Script, ScriptedEngine

FILE = Attachment(name="a.txt", kind=FileKind.TEXT, size_bytes=5, num_pages=0, text="inside\n")
CUT = Script(words=("Once", " upon"), reason=FinishReason.MAX_TOKENS, event_s=0.5)


def asked(stage: Stage) -> Generate:
    """Give what the engine was asked last."""
    return [command for command in stage.engine.commands if isinstance(command, Generate)][-1]


def contents(stage: Stage) -> list[str]:
    """Give the messages the engine was asked last."""
    return [message.content for message in asked(stage).messages]


def test_regenerating_stands_beside_and_the_old_one_comes_back(make_stage: MakeStage) -> None:
    """After a restart as well; and the next question follows what is shown."""
    stage = make_stage(
        ScriptedEngine(scripts=[Script(words=("first",)), Script(words=("second",))])
    )
    stage.start()
    first = stage.send("one")
    resets = Recorder(stage.program.controller.messages_reset)
    second = stage.finish_turn(lambda: stage.program.messages.regenerate(first.id))
    assert second.siblings == (first.id, second.id)
    assert [view.text for view in stage.views()] == ["one", "second"]
    [[views]] = resets.calls
    assert isinstance(views, list)
    assert [view.text for view in views] == ["one"]
    shown = Recorder(stage.program.messages.branch_shown)
    stage.program.messages.pick(first.id)
    [(views, at)] = shown.calls
    assert isinstance(views, list)
    assert ([view.text for view in views], at) == (["one", "first"], first.id)
    stage.send("two")
    assert contents(stage) == ["one", "first", "two"]
    stage.close()
    again = make_stage()
    again.start()
    assert [view.text for view in again.views()][:3] == ["one", "first", "two"]


def test_a_reply_in_the_middle_is_written_anew(make_stage: MakeStage) -> None:
    """It is asked with what stood before it only, and what followed stays with the old one."""
    stage = make_stage()
    stage.start()
    first = stage.send("one")
    stage.send("two")
    stage.program.controller.open_conversation(stage.program.controller.chats.summaries()[0].id)
    second = stage.finish_turn(lambda: stage.program.messages.regenerate(first.id))
    assert contents(stage) == ["one"]
    assert [view.id for view in stage.views()][1:] == [second.id]


def test_an_edited_message_is_sent_again_beside_the_old_one(make_stage: MakeStage) -> None:
    """The first of a chat as well, with its files; the draft's text is what was there."""
    stage = make_stage()
    stage.start()
    stage.finish_turn(lambda: stage.program.controller.send("one", [FILE]))
    stage.send("two")
    question = stage.views()[0]
    begun = Recorder(stage.program.messages.edit_begun)
    stage.program.messages.edit(question.id)
    assert begun.calls == [(question.id, "one", [FILE])]
    stage.finish_turn(lambda: stage.program.messages.resend(question.id, "uno", [FILE]))
    assert contents(stage) == ["Attached file: a.txt\n~~~\ninside\n~~~\n\nuno"]
    edited, reply = stage.views()
    assert edited.siblings == (question.id, edited.id)
    assert [file.name for file in edited.files] == ["a.txt"]
    assert reply.status is MessageStatus.COMPLETE


def test_up_edits_the_last_question(make_stage: MakeStage) -> None:
    """And nothing happens in a chat that has none."""
    stage = make_stage()
    stage.start()
    begun = Recorder(stage.program.messages.edit_begun)
    stage.program.messages.edit_last()
    assert begun.calls == []
    stage.send("one")
    stage.send("two")
    stage.program.messages.edit_last()
    assert begun.calls[0][1] == "two"


def test_a_cut_reply_goes_on_as_one_message(make_stage: MakeStage) -> None:
    """From its own ids, with its own settings and seed; figures of both parts add up."""
    rest = Script(words=(" a", " time"), event_s=0.25, prefill_s=9.0)
    stage = make_stage(ScriptedEngine(scripts=[CUT, rest]))
    stage.start()
    stage.program.controller.change_setting("max_new_tokens", 2)
    cut = stage.send("one")
    assert cut.reason is FinishReason.MAX_TOKENS
    whole = stage.finish_turn(lambda: stage.program.messages.go_on(cut.id))
    assert (whole.id, whole.text, whole.reason) == (cut.id, "Once upon a time", FinishReason.END)
    command = asked(stage)
    assert command.resume is not None
    assert [token.id for token in command.resume.tokens] == [100, 101]
    assert command.resume.prompt_ids == (11, 12, 13)
    assert command.sampling.max_new_tokens == 4
    # Drawn for it, since the settings name none: another one would be another reply.
    assert (cut.seed, command.sampling.seed) == (7, 7)
    assert command.sampling.rule is SamplingRule.COUPLED
    assert [message.content for message in command.messages] == ["one"]
    assert whole.stats is not None
    assert (whole.stats.num_tokens, whole.stats.time_to_first_token_s) == (4, 0.5)
    # One token in half a second, then one in a quarter: the long wait between them counts not.
    assert round(whole.stats.tokens_per_s, 3) == round(2 / 0.75, 3)
    answer = stage.views()[-1]
    assert answer == whole
    stage.program.messages.verify(whole.id)
    stage.wait_for(EngineState.READY)
    proof = stage.engine.commands[-1]
    assert getattr(proof, "reply_ids", ()) == (100, 101, 102, 103, 2)


def test_what_a_stopped_reply_had_is_there_while_it_goes_on(make_stage: MakeStage) -> None:
    """A second Stop keeps the longer one, and it can go on once more."""
    gate, later = Gate(), Gate()
    scripts = [Script(gate=gate), Script(words=(" B", " C"), gate=later)]
    stage = make_stage(ScriptedEngine(scripts=scripts))
    stage.start()
    controller = stage.program.controller
    with stage.qtbot.waitSignal(stage.program.turns.delta):
        controller.send("one")
        gate.let()
    controller.stop()
    stage.wait_for(EngineState.READY)
    stopped = stage.views()[-1]
    reopened = Recorder(stage.program.turns.message_reopened)
    with stage.qtbot.waitSignal(stage.program.turns.delta):
        stage.program.messages.go_on(stopped.id)
        later.let()
    [first, second] = [view for (view,) in reopened.calls if isinstance(view, MessageView)]
    assert (first.text, first.status) == ("Once", MessageStatus.GENERATING)
    assert second.text == "Once"
    controller.stop()
    stage.wait_for(EngineState.READY)
    assert (stage.views()[-1].text, stage.views()[-1].status) == ("Once B", MessageStatus.STOPPED)
    whole = stage.finish_turn(lambda: stage.program.messages.go_on(stopped.id))
    assert whole.text == "Once BOnce upon a time."


def test_going_on_that_fails_leaves_the_reply_as_it_was(make_stage: MakeStage) -> None:
    """What went wrong is told above; under the reply nothing has changed."""
    broken = Script(words=(), error=OutOfMemory(device="CPU"))
    stage = make_stage(ScriptedEngine(scripts=[CUT, broken]))
    stage.start()
    cut = stage.send("one")
    notices = Recorder(stage.program.controller.notice)
    after = stage.finish_turn(lambda: stage.program.messages.go_on(cut.id))
    assert after == cut == stage.views()[-1]
    assert notices.calls[0][0] == "error"


def test_a_reply_of_another_model_cannot_go_on(make_stage: MakeStage) -> None:
    """Its ids would mean other words; nothing is asked."""
    library = FakeLibrary(models=[FakeEntry(id=TARGET_ID), FakeEntry(id="other")])
    stage = make_stage(ScriptedEngine(scripts=[CUT]), library=library)
    stage.start()
    cut = stage.send("one")
    stage.program.models.load("other", None)
    stage.wait_for(EngineState.READY)
    notices = Recorder(stage.program.controller.notice)
    num_commands = len(stage.engine.commands)
    stage.program.messages.go_on(cut.id)
    assert TARGET_ID in str(notices.calls[0][1])
    assert len(stage.engine.commands) == num_commands
    assert stage.views()[-1] == cut


def test_deleting_with_what_follows_and_only_one(make_stage: MakeStage) -> None:
    """The question that is left can be answered again."""
    stage = make_stage()
    stage.start()
    first = stage.send("one")
    last = stage.send("two")
    messages = stage.program.messages
    assert messages.num_below(first.id) == 2
    shown = Recorder(messages.branch_shown)
    messages.delete(last.id, True)
    assert [view.text for view in stage.views()] == ["one", "Once upon a time.", "two"]
    question = stage.views()[-1]
    stage.finish_turn(lambda: messages.regenerate(question.id))
    assert [view.role for view in stage.views()][-2:] == [Role.USER, Role.ASSISTANT]
    messages.delete(question.id, False)
    messages.delete(first.id, True)
    messages.delete(stage.views()[0].id, False)
    assert stage.views() == []
    assert shown.calls[-1] == ([], ROOT)
    stage.send("anew")
    assert contents(stage) == ["anew"]


def test_nothing_is_rearranged_while_a_reply_grows(make_stage: MakeStage) -> None:
    """It is said why, and the reply comes to its end."""
    gate = Gate()
    stage = make_stage(ScriptedEngine(scripts=[Script(), Script(gate=gate)]))
    stage.start()
    first = stage.send("one")
    stage.program.controller.send("two")
    notices = Recorder(stage.program.controller.notice)
    messages = stage.program.messages
    messages.delete(first.id, False)
    messages.pick(first.id)
    messages.regenerate(first.id)
    messages.go_on(first.id)
    assert len(notices.calls) == 4
    gate.open()
    stage.wait_for(EngineState.READY)
    assert len(stage.views()) == 4


def test_an_interrupted_reply_goes_on_at_the_next_start(make_stage: MakeStage) -> None:
    """Case 29: what was there when the program ended is where it goes on."""
    gate = Gate()
    stage = make_stage(
        ScriptedEngine(scripts=[Script(gate=gate, ignores_stop=True)]), shutdown_ms=50
    )
    stage.start()
    with stage.qtbot.waitSignal(stage.program.turns.delta):
        stage.program.controller.send("one")
        gate.let()
    stage.close()
    gate.open()
    stage.program.engine.wait()
    engine = ScriptedEngine(scripts=[Script(words=(" there", " was"))])
    engine._texts[(100,)] = "Once"
    again = make_stage(engine)
    again.start()
    view = again.views()[-1]
    assert (view.text, view.status) == ("Once", MessageStatus.INTERRUPTED)
    again.program.controller.open_conversation(again.program.controller.chats.summaries()[0].id)
    whole = again.finish_turn(lambda: again.program.messages.go_on(view.id))
    assert whole.text == "Once there was"
    assert again.views()[-1] == whole
