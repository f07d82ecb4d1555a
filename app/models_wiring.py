"""Connects the dialogs about models and drafts to the program; what is shown in each and when.

Decides nothing about loading, training or measuring.
"""

from functools import partial

from PySide6.QtCore import QObject, Qt

from app.draft_views import MakingPhase, MakingView
from app.language.text import mark, translate
from app.library.wiring import LibraryWiring
from app.local_models.wiring import LocalWiring
from app.main_window import MainWindow
from app.making_dialog import MakingDialog
from app.making_text import banner_line, describe_draft
from app.model_control import NO_DRAFT_ID
from app.models_dialog import ModelsDialog
from app.notices import Notices
from app.program import Program
from app.view_types import EngineState, ModelChoice
from engine import ModelsLoaded, TrainedDraft, format_bytes, unfinished_run, work_folder

_NOT_MEASURED = mark("Models", "Not measured yet on this computer.")


class ModelsWiring(QObject):
    """The connections of the models dialog and of the one that makes a draft.

    Args:
        program: what acts.
        window: what shows.
        notices: the banner.
    """

    def __init__(
        self,
        program: Program,
        *,
        window: MainWindow,
        notices: Notices,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._program = program
        self._window = window
        self._notices = notices
        self.dialog: ModelsDialog | None = None
        """The models dialog while it is open."""
        self.making: MakingDialog | None = None
        """The dialog that makes a draft while it is open."""
        self._before_measuring: tuple[str, str | None] | None = None
        self._own_drafts: dict[str, TrainedDraft | None] = {}
        """What was found for each model, as far as anybody looked."""
        self._is_offering = False
        self.library = LibraryWiring(program, notices=notices, parent=self)
        """Finding and fetching."""
        self.local = LocalWiring(program, window=window, notices=notices, parent=self)
        """What lies here already: imports, verdicts, plans."""
        models, shelf, drafts = program.models, program.shelf, program.drafts
        models.starter_offered.connect(self._offer_starter)
        models.load_begun.connect(self._show_current)
        models.models_changed.connect(self._on_models)
        shelf.download_progress.connect(self._on_download)
        shelf.own_draft_found.connect(self._on_own_draft)
        drafts.making_changed.connect(self._on_making)
        drafts.advice_changed.connect(self._on_advice)
        program.controller.state_changed.connect(self._on_state)
        shelf.choices_changed.connect(self._on_choices)
        window.models_requested.connect(self.show_models)

    def show_models(self) -> None:
        """Show the models dialog."""
        if self.dialog is not None:
            self.dialog.raise_()
            return
        dialog = ModelsDialog(self._window.look, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        shelf = self._program.shelf
        dialog.target_selected.connect(self._on_target)
        dialog.pair_changed.connect(self._on_pair)
        dialog.accepted_pair.connect(self._use)
        dialog.make_requested.connect(self.show_making)
        dialog.measure_requested.connect(self._measure)
        dialog.get_requested.connect(shelf.get)
        dialog.import_requested.connect(self._program.models.import_model)
        dialog.rejected.connect(self._restore)
        shelf.draft_reasons_changed.connect(self._on_draft_reasons)
        dialog.finished.connect(self._on_closed)
        self.dialog = dialog
        self._before_measuring = None
        target_id, _ = self._program.models.wanted
        self.library.attach(dialog, target_id)
        self.local.attach(dialog)
        self._show_current()
        dialog.open()

    def show_making(self, target_id: str) -> None:
        """Show the dialog that makes a draft for a target, or the one under way."""
        if self.making is None:
            drafts = self._program.drafts
            view = drafts.look_at(target_id)
            if view is None:
                return
            dialog = MakingDialog(self._window.look, self.dialog or self._window)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.show_view(view)
            dialog.start_requested.connect(drafts.start)
            dialog.pause_requested.connect(drafts.pause)
            dialog.resume_requested.connect(drafts.resume)
            dialog.discard_requested.connect(drafts.discard)
            dialog.use_requested.connect(self._use_made)
            dialog.finished.connect(self._on_making_closed)
            self.making = dialog
            dialog.open()
        self.making.raise_()

    def _show_current(self) -> None:
        """Mark what the engine has or is about to have, unless the reader marked something."""
        dialog = self.dialog
        if dialog is None or dialog.is_touched:
            return
        target_id, draft_id = self._program.models.wanted
        is_other = target_id != dialog.pair[0]
        if draft_id is None and target_id in self._own_drafts:
            # It takes the draft that was made for it where none is named.
            own = self._own_drafts[target_id]
            draft_id = NO_DRAFT_ID if own is None else str(own.path)
        is_named = draft_id is not None and draft_id != NO_DRAFT_ID
        dialog.set_current(
            target_id, draft_id if is_named else None, is_draft_known=draft_id is not None
        )
        if is_other and target_id:
            self._on_target(target_id)

    def _use(self, target_id: str, draft_id: str | None) -> None:
        self._before_measuring = None
        self._program.models.load(target_id, draft_id)

    def _measure(self, target_id: str, draft_id: str) -> None:
        if self._before_measuring is None:
            self._before_measuring = self._program.models.wanted
        self._program.drafts.measure(target_id, draft_id)

    def _restore(self) -> None:
        """Load again what was loaded before pairs were measured."""
        before, self._before_measuring = self._before_measuring, None
        if before is not None and before != self._program.models.wanted and before[0]:
            self._use(*before)

    def _on_target(self, target_id: str) -> None:
        self.library.set_target(target_id)
        self.local.look_at(target_id)
        self._program.shelf.judge_drafts(target_id)
        self._program.shelf.find_own_draft(target_id)

    def _on_own_draft(self, target_id: str, draft: TrainedDraft | None) -> None:
        self._own_drafts[target_id] = draft
        if self.dialog is not None and self.dialog.pair[0] == target_id:
            self.dialog.set_own_draft(None if draft is None else _choice_of(draft))
            self._show_current()

    def _on_pair(self, target_id: str, draft_id: str | None) -> None:
        if self.dialog is None:
            return
        known = self._program.drafts.advice(target_id, draft_id) if draft_id else ""
        is_free = self._program.controller.state in (EngineState.READY, EngineState.NO_MODEL)
        self.dialog.set_advice(
            (known or translate("Models", _NOT_MEASURED)) if draft_id else "",
            may_measure=bool(draft_id) and is_free,
        )

    def _on_advice(self, target_id: str, draft_id: str, text: str) -> None:
        if self.dialog is not None and self.dialog.pair == (target_id, draft_id):
            self._on_pair(target_id, draft_id)

    def _on_choices(self, choices: list[ModelChoice]) -> None:
        has_some = any(choice.is_installed for choice in choices)
        self._window.transcript.empty.set_has_some(has_some)

    def _on_state(self, state: EngineState) -> None:
        if self.dialog is not None:
            self._on_pair(*self.dialog.pair)

    def _on_draft_reasons(self, target_id: str, reasons: dict[str, str]) -> None:
        if self.dialog is not None and self.dialog.pair[0] == target_id:
            self.dialog.set_draft_reasons(reasons)

    def _on_closed(self) -> None:
        self._program.shelf.draft_reasons_changed.disconnect(self._on_draft_reasons)
        self.dialog = None

    def _on_making_closed(self) -> None:
        self.making = None

    def _on_making(self, view: MakingView) -> None:
        if self.making is not None:
            self.making.show_view(view)
        elif view.problem:
            self._notices.say("error", view.problem)
        show = partial(self.show_making, view.target_id)
        is_done = view.phase is MakingPhase.DONE
        if view.phase.is_busy:
            self._notices.offer(banner_line(view), label=translate("Models", "Show"), act=show)
        elif is_done and self.making is None:
            self._notices.offer(
                translate("Models", "The draft for {target_name} is ready.").format(
                    target_name=view.target_name
                ),
                label=translate("Models", "Show"),
                act=show,
            )
        elif self._is_offering:
            self._notices.withdraw()
        self._is_offering = view.phase.is_busy or is_done
        if is_done and view.draft is not None:
            self._on_own_draft(view.target_id, view.draft)

    def _use_made(self) -> None:
        view = self._program.drafts.view
        self._before_measuring = None
        self._program.drafts.use()
        if self.dialog is not None and view.draft is not None:
            is_other = view.target_id != self.dialog.pair[0]
            self.dialog.set_current(view.target_id, str(view.draft.path))
            if is_other:
                self._on_target(view.target_id)

    def _on_models(self, loaded: ModelsLoaded | None) -> None:
        self._show_current()
        self._offer_to_go_on(loaded)

    def _offer_to_go_on(self, loaded: ModelsLoaded | None) -> None:
        """Offer to go on with a draft that a crash or a close has left unfinished."""
        if loaded is None or self._program.drafts.is_training or self.making is not None:
            return
        spec = loaded.target.spec
        if unfinished_run(work_folder(spec)) is not None:
            text = translate(
                "Models", "A draft for {name} is not finished; what was done is kept."
            ).format(name=spec.name)
            self._notices.offer(
                text, label=translate("Models", "Go on"), act=partial(self.show_making, spec.id)
            )

    def _offer_starter(self, choice: ModelChoice) -> None:
        size = translate("Models", "Get it ({size_bytes})").format(
            size_bytes=format_bytes(choice.size_bytes)
        )
        text = translate(
            "Models", "There is no model on this computer yet. {name} is a small one to start with."
        ).format(name=choice.name)
        self._notices.offer(text, label=size, act=lambda: self._program.shelf.get(choice.id))

    def _on_download(self, model_id: str, fraction: float | None, line: str) -> None:
        shelf = self._program.shelf
        view = shelf.downloads.view(model_id)
        if line and view is not None:
            text = translate("Models", "Getting {model}: {line}").format(model=view.name, line=line)
            self._notices.offer(
                text, label=translate("Models", "Stop"), act=lambda: shelf.cancel(model_id)
            )
        else:
            self._notices.withdraw()


def _choice_of(draft: TrainedDraft) -> ModelChoice:
    return ModelChoice(
        id=str(draft.path),
        name=translate("Models", "Its own draft"),
        size_bytes=draft.size_bytes,
        is_installed=True,
        note=describe_draft(draft),
    )
