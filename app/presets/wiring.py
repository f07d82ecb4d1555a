"""Connects the style button and the dialog of presets with what keeps them."""

from PySide6.QtCore import QObject, Qt

from app.error_text import sentence
from app.errors import AppError
from app.main_window import MainWindow
from app.presets.dialog import THIS_CHAT, PresetsDialog
from app.presets.style import STYLE_KEYS, ChatStyle, Preset
from app.program import Program
from engine import EngineError


class PresetsWiring(QObject):
    """The connections of one window's styles.

    Args:
        program: what acts.
        window: what shows.
    """

    def __init__(
        self, program: Program, *, window: MainWindow, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._control = program.presets
        self._settings = program.settings
        self._window = window
        self.dialog: PresetsDialog | None = None
        button = window.composer.style_button
        button.chosen.connect(self._control.choose)
        button.edit_requested.connect(self.show_dialog)
        self._control.changed.connect(self._show)
        self._control.failed.connect(self._on_failed)
        program.controller.setting_changed.connect(self._on_setting)
        program.controller.messages_reset.connect(self._show)
        window.commands.bind("message.style", self.show_dialog)
        self._show()

    def show_dialog(self) -> None:
        """Show what the open chat is written with, and the presets."""
        if self.dialog is not None:
            self.dialog.raise_()
            return
        values = {key: self._settings.value(key) for key in STYLE_KEYS}
        dialog = PresetsDialog(self._window.look, settings=values, parent=self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show_all(self._control.style(), self._control.presets(), at=THIS_CHAT)
        dialog.style_applied.connect(self._apply)
        dialog.saved.connect(self._save)
        dialog.deleted.connect(self._delete)
        dialog.finished.connect(self._on_closed)
        self.dialog = dialog
        dialog.open()

    def _show(self) -> None:
        style = self._control.style()
        self._window.composer.style_button.show_style(
            self._control.name(),
            presets=self._control.presets(),
            in_force=style.preset_id,
            has_prompt=bool(style.system_prompt.strip()),
            is_standard=self._control.is_standard(style),
        )

    def _on_setting(self, key: str, value: object) -> None:
        if key == "system_prompt":
            self._show()

    def _apply(self, style: ChatStyle) -> None:
        if self._control.set_style(style):
            self._refresh(THIS_CHAT)

    def _save(self, preset: Preset) -> None:
        preset_id = self._control.save(preset)
        if preset_id:
            self._refresh(preset_id)

    def _delete(self, preset_id: int) -> None:
        self._control.delete(preset_id)
        self._refresh(THIS_CHAT)

    def _refresh(self, at: int) -> None:
        if self.dialog is not None:
            self.dialog.show_all(self._control.style(), self._control.presets(), at=at)

    def _on_failed(self, error: EngineError | AppError) -> None:
        # The banner says it too, but stands behind the dialog.
        if self.dialog is not None:
            self.dialog.show_problem(sentence(error))

    def _on_closed(self) -> None:
        self.dialog = None
