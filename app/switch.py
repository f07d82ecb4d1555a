"""A switch, painted: on or off at a glance, worked by mouse, Space and screen reader alike."""

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QWidget

from app.theme import Look

WIDTH, HEIGHT, KNOB = 38, 22, 16


class Switch(QCheckBox):
    """A check box that looks like a switch, so that it is announced as one that is checkable.

    Args:
        name: what it switches, for screen readers.
        look: where its colours come from.
    """

    def __init__(self, name: str, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.setAccessibleName(name)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedSize(WIDTH + 4, HEIGHT + 4)
        look.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(WIDTH + 4, HEIGHT + 4)

    def hitButton(self, pos: QPoint) -> bool:
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        color = self._look.color
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        track = QRectF(2, 2, WIDTH, HEIGHT)
        is_on = self.isChecked() and self.isEnabled()
        painter.setPen(Qt.PenStyle.NoPen if is_on else QPen(color("muted"), 1.2))
        painter.setBrush(color("accent") if is_on else color("ground"))
        inset = 0.0 if is_on else 0.6
        painter.drawRoundedRect(
            track.adjusted(inset, inset, -inset, -inset), HEIGHT / 2, HEIGHT / 2
        )
        left = track.right() - KNOB - 3 if self.isChecked() else track.left() + 3
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color("on_accent") if is_on else color("muted"))
        painter.drawEllipse(QRectF(left, track.top() + (HEIGHT - KNOB) / 2, KNOB, KNOB))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(color("text" if is_on else "accent"), 1.2))
            painter.drawRoundedRect(
                QRectF(0.6, 0.6, WIDTH + 2.8, HEIGHT + 2.8), HEIGHT / 2 + 1, HEIGHT / 2 + 1
            )
