"""One model of another program: whose it is, whether it can be run, and how to take it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.fitting.beside import Beside
from app.language.text import translate
from engine import explain, format_bytes
from engine.importing import FoundLocally


class ImportRow(QWidget):
    """A line of the page.

    Args:
        found: the model.
        is_taken: whether it is in the library already.
        is_first: whether it stands at the top, with no line above it.
    """

    take_requested = Signal(object, bool)
    """FoundLocally, and whether it is to be copied"""
    stop_requested = Signal(object)
    """Its path: the copy is to be given up"""

    def __init__(
        self,
        found: FoundLocally,
        *,
        is_taken: bool,
        is_first: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.found = found
        name = QLabel(found.name)
        name.setProperty("role", "strong")
        name.setTextFormat(Qt.TextFormat.PlainText)
        name.setWordWrap(True)
        size = QLabel(format_bytes(found.size_bytes) if found.size_bytes else "")
        size.setProperty("role", "muted")
        self.use = QPushButton(translate("Import", "Use"))
        self.use.setAccessibleName(translate("Import", "Use {name}").format(name=found.name))
        self.use.setToolTip(translate("Import", "List it where it lies; nothing is copied"))
        self.use.clicked.connect(lambda: self.take_requested.emit(self.found, False))
        self.copy = QPushButton(translate("Import", "Copy"))
        self.copy.setAccessibleName(translate("Import", "Copy {name}").format(name=found.name))
        self.copy.setToolTip(translate("Import", "Copy it, so that it stays"))
        self.copy.clicked.connect(lambda: self.take_requested.emit(self.found, True))
        self.stop = QPushButton(translate("Import", "Stop"))
        self.stop.setAccessibleName(
            translate("Import", "Stop copying {name}").format(name=found.name)
        )
        self.stop.clicked.connect(lambda: self.stop_requested.emit(self.found.path))
        self.line = QLabel()
        self.line.setProperty("role", "muted")
        self.line.setTextFormat(Qt.TextFormat.PlainText)
        self.line.setWordWrap(True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 1000)
        self.bar.setAccessibleName(translate("Import", "Copy of {name}").format(name=found.name))
        head = Beside(spacing=10)
        head.addWidget(name)
        head.addWidget(size)
        for button in (self.use, self.copy, self.stop):
            button.setAutoDefault(False)
            head.addWidget(button)
        inside = QVBoxLayout()
        inside.setContentsMargins(14, 9, 12, 10)
        inside.setSpacing(4)
        inside.addLayout(head)
        inside.addWidget(self.line)
        inside.addWidget(self.bar)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 1, 0)
        column.setSpacing(0)
        if not is_first:
            separator = QFrame()
            separator.setProperty("role", "separator")
            column.addWidget(separator)
        column.addLayout(inside)
        if found.problem is not None:
            self._show(explain(found.problem), can_take=False)
        elif is_taken:
            self.show_taken()
        else:
            self._show(str(found.origin), can_take=True)

    def show_copying(self, done_bytes: int, total_bytes: int) -> None:
        """Show how far the copy is."""
        text = translate("Import", "Copying, {done} of {total}").format(
            done=format_bytes(done_bytes), total=format_bytes(total_bytes)
        )
        self._show(text, can_take=False, is_copying=True)
        self.bar.setValue(round(1000 * done_bytes / max(1, total_bytes)))

    def show_taken(self) -> None:
        """Say that it is in the list."""
        text = translate("Import", "{origin}; in your list").format(origin=self.found.origin)
        self._show(text, can_take=False)

    def show_problem(self, text: str) -> None:
        """Say why it was not taken; an empty text offers it again."""
        self._show(text or str(self.found.origin), can_take=True)

    def _show(self, text: str, *, can_take: bool, is_copying: bool = False) -> None:
        self.line.setText(text)
        self.use.setVisible(can_take)
        self.copy.setVisible(can_take)
        self.stop.setVisible(is_copying)
        self.bar.setVisible(is_copying)
