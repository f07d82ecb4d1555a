"""How long the accepted runs were: bars, painted by hand."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.language.text import translate
from app.theme import Look

HEIGHT = 76


class GainHistogram(QWidget):
    """How many rounds brought one token, two, three and so on.

    Args:
        look: where its colours come from.
        height: in device-independent pixels.
    """

    def __init__(self, look: Look, *, height: int = HEIGHT, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._gained: tuple[int, ...] = ()
        self.setAccessibleName(translate("Charts", "Tokens gained in each round"))
        self.setFixedHeight(height)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.update)

    def set_gained(self, gained: tuple[int, ...]) -> None:
        """Show counts where `gained[n]` rounds brought n tokens."""
        if gained == self._gained:
            return
        self._gained = gained
        spoken = [
            translate("Charts", "{count} rounds of {tokens}").format(count=count, tokens=n)
            for n, count in enumerate(gained)
            if n and count
        ]
        self.setAccessibleDescription(", ".join(spoken))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

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
