"""Small JSON files that are read whole and written whole.

For what may be lost: anything odd about such a file means that it is not there.
"""

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path


def read_json(path: Path) -> dict[str, object]:
    """Read an object; an empty one where there is none."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return kept if isinstance(kept, dict) else {}


def write_json(path: Path, kept: Mapping[str, object]) -> None:
    """Write an object so that a reader sees the old one or the new one, never half.

    Raises:
        OSError: the folder cannot be written; the old file is as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(kept, file)
        Path(temporary).replace(path)
    finally:
        Path(temporary).unlink(missing_ok=True)
