"""Turns a piece of markdown into the widget that shows it.

Long code is shown at once in one colour and coloured in steps, so that no single step holds up
the window.
"""

from collections.abc import Iterator

from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.theme import Look
from app.transcript.boxes import CodeBox, RuleLine, SidewaysBox
from app.transcript.code_colours import MAX_AT_ONCE
from app.transcript.documents import (
    colour_code,
    fill_code,
    fill_prose,
    fill_table,
    new_document,
)
from app.transcript.offsets import Utf16Index
from app.transcript.parts import Part
from app.transcript.pieces import Code, Piece, Prose, Rule, Table
from app.transcript.text_block import TextBlock

Chore = Iterator[None]
"""Work that can wait, done a step at a time."""


def build_part(
    piece: Piece, look: Look, *, index: Utf16Index, start16: int, parent: QWidget
) -> tuple[Part, Chore | None]:
    """Lay a piece out.

    Args:
        piece: what to show.
        look: fonts and colours.
        index: of the block's source.
        start16: where the block begins in the reply, in UTF-16 units.
        parent: the message that holds it.

    Returns:
        The part, and what is left to do for it later.
    """
    match piece:
        case Prose():
            document = new_document(look)
            source = fill_prose(document, piece, look, index=index, start=start16)
            return Part(TextBlock(document, look, parent=parent), source=source), None
        case Code(language=language, depth=depth):
            document = new_document(look, is_code=True, wraps=False)
            source = fill_code(document, piece, look, index=index, start=start16)
            box = CodeBox(document, look, language=language, parent=parent)
            return Part(box, indent=depth, source=source), colour(box.block, piece, look)
        case Table(depth=depth):
            document = new_document(look)
            source = fill_table(document, piece, look, index=index, start=start16)
            table = SidewaysBox(document, look, parent=parent)
            return Part(table, indent=depth, source=source), None
        case Rule():
            return Part(RuleLine(look, parent=parent)), None


def colour(block: TextBlock, code: Code, look: Look) -> Chore | None:
    """Colour code that is laid out: short code at once, long code by the chore that is given."""
    steps = _coloured(block, code, look)
    if len(code.text) > MAX_AT_ONCE:
        return steps
    for _ in steps:
        pass
    return None


def _coloured(block: TextBlock, code: Code, look: Look) -> Chore:
    steps = colour_code(block.document, code, look)
    while isValid(block):
        try:
            next(steps)
        except StopIteration:
            return
        block.update()
        yield
