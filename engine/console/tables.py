"""What commands write for people and for programs: columns, or JSON."""

import json
import unicodedata
from collections.abc import Sequence

from engine.console.terminal import harmless

_WIDEST = 48
"""Cells of a column that others are lined up after; what is longer moves its own row only."""
_LONGEST = 400
"""Characters that are shown of one value; JSON has the whole of it."""


def write_json(value: object) -> None:
    """Write a value to standard output as JSON."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def write_table(rows: Sequence[tuple[str, ...]]) -> None:
    """Write columns to standard output; the last one runs as long as it likes.

    What stands in them comes from files and hubs: none of it can break a row or command a terminal.
    """
    rows = [tuple(map(_shown, row)) for row in rows]
    widths = [
        max((width for width in map(_width, column) if width <= _WIDEST), default=0)
        for column in zip(*rows, strict=True)
    ]
    for row in rows:
        cells = (
            cell + " " * (width - _width(cell))
            for cell, width in zip(row[:-1], widths, strict=False)
        )
        print("  ".join([*cells, row[-1]]).rstrip())


def _shown(text: str) -> str:
    text = harmless(text)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _width(text: str) -> int:
    """Count the cells that a terminal takes for a text: two for wide letters, none for marks."""
    return sum(
        0 if unicodedata.combining(letter) else 1 + (unicodedata.east_asian_width(letter) in "WF")
        for letter in text
    )
