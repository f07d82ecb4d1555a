"""Compare as a view of its own: what runs now, and what was run before.

Made of values and engine events; asks for nothing but to run, stop, save, delete or close.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.compare.history_page import HistoryPage
from app.compare.run_page import RunPage
from app.fitting.one_line import OneLine
from app.language.text import translate
from app.theme import Look


class CompareView(QWidget):
    """Two pages under one heading.

    Args:
        look: fonts and colours.
    """

    close_requested = Signal()
    stop_requested = Signal()
    history_shown = Signal()
    """The page of the past came into view, for whoever fills it."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("column")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.run_page = RunPage(look)
        self.run_page.setup.stop_requested.connect(self.stop_requested)
        self.history_page = HistoryPage(look)
        self.pair = OneLine()
        self.pair.setProperty("role", "muted")
        self.pair.setAccessibleDescription(translate("Compare", "Models compared"))
        self.pair.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.run_tab = _tab(translate("Compare", "Run"))
        self.history_tab = _tab(translate("Compare", "History"))
        tabs = QButtonGroup(self)
        for button in (self.run_tab, self.history_tab):
            tabs.addButton(button)
        self.run_tab.setChecked(True)
        self.history_tab.toggled.connect(self._on_tab)
        self.close_button = QPushButton(translate("Compare", "Close"))
        self.close_button.setAccessibleName(translate("Compare", "Close the comparison"))
        self.close_button.clicked.connect(self.close_requested)
        self.notice = QLabel()
        self.notice.setObjectName("comparenotice")
        self.notice.setProperty("role", "warning")
        self.notice.setWordWrap(True)
        self.notice.setAccessibleDescription(translate("Compare", "Notice"))
        self.notice.setContentsMargins(22, 10, 22, 0)
        self.notice.hide()
        self.run_page.setup.run_requested.connect(self.notice.hide)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.run_page)
        self.pages.addWidget(self.history_page)
        self._build()

    def _build(self) -> None:
        title = QLabel(translate("Compare", "Compare"))
        title.setProperty("role", "strong")
        head = QWidget()
        head.setObjectName("topbar")
        head.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(head)
        row.setContentsMargins(16, 6, 16, 6)
        row.setSpacing(10)
        row.addWidget(title)
        row.addWidget(self.run_tab)
        row.addWidget(self.history_tab)
        row.addWidget(self.pair, 1)
        row.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(self.notice)
        column.addWidget(self.pages, 1)

    def set_pair(self, text: str) -> None:
        """Name the models that are compared."""
        self.pair.setText(text)

    def say(self, text: str) -> None:
        """Say one sentence above the page, until the next run."""
        self.notice.setText(text)
        self.notice.show()

    def show_run(self) -> None:
        """Show what runs now."""
        self.run_tab.setChecked(True)

    def show_history(self) -> None:
        """Show what was run before."""
        self.history_tab.setChecked(True)

    def set_tint_enabled(self, is_enabled: bool) -> None:
        """Show or hide who wrote which word."""
        self.run_page.set_tinted(is_enabled)

    def _on_tab(self, is_history: bool) -> None:
        self.pages.setCurrentIndex(1 if is_history else 0)
        if is_history:
            self.history_shown.emit()


def _tab(text: str) -> QPushButton:
    button = QPushButton(text)
    button.setProperty("role", "pill")
    button.setCheckable(True)
    button.setAccessibleName(text)
    return button
