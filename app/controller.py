"""The one state machine, and the only meeting place of window, chats and engine.

Slots in, signals out: it knows no widget. Decides what may be asked in which state, keeps the
user's message before anything is asked, hands every event on, and ends it all in order.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from app.attachments.attachment import Attachment
from app.chats import Chats
from app.draft_control import DraftControl
from app.engine_thread import EngineThread
from app.error_text import explain_left_out, explain_not_now, sentence
from app.errors import AppError
from app.model_control import ModelControl
from app.presets.control import PresetControl
from app.records import Provenance
from app.reply import Reply
from app.settings_file import Settings
from app.turn_control import TurnControl
from app.view_types import EngineState, MessageStatus, MessageView
from app.whole_text import whole_characters
from engine import (
    Controls,
    DraftTrained,
    EngineError,
    Event,
    Failed,
    LoadProgress,
    ModelsLoaded,
    PairMeasured,
    Role,
    TokensCounted,
    TrainingAdvanced,
    TrainingDiscarded,
    Unexpected,
    Unloaded,
)

_Result = TypeVar("_Result")


class Controller(QObject):
    """Drive chats and models.

    Args:
        engine: the thread that carries the engine, started by whoever made it.
        chats: the conversations.
        settings: the values in force.
        models: what is loaded; it posts to the same thread.
        turns: what is being written; likewise.
        drafts: what is being trained and measured; likewise.
        presets: what a reply is written with.
    """

    state_changed = Signal(object)
    """EngineState"""
    conversations_changed = Signal(list, object)
    """list[ConversationSummary], id of the open one or None"""
    messages_reset = Signal(list)
    """list[MessageView]"""
    message_added = Signal(object)
    """MessageView"""
    speculation_state = Signal(str)
    """Why speculation is as it is"""
    notice = Signal(str, str)
    """"error" or "notice", text"""
    sent = Signal()
    """A message was kept, with its files"""
    send_refused = Signal(str)
    """The text, to be given back to the user; a notice says why"""
    setting_changed = Signal(str, object)
    """key, value"""
    bug_found = Signal(object)
    """Unexpected"""
    ended = Signal()
    """Everything is kept"""

    def __init__(
        self,
        engine: EngineThread,
        *,
        chats: Chats,
        settings: Settings,
        models: ModelControl,
        turns: TurnControl,
        drafts: DraftControl,
        presets: PresetControl,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self.chats = chats
        """The conversations, for whoever only reads them."""
        self._settings = settings
        self._models = models
        self._turns = turns
        self._drafts = drafts
        self._presets = presets
        self._state = EngineState.NO_MODEL
        self._search = ""
        self._is_ending = False
        self._has_ended = False
        # Queued even so: the thread object lives here, and its signals are emitted over there.
        engine.happened.connect(self._on_event, Qt.ConnectionType.QueuedConnection)
        engine.finished.connect(self.end, Qt.ConnectionType.QueuedConnection)
        turns.message_added.connect(self.message_added)
        turns.speculation_state.connect(self.speculation_state)
        turns.compare_started.connect(self.update_state)
        turns.failed.connect(self._tell)
        turns.bug_found.connect(self.bug_found)
        drafts.busy_changed.connect(self.update_state)
        drafts.bug_found.connect(self.bug_found)
        presets.failed.connect(self._tell)
        models.load_begun.connect(self._on_load_begun)
        models.failed.connect(self._tell)
        models.notice.connect(self.notice)
        models.speculation_state.connect(self.speculation_state)

    @property
    def state(self) -> EngineState:
        """What the program is doing."""
        return self._state

    def start(self) -> None:
        """Show the chats, and load the models."""
        self.messages_reset.emit([])
        self._tell_conversations()
        for problem in self._settings.problems:
            self.notice.emit("notice", problem)
        self._models.start()
        self.state_changed.emit(self._state)

    def send(self, text: str, files: Sequence[Attachment] = ()) -> None:
        """Keep the user's message with its files, then have it answered."""
        self.resend(text, files, after=None)

    def resend(self, text: str, files: Sequence[Attachment], *, after: int | None) -> None:
        """Keep a message that follows another than the last one, then have it answered.

        Args:
            text: of the message.
            files: that go with it.
            after: the message it follows, or `ROOT`; None for the end of what is shown.
        """
        text = whole_characters(text)
        provenance = self.provenance()
        is_blank = not text.strip() and not files
        if provenance is None or is_blank or not self._accepts():
            self.refuse(text)
            return
        added = self.attempt(
            lambda: self.chats.add_turn(
                text,
                style=self._presets.style(),
                provenance=provenance,
                files=files,
                after=after,
            )
        )
        if added is None:
            self.send_refused.emit(text)
            return
        conversation_id, message_id, reply_id = added
        self.sent.emit()
        if after is None:
            stored = self.attempt(lambda: self.chats.rows.files([message_id])) or {}
            self.message_added.emit(
                MessageView(
                    id=message_id,
                    role=Role.USER,
                    text=text,
                    status=MessageStatus.COMPLETE,
                    files=stored.get(message_id, ()),
                )
            )
        else:
            self.messages_reset.emit(self.shown(without=reply_id))
        self.begin_reply(
            Reply(
                reply_id,
                conversation_id=conversation_id,
                controls=self.controls(),
                provenance=provenance,
            )
        )

    def shown(self, *, without: int | None = None) -> list[MessageView]:
        """Give the messages of the open conversation as they are now, but one."""
        conversation_id = self.chats.current_id
        if conversation_id is None:
            return []
        growing = self._turns.growing()
        views = self.attempt(lambda: self.chats.views(conversation_id)[0]) or []
        return [growing.get(view.id, view) for view in views if view.id != without]

    def stop(self) -> None:
        """End what runs within one pass; what was written is kept."""
        self._turns.stop()
        self._models.stop()
        self._drafts.stop_measuring()
        self.update_state()

    def new_chat(self) -> None:
        """Open a conversation that begins with the next message."""
        self.chats.current_id = None
        self._presets.begin_new()
        self.messages_reset.emit([])
        self._tell_conversations()

    def open_conversation(self, conversation_id: int) -> None:
        """Show a conversation; a reply that is being written elsewhere goes on."""
        found = self.attempt(lambda: self.chats.views(conversation_id))
        if found is None:
            return
        views, num_bad = found
        growing = self._turns.growing()
        self.chats.current_id = conversation_id
        self._presets.changed.emit()
        self.messages_reset.emit([growing.get(view.id, view) for view in views])
        self._tell_conversations()
        if num_bad:
            self.notice.emit("notice", explain_left_out(num_bad))

    def rename(self, conversation_id: int, title: str) -> None:
        """Give a conversation another title."""
        self.attempt(lambda: self.chats.rename(conversation_id, whole_characters(title)))
        self._tell_conversations()

    def delete(self, conversation_id: int) -> None:
        """Forget a conversation; a reply that is being written in it is stopped."""
        was_open = self.chats.current_id == conversation_id
        self._turns.drop(conversation_id)
        self.attempt(lambda: self.chats.delete(conversation_id))
        if was_open:
            self.messages_reset.emit([])
        self._tell_conversations()
        self.update_state()

    def refresh_list(self) -> None:
        """Tell anew which chats there are."""
        self._tell_conversations()

    def search(self, text: str) -> None:
        """List only conversations that contain a text."""
        self._search = whole_characters(text)
        self._tell_conversations()

    def change_setting(self, key: str, value: object) -> None:
        """Change a setting; a running turn obeys those that are its controls."""
        self._set(key, value)
        self._turns.obey(
            speculate=self._settings.flag("speculate"),
            num_draft_tokens=self._settings.integer("lookahead"),
            show_proposed=self._settings.flag("show_proposed"),
        )

    def reset_settings(self) -> None:
        """Put every setting that a dialog shows back to its default."""
        self.attempt(self._settings.reset)
        for key in self._settings.values:
            self.change_setting(key, self._settings.value(key))

    def set_speculation(self, is_on: bool) -> None:
        """Switch speculation; a running reply obeys from its next round."""
        self.change_setting("speculate", is_on)

    def set_lookahead(self, num_draft_tokens: int | None) -> None:
        """Fix the lookahead, or leave it to the engine; obeyed from the next round."""
        self.change_setting("lookahead", num_draft_tokens)

    def shutdown(self) -> None:
        """Stop everything and keep the tail of what is being written; then comes `ended`."""
        if self._is_ending:
            return
        self._is_ending = True
        self.stop()
        self._drafts.stop()
        self._engine.quit_soon()
        if not self._engine.isRunning():
            self.end()

    def end(self) -> None:
        """Keep what there is and take no further event; called when the engine has ended."""
        if self._is_ending and not self._has_ended:
            self._has_ended = True
            self._turns.interrupt()
            self.ended.emit()

    def begin_reply(self, reply: Reply) -> None:
        """Have a reply written, once those before it are whole."""
        self._turns.begin(reply)
        self._tell_conversations()
        self.update_state()

    def _on_event(self, event: Event) -> None:
        try:
            match event:
                case LoadProgress() | ModelsLoaded() | Unloaded() | Failed(turn_id=None):
                    self._models.on_event(event)
                case TokensCounted() | TrainingAdvanced() | DraftTrained() | PairMeasured():
                    pass  # for those who listen by themselves
                case TrainingDiscarded():
                    pass
                case _:
                    self._turns.on_event(event)
        finally:
            # A bug in showing one event must not leave the window waiting for ever.
            self.update_state()

    def provenance(self) -> Provenance | None:
        """Give what a reply is asked with now; None without a model."""
        loaded = self._models.loaded
        if loaded is None:
            return None
        return Provenance(
            target_id=loaded.target.spec.id,
            target_digest=loaded.target.spec.digest,
            draft_id=None if loaded.draft is None else loaded.draft.spec.id,
            sampling=self._presets.sampling(),
        )

    def controls(self) -> Controls:
        """Give the switches of a turn that begins now."""
        return Controls(
            speculate=self._settings.flag("speculate"),
            num_draft_tokens=self._settings.integer("lookahead"),
            show_proposed=self._settings.flag("show_proposed"),
        )

    def _accepts(self) -> bool:
        # Right after Stop is soon enough: the message waits for the reply before it.
        is_stopping = self._state is EngineState.STOPPING and not self._models.is_loading
        return is_stopping or self._state is EngineState.READY

    def refuse(self, text: str = "") -> None:
        """Say why nothing can be asked now, and give a text back."""
        self.notice.emit("notice", explain_not_now(self._state))
        if text:
            self.send_refused.emit(text)

    def _on_load_begun(self) -> None:
        self._turns.stop()
        self._drafts.stop()
        self.update_state()

    def update_state(self) -> None:
        """Tell what the program is doing, where that is another thing than before."""
        if self._turns.are_running:
            is_stopping = self._turns.are_stopping
            state = EngineState.STOPPING if is_stopping else EngineState.GENERATING
        elif self._models.is_loading:
            state = EngineState.LOADING
        elif self._drafts.is_training:
            state = EngineState.TRAINING
        elif self._drafts.is_measuring:
            state = EngineState.MEASURING
        else:
            is_loaded = self._models.loaded is not None
            state = EngineState.READY if is_loaded else EngineState.NO_MODEL
        if state is not self._state:
            self._state = state
            self.state_changed.emit(state)

    def _tell_conversations(self) -> None:
        summaries = self.attempt(lambda: self.chats.summaries(self._search))
        if summaries is not None:
            self.conversations_changed.emit(summaries, self.chats.current_id)

    def _set(self, key: str, value: object) -> None:
        self.attempt(lambda: self._settings.set(key, value))
        self.setting_changed.emit(key, self._settings.value(key))

    def attempt(self, action: Callable[[], _Result]) -> _Result | None:
        """Do something with chats or settings; what goes wrong is told, and None given."""
        try:
            return action()
        except (EngineError, AppError) as error:
            self._tell(error)
            return None

    def _tell(self, error: EngineError | AppError) -> None:
        self.notice.emit("error", sentence(error))
        if isinstance(error, Unexpected):
            self.bug_found.emit(error)
