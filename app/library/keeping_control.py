"""Models that are here, checked again or deleted, off the window's thread.

Knows no widget. Whether a model is in use is told by whoever loads them.
"""

import threading
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from app.background import Background, Work
from app.library.views import ProgressLike
from engine import EngineError, ModelSpec, Stopped


class KeepingLibrary(Protocol):
    """What is asked of the library."""

    def verify(
        self, id: str, /, *, progress: Callable[[ProgressLike], None], stop: threading.Event
    ) -> ModelSpec:
        """Read a model again."""
        ...

    def remove(self, id: str, /) -> None:
        """Delete a model, or forget one of the user's own."""
        ...


class KeepingControl(QObject):
    """Check and delete models.

    Args:
        library: where they lie.
        run: makes a thread for a piece of work and keeps it until it ends.
    """

    verified = Signal(str)
    """The id of a model that is whole"""
    removed = Signal(str)
    """The id of a model that is gone"""
    failed = Signal(object)
    """EngineError"""

    def __init__(
        self,
        library: KeepingLibrary,
        *,
        run: Callable[[Work, str, str], Background],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._run = run

    def verify(self, id: str) -> None:
        """Read a model again; what differs is deleted, and told."""

        def work(report: Callable[[object], None], stop: threading.Event) -> object:
            return self._library.verify(id, progress=report, stop=stop)

        self._start(work, "verify", id, self._on_verified)

    def remove(self, id: str) -> None:
        """Delete a model."""

        def work(report: Callable[[object], None], stop: threading.Event) -> object:
            self._library.remove(id)
            return None

        self._start(work, "remove", id, self._on_removed)

    def _start(self, work: Work, name: str, id: str, then: Callable[[str, object], None]) -> None:
        thread = self._run(work, name, id)
        thread.succeeded.connect(then)
        thread.failed.connect(self._on_failed)
        thread.start()

    def _on_verified(self, id: str, spec: object) -> None:
        self.verified.emit(id)

    def _on_removed(self, id: str, nothing: object) -> None:
        self.removed.emit(id)

    def _on_failed(self, id: str, error: EngineError) -> None:
        if not isinstance(error, Stopped):
            self.failed.emit(error)
