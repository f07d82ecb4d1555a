"""The settings, each declared once: key, type, range, default, label, in the groups people see.

Dialogs are built from `SETTINGS`, values are checked against it, and the JSON file of
`settings_file.py` holds nothing else. Knows no widget and no engine but its value types.
"""

from collections.abc import Sequence

from app.answer_settings import ANSWERS, CONTEXT, SPECULATION
from app.language.text import mark
from app.setting_spec import SettingSpec, SettingType
from app.view_types import Language, SendKey, Theme
from engine import DeviceChoice

GROUPS = (
    mark("Settings", "Answers"),
    mark("Settings", "Speculation"),
    mark("Settings", "Context"),
    mark("Settings", "Computer"),
    mark("Settings", "Look"),
)
"""The headings that settings stand under, in order."""
ZOOM_PERCENTS = (80, 90, 100, 110, 125, 150, 175, 200)
SIDEBAR_WIDTH = 236
PANEL_WIDTH = 268

COMPUTER: tuple[SettingSpec, ...] = (
    SettingSpec(
        key="device",
        type=SettingType.CHOICE,
        default=DeviceChoice.AUTO.value,
        label=mark("Settings", "Device"),
        help=mark("Settings", "Where the models run."),
        group="Computer",
        choices=(
            (DeviceChoice.AUTO.value, mark("Settings", "Best available")),
            (DeviceChoice.CPU.value, mark("Settings", "Processor")),
            (DeviceChoice.CUDA.value, mark("Settings", "NVIDIA graphics card")),
            (DeviceChoice.MPS.value, mark("Settings", "Apple graphics")),
        ),
        is_load_time=True,
    ),
    SettingSpec(
        key="num_threads",
        type=SettingType.INTEGER,
        default=None,
        label=mark("Settings", "Processor threads"),
        help=mark("Settings", "More is not always faster; the number of cores is a good choice."),
        group="Computer",
        minimum=1,
        maximum=1024,
        none_label=mark("Settings", "Automatic"),
        is_load_time=True,
    ),
    SettingSpec(
        key="unload_after_min",
        type=SettingType.INTEGER,
        default=0,
        label=mark("Settings", "Let go of the model after"),
        help=mark(
            "Settings",
            "Minutes without use, after which its memory is free for other programs; it comes "
            "back when you write. 0 keeps it.",
        ),
        group="Computer",
        minimum=0,
        maximum=1440,
    ),
    SettingSpec(
        key="offline",
        type=SettingType.FLAG,
        default=False,
        label=mark("Settings", "Stay offline"),
        help=mark("Settings", "Connect to nothing: no model is searched for or fetched."),
        group="Computer",
    ),
)

LOOK: tuple[SettingSpec, ...] = (
    SettingSpec(
        key="theme",
        type=SettingType.CHOICE,
        default=Theme.SYSTEM.value,
        label=mark("Settings", "Colours"),
        help=mark("Settings", "Light, dark, or as the system has it."),
        group="Look",
        choices=(
            (Theme.SYSTEM.value, mark("Settings", "As the system")),
            (Theme.LIGHT.value, mark("Settings", "Light")),
            (Theme.DARK.value, mark("Settings", "Dark")),
        ),
    ),
    SettingSpec(
        key="zoom",
        type=SettingType.CHOICE,
        default="100",
        label=mark("Settings", "Text size"),
        help=mark("Settings", "Everything grows with it."),
        group="Look",
        choices=tuple((str(percent), f"{percent} %") for percent in ZOOM_PERCENTS),
    ),
    SettingSpec(
        key="language",
        type=SettingType.CHOICE,
        default=Language.SYSTEM.value,
        label=mark("Settings", "Language"),
        help=mark("Settings", "Of the window; a model answers in whatever it is asked in."),
        group="Look",
        choices=(
            (Language.SYSTEM.value, mark("Settings", "As the system")),
            (Language.ENGLISH.value, "English"),
            (Language.GERMAN.value, "Deutsch"),
            (Language.CHINESE.value, "简体中文"),
        ),
        is_start_time=True,
    ),
    SettingSpec(
        key="send_key",
        type=SettingType.CHOICE,
        default=SendKey.ENTER.value,
        label=mark("Settings", "Send with"),
        help=mark("Settings", "The other one breaks the line."),
        group="Look",
        choices=(
            (SendKey.ENTER.value, "Enter"),
            (SendKey.CTRL_ENTER.value, "Ctrl+Enter"),
        ),
    ),
    SettingSpec(
        key="tray",
        type=SettingType.FLAG,
        default=False,
        label=mark("Settings", "Stay in the system tray"),
        help=mark(
            "Settings",
            "Closing the window leaves Foreword running there; Quit in its menu ends it.",
        ),
        group="Look",
    ),
    SettingSpec(
        key="check_updates",
        type=SettingType.FLAG,
        default=False,
        label=mark("Settings", "Look for a newer version"),
        help=mark(
            "Settings",
            "Once a day, at the page Foreword came from; nothing about you or your chats is sent.",
        ),
        group="Look",
    ),
)

SETTINGS: tuple[SettingSpec, ...] = (
    *ANSWERS,
    *SPECULATION,
    *CONTEXT,
    *COMPUTER,
    *LOOK,
    SettingSpec(key="target_id", type=SettingType.TEXT, default=None),
    SettingSpec(key="draft_id", type=SettingType.TEXT, default=None),
    SettingSpec(key="geometry", type=SettingType.TEXT, default=""),
    *(
        SettingSpec(key=key, type=SettingType.INTEGER, default=width, minimum=0, maximum=10_000)
        for key, width in (("sidebar_width", SIDEBAR_WIDTH), ("panel_width", PANEL_WIDTH))
    ),
    SettingSpec(key="shows_sidebar", type=SettingType.FLAG, default=True),
    SettingSpec(key="shows_panel", type=SettingType.FLAG, default=True),
    SettingSpec(key="has_seen_welcome", type=SettingType.FLAG, default=False),
    SettingSpec(key="has_seen_cuda_offer", type=SettingType.FLAG, default=False),
    SettingSpec(key="has_seen_cuda_missing", type=SettingType.FLAG, default=False),
    SettingSpec(key="updates_looked_for", type=SettingType.TEXT, default=""),
)
"""Every setting there is, in the order dialogs show them."""


def spec_of(key: str, specs: Sequence[SettingSpec] = SETTINGS) -> SettingSpec:
    """Find a setting by its key."""
    return next(spec for spec in specs if spec.key == key)
