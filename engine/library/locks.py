"""One process at a time in a model's folder: a lock file, let go by the system if we crash."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from filelock import FileLock, Timeout

from engine.errors import ModelBusy, Stopped
from engine.library.part import writing_to
from engine.library.progress import DownloadStage, Meter


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
    with writing_to(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path)
        try:
            lock.acquire(timeout=0)
        except Timeout as error:
            if wait is None:
                raise ModelBusy(id) from error
            wait.meter.begin(DownloadStage.WAITING)
            try:
                lock.acquire(cancel_check=wait.stop.is_set)
            except Timeout as cancelled:
                raise Stopped from cancelled
    try:
        yield
    finally:
        lock.release()
