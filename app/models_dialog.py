"""Choose the model that answers and the draft that writes ahead; get those that are missing.

Shows what it is told about each model. What fits with what, and how a download goes, is decided
elsewhere.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QMargins, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.draft_mark import DraftMark
from app.fitting.flow import Flow
from app.language.text import translate
from app.library.downloads_list import DownloadsList
from app.library.find_page import FindPage
from app.library.page_switch import PageSwitch
from app.local_models.import_page import ImportPage
from app.local_models.memory_view import MemoryView
from app.local_models.verdict_lines import best_first, itself_reason, judged
from app.model_row import ModelRow
from app.theme import Look
from app.view_types import ModelChoice
from engine.pairing import DraftVerdict


def _no_draft() -> ModelChoice:
    return ModelChoice(
        id="",
        name=translate("Models", "No draft"),
        size_bytes=0,
        is_installed=True,
        note=translate(
            "Models",
            "Plain decoding, one token at a time; repeated text is still guessed from the chat.",
        ),
    )


class ModelsDialog(QDialog):
    """Two lists, target and draft, and what to do about what is missing.

    Args:
        look: fonts and colours.
    """

    target_selected = Signal(str)
    accepted_pair = Signal(str, object)
    """The target's id and the draft's, `NO_DRAFT_ID`, or None for the target's own."""
    pair_changed = Signal(str, object)
    """The ids that are marked, the draft's None for no draft"""
    make_requested = Signal(str)
    """Make a draft for this target"""
    measure_requested = Signal(str, str)
    """Say what this draft brings for this target"""
    get_requested = Signal(str)
    verify_requested = Signal(str)
    show_requested = Signal(str)
    remove_requested = Signal(str)
    import_requested = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._choices: tuple[ModelChoice, ...] = ()
        self._reasons: dict[str, str] = {}
        self._verdicts: dict[str, DraftVerdict] = {}
        self._target_id = ""
        self._draft = DraftMark()
        self.is_touched = False
        """Whether the reader marked something; until then it shows what is in use."""
        self._downloads: dict[str, tuple[float | None, str]] = {}
        self._rows: dict[tuple[str, str], ModelRow] = {}
        self.setWindowTitle(translate("Models", "Models"))
        self.resize(look.zoomed(620, 740))
        self.setMinimumSize(440, 420)
        self._targets = QVBoxLayout()
        self._drafts = QVBoxLayout()
        for column in (self._targets, self._drafts):
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(0)
        self._target_group = QButtonGroup(self)
        self._draft_group = QButtonGroup(self)
        self.use = QPushButton(translate("Models", "Use these"))
        self.use.setProperty("role", "primary")
        self.use.setAccessibleName(translate("Models", "Use these models"))
        self.use.setDefault(True)
        self.use.clicked.connect(self._accept)
        self.cancel = QPushButton(translate("Models", "Cancel"))
        self.cancel.setAccessibleName(translate("Models", "Cancel"))
        self.cancel.clicked.connect(self.reject)
        self.make = QPushButton(translate("Models", "Make a draft…"))
        self.make.setProperty("role", "link")
        self.make.setAccessibleName(translate("Models", "Make a draft for the marked model"))
        self.make.setToolTip(
            translate("Models", "Train a tiny draft for the marked model, on this computer")
        )
        self.make.setAutoDefault(False)
        self.make.clicked.connect(lambda: self.make_requested.emit(self._target_id))
        self.advice = QLabel()
        self.advice.setProperty("role", "muted")
        self.advice.setWordWrap(True)
        self.advice.setAccessibleDescription(translate("Models", "What the draft brings"))
        self.measure = QPushButton(translate("Models", "Measure"))
        self.measure.setProperty("role", "link")
        self.measure.setAccessibleName(translate("Models", "Measure what the marked draft brings"))
        self.measure.setToolTip(
            translate("Models", "Load both and have a few short replies written")
        )
        self.measure.setAutoDefault(False)
        self.measure.clicked.connect(self._measure)
        self.import_button = QPushButton(translate("Models", "Import file…"))
        self.import_button.setAccessibleName(translate("Models", "Import a model file"))
        self.import_button.setToolTip(
            translate("Models", "A .gguf file that lies on this computer")
        )
        self.import_button.clicked.connect(self._import)
        self.finding = FindPage()
        """The page that finds more models."""
        self.local = ImportPage()
        """The page that takes in what other programs have."""
        self.memory = MemoryView(look, use=self.use)
        """What the marked pair would take."""
        self.downloads = DownloadsList()
        """What is being fetched, below both pages."""
        self._build()
        self.cancel.setFocus()

    def _build(self) -> None:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(22, 18, 22, 18)
        column.setSpacing(8)
        for title, note, rows in (
            (
                translate("Models", "Model"),
                translate("Models", "Answers, and has the last word on every token."),
                self._targets,
            ),
            (
                translate("Models", "Draft"),
                translate("Models", "Writes ahead. It must share the model's tokens."),
                self._drafts,
            ),
        ):
            heading = QLabel(title)
            heading.setProperty("role", "heading")
            text = QLabel(note)
            text.setProperty("role", "muted")
            text.setWordWrap(True)
            frame = QFrame()
            frame.setObjectName("rows")
            frame.setLayout(rows)
            head = QHBoxLayout()
            head.addWidget(heading, 1)
            if rows is self._drafts:
                head.addWidget(self.make)
            column.addLayout(head)
            column.addWidget(text)
            column.addWidget(frame)
            column.addSpacing(10)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(content)
        foot = Flow(margins=QMargins(22, 12, 22, 16))
        foot.addWidget(self.import_button)
        foot.add_gap()
        foot.addWidget(self.cancel)
        foot.addWidget(self.use)
        measured = QHBoxLayout()
        measured.setContentsMargins(22, 12, 16, 0)
        measured.setSpacing(8)
        measured.addWidget(self.advice, 1)
        measured.addWidget(self.measure)
        self._measured = QWidget()
        beside = QVBoxLayout(self._measured)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.setSpacing(0)
        beside.addWidget(self.memory)
        beside.addLayout(measured)
        line = QFrame()
        line.setProperty("role", "separator")
        self.pages = PageSwitch(
            (
                (translate("Models", "On this computer"), scroll),
                (translate("Models", "Find more"), self.finding),
                (translate("Models", "Import"), self.local),
            )
        )
        self.pages.changed.connect(self._on_page)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.pages, 1)
        outer.addWidget(line)
        outer.addWidget(self.downloads)
        outer.addWidget(self._measured)
        outer.addLayout(foot)

    def set_choices(self, choices: Sequence[ModelChoice]) -> None:
        """List the models there are, on this machine and to be had."""
        self._choices = tuple(choices)
        self._refill()

    def set_current(
        self, target_id: str, draft_id: str | None, *, is_draft_known: bool = True
    ) -> None:
        """Mark the models in use.

        Args:
            target_id: the model.
            draft_id: the draft, or None for no draft.
            is_draft_known: whether that is known yet; if not, no draft is marked at all.
        """
        is_other = target_id != self._target_id
        self._target_id = target_id
        if is_other:
            self._draft.begin_target(target_id)
        self._draft.set(draft_id, is_settled=is_draft_known)
        if is_other:
            self._refill()
        else:
            self._mark()

    def set_draft_reasons(self, reasons: Mapping[str, str]) -> None:
        """Say beside each draft named why it cannot serve the target that is marked."""
        self._reasons = dict(reasons)
        self._draft.refuse(self._reasons)
        self._refill()

    def set_verdicts(self, verdicts: Sequence[DraftVerdict]) -> None:
        """Say of each draft what to think of it for the target that is marked, the best first."""
        self._verdicts = {verdict.id: verdict for verdict in verdicts}
        self._refill()

    def set_own_draft(self, choice: ModelChoice | None) -> None:
        """List the draft that was made for the target that is marked, or none; mark it unless
        another is."""
        if self._draft.find_own(choice):
            self._refill()

    def set_advice(self, text: str, *, may_measure: bool) -> None:
        """Say what the marked pair brings, and whether it can be measured now."""
        self.advice.setText(text)
        self.advice.setVisible(bool(text))
        self.measure.setVisible(bool(self._draft.id))
        self.measure.setEnabled(may_measure)

    @property
    def pair(self) -> tuple[str, str | None]:
        """The ids that are marked, the draft's None for no draft."""
        return self._target_id, self._draft.id

    def set_download(self, id: str, fraction: float | None, text: str) -> None:
        """Show how far a download is; an empty text ends it."""
        if text:
            self._downloads[id] = (fraction, text)
        else:
            self._downloads.pop(id, None)
        for (_, row_id), row in self._rows.items():
            if row_id == id and row.can_serve:
                row.set_download(fraction, text)

    def row(self, kind: str, id: str) -> ModelRow:
        """Give the line of a model among the targets ("target") or the drafts ("draft")."""
        return self._rows[kind, id]

    def _refill(self) -> None:
        focused = [place for place, row in self._rows.items() if row.radio.hasFocus()]
        for group in (self._target_group, self._draft_group):
            for button in group.buttons():
                group.removeButton(button)
        for row in self._rows.values():
            row.setParent(None)
            row.deleteLater()
        self._rows = {}
        for choice in self._choices:
            self._add("target", choice, self._targets, self._target_group)
        self._add("draft", _no_draft(), self._drafts, self._draft_group)
        if self._draft.own is not None:
            told = judged(self._draft.own, self._verdicts)
            self._add("draft", told, self._drafts, self._draft_group)
        for choice in best_first(self._choices, self._verdicts):
            reason = self._reasons.get(choice.id, choice.draft_reason)
            can_draft = choice.can_draft and choice.id not in self._reasons
            told = replace(choice, can_draft=can_draft, draft_reason=reason)
            told = judged(told, self._verdicts)
            if choice.id == self._target_id:
                # Judging takes a while, and this needs no judge.
                told = replace(told, can_draft=False, draft_reason=itself_reason())
            self._add("draft", told, self._drafts, self._draft_group)
        self._mark()
        # The lines are others, but whoever walks them by keys stays where they are.
        for place in focused:
            if place in self._rows:
                self._rows[place].show()
                self._rows[place].radio.setFocus()

    def _add(
        self, kind: str, choice: ModelChoice, column: QVBoxLayout, group: QButtonGroup
    ) -> None:
        row = ModelRow(choice, self._look, is_draft=kind == "draft", is_first=column.count() == 0)
        row.get_requested.connect(self.get_requested)
        row.verify_requested.connect(self.verify_requested)
        row.show_requested.connect(self.show_requested)
        row.remove_requested.connect(self.remove_requested)
        row.chosen.connect(self._choose_target if kind == "target" else self._choose_draft)
        group.addButton(row.radio)
        if choice.id in self._downloads and row.can_serve:
            row.set_download(*self._downloads[choice.id])
        column.addWidget(row)
        self._rows[kind, choice.id] = row

    def _mark(self) -> None:
        for (kind, id), row in self._rows.items():
            chosen = self._target_id if kind == "target" else (self._draft.id or "")
            if id == chosen and (kind == "target" or self._draft.is_settled):
                row.set_checked()
        if not self._draft.is_settled:
            self._mark_no_row()
        target = self._rows.get(("target", self._target_id))
        is_usable = target is not None and target.choice.is_installed
        self.use.setEnabled(is_usable)
        self.make.setEnabled(is_usable)
        self.pair_changed.emit(*self.pair)

    def _mark_no_row(self) -> None:
        self._draft_group.setExclusive(False)
        for button in self._draft_group.buttons():
            button.setChecked(False)
        self._draft_group.setExclusive(True)

    def _choose_target(self, id: str) -> None:
        self.is_touched = True
        self._target_id = id
        self._verdicts = {}
        self._draft.begin_target(id)
        self._refill()
        self.target_selected.emit(id)

    def _choose_draft(self, id: str) -> None:
        self.is_touched = True
        self._draft.set(id or None)
        self.pair_changed.emit(*self.pair)

    def _measure(self) -> None:
        if self._draft.id:
            self.measure_requested.emit(self._target_id, self._draft.id)

    def _on_page(self, number: int) -> None:
        is_choosing = number == 0
        self._measured.setVisible(is_choosing)
        self.use.setVisible(is_choosing)
        if not is_choosing:
            self.finding.field.setFocus()
        self.import_button.setVisible(is_choosing)
        self.cancel.setText(
            translate("Models", "Cancel") if is_choosing else translate("Models", "Close")
        )

    def _accept(self) -> None:
        self.accepted_pair.emit(self._target_id, self._draft.to_load)
        self.accept()

    def _import(self) -> None:
        dialog = QFileDialog(
            self,
            translate("Models", "Import a model"),
            str(Path.home()),
            translate("Models", "Models (*.gguf)"),
        )
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.import_requested)
        dialog.open()
