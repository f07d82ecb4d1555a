"""Out of one file of chats and into another: nothing lost, nothing twice, nothing half."""

import json
import sqlite3
import threading
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.attachments.attachment import Attachment, FileKind
from app.exchange.exporting import ExportForm, export_chats, file_name
from app.exchange.imported import Reason
from app.exchange.importing import ImportOutcome, import_files
from app.exchange.sentences import explain_import
from app.store import Store
from engine import NotWritable
from tests.app.test_search import found
from tests.app.test_store import PROVENANCE, reply


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store to export from."""
    store = Store(tmp_path / "data" / "chats.db")
    yield store
    store.close()


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Store]:
    """An empty one to import into."""
    store = Store(tmp_path / "other" / "chats.db")
    yield store
    store.close()


def fill(store: Store) -> int:
    """Keep a chat with everything a chat can have."""
    id = store.add_conversation("A title", system_prompt="Be brief.")
    file = Attachment(
        name="notes.txt", kind=FileKind.TEXT, size_bytes=9, num_pages=0, text="a narwhal"
    )
    first, first_reply = store.rows.add_turn(id, "Why?", provenance=PROVENANCE, files=[file])
    store.save_reply(reply(first_reply))
    second = store.rows.add_reply(id, after=first, provenance=PROVENANCE)
    store.save_reply(reply(second, "Another 天气"))
    store.rows.add_turn(id, "And?", provenance=PROVENANCE)
    store.rows.pick(first_reply)
    store.places.move(id, store.places.add_folder("Work"))
    store.places.pin(id, True)
    store.places.keep_unsent(id, "half")
    return id


def export(store: Store, place: Path, form: ExportForm = ExportForm.JSON) -> int:
    """Export all chats."""
    ids = [chat.id for chat in store.conversations()]
    return export_chats(
        store.database.path,
        ids,
        place,
        form=form,
        report=lambda share: None,
        stop=threading.Event(),
    )


def take_in(store: Store, *files: Path) -> ImportOutcome:
    """Import files."""
    return import_files(
        files, store.database.path, report=lambda progress: None, stop=threading.Event()
    )


def rows(store: Store, table: str, *left_out: str) -> list[dict[str, object]]:
    """All rows of a table, without what is another number in every file."""
    read = store.database.connection.execute(f"SELECT * FROM {table} ORDER BY id").fetchall()
    return [
        {name: row[name] for name in row.keys() if name not in left_out}  # noqa: SIM118
        for row in read
    ]


def test_nothing_is_lost_on_the_way(store: Store, other: Store, tmp_path: Path) -> None:
    """Every column of every table; the ids are others, and what they say of each other is not."""
    other.add_conversation("Its ids begin later")
    other.add_turn(1, "x", provenance=PROVENANCE)
    fill(store)
    store._connection.execute(
        "UPDATE messages SET status = 'interrupted' WHERE status = 'generating'"
    )
    export(store, tmp_path / "chats.json")
    assert take_in(other, tmp_path / "chats.json").num_added == 1
    (before,), (_, after) = rows(store, "conversations", "id"), rows(other, "conversations", "id")
    assert before == after
    plain = ("id", "conversation_id", "parent_id")
    assert rows(store, "messages", *plain) == rows(other, "messages", *plain)[2:]
    assert rows(store, "attachments", "id", "message_id") == rows(
        other, "attachments", "id", "message_id"
    )
    assert rows(store, "folders") == rows(other, "folders")
    assert [m.view.text for m in store.messages(1)[0]] == [
        m.view.text for m in other.messages(2)[0]
    ]
    first, second = store.rows.tree(1), other.rows.tree(2)
    assert [id + 2 if id else 0 for id in first.parents.values()] == list(second.parents.values())
    assert found(other, "天气") == [2]


def test_what_is_there_already_is_not_kept_twice(store: Store, tmp_path: Path) -> None:
    """Importing an export into where it came from changes nothing."""
    fill(store)
    export(store, tmp_path / "chats.json")
    outcome = take_in(store, tmp_path / "chats.json", tmp_path / "chats.json")
    assert (outcome.num_added, outcome.num_known) == (0, 2)
    assert len(store.conversations()) == 1


def test_one_bad_record_leaves_the_others(other: Store, tmp_path: Path) -> None:
    """Each is told with its number and its reason; the others are there."""
    place = tmp_path / "conversations.json"
    good = [
        json.dumps({"title": f"Chat {n}", "messages": [{"role": "user", "content": f"zebra {n}"}]})
        for n in range(4)
    ]
    own = json.dumps(
        {
            "system_prompt": "",
            "messages": [{"parent_id": 0, "role": "user", "text": "x", "position": "no number"}],
        }
    )
    place.write_text(
        f"[{good[0]}, {{tru}}, {good[1]}, 7, {own}, {good[2]}, {{}}, "
        f'{{"messages": []}}, {good[3]}, {{"messages": [{{"rol'
    )
    outcome = take_in(other, place)
    assert (outcome.num_added, outcome.num_empty, outcome.num_unread) == (4, 1, 5)
    assert [(one.number, one.reason) for one in outcome.unread] == [
        (2, Reason.NO_JSON),
        (4, Reason.UNKNOWN),
        (5, Reason.DAMAGED),
        (7, Reason.UNKNOWN),
        (10, Reason.CUT_OFF),
    ]
    assert len(found(other, "zebra")) == 4
    kind, text = explain_import(outcome)
    assert kind == "notice"
    assert text == (
        "4 chats were imported. One had no messages. 5 of 10 chats could not be read: "
        "number 2 (it is not valid JSON); number 4 (it is no chat of a known form); "
        "number 5 (part of it is damaged), and others."
    )


def test_files_that_cannot_be_read(other: Store, tmp_path: Path) -> None:
    """A folder, a file that is gone, an archive that is none, pictures: a clear sentence."""
    (tmp_path / "broken.zip").write_bytes(b"PK\x03\x04 and nothing more")
    (tmp_path / "picture.png").write_bytes(bytes(range(256)) * 100)
    (tmp_path / "empty.json").write_bytes(b"")
    outcome = take_in(other, tmp_path, tmp_path / "gone.json", tmp_path / "broken.zip")
    assert outcome.unreadable == [tmp_path.name, "gone.json"]
    assert outcome.num_unread == 1
    assert explain_import(outcome)[0] == "error"
    outcome = take_in(other, tmp_path / "picture.png")
    assert (outcome.num_added, outcome.num_unread) == (0, outcome.num_all)
    assert outcome.num_unread > 0
    outcome = take_in(other, tmp_path / "empty.json")
    assert explain_import(outcome) == ("notice", "There are no chats in what was chosen.")


def test_an_archive_is_read_where_it_lies(other: Store, tmp_path: Path) -> None:
    """Only its conversations, of which there may be several files."""
    chat = {"title": "In a zip", "messages": [{"role": "user", "content": "zebra"}]}
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        archive.writestr("conversations-000.json", json.dumps([chat]))
        archive.writestr("conversations-001.json", json.dumps([chat | {"title": "Another"}]))
        archive.writestr("message_feedback.json", json.dumps([{"id": 1}]))
        archive.writestr("chat.html", "<html>")
    outcome = take_in(other, tmp_path / "export.zip")
    assert (outcome.num_added, outcome.num_unread) == (2, 0)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings(other: Store, tmp_path: Path, encoding: str) -> None:
    """With a mark or without one."""
    chat = {"title": "Žluťoučký 天气", "messages": [{"role": "user", "content": "kůň"}]}
    (tmp_path / "a.json").write_text(json.dumps([chat], ensure_ascii=False), encoding=encoding)
    take_in(other, tmp_path / "a.json")
    assert [chat.title for chat in other.conversations()] == ["Žluťoučký 天气"]


def test_titles_are_made_where_there_are_none(other: Store, tmp_path: Path) -> None:
    """And those of ten thousand letters are kept."""
    messages = [{"role": "user", "content": "## What is a **narwhal**? Tell me."}]
    chats = [{"messages": messages}, {"title": "x" * 10_000, "messages": messages}]
    (tmp_path / "a.json").write_text(json.dumps(chats))
    take_in(other, tmp_path / "a.json")
    titles = sorted(chat.title for chat in other.conversations())
    assert titles == ["What is a narwhal?", "x" * 10_000]


def test_stopping_keeps_what_was_read(other: Store, tmp_path: Path) -> None:
    """Whole chats, and it is said."""
    messages = [{"role": "user", "content": "x"}]
    chats = [{"title": f"{n}", "messages": messages} for n in range(50)]
    (tmp_path / "a.json").write_text(json.dumps(chats))
    stop = threading.Event()
    stop.set()
    outcome = import_files(
        [tmp_path / "a.json"], other.database.path, report=lambda progress: None, stop=stop
    )
    assert outcome.was_stopped
    assert outcome.num_added == len(other.conversations()) < 50


def test_markdown_is_what_is_read(store: Store, tmp_path: Path) -> None:
    """The shown path, one heading a message, and a word where it ended early."""
    fill(store)
    place = tmp_path / "a.md"
    export(store, place, ExportForm.MARKDOWN)
    text = place.read_text(encoding="utf-8")
    assert text.startswith("# A title\n\n*20")
    assert "> Be brief.\n\n## You\n\n*Attached: notes.txt*\n\nWhy?\n\n## target\n\nAh" in text
    # What was thought is no part of what was said.
    assert "Ahoj" not in text
    assert "Another" not in text


def test_an_archive_of_texts_has_a_name_for_each(store: Store, tmp_path: Path) -> None:
    """Titles that are the same, or no names for files, do not lose a chat."""
    for title in ("a/b", "A/B", "a?b", "", "  ", "CON", "x" * 300, "天" * 300, "..", "a\nb"):
        store.add_turn(store.add_conversation(title), "Why?", provenance=PROVENANCE)
    place = tmp_path / "a.zip"
    assert export(store, place, ExportForm.MARKDOWN_ARCHIVE) == 10
    with zipfile.ZipFile(place) as archive:
        names = archive.namelist()
    assert len({name.casefold() for name in names}) == 10
    assert all(len(name.encode()) < 200 for name in names)
    assert file_name("a/b: c?", "md") == "a b c.md"
    assert file_name("con", "md") == "Chat con.md"


def test_no_half_written_file_is_left(store: Store, tmp_path: Path) -> None:
    """Neither after a stop nor where nothing can be written; what was there stays."""
    id = fill(store)
    place = tmp_path / "out" / "a.json"
    place.parent.mkdir()
    place.write_text("before")
    stop = threading.Event()
    stop.set()
    export_chats(
        store.database.path, [id], place, form=ExportForm.JSON, report=lambda share: None, stop=stop
    )
    assert place.read_text() == "before"
    assert [file.name for file in place.parent.iterdir()] == ["a.json"]
    with pytest.raises(NotWritable):
        export(store, tmp_path / "gone" / "a.json")


def test_an_export_of_a_newer_version_is_read_as_far_as_it_goes(
    store: Store, other: Store, tmp_path: Path
) -> None:
    """Columns and keys that are not known here are left out."""
    fill(store)
    export(store, tmp_path / "a.json")
    content = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
    content["version"] = 99
    content["chats"][0]["mood"] = "good"
    content["chats"][0]["messages"][0]["weight"] = 7
    (tmp_path / "a.json").write_text(json.dumps(content))
    assert take_in(other, tmp_path / "a.json").num_added == 1
    with closing(sqlite3.connect(other.database.path)) as connection:
        assert connection.execute("SELECT count(*) FROM messages").fetchone() == (5,)
