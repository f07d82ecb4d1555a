"""The files above the box where a message is written, and what is to be said of them."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.attachments.chip import FileChip
from app.attachments.control import StagedFile
from app.language.text import translate
from app.theme import Look

_GAP = 6


class AttachmentTray(QWidget):
    """Chips in as many rows as it takes, and one sentence below them.

    Args:
        look: fonts and colours.
    """

    removed = Signal(int)
    """The key of a staged file"""
    opened = Signal(int)
    """The key of a staged file"""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.setAccessibleName(translate("Attachments", "Attached files"))
        self.chips: dict[int, FileChip] = {}
        self._rows = _Rows(self)
        self.problem = QLabel()
        self.problem.setProperty("role", "danger")
        self.problem.setTextFormat(Qt.TextFormat.PlainText)
        self.problem.setWordWrap(True)
        self.problem.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(_GAP)
        column.addWidget(self._rows)
        column.addWidget(self.problem)
        self.hide()

    def show_files(self, files: Sequence[StagedFile], problem: str) -> None:
        """Show these files and no others, and what is wrong with one of them."""
        keys = {staged.key for staged in files}
        for key in [key for key in self.chips if key not in keys]:
            chip = self.chips.pop(key)
            chip.hide()
            chip.deleteLater()
        for staged in files:
            if staged.key not in self.chips:
                chip = FileChip(staged.name, self._look, is_removable=True, parent=self._rows)
                chip.remove_pressed.connect(partial(self.removed.emit, staged.key))
                chip.clicked.connect(partial(self.opened.emit, staged.key))
                chip.show()
                self.chips[staged.key] = chip
            self.chips[staged.key].set_note(
                staged.note,
                warns=bool(staged.problem) or staged.is_too_long,
                reason=staged.problem,
            )
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.setVisible(bool(files))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        # A layout would ask for the heights at the width it had before.
        height = self._rows.place(list(self.chips.values()), self.width())
        if not self.problem.isHidden():
            said = self.problem.heightForWidth(max(80, self.width()))
            self.problem.setFixedHeight(said)
            height += _GAP + said
        self.setFixedHeight(height)


class _Rows(QWidget):
    """Places chips from the left, in rows."""

    def place(self, chips: list[FileChip], width: int) -> int:
        """Place these in a width, and take and give the height of their rows."""
        self.resize(width, self.height())
        x, y, height = 0, 0, 0
        for chip in chips:
            size = chip.sizeHint().boundedTo(QSize(max(80, self.width()), 1000))
            if x and x + size.width() > self.width():
                x, y = 0, y + height + _GAP
            chip.setGeometry(self._mirrored(QRect(x, y, size.width(), size.height())))
            x += size.width() + _GAP
            height = size.height()
        self.setFixedHeight(y + height)
        return y + height

    def _mirrored(self, place: QRect) -> QRect:
        if self.isRightToLeft():
            place.moveLeft(self.width() - place.right() - 1)
        return place
