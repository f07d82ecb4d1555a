"""Chats are deleted at once, can be brought back for some seconds, and are then erased.

Until they are erased they are only hidden; a program that is killed in between erases them at its
next start. Erasing runs on a thread of its own, and to its end when the program leaves.
"""

import logging
from collections import deque

from PySide6.QtCore import QObject, QTimer, Signal

from app.background import Background
from app.controller import Controller
from app.error_text import sentence
from app.errors import AppError
from app.keeping.erasing import erase_file, erasing, has_leftovers
from app.store import Store
from engine import EngineError

log = logging.getLogger(__name__)

UNDO_MS = 8000


class Deletion(QObject):
    """Delete chats of one store.

    Args:
        controller: which chat is open, and what the list shows.
        store: where they are hidden and erased.
        undo_ms: how long they can be brought back, in milliseconds.
    """

    offered = Signal(int)
    """How many chats were deleted and can be brought back; 0 when it is too late."""
    failed = Signal(str, str)
    """"error", and a sentence: something is hidden, but still on the disk"""

    def __init__(
        self,
        controller: Controller,
        *,
        store: Store,
        undo_ms: int = UNDO_MS,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._store = store
        self._hidden: list[int] = []
        self._last_open: int | None = None
        self._work: Background | None = None
        self._waiting: deque[int] = deque()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(undo_ms)
        self._timer.timeout.connect(self._on_too_late)

    def start(self) -> None:
        """Erase what a program that was killed had deleted."""
        try:
            hidden = self._store.hidden()
            has_work = bool(hidden) or has_leftovers(self._store.database)
        except (EngineError, AppError) as error:
            self._tell(error)
            return
        if has_work:
            self._erase(hidden)

    def delete(self, conversation_id: int) -> None:
        """Take a chat off the list; a reply that is being written in it is stopped."""
        is_open = self._controller.chats.current_id == conversation_id
        self._last_open = conversation_id if is_open else self._last_open
        self._controller.delete(conversation_id)
        self._hidden.append(conversation_id)
        self._timer.start()
        self.offered.emit(len(self._hidden))

    def undo(self) -> None:
        """Bring back what was deleted, and open it again if it was open."""
        self._timer.stop()
        hidden = tuple(self._hidden)
        try:
            while self._hidden:
                self._controller.chats.bring_back(self._hidden[0])
                del self._hidden[0]
        except (EngineError, AppError) as error:
            # What is still hidden can be asked for again, and is not erased meanwhile.
            self._timer.start()
            self._tell(error)
        self.offered.emit(len(self._hidden))
        if self._hidden:
            self._controller.refresh_list()
            return
        if self._last_open in hidden and self._controller.chats.current_id is None:
            self._controller.open_conversation(self._last_open)
        else:
            self._controller.refresh_list()
        self._last_open = None

    def hold(self, is_held: bool) -> None:
        """Wait while somebody looks at the offer, then begin the time anew."""
        if self._hidden:
            if is_held:
                self._timer.stop()
            else:
                self._timer.start()

    def close(self) -> None:
        """Erase all that is left, on this thread; the store must still be open."""
        self._timer.stop()
        self._hidden.clear()
        if self._work is not None:
            self._work.stop()
            self._work.wait()
            self._work = None
        try:
            for _ in erasing(self._store.database, self._store.hidden()):
                pass
        except (EngineError, AppError) as error:
            log.info("Not all could be erased: %s", type(error).__name__)

    def _on_too_late(self) -> None:
        hidden, self._hidden = self._hidden, []
        self._last_open = None
        self.offered.emit(0)
        self._erase(hidden)

    def _erase(self, conversation_ids: list[int]) -> None:
        self._waiting.extend(conversation_ids)
        if self._work is not None:
            return  # taken up when that one has ended
        ids = tuple(self._waiting)
        self._waiting.clear()
        database = self._store.database
        if database.is_in_memory:
            for _ in erasing(database, ids):
                pass
            return
        path = database.path
        # No parent: dropping the last reference is what deletes it.
        self._work = Background(
            lambda _, stop: erase_file(path, ids, stop=stop), name="eraser", tag="erase"
        )
        self._work.failed.connect(self._on_failed)
        self._work.finished.connect(self._on_finished)
        self._work.start()

    def _on_failed(self, tag: str, error: EngineError | AppError) -> None:
        self._tell(error)

    def _on_finished(self) -> None:
        if self._work is not None:
            self._work.wait()
            self._work = None
        if self._waiting:
            self._erase([])

    def _tell(self, error: EngineError | AppError) -> None:
        self.failed.emit("error", sentence(error))
