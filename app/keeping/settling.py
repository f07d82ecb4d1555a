"""Brings what was committed to the disk, off the thread that commits.

A commit is safe from a crash of the program as soon as it is written; to be safe from a power cut
the disk has to be waited for, some milliseconds or some hundred. The window must not wait, so a
thread does it right after each commit. It also moves a grown log into the file.
"""

import logging
import os
import sqlite3
import threading
from contextlib import closing, suppress
from pathlib import Path

from app.store_file import connect

log = logging.getLogger(__name__)

_LARGE_LOG_BYTES = 4_000_000
_CLOSE_S = 10.0
"""A disk that takes longer than this to answer is not waited for at the end."""


class Settler:
    """The thread of one file; begins with the first commit.

    Args:
        path: of the file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._log_path = path.with_name(path.name + "-wal")
        self._is_wanted = threading.Event()
        self._is_closing = False
        self._thread: threading.Thread | None = None

    def ask(self) -> None:
        """Have all that is committed by now brought to the disk; returns at once."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="settling", daemon=True)
            self._thread.start()
        self._is_wanted.set()

    def close(self) -> None:
        """Bring the rest to the disk and end; call before the file's last connection closes."""
        if self._thread is None:
            return
        self._is_closing = True
        self._is_wanted.set()
        self._thread.join(_CLOSE_S)
        self._thread = None

    def _run(self) -> None:
        is_last = False
        while not is_last:
            self._is_wanted.wait()
            self._is_wanted.clear()
            is_last = self._is_closing
            try:
                self._settle()
            except (OSError, sqlite3.Error) as error:
                # What is committed can be read all the same; a failing disk shows in the next one.
                log.warning("the chats could not be brought to the disk: %s", error)

    def _settle(self) -> None:
        with suppress(FileNotFoundError):
            # Windows brings a file to the disk only for one who may write to it.
            file = os.open(self._log_path, os.O_RDWR | getattr(os, "O_BINARY", 0))
            try:
                os.fsync(file)
                is_large = os.fstat(file).st_size > _LARGE_LOG_BYTES
            finally:
                os.close(file)
            if is_large:
                with closing(connect(self._path)) as connection:
                    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
