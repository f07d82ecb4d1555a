"""Plots by pyqtgraph, dressed in the look; imported when the first one is wanted, never before.

The import takes most of a second, so that it happens on a thread of its own while nothing else
does; whoever is earlier waits for the rest of it.
"""

import threading
from collections.abc import Sequence
from math import ceil, log10
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QWidget

from app.language.numbers import decimal
from app.theme import Look

_FONT_SCALE = 0.82


def preload() -> None:
    """Import the library on another thread."""
    threading.Thread(target=_import, name="plots", daemon=True).start()


def new_plots(parent: QWidget) -> Any:
    """Make an empty area for plots, `GraphicsLayoutWidget`, that takes no mouse and no keys."""
    library = _import()
    library.setConfigOptions(antialias=True)
    area = library.GraphicsLayoutWidget(parent=parent)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.ci.setContentsMargins(0, 0, 0, 0)
    area.ci.setSpacing(6)
    return area


def add_plot(area: Any, look: Look, *, row: int = 0) -> Any:
    """Add a `PlotItem` that stands still: no panning, no menu, no buttons."""
    plot = area.addPlot(row=row, col=0)
    plot.setMouseEnabled(x=False, y=False)
    plot.setMenuEnabled(False)
    plot.hideButtons()
    for side in ("left", "bottom"):
        plot.getAxis(side).tickStrings = _as_written_here
    dress(area, plot, look)
    return plot


def dress(area: Any, plot: Any, look: Look) -> None:
    """Give a plot the colours and the font of the look in force."""
    area.setBackground(look.color("ground"))
    for side in ("left", "bottom"):
        axis = plot.getAxis(side)
        axis.setPen(look.color("line_strong"))
        axis.setTextPen(look.color("muted"))
        font = _font(look)
        # As high as the letters are with what hangs below the line.
        height = QFontMetrics(font).height() + 4
        axis.setStyle(tickFont=font, tickLength=-4, tickTextHeight=height)


def _as_written_here(values: Sequence[float], scale: float, spacing: float) -> list[str]:
    """Write the figures of an axis as the reader does."""
    places = max(0, ceil(-log10(spacing * scale))) if spacing * scale > 0 else 0
    return [decimal(value * scale, places) for value in values]


def label(plot: Any, side: str, text: str, *, look: Look) -> None:
    """Name an axis in small letters."""
    style = {"color": look.palette.muted, "font-size": f"{look.px(_FONT_SCALE)}px"}
    plot.setLabel(side, text, **style)


def pen(look: Look, color: str, *, width: float = 1.8, is_dashed: bool = False) -> Any:
    """Give a pen in a colour of the palette."""
    style = Qt.PenStyle.DashLine if is_dashed else Qt.PenStyle.SolidLine
    return _import().mkPen(look.color(color), width=width, style=style)


def _font(look: Look) -> QFont:
    return look.figure_font(_FONT_SCALE, weight=QFont.Weight.Normal)


def _import() -> Any:
    import pyqtgraph

    return pyqtgraph
