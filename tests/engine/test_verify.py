"""The rejection rule is exact, and the ways to get it wrong are caught by the same test.

Each statistical test fixes its seeds, so it passes or fails for good; the thresholds (1e-3 for the
right rule, 1e-9 for a wrong one) leave no room for a wrong rule that is merely lucky.
"""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare
from torch import Tensor

from engine.events import TokenStatus
from engine.params import SamplingParams
from engine.sampling import Sampler
from engine.verify import Verdict, verify_choices, verify_draws

Random = np.random.Generator
Rule = Callable[[Tensor, Tensor, Random], int]
PARAMS = SamplingParams(temperature=0.7, top_k=2)
# Of the draft's raw mass 40 % lies outside its top two, which are the target's as well.
TARGET = torch.tensor([[1.0, 0.6, 0.2, -0.5, -1.0]])
DRAFT = torch.tensor([[0.9, 1.3, 0.55, 0.4, -0.4]])


def draw_from(weights: Tensor, random: Random) -> int:
    cumulative = np.cumsum(weights.double().numpy())
    return int(np.searchsorted(cumulative, random.random() * cumulative[-1], side="right"))


def judge(p: Tensor, ids: Sequence[int], q: Tensor | None, random: Random) -> Verdict:
    return verify_draws(
        p,
        ids,
        draft_probs=q,
        uniform=random.random,
        draw=lambda weights: draw_from(weights, random),
    )


def first_token(p: Tensor, q: Tensor, drafted: int, random: Random) -> int:
    verdict = judge(torch.cat((p, p)), [drafted], q, random)
    return drafted if verdict.num_accepted else verdict.next_id


def right(p: Tensor, q: Tensor, random: Random) -> int:
    return first_token(p, q, draw_from(q[0], random), random)


def p_value(rule: Rule, p: Tensor, q: Tensor, *, num_draws: int) -> float:
    """Hold a rule's first tokens against p by chi-square; 0 if one comes that p excludes."""
    random = np.random.default_rng(1)
    counts: npt.NDArray[np.int64] = np.zeros(p.shape[1], dtype=np.int64)
    for _ in range(num_draws):
        counts[rule(p, q, random)] += 1
    expected = p[0].double().numpy() / float(p[0].double().sum()) * num_draws
    possible = expected > 0
    if counts[~possible].any():
        return 0.0
    return float(chisquare(counts[possible], expected[possible]).pvalue)


def distributions(params: SamplingParams = PARAMS) -> tuple[Tensor, Tensor]:
    sampler = Sampler(params, seed=0, num_tokens=TARGET.shape[1])
    return sampler.distribution(TARGET), sampler.distribution(DRAFT)


def test_first_tokens_match_the_processed_target() -> None:
    raw = torch.softmax(DRAFT / 0.7, dim=1)
    p, q = distributions()
    assert float(raw[0].topk(2).values.sum()) < 0.7
    assert p_value(right, p, q, num_draws=50_000) > 1e-3


def test_reporting_another_q_than_the_token_was_drawn_from_is_caught() -> None:
    raw = torch.softmax(DRAFT / 0.7, dim=1)

    def wrong(p: Tensor, q: Tensor, random: Random) -> int:
        return first_token(p, raw, draw_from(q[0], random), random)

    assert p_value(wrong, *distributions(), num_draws=50_000) < 1e-9


def _always_accept(p: Tensor, q: Tensor, random: Random) -> int:
    return draw_from(q[0], random)


def _residual_is_p(p: Tensor, q: Tensor, random: Random) -> int:
    drafted = draw_from(q[0], random)
    if random.random() * float(q[0, drafted]) < float(p[0, drafted]):
        return drafted
    return draw_from(p[0], random)


def _softmax_of_the_residual(p: Tensor, q: Tensor, random: Random) -> int:
    drafted = draw_from(q[0], random)
    if random.random() * float(q[0, drafted]) < float(p[0, drafted]):
        return drafted
    return draw_from(torch.softmax((p[0] - q[0]).clamp(min=0), dim=0), random)


def _discard_what_is_unlikely(p: Tensor, q: Tensor, random: Random) -> int:
    drafted = draw_from(q[0], random)
    if float(q[0, drafted]) < 0.25:
        return draw_from(p[0], random)
    return first_token(p, q, drafted, random)


def _one_uniform_for_both(p: Tensor, q: Tensor, random: Random) -> int:
    uniform = random.random()
    cumulative = np.cumsum(q[0].double().numpy())
    drafted = int(np.searchsorted(cumulative, uniform * cumulative[-1], side="right"))
    verdict = verify_draws(
        torch.cat((p, p)),
        [drafted],
        draft_probs=q,
        uniform=lambda: uniform,
        draw=lambda weights: draw_from(weights, random),
    )
    return drafted if verdict.num_accepted else verdict.next_id


CONTROLS: list[Rule] = [
    _always_accept,
    _residual_is_p,
    _softmax_of_the_residual,
    _discard_what_is_unlikely,
    _one_uniform_for_both,
]


@pytest.mark.parametrize("wrong", CONTROLS, ids=lambda rule: rule.__name__.strip("_"))
def test_biased_rules_are_caught(wrong: Rule) -> None:
    p, q = distributions(SamplingParams(temperature=0.7))
    assert p_value(right, p, q, num_draws=10_000) > 1e-3
    assert p_value(wrong, p, q, num_draws=10_000) < 1e-9


@pytest.mark.parametrize("num_drafted", [1, 2, 4])
def test_whole_runs_follow_the_target(num_drafted: int) -> None:
    """Pairs of neighbouring tokens of a run, where each position has a distribution of its own."""
    random = np.random.default_rng(2)
    generator = torch.Generator().manual_seed(3)
    p = torch.softmax(torch.randn(num_drafted + 1, 3, generator=generator), dim=1)
    q = torch.softmax(torch.randn(num_drafted, 3, generator=generator), dim=1)
    counts = np.zeros((3, 3), dtype=np.int64)
    for _ in range(12_000):
        drafted = [draw_from(row, random) for row in q]
        verdict = judge(p, drafted, q, random)
        run = [*drafted[: verdict.num_accepted], verdict.next_id]
        # What a shorter run leaves open is drawn by the next rounds, without a draft here.
        run += [draw_from(p[place], random) for place in range(len(run), 2)]
        counts[run[0], run[1]] += 1
    expected = torch.outer(p[0].double(), p[1].double()).numpy().ravel()
    assert chisquare(counts.ravel(), expected / expected.sum() * counts.sum()).pvalue > 1e-3


def rows(*values: Sequence[float]) -> Tensor:
    return torch.tensor(values, dtype=torch.float32)


def test_p_equal_to_q_is_always_accepted() -> None:
    random = np.random.default_rng(0)
    p = torch.softmax(torch.randn(5, 50, generator=torch.Generator().manual_seed(0)), dim=1)
    for _ in range(200):
        drafted = [draw_from(row, random) for row in p[:4]]
        verdict = judge(p, drafted, p[:4], random)
        assert (verdict.num_accepted, verdict.status) == (4, TokenStatus.BONUS)


def test_disjoint_p_and_q_are_always_refused_and_drawn_from_p() -> None:
    random = np.random.default_rng(0)
    p, q = rows([0.0, 0.0, 0.25, 0.75], [1, 0, 0, 0]), rows([0.5, 0.5, 0.0, 0.0])
    found = [judge(p, [draw_from(q[0], random)], q, random) for _ in range(2000)]
    assert {verdict.num_accepted for verdict in found} == {0}
    assert {verdict.status for verdict in found} == {TokenStatus.RECOVERED}
    share = sum(verdict.next_id == 3 for verdict in found) / len(found)
    assert {verdict.next_id for verdict in found} == {2, 3}
    assert abs(share - 0.75) < 0.05


def test_a_residual_that_underflows_falls_back_to_p() -> None:
    """Refused although p and q are equal, as rounding could have it."""
    p = rows([0.5, 0.5], [1.0, 0.0])
    verdict = verify_draws(
        p, [0], draft_probs=p[:1], uniform=lambda: 1.0, draw=lambda weights: int(weights.argmin())
    )
    assert verdict == Verdict(0, 0, TokenStatus.RECOVERED)


def test_a_q_that_is_not_a_number_is_refused_and_drawn_from_p() -> None:
    p, seen = rows([0.25, 0.75], [1.0, 0.0]), []

    def draw(weights: Tensor) -> int:
        seen.append(weights.clone())
        return 1

    q = torch.full((1, 2), torch.nan)
    verdict = verify_draws(p, [0], draft_probs=q, uniform=lambda: 0.0, draw=draw)
    assert verdict == Verdict(0, 1, TokenStatus.RECOVERED)
    assert torch.equal(seen[0], p[0])


def test_a_token_without_target_mass_never_stands() -> None:
    """Even where the uniform number is 0: the comparison is strict."""
    p = rows([0.0, 1.0], [1.0, 0.0])
    for q in (None, rows([1.0, 0.0])):
        verdict = verify_draws(
            p, [0], draft_probs=q, uniform=lambda: 0.0, draw=lambda weights: int(weights.argmax())
        )
        assert verdict == Verdict(0, 1, TokenStatus.RECOVERED)


def test_a_draft_with_fewer_rows_than_the_target_is_exact() -> None:
    random = np.random.default_rng(0)
    p = torch.softmax(torch.randn(1, 4, generator=torch.Generator().manual_seed(0)), dim=1)
    q = torch.full((1, 2), 0.5)
    assert p_value(right, p, q, num_draws=6000) > 1e-3
    assert judge(torch.cat((p, p)), [0], torch.full((1, 6), 1 / 6), random).next_id < 4


@given(st.lists(st.integers(0, 3), max_size=8), st.lists(st.integers(0, 3), min_size=9))
def test_choices_stand_up_to_the_first_difference(draft: list[int], choices: list[int]) -> None:
    verdict = verify_choices(choices[: len(draft) + 1], draft)
    same = [ours == theirs for ours, theirs in zip(choices, draft, strict=False)]
    expected = same.index(False) if False in same else len(draft)
    assert verdict.num_accepted == expected
    assert verdict.next_id == choices[expected]


@pytest.mark.parametrize(
    ("draft", "status"),
    [([], TokenStatus.PLAIN), ([1], TokenStatus.BONUS), ([2], TokenStatus.RECOVERED)],
)
def test_the_last_token_says_where_it_comes_from(draft: list[int], status: TokenStatus) -> None:
    assert verify_choices([1, 1], draft).status is status
    p = rows([0, 1, 0], [0, 1, 0])
    verdict = verify_draws(
        p, draft, draft_probs=None, uniform=lambda: 0.5, draw=lambda weights: int(weights.argmax())
    )
    assert verdict.status is status
