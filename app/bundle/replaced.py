"""Says when the frozen program was installed anew while it runs.

What is in memory goes on, but what is read later, an icon or a style, is the new version's.
"""

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer

from app.bundle.manifest import MANIFEST_NAME, bundle_folder
from app.language.text import translate
from app.notices import Notices

_SETTLE_MS = 3000
"""How long an installer may take between removing the list of files and writing the new one."""


class ReplacedNotice(QObject):
    """Watches the program's list of files, which every installation writes last.

    Args:
        folder: where the list lies.
        notices: where it is said.
        settle_ms: how long to wait before looking, in milliseconds.
    """

    def __init__(
        self,
        folder: Path,
        *,
        notices: Notices,
        settle_ms: int = _SETTLE_MS,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._path = folder / MANIFEST_NAME
        self._notices = notices
        self._was = self._state()
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(settle_ms)
        self._settle.timeout.connect(self._look)
        self._watcher = QFileSystemWatcher([str(self._path)], self)
        self._watcher.fileChanged.connect(self._settle.start)

    def _look(self) -> None:
        state = self._state()
        # Where it is gone the program was removed, and there is nothing to start again.
        if state is not None and state != self._was:
            self._was = state
            text = translate(
                "ReplacedNotice",
                "Foreword was installed anew while it was running. Quit and open it again to go "
                "on with the new version.",
            )
            self._notices.say("notice", text)
        if state is not None and str(self._path) not in self._watcher.files():
            self._watcher.addPath(str(self._path))

    def _state(self) -> tuple[int, int] | None:
        try:
            stat = self._path.stat()
        except OSError:
            return None
        return stat.st_ino, stat.st_mtime_ns


def watch_replacement(
    notices: Notices, *, folder: Path | None = None, parent: QObject | None = None
) -> ReplacedNotice | None:
    """Begin to watch, where the program is frozen.

    Args:
        notices: where it is said.
        folder: the frozen program's files; None takes this program's own, if it is frozen.
    """
    folder = folder or bundle_folder()
    return ReplacedNotice(folder, notices=notices, parent=parent) if folder else None
