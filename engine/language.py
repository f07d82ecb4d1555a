"""The one place where the engine's sentences meet a language: English, until somebody speaks.

The engine writes its texts in English and asks for each by `say`; a program with a window hands in
what translates them. Knows no translation itself, and no window. One language holds for the whole
process, as a locale does, since sentences are made on several threads.
"""

from typing import Protocol


class Language(Protocol):
    """What turns the engine's English into another language."""

    def text(self, source: str, /) -> str:
        """Give a text, its fields in braces still in it."""
        ...

    def count(self, many: str, one: str, count: int, /) -> str:
        """Give a text about so many things, the number in it where `%Ln` stands."""
        ...

    def number(self, value: float, digits: int, /) -> str:
        """Write a number with so many digits after the point."""
        ...


class English:
    """The engine's own words."""

    def text(self, source: str, /) -> str:
        """Give a text as it is."""
        return source

    def count(self, many: str, one: str, count: int, /) -> str:
        """Choose between one and several."""
        return (one if count == 1 else many).replace("%Ln", f"{count:,}")

    def number(self, value: float, digits: int, /) -> str:
        """Write a number with commas between its thousands."""
        # A whole number may be larger than any float.
        is_whole = isinstance(value, int) and digits == 0
        return f"{value:,}" if is_whole else f"{value:,.{digits}f}"


_spoken: list[Language] = [English()]


def speak(language: Language) -> None:
    """Have all sentences from now on in a language."""
    _spoken[0] = language


def say(source: str) -> str:
    """Give a text in the language that is spoken; the caller fills its fields."""
    return _spoken[0].text(source)


def say_count(many: str, one: str, count: int) -> str:
    """Give a text about so many things in the form for that number.

    Args:
        many: for several, with `%Ln` where the number goes.
        one: for one.
        count: how many.
    """
    return _spoken[0].count(many, one, count)


def number(value: float, digits: int = 0) -> str:
    """Write a number as the language that is spoken writes it."""
    return _spoken[0].number(value, digits)
