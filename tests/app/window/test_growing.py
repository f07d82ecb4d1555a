"""The block that is still written: shown as it will be, and never a mark that may yet vanish."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.transcript.boxes import SidewaysBox
from app.transcript.folded import FIRST_LINES
from app.transcript.holding import shown_of
from app.transcript.link_prompt import LinkPrompt, ask_to_open
from app.transcript.messages import Reply
from app.transcript.pieces import Table
from app.transcript.text_block import TextBlock
from app.transcript.view import TranscriptView
from app.view_types import MessageStatus
from tests.app.window.conftest import REPLY_ID, question, reply, stream


def only_reply(view: TranscriptView) -> Reply:
    last = view.body.messages[-1]
    assert isinstance(last, Reply)
    return last


def begin(view: TranscriptView) -> Reply:
    view.set_messages([question(1, "Q")])
    view.append(reply())
    return only_reply(view)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("some **bo", "some **bo**"),
        ("some **", "some "),
        ("a `co", "a `co`"),
        ("done **bold** and", "done **bold** and"),
        ("text\n-", "text"),
        ("text\n---", "text"),
        ("1.", ""),
        ("- [", ""),
        ("- item **one", "- item **one**"),
        ("- **one**\n- tw", "- **one**\n- tw"),
        ("| a | b |", ""),
        ("| a | b |\n|--", ""),
        ("| a | b |\n|---|---|\n| 1", "| a | b |\n|---|---|\n| 1"),
        ("see [words](https://exa", "see "),
        ("see [words](https://example.org) now", "see [words](https://example.org) now"),
        ("text\n```py", "text"),
        ("costs 3 *", "costs 3 "),
    ],
)
def test_what_is_shown(text: str, shown: str) -> None:
    """Open emphasis is closed; what may begin something else waits until that is clear."""
    assert shown_of(text, is_table="--|\n" in text) == shown


def test_emphasis_at_once(transcript: TranscriptView) -> None:
    """Words are bold while they are written, and the widget stays the same."""
    message = begin(transcript)
    stream(transcript, "Some **bold words")
    (block,) = message.blocks
    assert block.document.toPlainText() == "Some bold words"
    stream(transcript, " here** end")
    assert message.blocks == [block]
    assert block.document.toPlainText() == "Some bold words here end"
    fragment = block.document.firstBlock().begin()
    fragment += 1
    assert fragment.fragment().charFormat().fontWeight() >= QFont.Weight.DemiBold.value


def test_a_table_grows_by_rows(transcript: TranscriptView) -> None:
    """It is a table from its first row on."""
    message = begin(transcript)
    stream(transcript, "| a | b |\n|---|---|\n| 1 | 2 |\n| 3")
    (part,) = message.blocks_column.parts
    assert isinstance(part.widget, SidewaysBox)
    assert isinstance(part.piece, Table)
    assert len(part.piece.rows) == 3


def test_a_growing_block_costs_what_it_holds(transcript: TranscriptView) -> None:
    """However long the reply is, a token reads the open block, and nothing that ended."""
    message = begin(transcript)
    for number in range(50):
        stream(transcript, f"Paragraph {number} with a few words.\n\n")
    before = transcript.work.num_live_chars
    transcript.append_delta(REPLY_ID, "The next", ())
    assert transcript.work.num_live_chars - before == len("The next")
    assert len(message.blocks_column.parts) == 51


def test_a_long_paragraph_is_read_when_there_is_time(transcript: TranscriptView) -> None:
    """Many events, one reading; nothing is missing after the loop has turned."""
    message = begin(transcript)
    stream(transcript, "word " * 350)
    before = transcript.work.num_live_chars
    for number in range(40):
        transcript.append_delta(REPLY_ID, f" {number}", ())
    assert transcript.work.num_live_chars == before
    QCoreApplication.processEvents()
    (block,) = message.blocks
    assert block.document.toPlainText().endswith(" 38 39")


def test_what_is_marked_may_go(transcript: TranscriptView) -> None:
    """A selection in the open block outlives its widget without harm."""
    message = begin(transcript)
    stream(transcript, "Some words")
    transcript.body.select_all()
    stream(transcript, "\n\n# Head\n\n| a |\n|---|\n| b |\n\nmore")
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    transcript.body.selection.clear()
    assert transcript.body.selection.text() == ""
    assert len(message.blocks) == 4


def test_a_selection_runs_over_all_blocks(transcript: TranscriptView, qtbot: QtBot) -> None:
    """From the first word to the last, with an empty line between blocks and markers as written."""
    text = "One **two**\n\n```py\nx = 1\n\ny = 2\n```\n\n- [x] done\n\n$a$ end"
    transcript.set_messages([reply(text=text, status=MessageStatus.COMPLETE)])
    qtbot.waitUntil(lambda: not transcript.page.is_busy)
    blocks = only_reply(transcript).blocks
    transcript.body.selection.begin(blocks, blocks[0], 0)
    transcript.body.selection.extend(blocks[-1], blocks[-1].length)
    assert transcript.body.selection.text() == (
        "One two\n\nx = 1\n\ny = 2\n\n- [x] done\n\n$a$ end"
    )


def test_blocks_are_walked_and_read(transcript: TranscriptView, qtbot: QtBot) -> None:
    """Each finished block is one text with a name, in the order it is read."""
    text = "# Head\n\nWords $x$.\n\n| a |\n|---|\n| b |\n\nEnd"
    transcript.set_messages([reply(text=text, status=MessageStatus.COMPLETE)])
    qtbot.waitUntil(lambda: not transcript.page.is_busy)
    names = [block.accessibleName() for block in only_reply(transcript).blocks]
    assert [name.strip() for name in names] == ["Head", "Words $x$.", "a\nb", "End"]


def test_documents_fetch_nothing(transcript: TranscriptView) -> None:
    """Whatever address stands in a reply, no resource is loaded for it."""
    transcript.set_messages(
        [reply(text="![x](https://example.org/x.png)", status=MessageStatus.COMPLETE)]
    )
    (block,) = only_reply(transcript).blocks
    assert block.document.toPlainText() == "x (https://example.org/x.png)"
    assert block.document.resource(2, "https://example.org/x.png") is None


@pytest.mark.parametrize("address", ["file:///etc/passwd", "javascript:alert(1)", "ftp://a", ""])
def test_other_addresses_are_ignored(transcript: TranscriptView, address: str) -> None:
    """Only what a browser or a mail program takes is asked about."""
    assert ask_to_open(address, parent=transcript) is None


def test_an_address_is_shown_as_it_is(transcript: TranscriptView, qtbot: QtBot) -> None:
    """The site alone and without letters that look like others; Cancel opens nothing."""
    prompt = ask_to_open("https://good.org@ex\u0430mple.org/a\u202eb", parent=transcript)
    assert isinstance(prompt, LinkPrompt)
    assert prompt.site.text() == "xn--exmple-4nf.org"
    assert prompt.address == "https://good.org@xn--exmple-4nf.org/a%E2%80%AEb"
    with qtbot.waitSignal(prompt.rejected):
        prompt.reject()


def test_a_long_question_is_folded(transcript: TranscriptView) -> None:
    """Its beginning is laid out, the rest with presses; what is copied of it is all of it."""
    text = "\n".join(f"line {number}" for number in range(3000))
    transcript.set_messages([question(1, text)])
    asked = transcript.body.messages[0]
    block = transcript.findChild(TextBlock)
    assert isinstance(block, TextBlock)
    assert block.document.blockCount() == FIRST_LINES
    height = transcript.body.height()
    more = next(
        button
        for button in transcript.body.findChildren(QPushButton)
        if "more" in button.text() and button.isVisibleTo(transcript.body)
    )
    more.click()
    assert block.document.blockCount() > 1000
    assert transcript.body.height() > height
    assert asked.words == text
