"""Temporary files beside the one that is written, and what a killed process left of them.

Each has a name of its own, so that two writers never share one; which of them nobody will go on
with is told by their age.
"""

import os
import re
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from time import time

_LEFT_S = 3600.0
"""No file that is written so takes anything like an hour."""


def temporary_beside(path: Path, *, is_private: bool = True) -> tuple[int, Path]:
    """Open a temporary file in the folder of another, after what was left of earlier ones is gone.

    Args:
        path: of the file that it will become.
        is_private: whether its owner alone may read it, or whoever the system says.

    Returns:
        Its descriptor, which is the caller's to close, and its path.

    Raises:
        OSError: the folder cannot be written.
    """
    sweep(path)
    temporary = path.with_name(f".{path.name}.{token_hex(6)}.tmp")
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    return os.open(temporary, flags, 0o600 if is_private else 0o666), temporary


def sweep(path: Path) -> None:
    """Delete what killed processes left beside a file; what may still be written stays."""
    name = re.escape(path.name)
    # The second and third as older versions called them.
    left = re.compile(rf"\.{name}\.\w+\.tmp|{name}\w{{8}}\.tmp|\.{name}\.\d+")
    youngest = time() - _LEFT_S
    with suppress(OSError):
        for other in path.parent.iterdir():
            if left.fullmatch(other.name):
                _delete_old(other, youngest)


def _delete_old(path: Path, youngest: float) -> None:
    # Somebody else may have done it, or the folder may be closed to us: neither matters.
    with suppress(OSError):
        if path.lstat().st_mtime < youngest and not path.is_dir():
            path.unlink()
