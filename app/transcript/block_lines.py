"""What a line of markdown may begin, continue or end, told from the line alone.

Knows nothing of the lines before it; `splitting.py` keeps what is open.
"""

import re

FENCE = re.compile(r" {0,3}(?P<mark>`{3,}|~{3,})(?P<info>[^`\n]*)$")
HEADING = re.compile(r" {0,3}#{1,6}(\s|$)")
RULE = re.compile(r" {0,3}([-*_])[ \t]*(\1[ \t]*){2,}$")
UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*$")
ITEM = re.compile(r"(?P<indent> {0,3})(?P<mark>[-*+]|\d{1,9}[.)])(?P<gap> {1,4}|\t|$)")
_MATH_OPEN = re.compile(r" {0,3}(?P<open>\$\$|\\\[|\\begin\{(?P<name>[a-zA-Z]+\*?)\})")
_COLUMN = r"[ \t]*:?-+:?[ \t]*"
_COLUMNS = re.compile(rf" {{0,3}}\|?{_COLUMN}(?:\|{_COLUMN})*\|?[ \t]*$")


def closing_of_math(content: str) -> str | None:
    """Give what ends the formula that a line begins; empty if the same line ends it.

    Args:
        content: the line.

    Returns:
        The mark that closes it, or None where the line begins no formula of its own.
    """
    found = _MATH_OPEN.match(content)
    if found is None:
        return None
    name = found["name"]
    closing = rf"\end{{{name}}}" if name else {"$$": "$$", r"\[": r"\]"}[found["open"]]
    rest = content[found.end() :].rstrip()
    if closing in rest.removesuffix(closing):
        # What goes on after the formula is a sentence that has one in it.
        return None
    return "" if rest.endswith(closing) else closing


def interrupts(content: str) -> bool:
    """Whether a line ends a paragraph without an empty line before it."""
    return bool(
        FENCE.match(content)
        or HEADING.match(content)
        or RULE.match(content)
        or closing_of_math(content) is not None
    )


def begins_columns(content: str, head: str) -> bool:
    """Whether a line turns the one before it into the head of a table."""
    return "|" in content and "|" in head and _COLUMNS.match(content) is not None
