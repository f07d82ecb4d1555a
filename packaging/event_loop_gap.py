"""Measures how long the window's event loop stands still while the real engine works.

Runs the real program offscreen with an installed model: it loads, answers, reads a long pasted
text and compares, while a timer on the GUI thread and a thread that wakes each millisecond note
how late they are. The same thread in a process of its own tells what the machine alone is late.
"""

import argparse
import logging
import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, sleep
from types import CodeType, FrameType

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.application import Application
from app.bench.pulse import Lateness, Pulse
from app.bench.stage import own_application
from app.opening import open_engine_gently
from app.view_types import EngineState
from engine import CompareFinished, Failed
from engine.library import open_library

STARTER = "smollm2-135m-instruct"
QUESTIONS = (
    "Write a Python function that merges two sorted lists, and explain it in three points.",
    "Make a table of five rivers with their length and the sea they flow into.",
)
PASTED = "Summarise this in one sentence.\n\n" + " ".join(
    f"On day {day} the tram number {day % 7} was late by {day % 11} minutes." for day in range(110)
)
WAKE_S = 0.001
SUSPICIOUS_MS = 15.0
NUM_CULPRITS, NUM_FRAMES = 3, 4
PATIENCE_MS = 600_000
_CONTROL = "control"

Place = tuple[tuple[CodeType, int], ...]


class Watch(threading.Thread):
    """Wakes each millisecond: late by as long as something else held the interpreter.

    It also looks at what the GUI thread does when the loop has not ticked for a while.
    """

    def __init__(self, stage: Callable[[], str], *, gui_thread: int) -> None:
        super().__init__(name="watch", daemon=True)
        self.lateness = Lateness()
        self.loop_culprits: Counter[Place] = Counter()
        self.interpreter_culprits: Counter[Place] = Counter()
        self.pulse: Pulse | None = None
        """What ticks on the GUI thread."""
        self._stage = stage
        self._gui_thread = gui_thread
        self._is_over = threading.Event()

    def run(self) -> None:
        """Wake until told to end."""
        while not self._is_over.is_set():
            start = perf_counter()
            sleep(WAKE_S)
            now = perf_counter()
            late_ms = 1000 * (now - start - WAKE_S)
            self.lateness.add(self._stage(), late_ms)
            last_tick = now if self.pulse is None else self.pulse.last_tick
            if late_ms < SUSPICIOUS_MS and 1000 * (now - last_tick) < SUSPICIOUS_MS:
                continue
            if late_ms >= SUSPICIOUS_MS:
                self.interpreter_culprits.update(_places(lambda ident: ident != self.ident))
            else:
                self.loop_culprits.update(_places(lambda ident: ident == self._gui_thread))

    def end(self) -> None:
        """Stop waking."""
        self._is_over.set()
        self.join()


class Drive(QObject):
    """Takes the program through its work, and ticks.

    Args:
        application: the real one, not shown yet.
    """

    def __init__(self, application: Application) -> None:
        super().__init__()
        self._application = application
        self.problems: list[str] = []
        self.pulse = Pulse(self._go_on, parent=self)
        self.watch = Watch(lambda: self.pulse.stage, gui_thread=threading.get_ident())
        self.watch.pulse = self.pulse
        self._is_finished = self._is_compared = False
        self._steps = self._walk()
        self._is_due: Callable[[], bool] | None = None
        program = application.program
        program.turns.message_finished.connect(self._on_finished)
        program.turns.compare_event.connect(self._on_compare)
        program.turns.prompt_progress.connect(self._on_progress)
        program.turns.delta.connect(self._on_delta)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE_MS)
        self._patience.timeout.connect(self._give_up)

    def start(self) -> None:
        """Set out."""
        self.watch.start()
        self.pulse.start()
        self._patience.start()

    def _walk(self) -> Iterator[Callable[[], bool]]:
        controller = self._application.program.controller
        self.pulse.stage = "loading"
        yield lambda: controller.state is EngineState.READY
        self.pulse.stage = "idle"
        yield self._after(1000)
        for text in (*QUESTIONS, PASTED):
            self._is_finished = False
            self.pulse.stage = "asking"
            controller.send(text)
            yield lambda: self._is_finished and controller.state is EngineState.READY
        self.pulse.stage = "comparing"
        self._application.window.composer.set_text(QUESTIONS[0])
        self._application.window.speed_panel.compare.click()
        yield lambda: self._is_compared and controller.state is EngineState.READY
        self.pulse.stage = "ending"

    def _go_on(self) -> None:
        if self._is_due is not None and not self._is_due():
            return
        try:
            self._is_due = next(self._steps)
        except StopIteration:
            self._end()

    def _end(self) -> None:
        self.pulse.stop()
        self._patience.stop()
        self.watch.end()
        self._application.close()

    def _give_up(self) -> None:
        self.problems.append(f"{self.pulse.stage} took too long")
        self._end()

    def _after(self, ms: int) -> Callable[[], bool]:
        start = perf_counter()
        return lambda: 1000 * (perf_counter() - start) >= ms

    def _on_progress(self, message_id: int, num_done: int, num_total: int) -> None:
        self.pulse.stage = "reading"

    def _on_delta(self, message_id: int, event: object) -> None:
        self.pulse.stage = "generating"

    def _on_finished(self, view: object) -> None:
        self.pulse.stage = "finishing"
        self._is_finished = True

    def _on_compare(self, event: object) -> None:
        self._is_compared = self._is_compared or isinstance(event, CompareFinished | Failed)


def main() -> int:
    """Measure, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target", default=STARTER, metavar="ID", help="the model that answers")
    parser.add_argument("--draft", metavar="ID", help="the draft beside it")
    parser.add_argument("--max-new-tokens", type=int, default=200, metavar="N")
    parser.add_argument("--threads", type=int, metavar="N", help="processor threads")
    parser.add_argument(_CONTROL, nargs="?", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.control == _CONTROL:
        return _control()
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    words = [sys.executable, str(Path(__file__).resolve()), _CONTROL]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as control:
        qt = QApplication(sys.argv[:1])
        drive = _drive(qt, args)
        told, _ = control.communicate()
    _print(drive, told.strip())
    return 1 if drive.problems else 0


def _drive(qt: QApplication, args: argparse.Namespace) -> Drive:
    settings: dict[str, object] = {
        "target_id": args.target,
        "draft_id": args.draft,
        "max_new_tokens": args.max_new_tokens,
        "temperature": 0.0,
    }
    if args.threads is not None:
        settings["num_threads"] = args.threads
    with own_application(
        qt, open_engine=open_engine_gently, library=open_library(), settings=settings
    ) as application:
        drive = Drive(application)
        application.show()
        drive.start()
        qt.exec()
    return drive


def _control() -> int:
    """Wake each millisecond until the input ends, and tell how late that was."""
    lateness = Lateness()
    is_over = threading.Event()

    def wait_for_the_end() -> None:
        sys.stdin.read()
        is_over.set()

    threading.Thread(target=wait_for_the_end, daemon=True).start()
    while not is_over.is_set():
        start = perf_counter()
        sleep(WAKE_S)
        lateness.add(_CONTROL, 1000 * (perf_counter() - start - WAKE_S))
    print(f"{lateness.percentile(_CONTROL):.1f} {lateness.largest(_CONTROL):.1f}")
    return 0


def _print(drive: Drive, control: str) -> None:
    gaps, late = drive.pulse.gaps, drive.watch.lateness
    print(f"{'':12}  gap of the event loop, ms    interpreter held, ms")
    print(f"{'stage':12}  {'99 %':>10}  {'largest':>10}    {'99 %':>10}  {'largest':>10}")
    for stage in gaps.by_stage:
        figures = (gaps.percentile, gaps.largest, late.percentile, late.largest)
        first, second, third, fourth = (f"{figure(stage):10.1f}" for figure in figures)
        print(f"{stage:12}  {first}  {second}    {third}  {fourth}")
    share, largest = control.split()
    print(f"Another process was late by {share} ms (99 %) and {largest} ms at the most meanwhile.")
    for name, culprits in (
        ("While the loop stood still", drive.watch.loop_culprits),
        ("After the interpreter was held", drive.watch.interpreter_culprits),
    ):
        for place, count in culprits.most_common(NUM_CULPRITS):
            print(f"{name} ({count} times): {_named(place)}")
    for problem in drive.problems:
        print(problem, file=sys.stderr)


def _places(is_wanted: Callable[[int], bool]) -> list[Place]:
    """Look where threads are; no frame outlives the call, since a painter may live in one."""
    found = []
    for ident, frame in sys._current_frames().items():
        place: list[tuple[CodeType, int]] = []
        current: FrameType | None = frame
        while is_wanted(ident) and current is not None and len(place) < NUM_FRAMES:
            place.append((current.f_code, current.f_lineno))
            current = current.f_back
        if place:
            found.append(tuple(place))
    return found


def _named(place: Place) -> str:
    """Put a place into words, the innermost frame first."""
    return " < ".join(
        f"{Path(code.co_filename).name}:{line} {code.co_name}" for code, line in place
    )


if __name__ == "__main__":
    sys.exit(main())
