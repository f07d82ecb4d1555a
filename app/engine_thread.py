"""The thread that carries the engine: commands in by a queue, events out by one signal.

Knows no widget, no store and no settings. The engine is opened on this thread, so that importing
torch never holds up the window. Nothing here is ever terminated: a turn ends by its controls.
"""

import contextlib
import logging
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Protocol, cast

from PySide6.QtCore import QObject, QThread, Signal

from engine import (
    Command,
    Compare,
    Controls,
    CountTokens,
    DiscardTraining,
    EngineError,
    Event,
    Failed,
    Generate,
    LoadModels,
    MeasurePair,
    TrainDraft,
    Unexpected,
    Unload,
    VerifyReply,
)

log = logging.getLogger(__name__)

_SWITCH_S = 1e-4
"""How long the window may keep the interpreter from a pass that wants it back: Python's own 5 ms
would cost a small model a sixth of its speed."""


class EngineLike(Protocol):
    """Whatever answers commands with events; the engine, or a scripted one in tests."""

    def handle(self, command: Command) -> Iterator[Event]:
        """Carry out one command."""
        ...


class _Closable(Protocol):
    def close(self) -> None: ...


class EngineThread(QThread):
    """Run one engine, one command after the other.

    Args:
        open_engine: makes the engine; called on this thread.
    """

    happened = Signal(object)
    """One event of the engine; connect it with a queued connection."""

    def __init__(
        self, open_engine: Callable[[], EngineLike], *, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("engine")
        self._open_engine = open_engine
        self._commands: SimpleQueue[Command | None] = SimpleQueue()
        self._current: Controls | None = None
        self._is_quitting = False

    def post(self, command: Command) -> None:
        """Have a command carried out after those posted before."""
        self._commands.put(command)

    def quit_soon(self) -> None:
        """Stop what runs, leave out what waits, and end; `finished` tells when."""
        # The worker sets `_current` before it reads `_is_quitting`, and here it is the other way
        # round: whichever comes first, no command slips through unstopped.
        self._is_quitting = True
        current = self._current
        if current is not None:
            current.stop.set()
        self._commands.put(None)

    def run(self) -> None:
        """Serve commands until told to quit; called by Qt on the new thread."""
        # The log names threads; Python has no name for one that Qt started.
        threading.current_thread().name = self.objectName()
        before_s = sys.getswitchinterval()
        sys.setswitchinterval(_SWITCH_S)
        try:
            self._serve()
        finally:
            sys.setswitchinterval(before_s)

    def _serve(self) -> None:
        engine: EngineLike | None = None
        while (command := self._commands.get()) is not None:
            self._current = _controls(command)
            # Whoever types is not to be waited for: a count gives way to all that comes after it.
            is_late = isinstance(command, CountTokens) and not self._commands.empty()
            if not self._is_quitting and not is_late:
                engine = self._carry_out(command, engine)
            self._current = None

    def _carry_out(self, command: Command, engine: EngineLike | None) -> EngineLike | None:
        try:
            if engine is None:
                engine = self._open_engine()
            # `handle` is a generator; closing it puts its caches right whatever happens here.
            with contextlib.closing(cast(_Closable, events := engine.handle(command))):
                for event in events:
                    self.happened.emit(event)
        except EngineError as error:
            self.happened.emit(Failed(turn_id=_turn_id(command), error=error))
        except Exception as error:
            self.happened.emit(Failed(turn_id=_turn_id(command), error=_unexpected(error)))
            _log_unexpected(command, error)
        return engine


def _turn_id(command: Command) -> int | None:
    return None if isinstance(command, LoadModels | Unload) else command.turn_id


def _controls(command: Command) -> Controls | None:
    match command:
        case Unload() | CountTokens() | DiscardTraining():
            return None
        case Generate() | Compare() | VerifyReply() | LoadModels() | TrainDraft() | MeasurePair():
            return command.controls


def _unexpected(error: Exception) -> Unexpected:
    summary = traceback.format_exception_only(error)[-1].strip()
    return Unexpected(summary=summary, traceback="".join(traceback.format_exception(error)))


def _log_unexpected(command: Command, error: Exception) -> None:
    if not isinstance(command, LoadModels | Unload):
        # The message of an exception may quote the conversation, which is never logged.
        frames = "".join(traceback.format_tb(error.__traceback__))
        log.error("%s in a turn:\n%s", type(error).__name__, frames)
    else:
        log.error("%s failed", type(command).__name__, exc_info=error)
