"""The line that says that something holds from the next start on, and offers that start."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from app.language.text import translate


class RestartLine(QWidget):
    """A sentence and a button; hidden until there is something to say."""

    requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = QLabel(
            translate(
                "SettingsDialog",
                "Foreword goes on in the old language until it starts again. Everything you "
                "wrote is kept.",
            )
        )
        self.words.setWordWrap(True)
        self.button = QPushButton(translate("SettingsDialog", "Start again now"))
        self.button.setAccessibleName(translate("SettingsDialog", "Start Foreword again now"))
        self.button.setAutoDefault(False)
        self.button.clicked.connect(self.requested)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 10, 16, 0)
        row.setSpacing(12)
        row.addWidget(self.words, 1)
        row.addWidget(self.button)
        self.hide()
