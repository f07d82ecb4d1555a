"""What happens to bugs: into the log, and into a dialog with text to copy.

Catches what nobody else did: exceptions in slots and threads, Qt's own messages, and crashes of
the process (a traceback of every thread in a file). Shows nothing by itself before the window is
there.
"""

import faulthandler
import logging
import platform
import sys
import threading
import traceback
from pathlib import Path
from types import TracebackType
from typing import TextIO

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    QtMsgType,
    Signal,
    qInstallMessageHandler,
    qVersion,
)

from engine import Unexpected, __version__

log = logging.getLogger(__name__)
qt_log = logging.getLogger("qt")

FAULT_NAME = "faults.txt"

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


class CrashCatcher(QObject):
    """Catch what would otherwise be printed and lost.

    Args:
        folder: for the file of faults; made if it is not there.
    """

    caught = Signal(object)
    """Unexpected; may be emitted on any thread, so connect methods of a QObject."""

    def __init__(self, folder: Path, *, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._faults = _open_faults(folder)
        self._old_hooks = (sys.excepthook, threading.excepthook)

    def install(self) -> None:
        """Begin to catch."""
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception
        qInstallMessageHandler(_on_qt_message)
        if self._faults is not None:
            faulthandler.enable(self._faults, all_threads=True)

    def remove(self) -> None:
        """Leave everything as it was found."""
        sys.excepthook, threading.excepthook = self._old_hooks
        qInstallMessageHandler(None)
        if self._faults is not None:
            faulthandler.disable()
            self._faults.close()
            self._faults = None

    def _on_exception(
        self,
        kind: type[BaseException],
        error: BaseException,
        trace: TracebackType | None,
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            return
        # The message of an exception may quote the conversation, which is never logged.
        log.critical("Uncaught %s:\n%s", kind.__name__, "".join(traceback.format_tb(trace)))
        self.caught.emit(_unexpected(error))

    def _on_thread_exception(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            self._on_exception(args.exc_type, args.exc_value, args.exc_traceback)


def report_text(error: Unexpected) -> str:
    """Write what a person may send: the versions, then the traceback."""
    lines = [
        f"Foreword {__version__}, Python {platform.python_version()}, Qt {qVersion()}",
        f"{platform.system()} {platform.release()} {platform.machine()}",
        "",
        error.traceback.strip() or error.summary,
    ]
    return "\n".join(lines)


def _unexpected(error: BaseException) -> Unexpected:
    summary = traceback.format_exception_only(error)[-1].strip()
    return Unexpected(summary=summary, traceback="".join(traceback.format_exception(error)))


def _open_faults(folder: Path) -> TextIO | None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        faults = folder / FAULT_NAME
        if faults.exists() and faults.stat().st_size:
            # The one before is what somebody who starts again after a crash is asked for.
            faults.replace(faults.with_stem(f"{faults.stem}-before"))
        return faults.open("w", encoding="utf-8")
    except OSError:
        return None


def _on_qt_message(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    qt_log.log(_LEVELS.get(kind, logging.WARNING), "%s", message)
