"""Lays tables out as text documents, with columns as wide as their text and thin lines.

A long table comes in several documents; those after the first have no head and the same columns.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextLength,
    QTextTableCellFormat,
    QTextTableFormat,
)

from app.theme import READING_WIDTH, TEXT_INSET, Look
from app.transcript.documents import (
    drawing_of,
    has_formula,
    insert,
    line_format,
    runs_to_left,
    text_format,
)
from app.transcript.offsets import Segment, SourceMap, Utf16Index
from app.transcript.pieces import Run, Table

MAX_CELL_WIDTH = 300.0
MIN_CELL_WIDTH = 120.0
CELL_PADDING = 7
CELL_SLACK = 8
MAX_CELL_CHARS = 200
"""Characters of a cell that are measured; so many are wider than any column."""


def fill_table(
    document: QTextDocument,
    table: Table,
    look: Look,
    *,
    index: Utf16Index,
    start: int,
    widths: Sequence[float] = (),
) -> SourceMap:
    """Lay a table out with thin lines; arguments as in `fill_prose`, and the columns' widths."""
    widths = widths or column_widths(table, look)
    num_columns = len(widths)
    # Fixed columns hold only where the document is as wide as they are together.
    document.setTextWidth(sum(widths) + 2)
    to_left = runs_to_left(run for row in table.rows for cell in row for run in cell)
    layout = QTextTableFormat()
    layout.setBorder(0)
    layout.setBorderCollapse(True)
    layout.setCellPadding(CELL_PADDING)
    layout.setCellSpacing(0)
    layout.setMargin(0)
    layout.setHeaderRowCount(0 if table.is_rest else 1)
    layout.setColumnWidthConstraints(
        [
            QTextLength(QTextLength.Type.FixedLength, width)
            for width in (reversed(widths) if to_left else widths)
        ]
    )
    edit = QTextCursor(document)
    edit.beginEditBlock()
    grid = edit.insertTable(len(table.rows), num_columns, layout)
    segments: list[Segment] = []
    for row_number, row in enumerate(table.rows):
        is_head = row_number == 0 and not table.is_rest
        grows = any(has_formula(runs) for runs in row)
        for column, runs in enumerate(row[:num_columns]):
            # Qt lays columns out from the left whatever is in them.
            cell = grid.cellAt(row_number, num_columns - 1 - column if to_left else column)
            cell.setFormat(_cell_format(look, is_head=is_head))
            cursor = cell.firstCursorPosition()
            block = line_format(look, grows=grows)
            if to_left:
                block.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
            if column < len(table.alignments):
                block.setAlignment(_ALIGNMENTS.get(table.alignments[column], _LEFT))
            cursor.setBlockFormat(block)
            base = text_format(look)
            if is_head:
                base.setFontWeight(QFont.Weight.DemiBold)
            segments += insert(cursor, runs, base, look, index, start, look.base_px)
    _hide_tail(document)
    edit.endEditBlock()
    return SourceMap(segments)


_LEFT = Qt.AlignmentFlag.AlignLeft
_ALIGNMENTS = {"center": Qt.AlignmentFlag.AlignHCenter, "right": Qt.AlignmentFlag.AlignRight}


def column_widths(table: Table, look: Look) -> list[float]:
    """Give columns as wide as their text, up to a limit."""
    num_columns = max(len(row) for row in table.rows)
    metrics = QFontMetricsF(look.font(weight=QFont.Weight.DemiBold))
    code = QFontMetricsF(look.code_font())

    def width_of(run: Run) -> float:
        drawing = drawing_of(run, look.base_px)
        if drawing is not None:
            return drawing.width
        return (code if run.is_code else metrics).horizontalAdvance(run.text[:MAX_CELL_CHARS])

    widths = [0.0] * num_columns
    for row in table.rows:
        for column, runs in enumerate(row):
            width = sum(width_of(run) for run in runs)
            widths[column] = max(widths[column], min(width, MAX_CELL_WIDTH))
    room = READING_WIDTH - 2 * TEXT_INSET - num_columns * (2 * CELL_PADDING + CELL_SLACK) - 2
    # The widest columns give way first, down to where their text would become a tower of words.
    while sum(widths) > room:
        widest = max(range(num_columns), key=widths.__getitem__)
        if widths[widest] <= MIN_CELL_WIDTH:
            break
        widths[widest] = max(MIN_CELL_WIDTH, widths[widest] - 12)
    return [width + 2 * CELL_PADDING + CELL_SLACK for width in widths]


def _cell_format(look: Look, *, is_head: bool) -> QTextTableCellFormat:
    cell = QTextTableCellFormat()
    cell.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    cell.setBottomBorder(1)
    cell.setBottomBorderBrush(look.color("line_strong" if is_head else "line"))
    return cell


def _hide_tail(document: QTextDocument) -> None:
    """Shrink the empty paragraphs that Qt keeps around a table to nothing."""
    for block in (document.firstBlock(), document.lastBlock()):
        cursor = QTextCursor(block)
        if cursor.currentTable() is None:
            tiny = QTextBlockFormat()
            tiny.setLineHeight(0, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
            cursor.setBlockFormat(tiny)
