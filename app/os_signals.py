"""Ctrl+C in the terminal and a polite kill, as a Qt signal.

Python runs a handler only between two of its instructions, and Qt's loop has none; so the
system's signal writes a byte into a socket that Qt listens to. No polling.
"""

import signal
import socket
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Signal

_WATCHED = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


class OsSignals(QObject):
    """Listen until told to stop; only one may listen at a time, on the main thread."""

    quit_requested = Signal()

    def __init__(self, *, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reader, self._writer = socket.socketpair()
        for end in (self._reader, self._writer):
            end.setblocking(False)
        self._notifier = QSocketNotifier(
            self._reader.fileno(), QSocketNotifier.Type.Read, parent=self
        )
        self._notifier.activated.connect(self._on_byte)
        self._old_descriptor = signal.set_wakeup_fd(self._writer.fileno())
        self._old_handlers = {number: signal.signal(number, _ignore) for number in _WATCHED}

    def stop(self) -> None:
        """Leave everything as it was found."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._old_descriptor)
        for number, handler in self._old_handlers.items():
            signal.signal(number, handler)
        self._reader.close()
        self._writer.close()

    def _on_byte(self) -> None:
        self._reader.recv(64)
        self.quit_requested.emit()


def _ignore(number: int, frame: FrameType | None) -> None:
    """Stand in for a handler, without which the byte would not be written."""
