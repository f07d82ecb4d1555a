"""When a text that grows is told: no oftener than an eye can follow.

A small model writes a hundred tokens a second, and to make an event of each round, to lay it out
and to paint it would take a fifth of a small machine from the model. What is not told yet goes
with what is told next. Knows neither text nor events.
"""

from collections.abc import Callable
from math import inf
from time import perf_counter

INTERVAL_S = 1 / 30


class Pace:
    """Says what is due in one turn.

    Args:
        interval_s: between two looks at a growing text, in seconds; 0 for all there is.
        clock: seconds, only ever growing.
    """

    def __init__(
        self, *, interval_s: float = INTERVAL_S, clock: Callable[[], float] = perf_counter
    ) -> None:
        self._interval_s = interval_s
        self._clock = clock
        self._text_due_at = self._ahead_due_at = -inf
        self._waits_s = 0.0

    def is_text_due(self) -> bool:
        """Ask after each round; what is due counts as told."""
        now = self._clock()
        due_at = self._text_due_at + self._waits_s
        self._waits_s = 0.0
        if now < due_at:
            return False
        self._text_due_at = self._next(self._text_due_at, now)
        return True

    def is_ahead_due(self) -> bool:
        """Ask of words that nobody has judged yet; where they are due, so is the text before."""
        now = self._clock()
        if now < self._ahead_due_at:
            # Where drafts are quick the next one is moments away, and both are painted in one go.
            self._waits_s = self._interval_s
            return False
        self._ahead_due_at = self._next(self._ahead_due_at, now)
        self._text_due_at = self._next(self._text_due_at, now)
        return True

    def _next(self, due_at: float, now: float) -> float:
        """Say when the next is due. That counts from when this one was: rounds a little shorter
        than the interval would else be told every other time."""
        return max(due_at + self._interval_s, now + 0.5 * self._interval_s)
