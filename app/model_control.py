"""Decides which models are loaded: the last pair, the starter, or what the user chooses.

Posts loads to the engine's thread and takes their answers from the controller, which sees every
event first. Knows no widget and no chat.
"""

import logging
from collections import deque
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.engine_thread import EngineThread
from app.error_text import explain_no_draft
from app.language.text import mark, translate
from app.local_models.start_guard import StartGuard
from app.model_shelf import STARTER_ID, ModelShelf
from app.settings_file import Settings
from engine import (
    EngineError,
    Failed,
    LoadModels,
    LoadProgress,
    ModelsLoaded,
    ModelSpec,
    SpeculationReason,
    Stopped,
    Unloaded,
    explain_speculation,
)

log = logging.getLogger(__name__)

NO_DRAFT_ID = "none"
"""Kept where the user wants none, even if there is one."""
OWN_DRAFT_KIND = "head"
"""How the engine calls a draft that was made for its target."""
OWN_DRAFT_SUFFIX = ".draft"
OWN_DRAFT_NAME = mark("Models", "its own draft")
LoadEvent = LoadProgress | ModelsLoaded | Unloaded | Failed


class ModelControl(QObject):
    """Load models and get more of them.

    Args:
        engine: where loads are posted.
        shelf: the models to choose from.
        settings: the last pair, and where models are to live.
        guard: remembers what was in use, in case the program dies.
    """

    load_begun = Signal()
    """A load is about to be posted: whatever runs has to make way."""
    load_progress = Signal(object)
    """LoadProgress"""
    models_changed = Signal(object)
    """ModelsLoaded, or None"""
    speculation_state = Signal(str)
    """Why there is no draft, or an empty text"""
    start_held = Signal(str, object)
    """The ids of a pair that was in use when the program died: it is not loaded by itself"""
    starter_offered = Signal(object)
    """ModelChoice: nothing is installed, and this is a good start"""
    failed = Signal(object)
    """EngineError"""
    notice = Signal(str, str)
    """"error" or "notice", text"""

    def __init__(
        self,
        engine: EngineThread,
        *,
        shelf: ModelShelf,
        settings: Settings,
        guard: StartGuard | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._guard = guard
        self._engine = engine
        self._shelf = shelf
        self._settings = settings
        self._under_way: deque[LoadModels] = deque()
        self._wanted: tuple[str, str | None] = ("", None)
        self.loaded: ModelsLoaded | None = None
        """What the engine holds now."""
        shelf.got.connect(self._on_got)
        shelf.failed.connect(self.failed)

    @property
    def is_loading(self) -> bool:
        """Whether a load has not been answered yet."""
        return bool(self._under_way)

    @property
    def wanted(self) -> tuple[str, str | None]:
        """What the engine holds, or will once the load under way is done, as `load` names it."""
        loaded = self.loaded
        if self.is_loading:
            return self._wanted
        if loaded is not None:
            draft_id = NO_DRAFT_ID if loaded.draft is None else loaded.draft.spec.id
            return loaded.target.spec.id, draft_id
        return self._settings.text("target_id"), self._settings.text("draft_id") or None

    def start(self) -> None:
        """Load what was loaded last, or else the starter; offer it where it is not here."""
        self._shelf.refresh()
        if self._guard is not None and self._guard.crashed is not None:
            self.start_held.emit(*self._guard.crashed)
            return
        target_id = self._settings.text("target_id")
        if target_id and self.load(target_id, self._settings.text("draft_id") or None):
            return
        try:
            choices = self._shelf.choices()
        except EngineError as error:
            self.failed.emit(error)
            return
        for choice in choices:
            if choice.id == STARTER_ID and choice.is_installed:
                self.load(choice.id, None)
            elif choice.id == STARTER_ID:
                self.starter_offered.emit(choice)

    def load(self, target_id: str, draft_id: str | None) -> bool:
        """Load a pair; False if the target is not on this machine.

        Args:
            target_id: the model.
            draft_id: a model, the path of a trained draft, `NO_DRAFT_ID`, or None for the
                target's own draft if there is one.
        """
        try:
            target = self._shelf.resolve(target_id)
        except EngineError as error:
            self.failed.emit(error)
            return False
        command = LoadModels(
            target=target,
            draft=self._draft(draft_id),
            finds_draft=draft_id != NO_DRAFT_ID,
            placement=self._settings.placement(),
        )
        self.stop()
        if self._guard is not None:
            self._guard.note(target_id, draft_id)
        self._under_way.append(command)
        self._wanted = (target_id, draft_id)
        self.load_begun.emit()
        self._engine.post(command)
        self._remember(target_id, draft_id)
        return True

    def stop(self) -> None:
        """Tell the loads under way to stop."""
        for command in self._under_way:
            command.controls.stop.set()

    def import_model(self, path: str) -> None:
        """List a model of the user's own."""
        try:
            self._shelf.import_path(Path(path))
        except EngineError as error:
            self.failed.emit(error)

    def on_event(self, event: LoadEvent) -> None:
        """Take an event of a load."""
        match event:
            case LoadProgress():
                self.load_progress.emit(event)
            case ModelsLoaded():
                self._answered()
                self.loaded = event
                self.models_changed.emit(event)
                refusal = event.draft_refusal
                reason = SpeculationReason.DRAFT_REFUSED
                self.speculation_state.emit(explain_speculation(reason, refusal) if refusal else "")
            case Unloaded():
                self.loaded = None
                self.models_changed.emit(None)
            case Failed(error=error):
                self._answered()
                if isinstance(error, Stopped) and self.loaded is not None:
                    # The target was kept, so what was stopped is the exchange of its draft.
                    self.loaded = replace(self.loaded, draft=None, draft_refusal=None)
                # Whatever is still loaded is shown again in place of the progress.
                self.models_changed.emit(self.loaded)
                if not isinstance(error, Stopped):
                    self.failed.emit(error)

    def _draft(self, draft_id: str | None) -> ModelSpec | None:
        if draft_id is None or draft_id == NO_DRAFT_ID:
            return None
        if draft_id.endswith(OWN_DRAFT_SUFFIX):
            path = Path(draft_id)
            return ModelSpec(id=draft_id, name=translate("Models", OWN_DRAFT_NAME), path=path)
        try:
            return self._shelf.resolve(draft_id)
        except EngineError as error:
            # The chat goes on without it, but never without a word.
            self.notice.emit("notice", explain_no_draft(error))
            return None

    def _remember(self, target_id: str, draft_id: str | None) -> None:
        try:
            self._settings.set("target_id", target_id)
            self._settings.set("draft_id", draft_id)
        except EngineError as error:
            self.failed.emit(error)

    def _on_got(self, model_id: str) -> None:
        if self.loaded is None and not self.is_loading:
            self.load(model_id, None)

    def _answered(self) -> None:
        if self._under_way:
            self._under_way.popleft()
