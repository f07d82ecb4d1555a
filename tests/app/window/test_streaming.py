"""A reply that grows: what is done for a token, what is shown, and where the tint falls."""

import random

import pytest
from pytestqt.qtbot import QtBot

from app.transcript.boxes import CodeBox, RuleLine, SidewaysBox
from app.transcript.messages import Reply
from app.transcript.text_block import TextBlock
from app.transcript.tint import TintKind
from app.transcript.view import TranscriptView
from app.view_types import MessageStatus
from engine import TokenInfo, TokenSource, TokenStatus
from tests.app.window.conftest import REPLY_ID, question, reply, stream, token

PARTS = (
    "A paragraph with **bold** words, `code` and $x_1 + y_1$ in it, long enough to wrap once.\n\n",
    "## A heading\n\n",
    "- item one\n- item **two**\n  - nested\n\n",
    "| a | b |\n|---|---|\n| one | two |\n| three | four |\n\n",
    "```python\ndef f(x):\n    return x + 1  # comment\n\nprint(f(2))\n```\n\n",
    "> a quote\n> over two lines\n\n",
    "1. first\n2. second\n\n",
)


def long_answer(num_chars: int) -> str:
    """Tables, code and formulas in seeded order, at least so long."""
    chance = random.Random(0)
    answer = ""
    while len(answer) < num_chars:
        answer += chance.choice(PARTS)
    return answer


def only_reply(view: TranscriptView) -> Reply:
    last = view.body.messages[-1]
    assert isinstance(last, Reply)
    return last


def begin(view: TranscriptView) -> Reply:
    view.set_messages([question(1, "Write something long.")])
    view.append(reply())
    return only_reply(view)


@pytest.mark.parametrize("burst", [1, 8])
def test_a_token_costs_the_same_however_long_the_answer_is(
    transcript: TranscriptView, burst: int
) -> None:
    """Case 24, counted: each character is parsed once and inserted at most once more, and an
    event places a bounded number of widgets; a renderer that starts over would parse millions."""
    begin(transcript)
    answer = long_answer(60_000)
    work = transcript.work
    most_placed = 0
    for at in range(0, len(answer), 12 * burst):
        piece = answer[at : at + 12 * burst]
        placed = work.num_placed
        transcript.append_delta(REPLY_ID, piece, (token(piece, at),))
        most_placed = max(most_placed, work.num_placed - placed)
    transcript.finish(reply(text=answer, status=MessageStatus.COMPLETE))
    assert work.num_parsed_chars <= len(answer)
    assert work.num_inserted_chars <= len(answer)
    assert work.num_rendered <= answer.count("\n")
    assert most_placed <= 4 + 3 * burst
    assert len(only_reply(transcript).blocks_column.parts) > 300


def test_a_finished_block_is_left_alone(transcript: TranscriptView) -> None:
    """The widgets of finished blocks are the same objects after all that follows."""
    message = begin(transcript)
    stream(transcript, "One.\n\n```py\nx = 1\n```\n\nTwo")
    first = [part.widget for part in message.blocks_column.parts]
    heights = [part.height for part in message.blocks_column.parts[:2]]
    transcript.append_delta(REPLY_ID, " and more of it.\n\nThree", ())
    assert [part.widget for part in message.blocks_column.parts][:2] == first[:2]
    assert [part.height for part in message.blocks_column.parts[:2]] == heights


def test_blocks_become_the_right_widgets(transcript: TranscriptView) -> None:
    """Prose, code, table and rule each have their own kind of widget."""
    message = begin(transcript)
    stream(transcript, "Text\n\n```py\nx\n```\n| a |\n|---|\n| b |\n\n---\n")
    transcript.finish(reply(text=message.text, status=MessageStatus.COMPLETE))
    kinds = [type(part.widget) for part in message.blocks_column.parts]
    assert kinds == [TextBlock, CodeBox, SidewaysBox, RuleLine]


def test_code_shows_as_code_while_it_grows(transcript: TranscriptView) -> None:
    """The fence is never shown, nor the backticks that may close it, and the widget stays."""
    message = begin(transcript)
    transcript.append_delta(REPLY_ID, "``", ())
    assert message.blocks == []
    transcript.append_delta(REPLY_ID, "`python\nx = 1\n``", ())
    (part,) = message.blocks_column.parts
    assert isinstance(part.widget, CodeBox)
    assert part.widget.language == "python"
    assert part.widget.code == "x = 1"
    transcript.append_delta(REPLY_ID, "`\n", ())
    assert message.blocks_column.parts == [part]
    assert part.widget.code == "x = 1"


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50])
def test_what_is_shown_in_the_end_does_not_depend_on_the_pieces(
    transcript: TranscriptView, qtbot: QtBot, size: int
) -> None:
    """Streamed in pieces of any size, a reply reads as one that was loaded whole."""
    answer = "".join(PARTS) + "The end 🎉"
    message = begin(transcript)
    for at in range(0, len(answer), size):
        transcript.append_delta(REPLY_ID, answer[at : at + size], ())
    transcript.finish(reply(text=answer, status=MessageStatus.COMPLETE))
    streamed = [block.document.toPlainText() for block in message.blocks]
    transcript.set_messages([reply(text=answer, status=MessageStatus.COMPLETE)])
    qtbot.waitUntil(lambda: not transcript.page.is_busy)
    whole = [block.document.toPlainText() for block in only_reply(transcript).blocks]
    assert streamed == whole


def tinted(block: TextBlock) -> list[tuple[str, TintKind]]:
    units = block.document.toRawText().encode("utf-16-le")
    return [
        (units[2 * tint.start : 2 * tint.end].decode("utf-16-le"), tint.kind)
        for tint in block.tints
    ]


def tokens(*parts: tuple[str, TokenStatus, TokenSource]) -> tuple[TokenInfo, ...]:
    made = []
    start = 0
    for text, status, source in parts:
        made.append(token(text, start, status=status, source=source))
        start = made[-1].end
    return tuple(made)


ACCEPTED, RECOVERED, PLAIN = TokenStatus.ACCEPTED, TokenStatus.RECOVERED, TokenStatus.PLAIN
MODEL, NGRAM, TARGET = TokenSource.MODEL, TokenSource.NGRAM, TokenSource.TARGET
MIXED = (
    ("Plain 🎉", PLAIN, TARGET),
    (" drafted", ACCEPTED, MODEL),
    (" **bo", ACCEPTED, TokenSource.HEAD),
    ("ld**", RECOVERED, TARGET),
    (" seen", ACCEPTED, NGRAM),
    (" bonus", TokenStatus.BONUS, TARGET),
)


def test_tint_while_growing_and_after(transcript: TranscriptView) -> None:
    """Source, not place, decides the sign; what is bold in the end keeps the sign it had."""
    message = begin(transcript)
    made = tokens(*MIXED)
    text = "".join(part[0] for part in MIXED)
    for one, (piece, _, _) in zip(made, MIXED, strict=True):
        transcript.append_delta(REPLY_ID, piece, (one,))
    assert tinted(message.blocks[0]) == [
        (" drafted", TintKind.MODEL),
        (" bo", TintKind.HEAD),
        ("ld", TintKind.CORRECTED),
        (" seen", TintKind.NGRAM),
    ]
    transcript.finish(reply(text=text, status=MessageStatus.COMPLETE))
    assert tinted(message.blocks[0]) == [
        (" drafted", TintKind.MODEL),
        (" bo", TintKind.HEAD),
        ("ld", TintKind.CORRECTED),
        (" seen", TintKind.NGRAM),
    ]


def test_tint_over_several_blocks(transcript: TranscriptView) -> None:
    """A token that reaches over blocks is tinted in each; code is mapped line by line."""
    message = begin(transcript)
    parts = (
        ("# Head", ACCEPTED, MODEL),
        ("ing\n\n- it", RECOVERED, TARGET),
        ("em\n```py\nx", ACCEPTED, NGRAM),
        (" = 1\n```\nend", ACCEPTED, MODEL),
    )
    for one, (piece, _, _) in zip(tokens(*parts), parts, strict=True):
        transcript.append_delta(REPLY_ID, piece, (one,))
    heading, item, code, end = message.blocks
    assert tinted(heading) == [("Head", TintKind.MODEL), ("ing", TintKind.CORRECTED)]
    assert tinted(item) == [("it", TintKind.CORRECTED), ("em", TintKind.NGRAM)]
    assert next(text for text, _ in tinted(code)) == "x"
    assert tinted(end) == [("end", TintKind.MODEL)]


def test_tint_of_a_list_item_that_grows(transcript: TranscriptView) -> None:
    """The marker is drawn otherwise than written, and the words after it keep their signs."""
    message = begin(transcript)
    transcript.append_delta(REPLY_ID, "- ", tokens(("- ", PLAIN, TARGET)))
    transcript.append_delta(REPLY_ID, "some", (token("some", 2),))
    transcript.append_delta(REPLY_ID, " words", (token(" words", 6, status=PLAIN),))
    assert message.blocks[0].document.toPlainText() == "•\tsome words"
    assert tinted(message.blocks[0]) == [("some", TintKind.MODEL)]


def test_tint_can_be_switched_off(transcript: TranscriptView) -> None:
    """Off, nothing is painted, in blocks that come later too; nothing is rendered anew."""
    message = begin(transcript)
    stream(transcript, "One two.\n\nThree")
    rendered = transcript.work.num_rendered
    transcript.set_tint_enabled(False)
    stream(transcript, "\n\nFour")
    assert [block.is_tinted for block in message.blocks] == [False] * len(message.blocks)
    assert transcript.work.num_rendered <= rendered + 1


def test_words_ahead_are_shown_and_never_kept(transcript: TranscriptView, qtbot: QtBot) -> None:
    """They stand after the text, go with the next token, and are no part of what is copied."""
    message = begin(transcript)
    stream(transcript, "It walks")
    transcript.set_proposed(REPLY_ID, " both lists\nand")
    (block,) = message.blocks
    assert block.document.toPlainText().endswith(" both lists")
    block.select(0, block.document.characterCount())
    assert block.selected_text() == "It walks"
    transcript.append_delta(REPLY_ID, " on", (token(" on", 8),))
    assert block.document.toPlainText() == "It walks on"
    transcript.set_proposed(REPLY_ID, " ahead")
    transcript.set_proposed_enabled(False)
    assert block.document.toPlainText() == "It walks on"
    transcript.set_proposed(REPLY_ID, " ahead")
    assert block.document.toPlainText() == "It walks on"
