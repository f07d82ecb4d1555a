"""A table of figures that is only read: right-aligned, sorted by value, nothing to edit."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_VALUE = Qt.ItemDataRole.UserRole
_DATA = Qt.ItemDataRole.UserRole + 1
_BAR = 12


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: what it shows, what it is sorted by, and what more there is to know."""

    text: str
    value: float | str = ""
    tip: str = ""


class _Item(QTableWidgetItem):
    def __lt__(self, other: QTableWidgetItem) -> bool:
        mine, theirs = self.data(_VALUE), other.data(_VALUE)
        if isinstance(mine, float) and isinstance(theirs, float):
            return mine < theirs
        return str(mine) < str(theirs)


class FiguresTable(QTableWidget):
    """A table that is only read.

    Args:
        columns: headings; those that begin with ">" stand right, as figures do.
        name: for screen readers.
        stretches_names: whether the first column takes the room that is left, if there is any.
    """

    def __init__(
        self,
        columns: Sequence[str],
        *,
        name: str,
        stretches_names: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._stretches_names = stretches_names
        self._most_rows = 0
        """As many rows as are seen at once, 0 for as many as there is room for."""
        self.setAccessibleName(name)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setAlternatingRowColors(False)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.set_columns(columns)

    def set_columns(self, columns: Sequence[str]) -> None:
        """Give the table other columns; it is empty afterwards."""
        self.setRowCount(0)
        self.setColumnCount(len(columns))
        self._is_right = [column.startswith(">") for column in columns]
        self.setHorizontalHeaderLabels([column.lstrip(">") for column in columns])
        for index, is_right in enumerate(self._is_right):
            item = self.horizontalHeaderItem(index)
            if item is not None:
                item.setTextAlignment(_RIGHT if is_right else _LEFT)

    def fill(self, rows: Sequence[tuple[Sequence[Cell], object]]) -> None:
        """Show rows, each with what it stands for (given back by `chosen`)."""
        was_sorted = self.isSortingEnabled()
        self.setSortingEnabled(False)
        self.setRowCount(len(rows))
        for number, (cells, data) in enumerate(rows):
            for column, cell in enumerate(cells):
                item = _Item(cell.text)
                item.setTextAlignment(_RIGHT if self._is_right[column] else _LEFT)
                item.setData(_VALUE, cell.value if cell.value != "" else cell.text)
                item.setToolTip(cell.tip)
                if column == 0:
                    item.setData(_DATA, data)
                self.setItem(number, column, item)
        self.setSortingEnabled(was_sorted)
        self._fit_names()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_names()
        self._fit_height()

    def _fit_names(self) -> None:
        """Let what names a line take the room that is left, but never less than it needs."""
        if not self._stretches_names or not self.columnCount():
            return
        header, modes = self.horizontalHeader(), QHeaderView.ResizeMode
        others = sum(header.sectionSize(column) for column in range(1, header.count()))
        needed = max(self.sizeHintForColumn(0), header.sectionSizeHint(0))
        has_room = self.viewport().width() - others >= needed
        mode = modes.Stretch if has_room else modes.ResizeToContents
        if header.sectionResizeMode(0) is not mode:
            header.setSectionResizeMode(0, mode)

    def fit_rows(self, *, most: int = 100) -> None:
        """Be as high as the rows are together, or as so many of them."""
        self._most_rows = most
        self._fit_height()

    def _fit_height(self) -> None:
        if not self._most_rows:
            return
        count = min(max(self.rowCount(), 1), self._most_rows)
        header = self.horizontalHeader()
        height = header.sizeHint().height() + count * self.verticalHeader().defaultSectionSize()
        has_bar = header.length() > self.viewport().width()
        self.setFixedHeight(height + 2 * self.frameWidth() + (_BAR if has_bar else 0))

    def chosen(self) -> list[object]:
        """Give what the selected rows stand for, from top to bottom."""
        rows = sorted({index.row() for index in self.selectedIndexes()})
        items = (self.item(row, 0) for row in rows)
        return [item.data(_DATA) for item in items if item is not None]

    def text_at(self, row: int, column: int) -> str:
        """Give what a cell shows."""
        item = self.item(row, column)
        return "" if item is None else item.text()
