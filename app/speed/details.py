"""Speed in detail: a reply's course, how long its accepted runs were, and what things cost here.

A window beside the chat that follows the reply being written; it stays open while one reads on.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.charts.gain_histogram import GainHistogram
from app.charts.reply_graph import ReplyGraph
from app.figures_table import Cell, FiguresTable
from app.fitting.beside import Beside
from app.language.numbers import decimal, integer
from app.language.text import mark, translate
from app.speed.costs import ACCEPTANCES, DraftRow, draft_rows, expectation, pass_rows
from app.speed.record import ReplyFigures, total_gained
from app.theme import Look
from engine import Calibration

NEWEST, WHOLE_CHAT = -1, -2
NO_CURVE = mark("Speed", "The curve of a reply is kept only while Foreword runs; its figures stay.")
NO_REPLY = mark("Speed", "There is no reply in this chat yet.")
NO_COSTS = mark(
    "Speed", "Costs are measured when a model is loaded on this computer. There are none yet."
)


class SpeedDetails(QDialog):
    """The window of details.

    Args:
        look: fonts and colours.
    """

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._replies: Sequence[ReplyFigures] = ()
        self._plain: float | None = None
        self._calibration: Calibration | None = None
        self.setWindowTitle(translate("Speed", "Speed in detail"))
        self.resize(look.zoomed(800, 780))
        self.which = QComboBox()
        self.which.setAccessibleName(translate("Speed", "Which reply"))
        # Linux speaks what is chosen in the name's place.
        self.which.setAccessibleDescription(translate("Speed", "Which reply"))
        self.which.currentIndexChanged.connect(self._show_choice)
        self.figures = _label("muted")
        self.figures.setAccessibleDescription(translate("Speed", "Figures"))
        self.graph = ReplyGraph(look)
        self.no_curve = _label("muted")
        self.histogram = GainHistogram(look, height=110)
        self.caption = QLabel(translate("Speed", "tokens gained in each round"))
        self.caption.setProperty("role", "tiny")
        self.expectation = _label("muted")
        self.expectation.setAccessibleDescription(translate("Speed", "What is expected"))
        self.passes = FiguresTable((), name=translate("Speed", "Costs of passes"))
        heads = tuple(f">{100 * share:.0f} %" for share in ACCEPTANCES)
        self.drafts = FiguresTable(
            (
                translate("Speed", "Draft"),
                translate("Speed", ">A token ahead"),
                translate("Speed", ">In plain passes"),
                *heads,
            ),
            name=translate("Speed", "Costs of drafts, and the best lookahead by acceptance"),
        )
        self.note = _label("muted")
        self._build()
        self.set_replies((), plain=None)
        self.set_calibration(None)

    def _build(self) -> None:
        head = Beside()
        title = QLabel(translate("Speed", "Speed in detail"))
        title.setProperty("role", "heading")
        head.addWidget(title)
        head.addWidget(self.which)
        self.which.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        costs = QLabel(translate("Speed", "Costs on this computer"))
        costs.setProperty("role", "strong")
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(22, 18, 22, 14)
        column.setSpacing(10)
        column.addLayout(head)
        column.addWidget(self.figures)
        column.addWidget(self.graph)
        column.addWidget(self.no_curve)
        column.addSpacing(6)
        column.addWidget(self.histogram)
        column.addWidget(self.caption)
        column.addSpacing(10)
        column.addWidget(costs)
        column.addWidget(self.expectation)
        column.addWidget(self.drafts)
        column.addWidget(self.passes)
        column.addWidget(self.note)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(body)
        scroll.viewport().setAutoFillBackground(False)
        body.setAutoFillBackground(False)
        close = QPushButton(translate("Speed", "Close"))
        close.setAccessibleName(translate("Speed", "Close the details"))
        close.clicked.connect(self.close)
        foot = QHBoxLayout()
        foot.setContentsMargins(22, 8, 22, 16)
        foot.addStretch(1)
        foot.addWidget(close)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(scroll, 1)
        outer.addLayout(foot)

    def set_replies(self, replies: Sequence[ReplyFigures], *, plain: float | None) -> None:
        """Show the replies of a chat, oldest first.

        Args:
            replies: with their figures.
            plain: plain decoding's speed on this machine, or None where it is not known.
        """
        if [reply.id for reply in replies] != [reply.id for reply in self._replies]:
            self._offer(replies)
        self._replies, self._plain = replies, plain
        self._show_choice()

    def set_calibration(self, calibration: Calibration | None) -> None:
        """Show what was measured of the pair that is loaded."""
        self._calibration = calibration
        for table in (self.passes, self.drafts):
            table.setVisible(calibration is not None)
        if calibration is None:
            self.note.setText(translate("Speed", NO_COSTS))
            self._show_expectation()
            return
        passes = pass_rows(calibration)
        times = [Cell(decimal(row.milliseconds, 1)) for row in passes]
        shares = [Cell(decimal(row.relative, 2)) for row in passes]
        self.passes.set_columns(
            (translate("Speed", "Tokens in a pass"), *(f">{row.num_tokens}" for row in passes))
        )
        self.passes.fill(
            [
                ([Cell(translate("Speed", "Milliseconds")), *times], None),
                ([Cell(translate("Speed", "In plain passes")), *shares], None),
            ]
        )
        self.drafts.fill([(_draft_cells(row), None) for row in draft_rows(calibration)])
        for table in (self.passes, self.drafts):
            table.fit_rows()
        self.note.setText(
            translate(
                "Speed",
                "A pass is the model reading that many tokens at once; plain decoding is a "
                "pass over one. Under each share of accepted tokens stand the best lookahead "
                "and the speed it is expected to bring, as a multiple of plain.",
            )
        )
        self._show_expectation()

    def _offer(self, replies: Sequence[ReplyFigures]) -> None:
        chosen = self.which.currentData()
        self.which.blockSignals(True)
        self.which.clear()
        self.which.addItem(translate("Speed", "Newest reply"), NEWEST)
        self.which.addItem(translate("Speed", "Whole chat"), WHOLE_CHAT)
        for number, reply in enumerate(replies, start=1):
            self.which.addItem(f"{number}: {reply.name}", reply.id)
        self.which.setCurrentIndex(max(0, self.which.findData(chosen)))
        self.which.blockSignals(False)

    def _chosen(self) -> ReplyFigures | None:
        id = self.which.currentData()
        if id == WHOLE_CHAT or not self._replies:
            return None
        found = (reply for reply in self._replies if reply.id == id)
        return next(found, self._replies[-1])

    def _show_choice(self) -> None:
        reply = self._chosen()
        if reply is None:
            gained = total_gained(self._replies)
            self.figures.setText(
                _chat_words(self._replies) if self._replies else translate("Speed", NO_REPLY)
            )
        else:
            gained = reply.stats.gained
            self.figures.setText(_reply_words(reply))
        points = () if reply is None else reply.points
        self.graph.setVisible(bool(points))
        self.graph.set_points(points, plain=self._plain)
        self.no_curve.setText(translate("Speed", NO_CURVE))
        self.no_curve.setVisible(reply is not None and not points)
        for widget in (self.histogram, self.caption):
            widget.setVisible(any(gained))
        self.histogram.set_gained(gained)
        self._show_expectation()

    def _show_expectation(self) -> None:
        calibration = self._calibration
        newest = self._replies[-1].stats if self._replies else None
        text = ""
        if newest is not None and newest.num_drafted and calibration and calibration.drafts:
            text = expectation(calibration, newest.acceptance_rate)
        self.expectation.setText(text)
        self.expectation.setVisible(bool(text))


def _label(role: str) -> QLabel:
    label = QLabel()
    label.setProperty("role", role)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def _draft_cells(row: DraftRow) -> list[Cell]:
    return [
        Cell(row.name),
        Cell(
            translate("Speed", "{milliseconds} ms").format(
                milliseconds=decimal(row.milliseconds, 2)
            )
        ),
        Cell(decimal(row.relative, 3)),
        *(Cell(_best(lookahead, speed)) for lookahead, speed in row.best),
    ]


def _best(lookahead: int, speed: float) -> str:
    return f"{lookahead}: {decimal(speed, 2)}×" if lookahead else translate("Speed", "plain")


def _reply_words(reply: ReplyFigures) -> str:
    stats = reply.stats
    words = [
        translate("Speed", "{tokens} tokens").format(tokens=integer(stats.num_tokens)),
        translate("Speed", "{tokens_per_s} tokens/s").format(
            tokens_per_s=decimal(stats.tokens_per_s, 1)
        ),
    ]
    if stats.num_drafted:
        words.append(
            translate(
                "Speed", "{accepted} of {drafted} drafted tokens accepted ({value} %)"
            ).format(
                accepted=integer(stats.num_accepted),
                drafted=integer(stats.num_drafted),
                value=decimal(100 * stats.acceptance_rate, 0),
            )
        )
        words.append(
            translate("Speed", "{mean_acceptance_length} a round").format(
                mean_acceptance_length=decimal(stats.mean_acceptance_length, 1)
            )
        )
    return " · ".join(words)


def _chat_words(replies: Sequence[ReplyFigures]) -> str:
    tokens = sum(reply.stats.num_tokens for reply in replies)
    drafted = sum(reply.stats.num_drafted for reply in replies)
    accepted = sum(reply.stats.num_accepted for reply in replies)
    words = [
        translate("Speed", "{replies} replies").format(replies=integer(len(replies))),
        translate("Speed", "{tokens} tokens").format(tokens=integer(tokens)),
    ]
    if drafted:
        share = 100 * accepted / drafted
        words.append(
            translate(
                "Speed", "{accepted} of {drafted} drafted tokens accepted ({share} %)"
            ).format(accepted=integer(accepted), drafted=integer(drafted), share=decimal(share, 0))
        )
    return " · ".join(words)
