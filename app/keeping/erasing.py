"""What is deleted goes for good: from the file, the search index, its log and its backups.

Runs on any thread, each piece of work a short transaction, and can be ended and taken up again at
any time, since the file itself notes what is left to do.
"""

import logging
import sqlite3
import threading
from collections.abc import Generator, Sequence
from contextlib import closing
from pathlib import Path

from app.keeping.database import Database
from app.store_file import backups_of, connect, connect_beside, explained

log = logging.getLogger(__name__)

# Some milliseconds of work each, for which a message that is to be kept has to wait at most.
_MESSAGES_A_STEP = 40
_PAGES_A_STEP = 32
_MOST_TRIES = 20
# Beside another thread that writes, one has to leave the other a moment.
_PAUSE_S = 0.005


def erase_file(path: Path, conversation_ids: Sequence[int], *, stop: threading.Event) -> None:
    """Erase conversations, and what else was deleted, on a connection of its own.

    Args:
        path: of the file.
        conversation_ids: those whose deletion cannot be undone any more.
        stop: ends the work early; it is taken up the next time.

    Raises:
        NotWritable, OutOfDisk, ChatsDamaged: not all of it could be erased.
    """
    try:
        connection = connect_beside(path)
    except sqlite3.Error as error:
        raise explained(error, path) from error
    with closing(connection):
        for _ in erasing(Database(connection, path), conversation_ids):
            if stop.wait(_PAUSE_S):
                return


def has_leftovers(database: Database) -> bool:
    """Say whether something is deleted that may still be found in the index or a backup."""
    with database.reading() as connection:
        return connection.execute("SELECT 1 FROM leftovers LIMIT 1").fetchone() is not None


def erasing(database: Database, conversation_ids: Sequence[int]) -> Generator[None, None, None]:
    """Erase conversations, and what else was deleted, a step at a time.

    Yields:
        between two steps.
    """
    for conversation_id in conversation_ids:
        while _erase_messages(database, conversation_id):
            yield
        with database.transaction() as connection:
            connection.execute("DELETE FROM conversations WHERE id = ?", (conversation_id,))
        yield
    with database.reading() as connection:
        leftovers = connection.execute("SELECT kind, id FROM leftovers").fetchall()
    if not leftovers:
        return
    for index in ("title_words", "message_words"):
        pages = -_PAGES_A_STEP
        while _merge(database, index, pages=pages):
            pages = _PAGES_A_STEP
            yield
    _erase_from_backups(database.path, [(row["kind"], row["id"]) for row in leftovers])
    with database.transaction() as connection:
        connection.executemany("DELETE FROM leftovers WHERE kind = ? AND id = ?", leftovers)
    for _ in range(_MOST_TRIES):
        with database.reading() as connection:
            row = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if not row["busy"]:
            break
        # Another connection is at it, or reads. What the log keeps goes with the last one.
        yield


def _erase_messages(database: Database, conversation_id: int) -> bool:
    with database.transaction() as connection:
        erased = connection.execute(
            "DELETE FROM messages WHERE id IN "
            "(SELECT id FROM messages WHERE conversation_id = ? LIMIT ?)",
            (conversation_id, _MESSAGES_A_STEP),
        )
        return erased.rowcount > 0


def _merge(database: Database, index: str, *, pages: int) -> bool:
    """Merge some of an index; with a negative number all its parts are put together first."""
    with database.transaction() as connection:
        before = connection.total_changes
        connection.execute(f"INSERT INTO {index} ({index}, rank) VALUES ('merge', ?)", (pages,))
        # As its documentation says: less than two changes mean that there was nothing to do.
        return connection.total_changes - before >= 2


def _erase_from_backups(path: Path, leftovers: Sequence[tuple[str, int]]) -> None:
    for backup in backups_of(path):
        try:
            with closing(connect(backup)) as connection:
                _erase_from_backup(connection, leftovers)
        except sqlite3.Error as error:
            log.info("A backup cannot be cleaned and is removed: %s", type(error).__name__)
            backup.unlink(missing_ok=True)


def _erase_from_backup(
    connection: sqlite3.Connection, leftovers: Sequence[tuple[str, int]]
) -> None:
    tables = {"conversation": "conversations", "message": "messages"}
    connection.execute("BEGIN IMMEDIATE")
    for kind, id in leftovers:
        if kind in tables:
            connection.execute(f"DELETE FROM {tables[kind]} WHERE id = ?", (id,))
    connection.execute("COMMIT")
    names = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema")}
    for index in {"title_words", "message_words"} & names:
        connection.execute(f"INSERT INTO {index} ({index}) VALUES ('optimize')")
