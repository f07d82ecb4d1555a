"""From files to chats: JSON of any of the known forms, alone or in an archive.

Every record is read by itself; for one that cannot be read its reason is given.
"""

import codecs
import json
import zipfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from app.exchange import chatgpt, lm_studio, own
from app.exchange.imported import BadRecord, ImportedChat, Reason
from app.exchange.pieces import Piece, pieces_of

_CHUNK_BYTES = 1 << 18
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


@dataclass(frozen=True, slots=True)
class Advanced:
    """How far a file has been read, in bytes."""

    done_bytes: int
    total_bytes: int


def chats_of(path: Path) -> Iterator[ImportedChat | Reason | Advanced]:
    """Give the chats of a file in order or why not, and how far it has been read in between.

    Raises:
        OSError: the file cannot be read.
        zipfile.BadZipFile: it calls itself an archive and is none.
    """
    if not zipfile.is_zipfile(path):
        with path.open("rb") as file:
            yield from _chats(file, path.stat().st_size)
        return
    with zipfile.ZipFile(path) as archive:
        members = [
            member
            for member in archive.infolist()
            # An export has other lists beside its chats, of feedback and of shared links.
            if Path(member.filename).name.startswith("conversations")
            and member.filename.endswith(".json")
        ]
        members = members or [
            member for member in archive.infolist() if member.filename.endswith(".json")
        ]
        for member in members:
            with archive.open(member) as file:
                yield from _chats(file, member.file_size)


def read_record(piece: Piece) -> ImportedChat:
    """Read one record of whatever form.

    Raises:
        BadRecord: it is none of them, or a damaged one.
    """
    if piece.reason is not None:
        raise BadRecord(piece.reason)
    try:
        record = json.loads(piece.text)
    except (ValueError, RecursionError):
        raise BadRecord(Reason.NO_JSON) from None
    if not isinstance(record, dict):
        raise BadRecord(Reason.UNKNOWN)
    if own.is_chat(record):
        return own.read_chat(record)
    if chatgpt.is_chat(record):
        return chatgpt.read_chat(record)
    if lm_studio.is_chat(record):
        return lm_studio.read_chat(record)
    raise BadRecord(Reason.UNKNOWN)


def _chats(file: IO[bytes], total_bytes: int) -> Iterator[ImportedChat | Reason | Advanced]:
    with closing(_Text(file)) as text:
        for piece in pieces_of(text):
            try:
                yield read_record(piece)
            except BadRecord as problem:
                yield problem.reason
            yield Advanced(text.num_bytes, total_bytes)


class _Text:
    """A stream of bytes as text, a chunk at a time; what is no text becomes a sign that says so."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.num_bytes = 0

    def __iter__(self) -> Iterator[str]:
        chunk = self._file.read(_CHUNK_BYTES)
        names = [name for mark, name in _MARKS.items() if chunk.startswith(mark)]
        decoder = codecs.getincrementaldecoder(names[0] if names else "utf-8")("replace")
        while chunk:
            self.num_bytes += len(chunk)
            yield decoder.decode(chunk)
            chunk = self._file.read(_CHUNK_BYTES)
        yield decoder.decode(b"", final=True)

    def close(self) -> None:
        """Let the file go."""
        self._file.close()
