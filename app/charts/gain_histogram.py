"""How long the accepted runs were: bars, painted by hand."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.language.text import translate
from app.theme import Look

HEIGHT = 76
_SPACE = 4
"""Between two labels, in pixels."""


def labelled_bars(num_bars: int, *, pitch: float, widest: float) -> tuple[int, ...]:
    """Choose the bars that are labelled with their number, so that no two labels touch.

    Args:
        num_bars: they are numbered from 1 on.
        pitch: from one bar to the next, in pixels.
        widest: a label, likewise.
    """
    room = widest + _SPACE
    steps = (step for power in (1, 10, 100) for step in (power, 2 * power, 5 * power))
    step = next((step for step in steps if step * pitch >= room), num_bars)
    numbers = range(step, num_bars + 1, step)
    has_first = step > 1 and (step - 1) * pitch >= room
    return (1, *numbers) if has_first else tuple(numbers)


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
        measure = painter.fontMetrics().horizontalAdvance
        widest = max(measure(str(number)) for number in range(1, len(counts) + 1))
        labelled = labelled_bars(len(counts), pitch=width + gap, widest=widest)
        for index, count in enumerate(counts):
            left = index * (width + gap)
            # A bar that stands for something is never thinner than a line can show.
            height = max(3.0, (floor - 2) * count / most) if count else 1.0
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color("bar") if count else color("line"))
            radius = 2.5 if count else 0
            painter.drawRoundedRect(QRectF(left, floor - height, width, height), radius, radius)
            if index + 1 not in labelled:
                continue
            label = str(index + 1)
            # Under the middle of a bar that may be narrower, and never over the edge.
            middle = left + (width - measure(label)) / 2
            start = min(max(middle, 0.0), self.width() - measure(label))
            painter.setPen(color("muted"))
            painter.drawText(
                QRectF(start, floor + 2, measure(label) + 1, label_height),
                Qt.AlignmentFlag.AlignLeft,
                label,
            )
