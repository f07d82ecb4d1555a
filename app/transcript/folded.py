"""A long text of the user's own: its beginning, and a button that shows more of it.

Laid out whole, a pasted file would hold up the window; nobody reads it there either. It is kept,
sent and copied whole.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from app.language.text import plural
from app.transcript.text_block import TextBlock

FIRST_CHARS, FIRST_LINES = 6_000, 60
MORE_CHARS = 20_000
MOST_CHARS = 200_000
"""Characters that can be shown; the others can be copied."""


def first_part(text: str) -> str:
    """Give what is shown at first, which is all of a text that is not long."""
    lines = text.split("\n", FIRST_LINES)
    shown = text if len(lines) <= FIRST_LINES else "\n".join(lines[:FIRST_LINES])
    return shown[:FIRST_CHARS]


class MoreButton(QPushButton):
    """Shows more of a text, a part with each press; hidden where nothing is left.

    Args:
        text: all of it.
        block: what shows its first part.
    """

    shown = Signal()

    def __init__(self, text: str, *, block: TextBlock, parent: QWidget) -> None:
        super().__init__(parent)
        self._block = block
        self._text = text
        self._num_shown = len(first_part(text))
        self.setProperty("role", "link")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._show_more)
        self._tell()

    def place(self, left: int, top: int, width: int) -> int:
        """Stand under the text; give the height that takes."""
        if self.isHidden():
            return 0
        size = self.sizeHint()
        self.setGeometry(left, top + 4, min(width, size.width()), size.height())
        return size.height() + 4

    def _show_more(self) -> None:
        part = self._text[self._num_shown : min(self._num_shown + MORE_CHARS, MOST_CHARS)]
        self._num_shown += len(part)
        self._block.append(part)
        self._tell()
        self.shown.emit()

    def _tell(self) -> None:
        left = len(self._text) - self._num_shown
        self.setEnabled(self._num_shown < MOST_CHARS)
        text = plural("MoreButton", "%Ln characters more", "%Ln character more", left)
        self.setText(text)
        self.setAccessibleName(text)
        self.setVisible(left > 0)
