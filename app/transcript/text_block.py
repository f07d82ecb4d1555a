"""One document on screen: text with its tint behind it, a caret, words ahead and a selection.

The smallest thing the transcript is made of. It takes the height its text needs at a width, and
leaves the mouse to the transcript, where a selection may run over many of these.
"""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QLabel, QToolTip, QWidget

from app.theme import Look
from app.transcript.documents import (
    INLINE_CODE,
    QUOTE_DEPTH,
    paragraph_format,
    paragraph_text,
    text_format,
)
from app.transcript.formula_object import plain_text
from app.transcript.offsets import utf16_length
from app.transcript.pieces import Paragraph
from app.transcript.tint import TintKind, TintRanges, cursor_x, paint_sign, rectangles

_WRITTEN = {"•": "- ", "◦": "- ", "▪": "- ", "[ ]": "- [ ] ", "[x]": "- [x] "}
FORMULA_CHARS = 120
CARET_WIDTH = 3
LINE_SLACK = 40
CARET_ROOM = "\u2009"
"""A thin space between the caret and the words ahead."""


@dataclass(slots=True)
class Work:
    """What the screen was asked to do, for tests: times would depend on the machine."""

    num_rendered: int = 0
    """Blocks of markdown read and laid out."""
    num_parsed_chars: int = 0
    """Characters given to the markdown reader."""
    num_inserted_chars: int = 0
    """Characters put into code that is still growing."""
    num_live_chars: int = 0
    """Characters read of blocks that are still growing, over and over."""
    num_placed: int = 0
    """Widgets given a new place or height."""
    num_slices: int = 0
    """Turns of the event loop in which something was built ahead."""
    formula_allowance: int = 0
    """Characters of formulas that may still be set in this turn of the event loop."""

    def allow_formulas(self) -> None:
        """Begin a turn: so many are set with what they stand in, the others follow."""
        self.formula_allowance = FORMULA_CHARS


class TextBlock(QLabel):
    """A document that paints itself; a label, so that screen readers read it as text.

    Args:
        document: what to show; this widget owns it from here on.
        look: where its colours come from.
        is_code: whether its usual font is the fixed one.
        color: of text that is put in later, as the palette names it.
    """

    def __init__(
        self,
        document: QTextDocument,
        look: Look,
        *,
        is_code: bool = False,
        color: str = "text",
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._look = look
        self.document = document
        document.setParent(self)
        self.tints = TintRanges()
        self.is_tinted = True
        self.has_caret = False
        self._is_code = is_code
        self._metrics = QFontMetricsF(document.defaultFont())
        self._selection: tuple[int, int] | None = None
        self._proposed = 0
        self._format = text_format(look, color)
        self._rectangles: dict[int, list[tuple[QRectF, TintKind]]] = {}
        self.describe: Callable[[int], str] | None = None
        """Says what is known of the character at a place, for whoever rests the mouse on it."""
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.IBeamCursor)

    def renew(self, document: QTextDocument) -> None:
        """Show another document in place of the one so far, without signs and marks yet."""
        self.document.deleteLater()
        self.document = document
        document.setParent(self)
        self.tints = TintRanges()
        self._rectangles.clear()
        self._selection = None
        self._proposed = 0
        self.update()

    def speak(self) -> None:
        """Tell screen readers the text, once it is final."""
        self.setAccessibleName(plain_text(self.document, 0, self.length))

    @property
    def length(self) -> int:
        """Characters of the text, words ahead left out, in UTF-16 units."""
        return self.document.characterCount() - 1 - self._proposed

    def set_text_width(self, width: int) -> int:
        """Lay the text out at a width and give the height it takes."""
        if self.document.textWidth() != width:
            self.document.setTextWidth(width)
            self._rectangles.clear()
        return self.text_height()

    def text_height(self) -> int:
        """Height of the text as it is laid out now."""
        return round(self.document.size().height() + 0.49)

    def begin(self, paragraph: Paragraph) -> int:
        """Set how the first line stands, with its marker; give the marker's length."""
        self._drop_proposed()
        cursor = QTextCursor(self.document)
        cursor.setBlockFormat(paragraph_format(paragraph, self._look, is_first=True))
        self._format = paragraph_text(paragraph, self._look)
        marker = f"{paragraph.marker}\t" if paragraph.marker else ""
        cursor.insertText(marker, text_format(self._look, "muted"))
        return utf16_length(marker)

    def new_cursor(self) -> QTextCursor:
        """Give a cursor at the beginning of the text."""
        return QTextCursor(self.document)

    def append(self, text: str) -> None:
        """Add to the end; only the last line's paragraph is laid out anew."""
        self._drop_proposed()
        cursor = QTextCursor(self.document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        self._rectangles.pop(self.document.blockCount() - 1, None)
        first, _, rest = text.partition("\n")
        cursor.insertText(first, self._format)
        if len(first) < len(text):
            following = cursor.blockFormat()
            following.setTextIndent(0)
            cursor.insertBlock(following)
            cursor.insertText(rest, self._format)
        self.update()

    def set_proposed(self, text: str) -> None:
        """Show words ahead after the text, faintly, in place of those before."""
        self._drop_proposed()
        if text:
            cursor = QTextCursor(self.document)
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(CARET_ROOM + text, text_format(self._look, "muted"))
            self._proposed = utf16_length(CARET_ROOM + text)
        self._rectangles.pop(self.document.blockCount() - 1, None)
        self.update()

    def _drop_proposed(self) -> None:
        if self._proposed:
            cursor = QTextCursor(self.document)
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.setPosition(self.length, QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()
            self._proposed = 0

    def add_tint(self, start: int, end: int, kind: TintKind) -> None:
        """Put a sign on a range that begins at or after all others."""
        self.tints.add(start, end, kind)
        first = self.document.findBlock(start).blockNumber()
        last = self.document.findBlock(end).blockNumber()
        for number in range(max(0, first), max(first, last) + 1):
            self._rectangles.pop(number, None)
        self.update()

    def position_at(self, point: QPoint) -> int:
        """Give the place in the text nearest to a point of this widget."""
        layout = self.document.documentLayout()
        position = layout.hitTest(QPointF(point), Qt.HitTestAccuracy.FuzzyHit)
        return min(max(0, position), self.length)

    def link_at(self, point: QPoint) -> str:
        """Give the link under a point, empty where there is none."""
        return self.document.documentLayout().anchorAt(QPointF(point))

    def select(self, start: int, end: int) -> None:
        """Mark a range; nothing where start equals end."""
        low, high = min(start, end), min(max(start, end), self.length)
        self._selection = (low, high) if low < high else None
        self.update()

    def word_at(self, position: int) -> tuple[int, int]:
        """Give the range of the word around a position."""
        cursor = QTextCursor(self.document)
        cursor.setPosition(position)
        cursor.select(QTextCursor.SelectionType.WordUnderCursor)
        return cursor.selectionStart(), cursor.selectionEnd()

    def selected_text(self) -> str:
        """Give the marked text as plain text, with list markers as markdown writes them."""
        if self._selection is None:
            return ""
        text = plain_text(self.document, *self._selection)
        if self._is_code:
            return text
        for shown, written in _WRITTEN.items():
            text = text.replace(f"{shown}\t", written)
        return text

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._show_tip(event)
            return True
        return super().event(event)

    def _show_tip(self, event: QHelpEvent) -> None:
        layout = self.document.documentLayout()
        place = layout.hitTest(QPointF(event.pos()), Qt.HitTestAccuracy.ExactHit)
        text = self.link_at(event.pos())
        if self.is_tinted and self.describe is not None and 0 <= place < self.length:
            text = "\n".join(filter(None, (text, self.describe(place))))
        if text:
            QToolTip.showText(event.globalPos(), text, self)
        else:
            QToolTip.hideText()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        is_link = bool(self.link_at(event.position().toPoint()))
        self.setCursor(Qt.CursorShape.PointingHandCursor if is_link else Qt.CursorShape.IBeamCursor)
        event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.ignore()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.ignore()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        clip = QRectF(event.rect())
        painter.setClipRect(clip)
        layout = self.document.documentLayout()
        block = self.document.firstBlock()
        if self.document.blockCount() > 50:
            # Long code: begin near what is to be painted.
            at = max(0, layout.hitTest(clip.topLeft(), Qt.HitTestAccuracy.FuzzyHit))
            block = self.document.findBlock(at)
            block = block.previous() if block.previous().isValid() else block
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        while block.isValid():
            box = layout.blockBoundingRect(block)
            if box.top() > clip.bottom():
                break
            # Lines stand a little below the box that Qt gives, by their extra height.
            if box.bottom() + LINE_SLACK >= clip.top():
                self._paint_behind(painter, block, box)
            block = block.next()
        context = QAbstractTextDocumentLayout.PaintContext()
        context.clip = clip
        context.palette.setColor(QPalette.ColorRole.Text, self._look.color("text"))
        if self._selection is not None:
            context.selections = [self._selection_format()]
        layout.draw(painter, context)
        if self.has_caret:
            self._paint_caret(painter)

    def _selection_format(self) -> QAbstractTextDocumentLayout.Selection:
        low, high = self._selection or (0, 0)
        selection = QAbstractTextDocumentLayout.Selection()
        cursor = QTextCursor(self.document)
        cursor.setPosition(low)
        cursor.setPosition(high, QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor
        text = QTextCharFormat()
        text.setBackground(self._look.color("selection"))
        text.setForeground(self._look.color("text"))
        selection.format = text
        return selection

    def _paint_behind(self, painter: QPainter, block: QTextBlock, box: QRectF) -> None:
        quote = block.blockFormat().intProperty(QUOTE_DEPTH)
        if quote:
            self._paint_quote(painter, block, box)
        # The layout's own position leaves out the table cell it may stand in.
        origin = box.topLeft()
        if not self._is_code:
            self._paint_inline_code(painter, block, origin)
        if not self.is_tinted or not len(self.tints):
            return
        number = block.blockNumber()
        found = self._rectangles.get(number)
        if found is None:
            tints = self.tints.within(block.position(), block.position() + block.length())
            found = rectangles(block, tints, self._metrics)
            self._rectangles[number] = found
        for rectangle, kind in found:
            paint_sign(painter, rectangle.translated(origin), kind, look=self._look)

    def _paint_quote(self, painter: QPainter, block: QTextBlock, box: QRectF) -> None:
        """Paint a line for each quote the paragraph stands in, on to the paragraph before it."""
        painter.setPen(QPen(self._look.color("line_strong"), 2))
        depth = block.blockFormat().intProperty(QUOTE_DEPTH)
        before = block.previous().blockFormat().intProperty(QUOTE_DEPTH)
        top = box.top() + block.layout().boundingRect().top() - 2
        bottom = top + box.height() + 4
        to_left = block.textDirection() is Qt.LayoutDirection.RightToLeft
        for number in range(depth):
            x = 1 + number * self._look.base_px
            above = block.blockFormat().topMargin() if number < before else 0.0
            x = self.width() - x if to_left else x
            painter.drawLine(QPointF(x, top - above), QPointF(x, bottom))

    def _paint_inline_code(self, painter: QPainter, block: QTextBlock, origin: QPointF) -> None:
        iterator = block.begin()
        while not iterator.atEnd():
            fragment = iterator.fragment()
            if fragment.charFormat().boolProperty(INLINE_CODE):
                ranges = TintRanges()
                start = fragment.position()
                ranges.add(start, start + fragment.length(), TintKind.MODEL)
                tints = ranges.within(start, start + fragment.length())
                for rectangle, _ in rectangles(block, tints, self._metrics):
                    ground = rectangle.translated(origin).adjusted(-2, -1, 2, 1)
                    _fill(painter, ground, self._look.color("bubble"))
            iterator += 1

    def _paint_caret(self, painter: QPainter) -> None:
        block = self.document.findBlock(self.length)
        layout = block.layout()
        position = self.length - block.position()
        line = layout.lineForTextPosition(position)
        if not line.isValid():
            return
        left = cursor_x(line, position) + layout.position().x() + 1
        top = layout.position().y() + line.y() + line.ascent() - self._metrics.ascent()
        painter.fillRect(
            QRectF(left, top, CARET_WIDTH, self._metrics.ascent() + self._metrics.descent()),
            self._look.color("text"),
        )


def _fill(painter: QPainter, rectangle: QRectF, color: QColor) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawRoundedRect(rectangle, 3, 3)
