"""How much memory this process holds, and how much of it is its own.

Anonymous memory is what the system cannot drop and read again from a file. It is told on Linux
only; elsewhere those fields are None.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

import psutil

_STATUS = Path("/proc/self/status")
_INTERVAL_S = 0.005


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """Bytes held now, and at most so far, mapped files included in both."""

    resident_bytes: int
    peak_bytes: int | None
    anonymous_bytes: int | None


@dataclass(slots=True)
class Peak:
    """The most anonymous bytes seen."""

    num_bytes: int = 0


def memory_now() -> Memory:
    """Look at this process."""
    return Memory(
        resident_bytes=psutil.Process().memory_info().rss,
        peak_bytes=_status("VmHWM"),
        anonymous_bytes=anonymous_bytes(),
    )


def anonymous_bytes() -> int | None:
    """Anonymous memory of this process; None where the system does not tell."""
    return _status("RssAnon")


@contextmanager
def watch_peak() -> Iterator[Peak]:
    """Note the most anonymous memory while something runs; looks every few milliseconds."""
    peak, is_over = Peak(), Event()

    def look() -> None:
        peak.num_bytes = max(peak.num_bytes, anonymous_bytes() or 0)

    def watch() -> None:
        while not is_over.wait(_INTERVAL_S):
            look()

    thread = Thread(target=watch, name="memory watch")
    look()
    thread.start()
    try:
        yield peak
    finally:
        is_over.set()
        thread.join()
        look()


def _status(key: str) -> int | None:
    try:
        found = re.search(rf"^{key}:\s+(\d+) kB", _STATUS.read_text("ascii"), re.MULTILINE)
    except OSError:
        return None
    return int(found[1]) * 1024 if found else None
