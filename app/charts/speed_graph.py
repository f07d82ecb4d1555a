"""The small line of speeds in the panel, painted by hand so that it is there from the start."""

from collections import deque

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.language.numbers import decimal
from app.language.text import translate
from app.theme import Look

NUM_POINTS = 80


class SpeedGraph(QWidget):
    """The last speeds of a reply as a line, with plain's own speed dashed beneath.

    Args:
        look: where its colours come from.
    """

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._points: deque[float] = deque(maxlen=NUM_POINTS)
        self._plain: float | None = None
        self.setAccessibleName(translate("Charts", "Graph of tokens per second"))
        self.setFixedHeight(66)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.update)

    def add(self, tokens_per_s: float, plain: float | None) -> None:
        """Move the line on by one point."""
        self._points.append(tokens_per_s)
        self._plain = plain
        self.setAccessibleDescription(
            translate("Charts", "{tokens_per_s} tokens per second now").format(
                tokens_per_s=decimal(tokens_per_s, 1)
            )
        )
        self.update()

    def clear(self) -> None:
        """Begin a new line; plain's stays."""
        self._points.clear()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        color = self._look.color
        font = self._look.font(0.78)
        painter.setFont(font)
        label_height = painter.fontMetrics().height()
        area = QRectF(0, 4, self.width(), self.height() - label_height - 6)
        top = max([*self._points, (self._plain or 0.0) * 1.25, 1.0]) * 1.08
        if self._plain:
            y = area.bottom() - area.height() * self._plain / top
            painter.setPen(QPen(color("muted"), 1, Qt.PenStyle.CustomDashLine))
            pen = painter.pen()
            pen.setDashPattern([3, 3])
            painter.setPen(pen)
            painter.drawLine(QPointF(0, round(y) + 0.5), QPointF(self.width(), round(y) + 0.5))
            painter.setPen(color("muted"))
            painter.drawText(
                QRectF(0, y + 2, self.width(), label_height),
                # Time runs to the right in every language, and there the line has left plain's.
                Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute,
                translate("Charts", "plain {plain}").format(plain=decimal(self._plain, 1)),
            )
        else:
            painter.setPen(QPen(color("line"), 1))
            painter.drawLine(QPointF(0, area.bottom() + 0.5), QPointF(self.width(), area.bottom()))
        if len(self._points) > 1:
            step = self.width() / max(len(self._points) - 1, 12)
            line = QPolygonF(
                [
                    QPointF(i * step, area.bottom() - area.height() * value / top)
                    for i, value in enumerate(self._points)
                ]
            )
            painter.setPen(
                QPen(color("accent"), 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
            )
            painter.drawPolyline(line)
