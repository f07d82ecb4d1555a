"""A note in a model's folder while it is being fetched, so that it can be gone on with another day.

Says what the download consists of; how much of it is here is read from the files themselves.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.json_file import read_value
from engine.library.part import RemoteFile
from engine.library.receipts import write_json

PENDING_NAME = "pending.json"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """A download that was begun and has not ended.

    Args:
        id: the model's.
        name: what a person calls it.
        done_bytes: what lies here.
        total_bytes: of the whole model.
    """

    id: str
    name: str
    done_bytes: int
    total_bytes: int


def write_pending(folder: Path, *, entry_id: str, name: str, files: Sequence[RemoteFile]) -> None:
    """Note down what is about to be fetched.

    Raises:
        NotWritable, OutOfDisk: it could not be written.
    """
    sizes = {file.name: file.size_bytes for file in files}
    write_json(folder / PENDING_NAME, {"id": entry_id, "name": name, "files": sizes})


def read_pending(folder: Path) -> Pending | None:
    """Give the download that was begun in a folder, or None."""
    try:
        fields = read_value(folder / PENDING_NAME)
        sizes = {str(name): int(size) for name, size in fields["files"].items()}
        return Pending(
            id=str(fields["id"]),
            name=str(fields["name"]),
            done_bytes=sum(_size_here(folder, name, size) for name, size in sizes.items()),
            total_bytes=sum(sizes.values()),
        )
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (
        OSError,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        OverflowError,
        RecursionError,
    ) as error:
        _log.info("what is pending in %s cannot be read: %r", folder, error)
        return None


def _size_here(folder: Path, name: str, size_bytes: int) -> int:
    for path in (folder / name, folder / f"{name}.part"):
        if path.is_file():
            return min(path.stat().st_size, size_bytes)
    return 0
