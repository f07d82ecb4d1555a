"""The models to choose from: what there is, what fits, and getting more of them.

Looks into big files and downloads only on threads of its own. Knows the library by a protocol, no
widget and no store; the controller decides what is loaded.
"""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from app.background import Background, Work
from app.language.text import translate
from app.library.downloads import Downloads, PendingLike
from app.library.keeping_control import KeepingControl
from app.library.suggestions import KnownModel
from app.library.views import DownloadState, DownloadView, ProgressLike
from app.local_models.verdict_lines import itself_reason
from app.view_types import ModelChoice
from engine import EngineError, ModelSpec, Stopped, TrainedDraft, explain
from engine.library import Hub

STARTER_ID = "smollm2-135m-instruct"

EntryLike = KnownModel
"""What is read of an entry of the library."""


class LibraryLike(Protocol):
    """What is asked of the library."""

    @property
    def hub(self) -> Hub:
        """Where downloads come from."""
        ...

    def entries(self) -> Sequence[EntryLike]:
        """List what there is and what can be had."""
        ...

    def resolve(self, id_or_path: str, /) -> ModelSpec:
        """Find an installed model by its id or path."""
        ...

    def import_file(self, path: Path, /) -> ModelSpec:
        """List a model of the user's own."""
        ...

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

    def verify(
        self, id: str, /, *, progress: Callable[[ProgressLike], None], stop: threading.Event
    ) -> ModelSpec:
        """Read a model again."""
        ...

    def remove(self, id: str, /) -> None:
        """Delete a model, or forget one of the user's own."""
        ...


DraftFit = Callable[[ModelSpec, ModelSpec], EngineError | None]
"""Says why a draft (second) cannot serve a target (first), or None; may read for seconds."""


OwnDraftOf = Callable[[ModelSpec, threading.Event], TrainedDraft | None]
"""Finds the draft that was made for a target; may read for seconds, until told to stop."""


def no_own_draft(target: ModelSpec, stop: threading.Event) -> None:
    """Find nothing."""


class ModelShelf(QObject):
    """Everything about models that is not loading them.

    Args:
        library: where they are listed and got from.
        draft_fit: judges a pair.
        own_draft: finds the draft that was made for a target.
    """

    choices_changed = Signal(list)
    """list[ModelChoice]"""
    draft_reasons_changed = Signal(str, object)
    """A target's id, and why each draft that cannot serve it cannot: dict[id, sentence]."""
    own_draft_found = Signal(str, object)
    """A target's id, and the `TrainedDraft` that was made for it or None"""
    download_progress = Signal(str, object, str)
    """Model id, fraction or None, a line for people; an empty line at the end."""
    got = Signal(str)
    """A model was downloaded."""
    failed = Signal(object)
    """EngineError"""
    idle = Signal()
    """The last thread ended."""

    def __init__(
        self,
        library: LibraryLike,
        *,
        draft_fit: DraftFit,
        own_draft: OwnDraftOf = no_own_draft,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._draft_fit = draft_fit
        self._own_draft = own_draft
        self._threads: list[Background] = []
        self.downloads = Downloads(library, run=self.run, parent=self)
        """Those under way, and those that wait to go on."""
        self.keeping = KeepingControl(library, run=self.run, parent=self)
        """Checks and deletes models that are here."""
        self.keeping.failed.connect(self.failed)
        self.downloads.changed.connect(self._on_download)
        self.downloads.removed.connect(self._on_download_over)
        self.downloads.got.connect(self._on_got)
        self.downloads.failed.connect(self._on_failed)

    @property
    def hub(self) -> Hub:
        """Where downloads come from; it is asked nothing unless somebody acts."""
        return self._library.hub

    def run(self, work: Work, name: str, tag: str) -> Background:
        """Make a thread for a piece of work, counted among those that have to end."""
        return self._add(work, name=name, tag=tag)

    @property
    def is_busy(self) -> bool:
        """Whether a thread of its own still runs."""
        return bool(self._threads)

    def entries(self) -> Sequence[EntryLike]:
        """List the models as the library does.

        Raises:
            NotWritable: their folder cannot be read.
        """
        return self._library.entries()

    def choices(self) -> list[ModelChoice]:
        """List the models.

        Raises:
            NotWritable: their folder cannot be read.
        """
        return [
            ModelChoice(
                id=entry.id,
                name=entry.name,
                size_bytes=entry.size_bytes,
                is_installed=entry.is_installed,
                note=translate("Catalogue", entry.note),
            )
            for entry in self._library.entries()
        ]

    def refresh(self) -> None:
        """Tell what there is."""
        try:
            self.choices_changed.emit(self.choices())
        except EngineError as error:
            self.failed.emit(error)

    def resolve(self, name: str) -> ModelSpec:
        """Find an installed model by its id or path.

        Raises:
            ModelNotFound, ModelNotInstalled: it is not on this machine.
        """
        return self._library.resolve(name)

    def import_path(self, path: Path) -> str:
        """List a model of the user's own where it lies, and give its id.

        Raises:
            BadModelFile: it is no model.
            NotWritable: the list cannot be kept.
        """
        spec = self._library.import_file(path)
        self.refresh()
        return spec.id

    def get(self, model_id: str) -> None:
        """Download a model; a second call while it runs changes nothing."""
        name = next((choice.name for choice in self.choices() if choice.id == model_id), "")
        self.downloads.get(model_id, name=name)

    def cancel(self, model_id: str) -> None:
        """Stop a download; what has arrived is kept for the next try."""
        self.downloads.pause(model_id)

    def judge_drafts(self, target_id: str) -> None:
        """Find out which installed models can draft for a target, and tell when known."""

        def work(report: Callable[[object], None], stop: threading.Event) -> object:
            target = self._library.resolve(target_id)
            reasons: dict[str, str] = {}
            for entry in self._library.entries():
                if stop.is_set():
                    raise Stopped
                if entry.id == target_id:
                    reasons[entry.id] = itself_reason()
                    continue
                error = self._judge(target, entry.id) if entry.is_installed else None
                if error is not None:
                    reasons[entry.id] = explain(error)
            return reasons

        thread = self._add(work, name="judge drafts", tag=target_id)
        thread.succeeded.connect(self._on_judged)
        thread.failed.connect(self._on_failed)
        thread.start()

    def find_own_draft(self, target_id: str) -> None:
        """Find the draft that was made for a target, and tell when known."""

        def work(report: Callable[[object], None], stop: threading.Event) -> object:
            return self._own_draft(self._library.resolve(target_id), stop)

        thread = self._add(work, name="find a draft", tag=target_id)
        thread.succeeded.connect(self.own_draft_found)
        thread.failed.connect(self._on_no_own_draft)
        thread.start()

    def stop(self) -> None:
        """Ask every thread to end; `idle` tells when, unless none ran."""
        for thread in self._threads:
            thread.stop()

    def _judge(self, target: ModelSpec, draft_id: str) -> EngineError | None:
        try:
            return self._draft_fit(target, self._library.resolve(draft_id))
        except EngineError as error:
            return error

    def _add(self, work: Work, *, name: str, tag: str) -> Background:
        # No parent: dropping the last reference is what deletes it, and nothing else does.
        thread = Background(work, name=name, tag=tag)
        self._threads.append(thread)
        thread.finished.connect(self._on_finished)
        return thread

    def _on_download(self, view: DownloadView) -> None:
        if view.state is DownloadState.RUNNING:
            self.download_progress.emit(view.id, view.fraction, view.line)
        elif not view.state.is_under_way:
            self.download_progress.emit(view.id, None, "")

    def _on_download_over(self, model_id: str) -> None:
        self.download_progress.emit(model_id, None, "")

    def _on_got(self, model_id: str) -> None:
        self.refresh()
        self.got.emit(model_id)

    def _on_judged(self, target_id: str, reasons: object) -> None:
        self.draft_reasons_changed.emit(target_id, reasons)

    def _on_no_own_draft(self, target_id: str, error: EngineError) -> None:
        self.own_draft_found.emit(target_id, None)
        self._on_failed(target_id, error)

    def _on_failed(self, tag: str, error: EngineError) -> None:
        if not isinstance(error, Stopped):
            self.failed.emit(error)

    def _on_finished(self) -> None:
        for thread in [thread for thread in self._threads if thread.isFinished()]:
            # A moment passes between the end of its work and its own; destroyed earlier, it aborts.
            thread.wait()
            self._threads.remove(thread)
        if not self._threads:
            self.idle.emit()
