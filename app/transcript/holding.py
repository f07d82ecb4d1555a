"""Which end of a growing block is held back until it is clear what it is.

A line of backticks may open or close a code block; shown at once, it would flash up and vanish.
So would an empty line at the end. Looks at the end of the text only.
"""

import re
from dataclasses import dataclass

from app.transcript.markdown import BULLETS

_LOOK_BACK = 200

_MARK = r" {0,3}(?:`{1,2}|`{3,}[^`\n]*|~{1,2}|~{3,}[^\n]*)"
_PROSE_END = re.compile(rf"(?:\n+(?:{_MARK})?|\n+ {{1,3}})\Z")
_CODE_END = re.compile(r"(?:\n+(?: {0,3}[`~]+[ \t]*)?)\Z")
_FIRST_LINE = re.compile(rf"{_MARK}\Z")
_FIRST_CODE_LINE = re.compile(r" {0,3}[`~]+[ \t]*\Z")


_LEAD = re.compile(
    r" {0,3}(?:(?P<mark>[-*+]|\d{1,9}[.)])|(?P<head>#{1,6}))[ \t]{1,4}(?=\S)"
    r"|(?P<open> {0,3}(?:[-*+]|\d{1,9}[.)]?|#{1,6})?[ \t]*\Z)"
)


@dataclass(frozen=True, slots=True)
class Lead:
    """How a block begins that is not plain: so many characters stand for a marker or a level."""

    num_chars: int
    marker: str = ""
    heading: int = 0


def lead_of(text: str) -> Lead | None:
    """Tell what a block begins with, or None while its first characters leave it open."""
    found = _LEAD.match(text)
    if found is None:
        return Lead(0)
    if found["open"] is not None:
        return None
    if found["head"]:
        return Lead(found.end(), heading=len(found["head"]))
    mark = found["mark"]
    return Lead(found.end(), marker=BULLETS[0] if mark in "-*+" else mark)


def num_held(text: str, *, is_code: bool, is_first: bool) -> int:
    """Count the characters at the end of new text that should wait.

    Args:
        text: what is not shown yet of the block that grows.
        is_code: whether the block is code.
        is_first: whether nothing of the block is shown yet, so that the text begins a line.
    """
    tail = text[-_LOOK_BACK:]
    if is_first and len(text) == len(tail):
        whole = (_FIRST_CODE_LINE if is_code else _FIRST_LINE).match(tail)
        if whole:
            return len(tail)
    found = (_CODE_END if is_code else _PROSE_END).search(tail)
    return len(tail) - found.start() if found else 0
