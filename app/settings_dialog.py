"""The settings, built from their own declarations and applied as they are changed."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QMargins, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.desktop.folders_page import Folder, FoldersPage
from app.desktop.restart_line import RestartLine
from app.fitting.flow import Flow
from app.language.text import translate
from app.setting_fields import SettingRow
from app.setting_spec import SettingSpec
from app.theme import Look


class SettingsDialog(QDialog):
    """Groups at the left, their settings at the right.

    Args:
        specs: the settings; one without a group is left out.
        values: what they are now, by key.
        look: fonts and colours.
        folders: where everything lies; no page for them where there are none.
    """

    changed = Signal(str, object)
    reset_requested = Signal()
    import_requested = Signal()
    export_requested = Signal()
    folder_requested = Signal(object)
    """Path"""

    def __init__(
        self,
        specs: Sequence[SettingSpec],
        values: Mapping[str, object],
        *,
        look: Look,
        folders: Sequence[Folder] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.rows: dict[str, SettingRow] = {}
        self.setWindowTitle(translate("SettingsDialog", "Settings"))
        self._look = look
        self.setMinimumSize(440, 380)
        self.groups = QListWidget()
        self.groups.setObjectName("groups")
        self.groups.setAccessibleName(translate("SettingsDialog", "Groups of settings"))
        self.pages = QStackedWidget()
        for group in dict.fromkeys(spec.group for spec in specs if spec.group):
            self._add_group(translate("Settings", group))
            chosen = [spec for spec in specs if spec.group == group]
            self.pages.addWidget(self._page(group, chosen, values, look))
        if folders:
            page = FoldersPage(folders)
            page.open_requested.connect(self.folder_requested)
            self._add_group(translate("Folders", "Folders"))
            self.pages.addWidget(_scrolled(page))
        self.groups.currentRowChanged.connect(self.pages.setCurrentIndex)
        self.groups.setCurrentRow(0)
        self.reset = QPushButton(translate("SettingsDialog", "Reset to defaults"))
        self.reset.setAccessibleName(
            translate("SettingsDialog", "Reset all settings to their defaults")
        )
        self.reset.setAutoDefault(False)
        self.reset.clicked.connect(self._ask_to_reset)
        self.question: QMessageBox | None = None
        """What is asked before all settings are reset, or None"""
        self.export_button = QPushButton(translate("SettingsDialog", "Export…"))
        self.export_button.setAccessibleName(
            translate("SettingsDialog", "Export all settings to a file")
        )
        self.export_button.clicked.connect(self.export_requested)
        self.import_button = QPushButton(translate("SettingsDialog", "Import…"))
        self.import_button.setAccessibleName(
            translate("SettingsDialog", "Import settings from a file")
        )
        self.import_button.clicked.connect(self.import_requested)
        self.close_button = QPushButton(translate("SettingsDialog", "Close"))
        self.close_button.setAccessibleName(translate("SettingsDialog", "Close the settings"))
        self.close_button.setAutoDefault(False)
        self.close_button.clicked.connect(self.accept)

        upper = QHBoxLayout()
        upper.setSpacing(0)
        upper.addWidget(self.groups)
        upper.addWidget(self.pages, 1)
        line = QFrame()
        line.setProperty("role", "separator")
        foot = Flow(margins=QMargins(16, 12, 16, 14))
        for button in (self.reset, self.import_button, self.export_button):
            button.setAutoDefault(False)
            foot.addWidget(button)
        foot.add_gap()
        foot.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.restart = RestartLine()
        """What it takes for the language to change, while that is so."""
        column.addLayout(upper, 1)
        column.addWidget(line)
        column.addWidget(self.restart)
        column.addLayout(foot)
        look.changed.connect(self._fit)
        self._fit()

    def set_values(self, values: Mapping[str, object]) -> None:
        """Show other values, such as the defaults after a reset."""
        for key, row in self.rows.items():
            if key in values:
                row.set_value(values[key])

    def _ask_to_reset(self) -> None:
        box = QMessageBox(self)
        box.setText(translate("SettingsDialog", "Reset all settings?"))
        box.setInformativeText(
            translate(
                "SettingsDialog",
                "The system prompt is lost as well. Export the settings first if you may want "
                "them back.",
            )
        )
        go = box.addButton(
            translate("SettingsDialog", "Reset"), QMessageBox.ButtonRole.DestructiveRole
        )
        cancel = box.addButton(
            translate("SettingsDialog", "Cancel"), QMessageBox.ButtonRole.RejectRole
        )
        go.clicked.connect(self.reset_requested)
        box.setDefaultButton(cancel)
        box.setEscapeButton(cancel)
        box.finished.connect(self._on_answered)
        self.question = box
        box.open()

    def _on_answered(self) -> None:
        if self.question is not None:
            self.question.deleteLater()
        self.question = None

    def done(self, result: int) -> None:
        # A field that still has the caret has not been told yet.
        for row in self.rows.values():
            if row.field.hasFocus():
                row.commit()
        super().done(result)

    def _page(
        self, group: str, specs: Sequence[SettingSpec], values: Mapping[str, object], look: Look
    ) -> QWidget:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(0)
        heading = QLabel(translate("Settings", group))
        heading.setProperty("role", "heading")
        column.addWidget(heading)
        column.addSpacing(4)
        for number, spec in enumerate(specs):
            if number:
                line = QFrame()
                line.setProperty("role", "separator")
                column.addWidget(line)
            row = SettingRow(spec, values.get(spec.key, spec.default), look)
            row.changed.connect(self.changed)
            self.rows[spec.key] = row
            column.addWidget(row)
        column.addStretch(1)
        return _scrolled(content)

    def _fit(self) -> None:
        """Give the text its room, which may be made larger right here."""
        metrics = QFontMetrics(self._look.font(weight=QFont.Weight.DemiBold))
        items = [self.groups.item(row) for row in range(self.groups.count())]
        # As wide as its longest word, which other languages have longer ones of.
        longest = max((metrics.horizontalAdvance(item.text()) for item in items), default=0)
        self.groups.setFixedWidth(max(150, longest + 44))
        for item in items:
            item.setSizeHint(QSize(0, self._look.px(2.4)))
        self.resize(self.size().expandedTo(self._look.zoomed(680, 560)))

    def _add_group(self, name: str) -> None:
        QListWidgetItem(name, self.groups)


def _scrolled(content: QWidget) -> QScrollArea:
    scroll = QScrollArea()
    scroll.setWidgetResizable(True)
    scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    scroll.setWidget(content)
    return scroll
