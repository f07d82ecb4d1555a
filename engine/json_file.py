"""Small JSON files that are read whole and written whole.

For what may be lost: anything odd about such a file means that it is not there.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.leftovers import temporary_beside

_MOST_BYTES = 2**26
"""Many times what any of them has."""


def read_value(path: Path) -> Any:
    """Read whatever JSON a file holds, within bounds.

    Raises:
        OSError: it is not there, or no plain file; opening a pipe would wait for a writer.
        ValueError, RecursionError: it is no JSON, or larger than any of ours.
    """
    # A file that is not there is told by the system, as what it is.
    if path.stat().st_size > _MOST_BYTES:
        raise ValueError("larger than any of ours")
    if not path.is_file():
        raise OSError("no plain file")
    return json.loads(path.read_text(encoding="utf-8"))


def read_json(path: Path) -> dict[str, object]:
    """Read an object; an empty one where there is none."""
    try:
        kept = read_value(path)
    except (OSError, ValueError, RecursionError):
        return {}
    return kept if isinstance(kept, dict) else {}


def write_json(path: Path, kept: Mapping[str, object]) -> None:
    """Write an object so that a reader sees the old one or the new one, never half.

    Its owner alone may read it.

    Raises:
        OSError: the folder cannot be written; the old file is as it was.
    """
    _write(path, json.dumps(kept), is_private=True)


def write_lasting_json(path: Path, kept: object) -> None:
    """Write a value so, through to the disk, for people and for others of this computer to read.

    Raises:
        OSError: as for `write_json`.
    """
    _write(path, json.dumps(kept, indent=2), is_private=False)


def _write(path: Path, text: str, *, is_private: bool) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = temporary_beside(path, is_private=is_private)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            if not is_private:
                file.flush()
                os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        # On a full disk each try would leave another.
        temporary.unlink(missing_ok=True)
