"""The downloads of this window: several at once, paused, gone on with, thrown away.

Each runs on a thread of its own. Knows the library by a protocol and no widget; what has arrived
lies in the library's folder, so that a download outlives the program.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from app.background import Background, Work
from app.language.text import translate
from app.library.views import (
    DownloadState,
    DownloadView,
    ProgressLike,
    paused_line,
    progress_line,
)
from engine import AccessDenied, EngineError, ModelSpec, NotOnHub, Stopped, explain

MOST_AT_ONCE = 3
"""More would only share the same line."""


class PendingLike(Protocol):
    """What is read of a download that an earlier run began."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def done_bytes(self) -> int: ...
    @property
    def total_bytes(self) -> int: ...


class FetchingLibrary(Protocol):
    """What is asked of the library."""

    def get(
        self, id_or_repo: str, /, *, progress: Callable[[ProgressLike], None], stop: threading.Event
    ) -> ModelSpec:
        """Download a model."""
        ...

    def unfinished(self) -> Sequence[PendingLike]:
        """List the downloads that were begun."""
        ...

    def discard(self, id: str, /) -> None:
        """Delete what a download has brought."""
        ...


class Downloads(QObject):
    """Every download there is, under way or not.

    Args:
        library: where models are got from.
        run: makes a thread for a piece of work and keeps it until it ends.
    """

    changed = Signal(object)
    """DownloadView"""
    removed = Signal(str)
    """The id of a download that is over or was thrown away"""
    got = Signal(str)
    """A model was downloaded."""
    failed = Signal(str, object)
    """Its id, and the EngineError"""

    def __init__(
        self,
        library: FetchingLibrary,
        *,
        run: Callable[[Work, str, str], Background],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._run = run
        self._views: dict[str, DownloadView] = {}
        self._threads: dict[str, Background] = {}
        self._sizes: dict[str, tuple[int, int]] = {}
        self._thrown_away: set[str] = set()

    @property
    def views(self) -> list[DownloadView]:
        """What there is, in the order it was asked for."""
        return list(self._views.values())

    def view(self, id: str) -> DownloadView | None:
        """Give one, if there is such a download."""
        return self._views.get(id)

    def look_for_unfinished(self) -> None:
        """List what earlier runs began, as paused."""
        try:
            found = self._library.unfinished()
        except EngineError as error:
            self.failed.emit("", error)
            return
        for pending in found:
            if pending.id not in self._views:
                self._sizes[pending.id] = (pending.done_bytes, pending.total_bytes)
                view = DownloadView(id=pending.id, name=pending.name, state=DownloadState.PAUSED)
                self._show(self._paused(view))

    def get(self, id: str, *, name: str = "") -> None:
        """Fetch a model, or go on with it; a second call while it runs changes nothing."""
        view = self._views.get(id) or DownloadView(
            id=id, name=name or id, state=DownloadState.QUEUED
        )
        if id in self._threads or (id in self._views and view.state.is_under_way):
            return
        self._show(
            replace(
                view,
                state=DownloadState.QUEUED,
                line=translate("Library", "Waiting for another download"),
                needs_token=False,
                page="",
            )
        )
        self._begin_next()

    def pause(self, id: str) -> None:
        """Stop a download; what has arrived is kept for when it goes on."""
        view = self._views.get(id)
        if view is None:
            return
        if id in self._threads:
            self._threads[id].stop()
            self._show(replace(view, state=DownloadState.PAUSING))
        elif view.state is DownloadState.QUEUED:
            self._show(self._paused(view))

    def cancel(self, id: str) -> None:
        """Stop a download and delete what has arrived."""
        if id in self._threads:
            self._thrown_away.add(id)
            self.pause(id)
        elif id in self._views:
            # Or it would begin after all, when another one makes room while it is being deleted.
            self._show(self._paused(self._views[id]))
            self._throw_away(id)

    def _begin_next(self) -> None:
        for view in self.views:
            if len(self._threads) >= MOST_AT_ONCE:
                return
            if view.state is DownloadState.QUEUED and view.id not in self._threads:
                self._begin(view)

    def _begin(self, view: DownloadView) -> None:
        id = view.id

        def work(report: Callable[[object], None], stop: threading.Event) -> object:
            return self._library.get(id, progress=report, stop=stop)

        thread = self._run(work, "download", id)
        self._threads[id] = thread
        thread.reported.connect(self._on_progress)
        thread.succeeded.connect(self._on_got)
        thread.failed.connect(self._on_failed)
        line = translate("Models", "connecting")
        self._show(replace(view, state=DownloadState.RUNNING, line=line))
        thread.start()

    def _show(self, view: DownloadView) -> None:
        self._views[view.id] = view
        self.changed.emit(view)

    def _remove(self, id: str) -> None:
        self._views.pop(id, None)
        self._sizes.pop(id, None)
        self.removed.emit(id)

    def _paused(self, view: DownloadView) -> DownloadView:
        done, total = self._sizes.get(view.id, (0, 0))
        return replace(
            view,
            state=DownloadState.PAUSED,
            line=paused_line(done, total),
            fraction=done / total if total else view.fraction,
        )

    def _throw_away(self, id: str) -> None:
        def work(report: Callable[[object], None], stop: threading.Event) -> object:
            self._library.discard(id)
            return None

        thread = self._run(work, "discard", id)
        thread.succeeded.connect(self._on_discarded)
        thread.failed.connect(self._on_discard_failed)
        thread.start()

    def _on_progress(self, id: str, progress: ProgressLike) -> None:
        view = self._views.get(id)
        if view is None or view.state is not DownloadState.RUNNING:
            return
        self._sizes[id] = (progress.done_bytes, progress.total_bytes)
        self._show(replace(view, fraction=progress.fraction, line=progress_line(progress)))

    def _on_got(self, id: str, spec: object) -> None:
        del self._threads[id]
        self._thrown_away.discard(id)
        self._remove(id)
        self.got.emit(id)
        self._begin_next()

    def _on_failed(self, id: str, error: EngineError) -> None:
        del self._threads[id]
        view = self._views[id]
        if id in self._thrown_away:
            self._thrown_away.remove(id)
            self._throw_away(id)
        elif isinstance(error, Stopped):
            self._show(self._paused(view))
        else:
            self._show(
                replace(
                    view,
                    state=DownloadState.FAILED,
                    line=explain(error),
                    needs_token=isinstance(error, AccessDenied | NotOnHub),
                    page=error.page if isinstance(error, AccessDenied) else "",
                )
            )
            self.failed.emit(id, error)
        self._begin_next()

    def _on_discarded(self, id: str, nothing: object) -> None:
        self._remove(id)

    def _on_discard_failed(self, id: str, error: EngineError) -> None:
        view = self._views.get(id)
        if view is not None:
            self._show(replace(view, state=DownloadState.FAILED, line=explain(error)))
