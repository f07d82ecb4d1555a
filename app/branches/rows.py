"""The tree of messages in the file of chats, and the files that go with them.

Each call is one transaction. Knows no Qt; `store.py` hands single messages on to it.
"""

import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from app.attachments.attachment import AttachedFile, Attachment, FileKind
from app.branches.tree import ROOT, Node, Tree
from app.keeping.database import Database
from app.records import Provenance, StoredMessage, provenance_columns, read_message
from app.view_types import MessageStatus
from engine import Role

_IDS_AT_ONCE = 500


class MessageRows:
    """Messages, where they stand, and their files.

    Args:
        database: the file of chats.
        clock: unix seconds.
    """

    def __init__(self, database: Database, *, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def tree(self, conversation_id: int) -> Tree:
        """Give the shape of a conversation."""
        with self._database.reading() as connection:
            return _tree(connection, conversation_id)

    def read(
        self, conversation_id: int, *, upto: int | None = None
    ) -> tuple[list[StoredMessage], int]:
        """Give the messages of a path, and how many of them could not be read and are left out.

        Args:
            conversation_id: which conversation.
            upto: the last message of the path; None for the path that is shown.
        """
        with self._database.reading() as connection:
            tree = _tree(connection, conversation_id)
            path = tree.chosen_path() if upto is None else tree.path_to(upto)
            rows = _rows(connection, [step.id for step in path])
            files = _files(connection, [step.id for step in path])
        messages: list[StoredMessage] = []
        for step in path:
            try:
                message = read_message(rows[step.id])
            except (KeyError, ValueError, TypeError):
                continue
            # One that stands alone has no siblings to speak of.
            siblings = step.siblings if len(step.siblings) > 1 else ()
            view = replace(message.view, siblings=siblings, files=files.get(step.id, ()))
            messages.append(replace(message, view=view))
        return messages, len(path) - len(messages)

    def files(self, message_ids: Sequence[int]) -> dict[int, tuple[AttachedFile, ...]]:
        """Give what is shown of the files of messages, by message."""
        with self._database.reading() as connection:
            return _files(connection, message_ids)

    def attachments(self, message_ids: Sequence[int]) -> dict[int, tuple[Attachment, ...]]:
        """Give the files of messages with their texts, by message."""
        found: dict[int, tuple[Attachment, ...]] = {}
        with self._database.reading() as connection:
            for row in _of_messages(connection, "SELECT * FROM attachments", message_ids):
                file = Attachment(
                    name=row["name"],
                    kind=_kind(row["kind"]),
                    size_bytes=row["size_bytes"],
                    num_pages=row["num_pages"],
                    text=row["text"],
                )
                found[row["message_id"]] = (*found.get(row["message_id"], ()), file)
        return found

    def file_text(self, file_id: int) -> str:
        """Give the text of one file; empty where there is no such file."""
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT text FROM attachments WHERE id = ?", (file_id,)
            ).fetchone()
        return "" if row is None else str(row["text"])

    def add_turn(
        self,
        conversation_id: int,
        text: str,
        *,
        provenance: Provenance,
        files: Sequence[Attachment] = (),
        after: int | None = None,
    ) -> tuple[int, int]:
        """Commit the user's message and a reply that is about to grow; give both ids.

        Args:
            conversation_id: where.
            text: what was written.
            provenance: what the reply is asked with.
            files: that go with the message.
            after: the message it follows, `ROOT` to begin the conversation anew, or None for the
                end of the path that is shown.
        """
        now = self._clock()
        with self._database.transaction() as connection:
            if after is None:
                path = _tree(connection, conversation_id).chosen_path()
                after = path[-1].id if path else ROOT
            user_id = _insert(
                connection,
                conversation_id,
                after,
                {
                    "role": Role.USER.value,
                    "text": text,
                    "status": MessageStatus.COMPLETE.value,
                    "created_at": now,
                },
            )
            for file in files:
                connection.execute(
                    "INSERT INTO attachments (message_id, name, kind, size_bytes, num_pages, "
                    "num_chars, text) VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (
                        user_id,
                        file.name,
                        file.kind.value,
                        file.size_bytes,
                        file.num_pages,
                        len(file.text),
                        file.text,
                    ),
                )
            reply_id = _insert_reply(connection, conversation_id, user_id, provenance, now)
        return user_id, reply_id

    def add_reply(self, conversation_id: int, *, after: int, provenance: Provenance) -> int:
        """Open another reply to a message; it is the one that is shown."""
        with self._database.transaction() as connection:
            return _insert_reply(connection, conversation_id, after, provenance, self._clock())

    def reopen(self, message_id: int, *, provenance: Provenance) -> None:
        """Let a reply grow on, asked with this; what it has is kept."""
        with self._database.transaction() as connection:
            connection.execute(
                "UPDATE messages SET status = :status, error = '', verdict = '', "
                "finish_reason = NULL, draft_id = :draft_id, params = :params WHERE id = :id",
                {"id": message_id, "status": MessageStatus.GENERATING.value}
                | provenance_columns(provenance),
            )

    def pick(self, message_id: int) -> None:
        """Show the path a message is on, in place of those beside it."""
        with self._database.transaction() as connection:
            conversation_id = _home(connection, message_id)
            tree = _tree(connection, conversation_id)
            for step in tree.path_to(message_id):
                if step.id != max(step.siblings, key=tree.rank):
                    connection.execute(
                        f"UPDATE messages SET picked = {_NEXT_PICK} WHERE id = :id",
                        {"id": step.id, "conversation_id": conversation_id},
                    )

    def delete_from(self, message_id: int) -> None:
        """Delete a message and all that follow it."""
        with self._database.transaction() as connection:
            conversation_id = _home(connection, message_id)
            tree = _settled(connection, conversation_id)
            _delete(connection, tree.below(message_id))
            _touch(connection, conversation_id, self._clock())

    def delete_only(self, message_id: int) -> None:
        """Delete one message; what follows it then follows the one before."""
        with self._database.transaction() as connection:
            conversation_id = _home(connection, message_id)
            tree = _settled(connection, conversation_id)
            parent_id = tree.parents.get(message_id, ROOT)
            for child_id in sorted(tree.children(message_id), key=tree.rank):
                # In their order of choice, and ahead of those that stood beside the deleted one.
                connection.execute(
                    f"UPDATE messages SET parent_id = :parent_id, picked = {_NEXT_PICK} "
                    "WHERE id = :id",
                    {"parent_id": parent_id, "id": child_id, "conversation_id": conversation_id},
                )
            _delete(connection, [message_id])
            _touch(connection, conversation_id, self._clock())


_NEXT_PICK = (
    "(SELECT coalesce(max(picked), 0) + 1 FROM messages WHERE conversation_id = :conversation_id)"
)


def _tree(connection: sqlite3.Connection, conversation_id: int) -> Tree:
    rows = connection.execute(
        "SELECT id, parent_id, picked FROM messages WHERE conversation_id = ?", (conversation_id,)
    )
    return Tree(Node(row["id"], row["parent_id"], row["picked"]) for row in rows)


def _settled(connection: sqlite3.Connection, conversation_id: int) -> Tree:
    """Write down what each message follows, before one that is followed goes."""
    tree = _tree(connection, conversation_id)
    connection.executemany(
        "UPDATE messages SET parent_id = ? WHERE id = ? AND parent_id IS NOT ?",
        [(parent_id, id, parent_id) for id, parent_id in tree.parents.items()],
    )
    return tree


def _rows(connection: sqlite3.Connection, ids: Sequence[int]) -> dict[int, sqlite3.Row]:
    found = _of_ids(connection, "SELECT * FROM messages WHERE id IN ({places})", ids)
    return {row["id"]: row for row in found}


def _files(
    connection: sqlite3.Connection, message_ids: Sequence[int]
) -> dict[int, tuple[AttachedFile, ...]]:
    found: dict[int, tuple[AttachedFile, ...]] = {}
    columns = "SELECT id, message_id, name, kind, size_bytes, num_pages, num_chars FROM attachments"
    for row in _of_messages(connection, columns, message_ids):
        file = AttachedFile(
            id=row["id"],
            name=row["name"],
            kind=_kind(row["kind"]),
            size_bytes=row["size_bytes"],
            num_pages=row["num_pages"],
            num_chars=row["num_chars"],
        )
        found[row["message_id"]] = (*found.get(row["message_id"], ()), file)
    return found


def _of_messages(
    connection: sqlite3.Connection, select: str, message_ids: Sequence[int]
) -> list[sqlite3.Row]:
    # In the order they were added.
    return _of_ids(connection, select + " WHERE message_id IN ({places}) ORDER BY id", message_ids)


def _of_ids(connection: sqlite3.Connection, query: str, ids: Sequence[int]) -> list[sqlite3.Row]:
    found: list[sqlite3.Row] = []
    for start in range(0, len(ids), _IDS_AT_ONCE):
        some = ids[start : start + _IDS_AT_ONCE]
        places = ", ".join("?" * len(some))
        found += connection.execute(query.format(places=places), some).fetchall()
    return found


def _insert(
    connection: sqlite3.Connection,
    conversation_id: int,
    parent_id: int,
    columns: dict[str, str | int | float | None],
) -> int:
    values = columns | {"conversation_id": conversation_id, "parent_id": parent_id}
    names = ", ".join(values)
    places = ", ".join(f":{name}" for name in values)
    cursor = connection.execute(
        f"INSERT INTO messages ({names}, picked, position) SELECT {places}, {_NEXT_PICK}, "
        "(SELECT coalesce(max(position), -1) + 1 FROM messages WHERE id = :parent_id)",
        values,
    )
    # Always set after an INSERT; the type also covers other statements.
    return cursor.lastrowid or 0


def _insert_reply(
    connection: sqlite3.Connection,
    conversation_id: int,
    parent_id: int,
    provenance: Provenance,
    now: float,
) -> int:
    reply_id = _insert(
        connection,
        conversation_id,
        parent_id,
        {
            "role": Role.ASSISTANT.value,
            "status": MessageStatus.GENERATING.value,
            "created_at": now,
            **provenance_columns(provenance),
        },
    )
    _touch(connection, conversation_id, now)
    return reply_id


def _home(connection: sqlite3.Connection, message_id: int) -> int:
    row = connection.execute(
        "SELECT conversation_id FROM messages WHERE id = ?", (message_id,)
    ).fetchone()
    return 0 if row is None else int(row["conversation_id"])


def _delete(connection: sqlite3.Connection, ids: Sequence[int]) -> None:
    connection.executemany("DELETE FROM messages WHERE id = ?", [(id,) for id in ids])


def _touch(connection: sqlite3.Connection, conversation_id: int, now: float) -> None:
    connection.execute(
        "UPDATE conversations SET updated_at = ? WHERE id = ?", (now, conversation_id)
    )


def _kind(value: object) -> FileKind:
    return FileKind(str(value)) if value in list(FileKind) else FileKind.TEXT
