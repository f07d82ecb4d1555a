"""Words and what belongs to them: side by side where there is room, else one below the other.

For the lines of lists and settings: in another language, or with larger text, the words would be
squeezed into a tower, or the line would be wider than the window.
"""

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem

from app.fitting.item_layout import ItemLayout

_LEAST_SHARE = 0.4
"""Of the width, for words that would take more than that in one line."""


class Beside(ItemLayout):
    """What is added first gets the room that is left; the rest stands at the far end.

    Args:
        margins: around all of it.
        spacing: between two things, and between two lines.
    """

    def __init__(self, *, margins: QMargins | None = None, spacing: int = 12) -> None:
        super().__init__(margins=margins, spacing=spacing)

    def add_layout(self, layout: QLayout) -> None:
        """Add things that are laid out among themselves."""
        self.addChildLayout(layout)
        self.addItem(layout)

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation.Horizontal

    def heightForWidth(self, width: int) -> int:
        height = _height_of(self._places(self.room_in(width)))
        return self.framed(QSize(0, height)).height()

    def sizeHint(self) -> QSize:
        hints = [item.sizeHint() for item in self._shown()]
        gaps = self.spacing() * max(0, len(hints) - 1)
        width = sum(hint.width() for hint in hints) + gaps
        height = max((hint.height() for hint in hints), default=0)
        return self.framed(QSize(width, height))

    def minimumSize(self) -> QSize:
        least = [item.minimumSize() for item in self._shown()]
        width = max((size.width() for size in least), default=0)
        height = max((size.height() for size in least), default=0)
        return self.framed(QSize(width, height))

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        room = rect.marginsRemoved(self.contentsMargins())
        places = self._places(room.width())
        free = max(0, room.height() - _height_of(places)) // 2
        for item, place in zip(self._shown(), places, strict=True):
            self.put(item, place.translated(room.topLeft() + QPoint(0, free)), room)

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _places(self, room: int) -> list[QRect]:
        """Give the place of each thing that is shown, from where people begin to read."""
        shown = self._shown()
        if not shown:
            return []
        words, rest = shown[0], shown[1:]
        sizes = [item.sizeHint().boundedTo(QSize(max(1, room), 10_000)) for item in rest]
        taken = sum(size.width() + self.spacing() for size in sizes)
        wanted = min(words.sizeHint().width(), round(_LEAST_SHARE * room))
        if room - taken >= max(words.minimumSize().width(), wanted):
            return self._in_one_line(words, sizes, room=room, taken=taken)
        places = [QRect(0, 0, room, _height(words, room))]
        x, y = 0, places[0].height() + self.spacing() // 2
        tallest = max((size.height() for size in sizes), default=0)
        for size in sizes:
            if x and x + size.width() > room:
                x, y = 0, y + tallest + self.spacing() // 2
            places.append(QRect(QPoint(x, y + (tallest - size.height()) // 2), size))
            x += size.width() + self.spacing()
        return places

    def _in_one_line(
        self, words: QLayoutItem, sizes: list[QSize], *, room: int, taken: int
    ) -> list[QRect]:
        own = _height(words, room - taken)
        height = max([own, *(size.height() for size in sizes)])
        places = [QRect(0, (height - own) // 2, room - taken, own)]
        x = room - taken
        for size in sizes:
            x += self.spacing()
            places.append(QRect(QPoint(x, (height - size.height()) // 2), size))
            x += size.width()
        return places


def _height(item: QLayoutItem, width: int) -> int:
    return item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()


def _height_of(places: list[QRect]) -> int:
    return max((place.bottom() + 1 for place in places), default=0)
