"""The thread of the engine: in order, alive after anything, and gone when told."""

import sys
import threading
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QObject, Qt
from pytestqt.qtbot import QtBot

from app.engine_thread import EngineLike, EngineThread
from engine import (
    BadParameter,
    Command,
    Event,
    Failed,
    Generate,
    LoadModels,
    ModelsLoaded,
    TextDelta,
    TurnFinished,
    TurnStarted,
    Unexpected,
    Unload,
    Unloaded,
)
from tests.fake_library import spec
from tests.fakes import Gate, Script, ScriptedEngine


class Listener(QObject):
    """Remember the events, and on which thread they were heard."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[Event] = []
        self.threads: set[int] = set()

    @property
    def text(self) -> str:
        """All text that was told."""
        return "".join(event.text for event in self.events if isinstance(event, TextDelta))

    def hear(self, event: Event) -> None:
        """Take one event."""
        self.events.append(event)
        self.threads.add(threading.get_ident())


Start = Callable[[Callable[[], EngineLike]], tuple[EngineThread, Listener]]


@pytest.fixture
def start(qtbot: QtBot) -> Iterator[Start]:
    """Start threads, and end them afterwards."""
    threads: list[EngineThread] = []

    def begin(open_engine: Callable[[], EngineLike]) -> tuple[EngineThread, Listener]:
        thread, listener = EngineThread(open_engine), Listener()
        thread.happened.connect(listener.hear, Qt.ConnectionType.QueuedConnection)
        thread.start()
        threads.append(thread)
        return thread, listener

    yield begin
    for thread in threads:
        thread.quit_soon()
        assert thread.wait(5000)


def test_everything_of_the_engine_happens_on_its_thread(start: Start, qtbot: QtBot) -> None:
    """Opened over there, heard over here; three threads' worth of identities would show."""
    opened_on: list[int] = []

    def open_engine() -> ScriptedEngine:
        opened_on.append(threading.get_ident())
        return ScriptedEngine()

    thread, listener = start(open_engine)
    thread.post(LoadModels(target=spec("a")))
    thread.post(Generate(turn_id=1))
    qtbot.waitUntil(lambda: any(isinstance(e, TurnFinished) for e in listener.events))
    assert opened_on != [threading.get_ident()]
    assert len(opened_on) == 1
    assert listener.threads == {threading.get_ident()}
    kinds = [type(event) for event in listener.events]
    assert kinds.index(ModelsLoaded) < kinds.index(TurnStarted)


def test_what_the_engine_tells_is_told_at_once(start: Start, qtbot: QtBot) -> None:
    """It is held at its gate: what it said before is there all the same."""
    gate = Gate()
    gate.let(4)
    script = Script(words=("a ", "b ", "c ", "d ", "e "), event_s=0.001, gate=gate)
    thread, listener = start(lambda: ScriptedEngine(scripts=[script]))
    thread.post(LoadModels(target=spec("a")))
    thread.post(Generate(turn_id=1))
    qtbot.waitUntil(lambda: listener.text == "a b c d ")
    gate.open()
    qtbot.waitUntil(lambda: isinstance(listener.events[-1], TurnFinished))
    assert listener.text == "a b c d e "


def test_text_before_a_failure_is_told_before_it(start: Start, qtbot: QtBot) -> None:
    class Breaking:
        def handle(self, command: Command) -> Iterator[Event]:
            yield from list(
                ScriptedEngine(scripts=[Script(words=tuple("abcdef"))]).handle(command)
            )[:-1]
            raise BadParameter(name="x", value="1", allowed="2")

    thread, listener = start(Breaking)
    thread.post(Generate(turn_id=1))
    qtbot.waitUntil(lambda: bool(listener.events) and isinstance(listener.events[-1], Failed))
    assert listener.text == "abcdef"


def test_errors_and_bugs_become_events(
    start: Start, qtbot: QtBot, expected_warnings: list[str]
) -> None:
    """Case 28: raised before the first event, told with the turn's own id; the thread goes on."""

    class Raising:
        def handle(self, command: Command) -> Iterator[Event]:
            match command:
                case Generate(turn_id=1):
                    raise RuntimeError("a bug")
                case Generate(turn_id=2):
                    raise BadParameter(name="a", value="b", allowed="c")
            yield Unloaded()

    thread, listener = start(Raising)
    thread.post(Generate(turn_id=1))
    thread.post(Generate(turn_id=2))
    thread.post(Unload())
    qtbot.waitUntil(lambda: len(listener.events) == 3)
    bug, refusal, unloaded = listener.events
    assert isinstance(bug, Failed)
    assert bug.turn_id == 1
    assert isinstance(bug.error, Unexpected)
    assert "a bug" in bug.error.traceback
    assert refusal == Failed(turn_id=2, error=BadParameter(name="a", value="b", allowed="c"))
    assert unloaded == Unloaded()


def test_a_generator_is_closed_whatever_happens(start: Start, qtbot: QtBot) -> None:
    """Its `finally` is where the engine puts its caches right."""
    closed = threading.Event()

    class Careful:
        def handle(self, command: Command) -> Iterator[Event]:
            try:
                yield Unloaded()
            finally:
                closed.set()

    thread, listener = start(Careful)
    thread.post(Unload())
    qtbot.waitUntil(lambda: len(listener.events) == 1)
    assert closed.wait(5)


def test_quitting_stops_what_runs_and_leaves_out_what_waits(start: Start, qtbot: QtBot) -> None:
    """The running turn is held at a gate nobody opens: only its stop flag can end it."""
    engine = ScriptedEngine(scripts=[Script(gate=Gate())])
    thread, listener = start(lambda: engine)
    thread.post(Generate(turn_id=1))
    thread.post(Generate(turn_id=2))
    qtbot.waitUntil(lambda: any(isinstance(e, TurnStarted) for e in listener.events))
    with qtbot.waitSignal(thread.finished):
        thread.quit_soon()
    qtbot.waitUntil(lambda: isinstance(listener.events[-1], TurnFinished))
    assert {e.turn_id for e in listener.events if isinstance(e, TurnStarted)} == {1}


def test_an_emit_loses_no_reference(start: Start, qtbot: QtBot) -> None:
    """A binding that drops one reference to True with each emit aborts the process in the end.

    Other threads may hold a few references to it for a moment, hence the margin; a binding with
    the fault loses a thousand here.
    """
    thread, _ = start(ScriptedEngine)
    before = sys.getrefcount(True)
    for _ in range(1000):
        thread.objectNameChanged.emit("engine")
    assert abs(sys.getrefcount(True) - before) < 100
