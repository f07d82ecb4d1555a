"""Save what can be read of a damaged file of chats into a fresh one.

Reads each table from both ends towards the damage, so that one bad page loses what it holds and
not what stands behind it. Writes only to the fresh file.
"""

import logging
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

log = logging.getLogger(__name__)

_SAVED_TITLE = "Saved messages"


def rescue(damaged: Path, fresh: sqlite3.Connection) -> tuple[int, int]:
    """Copy conversations and messages.

    Args:
        damaged: the file to read, never changed.
        fresh: an empty store in its newest form.

    Returns:
        how many messages were kept, and how many are known to be lost.
    """
    with tempfile.TemporaryDirectory(prefix="foreword-") as folder:
        copy = _padded_copy(damaged, Path(folder))
        try:
            with closing(sqlite3.connect(copy)) as old:
                old.row_factory = sqlite3.Row
                folders = list(_rows(old, "folders"))
                presets = list(_rows(old, "presets"))
                conversations = list(_rows(old, "conversations"))
                messages = list(_rows(old, "messages"))
                attachments = list(_rows(old, "attachments"))
                num_known = _count(old)
        except sqlite3.Error as error:
            log.info("Nothing can be read of it: %s", type(error).__name__)
            return 0, 0
    fresh.execute("BEGIN IMMEDIATE")
    for row in folders:
        _insert(fresh, "folders", row)
    for row in presets:
        _insert(fresh, "presets", row)
    fresh.execute("PRAGMA defer_foreign_keys = ON")
    for row in conversations:
        _insert(fresh, "conversations", row)
    fresh.execute(
        "UPDATE conversations SET folder_id = NULL WHERE folder_id NOT IN (SELECT id FROM folders)"
    )
    fresh.execute(
        "UPDATE conversations SET preset_id = NULL WHERE preset_id NOT IN (SELECT id FROM presets)"
    )
    num_kept = 0
    for row in messages:
        if _is_whole(row):
            _give_a_home(fresh, row)
            num_kept += _insert(fresh, "messages", row)
    for row in attachments:
        _insert(fresh, "attachments", row)
    fresh.execute("DELETE FROM attachments WHERE message_id NOT IN (SELECT id FROM messages)")
    fresh.execute("COMMIT")
    return num_kept, max(num_known - num_kept, len(messages) - num_kept, 0)


def _padded_copy(damaged: Path, folder: Path) -> Path:
    # SQLite reads nothing of a file that is shorter than its header says; with the missing pages
    # as zeros it reads all the others. The log, where there is one, is read along.
    copy = folder / "chats.db"
    shutil.copyfile(damaged, copy)
    log_file = damaged.with_name(damaged.name + "-wal")
    if log_file.exists():
        shutil.copyfile(log_file, folder / "chats.db-wal")
    with copy.open("r+b") as file:
        header = file.read(32)
        page_bytes = int.from_bytes(header[16:18], "big")
        page_bytes = 65536 if page_bytes == 1 else page_bytes
        declared_bytes = page_bytes * int.from_bytes(header[28:32], "big")
        size_bytes = file.seek(0, os.SEEK_END)
        # A header that claims more than this is damaged itself.
        if size_bytes < declared_bytes <= max(64 * size_bytes, 64_000_000):
            file.truncate(declared_bytes)
    return copy


def _rows(old: sqlite3.Connection, table: str) -> Iterator[sqlite3.Row]:
    seen: set[int] = set()
    # By rowid, as the table itself lies; an index may be damaged apart from it.
    for order in ("ASC", "DESC"):
        cursor = None
        try:
            cursor = old.execute(f"SELECT * FROM {table} NOT INDEXED ORDER BY rowid {order}")
            for row in cursor:
                if row["id"] in seen:
                    return
                seen.add(row["id"])
                yield row
        except sqlite3.Error:
            continue  # the other end may still be read
        else:
            return


def _count(old: sqlite3.Connection) -> int:
    # Counted through the smallest index, which may be whole where the table is not.
    try:
        count: int = old.execute("SELECT count(*) FROM messages").fetchone()[0]
    except sqlite3.Error:
        return 0
    return count


def _is_whole(row: sqlite3.Row) -> bool:
    # A damaged page may still be read as rows, of nothing.
    return isinstance(row["conversation_id"], int) and isinstance(row["created_at"], float)


def _give_a_home(fresh: sqlite3.Connection, row: sqlite3.Row) -> None:
    # A message whose conversation is lost still belongs together with its neighbours.
    fresh.execute(
        "INSERT INTO conversations (id, title, created_at, updated_at) "
        "SELECT :id, :title, :at, :at WHERE NOT EXISTS "
        "(SELECT 1 FROM conversations WHERE id = :id)",
        {"id": row["conversation_id"], "title": _SAVED_TITLE, "at": row["created_at"]},
    )


def _insert(fresh: sqlite3.Connection, table: str, row: sqlite3.Row) -> bool:
    known = {column[1] for column in fresh.execute(f"PRAGMA table_info({table})")}
    names = [name for name in row.keys() if name in known]  # noqa: SIM118 (a Row iterates values)
    places = ", ".join("?" * len(names))
    try:
        fresh.execute(
            f"INSERT INTO {table} ({', '.join(names)}) VALUES ({places})",
            [row[name] for name in names],
        )
    except sqlite3.IntegrityError:
        return False
    return True
