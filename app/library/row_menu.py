"""What else can be done with a model that is here: a button with a menu, beside its name."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from app.language.text import translate


class RowMenu(QPushButton):
    """A button that opens a menu.

    Args:
        name: of the model, for people who hear the window.
        drawing: what stands on it.
    """

    verify_requested = Signal()
    show_requested = Signal()
    remove_requested = Signal()

    def __init__(self, name: str, drawing: QIcon, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setIcon(drawing)
        self.setProperty("role", "icon")
        self.setAutoDefault(False)
        self.setAccessibleName(translate("Library", "More about {name}").format(name=name))
        self.setToolTip(translate("Library", "Check it again, show it, or delete it"))
        menu = QMenu(self)
        self.verify = menu.addAction(translate("Library", "Check it again"))
        self.verify.triggered.connect(self.verify_requested)
        self.show_it = menu.addAction(translate("Library", "Show it in its folder"))
        self.show_it.triggered.connect(self.show_requested)
        menu.addSeparator()
        self.remove = menu.addAction(translate("Library", "Delete it…"))
        self.remove.triggered.connect(self.remove_requested)
        self.clicked.connect(lambda: menu.exec(self.mapToGlobal(self.rect().bottomLeft())))
