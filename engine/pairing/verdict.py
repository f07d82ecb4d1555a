"""What can be said of a draft for a target: pure values, and the arithmetic behind them.

From the cost of passes and of draft steps, and from how often its tokens stand, as far as each was
measured; what was not is bounded from its good side, so that no draft is called bad on a guess.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.advisor import best_draft
from engine.draft_events import WORTH_HAVING
from engine.pass_costs import WIDEST, PassCosts

_USUAL_RATE, _BEST_RATE = 0.65, 0.85
"""How often a fitting draft's tokens stand where nothing is known: usually, and at best."""
_NUM_PLACES = 8


class Verdict(StrEnum):
    """What to think of a draft."""

    PAYS = "pays"
    FITS = "fits"
    GET_IT = "get it"
    DOES_NOT_PAY = "does not pay"
    UNKNOWN = "unknown"
    DOES_NOT_FIT = "does not fit"
    UNREADABLE = "unreadable"
    ITSELF = "the model itself"


_ORDER = {verdict: place for place, verdict in enumerate(Verdict)}


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftVerdict:
    """One draft, and what to think of it.

    Args:
        id: the name it is asked for by; of a trained draft, its file.
        name: for people.
        size_bytes: of its file, 0 where unknown.
        verdict: in a word.
        reason: in a sentence.
        speedup: what it is expected to bring over plain decoding; None where nothing is known.
        is_measured: whether that rests on replies, and not on costs alone.
        is_installed: whether it lies on this machine.
        is_head: whether it was trained for one target.
    """

    id: str
    name: str
    size_bytes: int
    verdict: Verdict
    reason: str
    speedup: float | None = None
    is_measured: bool = False
    is_installed: bool = True
    is_head: bool = False

    @property
    def can_draft(self) -> bool:
        """Whether it could write ahead, be it for nothing."""
        return self.verdict in (Verdict.PAYS, Verdict.FITS, Verdict.DOES_NOT_PAY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What a draft that fits is expected to bring.

    Args:
        verdict: PAYS, FITS or DOES_NOT_PAY.
        speedup: over plain decoding; None where not even costs are known.
        step: what a drafted token costs, in the target's own.
        rate: how often its first token stands; None where it was never seen.
    """

    verdict: Verdict
    speedup: float | None
    step: float
    rate: float | None


def estimate(
    *,
    passes: Mapping[int, float] | None,
    step: float | None,
    rates: Sequence[float],
    size_share: float,
) -> Estimate:
    """Work out what a draft brings, from what was measured.

    Args:
        passes: seconds of the target's passes by width, or None where they were not measured.
        step: cost of a draft step in passes over one token, or None where it was not measured.
        rates: how often its tokens stand, by place; empty where it was never used.
        size_share: bytes of the draft for each byte of the target, which stands in for `step`.
    """
    cost = size_share if step is None else step
    if passes is None:
        # As if checking were free: a draft that does not pay then never does.
        flat = [1.0] * (WIDEST + 1)
        hoped = best_draft(flat, step=cost, rates=[_BEST_RATE] * _NUM_PLACES)[1]
        verdict = Verdict.FITS if hoped >= WORTH_HAVING else Verdict.DOES_NOT_PAY
        return Estimate(verdict=verdict, speedup=None, step=cost, rate=None)
    first = passes[1]
    relative = PassCosts({width: each / first for width, each in passes.items()}).relative
    if rates:
        speedup = best_draft(relative, step=cost, rates=rates)[1]
        verdict = Verdict.PAYS if speedup >= WORTH_HAVING else Verdict.DOES_NOT_PAY
        return Estimate(verdict=verdict, speedup=speedup, step=cost, rate=rates[0])
    hoped = best_draft(relative, step=cost, rates=[_BEST_RATE] * _NUM_PLACES)[1]
    usual = best_draft(relative, step=cost, rates=[_USUAL_RATE] * _NUM_PLACES)[1]
    verdict = Verdict.FITS if hoped >= WORTH_HAVING else Verdict.DOES_NOT_PAY
    return Estimate(verdict=verdict, speedup=usual, step=cost, rate=None)


def ordered(verdicts: Iterable[DraftVerdict]) -> list[DraftVerdict]:
    """Put the best first: what pays most, then what fits, then what could be had."""
    return sorted(
        verdicts, key=lambda each: (_ORDER[each.verdict], -(each.speedup or 0.0), each.name)
    )
