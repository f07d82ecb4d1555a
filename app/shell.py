"""The three parts side by side, and how they fold when there is little room.

Under 900 units of width the speed panel folds away, under 640 the chats too; folded parts come
back over the conversation when asked for.
"""

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from app.theme import PANEL_WIDTH, SIDEBAR_WIDTH

FOLD_PANEL_BELOW = 900
FOLD_SIDEBAR_BELOW = 640


class Shell(QWidget):
    """Places sidebar, conversation and panel by hand.

    Args:
        sidebar: the chats.
        column: the conversation, which takes the room that is left.
        panel: the speed panel.
    """

    folded = Signal(int)
    """0: all stand side by side, 1: the panel is away, 2: the sidebar too."""

    def __init__(
        self, sidebar: QWidget, column: QWidget, panel: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("shell")
        self.sidebar = sidebar
        self.column = column
        self.panel = panel
        self._wants_panel = True
        self._wants_sidebar = True
        self._is_panel_over = False
        self._is_sidebar_over = False
        self._is_panel_barred = False
        self._fold = -1
        for widget in (column, sidebar, panel):
            widget.setParent(self)
        self.setMinimumSize(400, 360)

    @property
    def fold(self) -> int:
        """How much is folded away for want of room."""
        width = self.width()
        return 2 if width < FOLD_SIDEBAR_BELOW else 1 if width < FOLD_PANEL_BELOW else 0

    def bar_panel(self, is_barred: bool) -> None:
        """Keep the panel away, for a page that has its own figures."""
        self._is_panel_barred = is_barred
        self._is_panel_over = False
        self.place()

    def toggle_panel(self) -> None:
        """Show or hide the speed panel."""
        if self.fold >= 1:
            self._is_panel_over = not self._is_panel_over
        else:
            self._wants_panel = not self._wants_panel
        self.place()

    def toggle_sidebar(self) -> None:
        """Show or hide the chats."""
        if self.fold >= 2:
            self._is_sidebar_over = not self._is_sidebar_over
        else:
            self._wants_sidebar = not self._wants_sidebar
        self.place()

    def close_overlays(self) -> bool:
        """Put away what lies over the conversation; tell whether anything did."""
        was_over = self._is_panel_over or self._is_sidebar_over
        self._is_panel_over = self._is_sidebar_over = False
        if was_over:
            self.place()
        return was_over

    def place(self) -> None:
        """Give each part its place."""
        fold = self.fold
        width, height = self.width(), self.height()
        docks_sidebar = self._wants_sidebar and fold < 2
        docks_panel = self._wants_panel and fold < 1 and not self._is_panel_barred
        shows_panel = docks_panel or (fold >= 1 and self._is_panel_over)
        left = SIDEBAR_WIDTH if docks_sidebar else 0
        right = PANEL_WIDTH if docks_panel else 0
        self.column.setGeometry(left, 0, width - left - right, height)
        self.sidebar.setGeometry(0, 0, SIDEBAR_WIDTH, height)
        self.panel.setGeometry(width - PANEL_WIDTH, 0, PANEL_WIDTH, height)
        self.sidebar.setVisible(docks_sidebar or (fold >= 2 and self._is_sidebar_over))
        self.panel.setVisible(shows_panel and not self._is_panel_barred)
        if not docks_panel:
            self.panel.raise_()
        if not docks_sidebar:
            self.sidebar.raise_()
        told = max(fold, 0 if self._wants_panel or self._is_panel_barred else 1)
        told = max(told, 0 if self._wants_sidebar else 2) if fold >= 2 else told
        if told != self._fold:
            self._fold = told
            self.folded.emit(told)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        was = 2 if event.oldSize().width() < FOLD_SIDEBAR_BELOW else 1
        if self.fold < was:
            self._is_panel_over = self._is_sidebar_over = False
        self.place()
