"""The files that go with the next message: read off the GUI thread, counted by the engine.

A count never holds a turn up: one file is asked for at a time, only while nothing runs, and again
if the engine's thread left it out. Knows no widget.
"""

import itertools
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.attachments.attachment import Attachment, file_text
from app.attachments.refusals import AttachmentRefused
from app.attachments.words import (
    explain_file_too_long,
    explain_refusal,
    explain_too_many,
    file_note,
    tokens_note,
    too_long_note,
)
from app.background import Background
from app.engine_thread import EngineThread
from app.language.text import translate
from app.view_types import EngineState
from engine import CountTokens, EngineError, Event, Failed, PromptTooLong, TokensCounted, Unexpected

MAX_FILES = 20
RETRY_MS = 1500


@dataclass(slots=True)
class StagedFile:
    """A file beside the message that is being written.

    Args:
        key: tells it from others, even of the same name.
        name: of the file.
        attachment: once it was read.
        problem: the sentence that says why it cannot go along, empty while it can.
        num_tokens: once they were counted.
        is_too_long: whether it alone is more than the model holds.
    """

    key: int
    name: str
    attachment: Attachment | None = None
    problem: str = ""
    num_tokens: int | None = None
    is_too_long: bool = False

    @property
    def note(self) -> str:
        """What is said of it in a few words."""
        if self.attachment is None:
            return (
                translate("Attachments", "not attached")
                if self.problem
                else translate("Attachments", "reading…")
            )
        note = file_note(self.attachment)
        if self.num_tokens is None:
            return note
        words = too_long_note if self.is_too_long else tokens_note
        return words(note, self.num_tokens)


class AttachmentControl(QObject):
    """Stage files for the next message.

    Args:
        engine: where counts are posted; it listens to it for the answers.
        new_id: gives an id that no turn has.
        retry_ms: after how long a count is asked again, in milliseconds.
    """

    changed = Signal()
    """Another set of files, or something new about one"""
    bug_found = Signal(object)
    """Unexpected"""
    idle = Signal()
    """No thread reads any more"""

    def __init__(
        self,
        engine: EngineThread,
        *,
        new_id: Callable[[], int],
        retry_ms: int = RETRY_MS,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._new_id = new_id
        self._keys = itertools.count(1)
        self._files: dict[int, StagedFile] = {}
        self._chat: int | None = None
        self._aside: dict[int | None, dict[int, StagedFile]] = {}
        self._readers: dict[int, Background] = {}
        self._asked: tuple[int, int] | None = None
        self._may_ask = False
        self._context_length = 0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(retry_ms)
        self._timer.timeout.connect(self._ask_again)
        engine.happened.connect(self._on_event, Qt.ConnectionType.QueuedConnection)

    @property
    def staged(self) -> list[StagedFile]:
        """The files, in the order they came."""
        return list(self._files.values())

    @property
    def attachments(self) -> list[Attachment]:
        """What goes with the message as things are."""
        found = (staged.attachment for staged in self._files.values())
        return [attachment for attachment in found if attachment is not None]

    @property
    def is_busy(self) -> bool:
        """Whether a thread still reads, for a file that is wanted or not."""
        return bool(self._readers)

    @property
    def is_reading(self) -> bool:
        """Whether a file is still being read."""
        return any(not f.problem and f.attachment is None for f in self._files.values())

    @property
    def problem(self) -> str:
        """The sentence about the file that came last of those something is wrong with."""
        for staged in reversed(self._files.values()):
            if staged.problem:
                return staged.problem
            if staged.is_too_long and staged.num_tokens is not None:
                return explain_file_too_long(staged.name, staged.num_tokens, self._context_length)
        return ""

    def open_chat(self, chat: int | None) -> None:
        """Put aside what was staged for the chat before, and take up what waits for this one.

        Args:
            chat: the open one, or None for one that begins with the next message.
        """
        if chat == self._chat:
            return
        if self._files:
            self._aside[self._chat] = self._files
        self._files = self._aside.pop(chat, {})
        self._chat = chat
        self._ask()
        self.changed.emit()

    def begin_chat(self, chat: int) -> None:
        """Go on in a chat that has just begun with a message: what was staged since is its own."""
        self._chat = chat

    def add(self, paths: Sequence[Path]) -> None:
        """Read files, each on a thread of its own, and stage them."""
        for path in paths:
            staged = StagedFile(next(self._keys), path.name or str(path))
            self._files[staged.key] = staged
            if len(self._files) > MAX_FILES:
                staged.problem = explain_too_many(staged.name, MAX_FILES)
                continue
            reader = Background(
                partial(_read, path), name="attachment", tag=str(staged.key), parent=self
            )
            reader.succeeded.connect(self._on_read)
            reader.failed.connect(self._on_bug)
            reader.finished.connect(partial(self._on_reader_gone, staged.key))
            self._readers[staged.key] = reader
            reader.start()
        self.changed.emit()

    def put(self, attachments: Sequence[Attachment]) -> None:
        """Stage files that were read before, in place of all there are."""
        self._drop_all()
        for attachment in attachments:
            staged = StagedFile(next(self._keys), attachment.name, attachment)
            self._files[staged.key] = staged
        self._ask()
        self.changed.emit()

    def remove(self, key: int) -> None:
        """Leave a file out."""
        self._files.pop(key, None)
        if key in self._readers:
            self._readers[key].stop()
        self.changed.emit()

    def clear(self) -> None:
        """Leave all files out."""
        self._drop_all()
        self.changed.emit()

    def set_state(self, state: EngineState) -> None:
        """Follow the program: a count is asked only where it neither waits nor is waited for."""
        self._may_ask = state is EngineState.READY
        if state in (EngineState.LOADING, EngineState.NO_MODEL):
            # Another model may have other tokens.
            for files in (self._files, *self._aside.values()):
                for staged in files.values():
                    staged.num_tokens, staged.is_too_long = None, False
            self.changed.emit()
        self._ask()

    def stop(self) -> None:
        """Let what is being read end at its next page, and ask for nothing more."""
        self._may_ask = False
        self._timer.stop()
        for reader in self._readers.values():
            reader.stop()

    def _drop_all(self) -> None:
        for reader in self._readers.values():
            reader.stop()
        self._files = {}
        self._asked = None
        self._timer.stop()

    def _on_read(self, tag: str, result: object) -> None:
        key = int(tag)
        each = (self._files, *self._aside.values())
        staged = next((files[key] for files in each if key in files), None)
        if staged is None:
            return
        match result:
            case Attachment():
                staged.attachment = result
            case AttachmentRefused():
                staged.problem = explain_refusal(result)
        self._ask()
        self.changed.emit()

    def _on_bug(self, tag: str, error: EngineError) -> None:
        self.remove(int(tag))
        if isinstance(error, Unexpected):
            self.bug_found.emit(error)

    def _on_reader_gone(self, key: int) -> None:
        reader = self._readers.pop(key, None)
        if reader is not None:
            reader.deleteLater()
        if not self._readers:
            self.idle.emit()

    def _ask(self) -> None:
        if self._asked is not None or not self._may_ask:
            return
        for staged in self._files.values():
            if staged.attachment is not None and staged.num_tokens is None:
                self._asked = (self._new_id(), staged.key)
                self._engine.post(
                    CountTokens(turn_id=self._asked[0], raw=file_text(staged.attachment))
                )
                self._timer.start()
                return

    def _ask_again(self) -> None:
        # It gave way to something else, or that takes long; either way the newest counts.
        self._asked = None
        self._ask()

    def _on_event(self, event: Event) -> None:
        if not isinstance(event, TokensCounted | Failed) or self._asked is None:
            return
        turn_id, key = self._asked
        if event.turn_id != turn_id:
            return
        self._asked = None
        self._timer.stop()
        staged = self._files.get(key)
        match event:
            case _ if staged is None:
                pass
            case TokensCounted():
                staged.num_tokens = event.num_tokens
                self._context_length = event.context_length
            case Failed(error=PromptTooLong() as error):
                staged.num_tokens, staged.is_too_long = error.num_tokens, True
                self._context_length = error.context_length
            case Failed():
                # Whatever else is wrong is told when the message is sent.
                return
        self._ask()
        self.changed.emit()


def _read(path: Path, report: object, stop: threading.Event) -> object:
    # Its libraries take a while to import: on this thread, and only once a file is attached.
    from app.attachments.reading import read_attachment

    try:
        return read_attachment(path, should_stop=stop.is_set)
    except AttachmentRefused as refused:
        return refused
