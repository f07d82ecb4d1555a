"""Imports and exports beside the window: one at a time, each on a thread of its own."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.background import Background, Work
from app.controller import Controller
from app.error_text import sentence
from app.errors import AppError
from app.exchange.exporting import ExportForm, export_chats
from app.exchange.importing import ImportOutcome, ImportProgress, import_files
from app.exchange.sentences import BUSY, CONTEXT, NOT_KEPT, explain_export, explain_import
from app.language.text import translate
from app.store import Store
from engine import EngineError


class Exchange(QObject):
    """Bring chats in and out.

    Args:
        controller: its list is told anew after an import.
        store: where the chats are kept.
    """

    started = Signal(bool)
    """A piece of work has begun; whether it is an import"""
    progressed = Signal(float, int)
    """How far it is, from 0 to 1, and how many chats have been imported"""
    ended = Signal()
    told = Signal(str, str)
    """"error" or "notice", and what came of it"""
    list_changed = Signal()
    """There may be new chats and folders"""

    def __init__(
        self, controller: Controller, *, store: Store, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._database = store.database
        self._work: Background | None = None

    @property
    def is_running(self) -> bool:
        """Whether a piece of work is going on."""
        return self._work is not None

    def import_files(self, files: Sequence[Path]) -> None:
        """Read files of chats and keep what can be read."""
        path = self._database.path
        self._run(
            lambda report, stop: import_files(files, path, report=report, stop=stop),
            is_import=True,
        )

    def export(
        self, place: Path, *, form: ExportForm, conversation_ids: Sequence[int] | None = None
    ) -> None:
        """Write chats into a file: those that are named, or all that are listed."""
        path = self._database.path
        if conversation_ids is None:
            try:
                conversation_ids = [chat.id for chat in self._controller.chats.summaries()]
            except (EngineError, AppError) as error:
                self.told.emit("error", sentence(error))
                return
        ids = list(conversation_ids)
        self._run(
            lambda report, stop: (
                export_chats(path, ids, place, form=form, report=report, stop=stop),
                place.name,
            ),
            is_import=False,
        )

    def stop(self) -> None:
        """End it early; what was imported by then is kept, and no file is written."""
        if self._work is not None:
            self._work.stop()

    def close(self) -> None:
        """End it early and wait for that."""
        if self._work is not None:
            self._work.stop()
            self._work.wait()
            self._work = None

    def _run(self, work: Work, *, is_import: bool) -> None:
        if self._database.is_in_memory or self._work is not None:
            text = NOT_KEPT if self._database.is_in_memory else BUSY
            self.told.emit("notice", translate(CONTEXT, text))
            return
        # No parent: dropping the last reference is what deletes it.
        self._work = Background(work, name="exchange", tag="import" if is_import else "export")
        self._work.reported.connect(self._on_reported)
        self._work.succeeded.connect(self._on_succeeded)
        self._work.failed.connect(self._on_failed)
        self._work.finished.connect(self._on_finished)
        self._work.start()
        self.started.emit(is_import)

    def _on_reported(self, tag: str, progress: object) -> None:
        match progress:
            case ImportProgress():
                self.progressed.emit(progress.share, progress.num_added)
            case float():
                self.progressed.emit(progress, 0)

    def _on_succeeded(self, tag: str, result: object) -> None:
        match result:
            case ImportOutcome():
                self.told.emit(*explain_import(result))
            case (int(num_chats), str(name)):
                self.told.emit("notice", explain_export(num_chats, name))

    def _on_failed(self, tag: str, error: EngineError | AppError) -> None:
        self.told.emit("error", sentence(error))

    def _on_finished(self) -> None:
        was_import = False
        if self._work is not None:
            was_import = self._work.tag == "import"
            self._work.wait()
            self._work = None
        self.ended.emit()
        if was_import:
            self.list_changed.emit()
