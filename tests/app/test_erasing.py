"""What is deleted is gone: from the list at once, and from the disk when it is erased.

The disk is looked at as bytes, in every file of the folder.
"""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.keeping.erasing import erase_file, erasing
from app.store import Store
from app.store_file import known_migrations
from tests.app.test_search import PROVENANCE, chat, found

SECRET = "xylophonist"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the chats of a test lie."""
    return tmp_path / "data" / "chats.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    """A store with a few chats, so that the index has several parts."""
    store = Store(path)
    for number in range(5):
        chat(store, f"common words {number} " * 30)
    yield store
    store.close()


def on_disk(path: Path, word: str = SECRET) -> list[str]:
    """The files that hold a word anywhere."""
    return [
        file.name for file in sorted(path.parent.iterdir()) if word.encode() in file.read_bytes()
    ]


def secret_chat(store: Store) -> int:
    """Keep a chat whose title, words and unsent text nobody else has."""
    conversation_id = chat(store, f"a {SECRET} " * 300, title=f"The {SECRET}")
    for _ in range(60):
        store.add_turn(conversation_id, f"once more, {SECRET}", provenance=PROVENANCE)
    return conversation_id


def test_erasing_leaves_nothing_in_any_file(store: Store, path: Path) -> None:
    """The control: before it, the word is there, and hiding alone changes nothing."""
    conversation_id = secret_chat(store)
    store.hide(conversation_id)
    assert on_disk(path) != []
    erase_file(path, [conversation_id], stop=threading.Event())
    assert on_disk(path) == []
    assert len(store.conversations()) == 5
    assert len(found(store, "common")) == 5
    assert store.hidden() == []
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT count(*) FROM leftovers").fetchone() == (0,)


def test_erasing_takes_it_out_of_the_backups_too(path: Path) -> None:
    """A backup of an older form, and one with an index; the other chats stay in both."""
    with closing(Store(path, migrations=known_migrations()[:2])) as old:
        for id, text in ((1, f"a {SECRET}"), (2, "another")):
            old._connection.execute(
                "INSERT INTO conversations VALUES (?, ?, '', 1.0, 1.0)", (id, text)
            )
            old._connection.execute(
                "INSERT INTO messages (conversation_id, position, role, text, status, created_at) "
                "VALUES (?, 0, 'user', ?, 'complete', 1.0)",
                (id, text),
            )
    further = (*known_migrations(), "CREATE TABLE one (a TEXT);")
    Store(path).close()
    with closing(Store(path, migrations=further)) as store:
        assert len(on_disk(path)) >= 3
        store.hide(1)
        erase_file(path, [1], stop=threading.Event())
        assert on_disk(path) == []
        assert len(on_disk(path, "another")) >= 3


def test_a_backup_that_cannot_be_cleaned_is_removed(store: Store, path: Path) -> None:
    """It would still hold what was deleted, and nothing can be read from it anyway."""
    backup = path.with_name("chats.before-3.db")
    backup.write_bytes(f"no database, {SECRET}".encode() * 100)
    conversation_id = secret_chat(store)
    erase_file(path, [conversation_id], stop=threading.Event())
    assert not backup.exists()


def test_a_message_that_is_deleted_leaves_nothing(store: Store, path: Path) -> None:
    """Erasing is for messages as well."""
    conversation_id = store.conversations()[0].id
    message_id, _ = store.add_turn(conversation_id, f"a {SECRET}", provenance=PROVENANCE)
    store.rows.delete_only(message_id)
    erase_file(path, [], stop=threading.Event())
    assert on_disk(path) == []


def test_erasing_can_be_stopped_and_taken_up(store: Store, path: Path) -> None:
    """Each step is whole; nothing of what is left comes back into the list."""
    conversation_id = secret_chat(store)
    store.hide(conversation_id)
    steps = 0
    while store.hidden():
        one = erasing(store.database, store.hidden())
        next(one, None)
        one.close()
        steps += 1
        assert conversation_id not in [one.id for one in store.conversations()]
    assert steps > 2
    erase_file(path, [], stop=threading.Event())
    assert on_disk(path) == []


def test_nothing_to_erase_is_no_work(store: Store) -> None:
    """No step is taken where nothing was deleted."""
    assert list(erasing(store.database, [])) == []


def test_unsent_text_that_was_replaced_is_overwritten(store: Store, path: Path) -> None:
    """SQLite itself sees to that, once the log is emptied."""
    conversation_id = store.conversations()[0].id
    store.places.keep_unsent(conversation_id, SECRET)
    store.places.keep_unsent(conversation_id, "")
    store.close()
    assert on_disk(path) == []
