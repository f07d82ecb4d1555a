"""The drawings in `resources/icons`, in the colours of the look.

Each is a line drawing of 16 units whose `currentColor` is replaced before it is rendered, so that
one file serves light and dark.
"""

from functools import cache
from importlib.resources import files

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

ICON_PX = 16


def icon(name: str, color: str, *, size: int = ICON_PX) -> QIcon:
    """Render a drawing for screens of one, two and three pixels a point.

    Args:
        name: its file in `resources/icons`, without the ending.
        color: `#rrggbb` for the lines that ask for the current colour.
        size: edge in device-independent pixels.
    """
    renderer = QSvgRenderer(QByteArray(_drawing(name).replace("currentColor", color).encode()))
    result = QIcon()
    for scale in (1, 2, 3):
        pixmap = QPixmap(size * scale, size * scale)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        renderer.render(painter, QRectF(0, 0, size * scale, size * scale))
        painter.end()
        pixmap.setDevicePixelRatio(scale)
        result.addPixmap(pixmap)
    return result


@cache
def _drawing(name: str) -> str:
    """Read a file once: every reply has its buttons made while the next one may be streaming."""
    return files("resources").joinpath(f"icons/{name}.svg").read_text(encoding="utf-8")
