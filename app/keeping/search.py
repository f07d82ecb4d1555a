"""What a search finds in titles and messages, from the index that the triggers keep.

Each chat is found once, with the first of its messages that holds what was asked for and a piece
of it to show. How text is cut into words is `search_text.py`'s.
"""

import sqlite3
from dataclasses import dataclass

from app.keeping.database import Database
from app.keeping.search_text import Question, question
from app.keeping.snippets import snippet
from app.view_types import ConversationSummary, Hit

MOST_FOUND = 300

COLUMNS = "c.id, c.title, c.updated_at, c.is_pinned, c.folder_id"


@dataclass(frozen=True, slots=True)
class _Found:
    """The first message of a chat that holds what was asked for."""

    conversation_id: int
    message_id: int
    is_inside_words: bool


def find(database: Database, typed: str, *, most: int = MOST_FOUND) -> list[ConversationSummary]:
    """Give the chats that hold what was typed, those by their title first, then the newest first.

    Args:
        database: the chats.
        typed: some words, each the beginning of one in the chat; with quotes, as they stand.
        most: how many chats to give; the newest of them where there are more.
    """
    asked = question(typed)
    if not asked.pieces:
        return []
    with database.reading() as connection:
        titles = _titles(connection, asked)
        found = {one.conversation_id: one for one in _messages(connection, asked)}
        rows = connection.execute(
            f"SELECT {COLUMNS} FROM conversations AS c WHERE c.deleted_at IS NULL "
            "ORDER BY c.updated_at DESC, c.id DESC"
        ).fetchall()
        rows = [row for row in rows if row["id"] in titles or row["id"] in found]
        rows.sort(key=lambda row: row["id"] not in titles)
        return [
            summary(row, _hit(connection, asked, found.get(row["id"]), row["id"] in titles))
            for row in rows[:most]
        ]


def rebuild(database: Database) -> None:
    """Build the index anew from the copy of the text that it keeps, after damage."""
    with database.transaction() as connection:
        for index in ("title_words", "message_words"):
            connection.execute(f"INSERT INTO {index} ({index}) VALUES ('rebuild')")


def summary(row: sqlite3.Row, hit: Hit | None = None) -> ConversationSummary:
    """Turn a row of `COLUMNS` into a line of the list."""
    return ConversationSummary(
        id=row["id"],
        title=row["title"],
        updated_at=row["updated_at"],
        is_pinned=bool(row["is_pinned"]),
        folder_id=row["folder_id"],
        hit=hit,
    )


def _titles(connection: sqlite3.Connection, asked: Question) -> set[int]:
    # There are few titles, so that they are searched inside of words as well.
    found = connection.execute(
        f"SELECT rowid FROM title_words WHERE {_all_like('title', asked.loose)}", asked.loose
    ).fetchall()
    if asked.match:
        found += connection.execute(
            f"SELECT rowid FROM title_words WHERE title_words MATCH ? "
            f"AND {_all_like('title', asked.patterns)}",
            (asked.match, *asked.patterns),
        ).fetchall()
    return {row[0] for row in found}


def _messages(connection: sqlite3.Connection, asked: Question) -> list[_Found]:
    # The index over both ids is read instead of the messages, which are large.
    first = (
        "SELECT home.conversation_id, min(home.id) FROM message_words AS words "
        "JOIN messages AS home INDEXED BY messages_home ON home.id = words.rowid "
    )
    if asked.match:
        rows = connection.execute(
            f"{first} WHERE message_words MATCH ? AND {_all_like('words.text', asked.patterns)} "
            "GROUP BY home.conversation_id",
            (asked.match, *asked.patterns),
        ).fetchall()
        if rows:
            return [_Found(row[0], row[1], is_inside_words=False) for row in rows]
    # All texts are read for this, which is only worth it where no word begins so.
    rows = connection.execute(
        f"{first} WHERE {_all_like('words.text', asked.loose)} GROUP BY home.conversation_id",
        asked.loose,
    ).fetchall()
    return [_Found(row[0], row[1], is_inside_words=True) for row in rows]


def _all_like(column: str, patterns: tuple[str, ...]) -> str:
    return " AND ".join([f"{column} LIKE ? ESCAPE '\\'"] * len(patterns)) or "1"


def _hit(
    connection: sqlite3.Connection, asked: Question, found: _Found | None, is_in_title: bool
) -> Hit:
    if found is None:
        return Hit(is_in_title=is_in_title)
    row = connection.execute(
        "SELECT text FROM message_words WHERE rowid = ?", (found.message_id,)
    ).fetchone()
    line, ranges = snippet(row["text"], asked.pieces, is_inside_words=found.is_inside_words)
    return Hit(is_in_title=is_in_title, message_id=found.message_id, snippet=line, ranges=ranges)
