"""How the rows are painted: a chat in a rounded row, a folder with its arrow, a quiet heading.

A chat that was found has a second line with the words around what was found. Mirrored where
people read from the right.
"""

import unicodedata
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPen,
    QPolygonF,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.chat_list.model import IS_OPEN_ROLE, ROW_ROLE, Index
from app.chat_list.rows import CONTEXT, Row, RowKind
from app.icons import icon
from app.language.text import translate
from app.theme import Look
from app.view_types import Hit

_INSET = 8
_INDENT = 18
_PIN = 12
_ENDLESS = 1e6
_MORE = "\u2026"
_FOUND_SHARE, _BEFORE_SHARE = 0.7, 0.35
_ROW_EM, _FOUND_EM = 2.6, 4.0


@dataclass(frozen=True, slots=True)
class _Pen:
    """What all parts of one row are painted with."""

    painter: QPainter
    is_mirrored: bool
    is_strong: bool


class ChatDelegate(QStyledItemDelegate):
    """Paints the rows and makes the field in which one is renamed.

    Args:
        look: where its colours come from.
    """

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row: Row = index.data(ROW_ROLE)
        if row.hit is not None and row.hit.snippet:
            return QSize(100, self._look.px(_FOUND_EM))
        # Rows of one height are laid out at once, however many there are.
        return QSize(100, self._look.px(_ROW_EM))

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        field = QLineEdit(parent)
        field.setFrame(False)
        field.setProperty("role", "rename")
        field.setAccessibleName(translate(CONTEXT, "New name"))
        return field

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        rect: QRect = option.rect
        editor.setGeometry(rect.adjusted(0, 1, 0, -1))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: Row = index.data(ROW_ROLE)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        direction: Qt.LayoutDirection = option.direction
        is_open = bool(index.data(IS_OPEN_ROLE))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = _Pen(painter, direction == Qt.LayoutDirection.RightToLeft, is_open)
        if row.kind is RowKind.HEADING:
            self._paint_heading(pen, rect, row)
        else:
            self._paint_ground(painter, rect.adjusted(0, 1, 0, -1), state, is_open)
            inner = rect.adjusted(_INSET, 1, -_INSET, -1)
            if row.kind is RowKind.FOLDER:
                self._paint_folder(pen, inner, row)
            else:
                self._paint_chat(pen, inner, row)
        painter.restore()

    def _paint_heading(self, pen: _Pen, rect: QRect, row: Row) -> None:
        pen.painter.setFont(self._look.font(0.82))
        self._draw(pen, rect.adjusted(_INSET, 0, -_INSET, -4), row.text, "muted", at_bottom=True)

    def _paint_ground(
        self, painter: QPainter, rect: QRect, state: QStyle.StateFlag, is_open: bool
    ) -> None:
        color = self._look.color
        if is_open or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color("accent_soft" if is_open else "hover"))
            painter.drawRoundedRect(rect, 6, 6)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(color("accent"))
            painter.drawRoundedRect(rect.adjusted(1, 0, -1, 0), 6, 6)

    def _paint_folder(self, pen: _Pen, rect: QRect, row: Row) -> None:
        painter = pen.painter
        arrow, rest = _cut(rect, _INDENT, pen.is_mirrored)
        painter.setPen(QPen(self._look.color("muted"), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(_arrow(arrow, is_folded=row.is_folded, is_mirrored=pen.is_mirrored))
        painter.setFont(self._look.figure_font(0.82, weight=QFont.Weight.Normal))
        count = f"{row.count:,}"
        width = painter.fontMetrics().horizontalAdvance(count)
        name, number = _cut(rest, rest.width() - width, pen.is_mirrored)
        self._draw(pen, number, count, "muted")
        painter.setFont(self._look.font(weight=QFont.Weight.Medium))
        self._draw(pen, _cut(name, name.width() - 8, pen.is_mirrored)[0], row.text, "text")

    def _paint_chat(self, pen: _Pen, rect: QRect, row: Row) -> None:
        painter = pen.painter
        if row.is_inside:
            _, rect = _cut(rect, _INDENT, pen.is_mirrored)
        if row.hit is not None and row.hit.snippet:
            line = self._look.px(1.55)
            top = rect.top() + (rect.height() - 2 * line) // 2
            second = QRect(rect.left(), top + line, rect.width(), line)
            rect = QRect(rect.left(), top, rect.width(), line)
            self._paint_snippet(pen, second, row.hit)
        if row.is_pinned and row.hit is None:
            rect, place = _cut(rect, rect.width() - _PIN, pen.is_mirrored)
            rect, _ = _cut(rect, rect.width() - 6, pen.is_mirrored)
            icon("pin", self._look.palette.muted).paint(painter, place)
        weight = QFont.Weight.DemiBold if pen.is_strong else QFont.Weight.Normal
        painter.setFont(self._look.font(weight=weight))
        self._draw(pen, rect, row.text, "accent" if pen.is_strong else "text")

    def _paint_snippet(self, pen: _Pen, rect: QRect, hit: Hit) -> None:
        font = self._look.font(0.9)
        text, ranges = _fitted(hit, QFontMetricsF(font), rect.width())
        strong = QTextCharFormat()
        strong.setForeground(self._look.color("text"))
        strong.setFontWeight(QFont.Weight.DemiBold)
        formats = []
        for start, end in ranges:
            marked = QTextLayout.FormatRange()
            marked.start, marked.length = _units(text[:start]), _units(text[start:end])
            marked.format = strong
            formats.append(marked)
        layout = QTextLayout(text, font)
        option = QTextOption(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        option.setTextDirection(_direction(text))
        layout.setTextOption(option)
        layout.setFormats(formats)
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(_ENDLESS)
        layout.endLayout()
        x = rect.right() - line.naturalTextWidth() if pen.is_mirrored else rect.left()
        pen.painter.setPen(self._look.color("muted"))
        layout.draw(pen.painter, QPointF(x, rect.top() + 1))

    def _draw(
        self, pen: _Pen, rect: QRect, text: str, color: str, *, at_bottom: bool = False
    ) -> None:
        painter = pen.painter
        side = Qt.AlignmentFlag.AlignRight if pen.is_mirrored else Qt.AlignmentFlag.AlignLeft
        height = Qt.AlignmentFlag.AlignBottom if at_bottom else Qt.AlignmentFlag.AlignVCenter
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        # A title is read in its own direction, on whichever side it stands.
        painter.setLayoutDirection(_direction(text))
        painter.setPen(QColor(self._look.color(color)))
        flags = side | height | Qt.AlignmentFlag.AlignAbsolute
        painter.drawText(rect, int(flags) | int(Qt.TextFlag.TextSingleLine), shown)


def _cut(rect: QRect, width: int, is_mirrored: bool) -> tuple[QRect, QRect]:
    """Cut a row in two, the first part as wide as asked for, in the order of reading."""
    left = QRect(rect.left(), rect.top(), width, rect.height())
    right = QRect(rect.left() + width, rect.top(), rect.width() - width, rect.height())
    if not is_mirrored:
        return left, right
    gap = rect.width() - width
    return left.translated(gap, 0), right.translated(-width, 0)


def _arrow(rect: QRect, *, is_folded: bool, is_mirrored: bool) -> QPolygonF:
    x, y = rect.left() + 6.0, rect.center().y() + 0.5
    if is_mirrored:
        x = rect.right() - 6.0
    if not is_folded:
        return QPolygonF([QPointF(x - 4, y - 2), QPointF(x, y + 2), QPointF(x + 4, y - 2)])
    step = -2.0 if is_mirrored else 2.0
    return QPolygonF([QPointF(x - step, y - 4), QPointF(x + step, y), QPointF(x - step, y + 4)])


def _fitted(hit: Hit, metrics: QFontMetricsF, width: int) -> tuple[str, list[tuple[int, int]]]:
    """Cut a line to a width so that what was found in it is seen; cuts are marked."""
    text, ranges = hit.snippet, hit.ranges
    start = 0
    if ranges and metrics.horizontalAdvance(text[: ranges[0][1]]) > _FOUND_SHARE * width:
        first = ranges[0][0]
        while start < first:
            start = text.find(" ", start, first) + 1 or first
            if metrics.horizontalAdvance(text[start:first]) < _BEFORE_SHARE * width:
                break
    lead = _MORE if start else ""
    # What was found is painted wider than it is measured here.
    room = 0.94 * width
    shown = metrics.elidedText(lead + text[start:], Qt.TextElideMode.ElideRight, room)
    shift = len(lead) - start
    cut = [(one + shift, min(other + shift, len(shown))) for one, other in ranges]
    return shown, [(one, other) for one, other in cut if 0 <= one < other]


def _direction(text: str) -> Qt.LayoutDirection:
    # By its first letter that has a direction, as Qt and browsers do.
    kinds = (unicodedata.bidirectional(character) for character in text)
    is_rtl = next((kind != "L" for kind in kinds if kind in ("L", "R", "AL")), False)
    return Qt.LayoutDirection.RightToLeft if is_rtl else Qt.LayoutDirection.LeftToRight


def _units(text: str) -> int:
    # Qt counts in UTF-16.
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
