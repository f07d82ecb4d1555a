"""Which end of a growing block is held back until it is clear what it is.

A line of backticks may open or close a code block; shown at once, it would flash up and vanish.
So would an empty line at the end. Looks at the end of the text only.
"""

import re

_LOOK_BACK = 200

_MARK = r" {0,3}(?:`{1,2}|`{3,}[^`\n]*|~{1,2}|~{3,}[^\n]*)"
_PROSE_END = re.compile(rf"(?:\n+(?:{_MARK})?|\n+ {{1,3}})\Z")
_CODE_END = re.compile(r"(?:\n+(?: {0,3}[`~]+[ \t]*)?)\Z")
_FIRST_LINE = re.compile(rf"{_MARK}\Z")
_FIRST_CODE_LINE = re.compile(r" {0,3}[`~]+[ \t]*\Z")


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
