"""What was compared so far: a table, a chart by pair and kind of prompt, and ways to take it along.

Asks for deletions and tells what is to be saved; touches no file itself.
"""

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QLabel,
    QMessageBox,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.charts.ratio_chart import RatioChart
from app.compare.runs import ComparedRun, grouped
from app.compare.tables import HistoryTable
from app.fitting.flow import Flow
from app.language.text import mark, translate
from app.theme import Look

EMPTY = mark(
    "Compare",
    "Nothing was compared yet. Each run is kept here with its figures, never with "
    "a word of what was asked or answered.",
)
TABLE_HEIGHT, CHART_HEIGHT = 240, 320


class HistoryPage(QWidget):
    """The table and the chart of past comparisons.

    Args:
        look: fonts and colours.
    """

    delete_requested = Signal(list)
    """ids of runs"""
    csv_requested = Signal()
    picture_requested = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runs: list[ComparedRun] = []
        self.empty = QLabel(translate("Compare", EMPTY))
        self.empty.setProperty("role", "muted")
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.problem = QLabel()
        self.problem.setProperty("role", "warning")
        self.problem.setWordWrap(True)
        self.problem.hide()
        self.table = HistoryTable()
        self.table.setMinimumHeight(TABLE_HEIGHT)
        self.table.itemSelectionChanged.connect(self._update)
        delete_key = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.table)
        delete_key.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete_key.activated.connect(self._delete_chosen)
        self.chart = RatioChart(look)
        self.chart.setMinimumHeight(CHART_HEIGHT)
        self.delete_button = QPushButton(translate("Compare", "Delete selected"))
        self.delete_button.clicked.connect(self._delete_chosen)
        self.clear_button = QPushButton(translate("Compare", "Delete all…"))
        self.clear_button.clicked.connect(self._ask_to_clear)
        self.csv_button = QPushButton(translate("Compare", "Save table (CSV)…"))
        self.csv_button.clicked.connect(self.csv_requested)
        self.picture_button = QPushButton(translate("Compare", "Save chart (PNG)…"))
        self.picture_button.clicked.connect(self.picture_requested)
        for button in (
            self.delete_button,
            self.clear_button,
            self.csv_button,
            self.picture_button,
        ):
            button.setProperty("role", "quiet")
            button.setAccessibleName(button.text().rstrip("…"))
        self._build()
        self.set_runs([])

    def _build(self) -> None:
        tools = Flow(spacing=6)
        tools.addWidget(self.csv_button)
        tools.addWidget(self.picture_button)
        # What deletes stands apart at the far end.
        tools.add_gap()
        tools.addWidget(self.delete_button)
        tools.addWidget(self.clear_button)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(22, 14, 22, 18)
        column.setSpacing(12)
        column.addWidget(self.problem)
        column.addWidget(self.empty, 1)
        column.addLayout(tools)
        column.addWidget(self.table, 1)
        column.addWidget(self.chart, 1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(body)
        scroll.viewport().setAutoFillBackground(False)
        body.setAutoFillBackground(False)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)

    @property
    def runs(self) -> tuple[ComparedRun, ...]:
        """All runs that are shown."""
        return tuple(self._runs)

    def set_runs(self, runs: Sequence[ComparedRun], *, problem: str = "") -> None:
        """Show these, and why they may not last."""
        self._runs = list(runs)
        self.table.show_groups(list(grouped(runs).values()))
        self.chart.set_runs(runs)
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        has_any = bool(runs)
        self.empty.setVisible(not has_any)
        for widget in (
            self.table,
            self.chart,
            self.csv_button,
            self.picture_button,
            self.delete_button,
            self.clear_button,
        ):
            widget.setVisible(has_any)
        self._update()

    def _update(self) -> None:
        self.delete_button.setEnabled(bool(self.table.chosen()))

    def _delete_chosen(self) -> None:
        ids = [id for chosen in self.table.chosen() for id in cast("list[int]", chosen)]
        if ids:
            self.delete_requested.emit(ids)

    def _ask_to_clear(self) -> None:
        box = QMessageBox(self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setText(translate("Compare", "Delete all past comparisons?"))
        box.setInformativeText(translate("Compare", "This cannot be undone."))
        delete = box.addButton(
            translate("Compare", "Delete all"), QMessageBox.ButtonRole.DestructiveRole
        )
        cancel = box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(cancel)
        box.setEscapeButton(cancel)
        delete.clicked.connect(self._clear)
        box.open()

    def _clear(self) -> None:
        self.delete_requested.emit([run.id for run in self._runs])
