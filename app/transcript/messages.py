"""One message on screen: a question in its bubble, or a reply with its line of figures.

A message places what it holds by hand and says how high it is; the view places the messages.
"""

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFont, QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from app.icons import icon
from app.theme import Look
from app.transcript.documents import line_format, new_document, text_format
from app.transcript.figures_line import figures_html, mark_of
from app.transcript.reply_blocks import ReplyBlocks
from app.transcript.text_block import TextBlock, Work
from app.view_types import MessageStatus, MessageView
from engine import TokenInfo, TurnStats

BUBBLE_X, BUBBLE_TOP, BUBBLE_BOTTOM = 14, 7, 11
BUBBLE_SHARE = 0.84


class Question(QWidget):
    """What the user wrote, in a bubble at the right, exactly as it was written.

    Args:
        view: the message.
        look: fonts and colours.
    """

    def __init__(self, view: MessageView, look: Look, *, parent: QWidget) -> None:
        super().__init__(parent)
        self.id = view.id
        self.text = view.text
        self._look = look
        document = new_document(look)
        cursor = QTextCursor(document)
        cursor.setBlockFormat(line_format(look))
        cursor.insertText(view.text, text_format(look))
        self.block = TextBlock(document, look, parent=self)
        self.block.speak()
        self.setAccessibleName("You wrote")
        self._bubble = QRectF()

    @property
    def blocks(self) -> list[TextBlock]:
        """Its one text."""
        return [self.block]

    def place(self, width: int) -> int:
        """Fit a width and give the height it takes."""
        widest = int(width * BUBBLE_SHARE) - 2 * BUBBLE_X
        self.block.set_text_width(widest)
        inner = min(widest, int(self.block.document.idealWidth()) + 1)
        height = self.block.set_text_width(inner)
        left = width - inner - 2 * BUBBLE_X
        self._bubble = QRectF(left, 0, inner + 2 * BUBBLE_X, height + BUBBLE_TOP + BUBBLE_BOTTOM)
        self.block.setGeometry(left + BUBBLE_X, BUBBLE_TOP, inner, height)
        return height + BUBBLE_TOP + BUBBLE_BOTTOM

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._look.color("bubble"))
        painter.drawRoundedRect(self._bubble, 12, 12)


class Footer(QWidget):
    """The line under a reply: its figures, what became of it, and what can be done with it.

    Args:
        look: fonts and colours.
    """

    copy_pressed = Signal()
    regenerate_pressed = Signal()

    def __init__(self, look: Look, *, parent: QWidget) -> None:
        super().__init__(parent)
        self.label = QLabel()
        self.label.setTextFormat(Qt.TextFormat.RichText)
        self.label.setProperty("role", "row")
        self.label.setFont(look.figure_font(0.9, weight=QFont.Weight.Normal))
        self.label.setStyleSheet(f"color: {look.palette.muted}")
        self.copy = QPushButton()
        self.copy.setIcon(icon("copy", look.palette.muted))
        self.copy.setToolTip("Copy")
        self.copy.setAccessibleName("Copy the reply")
        self.copy.clicked.connect(self.copy_pressed)
        self.regenerate = QPushButton()
        self.regenerate.setToolTip("Regenerate")
        self.regenerate.setIcon(icon("again", look.palette.muted))
        self.regenerate.setAccessibleName("Regenerate the reply")
        self.regenerate.clicked.connect(self.regenerate_pressed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        row.addWidget(self.label)
        row.addSpacing(10)
        row.addStretch(1)
        for button in (self.copy, self.regenerate):
            button.setProperty("role", "icon")
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            row.addWidget(button)

    def show_actions(self, are_shown: bool) -> None:
        """Show what can be done, or leave the figures alone."""
        self.copy.setVisible(are_shown and self.copy.isEnabled())
        self.regenerate.setVisible(are_shown)


class Reply(QWidget):
    """What the model wrote, block by block, growing while it writes.

    Args:
        view: the message.
        look: fonts and colours.
        work: counts what is done.
        is_tinted: whether drafted words are tinted.
        has_actions: whether it can be copied and written anew.
    """

    copy_requested = Signal(int)
    regenerate_requested = Signal(int)

    def __init__(
        self,
        view: MessageView,
        look: Look,
        *,
        work: Work,
        is_tinted: bool,
        has_actions: bool,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.id = view.id
        self._has_actions = has_actions
        self._look = look
        self._width = 0
        self._is_last = False
        self._pieces: list[str] = []
        self._tokens: list[TokenInfo] = []
        self.blocks_column = ReplyBlocks(look, work=work, is_tinted=is_tinted, parent=self)
        self.setAccessibleName("Foreword wrote")
        self.status = QLabel(self)
        self.status.setProperty("role", "muted")
        self.status.setTextFormat(Qt.TextFormat.PlainText)
        self.status.setWordWrap(True)
        self.problem = QLabel(self)
        self.problem.setProperty("role", "danger")
        self.problem.setTextFormat(Qt.TextFormat.PlainText)
        self.problem.setWordWrap(True)
        self.problem.hide()
        self.progress = QProgressBar(self)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName("Reading the prompt")
        self.footer = Footer(look, parent=self)
        self.footer.copy_pressed.connect(lambda: self.copy_requested.emit(self.id))
        self.footer.regenerate_pressed.connect(lambda: self.regenerate_requested.emit(self.id))
        self.footer.hide()
        self.progress.hide()
        if view.text:
            self.append(view.text, view.tokens, None)
        if view.status is MessageStatus.GENERATING:
            self.status.setText("" if view.text else "Reading the prompt…")
            self.status.setVisible(not view.text)
        else:
            self.finish(view)

    @property
    def text(self) -> str:
        """What it says so far, as the model wrote it."""
        return "".join(self._pieces)

    @property
    def tokens(self) -> tuple[TokenInfo, ...]:
        """The tokens that made the text so far."""
        return tuple(self._tokens)

    @property
    def blocks(self) -> list[TextBlock]:
        """All texts from top to bottom."""
        return self.blocks_column.blocks

    def append(self, text: str, tokens: tuple[TokenInfo, ...], stats: TurnStats | None) -> None:
        """Take in new text with the tokens that made it."""
        self._pieces.append(text)
        self._tokens += tokens
        if text:
            self.status.hide()
            self.progress.hide()
        self.blocks_column.append(text, tokens)

    def set_proposed(self, text: str) -> None:
        """Show words ahead, faintly."""
        self.blocks_column.set_proposed(text)

    def set_prompt_progress(self, done: int, total: int) -> None:
        """Say how much of the prompt is read."""
        if self._pieces and any(self._pieces):
            return
        self.status.setText(f"Reading the prompt, {done:,} of {total:,} tokens")
        self.status.show()
        self.progress.setRange(0, max(1, total))
        self.progress.setValue(done)
        # A short prompt is read before a bar could be seen.
        self.progress.setVisible(total >= 256)

    def set_waiting(self, text: str) -> None:
        """Say what it waits for before its first word."""
        self.status.setText(text)
        self.status.setVisible(bool(text) and not any(self._pieces))

    def finish(self, view: MessageView) -> None:
        """Render what was still growing and show the line of figures."""
        self.blocks_column.finish()
        self.progress.hide()
        self.status.setText("No words came." if not view.text and not view.error else "")
        self.status.setVisible(bool(self.status.text()))
        self.problem.setText(view.error)
        self.problem.setVisible(bool(view.error))
        self.footer.copy.setEnabled(bool(view.text))
        self.footer.label.setText(figures_html(view, mark_of(view), self._look.palette))
        self.footer.show()
        self.footer.show_actions(self._is_last and self._has_actions)

    def set_last(self, is_last: bool) -> None:
        """Keep the actions in sight under the newest reply."""
        self._is_last = is_last
        self.footer.show_actions((is_last or self.underMouse()) and self._has_actions)

    def place(self, width: int) -> int:
        """Fit a width and give the height it takes."""
        self._width = width
        self.blocks_column.place(width)
        return self.place_foot()

    def place_foot(self) -> int:
        """Place what stands under the blocks and give the whole height."""
        y = self.blocks_column.height
        for label in (self.status, self.problem):
            if not label.isHidden():
                height = label.heightForWidth(self._width)
                label.setGeometry(0, y + 2, self._width, height)
                y += height + 8
        if not self.progress.isHidden():
            self.progress.setGeometry(0, y, min(240, self._width), 4)
            y += 8
        if not self.footer.isHidden():
            height = self.footer.sizeHint().height()
            height = max(height, self._look.px(0.9) + 14)
            self.footer.setGeometry(0, y + 8, self._width, height)
            y += height + 8
        return max(y, self._look.base_px)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.footer.show_actions(self._has_actions)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.footer.show_actions(self._is_last and self._has_actions)
