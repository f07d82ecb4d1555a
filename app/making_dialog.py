"""Make a draft: settings, how far it is, pause and resume, what came of it.

Shows what it is told and decides nothing. Closing it hides it; the making goes on.
"""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QMargins, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QLabel,
    QMessageBox,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.draft_views import MakingPhase, MakingView
from app.fitting.flow import Flow
from app.language.text import translate
from app.making_pages import DonePage, ProgressPage, SettingsPage
from app.theme import Look

_WIDTH, _HEIGHT = 37, 43
"""In sizes of the text, so that it grows with it."""
_MOST_HEIGHT = 760


class MakingDialog(QDialog):
    """One target's draft, from settings to figures.

    Args:
        look: fonts and colours.
    """

    start_requested = Signal(object, bool)
    """Recipe, and whether the user's own chats are learnt from"""
    pause_requested = Signal()
    resume_requested = Signal()
    discard_requested = Signal()
    use_requested = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: MakingView | None = None
        self.setWindowTitle(translate("Making", "Make a draft"))
        self.resize(look.px(_WIDTH), min(look.px(_HEIGHT), _MOST_HEIGHT))
        self.setMinimumSize(420, 400)
        self.heading = QLabel()
        self.heading.setProperty("role", "heading")
        self.heading.setWordWrap(True)
        self.intro = QLabel(
            translate(
                "Making",
                "The model writes conversations, and a tiny draft learns to foretell its "
                "words, on this computer alone. The chat waits meanwhile; pause to use it.",
            )
        )
        self.intro.setProperty("role", "muted")
        self.intro.setWordWrap(True)
        self.problem = QLabel()
        self.problem.setProperty("role", "danger")
        self.problem.setWordWrap(True)
        self.settings = SettingsPage(look)
        self.progress = ProgressPage(look)
        self.done_page = DonePage(look)
        self.pages = QStackedWidget()
        for page in (self.settings, self.progress, self.done_page):
            self.pages.addWidget(page)
        self.start = self._button(translate("Making", "Make a draft"), self._start, is_primary=True)
        self.pause = self._button(translate("Making", "Pause"), self.pause_requested.emit)
        self.resume = self._button(
            translate("Making", "Resume"), self.resume_requested.emit, is_primary=True
        )
        self.discard = self._button(translate("Making", "Discard"), self._ask_whether_to_discard)
        self.discard.setToolTip(translate("Making", "Stop and delete what is unfinished"))
        self.again = self._button(translate("Making", "Make another"), self._make_another)
        self.use = self._button(
            translate("Making", "Use it now"), self.use_requested.emit, is_primary=True
        )
        self.hide_button = self._button(translate("Making", "Close"), self.accept)
        self._build()

    def show_view(self, view: MakingView) -> None:
        """Show where the making of a draft stands."""
        before, self._view = self._view, view
        self.heading.setText(
            translate("Making", "A draft for {target_name}").format(target_name=view.target_name)
        )
        self.problem.setText(view.problem)
        self.problem.setVisible(bool(view.problem))
        phase = view.phase
        if phase is MakingPhase.IDLE:
            is_new = before is None or before.phase is not phase
            if is_new or before is None or before.target_id != view.target_id:
                self.settings.show_view(view)
            else:
                self.settings.show_notes(view)
            self.pages.setCurrentWidget(self.settings)
        elif phase is MakingPhase.DONE:
            self.done_page.show_view(view)
            self.pages.setCurrentWidget(self.done_page)
        else:
            self.progress.show_view(view)
            self.pages.setCurrentWidget(self.progress)
        self.intro.setVisible(phase is not MakingPhase.DONE and not view.problem)
        default = self._show_buttons(phase)
        if phase is not MakingPhase.IDLE and (before is None or before.phase is not phase):
            default.setFocus()

    def _show_buttons(self, phase: MakingPhase) -> QPushButton:
        """Show what can be done now and give the button that Enter presses."""
        shown = {
            self.start: phase is MakingPhase.IDLE,
            self.pause: phase in (MakingPhase.PREPARING, MakingPhase.RUNNING, MakingPhase.PAUSING),
            self.resume: phase is MakingPhase.PAUSED,
            self.discard: phase in (MakingPhase.RUNNING, MakingPhase.PAUSED),
            self.again: phase is MakingPhase.DONE,
            self.use: phase is MakingPhase.DONE,
        }
        for button, is_shown in shown.items():
            button.setVisible(is_shown)
        self.pause.setEnabled(phase is not MakingPhase.PAUSING)
        self.hide_button.setText(
            translate("Making", "Hide") if phase.is_busy else translate("Making", "Close")
        )
        default = {
            MakingPhase.IDLE: self.start,
            MakingPhase.PAUSED: self.resume,
            MakingPhase.DONE: self.use,
        }.get(phase, self.hide_button)
        default.setDefault(True)
        return default

    def _build(self) -> None:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(22, 18, 22, 18)
        column.setSpacing(8)
        column.addWidget(self.heading)
        column.addWidget(self.intro)
        column.addWidget(self.problem)
        column.addSpacing(10)
        column.addWidget(self.pages, 1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(content)
        line = QFrame()
        line.setProperty("role", "separator")
        foot = Flow(margins=QMargins(22, 12, 22, 16))
        foot.addWidget(self.discard)
        foot.addWidget(self.again)
        foot.add_gap()
        for button in (self.hide_button, self.pause, self.start, self.resume, self.use):
            foot.addWidget(button)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(scroll, 1)
        outer.addWidget(line)
        outer.addLayout(foot)

    def _button(
        self, text: str, act: Callable[[], object], *, is_primary: bool = False
    ) -> QPushButton:
        button = QPushButton(text)
        button.setAccessibleName(text)
        button.setAutoDefault(False)
        if is_primary:
            button.setProperty("role", "primary")
        button.clicked.connect(lambda: act())
        return button

    def _start(self) -> None:
        self.start_requested.emit(self.settings.recipe(), self.settings.chats.isChecked())

    def _ask_whether_to_discard(self) -> None:
        box = QMessageBox(self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setText(translate("Making", "Delete what is unfinished?"))
        box.setInformativeText(
            translate("Making", "All that was written and learnt for this draft is lost.")
        )
        box.setStandardButtons(
            QMessageBox.StandardButton.Discard | QMessageBox.StandardButton.Cancel
        )
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
        box.setEscapeButton(QMessageBox.StandardButton.Cancel)
        box.button(QMessageBox.StandardButton.Discard).clicked.connect(self.discard_requested)
        box.open()

    def _make_another(self) -> None:
        if self._view is not None:
            self.show_view(replace(self._view, phase=MakingPhase.IDLE, progress=None, problem=""))
