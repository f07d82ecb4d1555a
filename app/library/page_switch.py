"""Pages under a row of names, of which one is shown."""

from collections.abc import Sequence

from PySide6.QtCore import QMargins, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QButtonGroup,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.fitting.flow import Flow


class PageSwitch(QWidget):
    """Names as buttons, and the page of the one that is pressed.

    Args:
        pages: a name and a widget each; the first is shown.
    """

    changed = Signal(int)
    """The number of the page, from 0"""

    def __init__(self, pages: Sequence[tuple[str, QWidget]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stack = QStackedWidget()
        self._group = QButtonGroup(self)
        names = Flow(margins=QMargins(22, 14, 22, 2), spacing=6)
        for number, (name, page) in enumerate(pages):
            button = QPushButton(name)
            button.setProperty("role", "pill")
            button.setCheckable(True)
            button.setChecked(number == 0)
            button.setAutoDefault(False)
            button.setAccessibleName(name)
            bold = button.font()
            bold.setBold(True)
            # The one that is pressed is bold, which takes more room.
            button.setMinimumWidth(QFontMetrics(bold).horizontalAdvance(name) + 24)
            self._group.addButton(button, number)
            names.addWidget(button)
            self._stack.addWidget(page)
        self._group.idClicked.connect(self.show_page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(names)
        column.addWidget(self._stack, 1)

    @property
    def current(self) -> int:
        """The number of the page that is shown."""
        return self._stack.currentIndex()

    def show_page(self, number: int) -> None:
        """Show a page."""
        self._group.button(number).setChecked(True)
        if number != self._stack.currentIndex():
            self._stack.setCurrentIndex(number)
            self.changed.emit(number)
