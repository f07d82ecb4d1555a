"""The rejection rule loses no mass: what is accepted and what replaces refusals add up to p.

Not drawn but integrated: the share of uniform numbers that accept is found by bisection, and what
a refusal draws from is taken from the rule itself. Float64, to 1e-12, over rows with zeros,
one-hot, disjoint, equal and subnormal ones.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from engine import verify
from engine.events import TokenStatus
from engine.params import SamplingParams
from engine.sampling import Sampler
from engine.verify import Verdict, verify_draws

Row = npt.NDArray[np.float64]
_LAST = 1.0 - 2.0**-53
"""The largest uniform number there is."""
# Exact ties, values that vanish beside others, and ones that have no full precision left.
_WEIGHTS = st.one_of(
    st.sampled_from([0.0, 0.0, 1.0, 0.5, 1e-17, 1e-300, 1e-310, 5e-324]),
    st.floats(0.0, 1.0, allow_subnormal=True),
)


def normalised(weights: Sequence[float] | Row) -> Row:
    row = np.array(weights)
    return row / row.sum() if row.sum() > 0 else np.full(len(row), 1 / len(row))


def one_hot(width: int, place: int) -> Row:
    row = np.zeros(width)
    row[place % width] = 1.0
    return row


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Row, Row]:
    """Make p and q of one kind or another."""
    width = draw(st.integers(2, 8))
    weights = st.lists(_WEIGHTS, min_size=width, max_size=width)
    p, q = normalised(draw(weights)), normalised(draw(weights))
    match draw(st.sampled_from(["any", "equal", "disjoint", "p one-hot", "q one-hot", "near"])):
        case "equal":
            q = p.copy()
        case "disjoint":
            cut = draw(st.integers(1, width - 1))
            p, q = normalised([*p[:cut], *[0] * (width - cut)]), normalised([*[0] * cut, *q[cut:]])
            p = p if p[cut:].sum() == 0 else one_hot(width, 0)
            q = q if q[:cut].sum() == 0 else one_hot(width, width - 1)
        case "p one-hot":
            p = one_hot(width, draw(st.integers(0, width - 1)))
        case "q one-hot":
            q = one_hot(width, draw(st.integers(0, width - 1)))
        case "near":
            q = normalised(p * (1 + 1e-15 * np.arange(width)))
        case _:
            pass
    return p, q


def judge(p: Row, q: Row | None, drafted: int, uniform: float) -> tuple[Verdict, Tensor]:
    """Judge one drafted token; give the verdict and what was drawn from."""
    seen: list[Tensor] = []

    def draw(weights: Tensor) -> int:
        seen.append(weights.clone())
        return 0

    rows = torch.from_numpy(np.stack([p, np.full(len(p), 1 / len(p))]))
    verdict = verify_draws(
        rows,
        [drafted],
        draft_probs=None if q is None else torch.from_numpy(q[None]),
        uniform=lambda: uniform,
        draw=draw,
    )
    return verdict, seen[0]


def accepted_share(p: Row, q: Row | None, drafted: int) -> float:
    """Measure the uniform numbers that accept: all those below some number."""

    def stands(uniform: float) -> bool:
        return judge(p, q, drafted, uniform)[0].num_accepted == 1

    if stands(_LAST):
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if stands(middle) else (low, middle)
    return low


def said(p: Row, q: Row, *, is_drawn: bool) -> Row:
    """Integrate the rule: how likely each id is to be said at the drafted place."""
    total = np.zeros(len(p))
    for drafted in np.flatnonzero(q):
        given_q = q if is_drawn else None
        share = accepted_share(p, given_q, int(drafted))
        total[drafted] += q[drafted] * share
        if share < 1.0:
            verdict, weights = judge(p, given_q, int(drafted), _LAST)
            assert verdict.status is TokenStatus.RECOVERED
            assert weights.dtype == torch.float64
            replacing = weights.numpy()
            assert replacing.min() >= 0.0
            total += q[drafted] * (1.0 - share) * replacing / replacing.sum()
    return total


@settings(deadline=None, max_examples=150)
@given(pairs())
def test_accepted_and_residual_mass_are_the_target(pair: tuple[Row, Row]) -> None:
    p, q = pair
    assert np.abs(said(p, q, is_drawn=True) - p).max() < 1e-12


@settings(deadline=None, max_examples=60)
@given(pairs())
def test_the_same_holds_for_a_draft_without_a_choice(pair: tuple[Row, Row]) -> None:
    """An n-gram is always the same here: whichever it is, what is said follows p."""
    p, q = pair
    for place in np.flatnonzero(q):
        hot = one_hot(len(p), int(place))
        assert np.abs(said(p, hot, is_drawn=False) - p).max() < 1e-12


@pytest.mark.parametrize("kind", ["p", "q", "softmax"])
def test_the_integral_notices_a_wrong_residual(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    p, q = np.array([0.5, 0.3, 0.2]), np.array([0.1, 0.2, 0.7])
    assert np.abs(said(p, q, is_drawn=True) - p).max() < 1e-12
    wrong = {"p": p, "q": q, "softmax": np.exp(np.maximum(p - q, 0.0))}[kind]
    monkeypatch.setattr(verify, "_residual", lambda *_: torch.from_numpy(wrong))
    assert np.abs(said(p, q, is_drawn=True) - p).max() > 0.02


@given(pairs())
def test_after_a_whole_draft_the_next_row_is_drawn_from(pair: tuple[Row, Row]) -> None:
    p, _ = pair
    drafted = int(p.argmax())
    verdict, weights = judge(p, p, drafted, 0.5)
    assert (verdict.num_accepted, verdict.status) == (1, TokenStatus.BONUS)
    assert np.array_equal(weights.numpy(), np.full(len(p), 1 / len(p)))


class Fixed(Sampler):
    """A sampler whose next number is told."""

    number = 0.0

    def uniform(self) -> float:
        """Give that number."""
        return self.number


@settings(deadline=None)
@given(st.lists(_WEIGHTS, min_size=1, max_size=8).filter(lambda weights: sum(weights) > 1e-290))
def test_an_id_is_drawn_for_its_share_of_the_numbers(weights: list[float]) -> None:
    """Every weight that counts has its stretch; an id without any is drawn by no number."""
    sampler = Fixed(SamplingParams(temperature=1.0), seed=0, num_tokens=len(weights))
    row = torch.tensor(weights, dtype=torch.float64)
    ends = np.cumsum(weights) / np.sum(weights)
    starts = np.concatenate([[0.0], ends[:-1]])
    for id, (start, end) in enumerate(zip(starts, ends, strict=True)):
        if end - start > 1e-12:
            for share in (1e-3, 0.5, 1 - 1e-3):
                sampler.number = start + share * (end - start)
                assert sampler.draw(row) == id
    for number in (0.0, *ends.clip(max=_LAST), _LAST):
        sampler.number = float(number)
        assert weights[sampler.draw(row)] > 0.0
