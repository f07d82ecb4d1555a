"""Figures a person reads at a glance: a label whose digits do not dance, a graph, a histogram.

Painted by hand, with no animation and no timer; whoever owns them decides how often they change.
"""

from collections import deque

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QComboBox, QLabel, QSizePolicy, QWidget

from app.theme import Look

NUM_POINTS = 80


class FigureLabel(QLabel):
    """A label in figures of one width.

    Args:
        look: where its font comes from.
        scale: its size relative to running text.
        weight: its weight.
    """

    def __init__(
        self,
        look: Look,
        *,
        scale: float = 1.0,
        weight: QFont.Weight = QFont.Weight.DemiBold,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._look = look
        self._scale = scale
        self._weight = weight
        self.setTextFormat(Qt.TextFormat.PlainText)
        look.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        self.setFont(self._look.figure_font(self._scale, weight=self._weight))


class FigureCombo(QComboBox):
    """A choice that looks like a figure in a row, its value at the right like all others.

    Args:
        look: where its colours come from.
    """

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.setMaxVisibleItems(20)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self._look.figure_font())
        return QSize(metrics.horizontalAdvance("auto · 16") + 34, metrics.height() + 8)

    def paintEvent(self, event: QPaintEvent) -> None:
        color = self._look.color
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        if self.underMouse() or self.hasFocus():
            painter.setPen(QPen(color("accent" if self.hasFocus() else "line"), 1))
            painter.setBrush(color("hover" if self.underMouse() else "ground"))
            painter.drawRoundedRect(frame, 6, 6)
        painter.setFont(self._look.figure_font())
        painter.setPen(color("text"))
        words = self.rect().adjusted(6, 0, -18, 0)
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(words, flags, self.currentText())
        painter.setPen(QPen(color("muted"), 1.5))
        x, y = self.width() - 10.0, self.height() / 2 + 0.5
        painter.drawPolyline(
            QPolygonF([QPointF(x - 3.5, y - 1.5), QPointF(x, y + 2), QPointF(x + 3.5, y - 1.5)])
        )


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
        self.setAccessibleName("Graph of tokens per second")
        self.setFixedHeight(66)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.update)

    def add(self, tokens_per_s: float, plain: float | None) -> None:
        """Move the line on by one point."""
        self._points.append(tokens_per_s)
        self._plain = plain
        self.setAccessibleDescription(f"{tokens_per_s:.1f} tokens per second now")
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
                Qt.AlignmentFlag.AlignRight,
                f"plain {self._plain:.1f}",
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


class GainHistogram(QWidget):
    """How many rounds brought one token, two, three and so on.

    Args:
        look: where its colours come from.
    """

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._gained: tuple[int, ...] = ()
        self.setAccessibleName("Tokens gained in each round")
        self.setFixedHeight(76)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.update)

    def set_gained(self, gained: tuple[int, ...]) -> None:
        """Show counts where `gained[n]` rounds brought n tokens."""
        if gained == self._gained:
            return
        self._gained = gained
        spoken = [f"{count} rounds of {n}" for n, count in enumerate(gained) if n and count]
        self.setAccessibleDescription(", ".join(spoken))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, 76)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        color = self._look.color
        painter.setFont(self._look.figure_font(0.78, weight=QFont.Weight.Normal))
        label_height = painter.fontMetrics().height()
        counts = list(self._gained[1:])
        counts += [0] * (4 - len(counts))
        gap = 6 if len(counts) <= 6 else 3
        width = (self.width() - gap * (len(counts) - 1)) / len(counts)
        floor = self.height() - label_height - 3
        most = max([*counts, 1])
        for index, count in enumerate(counts):
            left = index * (width + gap)
            # A bar that stands for something is never thinner than a line can show.
            height = max(3.0, (floor - 2) * count / most) if count else 1.0
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color("bar") if count else color("line"))
            radius = 2.5 if count else 0
            painter.drawRoundedRect(QRectF(left, floor - height, width, height), radius, radius)
            painter.setPen(color("muted"))
            painter.drawText(
                QRectF(left, floor + 2, width, label_height),
                Qt.AlignmentFlag.AlignHCenter,
                str(index + 1),
            )
