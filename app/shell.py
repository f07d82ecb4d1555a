"""The three parts side by side, and how they fold when there is little room.

Under 900 units of width the speed panel folds away, under 640 the chats too; folded parts come
back over the conversation when asked for. All of these grow with the text. The sides change
places where people read from the right.
"""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from app.desktop.edge import EDGE_WIDTH, Edge
from app.language.text import translate
from app.settings import PANEL_WIDTH, SIDEBAR_WIDTH
from app.theme import Look

FOLD_PANEL_BELOW = 900
FOLD_SIDEBAR_BELOW = 640
MIN_SIDE, MAX_SIDE = 190, 420
MIN_COLUMN = 340


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrangement:
    """How the user wants the parts: widths in device-independent pixels at 100 % of zoom."""

    sidebar_width: int = SIDEBAR_WIDTH
    panel_width: int = PANEL_WIDTH
    shows_sidebar: bool = True
    shows_panel: bool = True


class Shell(QWidget):
    """Places sidebar, conversation and panel by hand.

    Args:
        sidebar: the chats.
        column: the conversation, which takes the room that is left.
        panel: the speed panel.
        look: the zoom, and where the edges' colours come from.
    """

    folded = Signal(int)
    """0: all stand side by side, 1: the panel is away, 2: the sidebar too."""
    arranged = Signal()
    """The user has given a part another width, or shown or hidden it."""

    def __init__(
        self,
        sidebar: QWidget,
        column: QWidget,
        panel: QWidget,
        *,
        look: Look,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("shell")
        self.sidebar = sidebar
        self.column = column
        self.panel = panel
        self._look = look
        self._sidebar_width = SIDEBAR_WIDTH
        self._panel_width = PANEL_WIDTH
        self._wants_panel = True
        self._wants_sidebar = True
        self._is_panel_over = False
        self._is_sidebar_over = False
        self._is_panel_barred = False
        self._fold = -1
        self._order: tuple[QWidget, ...] = ()
        # In the order in which they are read and reached by Tab.
        for widget in (sidebar, column, panel):
            widget.setParent(self)
        self.sidebar_edge = Edge(translate("Shell", "Width of the list of chats"), look, self)
        self.panel_edge = Edge(translate("Shell", "Width of the speed panel"), look, self)
        self.sidebar_edge.dragged.connect(self._drag_sidebar)
        self.panel_edge.dragged.connect(self._drag_panel)
        self.sidebar_edge.reset.connect(lambda: self._set_widths(sidebar=SIDEBAR_WIDTH))
        self.panel_edge.reset.connect(lambda: self._set_widths(panel=PANEL_WIDTH))
        for edge in (self.sidebar_edge, self.panel_edge):
            edge.released.connect(self.arranged)
            edge.reset.connect(self.arranged)
        self.setMinimumSize(400, 360)
        look.changed.connect(self.place)
        self._mirror()

    @property
    def fold(self) -> int:
        """How much is folded away for want of room."""
        width = self.width() / self._look.zoom
        return 2 if width < FOLD_SIDEBAR_BELOW else 1 if width < FOLD_PANEL_BELOW else 0

    @property
    def arrangement(self) -> Arrangement:
        """How the user wants the parts, whatever room there is now."""
        return Arrangement(
            sidebar_width=self._sidebar_width,
            panel_width=self._panel_width,
            shows_sidebar=self._wants_sidebar,
            shows_panel=self._wants_panel,
        )

    def arrange(self, arrangement: Arrangement) -> None:
        """Take over how the user wanted the parts; nothing is told to anybody."""
        self._wants_sidebar = arrangement.shows_sidebar
        self._wants_panel = arrangement.shows_panel
        self._set_widths(sidebar=arrangement.sidebar_width, panel=arrangement.panel_width)

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
        self.arranged.emit()

    def toggle_sidebar(self) -> None:
        """Show or hide the chats."""
        if self.fold >= 2:
            self._is_sidebar_over = not self._is_sidebar_over
        else:
            self._wants_sidebar = not self._wants_sidebar
        self.place()
        self.arranged.emit()

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
        width = self.width()
        docks_sidebar = self._wants_sidebar and fold < 2
        docks_panel = self._wants_panel and fold < 1 and not self._is_panel_barred
        shows_panel = docks_panel or (fold >= 1 and self._is_panel_over)
        sidebar, panel = self._zoomed(self._sidebar_width), self._zoomed(self._panel_width)
        leading = sidebar if docks_sidebar else 0
        trailing = panel if docks_panel else 0
        # A window that has become narrow takes from the sides, not from the words.
        lacking = self._zoomed(MIN_COLUMN) - (width - leading - trailing)
        if lacking > 0 and docks_panel:
            trailing = max(self._zoomed(MIN_SIDE), trailing - lacking)
        self._put(self.column, leading, width - leading - trailing)
        self._put(self.sidebar, 0, sidebar)
        self._put(self.panel, width - (trailing or panel), trailing or panel)
        self._put(self.sidebar_edge, leading - EDGE_WIDTH // 2 - 1, EDGE_WIDTH)
        self._put(self.panel_edge, width - trailing - EDGE_WIDTH // 2, EDGE_WIDTH)
        self.sidebar.setVisible(docks_sidebar or (fold >= 2 and self._is_sidebar_over))
        self.panel.setVisible(shows_panel and not self._is_panel_barred)
        self.sidebar_edge.setVisible(docks_sidebar)
        self.panel_edge.setVisible(docks_panel)
        edges = (self.sidebar_edge, self.panel_edge)
        overlays = [] if docks_panel else [self.panel]
        overlays += [] if docks_sidebar else [self.sidebar]
        docked = [part for part in (self.sidebar, self.column, self.panel) if part not in overlays]
        # What is raised is also read later, so that all are put in order, each time it changes.
        order = (*docked, *edges, *overlays)
        if order != self._order:
            self._order = order
            for part in order:
                part.raise_()
        told = max(fold, 0 if self._wants_panel or self._is_panel_barred else 1)
        told = max(told, 0 if self._wants_sidebar else 2) if fold >= 2 else told
        if told != self._fold:
            self._fold = told
            self.folded.emit(told)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        was = 2 if event.oldSize().width() / self._look.zoom < FOLD_SIDEBAR_BELOW else 1
        if self.fold < was:
            self._is_panel_over = self._is_sidebar_over = False
        self.place()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._mirror()
            self.place()

    def _mirror(self) -> None:
        # The line beside a part lies towards the conversation, which a style sheet cannot know.
        for part in (self.sidebar, self.panel):
            part.setProperty("mirrored", self._is_mirrored)
            part.style().unpolish(part)
            part.style().polish(part)

    @property
    def _is_mirrored(self) -> bool:
        return self.layoutDirection() == Qt.LayoutDirection.RightToLeft

    def _zoomed(self, width: int) -> int:
        return round(width * self._look.zoom)

    def _put(self, widget: QWidget, start: int, width: int) -> None:
        left = self.width() - start - width if self._is_mirrored else start
        widget.setGeometry(left, 0, width, self.height())

    def _drag_sidebar(self, step: int) -> None:
        grown = round((-step if self._is_mirrored else step) / self._look.zoom)
        self._set_widths(sidebar=self._sidebar_width + grown)

    def _drag_panel(self, step: int) -> None:
        grown = round((step if self._is_mirrored else -step) / self._look.zoom)
        self._set_widths(panel=self._panel_width + grown)

    def _set_widths(self, *, sidebar: int | None = None, panel: int | None = None) -> None:
        if sidebar is not None:
            self._sidebar_width = max(MIN_SIDE, min(MAX_SIDE, sidebar))
        if panel is not None:
            self._panel_width = max(MIN_SIDE, min(MAX_SIDE, panel))
        self.place()
