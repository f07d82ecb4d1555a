"""The engine's turns, on whole tiny models in files.

What it says is compared with itself: plain with speculative, a chat that goes on with one begun
anew. Everything is seeded and greedy or coupled, so equal means equal.
"""

import subprocess
import sys
from contextlib import closing

import pytest
import torch

from engine.commands import Generate
from engine.drafting.model import ModelDrafter
from engine.engine import Engine
from engine.errors import BadLogits, EmptyPrompt, NoModelLoaded, PromptTooLong
from engine.events import (
    Event,
    FinishReason,
    PromptProgress,
    SpeculationReason,
    SpeculationState,
    TextDelta,
    TurnStarted,
)
from engine.models.decoder import Decoder
from engine.params import Controls, ModelSpec, SamplingParams, SamplingRule
from tests.engine.chats import answer, failure, finished, load, only, speculation, turn, user


def test_a_turn_tells_everything_once_and_in_order(engine: Engine, target: ModelSpec) -> None:
    load(engine, target)
    events = turn(engine, user("hello hello hello"))
    assert isinstance(events[0], TurnStarted)
    finish = finished(events)
    deltas = [event for event in events if isinstance(event, TextDelta)]
    assert "".join(delta.text for delta in deltas) == finish.text
    assert [token.id for delta in deltas for token in delta.tokens] == list(finish.token_ids)
    assert finish.stats.num_tokens == len(finish.token_ids) == 16
    assert events[0].num_prompt_tokens == len(events[0].prompt_ids)
    assert isinstance(events[1], PromptProgress)
    assert all(getattr(event, "turn_id", 7) == 7 for event in events)
    assert finish.stats == deltas[-1].stats


def test_the_text_is_the_same_with_and_without_any_draft(
    engine: Engine, target: ModelSpec, draft: ModelSpec
) -> None:
    """Greedy and coupled, bit for bit, since the products are packed; case 17 as well."""
    settings = [
        SamplingParams(),
        SamplingParams(repetition_penalty=1.3),
        SamplingParams(temperature=0.9, seed=5, rule=SamplingRule.COUPLED, top_p=0.95),
    ]
    ask = user("hello there, hello there, hello there")
    for sampling in settings:
        texts = []
        for drafts in (None, draft, target):
            load(engine, target, drafts)
            for count in (0, 1, 4, None):
                controls = Controls(num_draft_tokens=count)
                finish = finished(
                    turn(engine, ask, sampling=sampling, max_new_tokens=40, controls=controls)
                )
                texts.append((finish.text, finish.token_ids))
        assert len(set(texts)) == 1


def test_the_target_as_its_own_draft_is_always_accepted(engine: Engine, target: ModelSpec) -> None:
    load(engine, target, target)
    stats = finished(turn(engine, user("in the window"), max_new_tokens=60)).stats
    assert stats.num_drafted > 30
    assert stats.num_accepted == stats.num_drafted


def test_an_unrelated_draft_is_hardly_ever_accepted(
    engine: Engine, target: ModelSpec, draft: ModelSpec
) -> None:
    load(engine, target, draft)
    stats = finished(turn(engine, user("in"), max_new_tokens=60)).stats
    assert stats.num_drafted > 30
    assert stats.acceptance_rate < 0.3


@pytest.mark.parametrize("with_draft", [False, True])
def test_the_next_turn_reuses_all_that_is_the_same(
    engine: Engine, target: ModelSpec, draft: ModelSpec, with_draft: bool
) -> None:
    load(engine, target, draft if with_draft else None)
    first = turn(engine, user("hello in the"), max_new_tokens=20)
    started, finish = only(TurnStarted, first), finished(first)
    assert started.num_reused_tokens == 0
    history = (user("hello in the"), answer(finish), user("well"))
    again = turn(engine, *history, max_new_tokens=20)
    # All of the first prompt and of its reply but the last token, which nothing came after.
    reused = only(TurnStarted, again).num_reused_tokens
    assert reused == started.num_prompt_tokens + len(finish.token_ids) - 1
    assert finished(again).stats.num_reused_tokens == reused

    # Regenerate, edit an earlier message: as if the chat had been opened anew, but for the time.
    retold = finished(turn(engine, *history, max_new_tokens=20))
    assert retold.token_ids == finished(again).token_ids
    assert retold.stats.num_reused_tokens == retold.stats.num_prompt_tokens - 1
    edited = (user("hello in it"), answer(finish), user("well"))
    after_edit = turn(engine, *edited, max_new_tokens=20)
    assert 0 < only(TurnStarted, after_edit).num_reused_tokens < started.num_prompt_tokens
    fresh = Engine()
    load(fresh, target)
    assert finished(turn(fresh, *edited, max_new_tokens=20)).text == finished(after_edit).text


def test_two_chats_do_not_disturb_each_other(engine: Engine, target: ModelSpec) -> None:
    load(engine, target, target)
    sampling = SamplingParams(temperature=1.0, seed=3)
    first = finished(turn(engine, user("in the"), sampling=sampling))
    turn(engine, user("something else"), sampling=sampling)
    assert finished(turn(engine, user("in the"), sampling=sampling)).token_ids == first.token_ids


def test_the_global_random_state_is_neither_read_nor_moved(
    engine: Engine, target: ModelSpec, draft: ModelSpec
) -> None:
    load(engine, target, draft)
    texts = []
    for seed in (0, 1):
        torch.manual_seed(seed)
        before = torch.random.get_rng_state()
        texts.append(
            finished(
                turn(engine, user("in"), sampling=SamplingParams(temperature=1.0, seed=9))
            ).text
        )
        assert torch.equal(torch.random.get_rng_state(), before)
    assert texts[0] == texts[1]


def test_a_seed_that_was_drawn_is_told_and_repeats_the_turn(
    engine: Engine, target: ModelSpec
) -> None:
    load(engine, target)
    first = turn(engine, user("in"), sampling=SamplingParams(temperature=1.0))
    seed = only(TurnStarted, first).seed
    assert (
        only(TurnStarted, turn(engine, user("in"), sampling=SamplingParams(temperature=1.0))).seed
        != seed
    )
    assert (
        finished(turn(engine, user("in"), sampling=SamplingParams(temperature=1.0, seed=seed))).text
        == finished(first).text
    )


@pytest.mark.usefixtures("expected_warnings")
def test_a_draft_that_raises_in_mid_turn_costs_no_reply(
    engine: Engine, target: ModelSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(engine, target)
    plain = finished(turn(engine, user("hello"), max_new_tokens=20))
    load(engine, target, target)
    propose = ModelDrafter.propose
    calls: list[int] = []

    def fail(self: ModelDrafter, *args: object, **kwargs: object) -> object:
        calls.append(1)
        if len(calls) == 3:
            raise RuntimeError("a draft that breaks")
        return propose(self, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(ModelDrafter, "propose", fail)
    events = turn(engine, user("hello"), max_new_tokens=20)
    assert speculation(events)[-1] == (SpeculationState.ON, SpeculationReason.DRAFT_FAILED)
    assert finished(events).token_ids == plain.token_ids
    assert len(calls) == 3
    # The next turn tries it again.
    assert speculation(turn(engine, user("hello")))[-1][0] is SpeculationState.ON


def test_values_that_are_no_numbers_are_an_error_and_the_next_turn_works(
    engine: Engine, target: ModelSpec, draft: ModelSpec
) -> None:
    load(engine, target, draft)
    expected = finished(turn(engine, user("hello")))
    assert engine._target is not None
    decoder = engine._target.model.backend
    assert isinstance(decoder, Decoder)
    # From the first layer on, so that what is cached is no number either.
    kept = decoder.turns.clone()
    decoder.turns[:] = torch.nan
    assert isinstance(failure(turn(engine, user("hello there"))), BadLogits)
    decoder.turns[:] = kept
    assert finished(turn(engine, user("hello"))).token_ids == expected.token_ids


@pytest.mark.parametrize("count", [0, 1, 8])
def test_a_reply_may_fill_the_context_to_the_brim(
    engine: Engine, target: ModelSpec, draft: ModelSpec, count: int
) -> None:
    load(engine, target, draft)
    assert engine._target is not None
    endless = SamplingParams(
        logit_bias=tuple((id, -100.0) for id in engine._target.tokenizer.end_ids)
    )
    events = turn(
        engine,
        user("x " * 60),
        sampling=endless,
        max_new_tokens=None,
        controls=Controls(num_draft_tokens=count),
    )
    finish = finished(events)
    assert finish.reason is FinishReason.CONTEXT_FULL
    assert finish.stats.num_context_tokens == 256
    # The chat can go on: its oldest turn is left out.
    again = turn(engine, user("x " * 60), answer(finish), user("so"), sampling=endless)
    assert only(TurnStarted, again).num_dropped_messages == 2
    assert finished(again).stats.num_tokens == 16


def test_prompts_that_cannot_be_answered_are_told_before_anything_is_run(
    engine: Engine, target: ModelSpec
) -> None:
    assert isinstance(failure(turn(engine, user("hello"))), NoModelLoaded)
    load(engine, target)
    assert isinstance(failure(turn(engine, user("x " * 300))), PromptTooLong)
    assert isinstance(failure(turn(engine, raw="x " * 300)), PromptTooLong)
    for events in (turn(engine), turn(engine, user(" \n")), turn(engine, raw="")):
        assert isinstance(failure(events), EmptyPrompt)
        assert len(events) == 1
    assert engine._target is not None
    assert engine._target.model.length == 0
    assert finished(turn(engine, raw="hello")).stats.num_tokens == 16


def test_stop_at_every_event_keeps_the_turn_and_the_next_one_right(
    engine: Engine, target: ModelSpec, draft: ModelSpec
) -> None:
    """By the flag and by closing; then the same again at once, with nothing forgotten."""
    load(engine, target, draft)
    whole = turn(engine, user("hello in the"), max_new_tokens=10)
    expected = finished(whole)
    for by_closing in (False, True):
        for place in range(len(whole)):
            controls = Controls(num_draft_tokens=3, show_proposed=True)
            command = Generate(
                turn_id=place,
                messages=(user("hello in the"),),
                sampling=SamplingParams(max_new_tokens=10),
                controls=controls,
            )
            events: list[Event] = []
            with closing(engine.handle(command)) as run:
                for event in run:
                    events.append(event)
                    if len(events) == place + 1:
                        controls.stop.set()
                        if by_closing:
                            break
            if not by_closing:
                stopped = finished(events)
                # Bytes that form no character are kept as the character they are shown as.
                if "\ufffd" not in stopped.text:
                    assert stopped.token_ids == expected.token_ids[: len(stopped.token_ids)]
                assert expected.text.startswith(stopped.text)
            assert (
                finished(turn(engine, user("hello in the"), max_new_tokens=10)).token_ids
                == expected.token_ids
            )


def test_importing_the_engine_loads_no_torch_and_no_window() -> None:
    """In a process of its own; listing models needs none of it either."""
    code = (
        "import sys, engine, engine.__main__ as console\n"
        "code = console.main(['models', 'list'])\n"
        "heavy = {'torch', 'transformers', 'PySide6', 'app'} & set(sys.modules)\n"
        "sys.exit(f'loaded {heavy}, code {code}' if heavy or code else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
