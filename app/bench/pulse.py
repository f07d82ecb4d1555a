"""A timer that ticks each few milliseconds, and how late it was by what the program was doing.

Notes the processor time of its thread as well: where other programs run, the one grows with them
and the other does not.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter, thread_time

from PySide6.QtCore import QObject, Qt, QTimer

TICK_MS = 4


@dataclass(slots=True)
class Lateness:
    """How late somebody was, in milliseconds, by what the program was doing."""

    by_stage: dict[str, list[float]] = field(default_factory=dict)

    def add(self, stage: str, ms: float) -> None:
        """Note one."""
        self.by_stage.setdefault(stage, []).append(ms)

    def largest(self, stage: str) -> float:
        """Give the worst."""
        return max(self.by_stage.get(stage, [0.0]))

    def percentile(self, stage: str, share: float = 0.99) -> float:
        """Give what this share stays below."""
        values = sorted(self.by_stage.get(stage, [0.0]))
        return values[min(len(values) - 1, int(share * len(values)))]


class Pulse(QObject):
    """Ticks on the thread that it is made on.

    Args:
        on_tick: called with each tick, once its lateness is noted.
    """

    def __init__(self, on_tick: Callable[[], None], *, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.stage = "starting"
        """What the program is doing; whoever drives it says so."""
        self.gaps = Lateness()
        self.work = Lateness()
        """Processor time of this thread from one tick to the next."""
        self.last_tick = perf_counter()
        self._last_work = thread_time()
        self._on_tick = on_tick
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)

    def start(self) -> None:
        """Begin to tick."""
        self.last_tick = perf_counter()
        self._timer.start()

    def stop(self) -> None:
        """Tick no more."""
        self._timer.stop()

    def _tick(self) -> None:
        now = perf_counter()
        self.gaps.add(self.stage, 1000 * (now - self.last_tick))
        work = thread_time()
        self.work.add(self.stage, 1000 * (work - self._last_work))
        self.last_tick, self._last_work = now, work
        self._on_tick()
