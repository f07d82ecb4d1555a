"""A chat on its way in, whatever program wrote it, and why one could not be read."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from app.whole_text import whole_characters
from engine import Role

Value = str | int | float | bytes | None


class Reason(StrEnum):
    """Why a chat could not be read."""

    NO_JSON = "no json"
    CUT_OFF = "cut off"
    TOO_LARGE = "too large"
    UNKNOWN = "unknown"
    DAMAGED = "damaged"


class BadRecord(Exception):
    """One chat of a file could not be read; the others may be.

    Args:
        reason: what is wrong with it.
    """

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedMessage:
    """One message.

    Args:
        role: who wrote it.
        text: what it says.
        created_at: in unix seconds, or None where it is not known.
        model: what wrote a reply, as its program calls it.
        id, parent_id: its place in a tree of messages, in the numbers of its file; None where
            messages follow each other.
        columns: all else that our own export keeps of a message.
        files: what our own export keeps of its attachments.
    """

    role: Role
    text: str
    created_at: float | None = None
    model: str = ""
    id: int | None = None
    parent_id: int | None = None
    columns: Mapping[str, Value] = field(default_factory=dict)
    files: tuple[Mapping[str, Value], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedChat:
    """One chat.

    Args:
        title: as it was given; empty where it is to be made from the first message.
        messages: parents before their children.
        system_prompt: what the model was told before all else.
        created_at, updated_at: in unix seconds, or None where they are not known.
        is_pinned: whether it was kept at the top.
        folder: the name of its folder, or empty.
        columns: all else that our own export keeps of a chat.
    """

    title: str
    messages: tuple[ImportedMessage, ...]
    system_prompt: str = ""
    created_at: float | None = None
    updated_at: float | None = None
    is_pinned: bool = False
    folder: str = ""
    columns: Mapping[str, Value] = field(default_factory=dict)


def text_of(value: object) -> str:
    """Give a text as it can be kept; empty for anything else."""
    # Half a surrogate pair and zero bytes are legal in JSON and nowhere else.
    return whole_characters(value).replace("\x00", "") if isinstance(value, str) else ""


def seconds_of(value: object, *, unit: float = 1.0) -> float | None:
    """Give a time in unix seconds; None for what is none.

    Args:
        value: a number.
        unit: how many seconds its one is.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        seconds = float(value) * unit
    except OverflowError:
        return None
    # What no calendar holds would end the list of chats in an error each time it is shown.
    return seconds if math.isfinite(seconds) and 0 < seconds < 32_503_680_000 else None
