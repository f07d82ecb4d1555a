"""What a hand does: press, type, click, drag; with types, which pytest-qt's own lack."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

NO = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton


def press(widget: QWidget, key: Qt.Key, held: Qt.KeyboardModifier = NO) -> None:
    """Press a key and let it go."""
    QTest.keyClick(widget, key, held)


def write(widget: QWidget, text: str) -> None:
    """Type a text."""
    QTest.keyClicks(widget, text)


def click(widget: QWidget, *, at: QPoint | None = None) -> None:
    """Click the middle of a widget, or a place in it."""
    QTest.mouseClick(widget, LEFT, NO, at or widget.rect().center())


def drag(widget: QWidget, start: QPoint, end: QPoint) -> None:
    """Go from one place to another with the button down."""
    QTest.mousePress(widget, LEFT, NO, start)
    QTest.mouseMove(widget, end)
    QTest.mouseRelease(widget, LEFT, NO, end)
