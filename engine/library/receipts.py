"""The receipt beside an installed model: written last, and only for files that were verified.

A model counts as installed exactly when its receipt is there and each file still has the size
and the time of change written in it. Reading is quick; no file's content is looked at.
"""

import hashlib
import logging
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from engine.json_file import read_value, write_lasting_json
from engine.library.names import is_plain_name
from engine.library.part import DigestKind, RemoteFile, writing_to

RECEIPT_NAME = "receipt.json"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRecord:
    """A verified file: its digest, and what it looked like on disk right after."""

    name: str
    size_bytes: int
    mtime_ns: int
    digest: str
    kind: DigestKind = DigestKind.SHA256

    @property
    def expected(self) -> RemoteFile:
        """The file as its publisher described it."""
        return RemoteFile(
            name=self.name, size_bytes=self.size_bytes, digest=self.digest, kind=self.kind
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What was installed under an id: `source` says for people where it came from."""

    id: str
    name: str
    source: str
    files: tuple[FileRecord, ...]

    @property
    def size_bytes(self) -> int:
        """Of all files together."""
        return sum(file.size_bytes for file in self.files)

    @property
    def digest(self) -> str:
        """Of the one file; for a folder, SHA-256 over its files' names and digests."""
        if len(self.files) == 1:
            return self.files[0].digest
        lines = sorted(f"{file.digest}  {file.name}\n" for file in self.files)
        return hashlib.sha256("".join(lines).encode()).hexdigest()


def record(path: Path, file: RemoteFile) -> FileRecord:
    """Note down a file that has just been verified."""
    return FileRecord(
        name=file.name,
        size_bytes=file.size_bytes,
        mtime_ns=path.stat().st_mtime_ns,
        digest=file.digest,
        kind=file.kind,
    )


def write_receipt(folder: Path, receipt: Receipt) -> None:
    """Put the receipt into the model's folder, whole or not at all.

    Raises:
        NotWritable, OutOfDisk: it could not be written.
    """
    write_json(folder / RECEIPT_NAME, asdict(receipt))


def read_receipt(folder: Path, *, trusts_times: bool = True) -> Receipt | None:
    """Return the receipt if it is there and its files look as they did; else None.

    Args:
        folder: the model's.
        trusts_times: False for a receipt whose files are read again anyway, as after a copy that
            did not keep their times.
    """
    try:
        fields = read_value(folder / RECEIPT_NAME)
        records = tuple(
            FileRecord(
                name=str(item["name"]),
                size_bytes=int(item["size_bytes"]),
                mtime_ns=int(item["mtime_ns"]),
                digest=str(item["digest"]),
                kind=DigestKind(item["kind"]),
            )
            for item in fields["files"]
        )
        receipt = Receipt(
            id=str(fields["id"]),
            name=str(fields["name"]),
            source=str(fields["source"]),
            files=records,
        )
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        _log.warning("the receipt in %s cannot be read: %r", folder, error)
        return None
    if not all(is_plain_name(file.name) for file in receipt.files):
        # What differs is deleted by a check: never a file of some other folder.
        _log.warning("the receipt in %s names files outside of it", folder)
        return None
    if not receipt.files or (trusts_times and not _look_untouched(folder, receipt.files)):
        return None
    return receipt


def write_json(path: Path, value: object) -> None:
    """Replace a JSON file in one step.

    Raises:
        NotWritable, OutOfDisk: it could not be written.
    """
    with writing_to(path):
        write_lasting_json(path, value)


def _look_untouched(folder: Path, files: Iterable[FileRecord]) -> bool:
    for file in files:
        try:
            stat = (folder / file.name).stat()
        except OSError:
            return False
        if (stat.st_size, stat.st_mtime_ns) != (file.size_bytes, file.mtime_ns):
            return False
    return True
