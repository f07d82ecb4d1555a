"""Which style is in force: that of the open chat, or what a new one will begin with.

Keeps what is chosen with the chat. Knows no widget; the controller asks it before each turn.
"""

from collections.abc import Callable, Mapping
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from app.chats import Chats
from app.errors import AppError
from app.language.text import translate
from app.presets.style import STYLE_KEYS, ChatStyle, Preset
from app.setting_spec import SettingValue
from app.settings_file import Settings
from app.whole_text import whole_characters
from engine import BadParameter, EngineError, SamplingParams

_Result = TypeVar("_Result")
_FOLLOWS = ChatStyle()
"""What a new chat has that is written as the settings say; told apart by identity."""


class PresetControl(QObject):
    """Styles of chats, and the presets to choose from.

    Args:
        chats: the open conversation.
        settings: what a chat without a style of its own follows.
    """

    changed = Signal()
    """Another style is in force, or the presets are others."""
    failed = Signal(object)
    """EngineError or AppError"""

    def __init__(self, *, chats: Chats, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._chats = chats
        self._settings = settings
        self._pending: ChatStyle | None = None

    def presets(self) -> list[Preset]:
        """List the presets by name."""
        return self._attempt(self._chats.styles.presets) or []

    def style(self) -> ChatStyle:
        """Give what the next reply is written with."""
        conversation_id = self._chats.current_id
        if conversation_id is not None:
            found = self._attempt(lambda: self._chats.styles.style(conversation_id))
            return found or ChatStyle()
        if self._pending is None:
            self._pending = self._fresh()
        if self._pending is _FOLLOWS:
            # The settings may have been changed since.
            return ChatStyle(system_prompt=self._settings.text("system_prompt"))
        return self._pending

    def sampling(self) -> SamplingParams:
        """Say how the next reply is to be drawn."""
        values = self.style().values
        try:
            return self._settings.sampling(values)
        except BadParameter as error:
            # Each is allowed, but not beside those of the settings: those hold then.
            self.failed.emit(error)
            return self._settings.sampling()

    def values(self) -> dict[str, object]:
        """Give all values in force, by key."""
        own = self.style().values or {}
        return {key: own.get(key, self._settings.values[key]) for key in STYLE_KEYS}

    def name(self) -> str:
        """Say what is in force, in a word or two."""
        style = self.style()
        named = next((p for p in self.presets() if p.id == style.preset_id), None)
        if named is not None:
            return named.name
        if self.is_standard(style):
            return translate("Presets", "Standard")
        return translate("Presets", "Own values")

    def is_standard(self, style: ChatStyle) -> bool:
        """Whether a chat is written as the settings say, and no preset says anything else."""
        is_told = style.system_prompt.strip() != self._settings.text("system_prompt").strip()
        return style.values is None and style.preset_id is None and not is_told

    def choose(self, preset_id: int | None) -> None:
        """Put a preset in force for the open chat, or with None what the settings say."""
        if preset_id is None:
            self.set_style(ChatStyle(system_prompt=self._settings.text("system_prompt")))
            return
        for preset in self.presets():
            if preset.id == preset_id:
                self.set_style(preset.style)

    def set_style(self, style: ChatStyle) -> bool:
        """Have the open chat written with this from its next turn on; whether it is kept."""
        if not self._is_allowed(style.values):
            return False
        conversation_id = self._chats.current_id
        if conversation_id is None:
            self._pending = _FOLLOWS if self.is_standard(style) else style
        elif not self._keep(conversation_id, style):
            return False
        self.changed.emit()
        return True

    def save(self, preset: Preset) -> int:
        """Keep a preset; the open chat follows if it is written with it. Give its id, 0 if not."""
        preset = Preset(
            id=preset.id,
            name=whole_characters(preset.name).strip(),
            system_prompt=whole_characters(preset.system_prompt),
            values=preset.values,
            is_default=preset.is_default,
        )
        if not preset.name or not self._is_allowed(preset.values):
            return 0
        preset_id = self._attempt(lambda: self._chats.styles.save(preset)) or 0
        if preset.id and self.style().preset_id == preset.id:
            self.set_style(preset.style)
        else:
            self.changed.emit()
        return preset_id

    def delete(self, preset_id: int) -> None:
        """Forget a preset; chats keep what they took from it."""
        self._attempt(lambda: self._chats.styles.delete(preset_id))
        if self._pending is not None and self._pending.preset_id == preset_id:
            self._pending = None
        self.changed.emit()

    def begin_new(self) -> None:
        """Let the chat that begins next have what new chats have."""
        self._pending = None
        self.changed.emit()

    def _keep(self, conversation_id: int, style: ChatStyle) -> bool:
        def keep() -> bool:
            self._chats.styles.keep(conversation_id, style)
            return True

        return self._attempt(keep) is not None

    def _is_allowed(self, values: Mapping[str, SettingValue] | None) -> bool:
        # Each was checked by its field, but not beside the others.
        return self._attempt(lambda: self._settings.sampling(values)) is not None

    def _fresh(self) -> ChatStyle:
        default = next((preset for preset in self.presets() if preset.is_default), None)
        return _FOLLOWS if default is None else default.style

    def _attempt(self, action: Callable[[], _Result]) -> _Result | None:
        try:
            return action()
        except (EngineError, AppError) as error:
            self.failed.emit(error)
            return None
