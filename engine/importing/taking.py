"""Takes a model that was found into the library: listed where it lies, or copied.

A copy is read once, through its digest, and becomes a model like one that was downloaded: it has a
receipt, can be verified, and is removed with its files. Two programs at once do not get into each
other's way.
"""

import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from threading import Event

from engine.errors import BadModelFile, LinkInTheWay, OutOfDisk, Stopped
from engine.language import say
from engine.library.local import add_imported, check_model_path
from engine.library.locks import LOCKS_NAME, lock_model
from engine.library.names import folder_name, free_id
from engine.library.part import RemoteFile, writing_to
from engine.library.receipts import FileRecord, Receipt, read_receipt, write_receipt
from engine.library.repository import is_small_file
from engine.library.soundness import judge
from engine.models.weight_files import INDEX_NAME, weight_files
from engine.params import ModelSpec

_BLOCK_BYTES = 2**22
_SPARE_BYTES = 2**26
"""Of the disk, left to everybody else."""

Report = Callable[[int, int], None]
"""Told how many bytes of how many are done."""


def list_model(
    root: Path, path: Path, *, name: str = "", digest: str = "", taken: frozenset[str] = frozenset()
) -> ModelSpec:
    """List a model where it lies; nothing is copied.

    Args:
        root: the library's folder.
        path: the model.
        name: what to call it, by default what its file is called.
        digest: SHA-256 of the file where it is known.
        taken: ids of other models.

    Raises:
        EngineError: it cannot be run.
        NotWritable: the list cannot be written.
        ListBusy: another program is writing the list and does not end.
    """
    path = check_model_path(path)
    problem = judge(path)
    if problem is not None:
        raise problem
    return add_imported(root, path, name=name or _stem(path), digest=digest, taken=taken)


def copy_model(
    root: Path,
    path: Path,
    *,
    name: str = "",
    taken: frozenset[str] = frozenset(),
    report: Report = lambda done, total: None,
    stop: Event | None = None,
) -> ModelSpec:
    """Copy a model into the library.

    Args:
        root: the library's folder.
        path: the model.
        name: what to call it, by default what its file is called.
        taken: ids of other models.
        report: told after each few megabytes.
        stop: set to leave; what was copied is thrown away.

    Raises:
        EngineError: it cannot be run.
        OutOfDisk, NotWritable, LinkInTheWay: it cannot be kept.
        BadModelFile: it changed while it was copied.
        Stopped: `stop` was set.
    """
    stop = stop or Event()
    path = check_model_path(path)
    problem = judge(path)
    if problem is not None:
        raise problem
    shown = name or _stem(path)
    id = free_id(shown, taken)
    files = _files_of(path)
    total = sum(file.stat().st_size for file in files)
    folder = root / folder_name(id)
    with lock_model(root / LOCKS_NAME / f"{folder.name}.lock", id), writing_to(folder):
        if read_receipt(folder) is not None:
            return copy_model(root, path, name=shown, taken=taken | {id}, report=report, stop=stop)
        if folder.is_symlink():
            raise LinkInTheWay(str(folder))
        root.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(root).free
        if free < total + _SPARE_BYTES:
            raise OutOfDisk(str(folder), total + _SPARE_BYTES, free)
        folder.mkdir(exist_ok=True)
        try:
            records = _copy_all(files, folder, total=total, report=report, stop=stop)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        receipt = Receipt(id=id, name=shown, source=str(path), files=records)
        write_receipt(folder, receipt)
    whole = folder / records[0].name if len(records) == 1 else folder
    return ModelSpec(id=id, name=shown, path=whole, digest=receipt.digest)


def _stem(path: Path) -> str:
    return path.name if path.is_dir() else path.stem


def _files_of(path: Path) -> list[Path]:
    """List what is copied of a model: its file, or weights and small files, never code."""
    if path.is_file():
        return [path]
    small = [file for file in sorted(path.iterdir()) if is_small_file(file.name)]
    index = [path / INDEX_NAME] if (path / INDEX_NAME).is_file() else []
    return [*(file for file in small if file.is_file()), *index, *weight_files(path)]


def _copy_all(
    files: list[Path], folder: Path, *, total: int, report: Report, stop: Event
) -> tuple[FileRecord, ...]:
    records, done = [], 0
    for file in files:
        name = file.name if len(files) > 1 else f"{folder.name}.gguf"
        records.append(_copy(file, folder / name, done=done, total=total, report=report, stop=stop))
        done += records[-1].size_bytes
    return tuple(records)


def _copy(
    source: Path, to: Path, *, done: int, total: int, report: Report, stop: Event
) -> FileRecord:
    running, size = hashlib.sha256(), source.stat().st_size
    part = to.with_name(f"{to.name}.part")
    num_copied = 0
    # A link that somebody laid there would send the bytes elsewhere.
    part.unlink(missing_ok=True)
    with source.open("rb") as reading, part.open("xb") as writing:
        while block := reading.read(_BLOCK_BYTES):
            if stop.is_set():
                raise Stopped()
            running.update(block)
            writing.write(block)
            num_copied += len(block)
            report(done + num_copied, total)
        writing.flush()
        os.fsync(writing.fileno())
    if num_copied != size:
        raise BadModelFile(str(source), say("it changed while it was copied"))
    part.replace(to)
    file = RemoteFile(name=to.name, size_bytes=num_copied, digest=running.hexdigest())
    return FileRecord(
        name=file.name,
        size_bytes=file.size_bytes,
        mtime_ns=to.stat().st_mtime_ns,
        digest=file.digest,
    )
