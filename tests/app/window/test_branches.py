"""Versions beside each other on the page: what stays where it is, and what each message offers."""

from dataclasses import replace

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.attachments.attachment import AttachedFile, FileKind
from app.theme import Look
from app.transcript.messages import Reply
from app.transcript.question import Question
from app.transcript.switcher import Switcher
from app.transcript.view import TranscriptView
from app.view_types import MessageStatus, MessageView
from engine import FinishReason
from tests.app.window.acts import click
from tests.app.window.conftest import in_tokens, question, reply

LONG = "A paragraph of some length, so that it takes more than one line on the page.\n\n" * 12


def whole(id: int, text: str, *, siblings: tuple[int, ...] = ()) -> MessageView:
    """Give a reply that is over."""
    view = reply(id, text, MessageStatus.COMPLETE)
    return replace(view, siblings=siblings, reason=FinishReason.END)


def test_the_switcher_stays_under_the_mouse(transcript: TranscriptView) -> None:
    """Versions of other lengths end at the same height, whatever stands before and after them."""
    before = [question(1, LONG), whole(2, LONG), question(3, "Why?")]
    after = [question(8, LONG), whole(9, LONG)]
    transcript.set_messages([*before, whole(4, LONG, siblings=(4, 5)), *after])
    transcript.page.bar.setValue(transcript.page.bar.maximum() // 2)
    old = transcript.body.messages[3]
    assert isinstance(old, Reply)
    at = old.footer.mapTo(transcript, QPoint(0, 0)).y()
    transcript.show_branch([*before, whole(5, "Short.", siblings=(4, 5)), *after], 5)
    new = transcript.body.messages[3]
    assert isinstance(new, Reply)
    assert new.words == "Short."
    assert new.footer.mapTo(transcript, QPoint(0, 0)).y() == at
    assert [entry.id for entry in transcript.body.messages] == [1, 2, 3, 5, 8, 9]
    assert transcript.body.messages[2].words == "Why?"


def test_another_chat_s_path_is_shown_from_its_end(transcript: TranscriptView) -> None:
    """A message that is not there, as after all were deleted."""
    transcript.set_messages([question(1, "one"), whole(2, "two")])
    transcript.show_branch([], 0)
    assert transcript.is_empty


def test_arrows_name_their_neighbours(look: Look, qtbot: QtBot) -> None:
    """The ends have only one way to go."""
    switcher = Switcher(look)
    qtbot.addWidget(switcher)
    picked: list[int] = []
    switcher.picked.connect(picked.append)
    switcher.set_siblings((3, 7, 9), 3)
    switcher.show()
    assert not switcher.back.isEnabled()
    click(switcher.on)
    switcher.set_siblings((3, 7, 9), 9)
    assert not switcher.on.isEnabled()
    click(switcher.back)
    assert picked == [7, 7]
    assert switcher.place.accessibleName() == "Version 3 of 3"
    switcher.set_siblings((), 9)
    assert switcher.isHidden()


def test_only_a_cut_reply_at_the_end_can_go_on(transcript: TranscriptView) -> None:
    """A whole one has said all, one in the middle has an answer already, an empty one nothing."""
    text = "Once upon"
    tokens = tuple(made for _, made in in_tokens(text))
    cut = replace(whole(2, text), tokens=tokens, reason=FinishReason.MAX_TOKENS)
    for view, has_more, is_offered in [
        (cut, False, True),
        (cut, True, False),
        (replace(cut, reason=FinishReason.END), False, False),
        (replace(cut, reason=None, status=MessageStatus.INTERRUPTED), False, True),
        (replace(cut, tokens=(), text="", status=MessageStatus.STOPPED), False, False),
    ]:
        more = [question(3, "and?"), whole(4, "no")] if has_more else []
        transcript.set_messages([question(1, "one"), view, *more])
        transcript.page.build_near()
        message = transcript.body.messages[1]
        assert isinstance(message, Reply)
        assert message.footer.go_on.isHidden() is not is_offered


def test_a_question_shows_its_files_and_every_button_has_a_name(transcript: TranscriptView) -> None:
    """A message of files alone has no empty bubble."""
    file = AttachedFile(
        id=1, name="a.pdf", kind=FileKind.PDF, size_bytes=2_000, num_pages=3, num_chars=9
    )
    transcript.set_messages([replace(question(1, ""), files=(file,) * 5, siblings=(1, 2))])
    message = transcript.body.messages[0]
    assert isinstance(message, Question)
    assert message.blocks == []
    assert len(message.chips) == 5
    assert all(chip.geometry().right() < message.width() for chip in message.chips)
    message.show()
    named = [child for child in message.findChildren(QWidget) if child.focusPolicy().value]
    assert all(child.accessibleName() for child in named)
    opened: list[object] = []
    transcript.file_opened.connect(opened.append)
    click(message.chips[0])
    assert opened == [file]
