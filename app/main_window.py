"""The window: its parts as attributes, menus and shortcuts as signals, and what shows when.

Knows no chats, no store and no thread; whoever builds the program connects the two.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QMainWindow, QMenu, QStackedWidget, QVBoxLayout, QWidget

from app.actions.declared import WIDGET_KEYS
from app.actions.palette import Palette
from app.actions.registry import Actions
from app.actions.sheet import KeySheet
from app.actions.spec import CONTEXT, Group
from app.banner import Banner
from app.compare.view import CompareView
from app.composer import Composer
from app.icons import icon
from app.language.text import mark, translate
from app.shell import Shell
from app.sidebar import Sidebar
from app.speed_panel import SpeedPanel
from app.theme import Look
from app.top_bar import TopBar
from app.transcript.view import TranscriptView
from app.view_types import EngineState

REASONS = {
    EngineState.NO_MODEL: mark("Window", "Choose a model first"),
    EngineState.LOADING: mark("Window", "The model is loading"),
    EngineState.STOPPING: mark("Window", "Stopping…"),
    EngineState.TRAINING: mark("Window", "A draft is being made: pause it in Models to chat"),
    EngineState.MEASURING: mark("Window", "What the draft brings is being measured"),
}


class MainWindow(QMainWindow):
    """Sidebar, conversation and speed panel.

    Args:
        look: fonts and colours.
    """

    new_chat_requested = Signal()
    models_requested = Signal()
    settings_requested = Signal()
    about_requested = Signal()
    stop_requested = Signal()
    close_requested = Signal()
    quit_requested = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look = look
        self._may_close = False
        self._state = EngineState.NO_MODEL
        self.setWindowTitle("Foreword")
        self.setWindowIcon(icon("foreword", "#000000", size=64))
        self.sidebar = Sidebar(look)
        self.top_bar = TopBar(look)
        self.banner = Banner(look)
        self.transcript = TranscriptView(look)
        self.composer = Composer(look)
        self.speed_panel = SpeedPanel(look)
        self.compare_view = CompareView(look)

        chat = QWidget()
        chat.setObjectName("column")
        column = QVBoxLayout(chat)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top_bar)
        column.addWidget(self.banner)
        column.addWidget(self.transcript, 1)
        column.addWidget(self.composer)
        self.pages = QStackedWidget()
        self.pages.addWidget(chat)
        self.pages.addWidget(self.compare_view)
        self.shell = Shell(self.sidebar, self.pages, self.speed_panel, look=look)
        self.setCentralWidget(self.shell)
        self.resize(1280, 820)
        self.commands = Actions(self)
        """All that can be done here, by menu, key and palette."""
        self._connect()
        self._build_menus()
        self.apply_state(EngineState.NO_MODEL)
        # Whoever starts typing at once means the message, not the first button of the window.
        self.composer.setFocus()

    def _connect(self) -> None:
        self.shell.folded.connect(self.top_bar.set_fold)
        self.top_bar.panel_toggled.connect(self.shell.toggle_panel)
        self.top_bar.sidebar_toggled.connect(self.shell.toggle_sidebar)
        self.top_bar.models_requested.connect(self.models_requested)
        self.transcript.models_requested.connect(self.models_requested)
        self.sidebar.new_requested.connect(self.new_chat_requested)
        self.sidebar.opened.connect(lambda _: self.shell.close_overlays())
        self.speed_panel.figure_changed.connect(self.top_bar.set_figure)
        self.speed_panel.tint_toggled.connect(self.transcript.set_tint_enabled)
        self.speed_panel.tint_toggled.connect(self.compare_view.set_tint_enabled)
        self.speed_panel.proposed_toggled.connect(self.transcript.set_proposed_enabled)
        self.compare_view.close_requested.connect(self.show_chat)
        self.composer.stop_requested.connect(self.stop_requested)
        self.compare_view.stop_requested.connect(self.stop_requested)

    def _build_menus(self) -> None:
        for group in Group:
            menu = QMenu(translate(CONTEXT, group.value), self)
            self.commands.fill(menu, group)
            self.menuBar().addMenu(menu)
        bind = self.commands.bind
        bind("chat.new", self.new_chat_requested.emit)
        bind("chat.search", self._search)
        bind("program.models", self.models_requested.emit)
        bind("program.settings", self.settings_requested.emit)
        bind("program.quit", self.quit_requested.emit)
        bind("message.write", self.show_chat)
        bind("reply.stop", self._escape)
        bind("view.sidebar", self.shell.toggle_sidebar)
        bind("view.panel", self.shell.toggle_panel)
        bind("view.end", self.transcript.page.jump_to_end)
        bind("view.full_screen", self._toggle_full_screen)
        bind("help.palette", self.show_palette)
        bind("help.keys", self.show_keys)
        bind("help.about", self.about_requested.emit)

    def show_palette(self) -> Palette:
        """Let one of all commands be chosen by typing."""
        palette = Palette(self.commands, self.look, self)
        palette.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        palette.open()
        return palette

    def show_keys(self) -> KeySheet:
        """Show all keys."""
        sheet = KeySheet((*self.commands.shown(), *WIDGET_KEYS), self.look, self)
        sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        sheet.open()
        return sheet

    def show_chat(self) -> None:
        """Show the conversation."""
        # The width first, so that the page is laid out once and stays where it was.
        self.shell.bar_panel(False)
        self.pages.setCurrentIndex(0)
        self.composer.setFocus()

    def show_compare(self) -> None:
        """Show the comparison in place of conversation and panel."""
        self.pages.setCurrentIndex(1)
        self.shell.bar_panel(True)

    def apply_state(self, state: EngineState) -> None:
        """Let every part follow what the program is doing."""
        self._state = state
        is_writing = state in (EngineState.GENERATING, EngineState.STOPPING)
        self.composer.set_busy(is_writing)
        self.composer.set_send_enabled(
            state is EngineState.READY, translate("Window", REASONS.get(state, ""))
        )
        self.speed_panel.set_compare_enabled(state is EngineState.READY)
        self.transcript.set_state(state)
        if state is not EngineState.GENERATING:
            self.speed_panel.set_idle()
        if state is not EngineState.LOADING:
            self.top_bar.set_loading("", None)

    def set_loading(self, stage: str, fraction: float | None) -> None:
        """Show how far a load is, above the conversation and on an empty page."""
        self.top_bar.set_loading(stage, fraction)
        self.transcript.set_loading(stage, fraction)
        # An empty page says it in the middle; twice would be once too often.
        self.top_bar.progress.setVisible(bool(stage) and not self.transcript.is_empty)

    def allow_close(self) -> None:
        """Let the next close go through: everything is kept."""
        self._may_close = True

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._may_close:
            event.accept()
            return
        event.ignore()
        self.close_requested.emit()

    def _escape(self) -> None:
        if self.shell.close_overlays():
            return
        if self._state is EngineState.GENERATING:
            self.stop_requested.emit()
        elif self.pages.currentIndex() == 1:
            self.show_chat()

    def _toggle_full_screen(self) -> None:
        if self.isFullScreen():
            self.showNormal()
        else:
            self.showFullScreen()

    def _search(self) -> None:
        if self.sidebar.isHidden():
            self.shell.toggle_sidebar()
        self.sidebar.focus_search()
