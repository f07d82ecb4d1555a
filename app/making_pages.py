"""The pages of the dialog in which a draft is made: settings, how far it is, what came of it.

Each shows what it is given and tells nothing but its own values.
"""

from dataclasses import replace

from PySide6.QtCore import QMargins, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.draft_views import MakingPhase, MakingView
from app.figures import FigureLabel
from app.fitting.beside import Beside
from app.fitting.wrapped_check import WrappedCheck
from app.language.text import plural, translate
from app.making_text import done_rows, headline, places, progress_line, step_of
from app.theme import Look
from engine import Recipe, TrainingStage

_FIELD_WIDTH = 9
"""In sizes of the text."""


class SettingsPage(QWidget):
    """How long and how large.

    Args:
        look: fonts and colours.
    """

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._recipe = Recipe()
        self.minutes = _spin(
            look,
            translate("Making", "Minutes"),
            5,
            2880,
            step=15,
            suffix=translate("Making", " min"),
        )
        self.tokens = _spin(look, translate("Making", "Tokens"), 10_000, 10_000_000, step=50_000)
        self.layers = _spin(look, translate("Making", "Layers"), 1, 4)
        self.vocabulary = _spin(look, translate("Making", "Vocabulary"), 1024, 262_144, step=1024)
        self.chats = WrappedCheck()
        self.chats_note = _muted(
            translate(
                "Making",
                "The model answers your own questions again, and the draft learns those "
                "answers. It may remember what you wrote: it is marked private and stays on "
                "this computer.",
            )
        )
        self.expectation = _muted("")
        self.earlier = _muted("")
        rows = QFrame()
        rows.setObjectName("rows")
        column = QVBoxLayout(rows)
        column.setContentsMargins(14, 4, 12, 4)
        column.setSpacing(0)
        for number, (name, note, field) in enumerate(
            (
                (
                    translate("Making", "Time"),
                    translate("Making", "It ends by then; longer is better."),
                    self.minutes,
                ),
                (
                    translate("Making", "Tokens"),
                    translate("Making", "What the model writes, at most."),
                    self.tokens,
                ),
                (
                    translate("Making", "Layers"),
                    translate("Making", "More foretell better and cost more."),
                    self.layers,
                ),
                (
                    translate("Making", "Vocabulary"),
                    translate("Making", "Tokens the draft may propose."),
                    self.vocabulary,
                ),
            )
        ):
            if number:
                column.addWidget(_line())
            column.addLayout(_setting(name, note, field))
        own = QVBoxLayout()
        own.setSpacing(3)
        own.addWidget(self.chats)
        indented = QHBoxLayout()
        # A space, not a margin: it stands on the side of the box in every direction.
        indented.setSpacing(0)
        indented.addSpacing(23)
        indented.addWidget(self.chats_note, 1)
        own.addLayout(indented)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(12)
        outer.addWidget(self.expectation)
        outer.addWidget(rows)
        outer.addLayout(own)
        outer.addWidget(self.earlier)
        outer.addStretch(1)

    def show_view(self, view: MakingView) -> None:
        """Begin with the settings of a view."""
        recipe = self._recipe = view.recipe
        self.minutes.setValue(round(recipe.minutes or 60))
        self.tokens.setValue(recipe.num_tokens)
        self.layers.setValue(recipe.num_layers)
        self.vocabulary.setValue(recipe.vocabulary)
        self.chats.setText(
            plural(
                "Making",
                "Also learn from my own chats (%Ln questions)",
                "Also learn from my own chats (%Ln question)",
                view.num_questions,
            )
        )
        self.chats.setAccessibleName(translate("Making", "Also learn from my own chats"))
        self.chats.setAccessibleDescription(self.chats_note.text())
        self.chats.setEnabled(view.num_questions > 0)
        # Never ticked for the user: such a draft can remember what it read.
        self.chats.setChecked(False)
        self.show_notes(view)

    def show_notes(self, view: MakingView) -> None:
        """Say what is expected and what is there already; fields stay as they are."""
        _say(self.expectation, view.expectation)
        is_there = view.draft is not None
        _say(
            self.earlier,
            translate("Making", "The draft that is there already is replaced.") if is_there else "",
        )

    def recipe(self) -> Recipe:
        """Give the settings as they stand."""
        return replace(
            self._recipe,
            minutes=float(self.minutes.value()),
            num_tokens=self.tokens.value(),
            num_layers=self.layers.value(),
            vocabulary=self.vocabulary.value(),
        )


class ProgressPage(QWidget):
    """How far it is, and how good the draft is by now.

    Args:
        look: fonts and colours.
    """

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.stage = QLabel()
        self.stage.setProperty("role", "strong")
        self.stage.setWordWrap(True)
        self.step = _muted("")
        self.step.setWordWrap(False)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(translate("Making", "Progress"))
        self.line = FigureLine(look)
        self.number = FigureLabel(look, scale=2.85)
        self.number.setAccessibleName(translate("Making", "Stands on text it has not seen"))
        self.meaning = _muted("")
        self.rows = RowsFrame(look)
        head = Beside()
        head.addWidget(self.stage)
        head.addWidget(self.step)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self.bar)
        column.addWidget(self.line)
        column.addSpacing(14)
        column.addWidget(self.number)
        column.addWidget(self.meaning)
        column.addSpacing(6)
        column.addWidget(self.rows)
        column.addStretch(1)

    def show_view(self, view: MakingView) -> None:
        """Show how far it is."""
        progress = view.progress
        self.stage.setText(headline(view))
        self.step.setText("" if progress is None else step_of(progress))
        is_known = progress is not None and view.phase is not MakingPhase.PREPARING
        is_waiting = not is_known and view.phase.is_busy
        self.bar.setRange(0, 0 if is_waiting else 1000)
        self.bar.setValue(round(1000 * progress.share) if progress is not None else 0)
        is_paused = view.phase is MakingPhase.PAUSED
        self.line.setText("" if progress is None else progress_line(progress, is_paused=is_paused))
        held_out = None if progress is None else progress.held_out
        figures = [] if held_out is None else places(held_out)
        self.number.setText(figures[0][1] if figures else "")
        self.number.setVisible(bool(figures))
        self.meaning.setText(
            translate("Making", "of the first words it drafts stand, on text it has not seen")
            if figures
            else _waiting(view)
        )
        self.rows.show_rows(figures[1:])


class DonePage(QWidget):
    """What came of it.

    Args:
        look: fonts and colours.
    """

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = QLabel()
        self.title.setProperty("role", "strong")
        self.title.setWordWrap(True)
        self.note = _muted(
            translate(
                "Making", "How many of its words stand on text it has not seen, and what it took:"
            )
        )
        self.rows = RowsFrame(look)
        self.advice = QLabel()
        self.advice.setWordWrap(True)
        self.advice.setAccessibleDescription(translate("Making", "What it brings"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.title)
        column.addWidget(self.advice)
        column.addSpacing(10)
        column.addWidget(self.note)
        column.addWidget(self.rows)
        column.addStretch(1)

    def show_view(self, view: MakingView) -> None:
        """Show the draft that is done."""
        self.title.setText(headline(view))
        self.rows.show_rows([] if view.draft is None else done_rows(view.draft))
        self.advice.setText(
            view.advice or translate("Making", "What it brings is measured when it is used.")
        )


class FigureLine(FigureLabel):
    """A muted line of figures that do not dance."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, scale=0.9, weight=QFont.Weight.Normal)
        self.setWordWrap(True)
        self.setProperty("role", "muted")


class RowsFrame(QFrame):
    """Names at the left, figures at the right, a thin line between; hidden while there are none.

    Args:
        look: fonts and colours.
    """

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self.setObjectName("rows")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(14, 6, 14, 6)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(0, 1)
        self.labels: list[tuple[QLabel, FigureLabel]] = []
        """Name and figure of each row there ever was."""

    def show_rows(self, rows: list[tuple[str, str]]) -> None:
        """Show these rows and no others."""
        while len(self.labels) < len(rows):
            name, value = QLabel(), FigureLabel(self._look)
            name.setProperty("role", "row")
            name.setWordWrap(True)
            number = len(self.labels)
            self._grid.addWidget(name, number, 0)
            self._grid.addWidget(value, number, 1, Qt.AlignmentFlag.AlignRight)
            self.labels.append((name, value))
        for number, (name, value) in enumerate(self.labels):
            is_shown = number < len(rows)
            name.setVisible(is_shown)
            value.setVisible(is_shown)
            if is_shown:
                name.setText(rows[number][0])
                value.setText(rows[number][1])
                value.setAccessibleName(rows[number][0])
        self.setVisible(bool(rows))


def _waiting(view: MakingView) -> str:
    is_learning = view.progress is not None and view.progress.stage is not TrainingStage.WRITING
    first = translate("Making", "Figures come after a tenth of the learning.")
    return (
        first
        if is_learning
        else translate("Making", "Figures come once the draft has begun to learn.")
    )


def _setting(name: str, note: str, field: QSpinBox) -> Beside:
    title = QLabel(name)
    title.setProperty("role", "strong")
    words = QVBoxLayout()
    words.setSpacing(1)
    words.addWidget(title)
    words.addWidget(_muted(note))
    row = Beside(margins=QMargins(0, 8, 0, 8), spacing=16)
    row.add_layout(words)
    row.addWidget(field)
    return row


def _spin(
    look: Look, name: str, low: int, high: int, *, step: int = 1, suffix: str = ""
) -> QSpinBox:
    spin = QSpinBox()
    spin.setRange(low, high)
    spin.setSingleStep(step)
    spin.setSuffix(suffix)
    spin.setGroupSeparatorShown(True)
    spin.setFixedWidth(look.px(_FIELD_WIDTH))
    spin.setAlignment(Qt.AlignmentFlag.AlignRight)
    # The style's padding does not reach the field inside.
    spin.lineEdit().setTextMargins(8, 0, 8, 0)
    spin.setAccessibleName(name)
    return spin


def _muted(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("role", "muted")
    label.setWordWrap(True)
    return label


def _line() -> QFrame:
    line = QFrame()
    line.setProperty("role", "separator")
    return line


def _say(label: QLabel, text: str) -> None:
    label.setText(text)
    label.setVisible(bool(text))
