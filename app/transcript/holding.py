"""What of a block that grows is shown: not what may yet turn into something else.

A line of backticks may open or close a code block, a dash may begin a list or underline a heading;
shown at once, it would flash up and vanish. What is emphasised so far is shown so, as if its end
were there. Looks at the end of the text only.
"""

import re

_LOOK_BACK = 600

_MARK = r" {0,3}(?:`{1,2}|`{3,}[^`\n]*|~{1,2}|~{3,}[^\n]*)"
_PROSE_END = re.compile(rf"(?:\n+(?:{_MARK})?|\n+ {{1,3}})\Z")
_CODE_END = re.compile(r"(?:\n+(?: {0,3}[`~]+[ \t]*)?)\Z")
_FIRST_LINE = re.compile(rf"{_MARK}\Z")
_FIRST_CODE_LINE = re.compile(r" {0,3}[`~]+[ \t]*\Z")

_BARE_MARK = re.compile(r"(?:\A|\n)[ >]*(?:[-*+=_#]+|\d{1,9}[.)]?|\\|\$)[ \t]*\Z")
_TASK = re.compile(r"[-*+][ \t]+\[[ xX]?\]?\Z")
_TABLE_HEAD = re.compile(r"(?:\A|\n) {0,3}\|[^\n]*(?:\n[ |:\-\t]*)?\Z")
_HALF_LINK = re.compile(r"!?\[[^\]\n]*(?:\]|\]\([^)\n]*)\Z")
_OPEN_END = re.compile(r"(?:\*{1,3}|_{1,3}|~{1,2}|`+)\Z")
_LAST_ITEM = re.compile(r"(?:\A|\n)[ \t]*(?:[-*+]|\d{1,9}[.)]|\|)[^\n]*\Z|\n[ \t]*\n[^\n]*\Z")
_CODE = re.compile(r"`[^`\n]*`")


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


def shown_of(text: str, *, is_table: bool = False) -> str:
    """Give a block of markdown that grows as it is to be read now.

    Args:
        text: all of the block so far.
        is_table: whether it is a table that has its head already.

    Returns:
        Its beginning, and after it what closes the emphasis that is open.
    """
    text = text[: len(text) - num_held(text, is_code=False, is_first=True)]
    for pattern in (_BARE_MARK, _TABLE_HEAD, _TASK, _HALF_LINK, _OPEN_END):
        if is_table and pattern is _TABLE_HEAD:
            continue
        tail = text[-_LOOK_BACK:]
        found = pattern.search(tail)
        if found is not None:
            text = text[: len(text) - len(tail) + found.start()]
    return text + _closing(text)


def _closing(text: str) -> str:
    tail = text[-_LOOK_BACK:]
    item = _LAST_ITEM.search(tail)
    line = _CODE.sub("", tail[item.start() :] if item is not None else tail)
    if line != line.rstrip():
        return ""
    if line.count("`") % 2:
        return "`"
    return "**" if line.count("**") % 2 else ""
