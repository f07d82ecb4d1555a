"""The engine's sentences in the window's language: its hook, answered by Qt's translation."""

from PySide6.QtCore import QCoreApplication

from app.language.numbers import decimal, integer
from app.language.text import plural

ENGINE = ""
"""The context that the engine's texts are kept under."""


class WindowLanguage:
    """What `engine.speak` takes; may be asked on any thread."""

    def text(self, source: str, /) -> str:
        """Give a text that the engine has in English."""
        return QCoreApplication.translate(ENGINE, source)

    def count(self, many: str, one: str, count: int, /) -> str:
        """Give a text about so many things."""
        return plural(ENGINE, many, one, count)

    def number(self, value: float, digits: int, /) -> str:
        """Write a number."""
        # A whole number may be larger than any float.
        is_whole = isinstance(value, int) and digits == 0
        return integer(int(value)) if is_whole else decimal(value, digits)
