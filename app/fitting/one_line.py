"""A label of one line, which ends in dots where it has too little room and then tells all of it
to whoever rests the mouse on it."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QStyle, QStyleOption, QStylePainter, QWidget

_FEWEST_CHARS = 6


class OneLine(QLabel):
    """Text that may be shown in part; `text` is always the whole."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def setText(self, text: str) -> None:
        super().setText(text)
        self._tell()

    @property
    def shown(self) -> str:
        """What there is room for."""
        return self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, self.contentsRect().width()
        )

    def minimumSizeHint(self) -> QSize:
        hint = super().sizeHint()
        few = self.fontMetrics().averageCharWidth() * _FEWEST_CHARS
        return QSize(min(few, hint.width()), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tell()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QStylePainter(self)
        option = QStyleOption()
        option.initFrom(self)
        painter.drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option)
        alignment = QStyle.visualAlignment(self.layoutDirection(), self.alignment())
        painter.drawItemText(
            self.contentsRect(),
            alignment | Qt.TextFlag.TextSingleLine,
            self.palette(),
            self.isEnabled(),
            self.shown,
            self.foregroundRole(),
        )

    def _tell(self) -> None:
        self.setToolTip(self.text() if self.shown != self.text() else "")
