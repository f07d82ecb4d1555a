"""What is in an attached file, as the model reads it: the beginning of it where it is long."""

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.language.numbers import integer
from app.language.text import translate
from app.theme import Look

MAX_SHOWN = 100_000
MAX_LINE = 2_000


class AttachmentViewer(QDialog):
    """A text to be read, not to be changed.

    Args:
        name: of the file.
        text: of it.
        look: fonts and colours.
    """

    def __init__(self, name: str, text: str, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(name)
        self.resize(640, 560)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setFont(look.code_font())
        self.text.setAccessibleName(translate("Attachments", "Text of {name}").format(name=name))
        self.text.setProperty("role", "field")
        shown = _broken(text[:MAX_SHOWN])
        self.text.setPlainText(shown)
        heading = QLabel(name)
        heading.setProperty("role", "heading")
        heading.setWordWrap(True)
        words = translate("Attachments", "{text} characters, as the model reads them.").format(
            text=integer(len(text))
        )
        if len(text) > MAX_SHOWN:
            words = translate("Attachments", "The first {MAX_SHOWN} of {text} characters.").format(
                MAX_SHOWN=integer(MAX_SHOWN), text=integer(len(text))
            )
        self.note = QLabel(words)
        self.note.setProperty("role", "muted")
        close = QPushButton(translate("Attachments", "Close"))
        close.clicked.connect(self.accept)
        QShortcut(QKeySequence("Ctrl+W"), self, self.accept)
        foot = QHBoxLayout()
        foot.addWidget(self.note, 1)
        foot.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(12)
        column.addWidget(heading)
        column.addWidget(self.text, 1)
        column.addLayout(foot)


def _broken(text: str) -> str:
    """Break lines that would take seconds to lay out."""
    lines = text.split("\n")
    if all(len(line) <= MAX_LINE for line in lines):
        return text
    return "\n".join(
        line[start : start + MAX_LINE]
        for line in lines
        for start in range(0, max(1, len(line)), MAX_LINE)
    )
