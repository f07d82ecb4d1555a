"""One piece of work off the GUI thread: a download, a look into big files.

Knows nothing of the work but that it may be told to stop. Several may run at once; each is a
thread of its own that ends with its work.
"""

import logging
import threading
import traceback
from collections.abc import Callable

from PySide6.QtCore import QObject, QThread, Signal

from engine import EngineError, Unexpected

log = logging.getLogger(__name__)

Work = Callable[[Callable[[object], None], threading.Event], object]
"""Called with a function that reports progress, and the flag that asks to stop."""


class Background(QThread):
    """Run one piece of work.

    Args:
        work: what to do; an `EngineError` it raises is told as its outcome.
        name: of the thread, for debuggers.
        tag: comes first in every signal, for receivers of several threads.
    """

    # Connect methods of a QObject only: a bare callable may be called on the emitting thread.
    reported = Signal(str, object)
    """The tag, and whatever the work reports while it runs."""
    succeeded = Signal(str, object)
    """The tag, and what the work returned."""
    failed = Signal(str, object)
    """The tag, and the `EngineError` it ended with; `Unexpected` for a bug."""

    def __init__(self, work: Work, *, name: str, tag: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.tag = tag
        self._work = work
        self._stop = threading.Event()

    def stop(self) -> None:
        """Ask the work to end early."""
        self._stop.set()

    def run(self) -> None:
        """Do the work; called by Qt on the new thread."""
        threading.current_thread().name = self.objectName()
        try:
            result = self._work(self._report, self._stop)
        except EngineError as error:
            self.failed.emit(self.tag, error)
        except Exception as error:
            # Its message may quote what was said, which is never logged.
            frames = "".join(traceback.format_tb(error.__traceback__))
            log.error("%s failed with %s:\n%s", self.objectName(), type(error).__name__, frames)
            summary = traceback.format_exception_only(error)[-1].strip()
            details = "".join(traceback.format_exception(error))
            self.failed.emit(self.tag, Unexpected(summary=summary, traceback=details))
        else:
            self.succeeded.emit(self.tag, result)

    def _report(self, progress: object) -> None:
        self.reported.emit(self.tag, progress)
