"""A reply on screen, block by block, with its line of figures; `question.py` has the questions.

A message places what it holds by hand and says how high it is; the view places the messages.
"""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QLabel, QProgressBar, QWidget

from app.language.numbers import integer
from app.language.text import plural, translate
from app.theme import Look
from app.thinking import ThinkingSplitter, answer_of, split_reply
from app.transcript.boxes import CodeBox
from app.transcript.footer import Footer
from app.transcript.parts import Known
from app.transcript.reply_blocks import ReplyBlocks
from app.transcript.signs import Signs
from app.transcript.text_block import TextBlock, Work
from app.transcript.thought import Thought
from app.view_types import MessageStatus, MessageView
from engine import TokenInfo, TurnStats


class Reply(QWidget):
    """What the model wrote, block by block, growing while it writes.

    Args:
        view: the message.
        look: fonts and colours.
        work: counts what is done.
        is_tinted: whether drafted words are tinted.
        has_actions: whether it can be copied, written anew and verified.
        known: what there is to know of it where it was on screen before.
    """

    copy_requested = Signal(int)
    regenerate_requested = Signal(int)
    verify_requested = Signal(int)
    acted = Signal(int, object)
    """id, Act, of those that have no signal of their own"""
    picked = Signal(int)
    """The id of the message to show in its place"""
    resized = Signal(int)
    """It takes another height, by a press of the reader's."""

    def __init__(
        self,
        view: MessageView,
        look: Look,
        *,
        work: Work,
        is_tinted: bool,
        has_actions: bool,
        known: Known,
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
        self._splitter = ThinkingSplitter()
        self._answer_has_begun = False
        self.blocks_column = ReplyBlocks(
            look, work=work, is_tinted=is_tinted, known=known, parent=self
        )
        self.setAccessibleName(translate("Transcript", "Foreword wrote"))
        self.left_out = self._label("muted")
        self.thought = Thought(look, parent=self)
        self.thought.toggled.connect(lambda: self.resized.emit(self.id))
        self.thought.hide()
        self.status = self._label("muted")
        self.blocks_column.column.reads_before = self.status
        self.problem = self._label("danger")
        self.progress = QProgressBar(self)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(translate("Transcript", "Reading the prompt"))
        self.footer = Footer(look, parent=self)
        self.footer.copy_pressed.connect(lambda: self.copy_requested.emit(self.id))
        self.footer.regenerate_pressed.connect(lambda: self.regenerate_requested.emit(self.id))
        self.footer.verify_pressed.connect(lambda: self.verify_requested.emit(self.id))
        self.footer.acted.connect(lambda act: self.acted.emit(self.id, act))
        self.footer.switcher.picked.connect(self.picked)
        self.verdict = self._label("muted")
        self.verdict.setAccessibleDescription(translate("Transcript", "Proof"))
        for widget in (self.footer, self.progress):
            widget.hide()
        self.set_left_out(view.num_dropped_messages)
        self._load(view)

    @property
    def text(self) -> str:
        """What it says so far, as the model wrote it."""
        return "".join(self._pieces)

    @property
    def words(self) -> str:
        """What is copied of it; what was thought is left out."""
        return answer_of(self.text, self._tokens)

    @property
    def tokens(self) -> tuple[TokenInfo, ...]:
        """The tokens that made the text so far."""
        return tuple(self._tokens)

    @property
    def blocks(self) -> list[TextBlock]:
        """All texts that are built, from top to bottom."""
        return [*self.thought.blocks, *self.blocks_column.blocks]

    def append(self, text: str, tokens: tuple[TokenInfo, ...], stats: TurnStats | None) -> None:
        """Take in new text with the tokens that made it."""
        self._pieces.append(text)
        self._tokens += tokens
        if text:
            self.status.hide()
            self.progress.hide()
        split = self._splitter.feed(text, tokens)
        if split.thought:
            self.thought.append(split.thought)
        if split.thought and stats is not None:
            seconds = stats.elapsed_s - stats.time_to_first_token_s
            self.thought.set_running(seconds, stats.num_thinking_tokens)
        self._answer(split.answer, split.tokens)

    def set_proposed(self, text: str) -> None:
        """Show words ahead, faintly; not while the model thinks."""
        if not self.thought.has_text or self._answer_has_begun:
            self.blocks_column.set_proposed(text)

    def set_prompt_progress(self, done: int, total: int) -> None:
        """Say how much of the prompt is read."""
        if self._pieces and any(self._pieces):
            return
        self.status.setText(
            translate("Transcript", "Reading the prompt, {done} of {total} tokens").format(
                done=integer(done), total=integer(total)
            )
        )
        self.status.show()
        self.progress.setRange(0, max(1, total))
        self.progress.setValue(done)
        # A short prompt is read before a bar could be seen.
        self.progress.setVisible(total >= 256)

    def set_waiting(self, text: str) -> None:
        """Say what it waits for before its first word."""
        self.status.setText(text)
        self.status.setVisible(bool(text) and not any(self._pieces))

    def set_left_out(self, num_messages: int) -> None:
        """Say how many of the oldest messages its prompt does without."""
        text = plural(
            "Transcript",
            "The %Ln oldest messages were left out to make room",
            "The oldest message was left out to make room",
            num_messages,
        )
        self._show(self.left_out, text if num_messages else "")

    def set_verdict(self, text: str, *, is_running: bool) -> None:
        """Say how its proof stands; the action rests while it runs."""
        self._show(self.verdict, text)
        self.footer.verify.setEnabled(not is_running)

    def finish(self, view: MessageView) -> None:
        """Render what was still growing and show the line of figures."""
        rest = self._splitter.finish()
        if rest.thought:
            self.thought.append(rest.thought)
        self._answer(rest.answer, rest.tokens)
        self.blocks_column.finish()
        self.progress.hide()
        has_words = bool(view.text) or bool(view.error)
        self._show(self.status, "" if has_words else translate("Transcript", "No words came."))
        self._show(self.problem, view.error)
        num_tokens = 0 if view.stats is None else view.stats.num_thinking_tokens
        self.thought.set_running(view.thinking_s, num_tokens)
        self.thought.finish()
        self.thought.setVisible(self.thought.has_text)
        self.footer.show_figures(view)
        self.footer.show()
        self.footer.show_actions(self._is_last and self._has_actions)
        self._show(self.verdict, view.verdict)

    def set_last(self, is_last: bool) -> None:
        """Keep the actions in sight under the newest reply."""
        self._is_last = is_last
        self.footer.set_last(is_last and self._has_actions)
        self.footer.show_actions((is_last or self.underMouse()) and self._has_actions)

    def place(self, width: int) -> int:
        """Fit a width and give the height it takes."""
        self._width = width
        self.blocks_column.column.place(width)
        return self.place_foot()

    def place_foot(self) -> int:
        """Place what stands around the blocks and give the whole height."""
        y = self._place_head()
        column = self.blocks_column.column
        column.move_to(y)
        y += column.height
        for label in (self.status, self.problem):
            y = self._place_label(label, y + 2, gap=6) if not label.isHidden() else y
        if not self.progress.isHidden():
            self.progress.setGeometry(0, y, min(240, self._width), 4)
            y += 8
        if not self.footer.isHidden():
            height = self.footer.sizeHint().height()
            height = max(height, self._look.px(0.9) + 14)
            self.footer.setGeometry(0, y + 8, self._width, height)
            y += height + 8
        if not self.verdict.isHidden():
            y = self._place_label(self.verdict, y, gap=2)
        return max(y, self._look.base_px)

    def forget(self) -> None:
        """Let go of all it holds, once it is shown no more.

        Its parts and what is said of them hold one another, and would wait for Python's collector.
        """
        for part in self.blocks_column.parts:
            if part.block is not None:
                part.block.describe = None
            if isinstance(part.widget, CodeBox):
                part.widget.whole = None
        self.blocks_column.parts.clear()
        self.blocks_column.signs = Signs()
        self._pieces, self._tokens = [], []

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.footer.show_actions(self._has_actions)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.footer.show_actions(self._is_last and self._has_actions)

    def _load(self, view: MessageView) -> None:
        if view.status is MessageStatus.GENERATING:
            self._resume(view)
            return
        self._pieces, self._tokens = [view.text], list(view.tokens)
        split = split_reply(view.text, view.tokens)
        if split.thought:
            self.thought.append(split.thought)
        self._answer_has_begun = True
        # Places of an answer that was thought over count from its own beginning.
        self.blocks_column.signs.differs_at = None if split.thought else view.differs_at
        self.blocks_column.load(split.answer, split.tokens, is_whole=True)
        self.finish(view)

    def _resume(self, view: MessageView) -> None:
        """Show a reply that grows on: what it says already comes as a whole."""
        self._pieces, self._tokens = [view.text], list(view.tokens)
        split = self._splitter.feed(view.text, view.tokens)
        if split.thought:
            self.thought.append(split.thought)
            num_tokens = 0 if view.stats is None else view.stats.num_thinking_tokens
            self.thought.set_running(view.thinking_s, num_tokens)
            self.thought.show()
        if split.answer:
            self._begin_answer()
            self.blocks_column.load(split.answer, split.tokens, is_whole=False)
        self._show(self.status, "" if view.text else translate("Transcript", "Reading the prompt…"))

    def _answer(self, text: str, tokens: tuple[TokenInfo, ...]) -> None:
        if text.strip():
            self._begin_answer()
        if text or tokens:
            self.blocks_column.append(text, tokens)
        self.thought.setVisible(self.thought.has_text)

    def _begin_answer(self) -> None:
        if not self._answer_has_begun:
            self._answer_has_begun = True
            self.thought.finish()

    def _place_head(self) -> int:
        y = 0
        if not self.left_out.isHidden():
            y = self._place_label(self.left_out, y, gap=10)
        if not self.thought.isHidden():
            height = self.thought.place(self._width)
            self.thought.setGeometry(0, y, self._width, height)
            y += height + round(0.5 * self._look.base_px)
        return y

    def _place_label(self, label: QLabel, y: int, *, gap: int) -> int:
        height = label.heightForWidth(self._width)
        label.setGeometry(0, y, self._width, height)
        return y + height + gap

    def _label(self, role: str) -> QLabel:
        label = QLabel(self)
        label.setProperty("role", role)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.hide()
        return label

    def _show(self, label: QLabel, text: str) -> None:
        label.setText(text)
        label.setVisible(bool(text))
