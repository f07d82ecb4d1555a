"""The rows of the list of chats, as values: what is pinned, folders, then days; or what was found.

A pure function of chats, folders and the clock. Knows no widget.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum, auto

from PySide6.QtCore import QLocale

from app.keeping.places import Folder
from app.keeping.search import MOST_FOUND
from app.language.text import translate
from app.view_types import ConversationSummary, Hit

CONTEXT = "Sidebar"
# More of a title is in the way of painting it, and nobody reads it in a list.
_SHOWN_CHARACTERS = 300


class RowKind(Enum):
    """What a row is."""

    HEADING = auto()
    FOLDER = auto()
    CHAT = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row.

    Args:
        kind: what it is.
        text: what it says, in one line.
        id: of the chat or the folder; 0 for a heading.
        title: a chat's whole title or a folder's whole name, to be edited.
        is_pinned: whether a chat is kept at the top.
        is_folded: whether a folder hides its chats.
        folder_id: the folder a chat lies in, or None.
        is_inside: whether a chat is shown beneath its folder.
        count: how many chats a folder has.
        hit: where a search found a chat, or None.
    """

    kind: RowKind
    text: str
    id: int = 0
    title: str = ""
    is_pinned: bool = False
    is_folded: bool = False
    folder_id: int | None = None
    is_inside: bool = False
    count: int = 0
    hit: Hit | None = None


def listed(
    chats: Sequence[ConversationSummary], folders: Sequence[Folder], *, now: float
) -> list[Row]:
    """Give the rows of all chats: pinned ones, folders, then the others by the day of use."""
    chats = sorted(chats, key=lambda chat: chat.updated_at, reverse=True)
    rows: list[Row] = []
    pinned = [chat for chat in chats if chat.is_pinned]
    if pinned:
        rows.append(_heading(translate(CONTEXT, "Pinned")))
        rows += [_chat(chat) for chat in pinned]
    inside: dict[int, list[ConversationSummary]] = {folder.id: [] for folder in folders}
    outside: list[ConversationSummary] = []
    for chat in chats:
        if not chat.is_pinned:
            place = outside if chat.folder_id is None else inside.get(chat.folder_id, outside)
            place.append(chat)
    if folders:
        rows.append(_heading(translate(CONTEXT, "Folders")))
    for folder in folders:
        rows.append(
            Row(
                kind=RowKind.FOLDER,
                text=_one_line(folder.name),
                id=folder.id,
                title=folder.name,
                is_folded=folder.is_folded,
                count=len(inside[folder.id]),
            )
        )
        if not folder.is_folded:
            rows += [_chat(chat, is_inside=True) for chat in inside[folder.id]]
    group_of = _grouping(date.fromtimestamp(now))
    heading = ""
    for chat in outside:
        group = group_of(date.fromtimestamp(chat.updated_at))
        if group != heading:
            heading = group
            rows.append(_heading(group))
        rows.append(_chat(chat))
    return rows


def found(chats: Sequence[ConversationSummary]) -> list[Row]:
    """Give the rows of what a search found, in its order."""
    rows: list[Row] = []
    in_titles = [chat for chat in chats if chat.hit is None or chat.hit.is_in_title]
    in_messages = [chat for chat in chats if chat.hit is not None and not chat.hit.is_in_title]
    if in_titles:
        rows.append(_heading(translate(CONTEXT, "In titles")))
        rows += [_chat(chat) for chat in in_titles]
    if in_messages:
        rows.append(_heading(translate(CONTEXT, "In messages")))
        rows += [_chat(chat) for chat in in_messages]
    if len(chats) >= MOST_FOUND:
        text = translate(CONTEXT, "Only the newest {number} are shown")
        rows.append(_heading(text.format(number=MOST_FOUND)))
    return rows


def _heading(text: str) -> Row:
    return Row(kind=RowKind.HEADING, text=text)


def _chat(chat: ConversationSummary, *, is_inside: bool = False) -> Row:
    return Row(
        kind=RowKind.CHAT,
        text=_one_line(chat.title) or translate(CONTEXT, "Untitled"),
        id=chat.id,
        title=chat.title,
        is_pinned=chat.is_pinned,
        folder_id=chat.folder_id,
        is_inside=is_inside,
        hit=chat.hit,
    )


def _one_line(text: str) -> str:
    return " ".join(text[: 4 * _SHOWN_CHARACTERS].split())[:_SHOWN_CHARACTERS]


def _grouping(today: date) -> Callable[[date], str]:
    words = {
        "today": translate(CONTEXT, "Today"),
        "yesterday": translate(CONTEXT, "Yesterday"),
        "week": translate(CONTEXT, "Last 7 days"),
        "month": translate(CONTEXT, "Last 30 days"),
    }
    locale = QLocale()

    def group_of(day: date) -> str:
        if day >= today:
            return words["today"]
        if day == today - timedelta(days=1):
            return words["yesterday"]
        if day > today - timedelta(days=7):
            return words["week"]
        if day > today - timedelta(days=30):
            return words["month"]
        if day.year == today.year:
            return locale.standaloneMonthName(day.month)
        return str(day.year)

    return group_of
