"""Rounds judged where the logits lie: the same verdicts as by looking, and one look a round.

Decoders of fixed shapes on a processor stand in for a card, whose replays call again; where it
matters that nothing is looked at, tensors without values do, which refuse to be.
"""

from collections.abc import Callable, Iterator, Sequence

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from engine.device_ids import DeviceIds
from engine.device_rounds import DeviceRounds, draft_token, stays_on_device
from engine.drafting.model import ModelDrafter
from engine.drafting.ngram import NgramDrafter
from engine.drafting.protocol import Drafter, Proposal
from engine.errors import BadLogits
from engine.models.cached import CachedModel
from engine.models.cuda_graphs import GraphedDecoder
from engine.params import SamplingParams, SamplingRule
from engine.sampling import Sampler
from engine.verify import verify_draws
from tests.engine.replies import GREEDY, Reply, reply_to
from tests.recorders import CallingRecorder
from tests.table_models import PlannedDrafter
from tests.tiny_models import lean_decoder, near_copy, random_state, tiny_config

PROMPT = [5, 7, 5, 7, 5, 9, 3]
CONFIG = tiny_config()
STATE = random_state(CONFIG)
DRAFT_STATE = near_copy(STATE, share=0.15)
COUPLED = SamplingParams(temperature=0.8, rule=SamplingRule.COUPLED)
FILTERED = SamplingParams(
    temperature=1.3, top_k=40, top_p=0.9, min_p=0.01, rule=SamplingRule.COUPLED
)
REJECTION = SamplingParams(temperature=0.9, top_k=30, rule=SamplingRule.REJECTION)


def model(*, on_device: bool, is_draft: bool = False, kind: str = "float32") -> CachedModel:
    decoder = lean_decoder(CONFIG, DRAFT_STATE if is_draft else STATE, kind=kind)
    graphed = GraphedDecoder(decoder, recorder=CallingRecorder())
    return CachedModel(graphed if on_device else decoder, name="draft" if is_draft else "target")


def drafters(*, on_device: bool) -> dict[str, list[Drafter]]:
    draft = ModelDrafter(model(on_device=on_device, is_draft=True))
    return {
        "nobody": [],
        "model": [draft],
        "lookup": [NgramDrafter(min_length=1)],
        "both": [NgramDrafter(min_length=2), draft],
        "wrong": [PlannedDrafter(lambda ids, num_tokens: [3] * num_tokens)],
    }


def reply(
    *, on_device: bool, drafter: str, sampling: SamplingParams, num_draft_tokens: int | None = 4
) -> Reply:
    target = model(on_device=on_device)
    return reply_to(
        target,
        PROMPT,
        drafters=drafters(on_device=on_device)[drafter],
        sampling=sampling,
        num_draft_tokens=num_draft_tokens,
        max_new_tokens=40,
        # However often somebody looks at it.
        clock=lambda: float(target.length),
    )


@pytest.mark.parametrize("sampling", [GREEDY, COUPLED, FILTERED], ids=["greedy", "coupled", "all"])
@pytest.mark.parametrize("drafter", ["nobody", "model", "lookup", "both", "wrong"])
def test_the_text_is_that_of_rounds_that_are_looked_at(
    drafter: str, sampling: SamplingParams
) -> None:
    """And so are the counts and the probabilities of each token."""
    for num_draft_tokens in (1, 4, None):
        near, far = (
            reply(
                on_device=on_device,
                drafter=drafter,
                sampling=sampling,
                num_draft_tokens=num_draft_tokens,
            )
            for on_device in (False, True)
        )
        assert far.ids == near.ids
        assert far.rounds == near.rounds
        assert [token.status for token in far.tokens] == [token.status for token in near.tokens]
        assert [token.probability for token in far.tokens] == pytest.approx(
            [token.probability for token in near.tokens], rel=1e-3
        )


def test_rejection_drafts_are_accepted_and_a_turn_repeats_itself() -> None:
    first, again = (reply(on_device=True, drafter="model", sampling=REJECTION) for _ in range(2))
    assert first.ids == again.ids
    assert 0 < first.num_accepted < first.num_drafted


class Scripted(Sampler):
    """Draws the numbers it was given."""

    def __init__(self, params: SamplingParams, numbers: Sequence[float], num_tokens: int) -> None:
        super().__init__(params, seed=0, num_tokens=num_tokens)
        self._numbers: Iterator[float] = iter(numbers)

    def uniform(self) -> float:
        """Give the next one."""
        return next(self._numbers)


unit = st.floats(0.0, 1.0, exclude_max=True)


@settings(max_examples=150, deadline=None)
@given(st.data(), st.integers(0, 4), st.booleans(), st.integers(0, 2**31))
def test_the_rejection_rule_is_the_same_number_for_number(
    data: st.DataObject, num_drafted: int, has_probs: bool, seed: int
) -> None:
    """Rows with zeros, equal and disjoint ones, and a q that is no number."""
    generator = torch.Generator().manual_seed(seed)
    params = SamplingParams(temperature=1.0, rule=SamplingRule.REJECTION)
    numbers = data.draw(st.lists(unit, min_size=num_drafted + 1, max_size=num_drafted + 1))
    logits = torch.randn(num_drafted + 1, 6, generator=generator) * 2
    logits[torch.rand(logits.shape, generator=generator) < 0.3] = -1e9
    q = torch.softmax(torch.randn(num_drafted, 6, generator=generator), dim=1)
    if num_drafted:
        q[0] = data.draw(st.sampled_from([q[0], torch.softmax(logits[0], 0), q[0] * torch.nan]))
    ids = data.draw(st.lists(st.integers(0, 5), min_size=num_drafted, max_size=num_drafted))
    probs = q if has_probs and num_drafted else None
    sampler = Scripted(params, numbers, 6)
    rounds = DeviceRounds(model(on_device=True), sampler)
    judgement = rounds.finish(rounds.begin(logits, Proposal(ids, probs), position=3))
    assert judgement is not None
    left = iter(numbers)
    last = torch.tensor(numbers[-1], dtype=torch.float64)
    expected = verify_draws(
        sampler.distribution(logits),
        ids,
        draft_probs=probs,
        uniform=lambda: next(left),
        draw=lambda weights: int(sampler.draw_where(weights, last)),
    )
    assert judgement.verdict == expected


weight = st.just(0.0) | st.floats(2.0**-40, 5.0, width=32)


@settings(max_examples=100, deadline=None)
@given(st.lists(weight, min_size=2, max_size=8).filter(any), unit)
def test_a_draw_is_the_same_number_for_number(weights: list[float], number: float) -> None:
    probs = torch.tensor(weights)
    near = Scripted(COUPLED, [number], 8).draw(probs)
    far = Scripted(COUPLED, [], 8).draw_where(probs, torch.tensor(number, dtype=torch.float64))
    assert far.tolist() == [near]
    assert weights[near] > 0


def test_choices_are_the_same_for_many_rows_at_once() -> None:
    probs = torch.softmax(torch.randn(9, 500, generator=torch.Generator().manual_seed(1)), 1)
    probs[:, ::3] = 0
    sampler = Sampler(COUPLED, seed=77, num_tokens=500)
    expected = [sampler.choose(row, 40 + place) for place, row in enumerate(probs)]
    assert sampler.choose_each(probs, 40).tolist() == expected


def counted(name: str, looks: list[str]) -> Callable[..., object]:
    """Let a method of tensors note that it was called."""
    original = getattr(Tensor, name)

    def look(tensor: Tensor, *args: object) -> object:
        if tensor.numel() and tensor.dtype is not torch.float32:
            looks.append(name)
        found: object = original(tensor, *args)
        return found

    return look


def test_a_round_looks_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every way to look at a value is counted, but for the probabilities, already fetched."""
    target, draft = model(on_device=True), ModelDrafter(model(on_device=True, is_draft=True))
    looks: list[str] = []
    for name in ("tolist", "item", "__bool__", "__int__", "__float__", "nonzero"):
        monkeypatch.setattr(Tensor, name, counted(name, looks))
    found = reply_to(target, PROMPT, drafters=[draft], num_draft_tokens=3, max_new_tokens=30)
    assert found.num_accepted > 0
    assert looks == ["tolist"] * (1 + len(found.rounds))


@pytest.mark.parametrize("sampling", [GREEDY, FILTERED, REJECTION], ids=["greedy", "all", "draw"])
def test_nothing_is_looked_at_before_the_verdict(sampling: SamplingParams) -> None:
    """Drafting and judging run on tensors that have no values at all."""
    meta = torch.device("meta")
    sampler = Sampler(sampling, seed=1, num_tokens=90)
    number = None if sampler.has_choices else torch.empty((), dtype=torch.float64, device=meta)
    logits = torch.empty(4, 96, device=meta)
    id, probs, is_sound = draft_token(logits[:1], sampler, position=7, uniform=number)
    assert (id.shape, id.device, probs is None) == ((1,), meta, sampler.has_choices)
    target = model(on_device=True)
    assert isinstance(target.backend, GraphedDecoder)
    target.backend.rescore_each = lambda ids: torch.empty(ids.shape, device=meta)  # type: ignore[method-assign]
    ids = DeviceIds(torch.empty(3, dtype=torch.long, device=meta), is_sound=is_sound)
    proposal = Proposal(ids, None if probs is None else torch.stack([probs] * 3))
    pending = DeviceRounds(target, sampler).begin(logits, proposal, position=7)
    assert (pending.packed.shape, pending.packed.device) == ((1 + 3 + 1 + 5 * 4,), meta)


def test_a_crowd_of_ties_is_looked_at() -> None:
    """Ten ids with the largest logit: more than are rescored, and the lowest wins."""
    sampler = Sampler(GREEDY, seed=1, num_tokens=96)
    logits = torch.zeros(2, 96)
    logits[0, 20:30] = 9.0
    logits[1, 4] = 9.0
    target = model(on_device=True)
    assert isinstance(target.backend, GraphedDecoder)
    target.backend.decoder.hidden = torch.zeros(2, CONFIG.hidden_size)
    rounds = DeviceRounds(target, sampler)
    assert rounds.finish(rounds.begin(logits, Proposal([20]), position=3)) is None
    logits[0, 22:30] = 0.0
    judgement = rounds.finish(rounds.begin(logits, Proposal([20]), position=3))
    assert judgement is not None
    assert (judgement.verdict.num_accepted, judgement.num_near_ties) == (1, 1)
    assert judgement.verdict.next_id == 4


@pytest.mark.parametrize("sampling", [GREEDY, COUPLED, REJECTION])
def test_a_row_that_is_no_number_ends_the_turn(sampling: SamplingParams) -> None:
    target = model(on_device=True)
    assert isinstance(target.backend, GraphedDecoder)
    target.backend.decoder.weights.norm[:] = torch.nan  # type: ignore[index]
    with pytest.raises(BadLogits):
        reply_to(target, PROMPT, sampling=sampling)
    assert target.length == 0


def test_a_draft_of_no_numbers_is_left_out_after_its_first_round(
    expected_warnings: list[str],
) -> None:
    draft = ModelDrafter(model(on_device=True, is_draft=True))
    assert isinstance(draft.model.backend, GraphedDecoder)
    draft.model.backend.decoder.weights.norm[:] = torch.nan  # type: ignore[index]
    target = model(on_device=True)
    found = reply_to(target, PROMPT, drafters=[draft], num_draft_tokens=3, max_new_tokens=20)
    plain = reply(on_device=True, drafter="nobody", sampling=GREEDY)
    assert found.ids == plain.ids[:20]
    assert found.num_drafted == 3
    assert draft.model.length == 0
    assert len(expected_warnings) == 1


def test_what_a_draft_read_unseen_is_known_after_the_round() -> None:
    """Its cache holds the accepted sequence; nothing is read twice."""
    draft = ModelDrafter(model(on_device=True))
    sampler = Sampler(GREEDY, seed=1, num_tokens=96)
    proposal = draft.propose(PROMPT, 4, sampler=sampler, should_stop=lambda: False)
    assert isinstance(proposal.ids, DeviceIds)
    assert draft.model.length == len(PROMPT) + 3
    proposal.ids.tell([1, 2, 3, 4], was_sound=True)
    assert list(draft.model.ids) == [*PROMPT, 1, 2, 3]
    draft.model.crop_to(len(PROMPT) + 1)
    assert list(draft.model.ids) == [*PROMPT, 1]


def test_what_nobody_told_is_fetched_or_dropped() -> None:
    sampler = Sampler(GREEDY, seed=1, num_tokens=96)
    for length in (len(PROMPT) + 2, len(PROMPT), 3):
        draft = ModelDrafter(model(on_device=True))
        proposal = draft.propose(PROMPT, 4, sampler=sampler, should_stop=lambda: False)
        draft.model.crop_to(length)
        assert list(draft.model.ids) == [*PROMPT, *proposal.ids][:length]
        assert draft.model.backend.num_cached == draft.model.length == length


def test_stop_leaves_a_whole_cache_behind() -> None:
    draft = ModelDrafter(model(on_device=True))
    sampler = Sampler(GREEDY, seed=1, num_tokens=96)
    heard = iter([False, False, True])
    proposal = draft.propose(PROMPT, 4, sampler=sampler, should_stop=lambda: next(heard))
    assert not proposal.ids
    draft.forget_after(PROMPT)
    assert list(draft.model.ids) == PROMPT


def test_settings_that_look_at_the_text_look_at_the_rows_too() -> None:
    """Penalties go the other way, on a device as well; the text is that of plain decoding."""
    sampling = SamplingParams(repetition_penalty=1.3)
    target = model(on_device=True)
    assert not stays_on_device(target, Sampler(sampling, seed=1, num_tokens=96))
    assert stays_on_device(target, Sampler(GREEDY, seed=1, num_tokens=96))
    texts = [
        reply(on_device=on_device, drafter=drafter, sampling=sampling).ids
        for on_device, drafter in ((False, "nobody"), (True, "nobody"), (True, "model"))
    ]
    assert texts[0] == texts[1] == texts[2]


@pytest.mark.parametrize("kind", ["int4", "int8", "bfloat16"])
def test_packed_models_agree_with_themselves(kind: str) -> None:
    """Near-ties are rescored where the rows lie, or looked at where rows are dear to read."""
    target = model(on_device=True, kind=kind)
    draft = ModelDrafter(model(on_device=True, kind=kind))
    found = reply_to(target, PROMPT, drafters=[draft], num_draft_tokens=4, max_new_tokens=30)
    assert found.num_accepted > 0.6 * found.num_drafted
