"""What can be done with a message, and the small buttons that do it."""

from collections.abc import Sequence
from enum import StrEnum
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QFocusEvent, QIcon
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from app.icons import icon
from app.theme import Look


class Act(StrEnum):
    """What a reader asks for at a message."""

    COPY = "copy"
    COPY_PLAIN = "copy plain"
    EDIT = "edit"
    REGENERATE = "regenerate"
    GO_ON = "go on"
    VERIFY = "verify"
    DETAILS = "details"
    DELETE = "delete"


class ActionButton(QPushButton):
    """A drawing that does something.

    Args:
        drawing: its file in `resources/icons`.
        tip: what it does, for the eye.
        spoken: the same for a screen reader.
        look: fonts and colours.
    """

    focus_changed = Signal()

    def __init__(
        self, drawing: str, *, tip: str, spoken: str, look: Look, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icon = icon(drawing, look.palette.muted)
        self.setIcon(self._icon)
        self.setToolTip(tip)
        self.setAccessibleName(spoken)
        self.setProperty("role", "icon")
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_drawn(self, is_drawn: bool) -> None:
        """Draw it, or leave it blank: it keeps its place and can still be reached by Tab."""
        self.setIcon(self._icon if is_drawn else QIcon())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit()


Entry = tuple[Act, str] | None
"""A line of the menu, or None for a line between two."""


class ActsMenu(QMenu):
    """All that can be done with a message.

    Args:
        entries: what, in order, and in which words.
        parent: the message.
    """

    chosen = Signal(object)
    """Act"""

    def __init__(self, entries: Sequence[Entry], *, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for entry in entries:
            if entry is None:
                self.addSeparator()
                continue
            act, words = entry
            self.addAction(words, partial(self.chosen.emit, act))

    def open_at(self, button: QWidget) -> None:
        """Open below a button, right edges together."""
        corner = button.mapToGlobal(QPoint(button.width(), button.height() + 2))
        self.popup(QPoint(corner.x() - self.sizeHint().width(), corner.y()))
