"""What holds for every test: a home of its own, no display, and nothing left running.

The guards make a test fail that leaves a thread or a timer behind, or that logs a warning nobody
expects; a test that does expect one takes the `expected_warnings` fixture.
"""

import gc
import logging
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ["QT_QPA_PLATFORM"] = "offscreen"

_OURS = ("app", "engine", "qt")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put everything the program keeps below a folder of this test's own."""
    folder = tmp_path / "home"
    monkeypatch.setenv("FOREWORD_HOME", str(folder))
    return folder


@pytest.fixture(autouse=True)
def roomy_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Report 100 GB of free disk, whatever this machine has; a test of a full one says less."""
    usage_of = shutil.disk_usage

    def roomy(path: str | Path) -> object:
        return usage_of(path)._replace(free=100 * 10**9)

    monkeypatch.setattr(shutil, "disk_usage", roomy)


class _WarningCatcher(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.partition(".")[0] in _OURS:
            self.lines.append(f"{record.levelname} {record.name}: {record.getMessage()}")


@pytest.fixture(autouse=True)
def logged_warnings() -> Iterator[list[str]]:
    """Fail a test during which our code logs a warning that is not taken off this list."""
    catcher = _WarningCatcher()
    logging.getLogger().addHandler(catcher)
    yield catcher.lines
    logging.getLogger().removeHandler(catcher)
    assert not catcher.lines, "unexpected warnings in the log"


@pytest.fixture
def expected_warnings(logged_warnings: list[str]) -> Iterator[list[str]]:
    """Let a test log warnings; there must be at least one."""
    yield logged_warnings
    assert logged_warnings, "a warning was expected in the log"
    logged_warnings.clear()


@pytest.fixture(autouse=True)
def nothing_left_running(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that leaves a QThread running or a QTimer active."""
    yield
    # Looking at every object takes a while, so only tests that have Qt run are looked at.
    if "qapp" in request.fixturenames:
        assert not _left_running(), "left running"


def _left_running() -> list[str]:
    from PySide6.QtCore import QThread, QTimer
    from shiboken6 import isValid

    found = []
    for thing in gc.get_objects():
        # `type` and not `isinstance`: some things pretend to be of another class.
        if issubclass(type(thing), QThread):
            if isValid(thing) and thing is not QThread.currentThread() and thing.isRunning():
                found.append(f"thread {thing.objectName()}")
        elif issubclass(type(thing), QTimer) and isValid(thing) and thing.isActive():
            found.append(f"timer of {thing.interval()} ms")
    return found
