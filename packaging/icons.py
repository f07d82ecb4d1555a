"""The program's icon in every form a system asks for, all drawn from the one SVG file."""

from io import BytesIO
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "resources" / "icons" / "foreword.svg"
_ICO_SIZES = (16, 20, 24, 32, 40, 48, 64, 128, 256)
_ICNS_SIZES = (16, 32, 64, 128, 256, 512, 1024)


def draw_png(target: Path, *, size: int, source: Path = SOURCE) -> None:
    """Draw the icon as a PNG file.

    Args:
        target: the file; its folder is there.
        size: pixels a side.
        source: the drawing.
    """
    target.write_bytes(_png(source, size))


def write_ico(target: Path, *, source: Path = SOURCE) -> Path:
    """Write the form of Windows, with each size drawn for itself instead of scaled."""
    return _write_all(target, _ICO_SIZES, source)


def write_icns(target: Path, *, source: Path = SOURCE) -> Path:
    """Write the form of macOS."""
    return _write_all(target, _ICNS_SIZES, source)


def _write_all(target: Path, sizes: tuple[int, ...], source: Path) -> Path:
    from PIL import Image

    images = [Image.open(BytesIO(_png(source, size))) for size in reversed(sizes)]
    shapes = [(size, size) for size in sizes]
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.suffix == ".ico":
        images[0].save(target, sizes=shapes, append_images=images[1:])
    else:
        images[0].save(target, append_images=images[1:])
    return target


def _png(source: Path, size: int) -> bytes:
    # Only what draws needs Qt.
    from PySide6.QtCore import QBuffer, QIODevice, Qt
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(source)).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())
