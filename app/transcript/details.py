"""Every figure of a reply on a small card, opened from the line under it."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QWidget

from app.figures import FigureLabel
from app.language.text import translate
from app.theme import Look


class DetailsCard(QFrame):
    """Names and figures in two columns; a press beside it, or Esc, closes it.

    Args:
        rows: names and what stands behind them.
        look: fonts and colours.
    """

    def __init__(
        self, rows: Sequence[tuple[str, str]], look: Look, *, parent: QWidget | None
    ) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("details")
        self.setAccessibleName(translate("Reply", "Details of the reply"))
        grid = QGridLayout(self)
        grid.setContentsMargins(16, 13, 16, 13)
        grid.setHorizontalSpacing(26)
        grid.setVerticalSpacing(5)
        for number, (name, figure) in enumerate(rows):
            label = QLabel(name)
            label.setProperty("role", "row")
            value = FigureLabel(look)
            value.setText(figure)
            value.setAccessibleName(name)
            value.setAccessibleDescription(figure)
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            grid.addWidget(label, number, 0)
            grid.addWidget(value, number, 1, Qt.AlignmentFlag.AlignRight)

        copy = QPushButton(translate("Reply", "Copy"))
        copy.setAccessibleName(translate("Reply", "Copy the details"))
        copy.setProperty("role", "quiet")
        copy.clicked.connect(self.copy)
        grid.addWidget(copy, len(rows), 0, 1, 2, Qt.AlignmentFlag.AlignRight)
        self._rows = list(rows)

    def copy(self) -> None:
        """Put all of it on the clipboard, a line each."""
        lines = [f"{name}: {figure}" for name, figure in self._rows]
        QGuiApplication.clipboard().setText("\n".join(lines))
        self.close()

    def show_above(self, corner: QPoint) -> None:
        """Open with the lower right corner at a place of the screen, or below where none is."""
        self.adjustSize()
        top = corner.y() - self.height() - 4
        screen = self.screen().availableGeometry()
        if top < screen.top():
            top = min(corner.y() + 28, screen.bottom() - self.height())
        self.move(max(screen.left(), corner.x() - self.width()), max(screen.top(), top))
        self.show()
