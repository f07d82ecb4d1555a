"""What a draft brings for a target on this machine: a pure function of what was measured.

From the cost of passes v, of draft steps c, and how often drafted tokens stand. Measures nothing,
imports no torch; `pair_measuring.py` finds the acceptance.

Source: Leviathan et al. 2023, section 3.4 (expected tokens a round).
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from operator import mul

from engine.draft_events import Gain, PairAdvice, Subject
from engine.events import Calibration
from engine.pass_costs import WIDEST, PassCosts

OWN_DRAFT_STEP = 0.06
"""What a step of a target's own draft is expected to cost before there is one, in passes."""
OWN_DRAFT_RATES = (0.55, 0.5, 0.45)
"""How often its tokens are expected to stand, by place."""
_LEANING = 3.0
"""What the place before is worth, in drafts."""


def advise(
    calibration: Calibration | None,
    *,
    target: str,
    draft: str,
    step: float,
    rates: Mapping[Subject, Sequence[float]],
) -> PairAdvice:
    """Say what a draft brings.

    Args:
        calibration: costs of the target's passes; without them nothing can be said.
        target: its name.
        draft: its name.
        step: what drafting a token costs, in passes over one.
        rates: acceptance by place, of each subject that was looked at.
    """
    if calibration is None:
        return PairAdvice(target=target, draft=draft, step=step, passes=(), gains=())
    relative = _relative(calibration)
    gains = []
    for subject, found in rates.items():
        num_draft_tokens, speedup = best_draft(relative, step=step, rates=found)
        gains.append(
            Gain(
                subject=subject,
                rates=tuple(found),
                num_draft_tokens=num_draft_tokens,
                speedup=speedup,
            )
        )
    longest = max((len(found) for found in rates.values()), default=0)
    return PairAdvice(
        target=target,
        draft=draft,
        step=step,
        passes=tuple(relative[1 : longest + 2]),
        gains=tuple(gains),
    )


def best_draft(
    relative: Sequence[float], *, step: float, rates: Sequence[float]
) -> tuple[int, float]:
    """Find how many tokens to draft, 1 or more, and what that brings over plain decoding.

    Args:
        relative: cost of a pass by its width, from index 1 on.
        step: cost of drafting a token.
        rates: chance that a token stands, given those before it.
    """
    best, best_gain = 1, 0.0
    expected = 1.0
    for count, reach in enumerate(accumulate(rates, mul), start=1):
        expected += reach
        gain = expected / (relative[count + 1] + count * step)
        if gain > best_gain:
            best, best_gain = count, gain
    return best, best_gain


def expected_gain(calibration: Calibration, rates: Sequence[float] = OWN_DRAFT_RATES) -> float:
    """Say what a draft of its own would bring a target, before it is loaded or even made."""
    return best_draft(_relative(calibration), step=OWN_DRAFT_STEP, rates=rates)[1]


def expected_speedups(
    calibration: Calibration, *, step: float, acceptance: float
) -> tuple[float, ...]:
    """Say what each lookahead would bring over plain decoding, from 0 (which is 1.0) up.

    Args:
        calibration: costs of the target's passes.
        step: what drafting a token costs, in passes over one.
        acceptance: chance that a drafted token stands, at every place.
    """
    relative = _relative(calibration)
    speedups, expected, reach = [1.0], 1.0, 1.0
    for count in range(1, WIDEST):
        reach *= acceptance
        expected += reach
        speedups.append(expected / (relative[count + 1] + count * step))
    return tuple(speedups)


def rates_from(gained: Sequence[int], longest: int) -> tuple[float, ...]:
    """Read the acceptance by place off rounds of drafts of one length.

    Args:
        gained: `gained[n]` counts the rounds that brought n tokens: one, and those that stood.
        longest: tokens of each draft.

    Returns:
        As many rates as there are places that were reached; one that was seldom reached leans on
        the place before it.
    """
    reached = [sum(gained[1 + place :]) for place in range(longest + 1)]
    rates: list[float] = []
    for stood, judged in zip(reached[1:], reached, strict=False):
        if not judged:
            break
        lent = _LEANING if rates else 0.0
        rates.append((stood + lent * (rates[-1] if rates else 0.0)) / (judged + lent))
    return tuple(rates)


def _relative(calibration: Calibration) -> Sequence[float]:
    first = calibration.passes[0][1]
    return PassCosts({width: seconds / first for width, seconds in calibration.passes}).relative
