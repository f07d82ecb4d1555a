"""One window for each user and data folder: a second start raises the first one.

A lock file decides who is first, so that two starts at the same moment cannot both win; a local
socket carries the wish to be raised. Knows no window.
"""

import hashlib
import logging
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

log = logging.getLogger(__name__)

_RAISE = b"raise\n"
_CONNECT_MS = 2000


class SingleInstance(QObject):
    """The right to be the only window.

    Args:
        folder: of the user's data, which must exist; one window for each.
    """

    raise_requested = Signal()
    """Somebody started the program once more."""

    def __init__(self, folder: Path, *, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # Names of local sockets are short on some systems; a digest is short anywhere.
        digest = hashlib.sha256(str(folder.resolve()).encode("utf-8", "surrogateescape"))
        self._name = f"foreword-{digest.hexdigest()[:20]}"
        self._lock = QLockFile(str(folder / "window.lock"))
        # A lock is stale when its process is gone, never merely because it is old.
        self._lock.setStaleLockTime(0)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)

    def claim(self) -> bool:
        """Become the only window; False if there is one already.

        In a folder that cannot be written there is no lock to be had, and every start is a first.
        """
        if not self._lock.tryLock(0) and self._lock.error() is QLockFile.LockError.LockFailedError:
            return False
        # Whatever a killed program left under this name is in the way.
        QLocalServer.removeServer(self._name)
        if not self._server.listen(self._name):
            log.info("A second start will not find this window: %s", self._server.errorString())
        return True

    def raise_other(self) -> bool:
        """Ask the first window to come forward; False if it does not answer."""
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(_CONNECT_MS):
            return False
        socket.write(_RAISE)
        is_told = socket.waitForBytesWritten(_CONNECT_MS)
        socket.disconnectFromServer()
        return is_told

    def release(self) -> None:
        """Let the next start be the first again."""
        self._server.close()
        self._lock.unlock()

    def _on_connection(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            # Coming here at all is the message; what it says is not read.
            socket.disconnected.connect(socket.deleteLater)
            self.raise_requested.emit()
