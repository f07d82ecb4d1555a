"""Takes the program through a day's work, and notes what its window had to say about it.

Each stop of the walk says what it waits for; the pulse looks again with each tick.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter

import psutil
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent

from app.application import Application
from app.bench.answer import long_answer
from app.bench.pulse import Lateness, Pulse
from app.bench.replay_engine import Replay, ReplayEngine
from app.view_types import EngineState, Theme

TOKENS_PER_S = 100.0
BURST = 8
NUM_TURNS = 500
NUM_SWITCHES = 10
NUM_THEMES = 4
NUM_SCROLLS = 20
TYPING_MS = 150
MEASURED_CHARS = 10_000
"""Of an answer, at its end, that come at the pace; those before them only make it long."""
_PATIENCE_MS = 900_000
_MEMORY_EVERY = 50


@dataclass(slots=True)
class Findings:
    """What was found, in milliseconds and bytes.

    Args:
        gaps: of the event loop, by what the program was doing.
        work: processor time of the window's thread in each of them.
        typing_ms: from a key to the painted letter, while a reply streams.
        switch_ms: from the choice of a conversation to its painted end.
        memory: after so many turns, the bytes of the process.
        problems: what kept it from an end.
    """

    gaps: Lateness = field(default_factory=Lateness)
    work: Lateness = field(default_factory=Lateness)
    typing_ms: list[float] = field(default_factory=list)
    switch_ms: list[float] = field(default_factory=list)
    memory: dict[int, int] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


class Painted(QObject):
    """Tells how long it takes from now until something is painted."""

    def __init__(self, watched: QObject, *, parent: QObject) -> None:
        super().__init__(parent)
        self._since: float | None = None
        self.found: list[float] = []
        watched.installEventFilter(self)

    def begin(self) -> None:
        """Count from now, unless it is counting."""
        if self._since is None:
            self._since = perf_counter()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint and self._since is not None:
            # Once it has been painted: the event is only on its way to that.
            since, self._since = self._since, None
            QTimer.singleShot(0, self, lambda: self.found.append(1000 * (perf_counter() - since)))
        return False


class Drive(QObject):
    """Drives one program.

    Args:
        application: not shown yet.
        engine: its engine.
        num_turns: how many turns the day has.
        measures_all: replay whole answers at the pace, which takes minutes.
    """

    def __init__(
        self,
        application: Application,
        engine: ReplayEngine,
        *,
        num_turns: int = NUM_TURNS,
        measures_all: bool = False,
    ) -> None:
        super().__init__()
        self._application = application
        self._engine = engine
        self._num_turns = num_turns
        self._answer = long_answer()
        self._num_fast = 0 if measures_all else len(self._answer) - MEASURED_CHARS
        self._is_finished = False
        self._steps = self._walk()
        self._is_due: Callable[[], bool] | None = None
        self.findings = Findings()
        self._pulse = Pulse(self._go_on, parent=self)
        self.findings.gaps, self.findings.work = self._pulse.gaps, self._pulse.work
        window = application.window
        self._switched = Painted(window.transcript.body, parent=self)
        self._edit = window.composer.edit
        self._typed = Painted(self._edit.viewport(), parent=self)
        application.program.turns.message_finished.connect(self._on_finished)
        self._typing = QTimer(self)
        self._typing.setInterval(TYPING_MS)
        self._typing.timeout.connect(self._type)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(_PATIENCE_MS)
        self._patience.timeout.connect(self._give_up)

    def start(self) -> None:
        """Set out."""
        self._pulse.start()
        self._patience.start()

    def _walk(self) -> Iterator[Callable[[], bool]]:
        controller = self._application.program.controller
        yield lambda: controller.state is EngineState.READY
        yield from self._live_a_day()
        yield from self._switch()
        for stage, burst in (("streaming", 1), ("in bursts", BURST)):
            yield from self._stream(stage, burst)
        yield from self._look_around()
        self.findings.typing_ms = self._typed.found
        self.findings.switch_ms = self._switched.found

    def _live_a_day(self) -> Iterator[Callable[[], bool]]:
        controller = self._application.program.controller
        for turn in range(self._num_turns):
            if turn in (0, self._num_turns // 2):
                controller.new_chat()
            self._set_stage("short turns")
            self._is_finished = False
            controller.send(f"Question {turn}: what happened once upon a time?")
            yield self._is_answered
            if (turn + 1) % _MEMORY_EVERY == 0 or turn + 1 == self._num_turns:
                self.findings.memory[turn + 1] = psutil.Process().memory_info().rss

    def _switch(self) -> Iterator[Callable[[], bool]]:
        controller = self._application.program.controller
        first, second = (summary.id for summary in controller.chats.summaries()[:2])
        for number in range(NUM_SWITCHES):
            self._set_stage("switching")
            self._switched.begin()
            controller.open_conversation(first if number % 2 else second)
            yield partial(self._has_switched, number + 1)
            yield self._is_quiet

    def _stream(self, stage: str, burst: int) -> Iterator[Callable[[], bool]]:
        controller = self._application.program.controller
        controller.new_chat()
        replay = Replay(self._answer, TOKENS_PER_S, burst, self._num_fast)
        self._engine.replays.append(replay)
        self._is_finished = False
        self._set_stage("fast forward")
        controller.send("Write something long.")
        yield lambda: self._num_shown() >= self._num_fast
        yield self._is_quiet
        self._set_stage(stage)
        self._typing.start()
        yield self._is_answered
        self._typing.stop()
        self._edit.clear()
        self._set_stage("finishing")
        yield self._is_quiet

    def _look_around(self) -> Iterator[Callable[[], bool]]:
        """Change the colours under a long answer, leave it, open it again, scroll through it."""
        controller, window = self._application.program.controller, self._application.window
        for number in range(NUM_THEMES):
            self._set_stage("new colours")
            controller.change_setting("theme", Theme.LIGHT if number % 2 else Theme.DARK)
            yield self._after(100)
            yield self._is_quiet
        conversation_id = controller.chats.current_id
        for _ in range(2):
            controller.new_chat()
            yield self._after(100)
            self._set_stage("opening")
            if conversation_id is not None:
                controller.open_conversation(conversation_id)
            yield self._after(100)
            yield self._is_quiet
        bar = window.transcript.page.bar
        for step in range(NUM_SCROLLS, -1, -1):
            self._set_stage("scrolling")
            bar.setValue(bar.maximum() * step // NUM_SCROLLS)
            yield self._after(60)
            yield self._is_quiet

    def _set_stage(self, stage: str) -> None:
        if stage != self._pulse.stage:
            print(f"{stage} …", file=sys.stderr, flush=True)
        self._pulse.stage = stage

    def _num_shown(self) -> int:
        growing = self._application.window.transcript.body.messages
        return len(growing[-1].words) if growing else 0

    def _has_switched(self, num_times: int) -> bool:
        return len(self._switched.found) >= num_times

    def _is_answered(self) -> bool:
        return self._is_finished and self._application.program.controller.state is EngineState.READY

    def _is_quiet(self) -> bool:
        return not self._application.window.transcript.page.is_busy

    def _after(self, ms: int) -> Callable[[], bool]:
        start = perf_counter()
        return lambda: 1000 * (perf_counter() - start) >= ms

    def _type(self) -> None:
        self._typed.begin()
        key = Qt.Key.Key_A
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, "a")
            QCoreApplication.postEvent(self._edit, event)

    def _go_on(self) -> None:
        if self._is_due is not None and not self._is_due():
            return
        try:
            self._is_due = next(self._steps)
        except StopIteration:
            self._end()

    def _give_up(self) -> None:
        self.findings.problems.append(f"{self._pulse.stage} took too long")
        self._end()

    def _end(self) -> None:
        for timer in (self._typing, self._patience):
            timer.stop()
        self._pulse.stop()
        self._application.close()

    def _on_finished(self, view: object) -> None:
        self._is_finished = True
