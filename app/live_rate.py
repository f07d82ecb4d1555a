"""The live tokens per second, from the engine's own counters and clock.

A slow screen cannot change it: when an event is seen plays no part, only what it says.
"""

from collections import deque

from engine import TurnStats


class LiveRate:
    """Rate over the last moments of one turn.

    Args:
        window_s: how far back to look, in seconds of the engine's clock.
    """

    def __init__(self, *, window_s: float = 2.0) -> None:
        self._window_s = window_s
        self._points: deque[tuple[float, int]] = deque()

    def add(self, stats: TurnStats) -> float:
        """Take in newer counters and give tokens per second, 0 while there is one event only.

        The first event is the point the rate is counted from, so that neither the prefill nor
        the tokens that came with it count.
        """
        self._points.append((stats.elapsed_s, stats.num_tokens))
        # One point at or beyond the window's start stays, so that a slow stream still has two.
        while len(self._points) > 2 and stats.elapsed_s - self._points[1][0] >= self._window_s:
            self._points.popleft()
        since_s, num_before = self._points[0]
        seconds = stats.elapsed_s - since_s
        return (stats.num_tokens - num_before) / seconds if seconds > 0 else 0.0
