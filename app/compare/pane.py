"""One side of a comparison: its own meter above its own text."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.figures import FigureLabel
from app.language.numbers import decimal
from app.language.text import plural, translate
from app.theme import Look
from app.transcript.view import TranscriptView
from app.view_types import MessageStatus, MessageView
from engine import FinishReason, Role, TextDelta, TokenInfo, TurnFinished, TurnStats

REPLY_ID = 1


class ComparePane(QFrame):
    """A reply with its speed in large figures.

    Args:
        title: what this way is called.
        note: what is said of it before there are figures.
        look: fonts and colours.
    """

    def __init__(self, title: str, note: str, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._note = note
        self.setObjectName("pane")
        self.setAccessibleName(title)
        name = QLabel(title)
        name.setProperty("role", "strong")
        self.note = QLabel(note)
        self.note.setProperty("role", "muted")
        self.note.setWordWrap(True)
        self.note.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.number = FigureLabel(look, scale=2.3)
        self.number.set_name(translate("Compare", "{title} speed").format(title=title))
        unit = QLabel(translate("Compare", "tokens/s"))
        unit.setProperty("role", "muted")
        self.details = QLabel()
        self.details.setProperty("role", "muted")
        self.transcript = TranscriptView(look, has_actions=False, margin=15)
        self.transcript.body.setAccessibleName(
            translate("Compare", "{title} reply").format(title=title)
        )

        head = QFrame()
        head.setObjectName("panehead")
        first = QHBoxLayout()
        first.setSpacing(12)
        first.addWidget(name, 0, Qt.AlignmentFlag.AlignTop)
        first.addWidget(self.note, 1)
        second = QHBoxLayout()
        second.setSpacing(7)
        second.addWidget(self.number, 0, Qt.AlignmentFlag.AlignBaseline)
        second.addWidget(unit, 0, Qt.AlignmentFlag.AlignBaseline)
        second.addStretch(1)
        rows = QVBoxLayout(head)
        rows.setContentsMargins(16, 12, 16, 12)
        rows.setSpacing(2)
        rows.addLayout(first)
        rows.addLayout(second)
        rows.addWidget(self.details)
        column = QVBoxLayout(self)
        # The page is painted over its corners else, and it has round ones below.
        column.setContentsMargins(1, 1, 1, 8)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(self.transcript, 1)
        self.clear()

    def clear(self) -> None:
        """Forget the last run."""
        self._tokens: list[TokenInfo] = []
        self._reply = _reply("", MessageStatus.GENERATING)
        self.number.setText("–")
        self.note.setText(self._note)
        self.details.setText(translate("Compare", "waiting"))
        self.transcript.set_messages([self._reply])
        self.transcript.set_waiting(REPLY_ID, translate("Compare", "Waits for its turn."))

    def start(self) -> None:
        """Say that this way runs now."""
        self.details.setText(translate("Compare", "reading the question"))

    def set_progress(self, done: int, total: int) -> None:
        """Say how much of the prompt is read."""
        self.transcript.set_prompt_progress(REPLY_ID, done, total)

    def append(self, event: TextDelta) -> None:
        """Let the text grow and show its figures."""
        self.transcript.append_delta(REPLY_ID, event.text, event.tokens, event.stats)
        self._tokens += event.tokens
        self._show(event.stats)

    def finish(self, event: TurnFinished) -> None:
        """Show the text as it ended."""
        self._show(event.stats)
        status = (
            MessageStatus.STOPPED
            if event.reason is FinishReason.STOPPED
            else MessageStatus.COMPLETE
        )
        self._reply = _reply(event.text, status, tuple(self._tokens))
        self.transcript.finish(self._reply)
        # It was followed while it was written; now both are read from the start, side by side.
        self.transcript.page.jump_to_start()

    def set_note(self, text: str) -> None:
        """Say why this way runs as it does."""
        self.note.setText(text)

    def word_at(self, index: int) -> str:
        """Give the text of a token of the reply, empty beyond its end."""
        if index >= len(self._tokens):
            return ""
        token = self._tokens[index]
        units = self._reply.text.encode("utf-16-le")
        return units[2 * token.start : 2 * token.end].decode("utf-16-le", "replace")

    def point_out(self, index: int) -> None:
        """Mark a token of the reply as the first that the other way has not."""
        if index < len(self._tokens):
            place = self._tokens[index].start
            self.transcript.set_messages([replace(self._reply, differs_at=place)])
            self.transcript.page.jump_to_start()

    def set_tinted(self, is_tinted: bool) -> None:
        """Show or hide who wrote which word."""
        self.transcript.set_tint_enabled(is_tinted)

    def _show(self, stats: TurnStats) -> None:
        speed = stats.tokens_per_s
        self.number.setText(decimal(speed, 1) if speed else "–")
        count = plural("Compare", "%Ln tokens", "%Ln token", stats.num_tokens)
        self.details.setText(
            translate("Compare", "{seconds} s to first token · {count}").format(
                seconds=decimal(stats.time_to_first_token_s, 2), count=count
            )
        )
        if stats.num_drafted:
            self.note.setText(
                translate(
                    "Compare", "{value} % accepted · {mean_acceptance_length} a round"
                ).format(
                    value=decimal(100 * stats.acceptance_rate, 0),
                    mean_acceptance_length=decimal(stats.mean_acceptance_length, 1),
                )
            )


def _reply(text: str, status: MessageStatus, tokens: tuple[TokenInfo, ...] = ()) -> MessageView:
    return MessageView(id=REPLY_ID, role=Role.ASSISTANT, text=text, status=status, tokens=tokens)
