"""What is written but not sent stays with its chat, through every switch and restart.

Follows the composer's text and the open chat; keeps the one in the store a moment after the other
stopped changing.
"""

import logging

from PySide6.QtCore import QObject, QTimer, Signal

from app.controller import Controller
from app.errors import AppError
from app.whole_text import whole_characters
from engine import EngineError

log = logging.getLogger(__name__)

KEEP_MS = 500


class UnsentText(QObject):
    """Keep the composer's text, each chat's own.

    Args:
        controller: which chat is open.
        keep_ms: how long after the last key it is kept, in milliseconds.
    """

    restored = Signal(str)
    """What the composer is to show for the chat that was opened"""

    def __init__(
        self, controller: Controller, *, keep_ms: int = KEEP_MS, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._places = controller.chats.places
        self._chats = controller.chats
        self._open_id: int | None = None
        self._text = ""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(keep_ms)
        self._timer.timeout.connect(self.keep)
        controller.conversations_changed.connect(self._on_conversations)

    def start(self) -> None:
        """Show what was left for a new chat."""
        self._restore()

    def follow(self, text: str) -> None:
        """Take what is in the composer now."""
        if text != self._text:
            self._text = text
            self._timer.start()

    def close(self) -> None:
        """Keep what is not kept yet."""
        if self._timer.isActive():
            self.keep()

    def keep(self) -> None:
        """Keep it now."""
        self._timer.stop()
        try:
            self._places.keep_unsent(self._open_id, whole_characters(self._text))
        except (EngineError, AppError) as error:
            # What was written is still in the composer; a full disk is told when it is sent.
            log.info("Unsent text is not kept: %s", type(error).__name__)

    def _on_conversations(self) -> None:
        opened = self._chats.current_id
        if opened == self._open_id:
            return
        self.close()
        self._open_id = opened
        self._restore()

    def _restore(self) -> None:
        try:
            text = self._places.unsent(self._open_id)
        except (EngineError, AppError) as error:
            log.info("Unsent text cannot be read: %s", type(error).__name__)
            text = ""
        if text != self._text:
            self._text = text
            self.restored.emit(text)
