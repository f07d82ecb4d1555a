"""A reply that was cut goes on from its own tokens: as if it had never been cut (cases 12, 14, 18).

What was cut and resumed is compared with what was written in one go; greedy or coupled, so equal
means equal. The rejection rule's draws must not be those that made the beginning.
"""

from dataclasses import replace

import pytest

from engine.commands import Generate, Resume
from engine.engine import Engine
from engine.errors import BadParameter, PromptTooLong
from engine.events import (
    Event,
    FinishReason,
    TextDelta,
    TokenInfo,
    TurnFinished,
    TurnStarted,
)
from engine.lookahead import Lookahead
from engine.params import ContextPolicy, Controls, ModelSpec, SamplingParams, SamplingRule
from engine.turns import Turn, run_turn
from tests.engine.chats import answer, failure, finished, load, only, turn, user
from tests.engine.test_turns import PROMPT, TOKENIZER, text_ids
from tests.table_models import TableBackend, table_model

ASK = user("hello there, hello there")
SETTINGS = [
    SamplingParams(max_new_tokens=24),
    SamplingParams(max_new_tokens=24, repetition_penalty=1.3, frequency_penalty=0.7),
    SamplingParams(max_new_tokens=24, temperature=0.9, seed=5, rule=SamplingRule.COUPLED),
    SamplingParams(max_new_tokens=24, no_repeat_ngram=2, min_new_tokens=20),
]


def written(events: list[Event]) -> tuple[str, tuple[TokenInfo, ...]]:
    """Give what a window has in the end: what was resumed, and all that came after."""
    start = only(TurnStarted, events)
    deltas = [event for event in events if isinstance(event, TextDelta)]
    text = start.resumed_text + "".join(delta.text for delta in deltas)
    return text, start.resumed_tokens + tuple(t for delta in deltas for t in delta.tokens)


def resumed(engine: Engine, cut: list[Event], sampling: SamplingParams) -> list[Event]:
    """Go on with a reply."""
    start = only(TurnStarted, cut)
    command = Generate(
        turn_id=8,
        messages=(ASK,),
        sampling=replace(sampling, seed=start.seed),
        controls=Controls(num_draft_tokens=2),
        resume=Resume(start.prompt_ids, written(cut)[1]),
    )
    return list(engine.handle(command))


@pytest.mark.parametrize("sampling", SETTINGS)
@pytest.mark.parametrize("num_first", [1, 2, 7, 23])
def test_cut_and_resumed_is_the_same_reply(
    engine: Engine, target: ModelSpec, sampling: SamplingParams, num_first: int
) -> None:
    """Text, ids, offsets and penalties; and the figures count the whole of it."""
    load(engine, target, target)
    whole = turn(engine, ASK, sampling=sampling, max_new_tokens=24)
    least = min(sampling.min_new_tokens, num_first)
    shorter = replace(sampling, max_new_tokens=num_first, min_new_tokens=least)
    cut = turn(engine, ASK, sampling=shorter, max_new_tokens=num_first)
    assert finished(cut).reason is FinishReason.MAX_TOKENS
    again = resumed(engine, cut, sampling)
    end, expected = finished(again), finished(whole)
    assert (end.text, end.token_ids, end.reason) == (
        expected.text,
        expected.token_ids,
        expected.reason,
    )
    places = [[(t.id, t.start, t.end) for t in written(events)[1]] for events in (again, whole)]
    assert places[0] == places[1]
    assert written(again)[0] == end.text
    assert end.stats.num_tokens == expected.stats.num_tokens
    assert end.stats.num_prompt_tokens == expected.stats.num_prompt_tokens
    assert end.stats.num_first_tokens == num_first + 1


def test_the_next_turn_of_a_resumed_reply_is_that_of_an_uncut_one(
    engine: Engine, target: ModelSpec
) -> None:
    """Nothing of the cut is left in the cache."""
    load(engine, target, target)
    whole = finished(turn(engine, ASK, max_new_tokens=24))
    expected = finished(turn(engine, ASK, answer(whole), user("and then"))).token_ids
    cut = turn(engine, ASK, max_new_tokens=5)
    end = finished(resumed(engine, cut, SETTINGS[0]))
    again = turn(engine, ASK, answer(end), user("and then"))
    assert finished(again).token_ids == expected


def run(
    ids: list[int],
    *,
    resume: tuple[TokenInfo, ...] = (),
    length: int | None = None,
    stop: tuple[str, ...] = (),
) -> list[Event]:
    """Run a turn of a table that says these ids."""
    backend = TableBackend(num_rows=TOKENIZER.num_tokens, spread=1.0)
    backend.forced = dict(enumerate([*PROMPT, *ids]))
    turn = Turn(
        turn_id=1,
        pane=None,
        prompt=PROMPT,
        num_dropped_messages=0,
        target=table_model(backend),
        tokenizer=TOKENIZER,
        drafters=(),
        draft_refusal=None,
        lookahead=Lookahead(),
        sampling=SamplingParams(max_new_tokens=length, stop=stop),
        seed=3,
        stop=(),
        controls=Controls(),
        resumed=resume,
    )
    return list(run_turn(turn))


@pytest.mark.parametrize("cut_at", [1, 2, 3, 4, 5])
def test_a_character_that_was_cut_becomes_whole(cut_at: int) -> None:
    """Case 18: the mark that stood for its bytes is taken back before anything new is shown."""
    ids = text_ids("a\N{GRINNING FACE}b")
    first = run(ids, length=cut_at)
    second = run(ids, resume=written(first)[1], length=6)
    start = only(TurnStarted, second)
    assert "\ufffd" not in start.resumed_text
    assert written(second)[0] == finished(second).text == "a\N{GRINNING FACE}b"
    assert finished(second).token_ids == tuple(ids)


def test_a_stop_text_is_found_across_the_cut() -> None:
    """Case 4: what it was begun with is held again, and never comes back."""
    ids = text_ids("one</stop>two")
    first = run(ids, length=6, stop=("</stop>",))
    assert finished(first).text == "one</s"
    second = run(ids, resume=written(first)[1], length=13, stop=("</stop>",))
    assert only(TurnStarted, second).resumed_text == "one"
    end = finished(second)
    assert (end.text, end.reason) == ("one", FinishReason.STOP_STRING)


def test_stop_right_after_the_resume_keeps_what_there_was(
    engine: Engine, target: ModelSpec
) -> None:
    """No pass is run, and no figure claims one."""
    load(engine, target)
    cut = turn(engine, ASK, max_new_tokens=5)
    controls = Controls()
    controls.stop.set()
    start = only(TurnStarted, cut)
    command = Generate(
        turn_id=8, controls=controls, resume=Resume(start.prompt_ids, written(cut)[1])
    )
    end = finished(list(engine.handle(command)))
    assert (end.text, end.reason) == (finished(cut).text, FinishReason.STOPPED)
    assert (end.stats.num_tokens, end.stats.num_rounds, end.stats.tokens_per_s) == (5, 0, 0.0)


def test_a_whole_reply_is_refused() -> None:
    """Its end would have to be taken back."""
    ids = [*text_ids("ab"), next(iter(TOKENIZER.end_ids))]
    whole = run(ids)
    assert only(TurnFinished, whole).reason is FinishReason.END
    with pytest.raises(BadParameter):
        run(ids, resume=written(whole)[1])


def test_draws_are_not_those_that_made_the_beginning() -> None:
    """A flat table: the same draws would say the first token again, for every seed."""
    repeats = 0
    for seed in range(40):
        tokens: tuple[TokenInfo, ...] = ()
        for length in (1, 2):
            backend = TableBackend(num_rows=64, spread=0.0)
            turn = Turn(
                turn_id=1,
                pane=None,
                prompt=PROMPT,
                num_dropped_messages=0,
                target=table_model(backend),
                tokenizer=TOKENIZER,
                drafters=(),
                draft_refusal=None,
                lookahead=Lookahead(),
                sampling=SamplingParams(temperature=1.0, max_new_tokens=length),
                seed=seed,
                stop=(),
                controls=Controls(),
                resumed=tokens,
            )
            tokens = written(list(run_turn(turn)))[1]
        repeats += len(tokens) == 2 and tokens[0].id == tokens[1].id
    assert repeats < 10


def test_a_full_context_makes_room_and_goes_on(engine: Engine, target: ModelSpec) -> None:
    """Case 12: whole oldest turns go, the reply stays; where nothing may go, it is told."""
    loaded = load(engine, target)
    old = [user("hello there " * 40), answer(finished(turn(engine, ASK)))]
    cut = turn(engine, *old, ASK, max_new_tokens=10_000)
    assert finished(cut).reason is FinishReason.CONTEXT_FULL
    start = only(TurnStarted, cut)
    tokens = written(cut)[1][:40]
    room = loaded.context_length - len(start.prompt_ids)
    assert room > 0
    full = Resume(start.prompt_ids * (loaded.context_length // len(start.prompt_ids) + 1), tokens)
    command = Generate(turn_id=8, messages=(*old, ASK), resume=full)
    again = list(engine.handle(replace(command, sampling=SamplingParams(max_new_tokens=44))))
    begun = only(TurnStarted, again)
    assert begun.num_dropped_messages == 2
    assert finished(again).token_ids[:40] == tuple(token.id for token in tokens)
    assert len(finished(again).token_ids) > 40
    strict = SamplingParams(context_policy=ContextPolicy.REFUSE)
    error = failure(list(engine.handle(replace(command, sampling=strict))))
    assert isinstance(error, PromptTooLong)
