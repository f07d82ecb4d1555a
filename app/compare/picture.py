"""A picture of a comparison as it is shown on, away from the window: with the models it is of."""

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

_MARGIN = 22


def picture_of(widget: QWidget, caption: str) -> QPixmap:
    """Paint a widget below a line of words, which wrap where they have to."""
    shown = widget.grab()
    ratio = shown.devicePixelRatio()
    width = round(shown.width() / ratio)
    room = QRect(_MARGIN, 14, max(1, width - 2 * _MARGIN), 10_000)
    flags = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
    said = widget.fontMetrics().boundingRect(room, flags, caption)
    top = said.bottom() + 1
    picture = QPixmap(shown.width(), shown.height() + round(top * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(widget.palette().window().color())
    painter = QPainter(picture)
    painter.setLayoutDirection(widget.layoutDirection())
    painter.setFont(widget.font())
    painter.setPen(widget.palette().windowText().color())
    painter.drawText(room, flags, caption)
    painter.drawPixmap(QPoint(0, top), shown)
    painter.end()
    return picture
