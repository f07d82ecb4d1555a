"""The icon in the system's tray: brings the window back, and says when a reply is there.

Only where the user wants it and the system has a tray. Knows the window by a few signals.
"""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from app.language.text import translate


class Tray(QObject):
    """An icon with a menu, shown or not.

    Args:
        icon: the drawing.
    """

    show_requested = Signal()
    new_chat_requested = Signal()
    quit_requested = Signal()

    def __init__(self, icon: QIcon, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._menu = QMenu()
        self._menu.addAction(translate("Tray", "Show Foreword"), self.show_requested.emit)
        self._menu.addAction(translate("Tray", "New chat"), self.new_chat_requested.emit)
        self._menu.addSeparator()
        self._menu.addAction(translate("Tray", "Quit"), self.quit_requested.emit)
        self._icon = QSystemTrayIcon(icon, self)
        self._icon.setToolTip("Foreword")
        self._icon.setContextMenu(self._menu)
        self._icon.activated.connect(self._on_activated)
        self._icon.messageClicked.connect(self.show_requested)

    @property
    def is_available(self) -> bool:
        """Whether this system has a tray at all."""
        return QSystemTrayIcon.isSystemTrayAvailable()

    @property
    def is_shown(self) -> bool:
        """Whether the window can be found again by it."""
        return self._icon.isVisible()

    def set_shown(self, is_shown: bool) -> None:
        """Show the icon where there is a tray, or take it away."""
        self._icon.setVisible(is_shown and self.is_available)

    def tell_reply(self, title: str) -> None:
        """Say that a reply has ended which nobody saw; nothing of what it says."""
        if self.is_shown:
            text = translate("Tray", "The reply is ready.")
            self._icon.showMessage(title or "Foreword", text, self._icon.icon())

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (
            QSystemTrayIcon.ActivationReason.Trigger,
            QSystemTrayIcon.ActivationReason.DoubleClick,
        ):
            self.show_requested.emit()
