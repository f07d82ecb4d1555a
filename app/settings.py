"""The settings, each declared once: key, type, range, default, label, in the groups people see.

Dialogs are built from `SETTINGS`, values are checked against it, and the JSON file of
`settings_file.py` holds nothing else. Knows no widget and no engine but its value types.
"""

from collections.abc import Sequence

from app.language.text import mark
from app.setting_spec import SettingSpec, SettingType
from app.view_types import Language, SendKey, Theme
from engine import MAX_LOOKAHEAD, MAX_SEED, ContextPolicy, DeviceChoice, SamplingRule

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

ANSWERS: tuple[SettingSpec, ...] = (
    SettingSpec(
        key="temperature",
        type=SettingType.NUMBER,
        default=0.7,
        label=mark("Settings", "Temperature"),
        help=mark("Settings", "0 always takes the most likely word; higher is more varied."),
        group="Answers",
        minimum=0.0,
        maximum=5.0,
    ),
    SettingSpec(
        key="top_p",
        type=SettingType.NUMBER,
        default=0.95,
        label=mark("Settings", "Top-p"),
        help=mark(
            "Settings", "Draw among the fewest tokens that together are this likely; 1 takes all."
        ),
        group="Answers",
        minimum=0.01,
        maximum=1.0,
    ),
    SettingSpec(
        key="top_k",
        type=SettingType.INTEGER,
        default=0,
        label=mark("Settings", "Top-k"),
        help=mark("Settings", "Draw among this many of the most likely tokens; 0 takes all."),
        group="Answers",
        minimum=0,
        maximum=1_000_000,
    ),
    SettingSpec(
        key="min_p",
        type=SettingType.NUMBER,
        default=0.0,
        label=mark("Settings", "Min-p"),
        help=mark(
            "Settings",
            "Leave out tokens below this share of the most likely one; 0 leaves out none.",
        ),
        group="Answers",
        minimum=0.0,
        maximum=0.99,
    ),
    SettingSpec(
        key="seed",
        type=SettingType.INTEGER,
        default=None,
        label=mark("Settings", "Seed"),
        help=mark("Settings", "The same seed and settings give the same reply again."),
        group="Answers",
        minimum=0,
        maximum=MAX_SEED,
        none_label=mark("Settings", "Random"),
    ),
    SettingSpec(
        key="max_new_tokens",
        type=SettingType.INTEGER,
        default=None,
        label=mark("Settings", "Longest reply"),
        help=mark("Settings", "In tokens; a word is one to three of them."),
        group="Answers",
        minimum=1,
        maximum=10_000_000,
        none_label=mark("Settings", "As the context allows"),
    ),
    SettingSpec(
        key="min_new_tokens",
        type=SettingType.INTEGER,
        default=0,
        label=mark("Settings", "Shortest reply"),
        help=mark("Settings", "The model does not end by itself before it has this many tokens."),
        group="Answers",
        minimum=0,
        maximum=10_000_000,
    ),
    SettingSpec(
        key="repetition_penalty",
        type=SettingType.NUMBER,
        default=1.0,
        label=mark("Settings", "Repetition penalty"),
        help=mark("Settings", "Above 1 discourages words that were already used; 1 does nothing."),
        group="Answers",
        minimum=0.1,
        maximum=10.0,
    ),
    SettingSpec(
        key="presence_penalty",
        type=SettingType.NUMBER,
        default=0.0,
        label=mark("Settings", "Presence penalty"),
        help=mark("Settings", "Above 0 makes a word less likely once the reply has it."),
        group="Answers",
        minimum=-10.0,
        maximum=10.0,
    ),
    SettingSpec(
        key="frequency_penalty",
        type=SettingType.NUMBER,
        default=0.0,
        label=mark("Settings", "Frequency penalty"),
        help=mark("Settings", "The same, once more for each time the reply has it."),
        group="Answers",
        minimum=-10.0,
        maximum=10.0,
    ),
    SettingSpec(
        key="no_repeat_ngram",
        type=SettingType.INTEGER,
        default=0,
        label=mark("Settings", "Never repeat so many tokens"),
        help=mark("Settings", "No run of this many tokens occurs twice; 0 allows it."),
        group="Answers",
        minimum=0,
        maximum=64,
    ),
    SettingSpec(
        key="banned_words",
        type=SettingType.TEXTS,
        default=(),
        label=mark("Settings", "Banned words"),
        help=mark(
            "Settings", "A reply contains none of these, not even inside a word; one a line."
        ),
        group="Answers",
    ),
    SettingSpec(
        key="stop",
        type=SettingType.TEXTS,
        default=(),
        label=mark("Settings", "Stop texts"),
        help=mark("Settings", "A reply ends right before any of these; one a line."),
        group="Answers",
    ),
)

SPECULATION: tuple[SettingSpec, ...] = (
    SettingSpec(
        key="speculate",
        type=SettingType.FLAG,
        default=True,
        label=mark("Settings", "Speculative decoding"),
        help=mark(
            "Settings", "A draft writes ahead and the model checks it: the same answer, sooner."
        ),
        group="Speculation",
    ),
    SettingSpec(
        key="lookahead",
        type=SettingType.INTEGER,
        default=None,
        label=mark("Settings", "Lookahead"),
        help=mark("Settings", "How many tokens the draft writes ahead in a round."),
        group="Speculation",
        minimum=0,
        maximum=MAX_LOOKAHEAD,
        none_label=mark("Settings", "Automatic"),
    ),
    SettingSpec(
        key="sampling_rule",
        type=SettingType.CHOICE,
        default=SamplingRule.COUPLED.value,
        label=mark("Settings", "Rule for drafts"),
        help=mark(
            "Settings",
            "Coupled: a seed gives the same text with and without speculation. Rejection: "
            "a little more acceptance. Neither changes the odds of any word.",
        ),
        group="Speculation",
        choices=(
            (SamplingRule.COUPLED.value, mark("Settings", "Coupled")),
            (SamplingRule.REJECTION.value, mark("Settings", "Rejection")),
        ),
    ),
    SettingSpec(
        key="tint",
        type=SettingType.FLAG,
        default=True,
        label=mark("Settings", "Tint drafted words"),
        help=mark("Settings", "Colour the words that the draft wrote and the model kept."),
        group="Speculation",
    ),
    SettingSpec(
        key="show_proposed",
        type=SettingType.FLAG,
        default=True,
        label=mark("Settings", "Show words not yet checked"),
        help=mark("Settings", "Show faintly what the draft has written ahead."),
        group="Speculation",
    ),
)

CONTEXT: tuple[SettingSpec, ...] = (
    SettingSpec(
        key="system_prompt",
        type=SettingType.LONG_TEXT,
        default="",
        label=mark("Settings", "System prompt"),
        help=mark("Settings", "Told to the model at the beginning of each new chat."),
        group="Context",
    ),
    SettingSpec(
        key="context_policy",
        type=SettingType.CHOICE,
        default=ContextPolicy.LEAVE_OUT_OLDEST.value,
        label=mark("Settings", "When a chat is too long"),
        help=mark("Settings", "What to do when it does not fit the context any more."),
        group="Context",
        choices=(
            (
                ContextPolicy.LEAVE_OUT_OLDEST.value,
                mark("Settings", "Leave out its oldest messages"),
            ),
            (
                ContextPolicy.STOP_WHEN_FULL.value,
                mark("Settings", "Let the reply end where the room does"),
            ),
            (ContextPolicy.REFUSE.value, mark("Settings", "Refuse to answer")),
        ),
    ),
    SettingSpec(
        key="context_length",
        type=SettingType.INTEGER,
        default=None,
        label=mark("Settings", "Context length"),
        help=mark(
            "Settings", "How many tokens of a chat the model can see; more takes more memory."
        ),
        group="Context",
        minimum=16,
        maximum=10_000_000,
        none_label=mark("Settings", "Automatic"),
        is_load_time=True,
    ),
)

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
    SettingSpec(key="updates_looked_for", type=SettingType.TEXT, default=""),
)
"""Every setting there is, in the order dialogs show them."""


def spec_of(key: str, specs: Sequence[SettingSpec] = SETTINGS) -> SettingSpec:
    """Find a setting by its key."""
    return next(spec for spec in specs if spec.key == key)
