"""The page of the settings that says where everything lies, and opens the folders."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QMargins, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from app.fitting.beside import Beside
from app.fitting.long_name import LongName
from app.language.text import translate


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder with its name and one line about it, both in the reader's language."""

    name: str
    help: str
    path: Path


class FoldersPage(QWidget):
    """One row a folder.

    Args:
        folders: what is shown.
    """

    open_requested = Signal(object)
    """Path"""

    def __init__(self, folders: Sequence[Folder], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: list[QPushButton] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(0)
        heading = QLabel(translate("Folders", "Folders"))
        heading.setProperty("role", "heading")
        column.addWidget(heading)
        column.addSpacing(4)
        for folder in folders:
            column.addWidget(self._row(folder))
            line = QFrame()
            line.setProperty("role", "separator")
            column.addWidget(line)
        hint = QLabel(
            translate(
                "Folders",
                "To keep everything in another place, close Foreword, move the folders and start "
                "it with the environment variable FOREWORD_HOME set to where they are.",
            )
        )
        hint.setProperty("role", "muted")
        hint.setWordWrap(True)
        column.addSpacing(12)
        column.addWidget(hint)
        column.addStretch(1)

    def _row(self, folder: Folder) -> QWidget:
        name = QLabel(folder.name)
        name.setProperty("role", "strong")
        help_text = QLabel(folder.help)
        help_text.setProperty("role", "muted")
        help_text.setWordWrap(True)
        path = LongName(str(folder.path))
        path.setAccessibleName(str(folder.path))
        path.setProperty("role", "path")
        button = QPushButton(translate("Folders", "Open"))
        button.setAccessibleName(
            translate("Folders", "Open the folder: {name}").format(name=folder.name)
        )
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self.open_requested.emit(folder.path))
        self.buttons.append(button)
        words = QVBoxLayout()
        words.setSpacing(2)
        for label in (name, help_text, path):
            words.addWidget(label)
        widget = QWidget()
        row = Beside(margins=QMargins(0, 11, 0, 11), spacing=18)
        row.add_layout(words)
        row.addWidget(button)
        widget.setLayout(row)
        return widget
