"""Sampled replies of the real loop have exactly the target's distribution, whatever drafts.

Tokens 1 to 4 and the pairs of neighbours, by G-test and by total variation, against the
distribution written out in `definition.py`. Seeds are fixed. Some 24 cases of seven tests each
pass at 1e-5, while every mistake has to fall below 1e-9: neither is decided by chance.
"""

from collections.abc import Callable
from functools import cache

import pytest

from engine.params import SamplingParams
from tests.engine.exactness.cases import few_cases, many_cases
from tests.engine.exactness.chains import (
    END,
    LENGTH,
    NUM_ROWS,
    Case,
    Drafting,
    Fit,
    count_drafts,
    measure,
    world,
)
from tests.engine.exactness.definition import outcomes
from tests.engine.exactness.mistakes import MISTAKES, Mistake

NUM_REPLIES, NUM_MANY, NUM_FOR_MISTAKES = 1200, 6000, 2000
RIGHT_ABOVE, WRONG_BELOW = 1e-5, 1e-9
FEW, MANY = few_cases(), many_cases()

right = cache(measure)


def holds(fit: Fit) -> None:
    assert fit.p_value > RIGHT_ABOVE
    assert fit.excess < 0


@pytest.mark.parametrize("name", FEW)
def test_replies_have_the_target_s_distribution(name: str) -> None:
    holds(right(FEW[name], NUM_REPLIES))


@pytest.mark.slow
@pytest.mark.parametrize("name", MANY)
def test_replies_have_the_target_s_distribution_under_all_pairs_of_settings(name: str) -> None:
    holds(measure(MANY[name], NUM_MANY))


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_every_known_mistake_is_caught(
    mistake: Mistake, monkeypatch: pytest.MonkeyPatch, note_caught: Callable[[str], None]
) -> None:
    """By the very test that the right rule passes, on as many replies."""
    holds(right(mistake.case, NUM_FOR_MISTAKES))
    mistake.patch(monkeypatch)
    assert measure(mistake.case, NUM_FOR_MISTAKES, mistake.means).p_value < WRONG_BELOW
    note_caught(mistake.name)


@pytest.mark.parametrize("drafting", list(Drafting))
@pytest.mark.parametrize("count", [1, 4, None])
def test_drafts_are_there_to_be_judged(drafting: Drafting, count: int | None) -> None:
    """Some stand and some fall: a suite in which nothing was drafted would show nothing."""
    num_drafted, num_accepted = count_drafts(
        Case(count, drafting, SamplingParams(temperature=1.0)), 100
    )
    assert num_drafted > 50
    assert 0.04 < num_accepted / num_drafted < 0.9


def test_the_end_lies_inside_the_support() -> None:
    """Its share of the first four places is neither nothing nor all."""
    joint = outcomes(world(), SamplingParams(temperature=1.0), LENGTH)
    ended = sum(mass for outcome, mass in joint.items() if END in outcome)
    assert 0.2 < ended < 0.8
    assert abs(sum(joint.values()) - 1.0) < 1e-12
    assert len(joint) == sum((NUM_ROWS - 1) ** n for n in range(LENGTH)) + (NUM_ROWS - 1) ** LENGTH
