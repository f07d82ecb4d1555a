"""What a conversation offers under the right button of the mouse."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from app.language.text import translate


def page_menu(
    parent: QWidget, *, copy: Callable[[], None], select_all: Callable[[], None], link: str
) -> QMenu:
    """Make the menu, Copy first; a link under the pointer can be copied as well."""
    menu = QMenu(parent)
    menu.addAction(translate("Transcript", "Copy"), copy)
    menu.addAction(translate("Transcript", "Select all"), select_all)
    if link:
        menu.addSeparator()
        menu.addAction(
            translate("Transcript", "Copy link"),
            lambda: QGuiApplication.clipboard().setText(link),
        )
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu
