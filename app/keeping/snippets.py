"""The line that is shown of a message that was found, with what was found in it.

Looks for the words as the index does: without regard to capitals and accents. Knows no database;
asking the index itself for a line costs as much as the whole search once more, for each hit.
"""

import re
import unicodedata
from collections.abc import Sequence

from app.keeping.search_text import SEAM

_MORE = "\u2026"
_BEFORE, _AFTER = 30, 90
# Around what was found; no text that somebody can read has them.
_OPEN, _CLOSE = "\x02", "\x03"


class _Folding(dict[int, str]):
    """Each character as the index takes it, one for one, so that places stay what they are."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        base = unicodedata.normalize("NFD", character)[0].lower()
        folded = base if len(base) == 1 else character
        self[code] = folded
        return folded


_FOLDED = _Folding()


def snippet(
    text: str, pieces: Sequence[str], *, is_inside_words: bool = False
) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Cut a line around the first of what was looked for.

    Args:
        text: as it is indexed.
        pieces: what was looked for, in the same form.
        is_inside_words: whether it may stand inside of words, or only where one begins.

    Returns:
        the line, and where in it something was found, as start and end.
    """
    folded = _fold(text)
    patterns = (r"\s+".join(map(re.escape, _fold(piece).split())) for piece in pieces)
    wanted = re.compile(("" if is_inside_words else r"(?<!\w)") + f"(?:{'|'.join(patterns)})")
    first = wanted.search(folded)
    start = _word_start(text, first.start()) if first else 0
    end = start + _BEFORE + _AFTER
    parts = []
    at = start
    for found in wanted.finditer(folded, start, end):
        parts += [text[at : found.start()], _OPEN, text[found.start() : found.end()], _CLOSE]
        at = found.end()
    parts.append(text[at:end])
    line = " ".join("".join(parts).replace(SEAM, "").split())
    return _unmarked(f"{_MORE if start else ''}{line}{_MORE if end < len(text) else ''}")


def _fold(text: str) -> str:
    return text.lower() if text.isascii() else text.translate(_FOLDED)


def _word_start(text: str, found: int) -> int:
    """Go back some words from what was found."""
    start = max(0, found - _BEFORE)
    if start == 0:
        return 0
    space = text.find(" ", start, found)
    return space + 1 if space >= 0 else start


def _unmarked(marked: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Take the marks out of a line and say where they stood."""
    text, ranges, start = "", [], 0
    for part in re.split(f"([{_OPEN}{_CLOSE}])", marked):
        if part == _OPEN:
            start = len(text)
        elif part == _CLOSE:
            ranges.append((start, len(text)))
        else:
            text += part
    return text, tuple(ranges)
