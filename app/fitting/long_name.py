"""A label for names that have no spaces to break at: paths, repositories and files.

A break may stand after any sign between two parts, and inside a part that is too long for a line.
"""

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

_SIGNS = "/\\_.-"
_UNBROKEN_CHARS = 12


class LongName(QLabel):
    """A name over as many lines as it needs; `text` is as it was given."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(self._layout(width).boundingRect().height() + 0.49)

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self.text()) + 2
        return QSize(width, self.fontMetrics().lineSpacing())

    def minimumSizeHint(self) -> QSize:
        few = self.fontMetrics().averageCharWidth() * _UNBROKEN_CHARS
        return QSize(min(few, self.sizeHint().width()), self.fontMetrics().lineSpacing())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        layout = self._layout(self.width())
        free = max(0.0, self.height() - layout.boundingRect().height()) / 2
        layout.draw(painter, QPointF(0, free))

    def _layout(self, width: int) -> QTextLayout:
        # Only the drawing has these places to break at; what is read out has none.
        text = self.text()
        for sign in _SIGNS:
            text = text.replace(sign, f"{sign}\u200b")
        layout = QTextLayout(text, self.font())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        if self.layoutDirection() is Qt.LayoutDirection.RightToLeft:
            option.setAlignment(Qt.AlignmentFlag.AlignRight)
        layout.setTextOption(option)
        layout.beginLayout()
        y = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(1, width))
            line.setPosition(QPointF(0, y))
            y += line.height()
        layout.endLayout()
        return layout
