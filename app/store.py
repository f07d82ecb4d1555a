"""Conversations and their messages, kept in SQLite on the GUI thread.

Every public call is one transaction and returns when it is committed, so that a program killed at
any moment leaves whole messages behind; the disk is waited for elsewhere. Knows no Qt, no engine
but its value types.
"""

import logging
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from app.branches.rows import MessageRows
from app.errors import ChatsDamaged
from app.keeping.database import Database
from app.keeping.places import Places
from app.keeping.search import COLUMNS, find, rebuild, summary
from app.keeping.settling import Settler
from app.records import (
    Provenance,
    ReplyState,
    StoredMessage,
    StoredTurn,
    read_turn,
    reply_columns,
)
from app.store_file import (
    Rescue,
    known_migrations,
    leave_to_settle,
    open_file,
    open_in_memory,
)
from app.view_types import ConversationSummary, MessageStatus

log = logging.getLogger(__name__)


class Store:
    """The chats of one user.

    Args:
        path: of the file, or None to keep nothing beyond the program's end.
        migrations: the scripts that lead to the newest form; those shipped unless a test has own.
        clock: unix seconds.

    Raises:
        ChatsTooNew: a newer version wrote the file; it was not touched.
        NotWritable, OutOfDisk: there is no place for it.
    """

    def __init__(
        self,
        path: Path | None,
        *,
        migrations: Sequence[str] | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        scripts = known_migrations() if migrations is None else migrations
        self._clock = clock
        self.rescue: Rescue | None = None
        """What became of a damaged file, or None."""
        self._settler: Settler | None = None
        if path is None:
            self._connection = open_in_memory(scripts)
            self._database = Database(self._connection, Path(":memory:"))
        else:
            self._connection, self.rescue = open_file(path, scripts)
            leave_to_settle(self._connection)
            self._settler = Settler(path)
            self._database = Database(self._connection, path, after_commit=self._settler.ask)
        self.rows = MessageRows(self._database, clock=clock)
        """The messages and what goes with them."""
        self.places = Places(self._database)
        """Where chats stand in the list, and what is not yet sent."""
        with self._transaction():
            self._connection.execute(
                "UPDATE messages SET status = ? WHERE status = ?",
                (MessageStatus.INTERRUPTED.value, MessageStatus.GENERATING.value),
            )

    def close(self) -> None:
        """Close the file; nothing may be asked afterwards."""
        if self._settler is not None:
            self._settler.close()
        self._connection.close()

    @property
    def database(self) -> Database:
        """The connection, for what is kept beside the messages."""
        return self._database

    def conversations(self, search: str = "") -> list[ConversationSummary]:
        """List conversations, newest first; with `search`, what `find` finds."""
        if search.strip():
            try:
                return find(self._database, search)
            except ChatsDamaged:
                log.info("The search index is damaged and is built anew")
                rebuild(self._database)
                return find(self._database, search)
        with self._reading():
            rows = self._connection.execute(
                f"SELECT {COLUMNS} FROM conversations AS c WHERE deleted_at IS NULL "
                "ORDER BY updated_at DESC, id DESC"
            ).fetchall()
        return [summary(row) for row in rows]

    def add_conversation(self, title: str, *, system_prompt: str = "") -> int:
        """Begin a conversation and give its id."""
        now = self._clock()
        with self._transaction():
            cursor = self._connection.execute(
                "INSERT INTO conversations (title, system_prompt, created_at, updated_at) "
                "VALUES (?, ?, ?, ?)",
                (title, system_prompt, now, now),
            )
        return _row_id(cursor)

    def rename(self, conversation_id: int, title: str) -> None:
        """Give a conversation another title."""
        with self._transaction():
            self._connection.execute(
                "UPDATE conversations SET title = ? WHERE id = ?", (title, conversation_id)
            )

    def hide(self, conversation_id: int) -> None:
        """Delete a conversation so that it can still be brought back."""
        self._mark_deleted(conversation_id, self._clock())

    def bring_back(self, conversation_id: int) -> None:
        """Undo `hide`; a conversation that is gone changes nothing."""
        self._mark_deleted(conversation_id, None)

    def hidden(self) -> list[int]:
        """Give the conversations that are deleted and not yet erased."""
        with self._reading():
            rows = self._connection.execute(
                "SELECT id FROM conversations WHERE deleted_at IS NOT NULL"
            ).fetchall()
        return [row["id"] for row in rows]

    def system_prompt(self, conversation_id: int) -> str:
        """Give what the model is told before this conversation."""
        with self._reading():
            row = self._connection.execute(
                "SELECT system_prompt FROM conversations WHERE id = ?", (conversation_id,)
            ).fetchone()
        return "" if row is None else str(row["system_prompt"])

    def messages(self, conversation_id: int) -> tuple[list[StoredMessage], int]:
        """Give the messages that are shown, in order, and how many could not be read."""
        return self.rows.read(conversation_id)

    def add_turn(
        self, conversation_id: int, text: str, *, provenance: Provenance
    ) -> tuple[int, int]:
        """Commit the user's message and a reply that is about to grow; give both ids."""
        return self.rows.add_turn(conversation_id, text, provenance=provenance)

    def save_reply(self, state: ReplyState) -> None:
        """Keep a reply as it is now, whether it still grows or not."""
        with self._transaction():
            self._connection.execute(_UPDATE_REPLY, reply_columns(state))

    def turn(self, message_id: int) -> StoredTurn | None:
        """Give what proves a reply, or None if there is no such message."""
        with self._reading():
            row = self._connection.execute(
                "SELECT * FROM messages WHERE id = ?", (message_id,)
            ).fetchone()
        return None if row is None else read_turn(row)

    def save_verdict(self, message_id: int, verdict: str) -> None:
        """Keep the sentence of a proof."""
        with self._transaction():
            self._connection.execute(
                "UPDATE messages SET verdict = ? WHERE id = ?", (verdict, message_id)
            )

    def plain_speed(self, target_key: str, device: str) -> float | None:
        """Give how many tokens per second a target made without drafts here, if ever measured."""
        with self._reading():
            row = self._connection.execute(
                "SELECT tokens_per_s FROM plain_speeds WHERE target_key = ? AND device = ?",
                (target_key, device),
            ).fetchone()
        return None if row is None else float(row["tokens_per_s"])

    def save_plain_speed(self, target_key: str, device: str, *, tokens_per_s: float) -> None:
        """Keep a newly measured speed without drafts."""
        with self._transaction():
            self._connection.execute(
                "INSERT OR REPLACE INTO plain_speeds VALUES (?, ?, ?, ?)",
                (target_key, device, tokens_per_s, self._clock()),
            )

    def _mark_deleted(self, conversation_id: int, deleted_at: float | None) -> None:
        with self._transaction():
            self._connection.execute(
                "UPDATE conversations SET deleted_at = ? WHERE id = ?",
                (deleted_at, conversation_id),
            )

    def _reading(self) -> AbstractContextManager[sqlite3.Connection]:
        return self._database.reading()

    def _transaction(self) -> AbstractContextManager[sqlite3.Connection]:
        return self._database.transaction()


_UPDATE_REPLY = """
UPDATE messages SET text = :text, status = :status, error = :error, tokens = :tokens,
    token_ids = :token_ids, prompt_ids = :prompt_ids, seed = :seed, stats = :stats,
    finish_reason = :finish_reason, num_dropped = :num_dropped, thinking_s = :thinking_s,
    num_carried = :num_carried
WHERE id = :id
"""


def _row_id(cursor: sqlite3.Cursor) -> int:
    # Always set after an INSERT; the type also covers other statements.
    return cursor.lastrowid or 0
