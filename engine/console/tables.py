"""What commands write for people and for programs: columns, or JSON."""

import json
from collections.abc import Sequence

from engine.console.terminal import harmless


def write_json(value: object) -> None:
    """Write a value to standard output as JSON."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def write_table(rows: Sequence[tuple[str, ...]]) -> None:
    """Write columns to standard output; the last one runs as long as it likes.

    What stands in them comes from files and hubs: none of it can break a row or command a terminal.
    """
    rows = [tuple(map(harmless, row)) for row in rows]
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=False))
        print("  ".join([*cells, row[-1]]).rstrip())
