"""Whole numbers as the reader's language writes them, also those that Qt cannot count to.

A file may claim any number; what is said of it must not fail for its size.
"""

from PySide6.QtCore import QLocale

_QT_MOST = (1 << 63) - 1


def integer(value: int) -> str:
    """Write a whole number with its separators."""
    locale = QLocale()
    if abs(value) <= _QT_MOST:
        return locale.toString(value)
    sign = locale.negativeSign() if value < 0 else ""
    return sign + f"{abs(value):,}".replace(",", locale.groupSeparator())
