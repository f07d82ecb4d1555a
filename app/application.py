"""The running program: process-wide set-up, the window, and the way out.

Builds everything once and takes it down in order. The window is on screen before the engine's
thread starts, because importing torch would hold it up.
"""

import logging
import os
import sys
import threading
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QProcess, QTimer
from PySide6.QtWidgets import QApplication

from app.crash import CrashCatcher
from app.engine_thread import EngineLike
from app.language.installed import chosen_language, install_language
from app.local_models.engine_tools import engine_tools
from app.local_models.tools import NO_TOOLS, LocalTools
from app.logs import start_logging
from app.main_window import MainWindow
from app.model_shelf import DraftFit, LibraryLike, OwnDraftOf, no_own_draft
from app.opening import open_engine_gently
from app.os_signals import OsSignals
from app.private_files import make_all_private
from app.program import Program
from app.single_instance import SingleInstance
from app.theme import Look
from app.transcript.code_colours import preload_lexers
from app.view_types import EngineState
from app.wiring import Wiring
from engine import EngineError, ModelSpec, Paths, TrainedDraft, __version__, user_paths
from engine.library import open_library

log = logging.getLogger(__name__)

APP_ID = "Foreword.Foreword"

_PAINT_MS = 1000


class Application(QObject):
    """One window and the program behind it.

    Args:
        qt: the Qt application.
        paths: where things are kept.
        open_engine: makes the engine; called on its thread.
        library: the models to choose from.
        draft_fit: judges a pair of models.
        own_draft: finds the draft that was made for a model.
        tools: answers questions about models that lie here.
    """

    def __init__(
        self,
        qt: QApplication,
        *,
        paths: Paths,
        open_engine: Callable[[], EngineLike],
        library: LibraryLike,
        draft_fit: DraftFit,
        own_draft: OwnDraftOf = no_own_draft,
        tools: LocalTools = NO_TOOLS,
    ) -> None:
        super().__init__()
        self._qt = qt
        self._has_started = False
        self.wants_restart = False
        """Whether the program is to be started again once it is closed."""
        self.is_stuck = False
        """Whether a thread did not end in time; known once the program is closed."""
        self.program = Program(
            paths,
            open_engine=open_engine,
            library=library,
            draft_fit=draft_fit,
            own_draft=own_draft,
            tools=tools,
            parent=self,
        )
        self.window = MainWindow(Look(qt))
        self.wiring = Wiring(self.program, window=self.window, parent=self)
        self.window.close_requested.connect(self._on_close_requested)
        self.window.quit_requested.connect(self.close)
        tray = self.wiring.desktop.tray
        tray.show_requested.connect(self.raise_window)
        tray.new_chat_requested.connect(self.window.new_chat_requested)
        tray.new_chat_requested.connect(self.raise_window)
        tray.quit_requested.connect(self.close)
        self.wiring.desktop.restart_requested.connect(self.restart)
        self.program.closed.connect(self._on_closed)
        self.window.installEventFilter(self)
        self.program.controller.state_changed.connect(self._on_state)
        # Where nothing is ever painted (minimised, another desktop), it starts all the same.
        self._fallback = QTimer(self)
        self._fallback.setSingleShot(True)
        self._fallback.timeout.connect(self._start)

    def show(self) -> None:
        """Show the window; the program starts once it has been painted."""
        self.window.show()
        self._fallback.start(_PAINT_MS)

    def raise_window(self) -> None:
        """Bring the window to the front."""
        if self.window.isMinimized():
            self.window.showNormal()
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()

    def close(self) -> None:
        """Leave: the window goes at once, the program when everything is kept."""
        self.wiring.keep_geometry()
        self.wiring.desktop.tray.set_shown(False)
        self.window.hide()
        self._fallback.stop()
        self._has_started = True
        self.program.shutdown()

    def restart(self) -> None:
        """Leave, and be started again by whoever ran it."""
        self.wants_restart = True
        self.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint and watched is self.window:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self, self._start)
        return False

    def _start(self) -> None:
        self._fallback.stop()
        if not self._has_started:
            self._has_started = True
            self.program.start()
            self.wiring.desktop.greet()

    def _on_close_requested(self) -> None:
        if self.wiring.desktop.tray.is_shown:
            self.wiring.keep_geometry()
            self.window.hide()
        else:
            self.close()

    def _on_state(self, state: EngineState) -> None:
        if state is EngineState.READY:
            self.program.controller.state_changed.disconnect(self._on_state)
            # Not while torch is being imported, and before the first reply has code in it.
            threading.Thread(target=preload_lexers, name="lexers", daemon=True).start()

    def _on_closed(self, is_stuck: bool) -> None:
        self.is_stuck = is_stuck
        self.window.allow_close()
        self.window.close()
        self._qt.quit()


def run(argv: Sequence[str], *, watch: Callable[[Application], None] | None = None) -> int:
    """Open the window and run until it is closed.

    Args:
        argv: the program's name and what Qt may take from the command line.
        watch: receives the program right before its window is shown, as a test does.

    Returns:
        The exit code.
    """
    paths = user_paths()
    make_all_private(paths)
    start_logging(paths.logs)
    _name_this_process()
    try:
        library = open_library()
    except EngineError as error:
        print(error, file=sys.stderr)
        return 1
    qt = QApplication(list(argv))
    qt.setApplicationName("Foreword")
    qt.setApplicationVersion(__version__)
    qt.setDesktopFileName("foreword")
    qt.setQuitOnLastWindowClosed(False)
    install_language(qt, chosen_language(paths.config / "settings.json"))
    try:
        paths.data.mkdir(parents=True, exist_ok=True)
    except OSError:
        log.info("There is no folder for chats")
    instance = SingleInstance(paths.data)
    if not instance.claim():
        if instance.raise_other():
            return 0
        print("Foreword is already running, but does not answer.", file=sys.stderr)
        return 1
    catcher = CrashCatcher(paths.logs)
    catcher.install()
    application = Application(
        qt,
        paths=paths,
        open_engine=open_engine_gently,
        library=library,
        draft_fit=draft_fit_of,
        own_draft=own_draft_of,
        tools=engine_tools(library),
    )
    signals = OsSignals()
    signals.quit_requested.connect(application.close)
    catcher.caught.connect(application.wiring.show_bug)
    instance.raise_requested.connect(application.raise_window)
    qt.commitDataRequest.connect(application.close)
    if watch is not None:
        watch(application)
    application.show()
    code = qt.exec()
    instance.release()
    if application.wants_restart:
        # Python with what it was given; where sys is "frozen" this is the program itself.
        QProcess.startDetached(sys.executable, sys.orig_argv[1:])
    signals.stop()
    catcher.remove()
    if application.is_stuck:
        # Everything is kept; a thread that never comes back must not keep the process.
        logging.shutdown()
        os._exit(0)
    return code


def draft_fit_of(target: ModelSpec, draft: ModelSpec) -> EngineError | None:
    """Say why a draft cannot serve a target, or None; slow enough for another thread."""
    # Reads tokenizers, so that it is imported where it is called: off the GUI thread.
    from engine.library.pairing import draft_fit

    return draft_fit(target, draft)


def own_draft_of(target: ModelSpec, stop: threading.Event) -> TrainedDraft | None:
    """Find the draft that was made for a target; imports torch, so for another thread."""
    from engine.draft_making import own_draft_of

    return own_draft_of(target, stop=stop)


def _name_this_process() -> None:
    if sys.platform == "win32":
        # Else the task bar groups the window with every other program that Python runs.
        import ctypes

        ctypes.windll.shell32.SetCurrentProcessExplicitAppUserModelID(APP_ID)
