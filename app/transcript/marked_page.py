"""A page of messages on which text is marked with the mouse, as if it were one document.

Owns the selection and what the mouse does; where messages stand is for whoever builds on it.
"""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QWidget

from app.transcript.messages import Reply
from app.transcript.page_menu import page_menu
from app.transcript.question import Question
from app.transcript.selection import Selection
from app.transcript.text_block import TextBlock
from app.transcript.unbuilt import Unbuilt

MessageWidget = Question | Reply
Entry = MessageWidget | Unbuilt


class MarkedPage(QWidget):
    """Messages whose text can be marked."""

    link_activated = Signal(str)
    dragged = Signal(int)
    """The mouse marks text at this height of the page."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.messages: list[Entry] = []
        self.selection = Selection()
        self._has_all = False
        self._is_marking = False
        self._pressed_link = ""

    def index_at(self, y: int) -> int:
        """Find the message at a height of the page."""
        raise NotImplementedError

    def text_blocks(self) -> list[TextBlock]:
        """All texts from top to bottom."""
        built = [entry for entry in self.messages if not isinstance(entry, Unbuilt)]
        return [block for message in built for block in message.blocks]

    @property
    def has_selection(self) -> bool:
        """Whether anything is marked."""
        return self._has_all or not self.selection.is_empty

    def selected_text(self) -> str:
        """What is marked; the whole chat as it was written where all of it is."""
        if self._has_all:
            return "\n\n".join(entry.words for entry in self.messages if entry.words)
        return self.selection.text()

    def copy_selection(self) -> None:
        """Put what is marked on the clipboard."""
        text = self.selected_text()
        if text:
            QGuiApplication.clipboard().setText(text)

    def select_all(self) -> None:
        """Mark the whole chat, with what has no widgets at present."""
        self.selection.select_all(self.text_blocks())
        self._has_all = True

    def mark_new(self, message: MessageWidget) -> None:
        """Mark a message that has just got its widgets, where all are marked."""
        if self._has_all:
            for block in message.blocks:
                block.select(0, block.length)

    def forget_selection(self) -> None:
        """Drop what is marked, for texts that are about to go."""
        self.selection.forget()
        self._has_all = False

    def _unmark_all(self) -> None:
        if self._has_all:
            self._has_all = False
            for block in self.text_blocks():
                block.select(0, 0)

    def _block_near(self, point: QPoint) -> tuple[TextBlock, int] | None:
        """Find the text at or nearest above or below a point of the page."""
        index = self.index_at(point.y())
        best: tuple[int, TextBlock] | None = None
        for message in self.messages[index : index + 1]:
            for block in () if isinstance(message, Unbuilt) else message.blocks:
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
        self._unmark_all()
        self.selection.begin(self.text_blocks(), *near)
        self._is_marking = True

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self._is_marking:
            return
        point = event.position().toPoint()
        near = self._block_near(point)
        if near is not None:
            if not self.selection.knows(near[0]):
                self.selection.renew(self.text_blocks())
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
            self._unmark_all()
            self.selection.begin(self.text_blocks(), block, position)
            self.selection.select_range(block, *block.word_at(position))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        link = self._link_at(event.pos())
        menu = page_menu(self, copy=self.copy_selection, select_all=self.select_all, link=link)
        menu.actions()[0].setEnabled(self.has_selection)
        menu.popup(event.globalPos())
