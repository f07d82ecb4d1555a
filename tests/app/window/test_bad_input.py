"""Replies that nobody means to write: endless, deep, broken, unseen. What is done for them is
counted; a renderer without bounds would read or build them whole in one turn of the event loop."""

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from pytestqt.qtbot import QtBot

from app.transcript.boxes import CodeBox
from app.transcript.markdown import MAX_COLUMNS, read_block
from app.transcript.messages import Reply
from app.transcript.page_scroll import SLICE_CHARS
from app.transcript.pieces import Code, Prose, Table
from app.transcript.splitting import CODE_LIMIT, CODE_LINE_LIMIT, LIST_LIMIT, BlockSplitter
from app.transcript.view import TranscriptView
from app.view_types import MessageStatus, MessageView
from tests.app.window.conftest import REPLY_ID, question, reply

LINE = "word " * 200_000
"""A megabyte."""
LARGEST = max(CODE_LIMIT, LIST_LIMIT) + CODE_LINE_LIMIT + 1000
DEEP = 10_000
NASTY = {
    "a line of a megabyte": LINE,
    "a word of a megabyte": "x" * 1_000_000,
    "a line of code of a megabyte": "```\n" + "x" * 1_000_000,
    "code of a megabyte": "```py\n" + "x = 1\n" * 160_000,
    "quotes": ">" * DEEP + " deep",
    "lists in a line": "- " * DEEP + "deep",
    "numbers in a line": "1. " * DEEP + "deep",
    "lists": "\n".join(" " * (2 * depth) + "- a" for depth in range(500)),
    "brackets": "[" * DEEP + "a" + "]" * DEEP,
    "images": "![" * DEEP + "a" + "](b)" * DEEP,
    "emphasis": "*a **b " * DEEP,
    "strikes": "~~a " * DEEP,
    "ticks": "".join("`" * length + " " for length in range(1, 140)),
    "fences": "```\n~~~\n" * DEEP,
    "an unclosed fence": "Text\n\n````py\nx = 1\n```\n",
    "dollars": "$" * DEEP + "a $b " * DEEP,
    "brackets of formulas": "\\(" * DEEP,
    "an unclosed formula": "$$\n" + "x_1 + \n" * DEEP,
    "formulas": "".join(f"$a_{{{n}}}$ " for n in range(5000)),
    "entities": "&amp;" * DEEP,
    "angles": "<a " * DEEP,
    "escapes": "\\" * DEEP,
    "addresses": "https://a.b " * DEEP,
    "half addresses": "http://" * DEEP,
    "underlines": "a\n=\n" * DEEP,
    "blank lines": "\n" * 100_000,
    "carriage returns": "a\r\n" * DEEP,
    "nulls": "\0a" * DEEP,
    "zero width": "\u200b\u200d\ufeff\u2060" * DEEP,
    "turned round": "\u202e\u2066\u2067\u200f" * DEEP + "abc" + "\u2069\u202c" * DEEP,
    "marks on a letter": "e" + "\u0301" * DEEP,
    "line separators": "a\u2028b\u2029c" * DEEP,
    "half a pair": "\ud83d and \ude00",
    "signs for objects": "\ufffc" * DEEP,
    "cells": "|a|b|c|d|e|\n|-|-|-|-|-|\n" + "|1|2|3|4|5|\n" * 2000,
    "columns": "|".join("a" * DEEP) + "\n" + "|".join("-" * DEEP) + "\n",
}


def only_reply(view: TranscriptView) -> Reply:
    last = view.body.messages[-1]
    assert isinstance(last, Reply)
    return last


def whole(text: str) -> MessageView:
    return reply(REPLY_ID, text, MessageStatus.COMPLETE)


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY.keys())
def test_opened(transcript: TranscriptView, text: str) -> None:
    """It opens with a screenful, and each turn of the loop reads a bounded piece more."""
    work = transcript.work
    transcript.set_messages([question(1, "Q"), whole(text)])
    assert work.num_parsed_chars <= 5 * LARGEST
    for _ in range(6):
        if not transcript.page.is_busy:
            break
        before = work.num_parsed_chars
        QCoreApplication.processEvents()
        assert work.num_parsed_chars - before <= SLICE_CHARS + LARGEST
    transcript.page.bar.setValue(0)
    QCoreApplication.processEvents()


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY.keys())
def test_written(transcript: TranscriptView, text: str) -> None:
    """In one event or in many, an event reads no more than the block it falls into."""
    work = transcript.work
    transcript.set_messages([question(1, "Q")])
    transcript.append(reply())
    sizes = [7] * 12 + [len(text)]
    at = 0
    for size in sizes:
        before = work.num_parsed_chars + work.num_live_chars
        transcript.append_delta(REPLY_ID, text[at : at + size], ())
        at += size
        assert work.num_parsed_chars + work.num_live_chars - before <= 5 * LARGEST
    QCoreApplication.processEvents()
    transcript.finish(whole(text))
    assert only_reply(transcript).text == text


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY.keys())
def test_no_block_is_large(text: str) -> None:
    """Whatever it is, it is cut into pieces that are cheap to read, and nothing is lost."""
    splitter = BlockSplitter()
    blocks = [*splitter.feed(text), *splitter.finish()]
    assert max((len(block.text) for block in blocks), default=0) <= LARGEST
    kept = "".join(block.text for block in blocks)
    assert "".join(kept.split()) == "".join(text.split())


def test_a_long_table_is_one_table(transcript: TranscriptView, qtbot: QtBot) -> None:
    """Ten thousand cells come in boxes of a few dozen rows, with the same columns and one head."""
    rows = "".join(f"| {n} | {'word ' * (n % 7)}| {n * n} |\n" for n in range(400))
    transcript.set_messages([whole("| n | words | square |\n|--:|---|---|\n" + rows)])
    bar = transcript.page.bar
    while bar.value() > 0:
        bar.setValue(bar.value() - 400)
        qtbot.waitUntil(lambda: not transcript.page.is_busy)
    parts = only_reply(transcript).blocks_column.parts
    tables = [part.piece for part in parts if isinstance(part.piece, Table)]
    assert len(tables) == len(parts) > 2
    assert [table.is_rest for table in tables] == [False] + [True] * (len(tables) - 1)
    assert sum(len(table.rows) for table in tables) == 401
    widths = {block.document.size().width() for block in only_reply(transcript).blocks}
    assert len(widths) == 1


def test_long_code_is_copied_whole(transcript: TranscriptView, qtbot: QtBot) -> None:
    """However many boxes it takes, the first one has the head, and copies all of it."""
    code = "".join(f"x{n} = {n}\n" for n in range(4000)) + "y" * 30_000
    transcript.set_messages([whole(f"```py\n{code}\n```\n\nEnd")])
    transcript.page.bar.setValue(0)
    qtbot.waitUntil(lambda: not transcript.page.is_busy)
    boxes = transcript.findChildren(CodeBox)
    first = min(boxes, key=lambda box: box.y())
    assert first.whole is not None
    assert first.whole() == code
    assert first.copy.isVisibleTo(first)
    assert not any(box.copy.isVisibleTo(box) for box in boxes if box is not first)


def test_long_code_while_it_grows(transcript: TranscriptView) -> None:
    """It goes on in a box below, so that the cost of a token does not grow with it."""
    transcript.set_messages([question(1, "Q")])
    transcript.append(reply())
    code = "".join(f"x{n} = {n}\n" for n in range(3000))
    text = f"```py\n{code}```\n"
    for at in range(0, len(text), 50):
        transcript.append_delta(REPLY_ID, text[at : at + 50], ())
    boxes = [part.widget for part in only_reply(transcript).blocks_column.parts]
    assert len(boxes) > 2
    assert all(isinstance(box, CodeBox) and len(box.code) <= CODE_LIMIT + 20 for box in boxes)
    assert isinstance(boxes[0], CodeBox)
    assert boxes[0].whole is not None
    assert boxes[0].whole() == code.rstrip("\n")


def test_a_table_of_too_many_columns_stays_text() -> None:
    """Its source is shown as code, whole."""
    cells = "|".join("a" * (MAX_COLUMNS + 1))
    (piece,) = read_block(f"{cells}\n{'|'.join('-' * (MAX_COLUMNS + 1))}\n{cells}\n")
    assert isinstance(piece, Code)
    assert piece.text.count("\n") == 2


def test_text_that_runs_to_the_left(transcript: TranscriptView, qtbot: QtBot) -> None:
    """Each paragraph as its own first letter says; code never."""
    transcript.set_messages([whole("שלום עולם\n\nHello\n\n- 1 פריט\n\n```\nשלום\n```\n")])
    qtbot.waitUntil(lambda: not transcript.page.is_busy)
    directions = [
        block.document.firstBlock().textDirection() for block in only_reply(transcript).blocks
    ]
    left, right = Qt.LayoutDirection.RightToLeft, Qt.LayoutDirection.LeftToRight
    assert directions == [left, right, left, right]


def test_tasks() -> None:
    """An item may begin with a box, and shows no HTML for it."""
    (piece,) = read_block("- [ ] open **x**\n- [x] done\n- [y] neither\n")
    assert isinstance(piece, Prose)
    assert [paragraph.marker for paragraph in piece.paragraphs] == ["[ ]", "[x]", "•"]
    assert "".join(run.text for run in piece.paragraphs[0].runs) == "open x"
