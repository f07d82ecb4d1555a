"""What speculation brings, in figures: the switch, the live number and what is behind it.

Owns the pace of its own repainting: at most four times a second, by a timer that runs only
while figures arrive. Measures nothing itself.
"""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.charts.gain_histogram import GainHistogram
from app.charts.speed_graph import SpeedGraph
from app.figures import FigureCombo, FigureLabel
from app.language.numbers import decimal, percent, seconds
from app.language.text import translate
from app.speed.legend import Legends
from app.speed.plausibility import is_plausible
from app.switch import Switch
from app.theme import Look
from engine import TurnStats

REFRESH_MS = 250
MAX_OFFERED_LOOKAHEAD = 8
NO_FIGURE = "–"


class SpeedPanel(QWidget):
    """The speed of the reply that is being written, and the controls that change it.

    Args:
        look: where its colours come from.
    """

    speculation_toggled = Signal(bool)
    lookahead_changed = Signal(object)
    """int, or None for automatic."""
    compare_requested = Signal()
    details_requested = Signal()
    tint_toggled = Signal(bool)
    proposed_toggled = Signal(bool)
    figure_changed = Signal(str)
    """The live number with its unit, for where the panel is folded away."""
    shown = Signal(object)
    """TurnStats, as often as figures change here: whatever else shows some can keep to that."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._pending: tuple[TurnStats, float, float | None] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(REFRESH_MS)
        self._timer.timeout.connect(self._tick)
        self.num_repaints = 0
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)

        self.switch = Switch(translate("Speed", "Speculative decoding"), look)
        self.switch.toggled.connect(self.speculation_toggled)
        self.state = QLabel()
        self.state.setProperty("role", "muted")
        self.state.setWordWrap(True)
        self.number = FigureLabel(look, scale=2.85)
        self.number.set_name(translate("Speed", "Speed"))
        self.unit = QLabel(translate("Speed", "tokens/s"))
        self.unit.setProperty("role", "muted")
        self.meaning = QLabel()
        self.meaning.setProperty("role", "muted")
        self.meaning.setWordWrap(True)
        self.graph = SpeedGraph(look)
        self.accepted = FigureLabel(look)
        self.per_round = FigureLabel(look)
        self.first_token = FigureLabel(look)
        self.lookahead = FigureCombo(look)
        self.lookahead.setAccessibleName(translate("Speed", "Lookahead"))
        self.lookahead.setToolTip(
            translate("Speed", "How many tokens the draft writes ahead in a round")
        )
        self.lookahead.addItem(translate("Speed", "auto"))
        for count in range(MAX_OFFERED_LOOKAHEAD + 1):
            self.lookahead.addItem(f"{count}")
        self.lookahead.activated.connect(self._choose_lookahead)
        self.histogram = GainHistogram(look)
        self.tint = QCheckBox(translate("Speed", "Tint drafted words"))
        self.tint.setChecked(True)
        self.tint.toggled.connect(self.tint_toggled)
        self.proposed = QCheckBox(translate("Speed", "Show words ahead"))
        self.proposed.setChecked(True)
        self.proposed.toggled.connect(self.proposed_toggled)
        for box in (self.tint, self.proposed):
            box.setProperty("role", "small")
            box.setAccessibleName(box.text())
        self.legends = Legends(look)
        self.details = QPushButton(translate("Speed", "Details"))
        self.details.setProperty("role", "link")
        self.details.setAccessibleName(translate("Speed", "Speed in detail"))
        self.details.setToolTip(
            translate("Speed", "The reply's course, its accepted runs, and the costs here")
        )
        self.details.clicked.connect(self.details_requested)
        self.compare = QPushButton(translate("Speed", "Compare with plain"))
        self.compare.setAccessibleName(translate("Speed", "Compare with plain"))
        self.compare.setToolTip(translate("Speed", "Run the last question both ways, side by side"))
        self.compare.clicked.connect(self.compare_requested)
        self._build()
        self.set_state("")
        self.clear()

    def _build(self) -> None:
        title = QLabel(translate("Speed", "Speculative decoding"))
        title.setProperty("role", "strong")
        head = QHBoxLayout()
        head.addWidget(title)
        head.addStretch(1)
        head.addWidget(self.switch)
        figure = QHBoxLayout()
        figure.setSpacing(7)
        figure.addWidget(self.number, 0, Qt.AlignmentFlag.AlignBaseline)
        figure.addWidget(self.unit, 0, Qt.AlignmentFlag.AlignBaseline)
        figure.addStretch(1)
        caption = QLabel(translate("Speed", "tokens gained in each round"))
        caption.setProperty("role", "tiny")
        # Longer languages need two lines beside the button.
        caption.setWordWrap(True)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(16, 14, 14, 8)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.state)
        column.addSpacing(4)
        column.addLayout(figure)
        column.addWidget(self.meaning)
        column.addSpacing(8)
        column.addWidget(self.graph)
        column.addSpacing(8)
        column.addLayout(self._row(translate("Speed", "Accepted"), self.accepted))
        column.addLayout(self._row(translate("Speed", "Tokens a round"), self.per_round))
        column.addLayout(self._row(translate("Speed", "Lookahead"), self.lookahead))
        column.addLayout(self._row(translate("Speed", "To first token"), self.first_token))
        column.addSpacing(10)
        column.addWidget(self.histogram)
        under = QHBoxLayout()
        under.addWidget(caption, 1)
        under.addWidget(self.details)
        column.addLayout(under)
        column.addSpacing(14)
        column.addWidget(self.legends)
        column.addSpacing(14)
        column.addWidget(self.tint)
        column.addSpacing(6)
        column.addWidget(self.proposed)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(body)
        scroll.viewport().setAutoFillBackground(False)
        body.setAutoFillBackground(False)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(1, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(scroll, 1)
        foot = QVBoxLayout()
        foot.setContentsMargins(16, 8, 16, 16)
        foot.addWidget(self.compare)
        outer.addLayout(foot)

    def _row(self, name: str, value: QWidget) -> QHBoxLayout:
        label = QLabel(name)
        label.setProperty("role", "row")
        if isinstance(value, FigureLabel):
            value.set_name(name)
        else:
            value.setAccessibleName(name)
            label.setBuddy(value)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(label)
        row.addStretch(1)
        row.addWidget(value)
        label.setMinimumHeight(34)
        return row

    def set_speculation(self, is_on: bool) -> None:
        """Show the switch on or off; nothing is told to anybody."""
        self.switch.blockSignals(True)
        self.switch.setChecked(is_on)
        self.switch.blockSignals(False)
        self.switch.update()

    def set_state(self, text: str) -> None:
        """Say under the switch why it is as it is; empty before anything is known."""
        self.state.setText(text[:1].upper() + text[1:])
        self.state.setVisible(bool(text))

    def set_lookahead(self, count: int | None) -> None:
        """Show a fixed lookahead or automatic; nothing is told to anybody."""
        self.lookahead.blockSignals(True)
        if count is not None and count > MAX_OFFERED_LOOKAHEAD:
            while self.lookahead.count() < count + 2:
                self.lookahead.addItem(f"{self.lookahead.count() - 1}")
        self.lookahead.setCurrentIndex(0 if count is None else count + 1)
        self.lookahead.blockSignals(False)

    def set_tint(self, is_on: bool) -> None:
        """Show whether drafted words are tinted; nothing is told to anybody."""
        self._set_quietly(self.tint, is_on)

    def set_proposed(self, is_on: bool) -> None:
        """Show whether words ahead are shown; nothing is told to anybody."""
        self._set_quietly(self.proposed, is_on)

    def set_compare_enabled(self, is_enabled: bool) -> None:
        """Allow a comparison; there must be a question and nothing running."""
        self.compare.setEnabled(is_enabled)

    def set_live(self, stats: TurnStats, tokens_per_s: float, plain: float | None) -> None:
        """Take in newer figures; they show at once or within a quarter of a second.

        Args:
            stats: the counters of the turn.
            tokens_per_s: the speed over the last moments.
            plain: plain decoding's speed on this machine, or None where it is not known.
        """
        self._pending = (stats, tokens_per_s, plain)
        if not self._timer.isActive():
            self._tick()

    @property
    def is_ticking(self) -> bool:
        """Whether the clock that paces repainting runs."""
        return self._timer.isActive()

    def set_idle(self) -> None:
        """Show the last figures that came and stop the clock."""
        self._timer.stop()
        if self._pending is not None:
            self._show(*self._pending)
            self._pending = None

    def clear(self) -> None:
        """Forget the figures, for a chat that has none."""
        self._timer.stop()
        self._pending = None
        self.graph.clear()
        self.histogram.set_gained(())
        for label in (self.number, self.accepted, self.per_round, self.first_token):
            label.setText(NO_FIGURE)
            label.setEnabled(False)
        self.meaning.setText(translate("Speed", "Figures come with the next reply."))
        self.lookahead.setItemText(0, translate("Speed", "auto"))
        self.figure_changed.emit("")

    def begin_turn(self) -> None:
        """Begin a new line in the graph."""
        self.graph.clear()

    def _tick(self) -> None:
        if self._pending is None:
            return
        self._show(*self._pending)
        self._pending = None
        self._timer.start()

    def _show(self, stats: TurnStats, tokens_per_s: float, plain: float | None) -> None:
        self.num_repaints += 1
        self.shown.emit(stats)
        for label in (self.number, self.accepted, self.per_round, self.first_token):
            label.setEnabled(True)
        number = decimal(tokens_per_s, 1) if tokens_per_s else NO_FIGURE
        self.number.setText(number)
        self.number.setAccessibleDescription(
            translate("Speed", "{number} tokens per second").format(number=number)
        )
        if plain and not is_plausible(tokens_per_s / plain, stats.mean_acceptance_length):
            plain = None
        if plain:
            ratio = tokens_per_s / plain
            self.meaning.setText(
                translate("Speed", "{ratio}× plain on this computer ({plain})").format(
                    ratio=decimal(ratio, 1), plain=decimal(plain, 1)
                )
            )
        else:
            self.meaning.setText(translate("Speed", "Compare shows plain's speed beside it."))
        if tokens_per_s:
            self.graph.add(tokens_per_s, plain)
        drafted = stats.num_drafted
        self.accepted.setText(percent(stats.acceptance_rate) if drafted else NO_FIGURE)
        has_rounds = stats.num_rounds > 0
        self.per_round.setText(
            decimal(stats.mean_acceptance_length, 1) if has_rounds else NO_FIGURE
        )
        first = stats.time_to_first_token_s
        self.first_token.setText(seconds(first) if first else NO_FIGURE)
        auto = translate("Speed", "auto · {count}").format(count=stats.num_draft_tokens)
        self.lookahead.setItemText(0, auto)
        self.histogram.set_gained(stats.gained)
        self.figure_changed.emit(translate("Speed", "{number} tokens/s").format(number=number))

    def _choose_lookahead(self, index: int) -> None:
        self.lookahead_changed.emit(None if index == 0 else index - 1)

    def _set_quietly(self, box: QCheckBox, is_on: bool) -> None:
        box.blockSignals(True)
        box.setChecked(is_on)
        box.blockSignals(False)
