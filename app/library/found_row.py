"""One line of the page that finds models: a suggestion, a repository, or a file of one."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from app.fitting.beside import Beside
from app.fitting.long_name import LongName
from app.language.numbers import integer
from app.language.text import translate
from app.library.suggestions import Suggestion
from engine import format_bytes
from engine.library import FoundFile, FoundModel, FoundRepository


class FoundRow(QWidget):
    """A name, a size, lines about it, and one thing to do.

    Args:
        name: of the model, repository or file.
        size: for people, or empty.
        lines: said below the name; the first is the most important.
        button: what can be done, or empty for nothing.
        is_first: whether it stands at the top, with no line above it.
        is_inner: whether it lies within another row.
    """

    pressed = Signal()

    def __init__(
        self,
        name: str,
        *,
        size: str,
        lines: Sequence[str],
        button: str,
        is_first: bool,
        is_inner: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.name = LongName(name)
        self.name.setProperty("role", "muted" if is_inner else "strong")
        self.name.setAccessibleName(name)
        self.size_label = QLabel(size)
        self.size_label.setProperty("role", "muted")
        self.button = QPushButton(button)
        self.button.setAccessibleName(f"{button} {name}")
        self.button.setAutoDefault(False)
        self.button.setVisible(bool(button))
        self.button.clicked.connect(self.pressed)
        head = Beside(spacing=10)
        head.addWidget(self.name)
        head.addWidget(self.size_label)
        head.addWidget(self.button)
        self._inside = QVBoxLayout()
        self._inside.setContentsMargins(28 if is_inner else 14, 6 if is_inner else 9, 12, 9)
        self._inside.setSpacing(3)
        self._inside.addLayout(head)
        self.lines: list[QLabel] = []
        for line in lines:
            if line:
                label = QLabel(line)
                label.setProperty("role", "muted")
                label.setTextFormat(Qt.TextFormat.PlainText)
                label.setWordWrap(True)
                self.lines.append(label)
                self._inside.addWidget(label)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 1, 0)
        column.setSpacing(0)
        if not is_first:
            separator = QFrame()
            separator.setProperty("role", "separator")
            column.addWidget(separator)
        column.addLayout(self._inside)
        self._files = QVBoxLayout()
        self._files.setContentsMargins(0, 0, 0, 6)
        self._files.setSpacing(0)
        column.addLayout(self._files)

    def add_file(self, row: QWidget) -> None:
        """Put a line of a repository's contents below."""
        self._files.addWidget(row)

    def clear_files(self) -> None:
        """Take the contents away."""
        while (item := self._files.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.setParent(None)
                widget.deleteLater()


def row_of_suggestion(suggestion: Suggestion, *, is_busy: bool, is_first: bool) -> FoundRow:
    """Show a model of the catalogue."""
    lines = [*suggestion.lines]
    if suggestion.refusal:
        lines.append(suggestion.refusal)
    elif not suggestion.is_roomy:
        lines.append(translate("Library", "This computer has too little memory for it."))
    can_get = not (suggestion.is_installed or suggestion.refusal)
    row = FoundRow(
        suggestion.name,
        size=format_bytes(suggestion.size_bytes),
        lines=lines,
        button=translate("Library", "Get") if can_get else "",
        is_first=is_first,
    )
    row.button.setEnabled(not is_busy)
    if suggestion.is_installed:
        row.size_label.setText(translate("Library", "Installed"))
    return row


def row_of_repository(model: FoundModel, *, is_first: bool) -> FoundRow:
    """Show a repository that a search found."""
    size = ""
    if model.size_bytes:
        text = translate("Library", "about {size}")
        size = text.format(size=format_bytes(model.size_bytes))
    parts = [
        "GGUF" if model.kind.value == "gguf" else "safetensors",
        model.licence,
        translate("Library", "{count} downloads a month").format(count=integer(model.num_downloads))
        if model.num_downloads
        else "",
        translate("Library", "its licence has to be accepted on the hub") if model.is_gated else "",
    ]
    refusal = translate("Library", "Cannot be run here: {reason}.")
    return FoundRow(
        model.repo,
        size=size,
        lines=(
            " · ".join(part for part in parts if part),
            refusal.format(reason=model.refusal) if model.refusal else "",
        ),
        button="" if model.refusal else translate("Library", "Show files"),
        is_first=is_first,
    )


def rows_of_files(looked: FoundRepository) -> list[tuple[FoundFile, FoundRow]]:
    """Show what a repository holds, what can be run first."""
    files = sorted(looked.files, key=lambda file: bool(file.refusal))
    rows = []
    for file in files:
        text = translate("Library", "Cannot be run here: {reason}.")
        row = FoundRow(
            translate("Library", "The whole folder of safetensors")
            if file.name == "safetensors"
            else file.name,
            size=format_bytes(file.size_bytes),
            lines=(text.format(reason=file.refusal),) if file.refusal else (),
            button="" if file.refusal else translate("Library", "Get"),
            is_first=True,
            is_inner=True,
        )
        rows.append((file, row))
    return rows
