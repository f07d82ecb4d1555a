"""Puts drawings of formulas into a document, each as one character that stands on the line.

The drawing is painted in the colour of the text around it, sharp at any scale of the screen.
"""

from collections import OrderedDict
from functools import lru_cache
from math import ceil

from PySide6.QtCore import QByteArray, QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QImage,
    QPainter,
    QPyTextObject,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtSvg import QSvgRenderer

from app.transcript.formulas import INK, Formula

OBJECT = "\ufffc"
"""The character that stands for a drawing."""
_TYPE = QTextFormat.ObjectTypes.UserObject.value + 1
_INDEX = QTextFormat.Property.UserProperty.value + 3
_ROOM = 4
"""Above a drawing, so that a high one does not touch the line before."""
_MAX_IMAGES = 200
_LARGEST_FONT = 400

_images: OrderedDict[tuple[str, int, float], QImage] = OrderedDict()


class FormulaObject(QPyTextObject):
    """The formulas of one document.

    Args:
        document: what they stand in; it owns this.
    """

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._formulas: list[tuple[str, Formula, int]] = []
        document.documentLayout().registerHandler(_TYPE, self)

    def insert(
        self, cursor: QTextCursor, formula: Formula, *, written: str, base: QTextCharFormat
    ) -> None:
        """Put a formula at a cursor.

        Args:
            cursor: where to.
            formula: its drawing.
            written: its source, which is what is copied and read out.
            base: the format of the text around it.
        """
        text = QTextCharFormat(base)
        text.setObjectType(_TYPE)
        # Qt hangs an object of this kind as deep as its font's letters hang.
        font, hangs = _hanging(base.font().family(), round(formula.descent - 1))
        text.setFont(font)
        text.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignBaseline)
        text.setProperty(_INDEX, len(self._formulas))
        self._formulas.append((written, formula, hangs))
        cursor.insertText(OBJECT, text)

    def written(self, index: int) -> str:
        """Give the source of the formula that was put in at a place among the others."""
        return self._formulas[index][0]

    def intrinsicSize(self, doc: QTextDocument, position: int, format: QTextFormat) -> QSizeF:
        _, formula, hangs = self._formulas[format.intProperty(_INDEX)]
        return QSizeF(formula.width, ceil(formula.ascent) + hangs + _ROOM)

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        doc: QTextDocument,
        position: int,
        format: QTextFormat,
    ) -> None:
        _, formula, hangs = self._formulas[format.intProperty(_INDEX)]
        text = format.toCharFormat()
        rect = QRectF(rect)
        top = rect.bottom() - hangs - formula.ascent
        scale = painter.device().devicePixelRatioF()
        image = _image(formula, text.foreground().color(), scale)
        # Between two pixels it would be blurred.
        to_pixels = painter.deviceTransform()
        place = to_pixels.map(QPointF(rect.left(), top))
        back, _ = to_pixels.inverted()
        painter.drawImage(back.map(QPointF(round(place.x()), round(place.y()))), image)


def plain_text(document: QTextDocument, start: int, end: int) -> str:
    """Give a range of a document as plain text, formulas as they were written.

    Args:
        document: a document.
        start: of the range, in UTF-16 units.
        end: of the range.
    """
    cursor = QTextCursor(document)
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    text = cursor.selection().toPlainText()
    formulas = document.findChild(FormulaObject)
    if formulas is None or OBJECT not in text:
        return text
    cursor.setPosition(0)
    cursor.setPosition(start, QTextCursor.MoveMode.KeepAnchor)
    first = cursor.selectedText().count(OBJECT)
    head, *rest = text.split(OBJECT)
    return head + "".join(formulas.written(first + n) + part for n, part in enumerate(rest))


@lru_cache(maxsize=512)
def _hanging(family: str, depth: int) -> tuple[QFont, int]:
    """Give a font whose letters hang at least so deep below the line, and how deep they do."""
    font = QFont(family)
    for size in range(1, _LARGEST_FONT):
        font.setPixelSize(size)
        if QFontMetrics(font).descent() >= depth:
            break
    return font, QFontMetrics(font).descent()


def _image(formula: Formula, color: QColor, scale: float) -> QImage:
    key = (formula.svg, color.rgba(), scale)
    found = _images.get(key)
    if found is not None:
        _images.move_to_end(key)
        return found
    size = QSizeF(formula.width, formula.ascent + formula.descent)
    image = QImage(
        QSize(ceil(size.width() * scale), ceil(size.height() * scale)),
        QImage.Format.Format_ARGB32_Premultiplied,
    )
    image.setDevicePixelRatio(scale)
    image.fill(Qt.GlobalColor.transparent)
    svg = formula.svg.replace(INK, color.name())
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(QPointF(0, 0), size))
    painter.end()
    _images[key] = image
    while len(_images) > _MAX_IMAGES:
        _images.popitem(last=False)
    return image
