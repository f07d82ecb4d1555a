"""A row that goes on in further lines where it has too little room, as words do.

For the buttons below a dialog: in another language, or with larger text, one line may not do.
"""

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QSizePolicy, QSpacerItem, QStyle, QWidget


class Flow(QLayout):
    """Widgets side by side, from where people begin to read.

    Args:
        margins: around all of it.
        spacing: between two widgets, and between two lines.
    """

    def __init__(self, *, margins: QMargins | None = None, spacing: int = 8) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(margins or QMargins())
        self.setSpacing(spacing)

    def add_gap(self) -> None:
        """Let what follows stand at the other end, in whichever line it finds room."""
        policy = QSizePolicy.Policy
        self.addItem(QSpacerItem(0, 0, policy.Expanding, policy.Minimum))

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        margins = self.contentsMargins()
        height = sum(self._height(line) for line in self._lines(self._room(width)))
        gaps = self.spacing() * (len(self._lines(self._room(width))) - 1)
        return height + max(0, gaps) + margins.top() + margins.bottom()

    def sizeHint(self) -> QSize:
        sizes = [item.sizeHint() for item in self._shown()]
        width = sum(size.width() for size in sizes) + self.spacing() * max(0, len(sizes) - 1)
        return self._framed(QSize(width, max((size.height() for size in sizes), default=0)))

    def minimumSize(self) -> QSize:
        sizes = [item.sizeHint() for item in self._shown()]
        width = max((size.width() for size in sizes), default=0)
        return self._framed(QSize(width, max((size.height() for size in sizes), default=0)))

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        room = rect.marginsRemoved(self.contentsMargins())
        parent: QWidget | None = self.parentWidget()
        direction = Qt.LayoutDirection.LeftToRight if parent is None else parent.layoutDirection()
        y = room.top()
        lines = self._lines(room.width())
        is_past_gap = False
        for line in lines:
            height = self._height(line)
            free = room.width() - self._width(line)
            x = room.left() + (free if is_past_gap else 0)
            for item in line:
                if item.spacerItem() is not None:
                    x += free
                    is_past_gap = True
                    continue
                size = item.sizeHint().boundedTo(QSize(max(1, room.width()), height))
                place = QRect(QPoint(x, y + (height - size.height()) // 2), size)
                item.setGeometry(QStyle.visualRect(direction, room, place))
                x += size.width() + self.spacing()
            y += height + self.spacing()

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if item.spacerItem() is None and not item.isEmpty()]

    def _lines(self, room: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = [[]]
        for item in self._items:
            if item.spacerItem() is None and item.isEmpty():
                continue
            if self._width([*lines[-1], item]) > room and self._width(lines[-1]) > 0:
                lines.append([])
            lines[-1].append(item)
        return lines

    def _width(self, line: list[QLayoutItem]) -> int:
        widths = [item.sizeHint().width() for item in line if item.spacerItem() is None]
        return sum(widths) + self.spacing() * max(0, len(widths) - 1)

    def _height(self, line: list[QLayoutItem]) -> int:
        return max((item.sizeHint().height() for item in line), default=0)

    def _room(self, width: int) -> int:
        margins = self.contentsMargins()
        return width - margins.left() - margins.right()

    def _framed(self, size: QSize) -> QSize:
        return size.grownBy(self.contentsMargins())
