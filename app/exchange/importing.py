"""Imports files of chats on a thread of its own: reads, and keeps each chat in one transaction.

A chat is there whole or not at all; a chat that is there already is not kept twice.
"""

import logging
import sqlite3
import threading
import time
import zipfile
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from app.exchange.imported import ImportedChat, ImportedMessage, Reason, Value
from app.exchange.reading import Advanced, chats_of
from app.keeping.database import Database
from app.keeping.titles import title_of
from app.store_file import connect_beside, explained
from app.view_types import MessageStatus
from engine import Role

log = logging.getLogger(__name__)

# Beside the window, which may have something to keep itself.
_PAUSE_S = 0.002
_TELL_S = 0.1
_MOST_UNREAD = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadChat:
    """A chat that could not be read: its place in its file, the first is 1, and why."""

    file_name: str
    number: int
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportProgress:
    """How far an import is; the share is of the file that is being read, from 0 to 1."""

    file_name: str
    num_added: int
    share: float


@dataclass(slots=True, kw_only=True)
class ImportOutcome:
    """What came of an import.

    Args:
        num_added: chats that are there now.
        num_known: those that had been there before.
        num_empty: those without a single message.
        num_unread: those that could not be read.
        unread: the first of them, each with its reason.
        unreadable: files that could not be opened at all.
        was_stopped: whether it was ended early.
    """

    num_added: int = 0
    num_known: int = 0
    num_empty: int = 0
    num_unread: int = 0
    unread: list[UnreadChat]
    unreadable: list[str]
    was_stopped: bool = False

    @property
    def num_all(self) -> int:
        """How many chats the files have, as far as they were read."""
        return self.num_added + self.num_known + self.num_empty + self.num_unread


def import_files(
    files: Sequence[Path],
    path: Path,
    *,
    report: Callable[[ImportProgress], None],
    stop: threading.Event,
) -> ImportOutcome:
    """Read files of chats and keep what can be read.

    Args:
        files: in the order of reading.
        path: of the file of chats.
        report: told how far it is, a few times a second at most.
        stop: ends it early; what was read by then is kept.

    Raises:
        NotWritable, OutOfDisk, ChatsDamaged: nothing more can be kept.
    """
    outcome = ImportOutcome(unread=[], unreadable=[])
    try:
        connection = connect_beside(path)
    except sqlite3.Error as error:
        raise explained(error, path) from error
    with closing(connection):
        database = Database(connection, path)
        for file in files:
            try:
                _import_file(file, database, outcome=outcome, report=report, stop=stop)
            except (OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
                # The last two are what an archive with a password or of a rare kind raises.
                log.info("A file cannot be imported: %s", type(error).__name__)
                outcome.unreadable.append(file.name)
            if stop.is_set():
                outcome.was_stopped = True
                break
    return outcome


def _import_file(
    file: Path,
    database: Database,
    *,
    outcome: ImportOutcome,
    report: Callable[[ImportProgress], None],
    stop: threading.Event,
) -> None:
    told_at = 0.0
    number = 0
    for read in chats_of(file):
        if stop.wait(0 if isinstance(read, Advanced) else _PAUSE_S):
            return
        if isinstance(read, Advanced):
            now = time.monotonic()
            if now - told_at > _TELL_S:
                told_at = now
                share = read.done_bytes / max(1, read.total_bytes)
                report(
                    ImportProgress(
                        file_name=file.name, num_added=outcome.num_added, share=min(1.0, share)
                    )
                )
            continue
        number += 1
        reason = read if isinstance(read, Reason) else _keep(database, read, outcome)
        if reason is not None:
            outcome.num_unread += 1
            if len(outcome.unread) < _MOST_UNREAD:
                outcome.unread.append(UnreadChat(file_name=file.name, number=number, reason=reason))


def _keep(database: Database, chat: ImportedChat, outcome: ImportOutcome) -> Reason | None:
    """Keep a chat that was read, or say why it cannot be."""
    if not chat.messages:
        outcome.num_empty += 1
        return None
    try:
        is_new = add_chat(database, chat)
    except sqlite3.IntegrityError:
        return Reason.DAMAGED
    if is_new:
        outcome.num_added += 1
    else:
        outcome.num_known += 1
    return None


def add_chat(database: Database, chat: ImportedChat) -> bool:
    """Keep a chat; False where it is there already.

    Raises:
        sqlite3.IntegrityError: a value of it is not what its column holds.
        NotWritable, OutOfDisk, ChatsDamaged: it could not be kept.
    """
    messages = chat.messages
    first = next((one.text for one in messages if one.role is Role.USER), messages[0].text)
    times = [one.created_at for one in messages if one.created_at is not None]
    created_at = chat.created_at or min(times, default=time.time())
    values: dict[str, Value] = {
        **chat.columns,
        "title": chat.title.strip() or title_of(first),
        "system_prompt": chat.system_prompt,
        "created_at": created_at,
        "updated_at": chat.updated_at or max(times, default=created_at),
        "is_pinned": int(chat.is_pinned),
    }
    with database.transaction() as connection:
        if _is_known(connection, values, len(messages)):
            return False
        values["folder_id"] = _folder(connection, chat.folder)
        conversation_id = _insert(connection, "conversations", values)
        ids: dict[int, int] = {}
        for position, message in enumerate(messages):
            _add_message(connection, message, conversation_id, position, created_at, ids)
    return True


def _is_known(connection: sqlite3.Connection, values: dict[str, Value], num_messages: int) -> bool:
    row = connection.execute(
        "SELECT 1 FROM conversations AS c WHERE title = ? AND created_at = ? "
        "AND deleted_at IS NULL "
        "AND (SELECT count(*) FROM messages WHERE conversation_id = c.id) = ?",
        (values["title"], values["created_at"], num_messages),
    ).fetchone()
    return row is not None


def _folder(connection: sqlite3.Connection, name: str) -> int | None:
    if not name.strip():
        return None
    row = connection.execute("SELECT id FROM folders WHERE name = ?", (name,)).fetchone()
    return int(row["id"]) if row is not None else _insert(connection, "folders", {"name": name})


def _add_message(
    connection: sqlite3.Connection,
    message: ImportedMessage,
    conversation_id: int,
    position: int,
    created_at: float,
    ids: dict[int, int],
) -> None:
    values: dict[str, Value] = {
        "position": position,
        "status": MessageStatus.COMPLETE.value,
        "target_id": message.model,
        **message.columns,
        "conversation_id": conversation_id,
        "role": message.role.value,
        "text": message.text,
        "created_at": message.created_at or created_at,
    }
    if message.parent_id is not None:
        # One that was left out, or never was there: the message begins the chat.
        values["parent_id"] = ids.get(message.parent_id, 0)
    message_id = _insert(connection, "messages", values)
    if message.id is not None:
        ids[message.id] = message_id
    for file in message.files:
        _insert(connection, "attachments", {**file, "message_id": message_id})


def _insert(connection: sqlite3.Connection, table: str, values: dict[str, Value]) -> int:
    """Insert what the table has columns for; what it lacks has its default.

    Raises:
        sqlite3.IntegrityError: a value is not what its column holds.
    """
    known = {row["name"] for row in connection.execute(f"PRAGMA table_info({table})")}
    names = [name for name in values if name in known]
    cursor = connection.execute(
        f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})",
        [values[name] for name in names],
    )
    # Always set after an INSERT; the type also covers other statements.
    return cursor.lastrowid or 0
