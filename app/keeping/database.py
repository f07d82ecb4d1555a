"""The connection to the file of chats, and the one way to read and to write through it.

Turns what SQLite reports into errors with a sentence. Each thread has a `Database` of its own.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from app.store_file import explained


class Database:
    """A connection that is used within transactions only.

    Args:
        connection: in autocommit mode.
        path: of the file, for the sentences; `:memory:` without one.
        after_commit: called after each transaction.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path,
        *,
        after_commit: Callable[[], None] = lambda: None,
    ) -> None:
        self.connection = connection
        self.path = path
        self._after_commit = after_commit

    @property
    def is_in_memory(self) -> bool:
        """Whether all of it is gone with the connection."""
        return self.path == Path(":memory:")

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Read; raises the errors of `explained`."""
        try:
            yield self.connection
        except sqlite3.Error as error:
            raise explained(error, self.path) from error

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Write all of it or nothing; raises the errors of `explained`."""
        connection = self.connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("COMMIT")
        except BaseException as error:
            # A full disk may have rolled back by itself already.
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise explained(error, self.path) from error
            raise
        self._after_commit()
