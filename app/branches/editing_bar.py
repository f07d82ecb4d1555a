"""The line above the box that says an earlier message is being edited, and the way back."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from app.icons import icon
from app.language.text import translate
from app.theme import Look


class EditingBar(QWidget):
    """Shown while a message is being edited.

    Args:
        look: fonts and colours.
    """

    cancelled = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._drawing = QLabel()
        self.words = QLabel(
            translate(
                "Replies", "Editing a message. The first version and its answers stay beside it."
            )
        )
        self.words.setProperty("role", "muted")
        self.words.setWordWrap(True)
        self.cancel = QPushButton(translate("Replies", "Cancel"))
        self.cancel.setProperty("role", "quiet")
        self.cancel.setToolTip(translate("Replies", "Leave the message as it is (Esc)"))
        self.cancel.setAccessibleName(translate("Replies", "Cancel editing"))
        self.cancel.clicked.connect(self.cancelled)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._drawing, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.words, 1)
        row.addWidget(self.cancel)
        self.hide()
        look.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        drawing = icon("edit", self._look.palette.muted)
        self._drawing.setPixmap(drawing.pixmap(QSize(14, 14), self.devicePixelRatioF()))
