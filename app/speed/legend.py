"""The signs of the transcript and what each means, for everybody to look up."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QStyle, QWidget

from app.language.text import mark, translate
from app.settings import PANEL_WIDTH
from app.theme import Look
from app.transcript.tint import TintKind, paint_sign

_SWATCH = 20
_GAP = 7
SIGNS: tuple[tuple[TintKind | None, str, str], ...] = (
    (
        TintKind.HEAD,
        mark("Legend", "own draft"),
        mark("Legend", "Drafted by the model's own draft, and accepted by the model"),
    ),
    (
        TintKind.MODEL,
        mark("Legend", "draft model"),
        mark("Legend", "Drafted by a smaller model, and accepted by the model"),
    ),
    (
        TintKind.NGRAM,
        mark("Legend", "seen before"),
        mark("Legend", "Found earlier in the chat, and accepted by the model"),
    ),
    (
        TintKind.CORRECTED,
        mark("Legend", "corrected"),
        mark("Legend", "The draft was refused here; this word is the model's"),
    ),
    (
        None,
        mark("Legend", "the model's own"),
        mark("Legend", "Written by the model itself, without a draft or after one"),
    ),
)
"""Kind, name, and what it means; None is what bears no sign."""


class Legend(QWidget):
    """One sign and its name, painted as the transcript paints it.

    Args:
        look: fonts and colours.
        kind: the sign, or None for the lack of one.
        text: its name.
        meaning: a sentence for whoever asks.
    """

    def __init__(self, look: Look, kind: TintKind | None, text: str, meaning: str) -> None:
        super().__init__()
        self._look = look
        self._kind = kind
        self.text = text
        self.setAccessibleName(text)
        self.setAccessibleDescription(meaning)
        self.setToolTip(meaning)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        # Setting a font here would ask for the size again, and again within that.
        metrics = QFontMetrics(self._look.font(0.86))
        width = metrics.horizontalAdvance(self.text)
        return QSize(_SWATCH + _GAP + width, self._look.px(1.4))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        swatch = self._placed(QRect(0, self.height() // 2 - 6, _SWATCH, 12))
        if self._kind is None:
            painter.setPen(QPen(self._look.color("line_strong"), 1))
            painter.drawRoundedRect(swatch.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        else:
            paint_sign(painter, swatch, self._kind, look=self._look)
        painter.setFont(self._look.font(0.86))
        painter.setPen(self._look.color("muted"))
        room = QRect(_SWATCH + _GAP, 0, self.width() - _SWATCH - _GAP, self.height())
        painter.drawText(self._placed(room), Qt.AlignmentFlag.AlignVCenter, self.text)

    def _placed(self, place: QRect) -> QRectF:
        """Mirror a place where people read from the right."""
        return QRectF(QStyle.visualRect(self.layoutDirection(), self.rect(), place))


class Legends(QWidget):
    """All signs, in rows.

    Args:
        look: fonts and colours.
        num_columns: signs in a row.
    """

    def __init__(self, look: Look, *, num_columns: int = 2) -> None:
        super().__init__()
        self.setAccessibleName(translate("Legend", "What the tints mean"))
        self.signs = [
            Legend(look, kind, translate("Legend", text), translate("Legend", meaning))
            for kind, text, meaning in SIGNS
        ]
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(5)
        # A column that is always there and takes the rest.
        self._grid.setColumnStretch(len(self.signs), 1)
        widths = sorted(sign.sizeHint().width() for sign in self.signs)
        # In a narrow panel long words stand below each other.
        is_wide = num_columns == 2 and sum(widths[-2:]) + 14 > PANEL_WIDTH - 30
        self.set_columns(1 if is_wide else num_columns)

    def set_columns(self, num_columns: int) -> None:
        """Set how many stand side by side."""
        for number, sign in enumerate(self.signs):
            self._grid.addWidget(sign, number // num_columns, number % num_columns)
