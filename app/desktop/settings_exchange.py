"""Settings to a file that another computer can read, and back: what is bad is named and left out.

What belongs to this computer alone, such as the window's place and the chosen models, does not
travel. Knows no Qt.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.setting_spec import SettingValue
from app.settings import SETTINGS
from engine import BadParameter

FORMAT = "foreword settings"
VERSION = 1
MAX_BYTES = 1_000_000
_SPECS = {spec.key: spec for spec in SETTINGS if spec.group}


class NotSettings(Exception):
    """The file holds no settings of Foreword."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What a file of settings holds.

    Args:
        values: those that are allowed, by key.
        refused: a sentence for each that is not.
        unknown: keys of another version, left out.
    """

    values: Mapping[str, SettingValue]
    refused: tuple[BadParameter, ...]
    unknown: tuple[str, ...]


def export_settings(values: Mapping[str, SettingValue], path: Path) -> None:
    """Write every setting that a dialog shows.

    Raises:
        OSError: the file cannot be written.
    """
    kept = {key: values[key] for key in _SPECS if key in values}
    content = {"format": FORMAT, "version": VERSION, "settings": kept}
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def import_settings(path: Path) -> Imported:
    """Read settings and check each by its declaration.

    Raises:
        OSError: the file cannot be read.
        NotSettings: it is something else.
    """
    if path.stat().st_size > MAX_BYTES:
        raise NotSettings
    try:
        content = json.loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise NotSettings from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise NotSettings
    settings = content.get("settings")
    if not isinstance(settings, dict):
        raise NotSettings
    values: dict[str, SettingValue] = {}
    refused: list[BadParameter] = []
    unknown: list[str] = []
    for key, value in settings.items():
        spec = _SPECS.get(key)
        if spec is None:
            unknown.append(key[:60])
            continue
        try:
            values[key] = spec.check(value)
        except BadParameter as error:
            refused.append(error)
    return Imported(values, tuple(refused), tuple(unknown))
