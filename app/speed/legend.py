"""The signs of the transcript and what each means."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.theme import Look


class Legend(QWidget):
    """One sign and its meaning, as the transcript draws it.

    Args:
        look: where its colours come from.
        color: the palette's field.
        text: the meaning.
        is_line: a line under the word, not a ground behind it.
    """

    def __init__(self, look: Look, color: str, text: str, *, is_line: bool = False) -> None:
        super().__init__()
        self._look = look
        self._color = color
        self._text = text
        self._is_line = is_line
        self.setAccessibleName(text)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.updateGeometry)

    @property
    def text(self) -> str:
        """The meaning."""
        return self._text

    def set_text(self, text: str) -> None:
        """Give the sign another meaning."""
        self._text = text
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        self.setFont(self._look.font(0.86))
        return QSize(18 + self.fontMetrics().horizontalAdvance(self._text), self._look.px(1.3))

    def paintEvent(self, event: QPaintEvent) -> None:
        color = self._look.color
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        swatch = QRectF(0.5, self.height() / 2 - 5.5, 11, 11)
        if self._is_line:
            painter.setPen(QPen(color(self._color), 2))
            painter.drawLine(swatch.bottomLeft(), swatch.bottomRight())
        else:
            painter.setPen(QPen(color("line_strong"), 1))
            painter.setBrush(color(self._color))
            painter.drawRoundedRect(swatch, 2.5, 2.5)
        painter.setFont(self._look.font(0.86))
        painter.setPen(color("muted"))
        rest = QRectF(18, 0, self.width() - 18, self.height())
        painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter, self._text)
