"""The loop on table models: what it says, whatever drafts, and never anything else.

Greedy and coupled replies are compared id by id. Sampled ones are held against the table by
chi-square with fixed seeds, so a test passes or fails for good.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
import torch
from scipy.stats import chi2
from torch import Tensor

from engine.drafting.model import ModelDrafter
from engine.drafting.ngram import NgramDrafter
from engine.drafting.protocol import Drafter
from engine.errors import BadLogits
from engine.events import FinishReason, TokenSource, TokenStatus
from engine.params import SamplingParams, SamplingRule
from engine.sampling import Sampler
from tests.engine.replies import Reply, reply_to
from tests.table_models import PlannedDrafter, TableBackend, follows, table_model

PROMPT = [1, 2, 3, 1, 2, 4]
A, B, E, C, D = 5, 6, 7, 8, 9


def target(num_rows: int = 12, *, seed: int = 1) -> TableBackend:
    return TableBackend(num_rows=num_rows, seed=seed)


def draft(num_rows: int = 12, *, seed: int = 2, capacity: int = 4096) -> Drafter:
    """A draft that is often right: the target's table, shaken a little."""
    backend = TableBackend(num_rows=num_rows, seed=seed, spread=0.7, capacity=capacity)
    width = min(num_rows, 12)
    backend.table[:width, :width, :width] += target().table[:width, :width, :width]
    return ModelDrafter(table_model(backend))


def drafter_lists() -> list[list[Drafter]]:
    return [
        [NgramDrafter(min_length=1)],
        [draft()],
        [NgramDrafter(min_length=2), draft()],
        [ModelDrafter(table_model(target()))],
        [PlannedDrafter(lambda ids, num_tokens: [3] * num_tokens)],
    ]


def reply(
    drafters: Sequence[Drafter] = (),
    *,
    sampling: SamplingParams | None = None,
    num_draft_tokens: int | None = None,
    seed: int = 0,
    max_new_tokens: int = 40,
) -> Reply:
    return reply_to(
        table_model(target()),
        PROMPT,
        drafters=drafters,
        sampling=sampling or SamplingParams(),
        num_draft_tokens=num_draft_tokens,
        seed=seed,
        max_new_tokens=max_new_tokens,
    )


@pytest.mark.parametrize("num_draft_tokens", [None, 0, 1, 2, 3, 5, 8, 16])
@pytest.mark.parametrize(
    "sampling",
    [
        SamplingParams(),
        SamplingParams(repetition_penalty=1.4),
        SamplingParams(repetition_penalty=0.7),
        SamplingParams(temperature=0.9, rule=SamplingRule.COUPLED),
        SamplingParams(
            temperature=1.2, top_k=6, top_p=0.9, repetition_penalty=1.2, rule=SamplingRule.COUPLED
        ),
    ],
    ids=["greedy", "penalty", "reward", "coupled", "all"],
)
def test_every_drafter_and_lookahead_gives_the_plain_text(
    sampling: SamplingParams, num_draft_tokens: int | None
) -> None:
    for seed in (0, 1):
        plain = reply(sampling=sampling, seed=seed)
        assert (len(plain.ids), plain.num_drafted) == (40, 0)
        for drafters in drafter_lists():
            found = reply(drafters, sampling=sampling, num_draft_tokens=num_draft_tokens, seed=seed)
            assert found.ids == plain.ids
            assert [(t.id, t.start, t.end) for t in found.tokens] == [
                (t.id, t.start, t.end) for t in plain.tokens
            ]
            if num_draft_tokens:
                assert found.num_drafted > 0


def test_probabilities_are_those_of_plain_decoding() -> None:
    sampling = SamplingParams(repetition_penalty=1.3)
    plain, fast = reply(sampling=sampling), reply([draft()], sampling=sampling, num_draft_tokens=4)
    assert [token.probability for token in fast.tokens] == pytest.approx(
        [token.probability for token in plain.tokens]
    )


@pytest.mark.parametrize(("penalty", "expected"), [(1.4, [5, 6, 7, 8]), (0.7, [5, 5, 5, 5])])
def test_a_word_repeated_in_a_draft_is_judged_place_by_place(
    penalty: float, expected: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The draft says "hello hello hello"; and applying the penalty once to a run is caught."""
    backend = TableBackend(num_rows=12)
    # The same words after whatever came before, each a little less welcome than the last.
    backend.table[:] = torch.tensor([0.1] * 5 + [2.0, 1.9, 1.8, 1.7, 1.6, 1.5, 1.4])
    repeated = PlannedDrafter(lambda ids, num_tokens: [max(ids) + (penalty > 1)] * num_tokens)

    def run(drafters: Sequence[Drafter]) -> list[int]:
        return reply_to(
            table_model(backend),
            [1, 2],
            drafters=drafters,
            sampling=SamplingParams(repetition_penalty=penalty),
            num_draft_tokens=3,
            max_new_tokens=4,
        ).ids

    def at_once(self: Sampler, logits: Tensor, following: Sequence[int]) -> Tensor:
        return torch.stack([self.processors.apply(row, []) for row in logits])

    for _ in range(2):
        backend.ids.clear()
        assert run([]) == expected
        backend.ids.clear()
        assert run([repeated]) == expected
        backend.ids.clear()
    if penalty > 1:
        monkeypatch.setattr(Sampler, "process", at_once)
        assert run([repeated]) != expected


def transitions_p_value(ids: Sequence[int], backend: TableBackend, params: SamplingParams) -> float:
    """Hold each token, given the two before it, against the table.

    In a Markov chain the statistic over all contexts is chi-square, one degree less than the
    tokens possible for each context seen.
    """
    sampler = Sampler(params, seed=0, num_tokens=backend.num_rows)
    seen: Counter[tuple[int, int, int]] = Counter(zip(ids, ids[1:], ids[2:], strict=False))
    contexts: Counter[tuple[int, int]] = Counter(pairwise(ids[:-1]))
    statistic, degrees = 0.0, 0
    for (before, last), total in contexts.items():
        probs = sampler.distribution(backend.table[before, last].unsqueeze(0))[0].double()
        possible = probs.nonzero().squeeze(1).tolist()
        if total * float(probs[possible].min()) < 1:
            continue
        counts = np.array([seen[before, last, id] for id in possible])
        if counts.sum() != total:
            return 0.0
        expected = probs[possible].numpy() * total
        statistic += float(((counts - expected) ** 2 / expected).sum())
        degrees += len(possible) - 1
    assert degrees > 30
    return float(chi2.sf(statistic, degrees))


@pytest.mark.parametrize("num_draft_tokens", [0, 1, 2, 4])
def test_sampled_replies_follow_the_target(num_draft_tokens: int) -> None:
    params = SamplingParams(temperature=1.1, top_p=0.97)
    backend = TableBackend(num_rows=5, seed=4, spread=0.8)
    other = ModelDrafter(table_model(TableBackend(num_rows=5, seed=5, spread=0.8)))
    found = reply_to(
        table_model(backend),
        [1, 2],
        drafters=[other],
        sampling=params,
        num_draft_tokens=num_draft_tokens,
        seed=8,
        max_new_tokens=1500,
    )
    assert transitions_p_value([1, 2, *found.ids], backend, params) > 1e-3
    if num_draft_tokens:
        assert 0.2 < found.num_accepted / found.num_drafted < 0.9


def test_a_rule_that_always_accepts_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    params = SamplingParams(temperature=1.1, top_p=0.97)
    backend = TableBackend(num_rows=5, seed=4, spread=0.8)
    other = ModelDrafter(table_model(TableBackend(num_rows=5, seed=5, spread=0.8)))
    monkeypatch.setattr(Sampler, "uniform", lambda self: 0.0)
    monkeypatch.setattr(Sampler, "draw", lambda self, probs: int(torch.multinomial(probs, 1)))
    with torch.random.fork_rng():
        torch.manual_seed(0)
        found = reply_to(
            table_model(backend),
            [1, 2],
            drafters=[other],
            sampling=params,
            num_draft_tokens=2,
            max_new_tokens=1000,
        )
    assert transitions_p_value([1, 2, *found.ids], backend, params) < 1e-9


def test_an_end_id_inside_an_accepted_run_ends_the_reply() -> None:
    path = [*PROMPT, C, A, B, E, C, D]
    forced = dict(enumerate(path))
    right = PlannedDrafter(follows(path))
    backend = TableBackend(num_rows=12, forced=forced)
    model = table_model(backend)
    found = reply_to(model, PROMPT, drafters=[right], num_draft_tokens=8, end_ids={E})
    assert (found.ids, found.reason) == ([C, A, B, E], FinishReason.END)
    assert found.text == "".join(chr(97 + id) for id in (C, A, B))
    assert [token.status for token in found.tokens] == [TokenStatus.PLAIN] + [
        TokenStatus.ACCEPTED
    ] * 3
    assert list(model.ids) == [*PROMPT, C, A, B, E][: model.length]
    assert right.forgot_after[-1] == (*PROMPT, C, A, B, E)
    # Three of the five drafted tokens are in the reply: those alone are counted.
    assert (found.num_drafted, found.num_accepted) == (3, 3)


@pytest.mark.parametrize("end_ids", [{E}, set()])
def test_end_ids_in_the_prompt_end_nothing(end_ids: set[int]) -> None:
    """After "x E y" the target says x, the lookup proposes E, and the target wants z."""
    x, z = 1, 11
    found = reply_to(
        table_model(TableBackend(num_rows=12, forced={3: x, 4: z, 5: z})),
        [x, E, 2],
        drafters=[NgramDrafter(min_length=1)],
        num_draft_tokens=3,
        end_ids=end_ids,
        max_new_tokens=3,
    )
    assert (found.ids, found.reason) == ([x, z, z], FinishReason.MAX_TOKENS)
    assert (found.num_drafted, found.num_accepted) == (1, 0)


@pytest.mark.parametrize("limit", [1, 2, 3, 5])
def test_the_limit_is_exact_whatever_the_draft_offers(limit: int) -> None:
    plain = reply(max_new_tokens=20).ids
    right = PlannedDrafter(follows([*PROMPT, *plain]))
    found = reply([right], num_draft_tokens=8, max_new_tokens=limit)
    assert (found.ids, found.reason) == (plain[:limit], FinishReason.MAX_TOKENS)
    assert bool(right.calls) == (limit > 1 and limit != 2)
    assert all(wanted < limit for _, wanted in right.calls)


@pytest.mark.parametrize(("place", "reason"), [(4, FinishReason.END), (5, FinishReason.MAX_TOKENS)])
def test_an_end_id_beats_the_limit_only_inside_it(place: int, reason: FinishReason) -> None:
    path = [*PROMPT, 1, 2, 3, 1, 2, 3]
    path[len(PROMPT) + place] = E
    backend = TableBackend(num_rows=12, forced=dict(enumerate(path)))
    found = reply_to(
        table_model(backend),
        PROMPT,
        drafters=[PlannedDrafter(follows(path))],
        num_draft_tokens=8,
        end_ids={E},
        max_new_tokens=5,
    )
    assert (len(found.ids), found.reason) == (5, reason)


def test_the_first_row_of_a_draft_is_verified_too() -> None:
    backend = TableBackend(num_rows=4, forced=dict.fromkeys(range(3, 9), 2))
    wrong = PlannedDrafter(lambda ids, num_tokens: [1], source=TokenSource.NGRAM)
    found = reply_to(
        table_model(backend), [1, 1, 1], drafters=[wrong], num_draft_tokens=1, max_new_tokens=4
    )
    assert found.ids == [2, 2, 2, 2]
    assert (found.num_drafted, found.num_accepted) == (2, 0)
    assert {token.status for token in found.tokens[1:3]} == {TokenStatus.RECOVERED}


@pytest.mark.parametrize("temperature", [0.0, 1.0])
@pytest.mark.parametrize("rule", list(SamplingRule))
def test_padding_rows_are_never_said_and_never_drafted(
    temperature: float, rule: SamplingRule
) -> None:
    """Target 100 rows, tokenizer 97, draft 90; where the padding has the largest logits of all."""
    backend = TableBackend(num_rows=100, seed=1, num_known=97)
    small = TableBackend(num_rows=90, seed=2, num_known=85)
    # Tokens past the draft's rows, which it can neither read nor say.
    backend.forced = {position: 90 + position % 7 for position in range(8, 40, 3)}
    found = reply_to(
        table_model(backend),
        [95, 99, 2],
        drafters=[NgramDrafter(min_length=1), ModelDrafter(table_model(small))],
        sampling=SamplingParams(temperature=temperature, rule=rule),
        num_draft_tokens=4,
        num_tokens=97,
        max_new_tokens=80,
    )
    assert len(found.ids) == 80
    assert max(found.ids) < 97
    assert found.num_drafted > 0


def test_a_target_row_that_is_not_a_number_is_an_error_and_leaves_nothing_behind() -> None:
    backend = TableBackend(num_rows=12, seed=1, broken=frozenset({len(PROMPT) + 3}))
    for sampling in (SamplingParams(), SamplingParams(temperature=1.0)):
        for drafters in ([], [draft()]):
            model = table_model(backend)
            backend.ids.clear()
            with pytest.raises(BadLogits):
                reply_to(model, PROMPT, drafters=drafters, num_draft_tokens=4, sampling=sampling)
            assert model.length == len(backend.ids) == 0


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_a_draft_row_that_is_not_a_number_ends_the_draft_before_it(temperature: float) -> None:
    sampling = SamplingParams(temperature=temperature, rule=SamplingRule.COUPLED)
    plain = reply(sampling=sampling, max_new_tokens=12)
    # The first round drafts positions 7, 8 and 9, and then meets the row for the next.
    broken = TableBackend(num_rows=12, seed=1, broken=frozenset({len(PROMPT) + 4}))
    drafter = ModelDrafter(table_model(broken))
    found = reply([drafter], sampling=sampling, num_draft_tokens=4, max_new_tokens=12)
    assert found.ids == plain.ids
    assert [round.num_accepted for round in found.rounds] == [3, 4, 1]


@pytest.mark.usefixtures("expected_warnings")
@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_a_draft_that_is_never_a_number_is_left_out(temperature: float) -> None:
    sampling = SamplingParams(temperature=temperature)
    plain = reply(sampling=sampling, max_new_tokens=12)
    broken = TableBackend(num_rows=12, seed=1, broken=frozenset(range(100)))
    drafter = ModelDrafter(table_model(broken))
    found = reply([drafter], sampling=sampling, num_draft_tokens=4, max_new_tokens=12)
    assert (found.ids, found.num_drafted) == (plain.ids, 0)
    assert (broken.num_passes, drafter.model.length) == (1, 0)


def test_passes_are_timed_and_nothing_else_is() -> None:
    """By a clock that goes on by a second with each pass of the target, and by ten with each of a
    draft; what reads the prompt is no pass of a round."""
    for drafter in ("nobody", "model", "lookup"):
        ours, theirs = target(), TableBackend(num_rows=12, seed=1)
        drafters: dict[str, list[Drafter]] = {
            "nobody": [],
            "model": [ModelDrafter(table_model(theirs))],
            "lookup": [NgramDrafter(min_length=1)],
        }
        found = reply_to(
            table_model(ours),
            PROMPT,
            drafters=drafters[drafter],
            num_draft_tokens=3,
            max_new_tokens=20,
            clock=lambda: ours.num_passes + 10.0 * theirs.num_passes,  # noqa: B023
        )
        assert found.passes_s == ours.num_passes - 1 + 10 * theirs.num_passes
        assert (theirs.num_passes > 0) == (drafter == "model")
