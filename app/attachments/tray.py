"""The files above the box where a message is written, and what is to be said of them."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QWidget

from app.attachments.chip import FileChip
from app.attachments.control import StagedFile
from app.language.text import translate
from app.theme import Look

_GAP = 6
_MOST_ROWS = 3
"""Rows of files that are seen at once; half of the next one tells that there are more."""


class AttachmentTray(QWidget):
    """Chips in rows, which scroll where there are many, and one sentence below them.

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
        self._rows = _Rows()
        self._area = QScrollArea(self)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(self._rows)
        for widget in (self._rows, self._area.viewport()):
            # The box around them has a colour of its own.
            widget.setAutoFillBackground(False)
        self.problem = QLabel(self)
        self.problem.setProperty("role", "danger")
        self.problem.setTextFormat(Qt.TextFormat.PlainText)
        self.problem.setWordWrap(True)
        self.problem.hide()
        self.hide()

    def show_files(self, files: Sequence[StagedFile], problem: str) -> None:
        """Show these files and no others, and what is wrong with one of them."""
        shown_before = set(self.chips)
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
        self._fit(self.width(), moves=True)
        self._take_height()
        if set(self.chips) - shown_before:
            QTimer.singleShot(0, self, self._show_newest)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit(self.width(), moves=True)
        # Not while a layout is at work, which would not look at it again.
        QTimer.singleShot(0, self, self._take_height)

    def _show_newest(self) -> None:
        if self.chips:
            self._area.ensureWidgetVisible(list(self.chips.values())[-1], 0, _GAP)

    def _take_height(self) -> None:
        self.setFixedHeight(self._fit(self.width(), moves=False))

    def _fit(self, width: int, *, moves: bool) -> int:
        """Place the files and the sentence below them in a width, or only give their height."""
        chips = list(self.chips.values())
        height = self._rows.place(chips, width, moves=False)
        most = self._rows.height_of(chips, _MOST_ROWS + 0.5)
        inside = width
        if height > most:
            height, inside = most, width - self._area.verticalScrollBar().sizeHint().width()
        if moves:
            self._rows.place(chips, inside, moves=True)
            self._area.setGeometry(0, 0, width, height)
        if self.problem.isHidden():
            return height
        said = self.problem.heightForWidth(max(80, width))
        if moves:
            self.problem.setGeometry(0, height + _GAP, width, said)
        return height + _GAP + said


class _Rows(QWidget):
    """Places chips from the left, in rows."""

    def place(self, chips: list[FileChip], width: int, *, moves: bool) -> int:
        """Place these in a width, or only give the height of their rows."""
        if moves:
            self.resize(width, self.height())
        x, y, height = 0, 0, 0
        for chip in chips:
            size = chip.sizeHint().boundedTo(QSize(max(80, width), 1000))
            if x and x + size.width() > width:
                x, y = 0, y + height + _GAP
            if moves:
                chip.setGeometry(self._mirrored(QRect(x, y, size.width(), size.height())))
            x += size.width() + _GAP
            height = size.height()
        if moves:
            self.resize(width, y + height)
        return y + height

    def height_of(self, chips: list[FileChip], num_rows: float) -> int:
        """Give the height of so many rows."""
        row = max((chip.sizeHint().height() for chip in chips), default=0)
        return round(num_rows * (row + _GAP))

    def _mirrored(self, place: QRect) -> QRect:
        if self.isRightToLeft():
            place.moveLeft(self.width() - place.right() - 1)
        return place
