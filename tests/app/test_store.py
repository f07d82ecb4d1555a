"""What is kept, and that it comes back (cases 29 and 30)."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.errors import ChatsTooNew
from app.records import Provenance, ReplyState
from app.store import Store
from app.store_file import known_migrations
from app.view_types import MessageStatus, MessageView
from engine import (
    FinishReason,
    NotWritable,
    OutOfDisk,
    Role,
    SamplingParams,
    TokenInfo,
    TokenSource,
    TokenStatus,
    TurnStats,
)

PROVENANCE = Provenance(
    target_id="target",
    target_digest="abc",
    draft_id="draft",
    sampling=SamplingParams(temperature=0.5, stop=("</stop>",)),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file in a folder whose name has a space and letters of two alphabets."""
    return tmp_path / "Můj účet 日本" / "chats.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    """A new store."""
    store = Store(path)
    yield store
    store.close()


def reply(message_id: int, text: str = "Ahoj 👩‍🚀!") -> ReplyState:
    """A reply with everything a reply can have."""
    units = len(text.encode("utf-16-le")) // 2
    view = MessageView(
        id=message_id,
        role=Role.ASSISTANT,
        text=text,
        status=MessageStatus.COMPLETE,
        tokens=(
            TokenInfo(9, 0, 2, TokenSource.NGRAM, 0, TokenStatus.ACCEPTED, 0.25),
            TokenInfo(2**31, 2, units, TokenSource.HEAD, 5, TokenStatus.BONUS, 1.0, True),
        ),
        stats=TurnStats(num_tokens=2, gained=(0, 2), elapsed_s=1.5, time_to_first_token_s=1.0),
        reason=FinishReason.END,
        seed=2**63 - 1,
        num_dropped_messages=4,
        thinking_s=2.5,
        target_id="target",
        draft_id="draft",
        sampling=PROVENANCE.sampling,
    )
    return ReplyState(view=view, token_ids=(9, 2**31, 2), prompt_ids=(1, 2, 3))


def fill(store: Store, *, num_turns: int = 1) -> int:
    """Keep a conversation of finished turns and give its id."""
    conversation_id = store.add_conversation("A title", system_prompt="Be brief.")
    for number in range(num_turns):
        _, reply_id = store.add_turn(
            conversation_id, f"question {number} " + "x" * 400, provenance=PROVENANCE
        )
        store.save_reply(reply(reply_id))
    return conversation_id


def test_a_reply_comes_back_as_it_was(store: Store, path: Path) -> None:
    """Every column is set to something that is not its default."""
    conversation_id = store.add_conversation("A title", system_prompt="Be brief.")
    _, reply_id = store.add_turn(conversation_id, "Ahoj\n\n  <b>", provenance=PROVENANCE)
    store.save_reply(reply(reply_id))
    store.close()
    with closing(Store(path)) as again:
        (question, answer), num_bad = again.messages(conversation_id)
        assert again.system_prompt(conversation_id) == "Be brief."
    assert num_bad == 0
    assert question.view.text == "Ahoj\n\n  <b>"
    assert answer.view == reply(reply_id).view
    assert answer.token_ids == (9, 2**31, 2)
    assert (answer.target_id, answer.target_digest) == ("target", "abc")


def test_what_proves_a_reply_is_kept(store: Store) -> None:
    """Prompt, reply, settings and seed as they were; and the sentence that came of it."""
    conversation_id = fill(store)
    message_id = store.messages(conversation_id)[0][-1].view.id
    turn = store.turn(message_id)
    assert turn is not None
    assert (turn.prompt_ids, turn.token_ids) == ((1, 2, 3), (9, 2**31, 2))
    assert (turn.sampling, turn.seed) == (PROVENANCE.sampling, 2**63 - 1)
    assert (turn.target_id, turn.target_digest) == ("target", "abc")
    store.save_verdict(message_id, "All of them are.")
    assert store.messages(conversation_id)[0][-1].view.verdict == "All of them are."
    assert store.turn(message_id + 1) is None


@pytest.mark.parametrize("params", [None, "", "[]", "{", '{"new": 1}', '{"temperature": -1}'])
def test_settings_that_are_not_known_prove_nothing(store: Store, params: str | None) -> None:
    """A setting of a newer version, or damage, must not be replayed as something else."""
    conversation_id = fill(store)
    message_id = store.messages(conversation_id)[0][-1].view.id
    store._connection.execute("UPDATE messages SET params = ?", (params,))
    turn = store.turn(message_id)
    assert turn is not None
    assert turn.sampling is None


def test_what_was_growing_is_interrupted_at_the_next_start(store: Store, path: Path) -> None:
    """Case 29 without the kill: the file is opened a second time while the first still lives."""
    conversation_id = fill(store)
    _, reply_id = store.add_turn(conversation_id, "more", provenance=PROVENANCE)
    view = MessageView(
        id=reply_id, role=Role.ASSISTANT, text="Half a", status=MessageStatus.GENERATING
    )
    store.save_reply(ReplyState(view=view))
    with closing(Store(path)) as again:
        messages, _ = again.messages(conversation_id)
    assert [m.view.status for m in messages[:3]] == [MessageStatus.COMPLETE] * 3
    assert messages[3].view.status is MessageStatus.INTERRUPTED
    assert messages[3].view.text == "Half a"


def test_searching_takes_its_text_literally(store: Store) -> None:
    """Percent and underscore are letters to a person, and wildcards to SQL."""
    first = store.add_conversation("100 % sure")
    second = store.add_conversation("snake_case")
    store.add_turn(second, "in a \\ message", provenance=PROVENANCE)
    assert [c.id for c in store.conversations("%")] == [first]
    assert [c.id for c in store.conversations("_")] == [second]
    assert [c.id for c in store.conversations("a \\ mess")] == [second]
    assert {c.id for c in store.conversations("  ")} == {first, second}


def test_one_bad_record_leaves_the_others_readable(store: Store, path: Path) -> None:
    """Case 30: a role that is none is left out; damaged extras cost only themselves."""
    conversation_id = fill(store, num_turns=3)
    with closing(sqlite3.connect(path)) as other:
        other.execute("UPDATE messages SET role = 'banana' WHERE id = 1")
        other.execute("UPDATE messages SET tokens = x'0102', stats = '{', token_ids = x'ff'")
        unknown_kinds = b"\x01" + b"\xff" * 19
        other.execute("UPDATE messages SET tokens = ? WHERE id = 4", (unknown_kinds,))
        other.commit()
    messages, num_bad = store.messages(conversation_id)
    assert num_bad == 1
    assert len(messages) == 5
    assert messages[0].view.text == "Ahoj 👩‍🚀!"
    assert all(m.view.tokens == () and m.view.stats is None for m in messages)


@pytest.mark.parametrize("share", [0.4, 0.7, 0.95])
def test_a_truncated_file_is_moved_aside_and_saved_from(
    store: Store, path: Path, share: float
) -> None:
    """Case 30: the damaged bytes are still there afterwards, under another name."""
    fill(store, num_turns=200)
    store.close()
    damaged = path.read_bytes()[: int(share * path.stat().st_size)]
    path.write_bytes(damaged)
    with closing(Store(path)) as again:
        rescue = again.rescue
        assert rescue is not None
        assert rescue.damaged_path.read_bytes() == damaged
        kept = [m for c in again.conversations() for m in again.messages(c.id)[0]]
        assert len(kept) == rescue.num_kept > 0
    with closing(Store(path)) as third:
        assert third.rescue is None


def test_a_page_of_zeros_loses_only_what_stood_there(store: Store, path: Path) -> None:
    """Pages behind the damage are read from the other end."""
    conversation_id = fill(store, num_turns=60)
    store.close()
    content = bytearray(path.read_bytes())
    pages = range(0, len(content), 4096)
    # The index has the question as well, but not what its reply was asked with.
    (middle, *_) = (
        page
        for page in pages
        if {b"question 30 x", b"temperature"} <= _found(content[page : page + 4096])
    )
    content[middle : middle + 4096] = bytes(4096)
    path.write_bytes(content)
    with closing(Store(path)) as again:
        assert again.rescue is not None
        messages, _ = again.messages(conversation_id)
        ids = [m.view.id for m in messages]
        assert ids[0] == 1
        assert ids[-1] == 120
        assert 90 < len(ids) < 120


def _found(page: bytearray) -> set[bytes]:
    return {word for word in (b"question 30 x", b"temperature") if word in page}


@pytest.mark.parametrize("content", [bytes(8192), b"not a database at all " * 100, b"SQLite f"])
def test_a_file_of_something_else_is_kept_and_a_fresh_one_opened(
    path: Path, content: bytes
) -> None:
    """Case 30: zero-filled, foreign, and cut within the header."""
    path.parent.mkdir()
    path.write_bytes(content)
    with closing(Store(path)) as store:
        assert store.rescue is not None
        assert store.rescue.num_kept == 0
        assert store.rescue.damaged_path.read_bytes() == content
        fill(store)


def test_an_empty_file_is_a_new_one(path: Path) -> None:
    """What a crash right after creation leaves is no damage."""
    path.parent.mkdir()
    path.touch()
    with closing(Store(path)) as store:
        assert store.rescue is None
        fill(store)


def test_a_newer_file_is_refused_and_not_touched(store: Store, path: Path) -> None:
    """Case 30: its bytes and its neighbours in the folder are the same afterwards."""
    fill(store)
    store.close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    names = sorted(path.parent.iterdir())
    with pytest.raises(ChatsTooNew) as refusal:
        Store(path)
    assert "99" in str(refusal.value)
    assert path.read_bytes() == before
    assert sorted(path.parent.iterdir()) == names


def test_a_full_disk_loses_nothing_that_was_kept(store: Store) -> None:
    """Case 30: SQLite itself reports the disk full once the file may not grow any more."""
    conversation_id = fill(store)
    connection = store._connection
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(OutOfDisk, match="no room on the disk"):
        store.add_turn(conversation_id, "y" * 100_000, provenance=PROVENANCE)
    assert len(store.messages(conversation_id)[0]) == 2
    connection.execute("PRAGMA max_page_count = 1000000")
    store.add_turn(conversation_id, "y" * 100_000, provenance=PROVENANCE)


def test_a_file_where_the_folder_should_be_is_explained(path: Path) -> None:
    """Case 33 for a process that may write anywhere, as tests in a container often may."""
    path.parent.touch()
    with pytest.raises(NotWritable):
        Store(path)


def test_migrations_run_once_and_leave_a_backup(path: Path) -> None:
    """The backup opens in the version before, with what was there then."""
    with closing(Store(path)) as store:
        fill(store)
    further = (*known_migrations(), "ALTER TABLE conversations ADD COLUMN colour TEXT;")
    with closing(Store(path, migrations=further)) as store:
        assert len(store.conversations()) == 1
    with closing(Store(path, migrations=further)) as store:
        assert len(store.conversations()) == 1
    backup = path.with_name(f"chats.before-{len(further)}.db")
    with closing(Store(backup)) as old:
        assert len(old.conversations()) == 1


def test_a_migration_that_fails_changes_nothing(path: Path) -> None:
    """Its first statement would have worked; the file is as before and opens as before."""
    with closing(Store(path)) as store:
        fill(store)
    broken = (*known_migrations(), "ALTER TABLE messages ADD COLUMN a TEXT; CREATE NONSENSE;")
    with pytest.raises(sqlite3.OperationalError):
        Store(path, migrations=broken)
    with closing(sqlite3.connect(path)) as other:
        columns = [row[1] for row in other.execute("PRAGMA table_info(messages)")]
    assert "a" not in columns
    with closing(Store(path)) as store:
        assert len(store.conversations()) == 1


def test_a_store_without_a_file_works(tmp_path: Path) -> None:
    """What a session keeps that has nowhere to keep it."""
    with closing(Store(None)) as store:
        conversation_id = fill(store)
        assert len(store.messages(conversation_id)[0]) == 2
    assert list(tmp_path.iterdir()) == []
