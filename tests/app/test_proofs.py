"""The proof from the button to the sentence that is kept, and every reason there is none."""

from dataclasses import replace

import pytest

from app.proofs import proof_command
from app.records import StoredTurn
from app.view_types import EngineState
from engine import (
    FinishReason,
    ModelInfo,
    ModelsLoaded,
    OutOfMemory,
    PromptTooLong,
    SamplingParams,
    VerifyReply,
)
from tests.app.conftest import TARGET_ID, MakeStage, Recorder
from tests.fake_library import FakeEntry, FakeLibrary, spec
from tests.fakes import Gate, Script, ScriptedEngine

LOADED = ModelsLoaded(
    target=ModelInfo(
        spec=spec("a"), kind="int4", num_parameters=1, size_bytes=1, has_chat_template=True
    ),
    draft=None,
    draft_refusal=None,
    device="",
    context_length=99,
    load_s=0.0,
)
TURN = StoredTurn(
    prompt_ids=(1, 2),
    token_ids=(3,),
    sampling=SamplingParams(temperature=0.5),
    seed=7,
    target_id="a",
    target_digest="digest-a",
)


def test_the_command_has_all_that_was_kept() -> None:
    """Ids, settings and seed of the turn, not those of now."""
    command = proof_command(TURN, loaded=LOADED, turn_id=5)
    assert isinstance(command, VerifyReply)
    assert (command.turn_id, command.prompt_ids, command.reply_ids) == (5, (1, 2), (3,))
    assert (command.sampling, command.seed) == (TURN.sampling, 7)


@pytest.mark.parametrize(
    ("turn", "word"),
    [
        (replace(TURN, prompt_ids=()), "not kept"),
        (replace(TURN, sampling=None), "not kept"),
        (replace(TURN, token_ids=()), "no tokens"),
        (replace(TURN, seed=None), "seed"),
        (replace(TURN, target_id="b", target_digest="digest-b"), "b wrote this reply"),
        (replace(TURN, target_id="b", target_digest=""), "b wrote this reply"),
    ],
)
def test_reasons(turn: StoredTurn, word: str) -> None:
    """What is missing is named."""
    why = proof_command(turn, loaded=LOADED, turn_id=5)
    assert isinstance(why, str)
    assert word in why


def test_a_file_under_another_name_is_the_same_model() -> None:
    """The digest decides where both are known; a greedy reply needs no seed."""
    turn = replace(TURN, target_id="renamed", seed=None, sampling=SamplingParams())
    assert isinstance(proof_command(turn, loaded=LOADED, turn_id=1), VerifyReply)


def test_without_a_model_there_is_no_proof() -> None:
    """And it is said."""
    assert "no model" in str(proof_command(TURN, loaded=None, turn_id=1))


def test_a_reply_is_verified_and_the_sentence_lasts(make_stage: MakeStage) -> None:
    """Progress, the verdict, the same verdict after a restart, and the engine free again."""
    stage = make_stage()
    stage.start()
    view = stage.send("one")
    told = Recorder(stage.program.turns.proof_changed)
    stage.program.messages.verify(view.id)
    assert stage.program.controller.state is EngineState.GENERATING
    stage.wait_for(EngineState.READY)
    sentence = told.calls[-1][1]
    assert told.calls[0] == (view.id, "Verifying\u2026", True)
    assert told.calls[-1] == (view.id, sentence, False)
    assert str(sentence).startswith("6 of 6 tokens are")
    command = stage.engine.commands[-1]
    assert isinstance(command, VerifyReply)
    assert command.prompt_ids == (11, 12, 13)
    assert command.reply_ids == (100, 101, 102, 103, 104, 2)
    assert command.seed == 7
    stage.close()
    again = make_stage()
    again.start()
    assert again.views()[-1].verdict == sentence


def test_what_a_stop_text_cut_is_proved_with_the_ids_that_were_written(
    make_stage: MakeStage,
) -> None:
    """The ids for the next turn are of the text that is left; the tokens are the model's own."""
    stage = make_stage(ScriptedEngine(scripts=[Script(reason=FinishReason.STOP_STRING)]))
    stage.start()
    view = stage.send("one")
    stage.program.messages.verify(view.id)
    stage.wait_for(EngineState.READY)
    command = stage.engine.commands[-1]
    assert isinstance(command, VerifyReply)
    assert command.reply_ids == tuple(token.id for token in view.tokens)


def test_stop_ends_a_proof_and_nothing_is_kept(make_stage: MakeStage) -> None:
    """Half a proof is told, not kept; the engine is held, so it cannot have been whole."""
    gate = Gate()
    stage = make_stage(ScriptedEngine(proof_gate=gate))
    stage.start()
    view = stage.send("one")
    told = Recorder(stage.program.turns.proof_changed)
    stage.program.messages.verify(view.id)
    gate.let(2)
    stage.qtbot.waitUntil(lambda: told.has(3))
    stage.program.controller.stop()
    assert stage.program.controller.state is EngineState.STOPPING
    stage.wait_for(EngineState.READY)
    assert "Stopped before the other 4" in str(told.calls[-1][1])
    assert stage.views()[-1].verdict == ""
    assert stage.send("two").text == "Once upon a time."


@pytest.mark.parametrize(
    "error", [PromptTooLong(num_tokens=9, context_length=8), OutOfMemory(device="CPU")]
)
def test_a_proof_that_fails_says_why(
    make_stage: MakeStage, error: PromptTooLong | OutOfMemory
) -> None:
    """Under the reply, and the program goes on."""
    stage = make_stage(ScriptedEngine(proof_error=error))
    stage.start()
    view = stage.send("one")
    told = Recorder(stage.program.turns.proof_changed)
    stage.program.messages.verify(view.id)
    stage.wait_for(EngineState.READY)
    assert str(told.calls[-1][1]).startswith("Cannot be verified: ")
    assert told.calls[-1][2] is False


def test_a_reply_of_another_model_says_so(make_stage: MakeStage) -> None:
    """Nothing is asked of the engine."""
    library = FakeLibrary(models=[FakeEntry(id=TARGET_ID), FakeEntry(id="other")])
    stage = make_stage(library=library)
    stage.start()
    view = stage.send("one")
    stage.program.models.load("other", None)
    stage.wait_for(EngineState.READY)
    told = Recorder(stage.program.turns.proof_changed)
    stage.program.messages.verify(view.id)
    [(message_id, why, is_running)] = told.calls
    assert (message_id, is_running) == (view.id, False)
    assert TARGET_ID in str(why)
    assert not any(isinstance(command, VerifyReply) for command in stage.engine.commands)


def test_thoughts_are_no_part_of_the_next_turn(make_stage: MakeStage) -> None:
    """Nor of what is copied; and how long they took is kept."""
    words = ("Hm", ".", "\n", "Two", ".")
    script = Script(words=words, num_thinking=2, prefill_s=1.0, event_s=0.5)
    stage = make_stage(ScriptedEngine(scripts=[script]))
    stage.start()
    view = stage.send("one plus one?")
    assert view.thinking_s == 0.5
    assert stage.program.messages.text_of(view.id) == "Two."
    assert stage.views()[-1] == view
    stage.send("sure?")
    asked = stage.engine.commands[-1]
    messages = getattr(asked, "messages", ())
    assert [(m.content, m.token_ids) for m in messages][1] == ("Two.", None)
