"""A comparison: two runs from one cache, their order, and an honest verdict."""

from dataclasses import dataclass

import pytest
import torch
from torch import Tensor

from engine.commands import Compare
from engine.compare import run_comparison
from engine.engine import Engine
from engine.events import (
    CompareFinished,
    Event,
    FinishReason,
    Pane,
    TextDelta,
    TurnEvent,
    TurnFinished,
    TurnStarted,
)
from engine.lookahead import Lookahead
from engine.params import Controls, ModelSpec, SamplingParams, SamplingRule
from engine.turns import Turn
from tests.engine.chats import finished, load, only, turn, user
from tests.table_models import PlannedDrafter, TableBackend, table_model
from tests.tiny_tokenizers import tiny_tokenizer


def compare(
    engine: Engine,
    *,
    sampling: SamplingParams | None = None,
    controls: Controls | None = None,
    stop_at: int | None = None,
) -> list[Event]:
    controls = controls or Controls(num_draft_tokens=3)
    command = Compare(
        turn_id=3,
        messages=(user("hello in the"),),
        sampling=sampling or SamplingParams(max_new_tokens=20),
        controls=controls,
    )
    events: list[Event] = []
    for event in engine.handle(command):
        events.append(event)
        if len(events) == stop_at:
            controls.stop.set()
    return events


def panes(events: list[Event]) -> list[Pane]:
    return [event.pane for event in events if isinstance(event, TurnFinished) and event.pane]


@pytest.mark.parametrize(
    "sampling",
    [
        SamplingParams(max_new_tokens=20),
        SamplingParams(max_new_tokens=20, temperature=0.9, seed=2, rule=SamplingRule.COUPLED),
    ],
    ids=["greedy", "coupled"],
)
def test_both_halves_say_the_same_from_the_same_start(
    engine: Engine, target: ModelSpec, draft: ModelSpec, sampling: SamplingParams
) -> None:
    load(engine, target, draft)
    turn(engine, user("hello in the"), max_new_tokens=4)
    events = compare(engine, sampling=sampling)
    starts = [event for event in events if isinstance(event, TurnStarted)]
    assert [start.pane for start in starts] == [Pane.PLAIN, Pane.SPECULATIVE]
    assert starts[0].num_reused_tokens == starts[1].num_reused_tokens > 0
    assert starts[0].seed == starts[1].seed
    texts = {
        pane: "".join(e.text for e in events if isinstance(e, TextDelta) and e.pane is pane)
        for pane in Pane
    }
    assert texts[Pane.PLAIN] == texts[Pane.SPECULATIVE] != ""
    verdict = events[-1]
    assert isinstance(verdict, CompareFinished)
    assert verdict.speculative is not None
    assert (verdict.first_difference, verdict.gap, verdict.is_whole) == (None, None, True)
    assert verdict.num_compared == verdict.plain.num_tokens == verdict.speculative.num_tokens
    assert verdict.plain.num_drafted == 0 < verdict.speculative.num_drafted
    assert verdict.is_sampled is not sampling.is_greedy
    assert verdict.ratio == pytest.approx(
        verdict.speculative.tokens_per_s / verdict.plain.tokens_per_s
    )


def test_which_half_goes_first_alternates(engine: Engine, target: ModelSpec) -> None:
    load(engine, target)
    orders = [panes(compare(engine)) for _ in range(3)]
    assert orders[0] == orders[2] == list(reversed(orders[1])) == [Pane.PLAIN, Pane.SPECULATIVE]


def test_the_speculation_switch_is_not_read(engine: Engine, target: ModelSpec) -> None:
    load(engine, target, target)
    for speculate in (False, True):
        controls = Controls(num_draft_tokens=3, speculate=speculate)
        verdict = compare(engine, controls=controls)[-1]
        assert isinstance(verdict, CompareFinished)
        assert verdict.speculative is not None
        assert verdict.speculative.num_drafted > 0 == verdict.plain.num_drafted


def test_stop_at_every_event_ends_with_a_verdict_that_says_so(
    engine: Engine, target: ModelSpec, draft: ModelSpec
) -> None:
    load(engine, target, draft)
    expected = finished(turn(engine, user("hello in the"), max_new_tokens=20)).token_ids
    whole = compare(engine)
    for place in range(1, len(whole), 3):
        events = compare(engine, stop_at=place)
        verdict = events[-1]
        assert isinstance(verdict, CompareFinished)
        assert not verdict.is_whole
        assert verdict.first_difference is None
        ends = [event.reason for event in events if isinstance(event, TurnFinished)]
        assert ends[-1] in (FinishReason.STOPPED, FinishReason.MAX_TOKENS, FinishReason.END)
        again = turn(engine, user("hello in the"), max_new_tokens=20)
        assert finished(again).token_ids == expected
    assert only(CompareFinished, whole).is_whole


@dataclass(slots=True, kw_only=True)
class Wavering(TableBackend):
    """A target whose arithmetic depends on the width: wide passes see one logit too high."""

    def forward(self, ids: Tensor, start: int, *, num_logits: int) -> Tensor:
        logits = TableBackend.forward(self, ids, start, num_logits=num_logits)
        if len(ids) > 1 and num_logits > 1:
            logits[0, 7] = 40.0
        return logits


def test_a_difference_is_placed_and_its_gap_measured() -> None:
    backend = Wavering(num_rows=12, seed=1)
    tokenizer = tiny_tokenizer()
    base = Turn(
        turn_id=1,
        pane=None,
        prompt=(1, 2, 3),
        num_dropped_messages=0,
        target=table_model(backend),
        tokenizer=tokenizer,
        drafters=[PlannedDrafter(lambda ids, num_tokens: [0] * (len(ids) == 8))],
        draft_refusal=None,
        lookahead=Lookahead(),
        sampling=SamplingParams(max_new_tokens=12),
        seed=0,
        stop=(),
        controls=Controls(num_draft_tokens=1),
    )
    events: list[TurnEvent] = list(run_comparison(base, speculative_first=False))
    verdict = events[-1]
    plain = next(e for e in events if isinstance(e, TurnFinished) and e.pane is Pane.PLAIN)
    assert isinstance(verdict, CompareFinished)
    # Five tokens stand after the prompt when the one draft is judged.
    assert (verdict.first_difference, verdict.num_compared) == (5, 5)
    row = backend.row_after([1, 2, 3, *plain.token_ids[:5]])
    best = torch.topk(row, 2).values
    assert verdict.gap == pytest.approx(float(best[0] - best[1]))
