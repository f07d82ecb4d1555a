"""The log and the net for bugs: what is caught, what is kept, and what never is."""

import logging
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import qWarning
from pytestqt.qtbot import QtBot

from app.crash import FAULT_NAME, CrashCatcher, report_text
from app.logs import FILE_NAME, start_logging
from engine import Unexpected
from tests.app.conftest import Recorder


@pytest.fixture
def root_logger() -> Iterator[logging.Logger]:
    """Leave the root logger as it was found."""
    root = logging.getLogger()
    level, handlers, raises = root.level, list(root.handlers), logging.raiseExceptions
    yield root
    for handler in [other for other in root.handlers if other not in handlers]:
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)
    logging.raiseExceptions = raises


@pytest.fixture
def catcher(qtbot: QtBot, tmp_path: Path) -> Iterator[CrashCatcher]:
    """A catcher that is removed afterwards."""
    catcher = CrashCatcher(tmp_path)
    catcher.install()
    yield catcher
    catcher.remove()


def test_the_log_is_a_file_that_rotates(tmp_path: Path, root_logger: logging.Logger) -> None:
    """Text that no encoding takes is written all the same."""
    assert start_logging(tmp_path / "logs") is not None
    logging.getLogger("app.test").info("half a character: \ud83d")
    text = (tmp_path / "logs" / FILE_NAME).read_text(encoding="utf-8")
    assert "\\ud83d" in text


def test_without_a_folder_there_is_no_log_and_no_error(
    tmp_path: Path, root_logger: logging.Logger
) -> None:
    """Case 33: a file lies where the folder should be."""
    (tmp_path / "logs").touch()
    assert start_logging(tmp_path / "logs") is None


def test_an_uncaught_exception_is_told_with_its_text_and_logged_without(
    catcher: CrashCatcher, expected_warnings: list[str]
) -> None:
    """The message may quote the conversation, which is never logged."""
    caught = Recorder(catcher.caught)
    error = ValueError("private words")
    sys.excepthook(ValueError, error, None)
    [(bug,)] = caught.calls
    assert isinstance(bug, Unexpected)
    assert "private words" in report_text(bug)
    assert "ValueError" in expected_warnings[0]
    assert "private words" not in expected_warnings[0]


def test_an_exception_in_a_thread_is_caught(
    catcher: CrashCatcher, qtbot: QtBot, expected_warnings: list[str]
) -> None:
    """Raised on a plain Python thread; heard on this one."""

    def fail() -> None:
        raise ZeroDivisionError

    with qtbot.waitSignal(catcher.caught):
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()


def test_qt_speaks_into_the_log(catcher: CrashCatcher, expected_warnings: list[str]) -> None:
    """Its words would else go to a console that may not exist."""
    qWarning("something is odd")
    assert expected_warnings == ["WARNING qt: something is odd"]


def test_faults_of_the_start_before_are_kept(qtbot: QtBot, tmp_path: Path) -> None:
    """Somebody who starts again after a crash is asked for them."""
    (tmp_path / FAULT_NAME).write_text("Fatal Python error", encoding="utf-8")
    catcher = CrashCatcher(tmp_path)
    catcher.install()
    catcher.remove()
    kept = tmp_path / "faults-before.txt"
    assert kept.read_text(encoding="utf-8") == "Fatal Python error"
