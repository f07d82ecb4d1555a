"""How much of the processor other programs take meanwhile, from the system's own counters."""

import logging
import os
from collections.abc import Callable
from dataclasses import dataclass

_log = logging.getLogger(__name__)

BUSY_SHARE = 0.15
"""Of the whole processor; what others take beyond this slows a reply down."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Seconds of processor time since some moment: of all cores, busy or idle, and our own."""

    total_s: float
    busy_s: float
    own_s: float


class ProcessorWatch:
    """Tell what others took between two moments; nothing is known where no counters are given.

    Args:
        read: gives the counters, or raises OSError.
    """

    def __init__(self, read: Callable[[], Usage] | None = None) -> None:
        self._read = read or read_usage
        self._since: Usage | None = None

    def begin(self) -> None:
        """Begin to watch."""
        self._since = self._now()

    def others_share(self) -> float | None:
        """Give the share of the whole processor that others took since; None if that was nothing
        to be measured by."""
        since = self._since
        now = None if since is None else self._now()
        if since is None or now is None:
            return None
        total_s = now.total_s - since.total_s
        if total_s <= 0.0:
            return None
        others_s = (now.busy_s - since.busy_s) - (now.own_s - since.own_s)
        return min(1.0, max(0.0, others_s / total_s))

    def was_busy(self) -> bool:
        """Whether others took so much since that no speed counts."""
        return (self.others_share() or 0.0) > BUSY_SHARE

    def _now(self) -> Usage | None:
        try:
            return self._read()
        except OSError as error:
            _log.info("the system's counters cannot be read: %s", error.strerror)
            return None


def read_usage() -> Usage:
    """Read the system's counters."""
    # Imported late: only what is written needs it, and the window should open without.
    import psutil

    times = psutil.cpu_times()
    # What guests take is counted in `user` already, and waiting for a disk is idle.
    fields = {
        name: float(getattr(times, name))
        for name in times._fields
        if name not in ("guest", "guest_nice")
    }
    idle_s = fields.get("idle", 0.0) + fields.get("iowait", 0.0)
    total_s = sum(fields.values())
    own = os.times()
    return Usage(total_s=total_s, busy_s=total_s - idle_s, own_s=own.user + own.system)
