"""The line under a reply: its figures, what became of it, and what can be done with it."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from app.icons import icon
from app.theme import Look
from app.transcript.details import DetailsCard
from app.transcript.figures_line import details_of, figures_html, mark_of
from app.view_types import MessageView


class Footer(QWidget):
    """Figures at the left, actions at the right.

    Args:
        look: fonts and colours.
    """

    copy_pressed = Signal()
    regenerate_pressed = Signal()
    verify_pressed = Signal()

    def __init__(self, look: Look, *, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = look
        self._view: MessageView | None = None
        self.label = QLabel()
        self.label.setTextFormat(Qt.TextFormat.RichText)
        self.label.setProperty("role", "row")
        self.label.setFont(look.figure_font(0.9, weight=QFont.Weight.Normal))
        self.label.setStyleSheet(f"color: {look.palette.muted}")
        self.details = self._button("details", "Details", "Show the details of the reply")
        self.details.clicked.connect(self._show_details)
        self.verify = self._button("verify", "Verify with the target alone", "Verify the reply")
        self.verify.clicked.connect(self.verify_pressed)
        self.copy = self._button("copy", "Copy", "Copy the reply")
        self.copy.clicked.connect(self.copy_pressed)
        self.regenerate = self._button("again", "Regenerate", "Regenerate the reply")
        self.regenerate.clicked.connect(self.regenerate_pressed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        row.addWidget(self.label)
        row.addSpacing(10)
        row.addStretch(1)
        for button in (self.details, self.verify, self.copy, self.regenerate):
            row.addWidget(button)

    def show_figures(self, view: MessageView) -> None:
        """Show the figures of a reply that is over."""
        self._view = view
        self.label.setText(figures_html(view, mark_of(view), self._look.palette))
        self.copy.setEnabled(bool(view.text))

    def show_actions(self, are_shown: bool) -> None:
        """Show what can be done, or leave the figures alone."""
        has_text = self._view is not None and bool(self._view.text)
        self.copy.setVisible(are_shown and has_text)
        self.details.setVisible(are_shown and has_text)
        self.verify.setVisible(are_shown and has_text)
        self.regenerate.setVisible(are_shown)

    def _button(self, drawing: str, tip: str, spoken: str) -> QPushButton:
        button = QPushButton()
        button.setIcon(icon(drawing, self._look.palette.muted))
        button.setToolTip(tip)
        button.setAccessibleName(spoken)
        button.setProperty("role", "icon")
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        return button

    def _show_details(self) -> None:
        if self._view is None:
            return
        card = DetailsCard(details_of(self._view), self._look, parent=self)
        card.show_above(self.details.mapToGlobal(QPoint(self.details.width(), 0)))
