"""Chats as we export them: every column of their rows, so that nothing is lost on the way.

The form has a version; what a newer one adds is left out and what an older one lacks has its
default. Ids are only those of the file.
"""

import base64
import binascii
import math
import sqlite3
from collections.abc import Mapping, Sequence

from app.exchange.imported import (
    BadRecord,
    ImportedChat,
    ImportedMessage,
    Reason,
    Value,
    seconds_of,
    text_of,
)
from app.view_types import MessageStatus
from engine import Role

FORMAT = "foreword-chats"
VERSION = 1

# These have a place of their own, or mean something in one file of chats only.
_OF_THE_CHAT = {"id", "title", "system_prompt", "created_at", "updated_at", "is_pinned"}
_NOT_CARRIED = {"folder_id", "preset_id", "deleted_at"}
_OF_THE_MESSAGE = {"id", "parent_id", "conversation_id", "role", "text", "created_at"}
_MAX_INTEGER = 2**63


def header() -> dict[str, object]:
    """Give what stands before the chats."""
    return {"format": FORMAT, "version": VERSION}


def written_chat(
    chat: sqlite3.Row,
    messages: Sequence[sqlite3.Row],
    files: Mapping[int, Sequence[sqlite3.Row]],
    *,
    folder: str,
) -> dict[str, object]:
    """Give the JSON of a chat.

    Args:
        chat: its row.
        messages: the rows of its messages by age.
        files: the rows of their attachments, by message.
        folder: the name of its folder, or empty.
    """
    written = {name: _written(chat[name]) for name in chat.keys() if name not in _NOT_CARRIED}  # noqa: SIM118 (a Row iterates values)
    written["is_pinned"] = bool(chat["is_pinned"])
    written["folder"] = folder
    written["messages"] = [_message(row, files.get(row["id"], ())) for row in messages]
    return written


def is_chat(record: Mapping[str, object]) -> bool:
    """Say whether a record looks like one of these."""
    messages = record.get("messages")
    if not isinstance(messages, list) or "system_prompt" not in record:
        return False
    first = messages[0] if messages else {"parent_id": None}
    return isinstance(first, dict) and "parent_id" in first


def read_chat(record: Mapping[str, object]) -> ImportedChat:
    """Read a record.

    Raises:
        BadRecord: a message of it is none.
    """
    items = record.get("messages")
    if not isinstance(items, list):
        raise BadRecord(Reason.DAMAGED)
    return ImportedChat(
        title=text_of(record.get("title")),
        messages=tuple(_read_message(item) for item in items),
        system_prompt=text_of(record.get("system_prompt")),
        created_at=seconds_of(record.get("created_at")),
        updated_at=seconds_of(record.get("updated_at")),
        is_pinned=record.get("is_pinned") is True,
        folder=text_of(record.get("folder")),
        columns=_columns(record, _OF_THE_CHAT | _NOT_CARRIED | {"messages", "folder"}),
    )


def _message(row: sqlite3.Row, files: Sequence[sqlite3.Row]) -> dict[str, object]:
    written = {name: _written(row[name]) for name in row.keys() if name != "conversation_id"}  # noqa: SIM118 (a Row iterates values)
    if written["status"] == MessageStatus.GENERATING.value:
        # It goes on in the program, and not in the file.
        written["status"] = MessageStatus.INTERRUPTED.value
    if files:
        written["attachments"] = [
            {name: _written(file[name]) for name in file.keys() if name not in ("id", "message_id")}  # noqa: SIM118 (a Row iterates values)
            for file in files
        ]
    return written


def _read_message(item: object) -> ImportedMessage:
    if not isinstance(item, dict) or item.get("role") not in list(Role):
        raise BadRecord(Reason.DAMAGED)
    if item.get("status", MessageStatus.COMPLETE) not in list(MessageStatus):
        raise BadRecord(Reason.DAMAGED)
    files = item.get("attachments", [])
    if not isinstance(files, list) or not all(isinstance(file, dict) for file in files):
        raise BadRecord(Reason.DAMAGED)
    return ImportedMessage(
        role=Role(item["role"]),
        text=text_of(item.get("text")),
        created_at=seconds_of(item.get("created_at")),
        id=_whole(item.get("id")),
        parent_id=_whole(item.get("parent_id")),
        columns=_columns(item, _OF_THE_MESSAGE | {"attachments"}),
        files=tuple(_columns(file, set()) for file in files),
    )


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and abs(value) < _MAX_INTEGER else None


def _columns(record: Mapping[str, object], left_out: set[str]) -> dict[str, Value]:
    return {name: _read(value) for name, value in record.items() if name not in left_out}


def _written(value: Value) -> object:
    if isinstance(value, bytes):
        return {"base64": base64.b64encode(value).decode("ascii")}
    return value


def _read(value: object) -> Value:
    match value:
        case bool():
            return int(value)
        case int() if abs(value) < _MAX_INTEGER:
            return value
        case float() if math.isfinite(value):
            return value
        case str():
            return text_of(value)
        case None:
            return None
        case {"base64": str(text)}:
            try:
                return base64.b64decode(text, validate=True)
            except binascii.Error:
                raise BadRecord(Reason.DAMAGED) from None
        case _:
            raise BadRecord(Reason.DAMAGED)
