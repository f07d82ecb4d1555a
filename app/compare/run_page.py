"""A comparison under way or just over: the verdict, both texts with their meters, the runs so far.

Shows what it is told and counts nothing itself.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QLabel,
    QMenu,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.compare.control import SeriesEnd, Step
from app.compare.pane import ComparePane
from app.compare.prompts import Plan
from app.compare.runs import ComparedRun, summarise
from app.compare.setup import Setup
from app.compare.tables import RunsTable
from app.compare.words import (
    NO_FIGURE,
    caveat_words,
    proof_words,
    ratio_words,
    verdict_words,
)
from app.figures import FigureLabel
from app.language.text import mark, translate
from app.speed.legend import Legends
from app.theme import Look
from engine import (
    CompareFinished,
    Pane,
    PromptProgress,
    SpeculationChanged,
    SpeculationReason,
    TextDelta,
    TurnEvent,
    TurnFinished,
    TurnStarted,
    explain_speculation,
)

STACK_BELOW = 720
RATIO_SCALE = 2.85
PANE_HEIGHT = 268
"""The least room for a reply; a page with less scrolls."""
IDLE = mark(
    "Compare",
    "Both ways run one after the other, from the same start. Choose what to ask, then Run.",
)


class RunPage(QWidget):
    """Verdict, panes, runs and the card that starts them.

    Args:
        look: fonts and colours.
    """

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runs: list[ComparedRun] = []
        self.lead = QLabel(translate("Compare", "Speculative is"))
        self.lead.setProperty("role", "muted")
        self.ratio = FigureLabel(look, scale=RATIO_SCALE)
        self.ratio.setObjectName("ratio")
        self._look = look
        # So wide from the start that the words beside it stay where they are.
        look.changed.connect(self._widen_ratio)
        self._widen_ratio()
        self.ratio.set_name(translate("Compare", "Ratio of speeds"))
        self.verdict = _words(translate("Compare", "Verdict"))
        self.caveat = _words(translate("Compare", "What speaks against it"))
        self.caveat.setProperty("role", "warning")
        self.proof = _words(translate("Compare", "Proof"))
        self.proof.setTextFormat(Qt.TextFormat.RichText)
        self.step = _words(translate("Compare", "Which run this is"))
        self.step.setProperty("role", "muted")
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(translate("Compare", "Runs that are over"))
        self.save = QPushButton(translate("Compare", "Save"))
        self.save.setAccessibleName(translate("Compare", "Save this comparison"))
        menu = QMenu(self.save)
        self.save_csv = menu.addAction(translate("Compare", "Table (CSV)…"))
        self.save_picture = menu.addAction(translate("Compare", "Picture (PNG)…"))
        self.save.setMenu(menu)
        self.panes = {
            Pane.PLAIN: ComparePane(
                translate("Compare", "Plain"), translate("Compare", "one token at a time"), look
            ),
            Pane.SPECULATIVE: ComparePane(translate("Compare", "Speculative"), "", look),
        }
        self.legends = Legends(look, num_columns=5)
        self.table = RunsTable()
        self.setup = Setup()
        self._build()
        self._show_idle()

    def _build(self) -> None:
        self.card = QFrame()
        self.card.setObjectName("verdict")
        self._card_row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self.card)
        self._card_row.setContentsMargins(18, 14, 18, 14)
        self._card_row.setSpacing(20)
        figure = QVBoxLayout()
        figure.setSpacing(0)
        figure.addWidget(self.lead)
        figure.addWidget(self.ratio)
        figure.addStretch(1)
        self._card_row.addLayout(figure)
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addStretch(1)
        for widget in (self.verdict, self.proof, self.caveat, self.step, self.progress):
            words.addWidget(widget)
        words.addStretch(1)
        self._card_row.addLayout(words, 1)
        self._card_row.addWidget(self.save, 0, Qt.AlignmentFlag.AlignLeft)
        self._pane_row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._pane_row.setSpacing(16)
        for pane in self.panes.values():
            pane.setMinimumHeight(PANE_HEIGHT)
            self._pane_row.addWidget(pane, 1)
        body = QWidget()
        inside = QVBoxLayout(body)
        inside.setContentsMargins(22, 18, 22, 2)
        inside.setSpacing(14)
        inside.addWidget(self.card)
        inside.addWidget(self.table)
        inside.addLayout(self._pane_row, 1)
        inside.addWidget(self.legends)
        body.setAutoFillBackground(False)
        self.body = body
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(body)
        scroll.viewport().setAutoFillBackground(False)
        foot = QVBoxLayout()
        foot.setContentsMargins(22, 10, 22, 18)
        foot.addWidget(self.setup)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(scroll, 1)
        column.addLayout(foot)

    def _widen_ratio(self) -> None:
        metrics = QFontMetrics(self._look.figure_font(RATIO_SCALE))
        self.ratio.setMinimumWidth(metrics.horizontalAdvance("0.00×"))

    @property
    def runs(self) -> tuple[ComparedRun, ...]:
        """The runs in view."""
        return tuple(self._runs)

    def begin(self, plan: Plan) -> None:
        """Start over with a series."""
        self._runs = []
        self._clear_panes()
        self.ratio.setText("…")
        self.verdict.setText(
            translate("Compare", "Both ways run one after the other, from the same start.")
        )
        for label in (self.proof, self.caveat):
            _say(label, "")
        self.table.show_runs([])
        self.progress.setRange(0, plan.num_runs)
        self.progress.setValue(0)
        self.progress.setVisible(plan.num_runs > 1)
        self._set_running(True)

    def advance(self, step: Step) -> None:
        """Show the run that begins now."""
        self._clear_panes()
        self.progress.setValue(step.number - 1)
        name = step.prompt.name or step.prompt.kind.label
        text = (
            translate("Compare", "Run {number} of {runs}: {name}").format(
                number=step.number, runs=step.num_runs, name=name
            )
            if step.num_runs > 1
            else ""
        )
        if step.num_repeats > 1 and step.num_repeats < step.num_runs:
            text = translate("Compare", "{text}, time {repeat} of {repeats}").format(
                text=text, repeat=step.repeat, repeats=step.num_repeats
            )
        _say(self.step, text)
        self.step.setToolTip(step.prompt.text[:1000])

    def handle(self, event: TurnEvent) -> None:
        """Show what an event of a run tells."""
        match event:
            case CompareFinished(first_difference=int(index)):
                for pane in self.panes.values():
                    pane.point_out(index)
            case TextDelta(pane=Pane() as pane):
                self.panes[pane].append(event)
            case PromptProgress(pane=Pane() as pane, num_done=done, num_total=total):
                self.panes[pane].set_progress(done, total)
            case TurnFinished(pane=Pane() as pane):
                self.panes[pane].finish(event)
            case SpeculationChanged(pane=Pane.SPECULATIVE, reason=reason, detail=detail):
                if reason is not SpeculationReason.PAYS:
                    self.panes[Pane.SPECULATIVE].set_note(explain_speculation(reason, detail))
            case TurnStarted(pane=Pane() as pane):
                self.panes[pane].start()
            case _:
                # Words ahead would only distract from the two texts.
                pass

    def add_run(self, run: ComparedRun) -> None:
        """Show the figures with one more run."""
        self._runs.append(run)
        self.progress.setValue(len(self._runs))
        summary = summarise(self._runs)
        self.ratio.setText(ratio_words(summary.ratio))
        self.verdict.setText(verdict_words(summary))
        self.table.show_runs(self._runs)

    def conclude(self, end: SeriesEnd) -> None:
        """Show the verdict, or why there is none."""
        self._set_running(False)
        if not end.runs:
            self.ratio.setText(NO_FIGURE)
            stopped = translate(
                "Compare", "Stopped before both ways had run, so there is no verdict."
            )
            self.verdict.setText(end.problem or stopped)
            return
        summary = summarise(end.runs)
        self.ratio.setText(ratio_words(summary.ratio))
        self.verdict.setText(verdict_words(summary))
        _say(self.caveat, caveat_words(summary, end))
        _say(self.proof, proof_words(summary, end.last, parting=self._parting(end.last)))

    def set_tinted(self, is_tinted: bool) -> None:
        """Show or hide who wrote which word."""
        for pane in self.panes.values():
            pane.set_tinted(is_tinted)
        self.legends.setVisible(is_tinted)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = self.width() < STACK_BELOW
        direction = (
            QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight
        )
        for row in (self._pane_row, self._card_row):
            row.setDirection(direction)
        self._card_row.setSpacing(8 if is_narrow else 20)
        self.legends.set_columns(2 if is_narrow else 5)

    def _parting(self, last: CompareFinished | None) -> tuple[str, str] | None:
        if last is None or last.first_difference is None:
            return None
        index = last.first_difference
        plain, speculative = (self.panes[pane].word_at(index) for pane in Pane)
        return plain, speculative

    def _clear_panes(self) -> None:
        for pane in self.panes.values():
            pane.clear()

    def _show_idle(self) -> None:
        self.ratio.setText(NO_FIGURE)
        self.verdict.setText(translate("Compare", IDLE))
        for label in (self.proof, self.caveat):
            _say(label, "")
        self._set_running(False)

    def _set_running(self, is_running: bool) -> None:
        self.setup.set_running(is_running)
        if not is_running:
            _say(self.step, "")
            self.progress.hide()
        self.save.setVisible(not is_running and bool(self._runs))


def _words(name: str) -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setAccessibleDescription(name)
    return label


def _say(label: QLabel, text: str) -> None:
    label.setText(text)
    label.setVisible(bool(text))
