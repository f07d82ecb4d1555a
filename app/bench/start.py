"""How soon the window is there: measured by a process of its own, which starts, shows and ends.

Imports nothing of Qt at module level, since its import is part of what is measured.
"""

import json
import subprocess
import sys
from time import perf_counter, time

import psutil

START_ONLY = "--start-only"
"""Asks the program for the one start, and to tell of it on standard output."""
_PATIENCE_S = 120


def start_once() -> int:
    """Show the window as the program does, and print how long that took."""
    began_at = perf_counter()
    from PySide6.QtCore import QEvent, QObject, QTimer
    from PySide6.QtWidgets import QApplication

    from app.bench.replay_engine import ReplayEngine
    from app.bench.stage import REPLAYED, NoLibrary, own_application

    qt = QApplication(sys.argv[:1])
    settings = {"target_id": REPLAYED.id}
    with own_application(
        qt, open_engine=ReplayEngine, library=NoLibrary(), settings=settings
    ) as application:

        class Seen(QObject):
            def eventFilter(self, watched: QObject, event: QEvent) -> bool:
                if event.type() is QEvent.Type.Paint:
                    watched.removeEventFilter(self)
                    QTimer.singleShot(0, self, tell)
                return False

        def tell() -> None:
            visible_ms = 1000 * (perf_counter() - began_at)
            whole_ms = 1000 * (time() - psutil.Process().create_time())
            told = {
                "visible_ms": visible_ms,
                "process_ms": whole_ms,
                "has_torch": "torch" in sys.modules,
            }
            print(json.dumps(told), flush=True)
            application.close()

        seen = Seen()
        application.window.installEventFilter(seen)
        application.show()
        qt.exec()
    return 0


def measure_starts(num_times: int) -> list[dict[str, float]]:
    """Start the program several times.

    Returns:
        For each time the milliseconds from the import of Qt to the painted window
        (`visible_ms`), those from the start of the process (`process_ms`), and whether torch was
        loaded by then (`has_torch`).
    """
    program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "app"]
    found = []
    for _ in range(num_times):
        done = subprocess.run(
            [*program, "bench", "--ui", START_ONLY],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            timeout=_PATIENCE_S,
        )
        found.append(json.loads(done.stdout.splitlines()[-1]))
    return found
