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
_HOPED_SHAPE = {1: 1.0, 9: 1.3, WIDEST: 2.5}
"""Where nothing was measured: rather too cheap, since what is thought dear is never tried."""
_WINDOW = 7
_MEASURED_WEIGHT, _HOPED_WEIGHT = 1.0, 0.25
"""How many passes the shape is worth."""
_MIN_RATE = 0.15
_MOST_FACTOR = 2.0


class PassCosts:
    """Relative and absolute costs of passes, kept current.

    Args:
        shape: time of a pass by its width, relative to width 1; others lie between or go on as
            the last two do. None where nothing was measured.
    """

    def __init__(self, shape: Mapping[int, float] | None = None) -> None:
        self._shape = _filled(shape or _HOPED_SHAPE)
        self._shape_weight = _MEASURED_WEIGHT if shape else _HOPED_WEIGHT
        self._factors: dict[int, float] = {}
        self._num_seen: dict[int, int] = {}
        self._nearest: list[int] = []
        self._recent: deque[float] = deque(maxlen=_WINDOW)
        self._level = 1.0
        self._relative = list(self._shape)

    @property
    def relative(self) -> Sequence[float]:
        """Cost by width, from index 1 on; that of width 1 is 1."""
        self.cost(WIDEST)
        return self._relative

    def cost(self, width: int) -> float:
        """Give the cost of a pass over `width` tokens, 1 to `WIDEST`, in those over one."""
        costs = self._relative
        if len(costs) <= width:
            factors, nearest = self._factors, self._nearest
            plain = factors.get(1, 1.0)
            # Noise cannot make a wider pass cheaper; believed, it would have drafts for nothing.
            for wider in range(len(costs), width + 1):
                own = self._shape[wider] * factors[nearest[wider]] / plain
                costs.append(max(costs[-1], own))
        return costs[width]

    @property
    def pass_s(self) -> float:
        """Seconds of a pass over one token; 1 before the first was seen."""
        return self._level * self._factors.get(1, 1.0)

    def observe(self, width: int, seconds: float) -> None:
        """Note what a pass over `width` tokens took; wider ones than are kept say nothing."""
        if not 1 <= width <= WIDEST or seconds <= 0.0:
            return
        shape = self._shape[width]
        old = self._factors.get(width)
        if old is None:
            old = self._factors[self._nearest[width]] if self._nearest else 1.0
        # Held against the passes before it: one that sets the level itself would tell nothing.
        found = seconds / (self._level * shape) if self._recent else old
        seen = self._num_seen.get(width, 0) + 1
        rate = max(1.0 / (seen + self._shape_weight), _MIN_RATE)
        if seen > 1 or self._shape_weight == _MEASURED_WEIGHT:
            # One pass in a burst of other work must not stand for its width.
            found = min(max(found, old / _MOST_FACTOR), old * _MOST_FACTOR)
        factor = self._factors[width] = old + rate * (found - old)
        self._num_seen[width] = seen
        self._recent.append(seconds / (shape * factor))
        self._level = sorted(self._recent)[len(self._recent) // 2]
        if seen == 1:
            self._find_nearest()
        self._relative = [0.0, 1.0]

    def _find_nearest(self) -> None:
        """Let each width lean on the nearest one seen; one token leans on itself alone."""
        wide = [width for width in self._factors if width > 1] or [1]
        self._nearest = [min(wide, key=lambda seen: abs(seen - m)) for m in range(WIDEST + 1)]
        self._factors.setdefault(self._nearest[0], 1.0)


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
