"""What this chat is written with, and the presets: looked at, made, renamed, changed, deleted.

Built from the declared settings. What is typed holds once it is saved, and is never left behind
without a question. Knows no store and no chat.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QMargins, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.answer_settings import ANSWERS
from app.fitting.flow import Flow
from app.fitting.wrapped_check import WrappedCheck
from app.icons import icon
from app.language.text import translate
from app.presets.questions import deletion_question, leaving_question
from app.presets.style import ChatStyle, Preset, style_of
from app.setting_fields import LongField, SettingRow
from app.setting_spec import SettingValue
from app.theme import Look

THIS_CHAT = 0
_PROMPT_HEIGHT = 96


class PresetsDialog(QDialog):
    """This chat and all presets at the left, what the chosen one says at the right.

    Args:
        look: fonts and colours.
        settings: what the settings say, by key, for values that are not given.
    """

    style_applied = Signal(object)
    """ChatStyle for the open chat; once it is kept, `show_all` is to be called"""
    saved = Signal(object)
    """Preset; a new one has the id 0; likewise"""
    deleted = Signal(int)
    """The id of a preset"""

    def __init__(
        self, look: Look, *, settings: Mapping[str, SettingValue], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._look = look
        self._settings = settings
        self._style = ChatStyle()
        self._presets: dict[int, Preset] = {}
        self._shown = THIS_CHAT
        self._draft: Preset | None = None
        self._kept: tuple[object, ...] | None = None
        self.question: QMessageBox | None = None
        """What is being asked before something would be lost, or None."""
        self.setWindowTitle(translate("Presets", "System prompt and presets"))
        self.resize(look.zoomed(760, 620))
        self.setMinimumSize(520, 420)
        self.list = QListWidget()
        self.list.setObjectName("groups")
        self.list.setAccessibleName(translate("Presets", "This chat and the presets"))
        self.list.setFixedWidth(200)
        self.list.currentRowChanged.connect(self._on_row)
        self._row_height = look.px(2.4)
        self.new = QPushButton(translate("Presets", "New preset"))
        self.new.clicked.connect(lambda: self._leave(self._begin_new))
        self.form = QWidget()
        self._build_form(look)
        self.save = QPushButton(translate("Presets", "Save"))
        self.save.setProperty("role", "primary")
        self.save.clicked.connect(self._on_save)
        self.save_as = QPushButton(translate("Presets", "Save as a preset"))
        self.save_as.clicked.connect(self._begin_from_chat)
        self.delete = QPushButton(translate("Presets", "Delete"))
        self.delete.setAccessibleName(translate("Presets", "Delete the preset"))
        self.delete.clicked.connect(self._ask_to_delete)
        self.done_button = QPushButton(translate("Presets", "Close"))
        self.done_button.clicked.connect(self.reject)
        for button in (self.new, self.save, self.save_as, self.delete, self.done_button):
            button.setAutoDefault(False)
        self._lay_out()

    def show_all(
        self, style: ChatStyle, presets: Sequence[Preset], *, at: int | None = None
    ) -> None:
        """Show what is in force for the open chat, and these presets.

        Args:
            style: of the chat.
            presets: by name.
            at: the preset to look at, `THIS_CHAT`, or None to stay where it is.
        """
        self._style = style
        self._presets = {preset.id: preset for preset in presets}
        wanted = self._shown if at is None else at
        self.list.blockSignals(True)
        self.list.clear()
        self._add_line(THIS_CHAT, translate("Presets", "This chat"))
        for preset in presets:
            words = (
                translate("Presets", "{name} (new chats)").format(name=preset.name)
                if preset.is_default
                else preset.name
            )
            self._add_line(preset.id, preset.name, spoken=words, is_marked=preset.is_default)
        self.list.blockSignals(False)
        self._go_to(wanted if wanted in self._presets else THIS_CHAT)

    @property
    def is_changed(self) -> bool:
        """Whether something stands here that is not kept."""
        self._commit()
        return bool(self._wrong()) or self._content() != self._kept

    def show_problem(self, text: str) -> None:
        """Say why what stands here could not be kept."""
        self.problem.setText(text)
        self.problem.show()
        self.area.verticalScrollBar().setValue(0)

    def reject(self) -> None:
        """Close, by whatever way, once nothing typed would be lost by it."""
        self._leave(super().reject)

    def _build_form(self, look: Look) -> None:
        self.heading = QLabel()
        self.heading.setProperty("role", "heading")
        self.heading.setTextFormat(Qt.TextFormat.PlainText)
        self.explanation = QLabel()
        self.explanation.setProperty("role", "muted")
        self.explanation.setWordWrap(True)
        self.name = QLineEdit()
        self.name.setPlaceholderText(translate("Presets", "Name of the preset"))
        self.name.setAccessibleName(translate("Presets", "Name of the preset"))
        self.name.setMaxLength(80)
        self.is_default = WrappedCheck(translate("Presets", "New chats begin with it"))
        self.problem = QLabel()
        self.problem.setProperty("role", "danger")
        self.problem.setWordWrap(True)
        self.problem.hide()
        prompt = QLabel(translate("Presets", "System prompt"))
        prompt.setProperty("role", "strong")
        self.prompt = LongField()
        self.prompt.setFixedHeight(_PROMPT_HEIGHT)
        self.prompt.setAccessibleName(translate("Presets", "System prompt"))
        self.prompt.setPlaceholderText(
            translate("Presets", "Told to the model before the chat: Answer briefly.")
        )
        self.rows: dict[str, SettingRow] = {}
        column = QVBoxLayout(self.form)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(8)
        for widget in (self.heading, self.explanation, self.name, self.is_default, self.problem):
            column.addWidget(widget)
        column.addSpacing(6)
        column.addWidget(prompt)
        column.addWidget(self.prompt)
        column.addSpacing(6)
        rows = QVBoxLayout()
        rows.setSpacing(0)
        for spec in ANSWERS:
            line = QFrame()
            line.setProperty("role", "separator")
            rows.addWidget(line)
            row = SettingRow(spec, spec.default, look)
            row.changed.connect(self._on_changed)
            self.rows[spec.key] = row
            rows.addWidget(row)
        column.addLayout(rows)
        column.addStretch(1)
        self._values: dict[str, SettingValue] = {}

    def _lay_out(self) -> None:
        side = QVBoxLayout()
        side.setContentsMargins(0, 0, 0, 0)
        side.setSpacing(0)
        side.addWidget(self.list, 1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(self.form)
        self.area = area
        upper = QHBoxLayout()
        upper.setSpacing(0)
        upper.addLayout(side)
        upper.addWidget(area, 1)
        line = QFrame()
        line.setProperty("role", "separator")
        foot = Flow(margins=QMargins(16, 12, 16, 14))
        foot.addWidget(self.new)
        foot.add_gap()
        for button in (self.delete, self.save_as, self.save, self.done_button):
            foot.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(upper, 1)
        column.addWidget(line)
        column.addLayout(foot)

    def _add_line(self, id: int, words: str, *, spoken: str = "", is_marked: bool = False) -> None:
        item = QListWidgetItem(words, self.list)
        item.setSizeHint(QSize(0, self._row_height))
        item.setToolTip(spoken or words)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken or words)
        if is_marked:
            item.setIcon(icon("check", self._look.palette.muted))
        item.setData(Qt.ItemDataRole.UserRole, id)

    def _on_row(self, row: int) -> None:
        if row < 0:
            return
        id = int(self.list.item(row).data(Qt.ItemDataRole.UserRole))
        self._mark(self._at)
        self._leave(partial(self._go_to, id))

    @property
    def _at(self) -> int | None:
        """The line that is shown, or None for a preset that is new."""
        return None if self._draft is not None else self._shown

    def _mark(self, id: int | None) -> None:
        ids = [THIS_CHAT, *self._presets]
        self.list.blockSignals(True)
        self.list.setCurrentRow(-1 if id is None else ids.index(id))
        if id is None:
            self.list.clearSelection()
        self.list.blockSignals(False)

    def _go_to(self, id: int) -> None:
        self._draft = None
        self._shown = id
        self._mark(id)
        preset = self._presets.get(id)
        if preset is None:
            self._fill(self._style.system_prompt, self._style.values or {})
        else:
            self.name.setText(preset.name)
            self.is_default.setChecked(preset.is_default)
            self._fill(preset.system_prompt, preset.values)
        self._kept = self._content()
        self._refresh()

    def _leave(self, then: Callable[[], None]) -> None:
        """Go on, once what was typed is kept or given up; not at all while it is asked about."""
        if not self.is_changed:
            then()
            return
        preset = self._presets.get(self._shown)
        name: str | None = "" if preset is None else preset.name
        box = leaving_question(
            None if self._at == THIS_CHAT else name,
            self,
            save=partial(self._save, then),
            drop=then,
        )
        self._ask(box)

    def _ask(self, box: QMessageBox) -> None:
        box.finished.connect(self._on_answered)
        self.question = box
        box.open()

    def _on_answered(self) -> None:
        self.question = None

    def _content(self) -> tuple[object, ...]:
        prompt = self.prompt.toPlainText()
        return self.name.text(), self.is_default.isChecked(), prompt, dict(self._values)

    def _fill(self, prompt: str, values: Mapping[str, SettingValue]) -> None:
        self.problem.hide()
        self.prompt.setPlainText(prompt)
        self._values = {key: values.get(key, self._settings[key]) for key in self.rows}
        for key, row in self.rows.items():
            row.set_value(self._values[key])
        self.area.verticalScrollBar().setValue(0)

    def _refresh(self) -> None:
        is_chat = self._shown == THIS_CHAT and self._draft is None
        preset = self._presets.get(self._shown)
        named = translate("Presets", "New preset") if preset is None else preset.name
        self.heading.setText(translate("Presets", "This chat") if is_chat else named)
        self.explanation.setText(
            translate(
                "Presets", "Holds for the open chat from its next reply on, and is kept with it."
            )
            if is_chat
            else translate(
                "Presets",
                "Chats that choose it are given what stands here. Those that have it already "
                "keep what they were given; choose it again there to take over a change.",
            )
        )
        for widget in (self.name, self.is_default):
            widget.setVisible(not is_chat)
        self.delete.setVisible(not is_chat and self._draft is None)
        self.save_as.setVisible(is_chat)
        self.save.setText(
            translate("Presets", "Use for this chat") if is_chat else translate("Presets", "Save")
        )

    def _on_changed(self, key: str, value: SettingValue) -> None:
        self._values[key] = value

    def _begin_new(self) -> None:
        self._begin(ChatStyle(values=dict(self._settings)))
        self._kept = self._content()

    def _begin_from_chat(self) -> None:
        was_changed = self.is_changed
        style = ChatStyle(system_prompt=self.prompt.toPlainText(), values=dict(self._values))
        self._begin(style)
        # What the chat was not given yet is kept nowhere until the preset is.
        self._kept = None if was_changed else self._content()

    def _begin(self, style: ChatStyle) -> None:
        values = style.values or {}
        self._mark(None)
        self._draft = Preset(id=0, name="", system_prompt=style.system_prompt, values=values)
        self._shown = THIS_CHAT
        self.name.clear()
        self.is_default.setChecked(False)
        self._fill(style.system_prompt, values)
        self._refresh()
        self.name.setFocus()

    def _commit(self) -> None:
        # A field that still has the caret has not been told yet.
        for row in self.rows.values():
            row.commit()

    def _wrong(self) -> list[SettingRow]:
        return [row for row in self.rows.values() if not row.problem.isHidden()]

    def _on_save(self) -> None:
        self._save(self.accept if self._at == THIS_CHAT else lambda: None)

    def _save(self, then: Callable[[], None]) -> None:
        """Have what stands here kept, and go on if it was."""
        self.problem.hide()
        self._commit()
        wrong = self._wrong()
        if wrong:
            self.area.ensureWidgetVisible(wrong[0])
            return
        prompt = self.prompt.toPlainText()
        if self._at == THIS_CHAT:
            preset = self._presets.get(self._style.preset_id or THIS_CHAT)
            style = style_of(prompt, self._values, settings=self._settings, preset=preset)
            self.style_applied.emit(style)
        elif not self._save_preset(prompt):
            return
        # Whoever kept it has shown it anew.
        if self._content() == self._kept:
            then()

    def _save_preset(self, prompt: str) -> bool:
        name = self.name.text().strip()
        taken = [p.name.casefold() for p in self._presets.values() if p.id != self._shown]
        if not name or name.casefold() in taken:
            self.show_problem(
                translate("Presets", "Give it a name.")
                if not name
                else translate("Presets", "Another preset has this name.")
            )
            self.name.setFocus()
            return False
        self.saved.emit(
            Preset(
                id=0 if self._draft is not None else self._shown,
                name=name,
                system_prompt=prompt,
                values=dict(self._values),
                is_default=self.is_default.isChecked(),
            )
        )
        return True

    def _ask_to_delete(self) -> None:
        preset = self._presets.get(self._shown)
        if preset is not None:
            delete = partial(self.deleted.emit, preset.id)
            self._ask(deletion_question(preset.name, self, delete=delete))
