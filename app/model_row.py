"""One line of the models dialog: a model, what is said of it, and what can be done."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from app.fitting.beside import Beside
from app.icons import icon
from app.language.text import translate
from app.library.row_menu import RowMenu
from app.theme import Look
from app.view_types import ModelChoice
from engine import format_bytes


class ModelRow(QWidget):
    """A model that can be chosen, got, or neither, with the reason.

    Args:
        choice: the model.
        look: fonts and colours.
        is_draft: whether the row chooses a draft.
        is_first: whether it stands at the top, with no line above it.
    """

    chosen = Signal(str)
    get_requested = Signal(str)
    verify_requested = Signal(str)
    show_requested = Signal(str)
    remove_requested = Signal(str)

    def __init__(
        self,
        choice: ModelChoice,
        look: Look,
        *,
        is_draft: bool,
        is_first: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.choice = choice
        can_serve = choice.can_draft or not is_draft
        self.can_serve = can_serve
        """Whether it could do what the row chooses it for."""
        self.radio = QRadioButton(choice.name)
        self.radio.setProperty("role", "strong")
        spoken = (
            translate("Models", "{name} as draft")
            if is_draft
            else translate("Models", "{name} as model")
        )
        self.radio.setAccessibleName(spoken.format(name=choice.name))
        self.radio.setEnabled(choice.is_installed and can_serve)
        self.radio.clicked.connect(lambda: self.chosen.emit(choice.id))
        self.size_label = QLabel(format_bytes(choice.size_bytes) if choice.size_bytes else "")
        self.size_label.setProperty("role", "muted")
        reason = (
            ""
            if can_serve
            else (choice.draft_reason or translate("Models", "Cannot draft for this model."))
        )
        self.note = QLabel(reason or choice.note)
        self.note.setProperty("role", "muted")
        self.note.setWordWrap(True)
        self.note.setAccessibleName(self.note.text())
        self.get = QPushButton(translate("Models", "Get"))
        self.get.setIcon(icon("get", look.palette.text))
        self.get.setAccessibleName(translate("Models", "Get {name}").format(name=choice.name))
        self.get.setVisible(not choice.is_installed and can_serve)
        self.get.clicked.connect(lambda: self.get_requested.emit(choice.id))
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(
            translate("Models", "Download of {name}").format(name=choice.name)
        )
        self.progress_text = QLabel()
        self.progress_text.setProperty("role", "muted")
        self.progress_text.setWordWrap(True)

        head = Beside(spacing=10)
        head.addWidget(self.radio)
        head.addWidget(self.size_label)
        head.addWidget(self.get)
        self.menu: RowMenu | None = None
        """What else can be done with a model that is here."""
        if choice.is_installed and not is_draft:
            self.menu = RowMenu(choice.name, icon("more", look.palette.muted))
            self.menu.verify_requested.connect(lambda: self.verify_requested.emit(choice.id))
            self.menu.show_requested.connect(lambda: self.show_requested.emit(choice.id))
            self.menu.remove_requested.connect(lambda: self.remove_requested.emit(choice.id))
            head.addWidget(self.menu)
        below = QVBoxLayout()
        below.setSpacing(5)
        below.addWidget(self.note)
        below.addWidget(self.progress)
        below.addWidget(self.progress_text)
        inside = QVBoxLayout()
        inside.setContentsMargins(14, 10, 12, 11)
        inside.setSpacing(3)
        inside.addLayout(head)
        # A space, not a margin: it stands on the side of the button in every direction.
        indented = QHBoxLayout()
        indented.setSpacing(0)
        indented.addSpacing(24)
        indented.addLayout(below, 1)
        inside.addLayout(indented)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 1, 0)
        column.setSpacing(0)
        if not is_first:
            line = QFrame()
            line.setProperty("role", "separator")
            column.addWidget(line)
        column.addLayout(inside)
        self.set_download(None, "")

    def set_checked(self) -> None:
        """Mark the row as the one in use; nothing is told to anybody."""
        self.radio.setChecked(True)

    def set_download(self, fraction: float | None, text: str) -> None:
        """Show how far the download is; an empty text hides it."""
        is_shown = bool(text)
        self.progress.setVisible(is_shown)
        self.progress_text.setVisible(is_shown)
        self.progress_text.setText(text)
        self.get.setEnabled(not is_shown)
        if is_shown:
            self.progress.setRange(0, 0 if fraction is None else 1000)
            if fraction is not None:
                self.progress.setValue(round(1000 * fraction))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.radio.isEnabled():
            self.radio.click()
            self.radio.setFocus(Qt.FocusReason.MouseFocusReason)
