"""Whole views on screen, one after the other: come to rest, and put away without a trace."""

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget

from app.main_window import MainWindow


def settle() -> None:
    """Let what was shown come to rest, and what was closed go."""
    for _ in range(8):
        QCoreApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def put_away(shown: QWidget) -> None:
    """Close a window or a dialog, and let it go."""
    if isinstance(shown, MainWindow):
        shown.allow_close()
    shown.close()
    shown.deleteLater()
    settle()
