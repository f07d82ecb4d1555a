"""Exports chats on a thread of its own: all that is kept of them, or what a person reads.

A file is written beside its place and moved there when it is whole.
"""

import errno
import json
import os
import re
import sqlite3
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from app.branches.rows import MessageRows
from app.exchange import own
from app.exchange.markdown import markdown_of
from app.keeping.database import Database
from app.store_file import connect, explained
from engine import NotWritable, OutOfDisk

_Text = TypeVar("_Text")

# Beside the window, which wants its turn.
_PAUSE_S = 0.001
_LONGEST_NAME = 80
# What one of the usual file systems does not take in a name, and what would hide a file.
_NOT_IN_NAMES = re.compile(r'[\x00-\x1f<>:"/\\|?*]+')
_RESERVED = re.compile(r"(?i)^(con|prn|aux|nul|com\d|lpt\d)(\.|$)")


class ExportForm(StrEnum):
    """What chats are written as."""

    JSON = "json"
    """All that is kept, to be imported again"""
    MARKDOWN = "md"
    """One chat, to be read"""
    MARKDOWN_ARCHIVE = "zip"
    """One text a chat"""


def export_chats(
    path: Path,
    conversation_ids: Sequence[int],
    place: Path,
    *,
    form: ExportForm,
    report: Callable[[float], None],
    stop: threading.Event,
) -> int:
    """Write chats into a file and give how many.

    Args:
        path: of the file of chats.
        conversation_ids: which ones, in their order.
        place: the file to write.
        form: as what.
        report: told how far it is, from 0 to 1.
        stop: ends it early, with no file.

    Raises:
        NotWritable, OutOfDisk, ChatsDamaged: it could not be written, or not be read.
    """
    try:
        connection = connect(path)
    except sqlite3.Error as error:
        raise explained(error, path) from error
    with closing(connection), _whole_file(place, stop) as temporary:
        database = Database(connection, path)
        watch = _Watch(len(conversation_ids), report, stop)
        match form:
            case ExportForm.JSON:
                _write_json(temporary, watch.over(_json_of(database, conversation_ids)))
            case ExportForm.MARKDOWN:
                texts = [text for _, text in watch.over(_markdown_of(database, conversation_ids))]
                temporary.write_text("\n".join(texts), encoding="utf-8", newline="\n")
            case ExportForm.MARKDOWN_ARCHIVE:
                _write_archive(temporary, watch.over(_markdown_of(database, conversation_ids)))
    return len(conversation_ids)


def file_name(title: str, ending: str) -> str:
    """Give a name for a file about a chat that every file system takes."""
    name = _NOT_IN_NAMES.sub(" ", " ".join(title.split())).strip(" .")
    name = re.sub(r"\s+", " ", name)
    while len(name.encode("utf-8")) > 2 * _LONGEST_NAME or len(name) > _LONGEST_NAME:
        name = name[:-1]
    name = name.strip(" .")
    if not name or _RESERVED.match(name):
        name = f"Chat {name}".strip()
    return f"{name}.{ending}"


class _Watch:
    """Tells how far an export is, and ends it when it is to stop."""

    def __init__(
        self, num_chats: int, report: Callable[[float], None], stop: threading.Event
    ) -> None:
        self._num_chats = num_chats
        self._report = report
        self._stop = stop

    def over(self, texts: Iterator[_Text]) -> Iterator[_Text]:
        """Give what is given, and count it."""
        for number, text in enumerate(texts, start=1):
            if self._stop.wait(_PAUSE_S):
                return
            yield text
            self._report(number / self._num_chats)


@contextmanager
def _whole_file(place: Path, stop: threading.Event) -> Iterator[Path]:
    """Give a file to write that takes its place when it is whole, and goes when it is not."""
    temporary: Path | None = None
    try:
        handle, name = tempfile.mkstemp(prefix=".foreword-", dir=place.parent)
        os.close(handle)
        temporary = Path(name)
        yield temporary
        if not stop.is_set():
            temporary.replace(place)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise OutOfDisk(path=str(place)) from error
        raise NotWritable(path=str(place)) from error
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def _write_json(place: Path, chats: Iterator[str]) -> None:
    """Write one chat a line, so that a file of any size is written and read a piece at a time."""
    with place.open("w", encoding="utf-8", newline="\n") as file:
        head = json.dumps(own.header() | {"exported_at": time.time()})
        file.write(f'{head[:-1]}, "chats": [')
        for number, text in enumerate(chats):
            file.write(",\n" if number else "\n")
            file.write(text)
        file.write("\n]}\n")


def _json_of(database: Database, conversation_ids: Sequence[int]) -> Iterator[str]:
    with database.reading() as connection:
        folders = {row["id"]: row["name"] for row in connection.execute("SELECT * FROM folders")}
    for id in conversation_ids:
        with database.reading() as connection:
            chat = connection.execute("SELECT * FROM conversations WHERE id = ?", (id,)).fetchone()
            messages = connection.execute(
                "SELECT * FROM messages WHERE conversation_id = ? ORDER BY id", (id,)
            ).fetchall()
            files: dict[int, list[sqlite3.Row]] = {}
            for row in connection.execute(
                "SELECT a.* FROM attachments AS a JOIN messages AS m ON m.id = a.message_id "
                "WHERE m.conversation_id = ? ORDER BY a.id",
                (id,),
            ):
                files.setdefault(row["message_id"], []).append(row)
        folder = folders.get(chat["folder_id"], "")
        written = own.written_chat(chat, messages, files, folder=folder)
        yield json.dumps(written, ensure_ascii=False, allow_nan=False)


def _markdown_of(database: Database, conversation_ids: Sequence[int]) -> Iterator[tuple[str, str]]:
    rows = MessageRows(database)
    for id in conversation_ids:
        with database.reading() as connection:
            chat = connection.execute("SELECT * FROM conversations WHERE id = ?", (id,)).fetchone()
        views = [message.view for message in rows.read(id)[0]]
        yield (
            chat["title"],
            markdown_of(
                chat["title"],
                views,
                system_prompt=chat["system_prompt"],
                created_at=chat["created_at"],
            ),
        )


def _write_archive(place: Path, chats: Iterator[tuple[str, str]]) -> None:
    names: set[str] = set()
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as archive:
        for title, text in chats:
            name = file_name(title, "md")
            number = 1
            # Not every file system tells capitals apart.
            while name.casefold() in names:
                number += 1
                name = f"{file_name(title, 'md').removesuffix('.md')} {number}.md"
            names.add(name.casefold())
            archive.writestr(name, text)
