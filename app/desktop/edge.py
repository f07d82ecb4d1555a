"""The edge between two parts of the window that can be dragged to give one of them more room."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.theme import Look

EDGE_WIDTH = 7
_STEP = 16


class Edge(QWidget):
    """A thin strip over the line between two parts.

    Dragged by mouse, moved by arrow keys while it has the focus, put back by a double click.

    Args:
        name: what it makes wider, for screen readers.
        look: where its colours come from.
    """

    dragged = Signal(int)
    """So many pixels to the right since the last time."""
    released = Signal()
    """The part has its width: it can be kept."""
    reset = Signal()

    def __init__(self, name: str, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._last_x: float | None = None
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setCursor(Qt.CursorShape.SplitHCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        look.changed.connect(self.update)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self._last_x = event.globalPosition().x()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._last_x is not None:
            step = round(event.globalPosition().x() - self._last_x)
            self._last_x += step
            self.dragged.emit(step)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._last_x is not None:
            self._last_x = None
            self.released.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._last_x = None
        self.reset.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -_STEP, Qt.Key.Key_Right: _STEP}
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        self.dragged.emit(step)
        self.released.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.hasFocus():
            painter = QPainter(self)
            painter.fillRect(self.width() // 2 - 1, 0, 2, self.height(), self._look.color("accent"))
