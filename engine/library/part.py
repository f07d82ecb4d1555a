"""A file that is still arriving: `<file>.part`, its running digest, and how it becomes the file.

Every source appends to the same kind of part, so that what one source began another can finish.
Knows nothing of where bytes come from.
"""

import errno
import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from threading import Event
from types import TracebackType
from typing import BinaryIO, Protocol, Self

from engine.errors import DigestMismatch, FileTooLarge, NotWritable, OutOfDisk, Stopped
from engine.library.marks import STEP_BYTES, Marks

BLOCK_BYTES = 1 << 20

_FULL = {errno.ENOSPC, errno.EDQUOT}


class DigestKind(StrEnum):
    """How a file is told from another."""

    SHA256 = "sha256"
    GIT_SHA1 = "git-sha1"
    """What git knows a small file by: SHA-1 of "blob <size>", a zero byte and the content."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteFile:
    """A file as its publisher describes it.

    Args:
        name: on this machine.
        size_bytes: of the whole file.
        digest: lower-case hex.
        kind: of the digest.
        path: in its repository, empty where that is the name.
    """

    name: str
    size_bytes: int
    digest: str
    kind: DigestKind = DigestKind.SHA256
    path: str = ""


class RunningDigest(Protocol):
    """What `hashlib` returns, as far as it is needed here."""

    def update(self, data: bytes, /) -> None:
        """Take more bytes in."""
        ...

    def hexdigest(self) -> str:
        """Return the digest of what was taken in so far."""
        ...

    def copy(self) -> "RunningDigest":
        """Return another that has taken in the same."""
        ...


@contextmanager
def writing_to(path: Path) -> Iterator[None]:
    """Turn the system's refusals to write below `path` into typed errors.

    Only for blocks that touch files: some network errors are `OSError` too.

    Raises:
        OutOfDisk: no room, or over quota.
        FileTooLarge: the disk has no files of this size.
        NotWritable: no permission, a read-only disk, or a file where a folder should be.
    """
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise OutOfDisk(str(path)) from error
        if error.errno == errno.EFBIG:
            raise FileTooLarge(str(path)) from error
        raise NotWritable(str(path)) from error


def new_digest(file: RemoteFile) -> RunningDigest:
    """Begin the digest a file is known by."""
    match file.kind:
        case DigestKind.SHA256:
            return hashlib.sha256()
        case DigestKind.GIT_SHA1:
            header = b"blob %d\0" % file.size_bytes
            return hashlib.sha1(header, usedforsecurity=False)


def digest_of(
    path: Path, into: RunningDigest, *, stop: Event, report: Callable[[int], None] | None = None
) -> str:
    """Read a file through a digest and return it in hex.

    Args:
        path: the file.
        into: a fresh digest.
        stop: checked before each block.
        report: receives how many bytes were read so far.

    Raises:
        Stopped: stop was set.
    """
    done = 0
    with path.open("rb") as stream:
        while block := stream.read(BLOCK_BYTES):
            if stop.is_set():
                raise Stopped
            into.update(block)
            done += len(block)
            if report is not None:
                report(done)
    return into.hexdigest()


class Part:
    """The bytes of a file that are here so far. Use it as a context manager.

    Args:
        folder: where the file will lie.
        file: what is expected.
        stop: checked while bytes kept from before are read through the digest.
        report: receives how many of those were read so far.

    Raises:
        NotWritable, OutOfDisk: the folder or the part cannot be written.
        Stopped: stop was set.
    """

    def __init__(
        self,
        folder: Path,
        file: RemoteFile,
        *,
        stop: Event,
        report: Callable[[int], None] | None = None,
    ) -> None:
        self.file = file
        self.path = folder / f"{file.name}.part"
        self.length = 0
        self.is_resumed = False
        self._digest = new_digest(file)
        self._marks = Marks(folder / f"{file.name}.part.marks")
        with writing_to(self.path):
            folder.mkdir(parents=True, exist_ok=True)
            if self.path.is_symlink():
                # Bytes appended to a link would land in somebody else's file.
                self.path.unlink()
            self._stream: BinaryIO = self.path.open("ab")
        try:
            self._take_up(stop, report)
        except BaseException:
            self._stream.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        with writing_to(self.path):
            if not self._stream.closed:
                self._stream.flush()
                if self.length:
                    self._marks.add(self.length, self._digest.hexdigest())
            self._stream.close()

    @property
    def is_complete(self) -> bool:
        """Whether as many bytes are here as are expected."""
        return self.length == self.file.size_bytes

    def append(self, block: bytes) -> None:
        """Add the next bytes.

        Raises:
            DigestMismatch: there are more than expected.
            OutOfDisk, NotWritable: they could not be written.
        """
        if self.length + len(block) > self.file.size_bytes:
            raise self.wrong_size(self.length + len(block))
        room = STEP_BYTES - self.length % STEP_BYTES
        if len(block) >= room:
            self._take(block[:room])
            with writing_to(self.path):
                self._stream.flush()
                self._marks.add(self.length, self._digest.hexdigest())
            block = block[room:]
        self._take(block)

    def head(self, num_bytes: int) -> bytes:
        """Give the first bytes that are here."""
        with writing_to(self.path):
            self._stream.flush()
        with self.path.open("rb") as stream:
            return stream.read(num_bytes)

    def restart(self) -> None:
        """Forget every byte."""
        with writing_to(self.path):
            self._stream.truncate(0)
            self._marks.clear()
        self._digest = new_digest(self.file)
        self.length = 0
        self.is_resumed = False

    def check(self) -> None:
        """Compare with what is expected.

        Raises:
            DigestMismatch: the size or the digest is another.
        """
        if not self.is_complete:
            raise self.wrong_size(self.length)
        actual = self._digest.hexdigest()
        if actual != self.file.digest:
            raise DigestMismatch(self.file.name, self.file.digest, actual)

    def wrong_size(self, actual_bytes: int) -> DigestMismatch:
        """Make the error for a file of another size."""
        return DigestMismatch(
            self.file.name,
            expected=self.file.digest,
            actual="",
            expected_bytes=self.file.size_bytes,
            actual_bytes=actual_bytes,
        )

    def keep(self) -> Path:
        """Give the part its real name; only after `check`."""
        target = self.path.with_name(self.file.name)
        with writing_to(target):
            self._stream.flush()
            os.fsync(self._stream.fileno())
            self._stream.close()
            self.path.replace(target)
            self._marks.clear()
        return target

    def discard(self) -> None:
        """Delete the part."""
        with writing_to(self.path):
            self._stream.close()
            self.path.unlink(missing_ok=True)
            self._marks.clear()

    def _take(self, block: bytes) -> None:
        with writing_to(self.path):
            self._stream.write(block)
        self._digest.update(block)
        self.length += len(block)

    def _take_up(self, stop: Event, report: Callable[[int], None] | None) -> None:
        """Read what was kept through the digest, and cut off what is not known to be sound."""
        length = self.path.stat().st_size
        marks = self._marks.read()
        if length > self.file.size_bytes:
            self.restart()
            return
        # Without any mark nothing is known against the bytes; the digest at the end will tell.
        ends = [mark for mark in marks if mark <= length] if marks else [length]
        with self.path.open("rb") as stream:
            for end in ends:
                running = self._digest.copy()
                _read_through(stream, running, end - self.length, stop=stop)
                if marks and running.hexdigest() != marks[end]:
                    break
                self._digest, self.length = running, end
                if report is not None:
                    report(end)
        self.is_resumed = self.length > 0
        if self.length < length:
            with writing_to(self.path):
                self._stream.truncate(self.length)


def _read_through(stream: BinaryIO, into: RunningDigest, num_bytes: int, *, stop: Event) -> None:
    while num_bytes and (block := stream.read(min(BLOCK_BYTES, num_bytes))):
        if stop.is_set():
            raise Stopped
        into.update(block)
        num_bytes -= len(block)
