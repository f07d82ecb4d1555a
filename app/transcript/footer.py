"""The line under a reply: its figures, what became of it, and what can be done with it."""

from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from app.branches.resuming import is_cut
from app.icons import icon
from app.language.text import translate
from app.theme import Look
from app.transcript.acts import Act, ActionButton, ActsMenu, Entry
from app.transcript.details import DetailsCard
from app.transcript.figures_line import details_of, figures_html, mark_of, num_figures
from app.transcript.switcher import Switcher
from app.view_types import MessageView

_GAP = 6
_ACTS_WIDTH = 5 * 28
"""Room for the buttons, whether they are shown or not, so that no figure comes and goes."""


class Footer(QWidget):
    """Figures at the left, actions at the right.

    Args:
        look: fonts and colours.
    """

    copy_pressed = Signal()
    regenerate_pressed = Signal()
    verify_pressed = Signal()
    acted = Signal(object)
    """Act, of those that have no signal of their own"""

    def __init__(self, look: Look, *, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = look
        self._view: MessageView | None = None
        self._are_shown = False
        self._is_last = False
        self.switcher = Switcher(look)
        self.label = QLabel()
        self.label.setTextFormat(Qt.TextFormat.RichText)
        self.label.setProperty("role", "row")
        self.label.setFont(look.figure_font(0.9, weight=QFont.Weight.Normal))
        self.label.setStyleSheet(f"color: {look.palette.muted}")
        self.label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.go_on = QPushButton(translate("Reply", "Continue"))
        self.go_on.setIcon(icon("go-on", look.palette.accent))
        self.go_on.setProperty("role", "link")
        self.go_on.setToolTip(translate("Reply", "Go on where the reply was cut"))
        self.go_on.setAccessibleName(translate("Reply", "Continue the reply"))
        self.go_on.setCursor(Qt.CursorShape.PointingHandCursor)
        self.go_on.clicked.connect(partial(self.acted.emit, Act.GO_ON))
        self.go_on.hide()
        self.details = self._button(
            "details",
            translate("Reply", "Details"),
            translate("Reply", "Show the details of the reply"),
        )
        self.details.clicked.connect(self._show_details)
        self.verify = self._button(
            "verify",
            translate("Reply", "Verify with the target alone"),
            translate("Reply", "Verify the reply"),
        )
        self.verify.clicked.connect(self.verify_pressed)
        self.copy = self._button(
            "copy", translate("Reply", "Copy"), translate("Reply", "Copy the reply")
        )
        self.copy.clicked.connect(self.copy_pressed)
        self.regenerate = self._button(
            "again", translate("Reply", "Regenerate"), translate("Reply", "Regenerate the reply")
        )
        self.regenerate.clicked.connect(self.regenerate_pressed)
        self.more = self._button(
            "more", translate("Reply", "More"), translate("Reply", "More to do with the reply")
        )
        self.more.clicked.connect(self._open_menu)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        row.addWidget(self.switcher)
        row.addWidget(self.label, 1)
        row.addSpacing(_GAP)
        row.addWidget(self.go_on)
        for button in (self.details, self.verify, self.copy, self.regenerate, self.more):
            row.addWidget(button)

    def show_figures(self, view: MessageView) -> None:
        """Show the figures of a reply that is over."""
        self._view = view
        self.switcher.set_siblings(view.siblings, view.id)
        self.copy.setEnabled(bool(view.text))
        self._fit()
        self._refresh()

    def show_actions(self, are_shown: bool) -> None:
        """Show what can be done, or leave the figures alone."""
        self._are_shown = are_shown
        self._refresh()

    def set_last(self, is_last: bool) -> None:
        """Offer to go on with it, which only the last message can."""
        self._is_last = is_last
        self._refresh()
        # The figures beside it give way to that button.
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _refresh(self) -> None:
        view = self._view
        has_text = view is not None and bool(view.text)
        buttons = (self.details, self.verify, self.copy, self.regenerate, self.more)
        are_shown = self._are_shown or any(button.hasFocus() for button in buttons)
        for button in (self.copy, self.details, self.verify):
            button.setVisible(are_shown and has_text)
        self.regenerate.setVisible(are_shown)
        # Always there for Tab, so that older replies can be reached without a mouse.
        self.more.set_drawn(are_shown)
        self.go_on.setVisible(self._is_last and view is not None and is_cut(view))

    def _fit(self) -> None:
        """Show as many figures as there is room for, the most telling first."""
        view = self._view
        if view is None:
            return
        mark = mark_of(view)
        # Before it is shown it has neither the font nor the margins that it will have.
        self.label.ensurePolished()
        buttons = (self.details, self.verify, self.copy, self.regenerate, self.more)
        for button in buttons:
            button.ensurePolished()
        used = max(_ACTS_WIDTH, sum(button.sizeHint().width() + 2 for button in buttons) + 6)
        used += _GAP
        for widget in (self.switcher, self.go_on):
            used += widget.sizeHint().width() if not widget.isHidden() else 0
        for count in range(num_figures(view, mark), -1, -1):
            html = figures_html(view, mark, self._look.palette, most=count)
            self.label.setText(html)
            if self.label.sizeHint().width() <= self.width() - used:
                break

    def _button(self, drawing: str, tip: str, spoken: str) -> ActionButton:
        button = ActionButton(drawing, tip=tip, spoken=spoken, look=self._look)
        button.focus_changed.connect(self._refresh)
        return button

    def _open_menu(self) -> None:
        view = self._view
        if view is None:
            return
        entries: list[Entry] = []
        if view.text:
            entries += [
                (Act.COPY, translate("Reply", "Copy as Markdown")),
                (Act.COPY_PLAIN, translate("Reply", "Copy as plain text")),
                None,
            ]
        if self._is_last and is_cut(view):
            entries.append((Act.GO_ON, translate("Reply", "Continue")))
        entries.append((Act.REGENERATE, translate("Reply", "Regenerate")))
        if view.text:
            entries += [
                (Act.VERIFY, translate("Reply", "Verify with the target alone")),
                (Act.DETAILS, translate("Reply", "Details")),
            ]
        entries += [None, (Act.DELETE, translate("Reply", "Delete…"))]
        menu = ActsMenu(entries, parent=self)
        menu.chosen.connect(self._act)
        menu.open_at(self.more)

    def _act(self, act: Act) -> None:
        match act:
            case Act.COPY:
                self.copy_pressed.emit()
            case Act.REGENERATE:
                self.regenerate_pressed.emit()
            case Act.VERIFY:
                self.verify_pressed.emit()
            case Act.DETAILS:
                self._show_details()
            case _:
                self.acted.emit(act)

    def _show_details(self) -> None:
        if self._view is None:
            return
        card = DetailsCard(details_of(self._view), self._look, parent=self)
        card.show_above(self.details.mapToGlobal(QPoint(self.details.width(), 0)))
