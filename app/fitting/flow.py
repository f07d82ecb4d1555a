"""A row that goes on in further lines where it has too little room, as words do.

For the buttons below a dialog: in another language, or with larger text, one line may not do.
"""

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayoutItem, QSizePolicy, QSpacerItem

from app.fitting.item_layout import ItemLayout


class Flow(ItemLayout):
    """Widgets side by side, from where people begin to read.

    Args:
        margins: around all of it.
        spacing: between two widgets, and between two lines.
    """

    def __init__(self, *, margins: QMargins | None = None, spacing: int = 8) -> None:
        super().__init__(margins=margins, spacing=spacing)

    def add_gap(self) -> None:
        """Let what follows stand at the other end, in whichever line it finds room."""
        policy = QSizePolicy.Policy
        self.addItem(QSpacerItem(0, 0, policy.Expanding, policy.Minimum))

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def heightForWidth(self, width: int) -> int:
        lines = self._lines(self.room_in(width))
        height = sum(map(self._height, lines)) + self.spacing() * (len(lines) - 1)
        return self.framed(QSize(0, height)).height()

    def sizeHint(self) -> QSize:
        sizes = [item.sizeHint() for item in self._shown()]
        width = sum(size.width() for size in sizes) + self.spacing() * max(0, len(sizes) - 1)
        return self.framed(QSize(width, max((size.height() for size in sizes), default=0)))

    def minimumSize(self) -> QSize:
        sizes = [item.sizeHint() for item in self._shown()]
        width = max((size.width() for size in sizes), default=0)
        return self.framed(QSize(width, max((size.height() for size in sizes), default=0)))

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        room = rect.marginsRemoved(self.contentsMargins())
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
                self.put(item, place, room)
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
