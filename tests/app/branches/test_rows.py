"""Messages as a tree in the file: an old file comes along whole, branches, picks and deletions."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.attachments.attachment import Attachment, FileKind
from app.branches.tree import ROOT
from app.keeping.search_text import searchable
from app.records import Provenance
from app.store import Store
from app.store_file import known_migrations
from engine import Role, SamplingParams

PROVENANCE = Provenance(
    target_id="target", target_digest="d", draft_id=None, sampling=SamplingParams(top_p=0.5)
)
FILE = Attachment(name="a.txt", kind=FileKind.TEXT, size_bytes=9, num_pages=0, text="Ahoj\n")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store without chats."""
    store = Store(tmp_path / "chats.db")
    yield store
    store.close()


def shown(store: Store, conversation_id: int) -> list[str]:
    """Give the texts and roles of the path; a reply's is its id, for want of words."""
    views = [message.view for message in store.messages(conversation_id)[0]]
    return [view.text or f"reply {view.id}" for view in views]


def old_file(path: Path, *, version: int) -> None:
    """Write a file as an older program did, with a reply that was replaced and one chat empty."""
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        old.create_function("searchable", 1, searchable, deterministic=True)
        for number, script in enumerate(known_migrations()[:version], start=1):
            old.executescript(f"BEGIN; {script}; PRAGMA user_version = {number}; COMMIT;")
        for id in (1, 2, 3):
            old.execute(
                "INSERT INTO conversations (id, title, created_at, updated_at) VALUES (?, ?, 1, ?)",
                (id, f"chat {id}", id),
            )
        rows = [(1, 1, 0, "user", "q"), (2, 2, 0, "user", "other"), (3, 1, 1, "assistant", "gone")]
        rows += [(5, 2, 1, "assistant", "reply"), (9, 1, 2, "user", "again")]
        for row in rows:
            old.execute(
                "INSERT INTO messages (id, conversation_id, position, role, text, status, "
                "created_at, tokens, params, seed, error, target_id) "
                "VALUES (?, ?, ?, ?, ?, 'complete', 7.5, x'00', '{\"top_p\": 0.5}', 9, 'e', 't')",
                row,
            )
        # What regenerating did then: another row in the same position.
        old.execute("DELETE FROM messages WHERE id = 3")
        old.execute(
            "INSERT INTO messages (id, conversation_id, position, role, text, status, created_at) "
            "VALUES (8, 1, 1, 'assistant', 'anew', 'stopped', 8.5)"
        )


@pytest.mark.parametrize("version", [2, 3])
def test_an_old_file_comes_along_whole(tmp_path: Path, version: int) -> None:
    """Every message in its place with every column, ids as they were and never given twice."""
    path = tmp_path / "chats.db"
    old_file(path, version=version)
    with closing(sqlite3.connect(path)) as old:
        old.row_factory = sqlite3.Row
        before = {row["id"]: dict(row) for row in old.execute("SELECT * FROM messages")}
    with closing(Store(path)) as store:
        assert shown(store, 1) == ["q", "anew", "again"]
        assert shown(store, 2) == ["other", "reply"]
        assert shown(store, 3) == []
        connection = store.database.connection
        after = {row["id"]: dict(row) for row in connection.execute("SELECT * FROM messages")}
        assert before.keys() == after.keys()
        for id, row in before.items():
            assert row.items() <= after[id].items()
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        store.rows.delete_from(8)
        new_id, _ = store.add_turn(1, "new", provenance=PROVENANCE)
        assert new_id == 10
        assert [found.id for found in store.conversations("reply")] == [2]
        assert [found.id for found in store.conversations("new")] == [1]
        assert store.conversations("anew") == []
    assert list(tmp_path.glob("chats.before-4*"))


def test_another_reply_stands_beside_the_first(store: Store) -> None:
    """The new one is shown; the old one can be picked, with what follows it, and stays picked."""
    chat = store.add_conversation("t")
    question, first = store.add_turn(chat, "q", provenance=PROVENANCE)
    store.add_turn(chat, "more", provenance=PROVENANCE)
    second = store.rows.add_reply(chat, after=question, provenance=PROVENANCE)
    messages, _ = store.messages(chat)
    assert [m.view.id for m in messages] == [question, second]
    assert messages[1].view.siblings == (first, second)
    assert messages[0].view.siblings == ()
    store.rows.pick(first)
    assert shown(store, chat)[:3] == ["q", f"reply {first}", "more"]
    # Picking what is deep in a branch shows the whole of it.
    store.rows.pick(second)
    deep = store.rows.tree(chat).children(first)[0]
    store.rows.pick(deep)
    assert shown(store, chat)[2] == "more"


def test_an_edited_message_stands_beside_the_first_even_at_the_beginning(store: Store) -> None:
    """What was said after the first version stays with it."""
    chat = store.add_conversation("t")
    first, _ = store.add_turn(chat, "one", provenance=PROVENANCE)
    store.add_turn(chat, "two", provenance=PROVENANCE)
    edited, _ = store.rows.add_turn(chat, "uno", provenance=PROVENANCE, after=ROOT)
    messages, _ = store.messages(chat)
    assert messages[0].view.siblings == (first, edited)
    assert [m.view.text for m in messages if m.view.role is Role.USER] == ["uno"]
    store.rows.pick(first)
    assert shown(store, chat)[0::2] == ["one", "two"]


def test_deleting_with_what_follows_shows_what_stood_beside(store: Store) -> None:
    """On every branch below; the other version comes back by itself."""
    chat = store.add_conversation("t")
    first, _ = store.add_turn(chat, "one", provenance=PROVENANCE)
    edited, _ = store.rows.add_turn(chat, "uno", provenance=PROVENANCE, after=ROOT)
    store.add_turn(chat, "due", provenance=PROVENANCE)
    store.rows.delete_from(edited)
    assert shown(store, chat)[0] == "one"
    assert store.messages(chat)[0][0].view.siblings == ()
    store.rows.delete_from(first)
    assert shown(store, chat) == []


def test_deleting_only_one_lets_what_follows_move_up(store: Store) -> None:
    """With the branch that was shown, not with another reply beside it."""
    chat = store.add_conversation("t")
    question, first = store.add_turn(chat, "q", provenance=PROVENANCE)
    store.rows.add_reply(chat, after=question, provenance=PROVENANCE)
    store.rows.pick(first)
    store.add_turn(chat, "next", provenance=PROVENANCE)
    store.rows.delete_only(first)
    assert shown(store, chat)[:2] == ["q", "next"]
    store.rows.delete_only(question)
    assert shown(store, chat)[0] == "next"


def test_files_are_kept_with_their_message_and_go_with_it(store: Store) -> None:
    """The list has no text, the prompt has; deleting leaves nothing."""
    chat = store.add_conversation("t")
    question, _ = store.rows.add_turn(chat, "q", provenance=PROVENANCE, files=[FILE, FILE])
    first, second = store.messages(chat)[0][0].view.files
    assert (first.name, first.num_chars, second.size_bytes) == ("a.txt", 5, 9)
    assert store.rows.attachments([question]) == {question: (FILE, FILE)}
    assert store.rows.file_text(second.id) == "Ahoj\n"
    store.rows.delete_from(question)
    assert store.database.connection.execute("SELECT count(*) FROM attachments").fetchone()[0] == 0


def test_one_bad_record_is_left_out_and_the_others_shown(store: Store) -> None:
    """Case 30: its place in the tree is still known."""
    chat = store.add_conversation("t")
    store.add_turn(chat, "one", provenance=PROVENANCE)
    bad, _ = store.add_turn(chat, "two", provenance=PROVENANCE)
    store.add_turn(chat, "three", provenance=PROVENANCE)
    connection = store.database.connection
    connection.execute("UPDATE messages SET role = 'nobody' WHERE id = ?", (bad,))
    messages, num_bad = store.messages(chat)
    assert num_bad == 1
    assert [m.view.text for m in messages if m.view.text] == ["one", "three"]


def test_a_path_of_many_messages_is_read_in_parts(store: Store) -> None:
    """SQLite takes only so many values in one question."""
    chat = store.add_conversation("t")
    for number in range(300):
        store.add_turn(chat, f"{number}", provenance=PROVENANCE)
    assert len(store.messages(chat)[0]) == 600
