"""The settings, each declared once: key, type, range, default, label.

Dialogs are built from `SETTINGS`, values are checked against it, and the JSON file of
`settings_file.py` holds nothing else. Knows no Qt and no engine but its value types.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine import MAX_LOOKAHEAD, MAX_SEED, BadParameter, ContextPolicy, DeviceChoice, SamplingRule

SettingValue = bool | int | float | str | tuple[str, ...] | None


class SettingType(StrEnum):
    """What kind of value a setting holds, and so which field edits it."""

    FLAG = "flag"
    INTEGER = "integer"
    NUMBER = "number"
    CHOICE = "choice"
    TEXT = "text"
    LONG_TEXT = "long text"
    TEXTS = "texts"
    """Several texts, a line each in the dialog; a tuple of str as a value."""


class Theme(StrEnum):
    """Which colours the window wears."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class SendKey(StrEnum):
    """Which key sends the message."""

    ENTER = "enter"
    CTRL_ENTER = "ctrl+enter"


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingSpec:
    """One setting.

    Args:
        key: its name in the file.
        type: what it holds.
        default: the value it has until somebody changes it; always a valid one.
        label: its name in the dialog, in sentence case.
        help: one line that says what it does.
        group: the heading it stands under, empty for one that no dialog shows.
        minimum: for numbers, the smallest value allowed.
        maximum: for numbers, the largest value allowed.
        choices: for a choice, the values and their labels in order.
        none_label: what None means, empty where None is not allowed.
        is_load_time: it takes effect when models are loaded the next time.
    """

    key: str
    type: SettingType
    default: SettingValue
    label: str = ""
    help: str = ""
    group: str = ""
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[tuple[str, str], ...] = ()
    none_label: str = ""
    is_load_time: bool = False

    def check(self, value: object) -> SettingValue:
        """Return the value in the type the program uses.

        Raises:
            BadParameter: it is of another type or out of range.
        """
        if value is None and (self.none_label or self.default is None):
            return None
        match self.type:
            case SettingType.FLAG if isinstance(value, bool):
                return value
            case SettingType.INTEGER if isinstance(value, int) and not isinstance(value, bool):
                if self._is_within(value):
                    return value
            case SettingType.NUMBER if isinstance(value, int | float) and not isinstance(
                value, bool
            ):
                if self._is_within(value):
                    return float(value)
            case SettingType.CHOICE if value in [choice for choice, _ in self.choices]:
                return str(value)
            case SettingType.TEXT | SettingType.LONG_TEXT if isinstance(value, str):
                return value
            case SettingType.TEXTS if isinstance(value, list | tuple):
                texts = tuple(text for text in value if isinstance(text, str) and text)
                if len(texts) == len(value):
                    return texts
            case _:
                pass
        raise BadParameter(
            name=self.label or self.key, value=repr(value)[:60], allowed=self._allowed()
        )

    def _is_within(self, value: float) -> bool:
        # A number of a file can be beyond what a float holds; comparing ints avoids the overflow.
        if isinstance(value, float) and not math.isfinite(value):
            return False
        above = self.minimum is None or value >= self.minimum
        return above and (self.maximum is None or value <= self.maximum)

    def _allowed(self) -> str:
        match self.type:
            case SettingType.FLAG:
                return "true or false"
            case SettingType.INTEGER | SettingType.NUMBER:
                noun = "a whole number" if self.type is SettingType.INTEGER else "a number"
                return f"{noun} from {self.minimum:g} to {self.maximum:g}"
            case SettingType.CHOICE:
                return "one of " + ", ".join(choice for choice, _ in self.choices)
            case SettingType.TEXT | SettingType.LONG_TEXT:
                return "a text"
            case SettingType.TEXTS:
                return "texts, none empty"


SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        key="temperature",
        type=SettingType.NUMBER,
        default=0.0,
        label="Temperature",
        help="0 always takes the most likely word; higher is more varied.",
        group="Replies",
        minimum=0.0,
        maximum=5.0,
    ),
    SettingSpec(
        key="top_k",
        type=SettingType.INTEGER,
        default=0,
        label="Top-k",
        help="Draw among this many of the most likely tokens; 0 takes all.",
        group="Replies",
        minimum=0,
        maximum=1_000_000,
    ),
    SettingSpec(
        key="top_p",
        type=SettingType.NUMBER,
        default=1.0,
        label="Top-p",
        help="Draw among the fewest tokens that together are this likely; 1 takes all.",
        group="Replies",
        minimum=0.01,
        maximum=1.0,
    ),
    SettingSpec(
        key="min_p",
        type=SettingType.NUMBER,
        default=0.0,
        label="Min-p",
        help="Leave out tokens below this share of the most likely one; 0 leaves out none.",
        group="Replies",
        minimum=0.0,
        maximum=0.99,
    ),
    SettingSpec(
        key="repetition_penalty",
        type=SettingType.NUMBER,
        default=1.0,
        label="Repetition penalty",
        help="Above 1 discourages words that were already used; 1 does nothing.",
        group="Replies",
        minimum=0.1,
        maximum=10.0,
    ),
    SettingSpec(
        key="seed",
        type=SettingType.INTEGER,
        default=None,
        label="Seed",
        help="The same seed and settings give the same reply again.",
        group="Replies",
        minimum=0,
        maximum=MAX_SEED,
        none_label="Random",
    ),
    SettingSpec(
        key="max_new_tokens",
        type=SettingType.INTEGER,
        default=None,
        label="Longest reply",
        help="In tokens; a word is one to three of them.",
        group="Replies",
        minimum=1,
        maximum=10_000_000,
        none_label="As the context allows",
    ),
    SettingSpec(
        key="context_policy",
        type=SettingType.CHOICE,
        default=ContextPolicy.LEAVE_OUT_OLDEST.value,
        label="When a chat is too long",
        help="What to do when it does not fit the context any more.",
        group="Replies",
        choices=(
            (ContextPolicy.LEAVE_OUT_OLDEST.value, "Leave out its oldest messages"),
            (ContextPolicy.STOP_WHEN_FULL.value, "Let the reply end where the room does"),
            (ContextPolicy.REFUSE.value, "Refuse to answer"),
        ),
    ),
    SettingSpec(
        key="stop",
        type=SettingType.TEXTS,
        default=(),
        label="Stop texts",
        help="A reply ends right before any of these; one a line.",
        group="Replies",
    ),
    SettingSpec(
        key="system_prompt",
        type=SettingType.LONG_TEXT,
        default="",
        label="System prompt",
        help="Told to the model at the beginning of each new chat.",
        group="Replies",
    ),
    SettingSpec(
        key="speculate",
        type=SettingType.FLAG,
        default=True,
        label="Speculative decoding",
        help="A draft writes ahead and the model checks it: the same answer, sooner.",
        group="Speculation",
    ),
    SettingSpec(
        key="lookahead",
        type=SettingType.INTEGER,
        default=None,
        label="Lookahead",
        help="How many tokens the draft writes ahead in a round.",
        group="Speculation",
        minimum=0,
        maximum=MAX_LOOKAHEAD,
        none_label="Automatic",
    ),
    SettingSpec(
        key="sampling_rule",
        type=SettingType.CHOICE,
        default=SamplingRule.REJECTION.value,
        label="Rule for drafts",
        help="How drafts are judged when the temperature is above 0. Neither changes the odds.",
        group="Speculation",
        choices=(
            (SamplingRule.REJECTION.value, "Rejection: keeps the most drafts"),
            (SamplingRule.COUPLED.value, "Coupled: the same text with and without drafts"),
        ),
    ),
    SettingSpec(
        key="tint",
        type=SettingType.FLAG,
        default=True,
        label="Tint drafted words",
        help="Colour the words that the draft wrote and the model kept.",
        group="Speculation",
    ),
    SettingSpec(
        key="show_proposed",
        type=SettingType.FLAG,
        default=True,
        label="Show words not yet checked",
        help="Show faintly what the draft has written ahead.",
        group="Speculation",
    ),
    SettingSpec(
        key="device",
        type=SettingType.CHOICE,
        default=DeviceChoice.AUTO.value,
        label="Device",
        help="Where the models run.",
        group="Models",
        choices=(
            (DeviceChoice.AUTO.value, "Best available"),
            (DeviceChoice.CPU.value, "Processor"),
            (DeviceChoice.CUDA.value, "NVIDIA graphics card"),
            (DeviceChoice.MPS.value, "Apple graphics"),
        ),
        is_load_time=True,
    ),
    SettingSpec(
        key="num_threads",
        type=SettingType.INTEGER,
        default=None,
        label="Processor threads",
        help="More is not always faster; the number of cores is a good choice.",
        group="Models",
        minimum=1,
        maximum=1024,
        none_label="Automatic",
        is_load_time=True,
    ),
    SettingSpec(
        key="context_length",
        type=SettingType.INTEGER,
        default=None,
        label="Context length",
        help="How many tokens of a chat the model can see; more takes more memory.",
        group="Models",
        minimum=16,
        maximum=10_000_000,
        none_label="Automatic",
        is_load_time=True,
    ),
    SettingSpec(
        key="theme",
        type=SettingType.CHOICE,
        default=Theme.SYSTEM.value,
        label="Colours",
        help="Light, dark, or as the system has it.",
        group="Window",
        choices=(
            (Theme.SYSTEM.value, "As the system"),
            (Theme.LIGHT.value, "Light"),
            (Theme.DARK.value, "Dark"),
        ),
    ),
    SettingSpec(
        key="send_key",
        type=SettingType.CHOICE,
        default=SendKey.ENTER.value,
        label="Send with",
        help="The other one breaks the line.",
        group="Window",
        choices=(
            (SendKey.ENTER.value, "Enter"),
            (SendKey.CTRL_ENTER.value, "Ctrl+Enter"),
        ),
    ),
    SettingSpec(key="target_id", type=SettingType.TEXT, default=None),
    SettingSpec(key="draft_id", type=SettingType.TEXT, default=None),
    SettingSpec(key="geometry", type=SettingType.TEXT, default=""),
)
"""Every setting there is, in the order dialogs show them."""


def spec_of(key: str, specs: Sequence[SettingSpec] = SETTINGS) -> SettingSpec:
    """Find a setting by its key."""
    return next(spec for spec in specs if spec.key == key)
