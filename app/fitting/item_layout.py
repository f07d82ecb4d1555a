"""What a layout of our own has in common with others: its things, its frame, its direction."""

from PySide6.QtCore import QMargins, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QStyle, QWidget


class ItemLayout(QLayout):
    """Keeps things in order; where each of them goes is for those who build upon it.

    Args:
        margins: around all of it.
        spacing: between two things, and between two lines.
    """

    def __init__(self, *, margins: QMargins | None = None, spacing: int) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(margins or QMargins())
        self.setSpacing(spacing)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def hasHeightForWidth(self) -> bool:
        return True

    def room_in(self, width: int) -> int:
        """Give what the margins leave of a width."""
        margins = self.contentsMargins()
        return width - margins.left() - margins.right()

    def framed(self, size: QSize) -> QSize:
        """Add the margins to a size."""
        return size.grownBy(self.contentsMargins())

    def put(self, item: QLayoutItem, place: QRect, room: QRect) -> None:
        """Place a thing within a room, from where people begin to read."""
        parent: QWidget | None = self.parentWidget()
        direction = Qt.LayoutDirection.LeftToRight if parent is None else parent.layoutDirection()
        item.setGeometry(QStyle.visualRect(direction, room, place))
