"""What is to be compared, chosen in one card: the prompts, how often, how long, and Run.

Makes plans and tells them; starts nothing itself.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.compare.prompts import Plan, Prompt, PromptKind, PromptSet, prompts_of
from app.fitting.flow import Flow
from app.language.numbers import integer
from app.language.text import plural, translate
from app.whole_text import whole_characters

REPEATS = (1, 3, 5, 10)
LENGTHS = (64, 128, 256, 512, None)
DEFAULT_LENGTH = 128
MIN_WIDTH = 280
_FIELD_LINES = 3
_MOST_SHOWN = 300


class PromptField(QPlainTextEdit):
    """A prompt of one's own; Ctrl+Enter runs it."""

    submitted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.setPlaceholderText(translate("Compare", "A prompt to run both ways"))
        self.setAccessibleName(translate("Compare", "My prompt"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.submitted.emit()
            return
        super().keyPressEvent(event)


class Setup(QFrame):
    """The card at the foot of Compare."""

    run_requested = Signal(object)
    """Plan"""
    stop_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        # Less than its choices take side by side, so that they can be put one under the other.
        self.setMinimumWidth(MIN_WIDTH)
        self._question = ""
        self._typed = ""
        self._is_running = False
        self._may_run = True
        self.field = PromptField()
        self.field.submitted.connect(self._run)
        self.field.textChanged.connect(self._update)
        self.hint = QLabel()
        self.hint.setProperty("role", "muted")
        self.hint.setTextFormat(Qt.TextFormat.PlainText)
        self.hint.setWordWrap(True)
        self.hint.setAccessibleDescription(translate("Compare", "What will be asked"))
        self.prompts = QComboBox()
        for choice in PromptSet:
            self.prompts.addItem(choice.label, choice)
        self.repeats = QComboBox()
        for count in REPEATS:
            self.repeats.addItem(plural("Compare", "%Ln runs", "%Ln run", count), count)
        self.length = QComboBox()
        for longest in LENGTHS:
            label = translate("Compare", "As in Settings")
            if longest is not None:
                label = plural("Compare", "%Ln tokens", "%Ln token", longest)
            self.length.addItem(label, longest)
        self.length.setCurrentIndex(LENGTHS.index(DEFAULT_LENGTH))
        names = {
            self.prompts: (translate("Compare", "Prompts"), translate("Compare", "What is asked")),
            self.repeats: (
                translate("Compare", "Runs of each prompt"),
                translate("Compare", "How often each prompt is run both ways"),
            ),
            self.length: (
                translate("Compare", "Longest reply"),
                translate("Compare", "Where a reply ends at the latest"),
            ),
        }
        for combo, (name, tip) in names.items():
            combo.setAccessibleName(name)
            combo.setToolTip(tip)
            combo.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.prompts.currentIndexChanged.connect(self._update)
        self.repeats.currentIndexChanged.connect(self._update)
        self.run = QPushButton(translate("Compare", "Run"))
        self.run.setProperty("role", "primary")
        self.run.setAccessibleName(translate("Compare", "Run the comparison"))
        self.run.clicked.connect(self._run)
        self.stop = QPushButton(translate("Compare", "Stop"))
        self.stop.setAccessibleName(translate("Compare", "Stop the comparison"))
        self.stop.clicked.connect(self.stop_requested)
        self._build()
        self._update()

    def _build(self) -> None:
        line = self.field.fontMetrics().lineSpacing()
        self.field.setFixedHeight(_FIELD_LINES * line + 10)
        row = Flow()
        for combo in (self.prompts, self.repeats, self.length):
            row.addWidget(combo)
        row.add_gap()
        row.addWidget(self.run)
        row.addWidget(self.stop)
        column = QVBoxLayout(self)
        column.setContentsMargins(13, 11, 13, 11)
        column.setSpacing(8)
        column.addWidget(self.field)
        column.addWidget(self.hint)
        column.addLayout(row)

    @property
    def choice(self) -> PromptSet:
        """What is chosen."""
        return PromptSet(self.prompts.currentData())

    def choose(self, choice: PromptSet) -> None:
        """Choose what is asked."""
        self.prompts.setCurrentIndex(list(PromptSet).index(choice))

    def set_question(self, question: str, *, typed: str = "") -> None:
        """Tell the question that the open chat has to offer.

        Args:
            question: the chat's last one, empty where there is none.
            typed: what stands in the message box, which goes first.
        """
        self._question, self._typed = question, typed
        self._update()

    def set_running(self, is_running: bool) -> None:
        """Show Stop in the place of Run."""
        self._is_running = is_running
        self._update()

    def set_enabled_to_run(self, may_run: bool) -> None:
        """Allow a run; a model must be ready and nothing else under way."""
        self._may_run = may_run
        self._update()

    def plan(self) -> Plan | None:
        """Give what is chosen, or None where there is nothing to ask."""
        prompts: tuple[Prompt, ...]
        match self.choice:
            case PromptSet.LAST:
                has_any = bool(self._question.strip() or self._typed.strip())
                text = whole_characters(self._typed)
                last = Prompt(kind=PromptKind.LAST, name="", text=text)
                prompts = (last,) if has_any else ()
            case PromptSet.OWN:
                text = whole_characters(self.field.toPlainText())
                own = Prompt(kind=PromptKind.OWN, name="", text=text)
                prompts = (own,) if text.strip() else ()
            case _:
                prompts = prompts_of(self.choice)
        if not prompts:
            return None
        return Plan(
            prompts=prompts,
            num_repeats=int(self.repeats.currentData()),
            max_new_tokens=self.length.currentData(),
        )

    def _run(self) -> None:
        plan = self.plan()
        if plan is not None and self.run.isEnabled() and not self._is_running:
            self.run_requested.emit(plan)

    def _update(self) -> None:
        plan = self.plan()
        is_own = self.choice is PromptSet.OWN
        self.field.setVisible(is_own)
        self.hint.setVisible(not is_own)
        self.hint.setText(self._hint(plan))
        for widget in (self.field, self.prompts, self.repeats, self.length):
            widget.setEnabled(not self._is_running)
        self.run.setVisible(not self._is_running)
        self.run.setEnabled(self._may_run and plan is not None)
        self.stop.setVisible(self._is_running)

    def _hint(self, plan: Plan | None) -> str:
        if self.choice is PromptSet.LAST:
            if plan is None:
                return translate(
                    "Compare", "The open chat has no question yet. Choose a set, or write a prompt."
                )
            asked = " ".join((self._typed or self._question).split())
            short = asked if len(asked) <= _MOST_SHOWN else asked[: _MOST_SHOWN - 1] + "…"
            return translate("Compare", "With the chat before it: {short}").format(short=short)
        if plan is None:
            return ""
        texts = (" ".join(prompt.text.split()) for prompt in plan.prompts)
        cut = (text if len(text) <= 72 else text[:71] + "…" for text in texts)
        if len(plan.prompts) <= 2:
            return "\n".join(cut)
        return translate(
            "Compare", "{prompts} prompts, {runs} runs, each both ways; this takes a while."
        ).format(prompts=integer(len(plan.prompts)), runs=integer(plan.num_runs))
