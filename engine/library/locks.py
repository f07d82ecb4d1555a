"""One process at a time in a model's folder: a lock file, let go by the system if we crash."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from filelock import FileLock, Timeout

from engine.errors import DraftBusy, EngineError, ListBusy, ModelBusy, Stopped
from engine.library.part import writing_to
from engine.library.progress import DownloadStage, Meter

LOCKS_NAME = ".locks"
"""The folder of lock files, in the library's."""

_LIST_LOCK = "imported.lock"
_PATIENCE_S = 10.0


@dataclass(frozen=True, slots=True)
class Wait:
    """How to wait for a lock: until `stop` is set, telling `meter`."""

    stop: Event
    meter: Meter


@contextmanager
def lock_model(path: Path, id: str, *, wait: Wait | None = None) -> Iterator[None]:
    """Keep other processes away from a model while the block runs.

    Args:
        path: the lock file; its folder is made.
        id: the model's, for the error.
        wait: how to wait for another process, or None to refuse at once.

    Raises:
        ModelBusy: another process holds it, and `wait` is None.
        Stopped: stop was set while waiting.
        NotWritable: the lock file cannot be made.
    """
    with _held(path, ModelBusy(id), wait=wait):
        yield


@contextmanager
def lock_draft(path: Path, target: str) -> Iterator[None]:
    """Keep other processes away from a folder in which a draft is made.

    Raises:
        DraftBusy: another process makes one there.
        NotWritable: the lock file cannot be made.
    """
    with _held(path, DraftBusy(target)):
        yield


@contextmanager
def lock_list(root: Path) -> Iterator[None]:
    """Keep other processes away from the list of imported models; changing it takes a moment.

    Args:
        root: the library's folder.

    Raises:
        ListBusy: another process holds it and does not let go.
        NotWritable: the lock file cannot be made.
    """
    with _held(root / LOCKS_NAME / _LIST_LOCK, ListBusy(), patience_s=_PATIENCE_S):
        yield


@contextmanager
def _held(
    path: Path, busy: EngineError, *, wait: Wait | None = None, patience_s: float = 0.0
) -> Iterator[None]:
    """Hold a lock file while the block runs.

    Args:
        path: the lock file; its folder is made.
        busy: what is raised where another process holds it.
        wait: how to wait for that process, or None to refuse.
        patience_s: how long to wait before that.

    Raises:
        EngineError: `busy`.
        Stopped: stop was set while waiting.
        NotWritable: the lock file cannot be made.
    """
    with writing_to(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path)
        try:
            lock.acquire(timeout=patience_s)
        except Timeout as error:
            if wait is None:
                raise busy from error
            wait.meter.begin(DownloadStage.WAITING)
            try:
                lock.acquire(cancel_check=wait.stop.is_set)
            except Timeout as cancelled:
                raise Stopped from cancelled
    try:
        yield
    finally:
        lock.release()
