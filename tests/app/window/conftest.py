"""A look for each test, and replies made of tokens as the engine would send them."""

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.theme import Look
from app.transcript import formulas
from app.transcript.offsets import utf16_length
from app.transcript.view import TranscriptView
from app.view_types import MessageStatus, MessageView, Theme
from engine import Role, TokenInfo, TokenSource, TokenStatus

REPLY_ID = 2


@pytest.fixture(scope="session", autouse=True)
def loaded_formulas() -> None:
    """What sets formulas, imported once, so that no test waits for a thread."""
    formulas.load()


@pytest.fixture
def look(qapp: QApplication) -> Iterator[Look]:
    """The light look."""
    # A new look restyles every widget there is, so those of the last test have to be gone.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    look = Look(qapp, Theme.LIGHT)
    yield look
    look.deleteLater()


@pytest.fixture
def transcript(look: Look, qtbot: QtBot) -> TranscriptView:
    """A transcript on screen, 700 by 500, without messages."""
    view = TranscriptView(look)
    qtbot.addWidget(view)
    view.resize(700, 500)
    view.show()
    return view


def question(id: int, text: str) -> MessageView:
    """What a user wrote."""
    return MessageView(id=id, role=Role.USER, text=text, status=MessageStatus.COMPLETE)


def reply(
    id: int = REPLY_ID, text: str = "", status: MessageStatus = MessageStatus.GENERATING
) -> MessageView:
    """A reply, by default one that has just begun."""
    return MessageView(id=id, role=Role.ASSISTANT, text=text, status=status)


def token(
    text: str,
    start: int,
    *,
    status: TokenStatus = TokenStatus.ACCEPTED,
    source: TokenSource = TokenSource.MODEL,
) -> TokenInfo:
    """A token of this text that begins at a place in UTF-16 units."""
    return TokenInfo(1, start, start + utf16_length(text), source, 0, status, 0.5)


def in_tokens(text: str) -> Iterator[tuple[str, TokenInfo]]:
    """Cut a reply into words with the space before them, in order."""
    start = 0
    for found in re.finditer(r"\s*\S+|\s+\Z", text):
        made = token(found.group(), start)
        yield found.group(), made
        start = made.end


def stream(view: TranscriptView, text: str, *, id: int = REPLY_ID, burst: int = 1) -> None:
    """Let a reply grow by tokens, so many in an event."""
    waiting: list[tuple[str, TokenInfo]] = []
    for piece in in_tokens(text):
        waiting.append(piece)
        if len(waiting) == burst:
            _send(view, id, waiting)
    _send(view, id, waiting)


def _send(view: TranscriptView, id: int, waiting: list[tuple[str, TokenInfo]]) -> None:
    if waiting:
        text = "".join(piece for piece, _ in waiting)
        view.append_delta(id, text, tuple(made for _, made in waiting))
        waiting.clear()
