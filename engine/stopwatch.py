"""How long work took, also where it is done later than it is asked for.

A card works through what it is asked in its own time; a clock would only tell how long the asking
took. Marks are then set in its queue, and read once something has waited for the last of them.
"""

from collections.abc import Callable

import torch

Mark = float | torch.cuda.Event


class Stopwatch:
    """Sets marks and tells the seconds between two of them.

    Args:
        clock: seconds.
        is_queued: whether the work is queued on the current CUDA device; the second of two marks
            must then be over before the seconds are asked for.
    """

    def __init__(self, clock: Callable[[], float], *, is_queued: bool = False) -> None:
        self._clock = clock
        self._is_queued = is_queued

    def mark(self) -> Mark:
        """Set a mark behind what has been asked so far."""
        if not self._is_queued:
            return self._clock()
        event = torch.cuda.Event(enable_timing=True)  # type: ignore[no-untyped-call]
        event.record()
        return event

    def seconds(self, begin: Mark, end: Mark) -> float:
        """Tell the time from one mark to a later one."""
        if isinstance(begin, float) and isinstance(end, float):
            return end - begin
        if isinstance(begin, float) or isinstance(end, float):
            raise TypeError("marks of two kinds")
        return float(begin.elapsed_time(end)) / 1000
