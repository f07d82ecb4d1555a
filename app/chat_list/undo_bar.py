"""The offer to bring back what was just deleted."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from app.chat_list.rows import CONTEXT
from app.language.text import plural, translate


class UndoBar(QWidget):
    """One line with one button, there for some seconds after a deletion."""

    undo_requested = Signal()
    hovered = Signal(bool)
    """Somebody is about to press the button, or has thought better of it"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("undo")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.label = QLabel()
        self.button = QPushButton(translate(CONTEXT, "Undo"))
        self.button.setProperty("role", "link")
        self.button.setToolTip(translate(CONTEXT, "Undo (Ctrl+Z in the list)"))
        self.button.setAccessibleName(translate(CONTEXT, "Bring back what was deleted"))
        self.button.clicked.connect(self.undo_requested)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 6, 6, 6)
        row.addWidget(self.label, 1)
        row.addWidget(self.button)
        self.hide()

    def offer(self, num_chats: int) -> None:
        """Offer to bring back so many chats, or nothing any more."""
        text = plural(CONTEXT, "%Ln chats deleted", "Chat deleted", num_chats)
        self.label.setText(text)
        self.label.setAccessibleName(text)
        self.setVisible(num_chats > 0)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.hovered.emit(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.hovered.emit(False)
