"""The page that holds all messages: places them by hand and marks text with the mouse.

A message that grows moves nothing above it, and only its own end is placed anew.
"""

from bisect import bisect_right

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QMenu, QWidget

from app.theme import READING_WIDTH, TEXT_INSET, Look
from app.transcript.messages import Question, Reply
from app.transcript.selection import Selection
from app.transcript.text_block import TextBlock, Work

MessageWidget = Question | Reply
MIN_MARGIN = 28
TOP, BOTTOM = 22, 30
GAP_QUESTION, GAP_REPLY = 30, 20


class Body(QWidget):
    """All messages of a chat, one under the other in a column.

    Args:
        look: fonts and colours.
        work: counts what is done.
        margin: room left and right of the column where it is narrow.
    """

    link_activated = Signal(str)
    dragged = Signal(int)
    """The mouse marks text at this height of the page."""

    def __init__(
        self, look: Look, work: Work, *, margin: int = MIN_MARGIN, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._margin = margin
        self._look = look
        self._work = work
        self.messages: list[MessageWidget] = []
        self._tops: list[int] = []
        self.selection = Selection()
        self._is_marking = False
        self._pressed_link = ""
        self.bar_width = 0
        """Room the scroll bar takes beside the page; the column is centred as if it took none."""
        self.setAccessibleName("Messages")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def set_messages(self, messages: list[MessageWidget]) -> None:
        """Hold these messages and no others."""
        self.selection.forget()
        for old in self.messages:
            if old not in messages:
                old.hide()
                old.deleteLater()
        self.messages = messages
        self._tops = []

    def insert_above(self, messages: list[MessageWidget]) -> int:
        """Put older messages before the others and give the height they take."""
        left, column = self._column(self.width())
        y = TOP
        tops = []
        for number, message in enumerate(messages):
            y += _gap(message) if number else 0
            tops.append(y)
            height = message.place(column)
            message.setGeometry(left, y, column, height)
            message.show()
            y += height
        # Those below are only moved: laying them out again would make opening a long chat slow.
        shift = y - TOP + (_gap(self.messages[0]) if self.messages else 0)
        for old in self.messages:
            old.move(left, old.y() + shift)
        self.messages = messages + self.messages
        self._tops = tops + [top + shift for top in self._tops]
        self.resize(self.width(), self.height() + shift)
        return shift

    def place(self, width: int) -> None:
        """Lay all messages out at a width."""
        y = TOP
        left, column = self._column(width)
        self._tops = []
        for number, message in enumerate(self.messages):
            y += _gap(message) if number else 0
            self._tops.append(y)
            height = message.place(column)
            message.setGeometry(left, y, column, height)
            message.show()
            y += height
        self.resize(width, y + BOTTOM)

    def settle_last(self) -> None:
        """Place the end of the newest message anew, after it has grown."""
        last = self.messages[-1]
        if not isinstance(last, Reply) or len(self._tops) != len(self.messages):
            self.place(self.width())
            return
        height = last.place_foot()
        left, column = self._column(self.width())
        self._work.num_placed += 1
        last.setGeometry(left, self._tops[-1], column, height)
        self.resize(self.width(), self._tops[-1] + height + BOTTOM)

    def add(self, message: MessageWidget) -> None:
        """Put a message after the others."""
        self.messages.append(message)
        left, column = self._column(self.width())
        bottom = self.height() - BOTTOM
        top = bottom + _gap(message) if len(self.messages) > 1 else TOP
        self._tops.append(top)
        height = message.place(column)
        message.setGeometry(left, top, column, height)
        message.show()
        self.resize(self.width(), top + height + BOTTOM)

    def text_blocks(self) -> list[TextBlock]:
        """All texts from top to bottom."""
        return [block for message in self.messages for block in message.blocks]

    def copy_selection(self) -> None:
        """Put what is marked on the clipboard."""
        text = self.selection.text()
        if text:
            QGuiApplication.clipboard().setText(text)

    def select_all(self) -> None:
        """Mark the whole chat."""
        self.selection.select_all(self.text_blocks())

    def _column(self, width: int) -> tuple[int, int]:
        whole = width + self.bar_width
        column = max(120, min(READING_WIDTH - 2 * TEXT_INSET, whole - 2 * self._margin))
        return (whole - column) // 2, column

    def _block_near(self, point: QPoint) -> tuple[TextBlock, int] | None:
        """Find the text at or nearest above or below a point of the page."""
        index = max(0, bisect_right(self._tops, point.y()) - 1)
        best: tuple[int, TextBlock] | None = None
        for message in self.messages[index : index + 1]:
            for block in message.blocks:
                top = block.mapTo(self, QPoint(0, 0)).y()
                bottom = top + block.height()
                distance = max(top - point.y(), point.y() - bottom, 0)
                if best is None or distance < best[0]:
                    best = (distance, block)
        if best is None:
            return None
        block = best[1]
        return block, block.position_at(block.mapFrom(self, point))

    def _link_at(self, point: QPoint) -> str:
        child = self.childAt(point)
        return child.link_at(child.mapFrom(self, point)) if isinstance(child, TextBlock) else ""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        point = event.position().toPoint()
        self._pressed_link = self._link_at(point)
        near = self._block_near(point)
        if near is None:
            return
        self.selection.begin(self.text_blocks(), *near)
        self._is_marking = True

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self._is_marking:
            return
        point = event.position().toPoint()
        near = self._block_near(point)
        if near is not None:
            self.selection.extend(*near)
            self.dragged.emit(point.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._is_marking = False
        link = self._link_at(event.position().toPoint())
        if link and link == self._pressed_link and self.selection.is_empty:
            self.link_activated.emit(link)
        self._pressed_link = ""
        clipboard = QGuiApplication.clipboard()
        if clipboard.supportsSelection() and not self.selection.is_empty:
            clipboard.setText(self.selection.text(), clipboard.Mode.Selection)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        near = self._block_near(event.position().toPoint())
        if near is not None:
            block, position = near
            self.selection.begin(self.text_blocks(), block, position)
            self.selection.select_range(block, *block.word_at(position))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        copy = menu.addAction("Copy", self.copy_selection)
        copy.setEnabled(not self.selection.is_empty)
        menu.addAction("Select all", self.select_all)
        link = self._link_at(event.pos())
        if link:
            menu.addSeparator()
            menu.addAction("Copy link", lambda: QGuiApplication.clipboard().setText(link))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())


def _gap(message: MessageWidget) -> int:
    return GAP_QUESTION if isinstance(message, Question) else GAP_REPLY
