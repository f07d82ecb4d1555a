"""The pictures of what stands around the chat: welcome, keys, palette and settings."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QWidget

from app.actions.declared import ACTIONS, WIDGET_KEYS
from app.actions.palette import WIDTH, Palette
from app.actions.registry import Actions
from app.actions.sheet import KeySheet
from app.desktop.better_pair import Pair
from app.desktop.folders_page import Folder
from app.desktop.welcome import Starter, Welcome
from app.language.text import translate
from app.settings import GROUPS, SETTINGS
from app.settings_dialog import SettingsDialog
from app.theme import Look
from app.view_types import Theme

Build = Callable[[Look], QWidget]

HOME = Path("/home/ada")
FOLDERS = (
    (
        "Chats",
        "Everything you have written, and a backup of it.",
        HOME / ".local/share/foreword",
    ),
    (
        "Models",
        "What was downloaded; it can be had again.",
        HOME / ".cache/foreword/models",
    ),
    ("Settings", "What stands in this dialog.", HOME / ".config/foreword"),
    (
        "Logs",
        "What went wrong, if anything did; never what was said.",
        HOME / ".local/state/foreword/log",
    ),
)


def welcome(look: Look) -> QWidget:
    """The first start."""
    starter = Starter(
        id="smollm2", name="SmolLM2 135M Instruct", size_bytes=98_362_432, is_installed=False
    )
    pair = Pair(
        id="coder-1.5b",
        draft_id="coder-0.5b",
        name="Qwen2.5 Coder 1.5B Instruct",
        draft_name="Qwen2.5 Coder 0.5B Instruct",
        size_bytes=1_608_720_832,
        tokens_per_s=9.0,
    )
    return Welcome(look, starter=starter, pair=pair)


def keys(look: Look) -> QWidget:
    """All keys."""
    return KeySheet((*ACTIONS, *WIDGET_KEYS), look)


def palette(look: Look) -> QWidget:
    """The palette after a few letters."""
    host = QWidget()
    actions = Actions(host)
    for spec in ACTIONS:
        actions.bind(spec.id, _nothing)
    shown = Palette(actions, look)
    shown.setFixedWidth(WIDTH)
    # Its actions last as long as it does.
    host.setParent(shown)
    host.hide()
    return shown


def settings_page(group: str) -> Build:
    """One page of the settings."""

    def build(look: Look) -> QWidget:
        values = {spec.key: spec.default for spec in SETTINGS}
        folders = [
            Folder(translate("Folders", name), translate("Folders", words), path)
            for name, words, path in FOLDERS
        ]
        dialog = SettingsDialog(SETTINGS, values, look=look, folders=folders)
        dialog.resize(700, 600)
        dialog.groups.setCurrentRow([*GROUPS, "Folders"].index(group))
        return dialog

    return build


def take_variants(script: Path, folder: Path) -> int:
    """Take some pictures in every language, and some for screens of more pixels a point."""
    # A language and a scale hold for a whole process.
    for name, names, factor in (
        *((language, SPOKEN, "1") for language in ("de", "zh_CN", "rtl")),
        *((f"scale-{factor}", SCALED, factor) for factor in ("1.5", "2")),
    ):
        language = "en" if name.startswith("scale") else name
        options = ("--folder", str(folder / name), "--language", language)
        command = [sys.executable, str(script), *options, *names]
        subprocess.run(command, check=True, env=os.environ | {"QT_SCALE_FACTOR": factor})
    return 0


def _nothing() -> None:
    """Do nothing: the pictures have only the words."""


SCREENS: dict[str, tuple[Build, Theme]] = {
    "welcome": (welcome, Theme.LIGHT),
    "welcome-dark": (welcome, Theme.DARK),
    "keys": (keys, Theme.LIGHT),
    "palette": (palette, Theme.LIGHT),
    "palette-dark": (palette, Theme.DARK),
    "settings": (settings_page("Answers"), Theme.LIGHT),
    "settings-dark": (settings_page("Answers"), Theme.DARK),
    "settings-look": (settings_page("Look"), Theme.LIGHT),
    "settings-computer": (settings_page("Computer"), Theme.DARK),
    "settings-folders": (settings_page("Folders"), Theme.LIGHT),
}
SPOKEN = (
    *("chat-light", "empty", "states", "narrow", "compare", "models", "draft-settings"),
    *("branches", "list", "welcome", "keys", "settings", "settings-look", "smallest"),
    *("compare-narrow", "models-plan-narrow", "find-results-narrow"),
)
"""Those that are taken in every language, and from right to left."""
SCALED = ("chat-light", "settings", "models")
"""Those that are taken for screens of more pixels a point."""
