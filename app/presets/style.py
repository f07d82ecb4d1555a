"""What a chat is written with, and named presets of it, as values.

Knows no Qt and no store. Values are checked against the declared settings, so that nothing else
ever reaches a turn.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from app.answer_settings import ANSWERS
from app.setting_spec import SettingValue
from engine import BadParameter

STYLE_KEYS = tuple(spec.key for spec in ANSWERS)
"""The settings that a preset holds, beside the system prompt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatStyle:
    """What a chat is written with.

    Args:
        system_prompt: told to the model at its beginning.
        values: settings by key that hold for this chat, or None to follow the settings.
        preset_id: the preset it was taken from, or None.
    """

    system_prompt: str = ""
    values: Mapping[str, SettingValue] | None = None
    preset_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A style with a name.

    Args:
        id: in the store; 0 for one that is not kept yet.
        name: what a person calls it; not blank.
        system_prompt: told to the model at a chat's beginning.
        values: settings by key.
        is_default: whether new chats begin with it.
    """

    id: int
    name: str
    system_prompt: str
    values: Mapping[str, SettingValue]
    is_default: bool = False

    @property
    def style(self) -> ChatStyle:
        """What a chat gets that chooses it."""
        return ChatStyle(system_prompt=self.system_prompt, values=self.values, preset_id=self.id)


def style_of(
    prompt: str,
    values: Mapping[str, SettingValue],
    *,
    settings: Mapping[str, SettingValue],
    preset: Preset | None,
) -> ChatStyle:
    """Make a style of what was typed; what is as the settings say goes on following them.

    Args:
        prompt: told to the model.
        values: all of them, by key.
        settings: what the settings say.
        preset: the one the chat has, which it keeps while nothing is otherwise.
    """
    follows = all(value == settings[key] for key, value in values.items())
    is_presets = (
        preset is not None
        and preset.system_prompt == prompt
        and all(value == preset.values.get(key) for key, value in values.items())
    )
    return ChatStyle(
        system_prompt=prompt,
        values=None if follows and not is_presets else dict(values),
        preset_id=preset.id if preset is not None and is_presets else None,
    )


def packed(values: Mapping[str, SettingValue]) -> str:
    """Write values as they are kept."""
    return json.dumps({key: values[key] for key in STYLE_KEYS if key in values})


def unpacked(text: object) -> dict[str, SettingValue]:
    """Read values; what is damaged or not known here is left out."""
    if not isinstance(text, str):
        return {}
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(content, dict):
        return {}
    values: dict[str, SettingValue] = {}
    for spec in ANSWERS:
        if spec.key in content:
            try:
                values[spec.key] = spec.check(content[spec.key])
            except BadParameter:
                continue
    return values
