"""Past comparisons on disk: they survive restarts, deletions, damage and newer files."""

import os
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from app.compare.history import CompareHistory
from app.compare.prompts import PromptKind
from tests.compared_runs import compared_run


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the history is kept."""
    return tmp_path / "data" / "comparisons.db"


def test_runs_survive_a_restart(path: Path) -> None:
    """Every field comes back, the empty ones too, oldest first."""
    runs = [
        compared_run(at=2.0, first_difference=3),
        compared_run(at=1.0, kind=PromptKind.LAST, prompt="", others_share=None),
    ]
    history = CompareHistory(path)
    assert all(history.add(run) for run in runs)
    history.close()
    again = CompareHistory(path)
    kept = again.runs()
    assert [replace(run, id=0) for run in kept] == [runs[1], runs[0]]
    assert again.problem == ""
    again.close()


def test_deleted_runs_are_gone_from_the_file(path: Path) -> None:
    """And their bytes with them."""
    history = CompareHistory(path)
    history.add(compared_run(draft="Unmistakable"))
    history.add(compared_run())
    first, second = history.runs()
    assert history.delete([first.id])
    assert [run.id for run in history.runs()] == [second.id]
    history.close()
    assert b"Unmistakable" not in path.read_bytes()


def test_a_damaged_file_is_moved_aside(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"this is no database, " * 100)
    history = CompareHistory(path)
    assert history.runs() == []
    assert history.add(compared_run())
    history.close()
    assert len(list(path.parent.glob("comparisons.damaged-*.db"))) == 1
    assert path.exists()


def test_a_newer_file_is_left_alone(path: Path) -> None:
    """What is compared now lasts until the program ends, and it is said why."""
    path.parent.mkdir()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = path.read_bytes()
    history = CompareHistory(path)
    assert "newer Foreword" in history.problem
    assert history.add(compared_run())
    assert len(history.runs()) == 1
    history.close()
    assert path.read_bytes() == before


def test_no_place_for_the_file(tmp_path: Path) -> None:
    """A file where the folder should be: the program goes on."""
    (tmp_path / "data").write_text("a file")
    history = CompareHistory(tmp_path / "data" / "comparisons.db")
    assert "cannot be written" in history.problem
    assert history.add(compared_run())
    history.close()


def test_a_bad_row_is_left_out(path: Path) -> None:
    history = CompareHistory(path)
    history.add(compared_run())
    history.add(compared_run(at=2_000_000.0))
    history.close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE runs SET kind = 'poem' WHERE id = 1")
    connection.close()
    again = CompareHistory(path)
    assert [run.at for run in again.runs()] == [2_000_000.0]
    again.close()


def test_a_closed_disk_is_told(path: Path) -> None:
    """What cannot be kept is not said to be."""
    history = CompareHistory(path)
    with sqlite3.connect(path) as other:
        other.execute("DROP TABLE runs")
    other.close()
    assert not history.add(compared_run())
    assert history.runs() == []
    history.close()


def test_others_cannot_read_it(path: Path) -> None:
    history = CompareHistory(path)
    history.add(compared_run())
    history.close()
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0
