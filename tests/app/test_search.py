"""What the search finds, in several alphabets, and that its index follows the messages."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.keeping.search_text import question, searchable
from app.records import Provenance, ReplyState
from app.store import Store
from app.store_file import known_migrations
from app.view_types import Hit, MessageStatus, MessageView
from engine import Role, SamplingParams

PROVENANCE = Provenance(
    target_id="target", target_digest="", draft_id=None, sampling=SamplingParams()
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the chats of a test lie."""
    return tmp_path / "chats.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    """A new store."""
    store = Store(path)
    yield store
    store.close()


def chat(store: Store, text: str, *, title: str = "A title") -> int:
    """Keep a chat with one question and give its id."""
    conversation_id = store.add_conversation(title)
    store.add_turn(conversation_id, text, provenance=PROVENANCE)
    return conversation_id


def save(store: Store, message_id: int, text: str, status: MessageStatus) -> None:
    """Keep a reply as it is now."""
    view = MessageView(id=message_id, role=Role.ASSISTANT, text=text, status=status)
    store.save_reply(ReplyState(view=view))


def found(store: Store, typed: str) -> list[int]:
    """The ids of what is found, in its order."""
    return [one.id for one in store.conversations(typed)]


def hit(store: Store, typed: str) -> Hit:
    """Where the one chat is found."""
    (one,) = store.conversations(typed)
    assert one.hit is not None
    return one.hit


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("The weather in Prague", "prag weat"),
        ("Kůň úpěl ďábelské ódy", "kun dab"),
        ("今天的天气怎么样", "天气"),
        ("今天的天气怎么样", "气"),
        ("今天的天气怎么样", "今天 怎么"),
        ("東京タワーの高さ", "タワ"),
        ("สวัสดีครับ ผมชื่อสมชาย", "ชื่อ"),
        ("학교에 갔습니다", "학교"),
        ("हिन्दी में लिखो", "हिन्"),
        ("قرأتُ الكِتابَ أمس", "الكتاب"),
        ("Москва не сразу", "москв"),
        ("in C++ and in C#", "c++"),
        ("call my_function(x)", "function"),
        ("GitHub actions", "hub"),
        ("ＦＵＬＬ width", "full"),
        ("Cafe\u0301 au lait", "café"),
        ("a family 👩‍👩‍👧 here", "👩‍👩‍👧"),
        ('he said "no way" twice', '"no way"'),
    ],
)
def test_what_is_typed_is_found(store: Store, text: str, typed: str) -> None:
    """Another chat beside it is not."""
    chat(store, "Something else entirely, другое, 别的", title="Other")
    wanted = chat(store, text)
    assert found(store, typed) == [wanted]


@pytest.mark.parametrize("typed", ["zebra", "weather zebra", '"prague the"', "天空", "%", '"', "*"])
def test_what_is_not_there_is_not_found(store: Store, typed: str) -> None:
    """Whatever is typed, it is no error and no wildcard."""
    chat(store, "The weather in Prague, 今天的天气")
    assert found(store, typed) == []


def test_words_may_stand_in_any_order_but_in_one_message(store: Store) -> None:
    """Quotation marks ask for the order as well."""
    first = chat(store, "alpha then beta")
    second = chat(store, "beta before alpha")
    third = chat(store, "alpha alone")
    store.add_turn(third, "beta alone", provenance=PROVENANCE)
    assert found(store, "beta alpha") == [second, first]
    assert found(store, '"alpha then beta"') == [first]


def test_titles_come_first_then_the_newest(store: Store) -> None:
    """A title is found inside of its words as well."""
    titled = chat(store, "nothing here", title="Unbelievable weather")
    older = chat(store, "weather one")
    newer = chat(store, "weather two")
    store._connection.execute("UPDATE conversations SET updated_at = id")
    assert found(store, "weather") == [titled, newer, older]
    assert found(store, "believ") == [titled]
    assert hit(store, "believ") == Hit(is_in_title=True)


def test_a_hit_shows_a_line_and_what_was_found_in_it(store: Store) -> None:
    """Of the first message that has it; Chinese without the seams of the index."""
    conversation_id = chat(
        store, "first " * 40 + "\n\n今天的天气\n怎么样 and much more " + "x " * 50
    )
    store.add_turn(conversation_id, "天气 again", provenance=PROVENANCE)
    one = hit(store, "天气")
    message_ids = [message.view.id for message in store.messages(conversation_id)[0]]
    assert one.message_id == message_ids[0]
    assert "今天的天气 怎么样" in one.snippet
    assert "\u200b" not in one.snippet
    assert [one.snippet[start:end] for start, end in one.ranges] == ["天气"]
    assert one.snippet.startswith("…")
    assert len(one.snippet) < 120


def test_a_hit_inside_a_word_is_shown_too(store: Store) -> None:
    """No word begins so, and the texts themselves are read."""
    chat(store, "x " * 100 + "in GitHub")
    one = hit(store, "hub")
    assert [one.snippet[start:end] for start, end in one.ranges] == ["Hub"]


def test_only_so_many_are_given(store: Store) -> None:
    """The newest of them."""
    for number in range(305):
        chat(store, f"weather {number}")
    assert len(found(store, "weather")) == 300


def test_a_reply_is_found_once_it_is_whole(store: Store) -> None:
    """And not while it grows, as the index would be written once a second."""
    conversation_id = store.add_conversation("A title")
    _, reply_id = store.add_turn(conversation_id, "q", provenance=PROVENANCE)
    save(store, reply_id, "half a zebra", MessageStatus.GENERATING)
    assert found(store, "zebra") == []
    save(store, reply_id, "half a zebra and a lion", MessageStatus.STOPPED)
    assert found(store, "zebra") == [conversation_id]
    save(store, reply_id, "a tiger", MessageStatus.COMPLETE)
    assert found(store, "zebra") == []
    assert found(store, "tiger") == [conversation_id]


def test_an_interrupted_reply_is_found_at_the_next_start(store: Store, path: Path) -> None:
    """What a killed program left is indexed when it is marked."""
    conversation_id = store.add_conversation("A title")
    _, reply_id = store.add_turn(conversation_id, "q", provenance=PROVENANCE)
    save(store, reply_id, "half a zebra", MessageStatus.GENERATING)
    with closing(Store(path)) as again:
        assert found(again, "zebra") == [conversation_id]


def test_a_new_title_is_found_and_the_old_one_is_not(store: Store) -> None:
    """Both by the trigger."""
    conversation_id = chat(store, "text", title="Before")
    store.rename(conversation_id, "After")
    assert found(store, "before") == []
    assert found(store, "after") == [conversation_id]


def test_what_is_hidden_is_not_found(store: Store) -> None:
    """Neither by title nor by text, until it is brought back."""
    conversation_id = chat(store, "zebra", title="lion")
    store.hide(conversation_id)
    assert found(store, "zebra") == found(store, "lion") == found(store, "") == []
    store.bring_back(conversation_id)
    assert found(store, "zebra") == found(store, "lion") == [conversation_id]


def test_a_damaged_index_is_built_anew(store: Store) -> None:
    """The messages are whole; what is searched for is found all the same."""
    conversation_id = chat(store, "zebra")
    store._connection.execute("DELETE FROM message_words_data WHERE id > 10")
    store._connection.execute("UPDATE message_words_data SET block = x'00' WHERE id > 1")
    assert found(store, "zebra") == [conversation_id]


def test_a_file_of_the_version_before_is_indexed(path: Path) -> None:
    """By the migration, whole messages only."""
    with closing(Store(path, migrations=known_migrations()[:2])) as old:
        old._connection.execute(
            "INSERT INTO conversations VALUES (1, 'An old title', '', 1.0, 1.0)"
        )
        old._connection.execute(
            "INSERT INTO messages (conversation_id, position, role, text, status, created_at) "
            "VALUES (1, 0, 'user', 'an old zebra', 'complete', 1.0)"
        )
    with closing(Store(path)) as store:
        assert found(store, "zebra") == found(store, "old title") == [1]


def test_seams_are_where_no_space_is_written() -> None:
    """And nowhere in a text of words."""
    assert searchable("plain words") == "plain words"
    assert searchable("a天气b").split("\u200b") == ["a", "天", "气", "b"]


def test_a_question_cannot_break_out() -> None:
    """Words of the index's own language are words like others, between quotation marks."""
    assert question('AND OR NEAR( "" x').match == '"AND" * "OR" * "NEAR(" "x" *'
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE VIRTUAL TABLE words USING fts5 (text)")
        for typed in ('a"b', '""', "text : x", "^a", "a*b", "-a", "{a b} : c"):
            match = question(typed).match or '"x"'
            connection.execute("SELECT 1 FROM words WHERE words MATCH ?", (match,)).fetchall()
