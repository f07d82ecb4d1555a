"""What a target pass over m tokens costs, in passes over one.

Starts from the shape that was measured for the machine and follows what rounds really take. Only
ratios decide how far to draft, so what slows every pass, a long context or a busy machine, is
told apart from what makes wide ones dear. Knows no drafter.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from itertools import pairwise

WIDEST = 32
"""Tokens of the widest pass whose cost is kept; a round's draft is one shorter."""
TYPICAL_CPU_SHAPE = {1: 1.0, 2: 1.15, 3: 1.3, 4: 1.45, 5: 2.8, 8: 2.8, 9: 4.2, 32: 12.0}
"""Packed 4-bit products on a CPU work in blocks of four rows; where nothing was measured."""
_WINDOW = 9
_SHAPE_WEIGHT = 1.0
"""How many passes the measured shape is worth."""
_MIN_RATE = 0.15
_MOST_FACTOR = 2.0


class PassCosts:
    """Relative and absolute costs of passes, kept current.

    Args:
        shape: time of a pass by its width, relative to width 1; others lie between or go on as
            the last two do.
    """

    def __init__(self, shape: Mapping[int, float] = TYPICAL_CPU_SHAPE) -> None:
        self._shape = _filled(shape)
        self._factors: dict[int, float] = {}
        self._num_seen: dict[int, int] = {}
        self._nearest: list[int] = []
        self._recent: deque[float] = deque(maxlen=_WINDOW)
        self._level = 1.0
        self.relative: Sequence[float] = self._shape
        """Cost by width, from index 1 on; that of width 1 is 1."""

    @property
    def pass_s(self) -> float:
        """Seconds of a pass over one token; 1 before the first was seen."""
        return self._level * self._factors.get(1, 1.0)

    def observe(self, width: int, seconds: float) -> None:
        """Note what a pass over `width` tokens took; wider ones than are kept say nothing."""
        if not 1 <= width <= WIDEST or seconds <= 0.0:
            return
        expected = self._shape[width] * self._factors.get(width, self._factor_near(width))
        self._recent.append(seconds / expected)
        self._level = sorted(self._recent)[len(self._recent) // 2]
        found = seconds / (self._level * self._shape[width])
        old = self._factors.get(width, expected / self._shape[width])
        seen = self._num_seen.get(width, 0) + 1
        rate = max(1.0 / (seen + _SHAPE_WEIGHT), _MIN_RATE)
        # One pass in a burst of other work must not stand for its width.
        found = min(max(found, old / _MOST_FACTOR), old * _MOST_FACTOR)
        self._factors[width] = old + rate * (found - old)
        self._num_seen[width] = seen
        if seen == 1:
            self._find_nearest()
        self._refresh()

    def _factor_near(self, width: int) -> float:
        return self._factors[self._nearest[width]] if self._nearest else 1.0

    def _find_nearest(self) -> None:
        """Let each width lean on the nearest one seen; one token leans on itself alone."""
        wide = [width for width in self._factors if width > 1] or [1]
        self._nearest = [min(wide, key=lambda seen: abs(seen - m)) for m in range(WIDEST + 1)]
        self._factors.setdefault(self._nearest[0], 1.0)

    def _refresh(self) -> None:
        factors, nearest = self._factors, self._nearest
        plain = factors.get(1, 1.0)
        by_nearest = {seen: factors[seen] / plain for seen in set(nearest)}
        relative = [
            ratio * by_nearest[near] for ratio, near in zip(self._shape, nearest, strict=True)
        ]
        relative[1] = 1.0
        self.relative = relative


def _filled(shape: Mapping[int, float]) -> list[float]:
    """Give the cost of every width; index 0 is no pass at all."""
    known = sorted(shape.items())
    costs = [0.0] * (WIDEST + 1)
    if len(known) == 1:
        known.append((known[0][0] + 1, known[0][1]))
    for (low, start), (high, end) in pairwise(known):
        slope = (end - start) / (high - low)
        # The last stretch goes on beyond what was measured.
        last = WIDEST if high == known[-1][0] else min(high, WIDEST)
        for width in range(low, last + 1):
            costs[width] = start + slope * (width - low)
    return costs
