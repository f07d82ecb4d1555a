"""A long message costs what is seen of it, and no turn of the event loop does more than a bit."""

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from app.theme import Look
from app.transcript.boxes import CodeBox
from app.transcript.messages import Reply
from app.transcript.page_scroll import MAX_BUILT, SLICE_CHARS
from app.transcript.question import Question
from app.transcript.splitting import HARD_LIMIT
from app.transcript.view import TranscriptView
from app.view_types import MessageStatus, MessageView, Theme
from tests.app.window.conftest import REPLY_ID, question, reply
from tests.app.window.test_streaming import long_answer

NUM_CHARS = 60_000
# What a screen of 500 pixels can hold of the densest text, and then some.
SCREENFUL_CHARS = 6_000


def whole(text: str, id: int = REPLY_ID) -> MessageView:
    return reply(id, text, MessageStatus.COMPLETE)


def only_reply(view: TranscriptView) -> Reply:
    last = view.body.messages[-1]
    assert isinstance(last, Reply)
    return last


def num_waiting(view: TranscriptView) -> int:
    return sum(part.widget is None for part in only_reply(view).blocks_column.parts)


def settle(view: TranscriptView) -> int:
    """Let the event loop turn until nothing waits; give the most markdown read in a turn."""
    most = 0
    while view.page.is_busy:
        before = view.work.num_parsed_chars
        QCoreApplication.processEvents()
        most = max(most, view.work.num_parsed_chars - before)
    return most


def test_opening_a_long_message(transcript: TranscriptView) -> None:
    """The first screenful is read at once, the rest in small bits; reading all of it at once
    would be ten times the first bound and seven times the second."""
    work = transcript.work
    transcript.set_messages([question(1, "Q"), whole(long_answer(NUM_CHARS))])
    assert 0 < work.num_parsed_chars <= SCREENFUL_CHARS
    assert num_waiting(transcript) > 500
    assert settle(transcript) <= SLICE_CHARS + HARD_LIMIT
    assert work.num_slices > 3


def test_what_is_scrolled_to_is_there(transcript: TranscriptView) -> None:
    """Wherever one goes, nothing on screen waits, and each block is read once."""
    answer = long_answer(NUM_CHARS)
    transcript.set_messages([whole(answer)])
    bar = transcript.page.bar
    page = transcript.area.viewport().height()
    for tenth in range(10, -1, -1):
        bar.setValue(bar.maximum() * tenth // 10)
        assert transcript.body.waiting_within(bar.value(), bar.value() + page) is None
        settle(transcript)
    assert transcript.work.num_parsed_chars <= len(answer)


def test_what_is_read_stays_where_it_is(transcript: TranscriptView, qtbot: QtBot) -> None:
    """While what is above is built, with heights that were guessed wrong."""
    transcript.set_messages([whole(long_answer(NUM_CHARS))])
    settle(transcript)
    bar = transcript.page.bar
    bar.setValue(bar.maximum() // 2)
    column = only_reply(transcript).blocks_column.column
    part = column.parts[column.index_at(bar.value() + 200)]
    seen = part.y - bar.value()
    settle(transcript)
    assert part.y - bar.value() == seen


def test_new_colours_cost_a_screenful(transcript: TranscriptView, look: Look) -> None:
    """And the page stays where it was; building all anew would read sixty thousand characters."""
    transcript.set_messages([whole(long_answer(NUM_CHARS))])
    settle(transcript)
    transcript.page.bar.setValue(transcript.page.bar.maximum() - 3000)
    settle(transcript)
    value, read = transcript.page.bar.value(), transcript.work.num_parsed_chars
    cut = only_reply(transcript).blocks_column.cut
    look.set_mode(Theme.DARK)
    assert transcript.page.bar.value() == value
    assert only_reply(transcript).blocks_column.cut is cut
    assert transcript.work.num_parsed_chars - read <= SCREENFUL_CHARS


def test_another_width_lays_out_a_screenful(transcript: TranscriptView) -> None:
    """A streamed reply has all its widgets; those out of sight are laid out when they are near."""
    transcript.set_messages([question(1, "Q")])
    transcript.append(reply())
    answer = long_answer(NUM_CHARS)
    for at in range(0, len(answer), 500):
        transcript.append_delta(REPLY_ID, answer[at : at + 500], ())
    transcript.finish(whole(answer))
    num_parts = len(only_reply(transcript).blocks_column.parts)
    placed = transcript.work.num_placed
    transcript.resize(500, 500)
    QCoreApplication.processEvents()
    assert transcript.work.num_placed - placed < num_parts / 4
    assert transcript.page.bar.value() == transcript.page.bar.maximum()


@pytest.mark.parametrize("num_lines", [20, 400])
def test_code_is_coloured_in_the_end(
    transcript: TranscriptView, qtbot: QtBot, num_lines: int
) -> None:
    """Short code at once, long code a step at a time; its last line like its first."""
    transcript.set_messages([whole("```python\n" + "def f(x): return 1\n" * num_lines + "```\n")])
    box = transcript.findChild(CodeBox)
    assert isinstance(box, CodeBox)
    if num_lines > 100:
        assert color_of_last_line(box) != transcript._look.palette.code_keyword
    settle(transcript)
    assert color_of_last_line(box) == transcript._look.palette.code_keyword


def color_of_last_line(box: CodeBox) -> str:
    line = box.block.document.lastBlock()
    return line.begin().fragment().charFormat().foreground().color().name()


def test_a_chat_that_grows_lets_go_of_its_beginning(transcript: TranscriptView) -> None:
    """A day's chat costs what is near the screen, even if nobody ever scrolls; the page stays."""
    for number in range(MAX_BUILT):
        transcript.append(question(2 * number, "What happened then?"))
        transcript.append(whole("This and that.", 2 * number + 1))
        settle(transcript)
    assert transcript.body.num_built <= MAX_BUILT + 1
    assert len(transcript.body.messages) == 2 * MAX_BUILT
    assert not transcript.page.is_away
    transcript.page.bar.setValue(0)
    settle(transcript)
    assert transcript.body.messages[0].words == "What happened then?"
    assert isinstance(transcript.body.messages[0], Question)
