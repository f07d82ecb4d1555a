"""Numbers, sizes and days as the reader's language writes them; Qt's default locale decides."""

from datetime import date, datetime

from PySide6.QtCore import QDate, QDateTime, QLocale

from app.language.text import translate
from app.language.whole_number import integer as integer


def decimal(value: float, digits: int) -> str:
    """Write a number with so many digits after the point."""
    return QLocale().toString(float(value), "f", digits)


def percent(share: float, digits: int = 0) -> str:
    """Write a share of 1 in hundredths."""
    return translate("Numbers", "{number} %").format(number=decimal(100 * share, digits))


def seconds(value: float, digits: int = 2) -> str:
    """Write a short time."""
    return translate("Numbers", "{number} s").format(number=decimal(value, digits))


def day(value: date) -> str:
    """Write a day in short."""
    return QLocale().toString(
        QDate(value.year, value.month, value.day), QLocale.FormatType.ShortFormat
    )


def moment(value: datetime) -> str:
    """Write a day and a time in short."""
    at = QDateTime.fromSecsSinceEpoch(int(value.timestamp()))
    return QLocale().toString(at, QLocale.FormatType.ShortFormat)
