"""How long the prompt would be that is being typed, asked when the typing pauses.

A count never holds a turn up: it is asked only while nothing runs, and the engine's thread leaves
it out when something else waits. An answer that is not the newest question's is dropped.
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.attachments.attachment import Attachment, prompt_text
from app.engine_thread import EngineThread
from app.error_text import count_words, explain_too_long
from app.view_types import CountTone, EngineState
from engine import (
    CountTokens,
    Event,
    Failed,
    Message,
    PromptTooLong,
    Role,
    SamplingParams,
    TokensCounted,
)

PAUSE_MS = 300


class TokenCounter(QObject):
    """Count what is typed together with the conversation it belongs to.

    Args:
        engine: where counts are posted; it listens to it for the answers.
        history: gives the conversation so far, None while no model is loaded.
        sampling: gives the settings in force.
        new_id: gives an id that no turn has.
        pause_ms: how long typing has to rest, in milliseconds.
    """

    counted = Signal(str, object)
    """The words to show, empty for none; CountTone"""

    def __init__(
        self,
        engine: EngineThread,
        *,
        history: Callable[[], tuple[Message, ...] | None],
        sampling: Callable[[], SamplingParams],
        new_id: Callable[[], int],
        pause_ms: int = PAUSE_MS,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._get_history = history
        self._sampling = sampling
        self._new_id = new_id
        self._text = ""
        self._files: tuple[Attachment, ...] = ()
        self._history: tuple[Message, ...] | None = None
        self._asked: int | None = None
        self._may_ask = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(pause_ms)
        self._timer.timeout.connect(self._on_pause)
        engine.happened.connect(self._on_event, Qt.ConnectionType.QueuedConnection)

    def follow(self, text: str) -> None:
        """Take in what is typed now; it is counted once the typing pauses."""
        self._text = text
        self._asked = None
        if self._has_something():
            self._timer.start()
        else:
            self._timer.stop()
            self.counted.emit("", CountTone.PLAIN)

    def set_files(self, files: Sequence[Attachment]) -> None:
        """Count these files along with what is typed."""
        self._files = tuple(files)
        self.follow(self._text)

    def forget(self) -> None:
        """Count anew, because the conversation, the model or a setting is another."""
        self._history = None
        if self._has_something():
            self._timer.start()

    def set_state(self, state: EngineState) -> None:
        """Follow the program: a count is asked only where it neither waits nor is waited for."""
        is_free = state is EngineState.READY
        if is_free and not self._may_ask:
            self.forget()
        self._may_ask = is_free

    def stop(self) -> None:
        """Ask for nothing more."""
        self._timer.stop()
        self._text, self._files = "", ()

    def _has_something(self) -> bool:
        return bool(self._text.strip() or self._files)

    def _on_event(self, event: Event) -> None:
        if not isinstance(event, TokensCounted | Failed):
            return
        if event.turn_id is None or event.turn_id != self._asked:
            return
        self._asked = None
        match event:
            case TokensCounted():
                self.counted.emit(*count_words(event))
            case Failed(error=PromptTooLong() as error):
                self.counted.emit(explain_too_long(error), CountTone.TOO_LONG)
            case Failed():
                # Whatever else is wrong is told when the message is sent.
                self.counted.emit("", CountTone.PLAIN)

    def _on_pause(self) -> None:
        if not self._may_ask:
            return
        if self._history is None:
            self._history = self._get_history()
        if self._history is not None:
            self._asked = self._new_id()
            written = prompt_text(self._text, self._files)
            messages = (*self._history, Message(Role.USER, written))
            sampling = self._sampling()
            command = CountTokens(turn_id=self._asked, messages=messages, sampling=sampling)
            self._engine.post(command)
