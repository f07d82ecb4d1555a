"""Connects what is asked about models that lie here with the models dialog and the banner.

Decides nothing about loading.
"""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt

from app.language.text import translate
from app.local_models.control import Copying
from app.main_window import MainWindow
from app.models_dialog import ModelsDialog
from app.notices import Notices
from app.program import Program
from engine import EngineError, explain
from engine.importing import FoundLocally
from engine.pairing import DraftVerdict
from engine.planning import MemoryPlan


class LocalWiring(QObject):
    """The connections of the import page, of verdicts, plans, rest and the start after a crash.

    Args:
        program: what acts.
        window: what shows.
        notices: the banner.
    """

    def __init__(
        self, program: Program, *, window: MainWindow, notices: Notices, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._program = program
        self._window = window
        self._notices = notices
        self._dialog: ModelsDialog | None = None
        local, idle = program.local, program.idle
        local.found.connect(self._on_found)
        local.judged.connect(self._on_judged)
        local.planned.connect(self._on_planned)
        local.copying.connect(self._on_copying)
        local.taken.connect(self._on_taken)
        local.take_failed.connect(self._on_take_failed)
        program.shelf.choices_changed.connect(self._on_choices)
        program.models.start_held.connect(self._on_start_held)
        idle.slept.connect(self._on_slept)
        idle.woke.connect(notices.withdraw)
        # Queued: the window has to know first that a message can be sent again.
        idle.back.connect(self._send_again, Qt.ConnectionType.QueuedConnection)
        window.composer.text_changed.connect(idle.follow)
        window.composer.edit.submitted.connect(idle.hold)

    def attach(self, dialog: ModelsDialog) -> None:
        """Fill a new models dialog and follow what is done in it."""
        self._dialog = dialog
        page, local = dialog.local, self._program.local
        page.opened.connect(local.find)
        page.take_requested.connect(self._take)
        page.stop_requested.connect(local.stop_taking)
        page.chosen.connect(self._on_chosen)
        dialog.pair_changed.connect(self._on_pair)
        dialog.target_selected.connect(local.judge)
        dialog.finished.connect(self._on_closed)

    def look_at(self, target_id: str) -> None:
        """Judge the drafts of the model that is marked."""
        self._program.local.judge(target_id)

    def _take(self, found: FoundLocally, copies: bool) -> None:
        self._program.local.take(found.path, name=found.name, digest=found.digest, copies=copies)
        if copies and self._dialog is not None:
            self._dialog.local.show_copying(found.path, 0, found.size_bytes)

    def _on_chosen(self, path: Path) -> None:
        self._program.local.take(path)

    def _on_pair(self, target_id: str, draft_id: str | None) -> None:
        if target_id:
            self._program.local.plan(target_id, draft_id)

    def _on_found(self, found: list[FoundLocally]) -> None:
        if self._dialog is not None:
            self._dialog.local.show_found(found, self._program.local.paths())

    def _on_judged(self, target_id: str, verdicts: list[DraftVerdict]) -> None:
        if self._dialog is not None and self._dialog.pair[0] == target_id:
            self._dialog.set_verdicts(verdicts)

    def _on_planned(self, target_id: str, draft_id: str | None, plan: MemoryPlan | None) -> None:
        if self._dialog is not None and self._dialog.pair == (target_id, draft_id):
            self._dialog.memory.show_plan(plan)

    def _on_copying(self, progress: Copying) -> None:
        if self._dialog is not None:
            self._dialog.local.show_copying(
                progress.path, progress.done_bytes, progress.total_bytes
            )

    def _on_taken(self, path: Path, id: str) -> None:
        if self._dialog is not None:
            self._dialog.local.show_taken(path)

    def _on_take_failed(self, path: Path, error: EngineError | None) -> None:
        text = "" if error is None else explain(error)
        if self._dialog is not None:
            self._dialog.local.show_problem(path, text)
        elif text:
            self._notices.say("error", text)

    def _on_choices(self) -> None:
        """Files came or went: what was said of drafts may be true no more."""
        if self._dialog is not None and self._dialog.pair[0]:
            self._program.local.judge(self._dialog.pair[0])

    def _on_start_held(self, target_id: str, draft_id: str | None) -> None:
        text = translate(
            "Memory",
            "Foreword did not end in order while {model} was in use, so it was not loaded by "
            "itself. If it took the computer's memory, choose a smaller one or a shorter context.",
        ).format(model=target_id)
        load = partial(self._load_anyway, target_id, draft_id)
        self._notices.offer(text, label=translate("Memory", "Load it anyway"), act=load)

    def _load_anyway(self, target_id: str, draft_id: str | None) -> None:
        self._program.models.load(target_id, draft_id)

    def _on_slept(self, name: str) -> None:
        text = translate(
            "Memory",
            "{model} was let go after a while without use. It comes back when you write.",
        ).format(model=name)
        label = translate("Memory", "Load it now")
        self._notices.offer(text, label=label, act=self._program.idle.wake)

    def _send_again(self) -> None:
        self._window.composer.edit.submitted.emit()

    def _on_closed(self) -> None:
        self._dialog = None
