"""Turns a piece of markdown into the widget that shows it.

What takes long is done in steps, so that no single step holds up the window: long code is shown at
once in one colour, and a formula as it was written, until its turn comes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.theme import Look
from app.transcript.boxes import CodeBox, FormulaBox, RuleLine, SidewaysBox
from app.transcript.code_colours import MAX_AT_ONCE
from app.transcript.documents import (
    colour_code,
    fill_code,
    fill_display,
    fill_prose,
    formula_keys,
    new_document,
    runs_to_left,
)
from app.transcript.formulas import FormulaKey, is_known, is_loaded, load_soon, set_in_type
from app.transcript.offsets import SourceMap, Utf16Index
from app.transcript.parts import Part
from app.transcript.pieces import Code, Display, Piece, Prose, Rule, Table
from app.transcript.table_document import fill_table
from app.transcript.text_block import TextBlock, Work


@dataclass(frozen=True, slots=True)
class Step:
    """What came of a step of a chore.

    Args:
        has_to_wait: nothing could be done yet.
        top: where in the message something took another height.
        grown: how much higher it is.
    """

    has_to_wait: bool = False
    top: int | None = None
    grown: int = 0


Chore = Iterator[Step]
"""Work that can wait, done a step at a time."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a block stands: what its parts need to know of it.

    Args:
        index: of the block's source, with its head.
        start16: where that begins in the reply, in UTF-16 units.
        widths: of the columns, where it is a table whose widths are known.
    """

    index: Utf16Index
    start16: int
    widths: Sequence[float] = ()


def fill(piece: Piece, look: Look, place: Place) -> tuple[QTextDocument, SourceMap]:
    """Lay a piece out as a document; a rule has none of its own and gives an empty one."""
    index, start = place.index, place.start16
    match piece:
        case Prose():
            document = new_document(look)
            return document, fill_prose(document, piece, look, index=index, start=start)
        case Code():
            document = new_document(look, is_code=True, wraps=False)
            return document, fill_code(document, piece, look, index=index, start=start)
        case Display():
            document = new_document(look, wraps=False)
            return document, fill_display(document, piece, look, index=index, start=start)
        case Table():
            document = new_document(look)
            widths = place.widths
            source = fill_table(document, piece, look, index=index, start=start, widths=widths)
            return document, source
        case Rule():
            return new_document(look), SourceMap()


def build_part(piece: Piece, look: Look, place: Place, *, parent: QWidget) -> Part:
    """Lay a piece out.

    Args:
        piece: what to show.
        look: fonts and colours.
        place: where it stands.
        parent: the message that holds it.
    """
    if isinstance(piece, Rule):
        return Part(RuleLine(look, parent=parent), piece=piece)
    document, source = fill(piece, look, place)
    widget: TextBlock | SidewaysBox
    match piece:
        case Prose():
            widget = TextBlock(document, look, parent=parent)
            return Part(widget, source=source, piece=piece)
        case Code(language=language, is_rest=is_rest):
            widget = CodeBox(document, look, language=language, is_rest=is_rest, parent=parent)
        case Display():
            widget = FormulaBox(document, look, parent=parent)
        case Table():
            widget = SidewaysBox(document, look, parent=parent)
            widget.runs_to_left = runs_to_left(r for row in piece.rows for c in row for r in c)
    return Part(widget, indent=piece.depth, source=source, piece=piece)


def refill(part: Part, piece: Piece, look: Look, place: Place) -> bool:
    """Show a piece in the widget of a part, if that shows one of the same kind."""
    is_alike = type(part.piece) is type(piece) and not isinstance(piece, Code)
    if part.block is None or not is_alike:
        return False
    document, part.source = fill(piece, look, place)
    part.block.renew(document)
    part.piece = piece
    part.indent = 0 if isinstance(piece, Prose | Rule) else piece.depth
    return True


def set_formulas(piece: Piece, look: Look, work: Work) -> list[FormulaKey]:
    """Set what formulas the turn of the event loop has room for; give those that have to wait."""
    waiting = [key for key in formula_keys(piece, look) if not is_known(key)]
    if waiting and not is_loaded():
        load_soon()
        return waiting
    while waiting and work.formula_allowance >= len(waiting[0].latex):
        key = waiting.pop(0)
        work.formula_allowance -= len(key.latex)
        for _ in set_in_type(key):
            pass
    return waiting


def typeset(waiting: Sequence[FormulaKey]) -> Chore:
    """Set formulas, a step at a time."""
    while not is_loaded():
        yield Step(has_to_wait=True)
    for key in waiting:
        for _ in set_in_type(key):
            yield Step()


def colour(block: TextBlock, code: Code, look: Look) -> Chore | None:
    """Colour code that is laid out: short code at once, long code by the chore that is given."""
    steps = _coloured(block, code, look)
    if len(code.text) > MAX_AT_ONCE:
        return steps
    for _ in steps:
        pass
    return None


def _coloured(block: TextBlock, code: Code, look: Look) -> Chore:
    document = block.document
    steps = colour_code(document, code, look)
    while isValid(block) and block.document is document:
        try:
            next(steps)
        except StopIteration:
            return
        block.update()
        yield Step()
