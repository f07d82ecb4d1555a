"""What the model thought before it answered: one quiet line that opens into the text.

Open while it grows, folded when the answer begins, and from then on as the reader leaves it. The
text is laid out only once it is seen.
"""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QWidget

from app.icons import icon
from app.language.numbers import decimal
from app.language.text import plural, translate
from app.theme import Look
from app.transcript.documents import line_format, new_document
from app.transcript.text_block import TextBlock

INDENT = 14
MAX_SHOWN = 50_000
"""Characters that are laid out when it is opened, counted from the end."""
MAX_LINE = 4_000
"""And of a line, which goes on in another, so that a thought without an end stays cheap."""


class Thought(QWidget):
    """The thinking of one reply.

    Args:
        look: fonts and colours.
    """

    toggled = Signal()
    """The reader opened or folded it."""

    def __init__(self, look: Look, *, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = look
        self._text = ""
        self._length = ""
        self._is_open = True
        self._is_readers = False
        self._block: TextBlock | None = None
        self._num_in_line = 0
        self.head = QPushButton(translate("Thought", "Thinking…"), self)
        self.head.setProperty("role", "quiet")
        self.head.setIconSize(QSize(12, 12))
        self.head.setCursor(Qt.CursorShape.PointingHandCursor)
        self.head.clicked.connect(self._toggle)
        self._show_state()

    @property
    def has_text(self) -> bool:
        """Whether anything was thought."""
        return bool(self._text.strip())

    @property
    def is_open(self) -> bool:
        """Whether the text is in sight."""
        return self._is_open

    @property
    def blocks(self) -> list[TextBlock]:
        """Its text, where it is in sight."""
        return [self._block] if self._block is not None and self._is_open else []

    def append(self, text: str) -> None:
        """Take in more of it."""
        if not self._text:
            text = text.lstrip("\n")
        self._text += text
        if self._block is not None and text:
            self._block.append(self._in_lines(text))

    def set_running(self, seconds: float, num_tokens: int) -> None:
        """Say how long it goes on."""
        parts = []
        if seconds >= 0.05:
            parts.append(translate("Thought", "{time} s").format(time=decimal(seconds, 1)))
        if num_tokens:
            parts.append(plural("Thought", "%Ln tokens", "%Ln token", num_tokens))
        self._length = " / ".join(parts)
        text = translate("Thought", "Thinking… {length}").format(length=self._length)
        self.head.setText(text.rstrip())

    def finish(self) -> None:
        """Say how long it took, and put the text away unless the reader has had a say in it."""
        length = translate("Thought", "Thought for {length}").format(length=self._length)
        self.head.setText(length if self._length else translate("Thought", "Thoughts"))
        if self._is_open and not self._is_readers:
            self._is_open = False
            self._show_state()

    def place(self, width: int) -> int:
        """Fit a width and give the height it takes."""
        height = self.head.sizeHint().height()
        self.head.setGeometry(-7, 0, min(self.head.sizeHint().width(), width), height)
        if not self._is_open:
            return height
        block = self._built()
        text_height = block.set_text_width(width - INDENT)
        block.setGeometry(INDENT, height + 4, width - INDENT, text_height)
        block.show()
        return height + 4 + text_height

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._is_open and self._block is not None:
            painter = QPainter(self)
            painter.setPen(QPen(self._look.color("line_strong"), 2))
            painter.drawLine(1, self._block.y() + 4, 1, self._block.geometry().bottom())

    def _built(self) -> TextBlock:
        if self._block is None:
            document = new_document(self._look)
            self._block = TextBlock(document, self._look, color="muted", parent=self)
            cursor = self._block.new_cursor()
            cursor.setBlockFormat(line_format(self._look))
            is_long = len(self._text) > MAX_SHOWN
            shown = "…" + self._text[-MAX_SHOWN:] if is_long else self._text
            self._block.append(self._in_lines(shown))
        return self._block

    def _in_lines(self, text: str) -> str:
        """Cut what would make a line too long, going on from what is shown."""
        lines = []
        for number, line in enumerate(text.split("\n")):
            if number:
                self._num_in_line = 0
            room = MAX_LINE - self._num_in_line
            pieces = [line[:room]]
            pieces += [line[at : at + MAX_LINE] for at in range(room, len(line), MAX_LINE)]
            self._num_in_line = len(pieces[-1]) + (self._num_in_line if len(pieces) == 1 else 0)
            lines.append("\n".join(pieces))
        return "\n".join(lines)

    def _toggle(self) -> None:
        self._is_open = not self._is_open
        self._is_readers = True
        if self._block is not None:
            self._block.setVisible(self._is_open)
        self._show_state()
        self.toggled.emit()

    def _show_state(self) -> None:
        name = "fold" if self._is_open else "unfold"
        self.head.setIcon(icon(name, self._look.palette.muted, size=12))
        self.head.setAccessibleDescription(
            translate("Thought", "open") if self._is_open else translate("Thought", "folded")
        )
        if self._block is not None:
            self._block.setVisible(self._is_open)
