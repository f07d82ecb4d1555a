"""A reply's course: tokens per second above, acceptance below, over the tokens it has so far.

Built when it is first shown; whoever feeds it decides how often it changes.
"""

from collections.abc import Sequence
from typing import Any

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.charts.plotting import add_plot, dress, label, new_plots, pen
from app.language.numbers import decimal
from app.language.text import translate
from app.speed.record import Point
from app.theme import Look

HEIGHT = 290
_AXIS_WIDTH = 62


class ReplyGraph(QWidget):
    """Two plots, one above the other, over the same tokens.

    Args:
        look: fonts and colours.
    """

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._points: Sequence[Point] = ()
        self._plain: float | None = None
        self._area: Any = None
        self._speeds: Any = None
        self._shares: Any = None
        self.setFixedHeight(HEIGHT)
        self.setAccessibleName(
            translate("Charts", "Graph of tokens per second and acceptance over the reply")
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        look.changed.connect(self._draw)

    @property
    def num_points(self) -> int:
        """Points that are shown."""
        return len(self._points)

    def set_points(self, points: Sequence[Point], *, plain: float | None) -> None:
        """Show a course.

        Args:
            points: in order.
            plain: plain decoding's speed on this machine, or None where it is not known.
        """
        self._points, self._plain = points, plain
        self.setAccessibleDescription(_spoken(points))
        self._draw()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._area is not None:
            return
        self._area = new_plots(self)
        self._speeds = add_plot(self._area, self._look, row=0)
        self._shares = add_plot(self._area, self._look, row=1)
        self._shares.setXLink(self._speeds)
        self._speeds.getAxis("bottom").setStyle(showValues=False)
        for plot in (self._speeds, self._shares):
            # Both begin at the same place, however long their figures are.
            plot.getAxis("left").setWidth(_AXIS_WIDTH)
        self._area.ci.layout.setRowStretchFactor(0, 3)
        self._area.ci.layout.setRowStretchFactor(1, 2)
        layout = self.layout()
        if layout is not None:
            layout.addWidget(self._area)
        self._draw()

    def _draw(self) -> None:
        if self._area is None:
            return
        look, points = self._look, self._points
        for plot in (self._speeds, self._shares):
            plot.clear()
            dress(self._area, plot, look)
        label(self._speeds, "left", translate("Charts", "tokens/s"), look=look)
        label(self._shares, "left", translate("Charts", "accepted"), look=look)
        label(self._shares, "bottom", translate("Charts", "tokens of the reply"), look=look)
        xs = [point.num_tokens for point in points]
        speeds = [point.tokens_per_s for point in points]
        self._speeds.plot(xs, speeds, pen=pen(look, "accent"))
        right = max([*xs, 16])
        if self._plain:
            line = pen(look, "muted", width=1.0, is_dashed=True)
            self._speeds.plot([0, right], [self._plain, self._plain], pen=line)
        drafted = [point for point in points if point.acceptance is not None]
        self._shares.plot(
            [point.num_tokens for point in drafted],
            [100 * (point.acceptance or 0.0) for point in drafted],
            pen=pen(look, "mark_head"),
        )
        self._shares.getAxis("left").setTicks([[(0, "0 %"), (50, "50 %"), (100, "100 %")]])
        self._shares.setYRange(0, 104, padding=0)
        self._speeds.setYRange(0, 1.1 * max([*speeds, self._plain or 0.0, 1.0]), padding=0)
        self._speeds.setXRange(0, right, padding=0.01)


def _spoken(points: Sequence[Point]) -> str:
    if not points:
        return translate("Charts", "No figures yet")
    speeds = [point.tokens_per_s for point in points]
    return translate("Charts", "From {min} to {max} tokens per second, {value} at the end").format(
        min=decimal(min(speeds), 1), max=decimal(max(speeds), 1), value=decimal(speeds[-1], 1)
    )
