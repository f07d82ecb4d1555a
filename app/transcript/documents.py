"""Lays pieces out as text documents, by cursor and format, never by way of HTML.

Each function fills one document and says where the source is shown in it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from unicodedata import bidirectional

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import (
    QFont,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextOption,
)

from app.theme import LINE_HEIGHT, Look
from app.transcript.code_colours import colours
from app.transcript.formula_object import OBJECT, FormulaObject
from app.transcript.formulas import Formula, FormulaKey, formula
from app.transcript.offsets import Segment, SourceMap, Utf16Index, utf16_length
from app.transcript.pieces import Code, Display, Paragraph, Piece, Prose, Run, Table
from app.transcript.task_box import task_box

QUOTE_DEPTH = QTextFormat.Property.UserProperty.value + 1
INLINE_CODE = QTextFormat.Property.UserProperty.value + 2
HEADING_SCALES = {1: 1.45, 2: 1.25, 3: 1.1}
CODE_LINE_HEIGHT = 1.5


class Document(QTextDocument):
    """A document that never fetches anything, whatever it holds."""

    def loadResource(self, type: int, name: QUrl | str) -> object:
        return None


def new_document(look: Look, *, is_code: bool = False, wraps: bool = True) -> QTextDocument:
    """Make an empty document with the look's font and no margin."""
    document = Document()
    document.setUndoRedoEnabled(False)
    document.setDocumentMargin(0)
    document.setDefaultFont(look.code_font() if is_code else look.font())
    option = QTextOption()
    # A word longer than the line is broken rather than cut.
    option.setWrapMode(
        QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere if wraps else QTextOption.WrapMode.NoWrap
    )
    if is_code:
        # Code runs from left to right whatever it says, and no mark in it turns that round.
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
    document.setDefaultTextOption(option)
    return document


def line_format(
    look: Look, *, is_code: bool = False, scale: float = 1.0, grows: bool = False
) -> QTextBlockFormat:
    """Give the block format with the look's line height.

    Args:
        look: tells how large text is.
        is_code: whether it is code.
        scale: of the text, relative to running text.
        grows: whether a line may be higher for what stands in it.
    """
    block = QTextBlockFormat()
    height = look.px(0.9) * CODE_LINE_HEIGHT if is_code else look.px(scale) * LINE_HEIGHT
    if scale > 1.0:
        height = look.px(scale) * 1.3
    types = QTextBlockFormat.LineHeightTypes
    kind = types.MinimumHeight if grows else types.FixedHeight
    block.setLineHeight(round(height), kind.value)
    return block


def text_format(look: Look, color: str = "text") -> QTextCharFormat:
    """Give the format of running text in a colour of the palette."""
    text = QTextCharFormat()
    text.setForeground(look.color(color))
    return text


def fill_prose(
    document: QTextDocument, prose: Prose, look: Look, *, index: Utf16Index, start: int
) -> SourceMap:
    """Lay paragraphs out.

    Args:
        document: an empty one.
        prose: what to lay out.
        look: fonts and colours.
        index: of the block's source.
        start: where the block begins in the reply, in UTF-16 units.
    """
    cursor = QTextCursor(document)
    segments: list[Segment] = []
    # Else it would be laid out anew with each run.
    cursor.beginEditBlock()
    for number, paragraph in enumerate(prose.paragraphs):
        block = paragraph_format(paragraph, look, is_first=number == 0)
        if number == 0:
            cursor.setBlockFormat(block)
        else:
            cursor.insertBlock(block)
        if paragraph.marker:
            _insert_marker(cursor, paragraph.marker, look)
        segments += _insert_runs(cursor, paragraph, look, index, start)
    cursor.endEditBlock()
    return SourceMap(segments)


def _insert_marker(cursor: QTextCursor, marker: str, look: Look) -> None:
    box = task_box(marker, look.base_px)
    muted = text_format(look, "muted")
    if box is None:
        cursor.insertText(f"{marker}\t", muted)
    else:
        formulas_of(cursor.document()).insert(cursor, box, written=marker, base=muted)
        cursor.insertText("\t", muted)


def paragraph_format(paragraph: Paragraph, look: Look, *, is_first: bool) -> QTextBlockFormat:
    """Give margins, indent and line height of a paragraph; the first has no space above it."""
    scale = _scale(paragraph)
    block = line_format(look, scale=scale, grows=has_formula(paragraph.runs))
    em = look.base_px
    hang = 1.6 * em
    margin = paragraph.depth * hang + paragraph.quote * em
    if runs_to_left(paragraph.runs):
        block.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        block.setRightMargin(margin)
    else:
        block.setLeftMargin(margin)
    if paragraph.marker:
        block.setTextIndent(-hang)
        # Where text runs to the left, Qt takes the one kind of tab for the other.
        types = QTextOption.TabType
        kind = types.RightTab if runs_to_left(paragraph.runs) else types.LeftTab
        block.setTabPositions([QTextOption.Tab(hang, kind)])
    if paragraph.quote:
        block.setProperty(QUOTE_DEPTH, paragraph.quote)
    if not is_first:
        block.setTopMargin(0.25 * em if paragraph.is_tight else 0.7 * em)
    return block


def runs_to_left(runs: Iterable[Run]) -> bool:
    """Whether text is of a script that runs from right to left, as its first letter tells."""
    for run in runs:
        for char in () if run.is_code else run.text:
            match bidirectional(char):
                case "R" | "AL":
                    return True
                case "L":
                    return False
    return False


def _scale(paragraph: Paragraph) -> float:
    return HEADING_SCALES.get(paragraph.heading, 1.0)


def _insert_runs(
    cursor: QTextCursor, paragraph: Paragraph, look: Look, index: Utf16Index, start: int
) -> list[Segment]:
    base = paragraph_text(paragraph, look)
    px = look.px(_scale(paragraph))
    return insert(cursor, paragraph.runs, base, look, index, start, px)


def paragraph_text(paragraph: Paragraph, look: Look) -> QTextCharFormat:
    """Give the text format of a paragraph, before any run of it is set apart."""
    base = text_format(look, "muted" if paragraph.quote else "text")
    if paragraph.heading:
        base.setFont(look.font(_scale(paragraph), weight=QFont.Weight.DemiBold))
    return base


def insert(
    cursor: QTextCursor,
    runs: tuple[Run, ...],
    base: QTextCharFormat,
    look: Look,
    index: Utf16Index,
    start: int,
    px: int,
) -> list[Segment]:
    """Put runs at a cursor, in a base format and size; other arguments as in `fill_prose`."""
    segments = []
    for run in runs:
        shown = cursor.position()
        drawing = drawing_of(run, px)
        if drawing is None:
            # A character that stands for a drawing would be taken for one.
            cursor.insertText(run.text.replace(OBJECT, "\ufffd"), _run_format(run, base, look))
        else:
            formulas_of(cursor.document()).insert(cursor, drawing, written=run.text, base=base)
        if run.source is not None:
            low, high = index[run.source], index[run.source + run.source_length]
            length = cursor.position() - shown
            segments.append(Segment(shown, length, start + low, high - low))
    return segments


def drawing_of(run: Run, px: int) -> Formula | None:
    """Give the drawing of a run at a size, if it is a formula that has one."""
    return formula(FormulaKey(run.latex, run.is_display, px)) if run.latex else None


def has_formula(runs: tuple[Run, ...]) -> bool:
    """Whether a line of these runs may have to be higher."""
    return any(run.latex for run in runs)


def formulas_of(document: QTextDocument) -> FormulaObject:
    """Give what holds the formulas of a document."""
    return document.findChild(FormulaObject) or FormulaObject(document)


def formula_keys(piece: Piece, look: Look) -> list[FormulaKey]:
    """Give the formulas of a piece, in order, as they are set at the look's size."""
    match piece:
        case Prose(paragraphs=paragraphs):
            return [
                FormulaKey(run.latex, run.is_display, look.px(_scale(paragraph)))
                for paragraph in paragraphs
                for run in paragraph.runs
                if run.latex
            ]
        case Table(rows=rows):
            cells = (run for row in rows for cell in row for run in cell)
            return [FormulaKey(r.latex, r.is_display, look.base_px) for r in cells if r.latex]
        case Display(run=run):
            return [FormulaKey(run.latex, run.is_display, look.base_px)] if run.latex else []
        case _:
            return []


def _run_format(run: Run, base: QTextCharFormat, look: Look) -> QTextCharFormat:
    text = QTextCharFormat(base)
    if run.is_code:
        text.setFont(look.code_font())
        text.setForeground(look.color("text"))
        text.setProperty(INLINE_CODE, True)
    if run.is_bold:
        text.setFontWeight(QFont.Weight.DemiBold)
    if run.is_italic:
        text.setFontItalic(True)
    if run.is_struck:
        text.setFontStrikeOut(True)
    if run.href:
        text.setAnchor(True)
        text.setAnchorHref(run.href)
        text.setForeground(look.color("accent"))
        text.setFontUnderline(True)
    return text


def fill_display(
    document: QTextDocument, display: Display, look: Look, *, index: Utf16Index, start: int
) -> SourceMap:
    """Lay a formula out that stands alone, or its source; arguments as in `fill_prose`."""
    cursor = QTextCursor(document)
    is_drawn = drawing_of(display.run, look.base_px) is not None
    cursor.setBlockFormat(line_format(look, is_code=not is_drawn, grows=True))
    run = display.run if is_drawn else replace(display.run, is_code=False)
    base = text_format(look)
    if not is_drawn:
        base.setFont(look.code_font())
    runs = (run,)
    return SourceMap(insert(cursor, runs, base, look, index, start, look.base_px))


def fill_code(
    document: QTextDocument, code: Code, look: Look, *, index: Utf16Index, start: int
) -> SourceMap:
    """Lay code out, a block a line, without colours yet; arguments as in `fill_prose`."""
    cursor = QTextCursor(document)
    cursor.setBlockFormat(line_format(look, is_code=True))
    cursor.insertText(code.text, text_format(look))
    segments = []
    shown = 0
    for line, source in zip(code.text.split("\n"), code.line_sources, strict=False):
        # The line's end is part of its segment, so that a token may reach over it.
        length = utf16_length(line) + 1
        segments.append(Segment(shown, length, start + index[source], length))
        shown += length
    return SourceMap(segments)


def colour_code(document: QTextDocument, code: Code, look: Look) -> Iterator[None]:
    """Colour code that is laid out already, a step at a time."""
    index = Utf16Index(code.text)
    for batch in colours(code.text, code.language):
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        for low, high, role in batch:
            cursor.setPosition(index[low])
            cursor.setPosition(index[high], QTextCursor.MoveMode.KeepAnchor)
            text = QTextCharFormat()
            text.setForeground(look.color(role))
            cursor.mergeCharFormat(text)
        cursor.endEditBlock()
        yield
