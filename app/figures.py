"""Figures a person reads at a glance: a label and a choice whose digits do not dance.

Painted by hand, with no animation and no timer; whoever owns them decides how often they change.
"""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QComboBox, QLabel, QSizePolicy, QStyle, QWidget

from app.theme import Look


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
        self._name = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        look.changed.connect(self._restyle)
        self._restyle()

    def set_name(self, name: str) -> None:
        """Say what the figure is of; a screen reader hears both."""
        self._name = name
        self._speak()

    def setText(self, text: str) -> None:
        super().setText(text)
        self._speak()

    def _speak(self) -> None:
        if self._name:
            self.setAccessibleName(f"{self._name}: {self.text()}")

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
        room = self.rect().adjusted(6, 0, -18, 0)
        words = QStyle.visualRect(self.layoutDirection(), self.rect(), room)
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(words, flags, self.currentText())
        painter.setPen(QPen(color("muted"), 1.5))
        is_mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        x = 10.0 if is_mirrored else self.width() - 10.0
        y = self.height() / 2 + 0.5
        painter.drawPolyline(
            QPolygonF([QPointF(x - 3.5, y - 1.5), QPointF(x, y + 2), QPointF(x + 3.5, y - 1.5)])
        )
