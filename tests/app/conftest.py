"""The program behind the window, with a scripted engine on the real thread."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, SignalInstance
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.application import Application
from app.busy import Usage
from app.engine_thread import EngineLike
from app.model_shelf import LibraryLike
from app.program import Program
from app.view_types import EngineState, MessageView
from engine import user_paths
from tests.fake_library import FakeEntry, FakeLibrary
from tests.fakes import ScriptedEngine

TARGET_ID = "smollm2-135m-instruct"
# As the program does before its window is built; a build machine often has no locale at all.
QLocale.setDefault(QLocale("en_US"))


@dataclass(slots=True)
class Stage:
    """A program and what stands behind it.

    Args:
        program: the program.
        engine: the script's engine.
        library: the models.
        qtbot: waits for signals.
    """

    program: Program
    engine: ScriptedEngine
    library: FakeLibrary
    qtbot: QtBot

    def start(self, *, until: EngineState | None = EngineState.READY) -> None:
        """Start the program and wait for a state."""
        self.program.start()
        if until is not None:
            self.wait_for(until)

    def wait_for(self, state: EngineState) -> None:
        """Wait until the program is in a state."""
        self.qtbot.waitUntil(lambda: self.program.controller.state is state, timeout=5000)

    def views(self) -> list[MessageView]:
        """Give the messages of the newest conversation as they are kept."""
        chats = self.program.controller.chats
        return chats.views(chats.summaries()[0].id)[0]

    def finish_turn(self, act: Callable[[], None]) -> MessageView:
        """Do something that begins a turn and wait for its end."""
        with self.qtbot.waitSignal(self.program.turns.message_finished, timeout=5000) as signal:
            act()
        view = signal.args[0]
        assert isinstance(view, MessageView)
        return view

    def send(self, text: str) -> MessageView:
        """Send a message and wait for its reply."""
        return self.finish_turn(lambda: self.program.controller.send(text))

    def close(self) -> None:
        """Shut down and wait for the end."""
        wait_closed(self.qtbot, self.program)


MakeStage = Callable[..., Stage]
Launch = Callable[..., Application]


def wait_closed(qtbot: QtBot, program: Program) -> bool:
    """Shut a program down and tell whether a thread was stuck."""
    outcome: list[bool] = []
    program.closed.connect(outcome.append)
    program.shutdown()
    qtbot.waitUntil(lambda: bool(outcome) or program.is_closed, timeout=7000)
    return bool(outcome and outcome[0])


class Recorder:
    """Remember what a signal said, in order."""

    def __init__(self, signal: SignalInstance) -> None:
        self.calls: list[tuple[object, ...]] = []
        signal.connect(self._take)

    def has(self, num_calls: int) -> bool:
        """Whether it said at least so much."""
        return len(self.calls) >= num_calls

    def _take(self, *args: object) -> None:
        self.calls.append(args)


def usage_of(*, others_share: float) -> Callable[[], Usage]:
    """Make the counters of a computer of which other programs take a share, ours nothing."""
    seconds = count(1.0)

    def read() -> Usage:
        now = next(seconds)
        return Usage(total_s=now, busy_s=others_share * now, own_s=0.0)

    return read


@pytest.fixture(autouse=True)
def quiet_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing else run: what this machine does meanwhile decides no test."""
    monkeypatch.setattr("app.busy.read_usage", usage_of(others_share=0.0))


@pytest.fixture
def make_stage(qtbot: QtBot, home: Path) -> Iterator[MakeStage]:
    """Make programs on this test's own home, and shut them down afterwards."""
    stages: list[Stage] = []

    def make(
        engine: ScriptedEngine | None = None,
        *,
        library: FakeLibrary | None = None,
        open_engine: Callable[[], EngineLike] | None = None,
        partial_ms: int = 5,
        shutdown_ms: int = 5000,
    ) -> Stage:
        engine = engine or ScriptedEngine()
        library = library or FakeLibrary(models=[FakeEntry(id=TARGET_ID), FakeEntry(id="draft")])
        scripted = engine
        program = Program(
            user_paths(),
            open_engine=open_engine or (lambda: scripted),
            library=library,
            draft_fit=lambda target, draft: None,
            partial_ms=partial_ms,
            shutdown_ms=shutdown_ms,
        )
        stage = Stage(program=program, engine=engine, library=library, qtbot=qtbot)
        stages.append(stage)
        return stage

    yield make
    for stage in stages:
        if not stage.program.is_closed:
            stage.close()


@pytest.fixture
def launch(qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[Launch]:
    """Open windows, and close them afterwards."""
    # The test's own loop must outlive the window.
    monkeypatch.setattr(qapp, "quit", lambda: None, raising=False)
    opened: list[Application] = []

    def open_window(
        engine: ScriptedEngine | None = None, *, library: LibraryLike | None = None
    ) -> Application:
        scripted = engine or ScriptedEngine()
        application = Application(
            qapp,
            paths=user_paths(),
            open_engine=lambda: scripted,
            library=library or FakeLibrary(models=[FakeEntry(id=TARGET_ID)]),
            draft_fit=lambda target, draft: None,
        )
        opened.append(application)
        application.show()
        return application

    yield open_window
    for application in opened:
        application.close()
        qtbot.waitUntil(partial(is_closed, application), timeout=7000)
        application.window.deleteLater()


def is_closed(application: Application) -> bool:
    """Tell whether everything of a program is kept and closed."""
    return application.program.is_closed
