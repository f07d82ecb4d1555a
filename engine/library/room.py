"""The room on the disk, shared by downloads that run at once: each claims what it still lacks.

What the disk has free now is promised to those under way already. Knows sizes only.
"""

from collections.abc import Callable
from pathlib import Path
from threading import Lock

from engine.errors import OutOfDisk

FreeBytes = Callable[[Path], int]

MARGIN_BYTES = 16 << 20
"""What is left free, for receipts and for everybody else."""


class Room:
    """What is claimed of one disk by the downloads of this process.

    Args:
        free_bytes: tells the room on a folder's disk.
    """

    def __init__(self, free_bytes: FreeBytes) -> None:
        self._free_bytes = free_bytes
        self._claims: dict[str, int] = {}
        self._lock = Lock()

    def claim(self, id: str, folder: Path, needed: int) -> None:
        """Put room aside for a download, in place of what it claimed before.

        Args:
            id: the model's.
            folder: where it will lie.
            needed: bytes it still lacks.

        Raises:
            OutOfDisk: there is less beside what the others claim.
        """
        with self._lock:
            self._claims.pop(id, None)
            free = max(self._free_bytes(folder) - sum(self._claims.values()), 0)
            if needed and needed + MARGIN_BYTES > free:
                raise OutOfDisk(str(folder), needed + MARGIN_BYTES, free)
            self._claims[id] = needed

    def arrived(self, id: str, num_bytes: int) -> None:
        """Give back what lies on the disk by now."""
        with self._lock:
            if id in self._claims:
                self._claims[id] = max(self._claims[id] - num_bytes, 0)

    def release(self, id: str) -> None:
        """Give everything back."""
        with self._lock:
            self._claims.pop(id, None)
