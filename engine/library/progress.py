"""How far a download is: the value that is reported, and the meter that makes it.

The rate is measured here once, so that the console and the window show the same figure. Knows no
network and no file.
"""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

_WINDOW_S = 5.0
_EVERY_S = 0.1


class DownloadStage(StrEnum):
    """What a download is busy with."""

    WAITING = "waiting for another download of the same model"
    CONNECTING = "connecting"
    CHECKING = "checking what is here already"
    DOWNLOADING = "downloading"
    RESTARTING = "starting over, since what arrived was damaged"
    VERIFYING = "verifying"


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadProgress:
    """How far a model is.

    Args:
        id: the model's.
        stage: what is being done.
        source: where the bytes come from, for people.
        file: the file being fetched.
        done_bytes: of the whole model; falls back only when a download has to start over.
        total_bytes: of the whole model, 0 while unknown.
        bytes_per_s: over the last seconds, 0 while unknown.
    """

    id: str
    stage: DownloadStage
    source: str = ""
    file: str = ""
    done_bytes: int = 0
    total_bytes: int = 0
    bytes_per_s: float = 0.0

    @property
    def fraction(self) -> float | None:
        """0 .. 1, or None while the size is unknown."""
        return min(self.done_bytes / self.total_bytes, 1.0) if self.total_bytes else None

    @property
    def seconds_left(self) -> float | None:
        """At the present rate, or None while that is unknown."""
        if not self.bytes_per_s or not self.total_bytes:
            return None
        return max(self.total_bytes - self.done_bytes, 0) / self.bytes_per_s


Progress = Callable[[DownloadProgress], None]


class Meter:
    """Turn counts of bytes into reports, at most ten a second and always on a change of stage.

    Args:
        id: the model's.
        emit: receives the reports.
        clock: seconds, never going back.
    """

    def __init__(self, id: str, emit: Progress, *, clock: Callable[[], float] = time.monotonic):
        self._id = id
        self._emit = emit
        self._clock = clock
        self._samples: deque[tuple[float, int]] = deque()
        self._reported_at = float("-inf")
        self._label = (DownloadStage.CONNECTING, "", "")
        self._base = 0
        self._done = 0
        self._total = 0

    def begin(self, stage: DownloadStage, *, source: str = "", file: str = "") -> None:
        """Change what is being done and report it at once."""
        self._label = (stage, source, file)
        self._samples.clear()
        self._report(self._clock())

    def expect(self, total_bytes: int) -> None:
        """Start over with a model of this size."""
        self._base = self._done = 0
        self._total = total_bytes

    def advance_to(self, done_bytes: int) -> None:
        """Take note of how much of the current file there is."""
        now, done = self._clock(), self._base + done_bytes
        if done < self._done:
            self._samples.clear()
        self._done = done
        self._samples.append((now, done))
        while now - self._samples[0][0] > _WINDOW_S and len(self._samples) > 2:
            self._samples.popleft()
        if now - self._reported_at >= _EVERY_S or done == self._total:
            self._report(now)

    def finish_file(self, size_bytes: int) -> None:
        """Count a file as done; the next one starts behind it."""
        self._base += size_bytes
        self._done = self._base

    def _report(self, now: float) -> None:
        self._reported_at = now
        stage, source, file = self._label
        rate = 0.0
        if len(self._samples) > 1:
            (start, before), (end, after) = self._samples[0], self._samples[-1]
            rate = (after - before) / (end - start) if end > start else 0.0
        self._emit(
            DownloadProgress(
                id=self._id,
                stage=stage,
                source=source,
                file=file,
                done_bytes=self._done,
                total_bytes=self._total,
                bytes_per_s=rate,
            )
        )
