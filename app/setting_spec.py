"""What a setting is: its key, its type, its range and the words a dialog shows; values checked.

Knows no widget and no engine but its value types.
"""

import math
from dataclasses import dataclass
from enum import StrEnum

from app.language.text import translate
from engine import BadParameter

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
        is_start_time: it takes effect when the program starts the next time.
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
    is_start_time: bool = False

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
            name=translate("Settings", self.label) or self.key,
            value=repr(value)[:60],
            allowed=self._allowed(),
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
                return translate("Settings", "true or false")
            case SettingType.INTEGER | SettingType.NUMBER:
                return (
                    translate("Settings", "a whole number from {minimum} to {maximum}")
                    if self.type is SettingType.INTEGER
                    else translate("Settings", "a number from {minimum} to {maximum}")
                ).format(minimum=f"{self.minimum:g}", maximum=f"{self.maximum:g}")
            case SettingType.CHOICE:
                choices = ", ".join(choice for choice, _ in self.choices)
                return translate("Settings", "one of {choices}").format(choices=choices)
            case SettingType.TEXT | SettingType.LONG_TEXT:
                return translate("Settings", "a text")
            case SettingType.TEXTS:
                return translate("Settings", "texts, none empty")
