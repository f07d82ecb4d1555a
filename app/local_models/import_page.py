"""The page that takes in models which are on this computer already.

Shows what it is told; looks nowhere before it is opened.
"""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.fitting.flow import Flow
from app.language.text import translate
from app.local_models.import_row import ImportRow
from engine.importing import FoundLocally


class ImportPage(QWidget):
    """Models of other programs, and a way to choose a file or a folder."""

    opened = Signal()
    """It came into view: now other programs' folders may be looked at"""
    take_requested = Signal(object, bool)
    """FoundLocally, and whether it is to be copied"""
    stop_requested = Signal(object)
    """The path of a model that is being copied"""
    chosen = Signal(object)
    """A path the user chose"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: dict[Path, ImportRow] = {}
        note = QLabel(
            translate(
                "Import",
                "Models that LM Studio, Ollama or the Hugging Face cache keep on this computer. "
                "Use one where it lies, or copy it so that it stays when the other program "
                "removes it. No code from a model is ever run.",
            )
        )
        note.setProperty("role", "muted")
        note.setWordWrap(True)
        self.file_button = QPushButton(translate("Import", "Choose a file…"))
        self.file_button.setToolTip(translate("Import", "A GGUF file"))
        self.file_button.clicked.connect(self._choose_file)
        self.folder_button = QPushButton(translate("Import", "Choose a folder…"))
        self.folder_button.setToolTip(translate("Import", "A folder with config.json, safetensors"))
        self.folder_button.clicked.connect(self._choose_folder)
        self.again = QPushButton(translate("Import", "Look again"))
        self.again.clicked.connect(self.look)
        self.said = QLabel()
        self.said.setProperty("role", "muted")
        self.said.setWordWrap(True)
        self._lines = QVBoxLayout()
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(0)
        self._frame = QFrame()
        self._frame.setObjectName("rows")
        self._frame.setLayout(self._lines)
        self._frame.hide()
        buttons = Flow()
        for button in (self.file_button, self.folder_button):
            button.setAccessibleName(button.text())
            button.setAutoDefault(False)
            buttons.addWidget(button)
        buttons.add_gap()
        self.again.setProperty("role", "link")
        self.again.setAccessibleName(translate("Import", "Look for models again"))
        self.again.setAutoDefault(False)
        buttons.addWidget(self.again)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(22, 14, 22, 18)
        column.setSpacing(10)
        column.addWidget(note)
        column.addLayout(buttons)
        column.addWidget(self.said)
        column.addWidget(self._frame)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(content)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)
        self._has_looked = False

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._has_looked:
            self.look()

    def look(self) -> None:
        """Ask for what other programs have."""
        self._has_looked = True
        self._say(translate("Import", "Looking…"))
        self.again.setEnabled(False)
        self.opened.emit()

    def show_found(self, found: Sequence[FoundLocally], taken: frozenset[Path]) -> None:
        """List what was found.

        Args:
            found: models of other programs.
            taken: paths of those that are in the library already.
        """
        self.again.setEnabled(True)
        for row in self._rows.values():
            row.setParent(None)
            row.deleteLater()
        self._rows = {}
        runnable_first = sorted(found, key=lambda each: each.problem is not None)
        for each in runnable_first:
            row = ImportRow(each, is_taken=each.path in taken, is_first=not self._rows)
            row.take_requested.connect(self.take_requested)
            row.stop_requested.connect(self.stop_requested)
            self._rows[each.path] = row
            self._lines.addWidget(row)
        self._frame.setVisible(bool(self._rows))
        self._say("" if self._rows else translate("Import", "No other program has models here."))

    def show_copying(self, path: Path, done_bytes: int, total_bytes: int) -> None:
        """Show how far a copy is."""
        if path in self._rows:
            self._rows[path].show_copying(done_bytes, total_bytes)
        else:
            text = translate("Import", "Copying {name}…").format(name=path.name)
            self._say(text)

    def show_taken(self, path: Path) -> None:
        """Say that a model is in the list now."""
        if path in self._rows:
            self._rows[path].show_taken()
        else:
            self._say(translate("Import", "{name} is in your list now.").format(name=path.name))

    def show_problem(self, path: Path, text: str) -> None:
        """Say why a model was not taken; an empty text only ends the copy."""
        if path in self._rows:
            self._rows[path].show_problem(text)
        else:
            self._say(text)

    def row(self, path: Path) -> ImportRow:
        """Give the line of a model."""
        return self._rows[path]

    def _say(self, text: str) -> None:
        self.said.setText(text)
        self.said.setVisible(bool(text))

    def _choose_file(self) -> None:
        dialog = QFileDialog(
            self,
            translate("Import", "Choose a model"),
            str(Path.home()),
            translate("Import", "Models (*.gguf *.GGUF)"),
        )
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        self._open(dialog)

    def _choose_folder(self) -> None:
        dialog = QFileDialog(self, translate("Import", "Choose a model's folder"), str(Path.home()))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        self._open(dialog)

    def _open(self, dialog: QFileDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._on_chosen)
        dialog.open()

    def _on_chosen(self, path: str) -> None:
        self.chosen.emit(Path(path))
