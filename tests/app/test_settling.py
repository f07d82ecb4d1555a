"""Commits return at once, and somebody else waits for the disk."""

import os
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.keeping import settling
from app.keeping.settling import Settler
from app.store import Store
from app.store_file import connect, leave_to_settle


class Disk:
    """A disk that can be held up, that can fail, and that knows who waited for it."""

    def __init__(self) -> None:
        self.may_go_on = threading.Event()
        self.was_asked = threading.Event()
        self.threads: list[str] = []
        self.num_failing = 0

    def sync(self, _file: int) -> None:
        self.threads.append(threading.current_thread().name)
        self.was_asked.set()
        assert self.may_go_on.wait(30.0)
        if len(self.threads) <= self.num_failing:
            raise OSError(5, "Input/output error")


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    """Stands in for `os.fsync`; SQLite's own calls are not seen."""
    disk = Disk()
    monkeypatch.setattr(os, "fsync", disk.sync)
    yield disk
    disk.may_go_on.set()


def test_a_commit_returns_while_the_disk_is_busy(tmp_path: Path, disk: Disk) -> None:
    path = tmp_path / "chats.db"
    store = Store(path)
    assert disk.was_asked.wait(30.0)
    chat = store.add_conversation("written while the disk was busy")
    with closing(connect(path)) as other:
        row = other.execute("SELECT title FROM conversations WHERE id = ?", (chat,)).fetchone()
    assert row["title"] == "written while the disk was busy"
    disk.may_go_on.set()
    store.close()
    # What came after the first look at the disk was brought to it too, by the same thread.
    assert len(disk.threads) >= 2
    assert set(disk.threads) == {"settling"}


def test_a_disk_that_fails_once_is_asked_again(
    tmp_path: Path, disk: Disk, expected_warnings: list[str]
) -> None:
    disk.num_failing = 1
    disk.may_go_on.set()
    path = tmp_path / "chats.db"
    with closing(Store(path)) as store:
        assert disk.was_asked.wait(30.0)
        store.add_conversation("after the error")
    assert len(disk.threads) >= 2
    assert "could not be brought to the disk" in expected_warnings[0]
    with closing(Store(path)) as store:
        assert [chat.title for chat in store.conversations()] == ["after the error"]


@pytest.mark.parametrize("size", [0, 1 << 40])
def test_a_grown_log_goes_into_the_file(
    tmp_path: Path, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settling, "_LARGE_LOG_BYTES", size)
    path = tmp_path / "words.db"
    with closing(connect(path)) as connection:
        leave_to_settle(connection)
        connection.execute("CREATE TABLE words (word TEXT)")
        connection.execute("INSERT INTO words VALUES ('remembered')")
        settler = Settler(path)
        settler.ask()
        settler.close()
        assert (b"remembered" in path.read_bytes()) == (size == 0)


def test_a_file_without_a_log_is_settled(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    settler = Settler(tmp_path / "none.db")
    settler.ask()
    settler.close()
    settler.close()
    assert not caplog.records
    assert not list(tmp_path.iterdir())
