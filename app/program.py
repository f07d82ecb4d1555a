"""Everything but the window: settings, chats, models, turns and the thread of the engine.

Builds them in order, and takes them down in order within five seconds. Runs without a window, as
the tests do.
"""

import logging
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from app.attachments.control import AttachmentControl
from app.branches.control import MessageControl
from app.chats import Chats
from app.compare.control import CompareControl
from app.compare.history import CompareHistory
from app.controller import Controller
from app.deletion import Deletion
from app.draft_control import DraftControl
from app.engine_thread import EngineLike, EngineThread
from app.error_text import explain_rescue, explain_unkept
from app.errors import AppError
from app.exchange.jobs import Exchange
from app.local_models.control import LocalModels
from app.local_models.idle import IdleModels
from app.local_models.start_guard import StartGuard
from app.local_models.tools import NO_TOOLS, LocalTools
from app.model_control import ModelControl
from app.model_shelf import DraftFit, LibraryLike, ModelShelf, OwnDraftOf, no_own_draft
from app.presets.control import PresetControl
from app.settings_file import Settings
from app.store import Store
from app.token_count import TokenCounter
from app.turn_control import PARTIAL_MS, TurnControl
from app.unsent import UnsentText
from engine import EngineError, Message, Paths

log = logging.getLogger(__name__)

SHUTDOWN_MS = 5000


class Program(QObject):
    """The program behind the window.

    Args:
        paths: where things are kept.
        open_engine: makes the engine; called on its thread.
        library: the models to choose from.
        draft_fit: judges a pair of models.
        own_draft: finds the draft that was made for a model.
        tools: answers questions about models that lie here.
        partial_ms: how often a growing reply is kept, in milliseconds.
        shutdown_ms: how long the end may take, in milliseconds.
    """

    closed = Signal(bool)
    """Everything is kept and closed; whether a thread is stuck, so that only `os._exit` helps."""

    def __init__(
        self,
        paths: Paths,
        *,
        open_engine: Callable[[], EngineLike],
        library: LibraryLike,
        draft_fit: DraftFit,
        own_draft: OwnDraftOf = no_own_draft,
        tools: LocalTools = NO_TOOLS,
        partial_ms: int = PARTIAL_MS,
        shutdown_ms: int = SHUTDOWN_MS,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.settings = Settings(paths.config / "settings.json")
        self._unkept: EngineError | AppError | None = None
        self._store = self._open_store(paths)
        self.engine = EngineThread(open_engine, parent=self)
        self.shelf = ModelShelf(library, draft_fit=draft_fit, own_draft=own_draft, parent=self)
        self._guard = StartGuard(paths.cache / "loaded.json")
        self.models = ModelControl(
            self.engine,
            shelf=self.shelf,
            settings=self.settings,
            guard=self._guard,
            parent=self,
        )
        chats = Chats(self._store)
        self.turns = TurnControl(
            self.engine, chats=chats, models=self.models, partial_ms=partial_ms, parent=self
        )
        self.drafts = DraftControl(
            self.engine,
            models=self.models,
            shelf=self.shelf,
            questions=self._questions,
            new_id=self.turns.new_id,
            parent=self,
        )
        self.presets = PresetControl(chats=chats, settings=self.settings, parent=self)
        self.controller = Controller(
            self.engine,
            chats=chats,
            settings=self.settings,
            models=self.models,
            turns=self.turns,
            drafts=self.drafts,
            presets=self.presets,
            parent=self,
        )
        self.messages = MessageControl(
            self.controller,
            turns=self.turns,
            models=self.models,
            settings=self.settings,
            parent=self,
        )
        self.comparisons = CompareControl(
            self.controller,
            turns=self.turns,
            models=self.models,
            settings=self.settings,
            history=CompareHistory(paths.data / "comparisons.db"),
            parent=self,
        )
        self.deletion = Deletion(self.controller, store=self._store, parent=self)
        self.exchange = Exchange(self.controller, store=self._store, parent=self)
        self.unsent = UnsentText(self.controller, parent=self)
        self.counter = TokenCounter(
            self.engine,
            history=self._history,
            sampling=self.presets.sampling,
            new_id=self.turns.new_id,
            parent=self,
        )
        self.local = LocalModels(
            self.shelf, models=self.models, settings=self.settings, tools=tools, parent=self
        )
        self.idle = IdleModels(
            self.controller,
            engine=self.engine,
            models=self.models,
            settings=self.settings,
            parent=self,
        )
        self.attachments = AttachmentControl(self.engine, new_id=self.turns.new_id, parent=self)
        self.attachments.bug_found.connect(self.controller.bug_found)
        self.controller.state_changed.connect(self.attachments.set_state)
        self.controller.state_changed.connect(self.counter.set_state)
        self.controller.messages_reset.connect(self.counter.forget)
        self.controller.setting_changed.connect(self.counter.forget)
        self.presets.changed.connect(self.counter.forget)
        self._has_ended = False
        self._is_closed = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(shutdown_ms)
        self._timer.timeout.connect(self._give_up)
        self.controller.ended.connect(self._on_ended)
        self.shelf.idle.connect(self._close_if_quiet)
        self.attachments.idle.connect(self._close_if_quiet)

    @property
    def is_closed(self) -> bool:
        """Whether everything is kept and closed."""
        return self._is_closed

    def start(self) -> None:
        """Start the engine's thread and show what there is."""
        self.engine.start()
        self.controller.start()
        self.unsent.start()
        self.deletion.start()
        rescue = self._store.rescue
        if self._unkept is not None:
            self.controller.notice.emit("error", explain_unkept(self._unkept))
        elif rescue is not None:
            text = explain_rescue(str(rescue.damaged_path), rescue.num_kept, rescue.num_lost)
            self.controller.notice.emit("notice", text)

    def shutdown(self) -> None:
        """Stop everything, keep what there is, and tell `closed`; more calls change nothing."""
        if self._timer.isActive() or self._is_closed:
            return
        self._timer.start()
        self.shelf.stop()
        self.counter.stop()
        self.attachments.stop()
        self.controller.shutdown()

    def _open_store(self, paths: Paths) -> Store:
        try:
            return Store(paths.data / "chats.db")
        except (EngineError, AppError) as error:
            log.info("Chats are not kept: %s", type(error).__name__)
            self._unkept = error
            return Store(None)

    def _history(self) -> tuple[Message, ...] | None:
        loaded = self.models.loaded
        if loaded is None:
            return None
        prompt = self.presets.style().system_prompt
        try:
            return self.controller.chats.current_history(loaded.target.spec, prompt)
        except (EngineError, AppError):
            # What cannot be read is told when the message is sent.
            return None

    def _questions(self) -> tuple[str, ...]:
        try:
            return self.controller.chats.questions()
        except (EngineError, AppError) as error:
            log.info("Chats cannot be learnt from: %s", type(error).__name__)
            return ()

    def _on_ended(self) -> None:
        self._has_ended = True
        self._close_if_quiet()

    def _close_if_quiet(self) -> None:
        is_busy = self.shelf.is_busy or self.attachments.is_busy
        if self._has_ended and not is_busy and not self.engine.isRunning():
            self._close(is_stuck=False)

    def _give_up(self) -> None:
        log.info("A thread does not end")
        self.controller.end()
        self._close(is_stuck=True)

    def _close(self, *, is_stuck: bool) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        self._timer.stop()
        self._guard.end()
        if not is_stuck:
            # Its last signal comes a moment before the thread is gone.
            self.engine.wait()
        self.unsent.close()
        self.exchange.close()
        self.deletion.close()
        self._store.close()
        self.comparisons.history.close()
        self.closed.emit(is_stuck)
