"""Conversations and their messages, kept in SQLite on the GUI thread.

Every public call is one transaction and returns when it is committed, so that a program killed at
any moment leaves whole messages behind. Knows no Qt, no engine but its value types.
"""

import logging
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from app.records import (
    Provenance,
    ReplyState,
    StoredMessage,
    StoredTurn,
    provenance_columns,
    read_message,
    read_turn,
    reply_columns,
)
from app.store_file import Rescue, explained, known_migrations, open_file, open_in_memory
from app.view_types import ConversationSummary, MessageStatus
from engine import Role

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
        self._path = Path(":memory:") if path is None else path
        self._clock = clock
        self.rescue: Rescue | None = None
        """What became of a damaged file, or None."""
        if path is None:
            self._connection = open_in_memory(scripts)
        else:
            self._connection, self.rescue = open_file(path, scripts)
        with self._transaction():
            self._connection.execute(
                "UPDATE messages SET status = ? WHERE status = ?",
                (MessageStatus.INTERRUPTED.value, MessageStatus.GENERATING.value),
            )

    def close(self) -> None:
        """Close the file; nothing may be asked afterwards."""
        self._connection.close()

    def conversations(self, search: str = "") -> list[ConversationSummary]:
        """List conversations, newest first; with `search`, those that contain it."""
        # LIKE takes % and _ as wildcards, which a person who searches does not mean.
        plain = search.strip().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        with self._reading():
            rows = self._connection.execute(
                "SELECT id, title, updated_at FROM conversations AS c "
                "WHERE :all OR title LIKE :like ESCAPE '\\' OR EXISTS (SELECT 1 FROM messages AS m "
                "WHERE m.conversation_id = c.id AND m.text LIKE :like ESCAPE '\\') "
                "ORDER BY updated_at DESC, id DESC",
                {"all": not plain, "like": f"%{plain}%"},
            ).fetchall()
        return [
            ConversationSummary(id=row["id"], title=row["title"], updated_at=row["updated_at"])
            for row in rows
        ]

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

    def delete(self, conversation_id: int) -> None:
        """Forget a conversation and its messages."""
        with self._transaction():
            self._connection.execute("DELETE FROM conversations WHERE id = ?", (conversation_id,))

    def system_prompt(self, conversation_id: int) -> str:
        """Give what the model is told before this conversation."""
        with self._reading():
            row = self._connection.execute(
                "SELECT system_prompt FROM conversations WHERE id = ?", (conversation_id,)
            ).fetchone()
        return "" if row is None else str(row["system_prompt"])

    def messages(self, conversation_id: int) -> tuple[list[StoredMessage], int]:
        """Give the messages in order, and how many could not be read and are left out."""
        with self._reading():
            rows = self._connection.execute(
                "SELECT * FROM messages WHERE conversation_id = ? ORDER BY position",
                (conversation_id,),
            ).fetchall()
        messages: list[StoredMessage] = []
        for row in rows:
            try:
                messages.append(read_message(row))
            except (ValueError, TypeError):
                log.info("Message %s cannot be read", row["id"])
        return messages, len(rows) - len(messages)

    def add_turn(
        self, conversation_id: int, text: str, *, provenance: Provenance
    ) -> tuple[int, int]:
        """Commit the user's message and a reply that is about to grow; give both ids."""
        now = self._clock()
        with self._transaction():
            user = self._connection.execute(
                "INSERT INTO messages (conversation_id, position, role, text, status, created_at) "
                f"SELECT :conversation, {_NEXT_POSITION}, :role, :text, :status, :now",
                {
                    "conversation": conversation_id,
                    "role": Role.USER.value,
                    "text": text,
                    "status": MessageStatus.COMPLETE.value,
                    "now": now,
                },
            )
            reply = self._insert_reply(conversation_id, provenance, now)
        return _row_id(user), reply

    def replace_reply(
        self, conversation_id: int, message_id: int, *, provenance: Provenance
    ) -> int:
        """Put a new reply that is about to grow in the place of the last one; give its id."""
        with self._transaction():
            self._connection.execute("DELETE FROM messages WHERE id = ?", (message_id,))
            return self._insert_reply(conversation_id, provenance, self._clock())

    def save_reply(self, state: ReplyState) -> None:
        """Keep a reply as it is now, whether it still grows or not."""
        is_partial = state.view.status is MessageStatus.GENERATING
        if is_partial:
            # Once a second while the window draws: safe from a crash of the program at once, and
            # from one of the machine with the next whole commit, without waiting for the disk.
            self._connection.execute("PRAGMA synchronous = NORMAL")
        try:
            with self._transaction():
                self._connection.execute(_UPDATE_REPLY, reply_columns(state))
        finally:
            if is_partial:
                self._connection.execute("PRAGMA synchronous = FULL")

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

    def _insert_reply(self, conversation_id: int, provenance: Provenance, now: float) -> int:
        columns: dict[str, str | int | float | None] = {
            "conversation": conversation_id,
            "role": Role.ASSISTANT.value,
            "status": MessageStatus.GENERATING.value,
            "now": now,
        }
        cursor = self._connection.execute(
            "INSERT INTO messages (conversation_id, position, role, status, created_at, "
            "target_id, target_digest, draft_id, params) "
            f"SELECT :conversation, {_NEXT_POSITION}, :role, :status, :now, "
            ":target_id, :target_digest, :draft_id, :params",
            columns | provenance_columns(provenance),
        )
        self._connection.execute(
            "UPDATE conversations SET updated_at = ? WHERE id = ?", (now, conversation_id)
        )
        return _row_id(cursor)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise explained(error, self._path) from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            yield
            self._connection.execute("COMMIT")
        except BaseException as error:
            # A full disk may have rolled back by itself already.
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise explained(error, self._path) from error
            raise


_NEXT_POSITION = (
    "(SELECT coalesce(max(position), -1) + 1 FROM messages WHERE conversation_id = :conversation)"
)

_UPDATE_REPLY = """
UPDATE messages SET text = :text, status = :status, error = :error, tokens = :tokens,
    token_ids = :token_ids, prompt_ids = :prompt_ids, seed = :seed, stats = :stats,
    finish_reason = :finish_reason, num_dropped = :num_dropped, thinking_s = :thinking_s
WHERE id = :id
"""


def _row_id(cursor: sqlite3.Cursor) -> int:
    # Always set after an INSERT; the type also covers other statements.
    return cursor.lastrowid or 0
