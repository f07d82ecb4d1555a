"""One question answered both ways, side by side, and the verdict in words and one ratio.

Made of engine events only: it streams them, counts nothing itself and asks for nothing but to
run again, stop or close.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.compare.pane import ComparePane
from app.figures import FigureLabel
from app.speed.plausibility import is_plausible
from app.theme import Look
from engine import (
    CompareFinished,
    Failed,
    Pane,
    PromptProgress,
    Proposed,
    SpeculationChanged,
    TextDelta,
    TurnEvent,
    TurnFinished,
    TurnStarted,
    TurnStats,
    explain,
    explain_speculation,
)

STACK_BELOW = 720


class CompareView(QWidget):
    """The comparison.

    Args:
        look: fonts and colours.
    """

    run_again_requested = Signal()
    close_requested = Signal()
    stop_requested = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.setObjectName("column")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.lead = QLabel()
        self.lead.setProperty("role", "muted")
        self.ratio = FigureLabel(look, scale=2.85)
        self.ratio.setObjectName("ratio")
        self.ratio.setAccessibleName("Ratio of speeds")
        self.verdict = QLabel()
        self.verdict.setWordWrap(True)
        self.verdict.setAccessibleName("Verdict")
        self.proof = QLabel()
        self.proof.setWordWrap(True)
        self.proof.setTextFormat(Qt.TextFormat.RichText)
        self.proof.setAccessibleName("Proof")
        self.again = QPushButton("Run again")
        self.again.clicked.connect(self.run_again_requested)
        self.stop = QPushButton("Stop")
        self.stop.clicked.connect(self.stop_requested)
        self.close_button = QPushButton("Close")
        self.close_button.clicked.connect(self.close_requested)
        for button in (self.again, self.stop, self.close_button):
            button.setAccessibleName(f"{button.text()} the comparison")
        self.prompt = QLabel()
        self.prompt.setProperty("role", "muted")
        self.prompt.setTextFormat(Qt.TextFormat.PlainText)
        self.prompt.setAccessibleName("Question")
        self.panes = {
            Pane.PLAIN: ComparePane("Plain", "one token at a time", look),
            Pane.SPECULATIVE: ComparePane("Speculative", "", look),
        }
        self._build()

    def _build(self) -> None:
        title = QLabel("Compare")
        title.setProperty("role", "strong")
        head = QWidget()
        head.setObjectName("topbar")
        head.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        head_row = QHBoxLayout(head)
        head_row.setContentsMargins(16, 6, 16, 6)
        head_row.setSpacing(12)
        head_row.addWidget(title)
        head_row.addWidget(self.prompt, 1)
        head_row.addWidget(self.close_button)
        self.card = QFrame()
        self.card.setObjectName("verdict")
        card_row = QHBoxLayout(self.card)
        card_row.setContentsMargins(18, 14, 18, 14)
        card_row.setSpacing(20)
        figure = QVBoxLayout()
        figure.setSpacing(0)
        figure.addWidget(self.lead)
        figure.addWidget(self.ratio)
        card_row.addLayout(figure)
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addStretch(1)
        words.addWidget(self.verdict)
        words.addWidget(self.proof)
        words.addStretch(1)
        card_row.addLayout(words, 1)
        card_row.addWidget(self.again)
        card_row.addWidget(self.stop)
        self._pane_row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._pane_row.setSpacing(16)
        for pane in self.panes.values():
            self._pane_row.addWidget(pane, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        inside = QVBoxLayout()
        inside.setContentsMargins(22, 18, 22, 20)
        inside.setSpacing(16)
        inside.addWidget(self.card)
        inside.addLayout(self._pane_row, 1)
        column.addLayout(inside, 1)

    def begin(self, prompt: str) -> None:
        """Start over with a question."""
        one_line = " ".join(prompt.split())
        self.prompt.setText(one_line if len(one_line) <= 120 else one_line[:119] + "…")
        self.prompt.setToolTip(prompt[:1000])
        for pane in self.panes.values():
            pane.clear()
        self.lead.setText("Speculative is")
        self.ratio.setText("…")
        self.verdict.setText("Both ways run one after the other, from the same start.")
        self.proof.setText("")
        self._set_running(True)

    def handle(self, event: TurnEvent) -> None:
        """Show what an event of the comparison tells."""
        match event:
            case CompareFinished():
                self._conclude(event)
            case Failed(error=error):
                self._set_running(False)
                self.ratio.setText("–")
                self.verdict.setText(explain(error))
            case TextDelta(pane=Pane() as pane):
                self.panes[pane].append(event)
            case PromptProgress(pane=Pane() as pane, num_done=done, num_total=total):
                self.panes[pane].set_progress(done, total)
            case TurnFinished(pane=Pane() as pane):
                self.panes[pane].finish(event)
            case SpeculationChanged(pane=Pane() as pane, reason=reason, detail=detail):
                self.panes[pane].set_note(explain_speculation(reason, detail))
            case TurnStarted(pane=Pane() as pane):
                self.panes[pane].start()
            case Proposed():
                # Words ahead would only distract from the two texts.
                pass
            case _:
                pass

    def set_tint_enabled(self, is_enabled: bool) -> None:
        """Show or hide who wrote which word."""
        for pane in self.panes.values():
            pane.set_tinted(is_enabled)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = self.width() < STACK_BELOW
        direction = (
            QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight
        )
        self._pane_row.setDirection(direction)

    def _conclude(self, finished: CompareFinished) -> None:
        self._set_running(False)
        if not finished.is_whole or finished.speculative is None:
            self.ratio.setText("–")
            self.verdict.setText("Stopped before both ways had run, so there is no verdict.")
            return
        is_known = is_plausible(finished.ratio, finished.speculative)
        self.ratio.setText(f"{finished.ratio:.2f}×" if is_known else "–")
        self.verdict.setText(_speed_words(finished.ratio, finished.speculative))
        self.proof.setText(_proof_words(finished))

    def _set_running(self, is_running: bool) -> None:
        self.stop.setVisible(is_running)
        self.again.setVisible(not is_running)


def _speed_words(ratio: float, speculative: TurnStats) -> str:
    if not ratio:
        return "The replies are too short to tell their speed."
    if not is_plausible(ratio, speculative):
        return (
            f"{ratio:.1f} times as fast was measured, which drafts alone cannot bring: the "
            "computer was busy with something else. Run it again."
        )
    if ratio >= 1.02:
        return "as fast as plain for this question on this computer."
    if ratio > 0.98:
        return "as fast as plain: the draft neither helps nor hurts here."
    return "as fast as plain: the draft costs more than it brings here."


def _proof_words(finished: CompareFinished) -> str:
    if finished.is_sampled and not finished.is_coupled:
        return (
            "<b>Sampled by rejection:</b> each text is its own draw from the same distribution, "
            "so they may differ. The rule Coupled, or temperature 0, shows the same text twice."
        )
    if finished.first_difference is None:
        ties = finished.speculative.num_near_ties if finished.speculative else 0
        near = f" {ties} near-tie{'s' if ties != 1 else ''}." if ties else ""
        return f"<b>Identical:</b> all {finished.num_compared:,} tokens are the same.{near}"
    gap = f", gap {finished.gap:.4f}" if finished.gap is not None else ""
    return (
        f"<b>First difference at token {finished.first_difference + 1:,}</b>{gap}: "
        "two words were so close that rounding decided between them."
    )
