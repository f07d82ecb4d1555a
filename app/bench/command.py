"""`foreword bench --ui`: the words of the command, and its report.

Needs no model. Shows the real window while it measures; without a display it asks for one.
"""

import argparse
import json
import os
import statistics
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.bench.start import START_ONLY, measure_starts, start_once

if TYPE_CHECKING:
    from app.bench.drive import Findings

NUM_STARTS = 3
_MB = 1_000_000
_GOALS = {"start": 2000.0, "gap": 100.0, "typing": 50.0, "switch": 150.0}


def main(words: Sequence[str]) -> int:
    """Measure the window and print what came of it.

    Args:
        words: those after `bench`.

    Returns:
        The exit code: 0 if it came to its end, whatever the figures.
    """
    parser = argparse.ArgumentParser(
        prog="foreword bench",
        description="Measure the window: its start, its stand-stills, typing, switching, memory. "
        "Let nothing else run meanwhile.",
    )
    parser.add_argument("--ui", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument(START_ONLY, action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help="write JSON instead of a table")
    parser.add_argument(
        "--turns", type=int, default=500, metavar="N", help="of the day (%(default)s)"
    )
    parser.add_argument(
        "--whole",
        action="store_true",
        help="replay whole answers of 60 kB at their pace, not only their last part; takes minutes",
    )
    args = parser.parse_args(list(words))
    if args.start_only:
        return start_once()
    from app.system_check import window_problem

    problem = window_problem()
    if problem:
        print(problem, file=sys.stderr)
        return 1
    starts = measure_starts(NUM_STARTS)
    findings = _measure(args.turns, measures_all=args.whole)
    report = _report(starts, findings)
    print(json.dumps(report, indent=2) if args.json else _table(report))
    for text in findings.problems:
        print(text, file=sys.stderr)
    return 1 if findings.problems else 0


def _measure(num_turns: int, *, measures_all: bool) -> "Findings":
    from PySide6.QtWidgets import QApplication

    from app.bench.drive import Drive
    from app.bench.replay_engine import ReplayEngine
    from app.bench.stage import REPLAYED, NoLibrary, own_application
    from app.collector import kept_for_good

    qt = QApplication(sys.argv[:1])
    engine = ReplayEngine()

    def open_engine() -> ReplayEngine:
        # As the real one is opened.
        with kept_for_good():
            return engine

    settings: dict[str, object] = {"target_id": REPLAYED.id, "theme": "light"}
    with own_application(
        qt, open_engine=open_engine, library=NoLibrary(), settings=settings
    ) as application:
        drive = Drive(application, engine, num_turns=num_turns, measures_all=measures_all)
        application.show()
        drive.start()
        qt.exec()
    return drive.findings


def _report(starts: Sequence[dict[str, float]], findings: "Findings") -> dict[str, object]:
    gaps, work = findings.gaps, findings.work
    return {
        "platform": os.environ.get("QT_QPA_PLATFORM", ""),
        "start_ms": _spread([start["visible_ms"] for start in starts]),
        "process_start_ms": _spread([start["process_ms"] for start in starts]),
        "torch_before_window": any(start["has_torch"] for start in starts),
        "gaps_ms": {
            stage: {
                "p99": round(gaps.percentile(stage), 1),
                "max": round(gaps.largest(stage), 1),
                "max_work": round(work.largest(stage), 1),
            }
            for stage in gaps.by_stage
        },
        "typing_ms": _spread(findings.typing_ms),
        "switch_ms": _spread(findings.switch_ms),
        "memory_mb": {str(turn): round(size / _MB, 1) for turn, size in findings.memory.items()},
    }


def _spread(values: Sequence[float]) -> dict[str, float]:
    if not values:
        return {}
    return {
        "median": round(statistics.median(values), 1),
        "max": round(max(values), 1),
        "count": len(values),
    }


def _table(report: dict[str, object]) -> str:
    lines = [f"{'':28}{'median':>9}{'largest':>9}{'goal':>8}  ms"]

    def row(name: str, spread: object, goal: float) -> None:
        if isinstance(spread, dict) and spread:
            middle = spread.get("median", spread.get("p99", 0.0))
            lines.append(f"{name:28}{middle:9.1f}{spread['max']:9.1f}{goal:8.0f}")

    row("Qt's import to window", report["start_ms"], _GOALS["start"])
    row("process start to window", report["process_start_ms"], _GOALS["start"])
    row("key to letter, generating", report["typing_ms"], _GOALS["typing"])
    row("switch of conversation", report["switch_ms"], _GOALS["switch"])
    lines.append("")
    lines.append(
        f"{'gap of the event loop':28}{'99 %':>9}{'largest':>9}{'goal':>8}  ms, and its own work"
    )
    gaps = report["gaps_ms"]
    for stage, spread in gaps.items() if isinstance(gaps, dict) else ():
        row(f"  {stage}", spread, _GOALS["gap"])
        lines[-1] += f"{spread['max_work']:10.1f}"
    memory = report["memory_mb"]
    if isinstance(memory, dict):
        sizes = ", ".join(f"{size:.0f} after {turn}" for turn, size in memory.items())
        lines += ["", f"Memory in MB by turns: {sizes}"]
    torch = "was" if report["torch_before_window"] else "was not"
    lines.append(f"torch {torch} loaded before the window was there.")
    return "\n".join(lines)
