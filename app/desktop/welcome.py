"""The welcome of the first start: what the starter can and cannot do, and a better pair.

Shown once; what it offers is told to it, and what is chosen is told to whoever opened it.
"""

from dataclasses import dataclass

from PySide6.QtCore import QMargins, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.desktop.better_pair import Pair
from app.fitting.flow import Flow
from app.icons import icon
from app.language.numbers import integer
from app.language.text import translate
from app.theme import Look
from engine import format_bytes

MARK_PX = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Starter:
    """The model to begin with.

    Args:
        id: its name in the library.
        name: what a person calls it.
        size_bytes: of its download.
        is_installed: whether it is here already.
    """

    id: str
    name: str
    size_bytes: int
    is_installed: bool


class Welcome(QDialog):
    """A few words, one card for the starter and one for a better pair.

    Args:
        look: fonts and colours.
        starter: the model to begin with, or None where the library has none.
        pair: what is better, or None where nothing better suits this computer.
    """

    starter_requested = Signal(str)
    """The starter's id"""
    pair_requested = Signal(str, str)
    """The model's id and the draft's"""
    models_requested = Signal()

    def __init__(
        self,
        look: Look,
        *,
        starter: Starter | None,
        pair: Pair | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("Welcome", "Welcome"))
        mark = QLabel()
        mark.setPixmap(icon("foreword", "#000000", size=MARK_PX).pixmap(MARK_PX, MARK_PX))
        mark.setAccessibleName("Foreword")
        title = QLabel(translate("Welcome", "Welcome to Foreword"))
        title.setProperty("role", "title")
        title.setWordWrap(True)
        content = QWidget()
        self._column = QVBoxLayout(content)
        self._column.setContentsMargins(28, 24, 28, 16)
        self._column.setSpacing(10)
        head = QHBoxLayout()
        head.setSpacing(14)
        head.addWidget(mark)
        head.addWidget(title, 1)
        self._column.addLayout(head)
        self._say(
            translate(
                "Welcome",
                "A model on this computer answers. A draft writes a few words ahead of it and the "
                "model checks every one, so that the answer arrives sooner and is still the "
                "model's own. Nothing you write leaves this computer.",
            )
        )
        if starter is not None:
            self._column.addWidget(self._starter_card(starter))
        self._pair: Pair | None = None
        self._offer: QWidget | None = None
        self._pair_place = QVBoxLayout()
        self._column.addLayout(self._pair_place)
        self._column.addStretch(1)

        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(content)
        others = QPushButton(translate("Welcome", "Choose another model…"))
        others.setProperty("role", "link")
        others.setAutoDefault(False)
        others.clicked.connect(self.models_requested)
        others.clicked.connect(self.accept)
        close = QPushButton(translate("Welcome", "Close"))
        close.setAutoDefault(False)
        close.clicked.connect(self.reject)
        # The link has room of its own around its words, so that they begin where the text does.
        margins = QMargins(22, 8, 28, 16)
        if self.isRightToLeft():
            margins = QMargins(28, 8, 22, 16)
        foot = Flow(margins=margins)
        foot.addWidget(others)
        foot.add_gap()
        foot.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(scroll, 1)
        column.addLayout(foot)
        self._look = look
        self._content = content
        self.show_pair(pair)

    def show_pair(self, pair: Pair | None) -> None:
        """Offer this pair and no other; what suits may only be known once a model was loaded."""
        if pair != self._pair:
            if self._offer is not None:
                self._offer.hide()
                self._offer.deleteLater()
            self._pair = pair
            self._offer = None if pair is None else self._pair_card(pair)
            if self._offer is not None:
                self._pair_place.addWidget(self._offer)
                self._offer.show()
        width = min(40 * self._look.base_px, 760)
        height = self._content.heightForWidth(width) + 5 * self._look.base_px
        self.resize(max(width, self.width()), max(self.height(), min(760, height)))

    def _starter_card(self, starter: Starter) -> QWidget:
        if starter.is_installed:
            label = translate("Welcome", "Begin with the starter")
        else:
            size = format_bytes(starter.size_bytes)
            label = translate("Welcome", "Get the starter ({size})").format(size=size)
        button = QPushButton(label)
        button.clicked.connect(lambda: self.starter_requested.emit(starter.id))
        lines = (
            translate(
                "Welcome",
                "It can: show how all this works, answer at once on any computer, reword a "
                "sentence, write a short polite text.",
            ),
            translate(
                "Welcome",
                "It cannot: be trusted with facts, do sums, write code that runs, follow a long "
                "conversation. It is tiny and makes things up.",
            ),
        )
        name = translate("Welcome", "The starter: {name}").format(name=starter.name)
        return self._card(name, lines, button)

    def _pair_card(self, pair: Pair) -> QWidget:
        if pair.size_bytes:
            size = format_bytes(pair.size_bytes)
            label = translate("Welcome", "Get this pair ({size})").format(size=size)
        else:
            label = translate("Welcome", "Use this pair")
        button = QPushButton(label)
        button.setProperty("role", "primary")
        button.clicked.connect(lambda: self.pair_requested.emit(pair.id, pair.draft_id))
        speed = translate(
            "Welcome",
            "{draft} writes ahead of it. By a measurement of this computer it writes about "
            "{rate} tokens a second without that help.",
        ).format(draft=pair.draft_name, rate=integer(round(pair.tokens_per_s)))
        better = (
            translate(
                "Welcome",
                "Answers much better than the starter and needs more of this computer. "
                "Downloaded once; after that it works without a network.",
            )
            if pair.size_bytes
            else translate(
                "Welcome",
                "Answers much better than the starter and needs more of this computer. "
                "Both are here already.",
            )
        )
        lines = (speed, better)
        name = translate("Welcome", "Better: {name}").format(name=pair.name)
        return self._card(name, lines, button)

    def _card(self, name: str, lines: tuple[str, ...], button: QPushButton) -> QWidget:
        card = QFrame()
        card.setObjectName("rows")
        column = QVBoxLayout(card)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(6)
        heading = QLabel(name)
        heading.setProperty("role", "strong")
        heading.setWordWrap(True)
        column.addWidget(heading)
        for line in lines:
            label = QLabel(line)
            label.setWordWrap(True)
            label.setProperty("role", "row")
            column.addWidget(label)
        button.setAutoDefault(False)
        button.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.addWidget(button)
        row.addStretch(1)
        column.addSpacing(4)
        column.addLayout(row)
        return card

    def _say(self, text: str) -> None:
        label = QLabel(text)
        label.setWordWrap(True)
        self._column.addWidget(label)
