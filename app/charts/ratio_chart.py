"""How much faster each pair was for each kind of prompt: bars with their range, plain at 1.

Built when it is first shown. Told apart by pattern as well as by colour, and each bar says its
figure.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QStyle, QVBoxLayout, QWidget

from app.charts.plotting import add_plot, dress, label, new_plots, pen
from app.compare.prompts import PromptKind
from app.compare.runs import ComparedRun, summarise
from app.language.numbers import decimal
from app.language.text import mark, translate
from app.theme import Look

CAPTION = mark(
    "Charts",
    "Bars are medians, lines the range of the runs, the dashed line is plain. * "
    "The computer was busy with something else meanwhile.",
)
MOST_PAIRS = 4
"""The newest ones; more would be told apart by nobody."""
_COLORS = ("bar", "mark_head", "mark_model", "muted")
_PATTERNS = (
    Qt.BrushStyle.SolidPattern,
    Qt.BrushStyle.BDiagPattern,
    Qt.BrushStyle.Dense4Pattern,
    Qt.BrushStyle.HorPattern,
)
_GROUP = 0.8
"""Of the room of a kind, what its bars take."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: whose, for what, how high, and the range of what it is the median of."""

    pair: str
    kind: PromptKind
    ratio: float
    low: float
    high: float
    num_runs: int
    is_busy: bool


def bars_of(runs: Sequence[ComparedRun]) -> list[Bar]:
    """Sum runs up by pair and kind; those that tell nothing are left out."""
    groups: dict[tuple[str, PromptKind], list[ComparedRun]] = {}
    for run in runs:
        groups.setdefault((run.pair, run.kind), []).append(run)
    # Newest pairs first in line, shown in the order they were first seen.
    newest = list(dict.fromkeys(run.pair for run in reversed(runs)))[:MOST_PAIRS]
    bars = []
    for (pair, kind), group in groups.items():
        summary = summarise(group)
        if pair in newest and summary.ratio:
            bars.append(
                Bar(
                    pair,
                    kind,
                    summary.ratio,
                    summary.lowest,
                    summary.highest,
                    summary.num_told,
                    summary.num_busy > 0,
                )
            )
    order = list(PromptKind)
    return sorted(bars, key=lambda bar: (order.index(bar.kind), newest.index(bar.pair)))


class RatioChart(QWidget):
    """The chart.

    Args:
        look: fonts and colours.
    """

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._bars: list[Bar] = []
        self._area: Any = None
        self._plot: Any = None
        self.setAccessibleName(
            translate("Charts", "Chart of speed against plain, by pair and kind of prompt")
        )
        self._keys = QVBoxLayout()
        self._keys.setSpacing(2)
        self.caption = QLabel(translate("Charts", CAPTION))
        self.caption.setProperty("role", "tiny")
        self.caption.setWordWrap(True)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self._column.addLayout(self._keys)
        self._column.addWidget(self.caption)
        look.changed.connect(self._draw)

    def set_runs(self, runs: Sequence[ComparedRun]) -> None:
        """Show what these runs say."""
        self._bars = bars_of(runs)
        spoken = (
            translate("Charts", "{pair}, {label}: {ratio} times plain").format(
                pair=bar.pair, label=bar.kind.label, ratio=decimal(bar.ratio, 2)
            )
            for bar in self._bars
        )
        self.setAccessibleDescription("; ".join(spoken))
        self._show_keys()
        self._draw()

    @property
    def bars(self) -> tuple[Bar, ...]:
        """What is shown."""
        return tuple(self._bars)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._area is None:
            self._area = new_plots(self)
            self._plot = add_plot(self._area, self._look)
            self._column.insertWidget(1, self._area, 1)
            self._draw()

    def _show_keys(self) -> None:
        while (item := self._keys.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for number, pair in enumerate(dict.fromkeys(bar.pair for bar in self._bars)):
            self._keys.addWidget(_Key(self._look, number, pair))

    def _draw(self) -> None:
        plot = self._plot
        if plot is None:
            return
        plot.clear()
        dress(self._area, plot, self._look)
        label(plot, "left", translate("Charts", "times plain"), look=self._look)
        if self._bars:
            self._draw_bars(plot)

    def _draw_bars(self, plot: Any) -> None:
        import pyqtgraph as pg

        look = self._look
        kinds = list(dict.fromkeys(bar.kind for bar in self._bars))
        pairs = list(dict.fromkeys(bar.pair for bar in self._bars))
        width = min(_GROUP / len(pairs), 0.34)
        for number, pair in enumerate(pairs):
            mine = [bar for bar in self._bars if bar.pair == pair]
            shift = (number - (len(pairs) - 1) / 2) * width
            places = [kinds.index(bar.kind) + shift for bar in mine]
            color, brush = _color(look, number), _brush(look, number)
            heights = [bar.ratio for bar in mine]
            plot.addItem(
                pg.BarGraphItem(
                    x=places, height=heights, width=width * 0.86, brush=brush, pen=pg.mkPen(color)
                )
            )
            for place, bar in zip(places, mine, strict=True):
                self._draw_range(plot, place, bar, cap=width * 0.2)
        self._draw_plain(plot, len(kinds))
        top = max(1.0, *(bar.high for bar in self._bars))
        plot.setXRange(-0.6, len(kinds) - 0.4, padding=0)
        # Room for the figures above the bars.
        plot.setYRange(0.0, top * 1.15, padding=0)
        ticks = [(float(place), kind.label) for place, kind in enumerate(kinds)]
        plot.getAxis("bottom").setTicks([ticks])

    def _draw_range(self, plot: Any, place: float, bar: Bar, *, cap: float) -> None:
        import pyqtgraph as pg

        look = self._look
        if bar.num_runs > 1:
            line = pen(look, "text", width=1.2)
            for xs, ys in (
                ([place, place], [bar.low, bar.high]),
                ([place - cap, place + cap], [bar.low, bar.low]),
                ([place - cap, place + cap], [bar.high, bar.high]),
            ):
                plot.plot(xs, ys, pen=line)
        mark = "*" if bar.is_busy else ""
        words = f"{decimal(bar.ratio, 2)}×{mark}"
        figure = pg.TextItem(words, color=look.color("text"), anchor=(0.5, 1.0))
        figure.setFont(look.figure_font(0.82))
        figure.setPos(place, bar.high)
        plot.addItem(figure)

    def _draw_plain(self, plot: Any, num_kinds: int) -> None:
        line = pen(self._look, "muted", width=1.0, is_dashed=True)
        plot.plot([-0.6, num_kinds - 0.4], [1.0, 1.0], pen=line)


class _Key(QWidget):
    """The name of a pair beside the pattern of its bars."""

    def __init__(self, look: Look, number: int, pair: str) -> None:
        super().__init__()
        self._look = look
        self._number = number
        self._pair = pair
        self.setAccessibleName(pair)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        self.setFont(self._look.font(0.86))
        width = self.fontMetrics().horizontalAdvance(self._pair)
        return QSize(26 + width, self._look.px(1.4))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        swatch = self._placed(QRect(0, self.height() // 2 - 6, 18, 12))
        painter.setPen(QPen(_color(self._look, self._number), 1))
        painter.setBrush(_brush(self._look, self._number))
        painter.drawRect(swatch.adjusted(0.5, 0.5, -0.5, -0.5))
        painter.setFont(self._look.font(0.86))
        painter.setPen(self._look.color("text"))
        room = self._placed(QRect(26, 0, self.width() - 26, self.height()))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, self._pair)

    def _placed(self, place: QRect) -> QRectF:
        """Mirror a place where people read from the right."""
        return QRectF(QStyle.visualRect(self.layoutDirection(), self.rect(), place))


def _color(look: Look, number: int) -> QColor:
    return look.color(_COLORS[number % len(_COLORS)])


def _brush(look: Look, number: int) -> QBrush:
    return QBrush(_color(look, number), _PATTERNS[number % len(_PATTERNS)])
