"""Measures what the window costs the model: a comparison in it, and again with nobody watching.

Runs the real program offscreen with an installed model, has a question compared some times, closes
it, and has the same engine run the same comparison as often on this thread alone.
"""

import argparse
import logging
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.application import Application
from app.bench.stage import own_application
from app.opening import open_engine_gently
from app.view_types import EngineState
from engine import Command, Compare, CompareFinished, Controls, Event, Failed
from engine.library import open_library

STARTER = "smollm2-135m-instruct"
QUESTION = "Write a Python function that merges two sorted lists, and explain it in three points."
LOOK_MS, PATIENCE_MS = 200, 600_000


class Heard:
    """The real engine, which can be asked again for the comparison that the window asked for."""

    def __init__(self) -> None:
        self._engine = open_engine_gently()
        self._compare: Compare | None = None

    def handle(self, command: Command) -> Iterator[Event]:
        """Carry out one command."""
        if isinstance(command, Compare):
            self._compare = command
        return self._engine.handle(command)

    def compare_again(self) -> CompareFinished | None:
        """Run the comparison on this thread."""
        if self._compare is None:
            return None
        command = replace(self._compare, controls=Controls())
        return next((e for e in self.handle(command) if isinstance(e, CompareFinished)), None)


class Drive(QObject):
    """Has the window compare, again and again.

    Args:
        application: the real one, not shown yet.
        num_runs: how often.
    """

    def __init__(self, application: Application, *, num_runs: int) -> None:
        super().__init__()
        self._application = application
        self._num_runs = num_runs
        self._num_asked = 0
        self.runs: list[CompareFinished] = []
        self.problem = ""
        application.program.turns.compare_event.connect(self._on_compare)
        self._look = _timer(self, LOOK_MS, self._go_on)
        self._patience = _timer(self, PATIENCE_MS, lambda: self._end("this takes too long"))

    def _go_on(self) -> None:
        if self._application.program.controller.state is not EngineState.READY:
            return
        if len(self.runs) == self._num_runs:
            self._end("")
        elif len(self.runs) == self._num_asked:
            self._num_asked += 1
            self._application.window.composer.set_text(QUESTION)
            self._application.window.speed_panel.compare.click()

    def _on_compare(self, event: object) -> None:
        if isinstance(event, CompareFinished):
            self.runs.append(event)
        elif isinstance(event, Failed):
            self._end("the comparison failed")

    def _end(self, problem: str) -> None:
        self.problem = problem
        self._look.stop()
        self._patience.stop()
        self._application.close()


def main() -> int:
    """Measure, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target", default=STARTER, metavar="ID", help="the model that answers")
    parser.add_argument("--draft", metavar="ID", help="the draft beside it")
    parser.add_argument("--max-new-tokens", type=int, default=200, metavar="N")
    parser.add_argument("--runs", type=int, default=5, metavar="N")
    args = parser.parse_args()
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    qt = QApplication(sys.argv[:1])
    heard: list[Heard] = []

    def open_engine() -> Heard:
        heard.append(Heard())
        return heard[-1]

    settings = {
        "target_id": args.target,
        "draft_id": args.draft,
        "max_new_tokens": args.max_new_tokens,
        "temperature": 0.0,
    }
    with own_application(
        qt, open_engine=open_engine, library=open_library(), settings=settings
    ) as application:
        drive = Drive(application, num_runs=args.runs)
        application.show()
        qt.exec()
    if drive.problem or not heard:
        print(drive.problem or "the engine was never opened", file=sys.stderr)
        return 1
    alone = [heard[-1].compare_again() for _ in drive.runs]
    _print("In the window", drive.runs)
    _print("Without it", [run for run in alone if run is not None])
    return 0


def _print(name: str, runs: Sequence[CompareFinished]) -> None:
    plain = median(run.plain.tokens_per_s for run in runs)
    speculative = median(run.speculative.tokens_per_s for run in runs if run.speculative)
    print(
        f"{name}: {plain:.1f} tokens/s plain, {speculative:.1f} speculative "
        f"(medians of {len(runs)})."
    )


def _timer(parent: QObject, interval_ms: int, action: Callable[[], None]) -> QTimer:
    timer = QTimer(parent)
    timer.setInterval(interval_ms)
    timer.timeout.connect(action)
    timer.start()
    return timer


if __name__ == "__main__":
    sys.exit(main())
