r"""Where markdown holds formulas: $..$ and \(..\) in a line, $$..$$ and \[..\] on their own.

Rules for the markdown reader. A formula is taken whole, so that its underscores and backslashes
are left alone, and a price is no formula.
"""

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from mdit_py_plugins.utils import is_code_block

from app.transcript.block_lines import closing_of_math

MAX_CHARS = 800
"""A longer formula stays text: it would take long to read, and nobody could read it either."""
INLINE, BLOCK = "formula", "formula_block"
"""The types of the tokens; their content is what was written, with its marks."""

_CLOSINGS = {"$$": "$$", r"\(": r"\)", r"\[": r"\]"}
_DOLLARS = re.compile(rf"\$(?=[^\s$])(?P<latex>[^$\n]{{1,{MAX_CHARS}}})(?<=[^\s\\])\$(?!\d)")
_SPACED = re.compile(
    rf"\$ (?P<latex>[^$\n\\_^=]{{0,{MAX_CHARS}}}[\\_^=][^$\n]{{0,{MAX_CHARS}}}) \$(?!\d)"
)
_PROSE = re.compile(r"(?:^|[\s\d])[A-Za-z]{2,}[,;:]? [A-Za-z]{2,}\b")
_AMOUNT = re.compile(r"[\d.,]+[kKmMbB]?(?:\s+|\s*[-/:–]\s*)[A-Za-z]{2,}")
_IN_BRACES = re.compile(r"\{[^{}]*\}")


def latex_of(written: str) -> str:
    """Give a formula without the marks around it; an environment is part of the formula."""
    text = written.strip()
    for opening, closing in (("$$", "$$"), (r"\[", r"\]"), (r"\(", r"\)"), ("$", "$")):
        if text.startswith(opening):
            inner = text[len(opening) :]
            return inner[: -len(closing)].strip() if inner.endswith(closing) else ""
    return text if r"\end{" in text else ""


def use_formulas(parser: MarkdownIt) -> None:
    """Teach a reader of markdown what a formula is."""
    parser.inline.ruler.before("escape", INLINE, _inline)
    parser.block.ruler.before(
        "fence", BLOCK, _block, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )


def _inline(state: StateInline, silent: bool) -> bool:
    src, pos = state.src, state.pos
    if src[pos] not in "$\\":
        return False
    end = _end_of_inline(src, pos)
    if end < 0:
        return False
    if not silent:
        token = state.push(INLINE, "", 0)
        token.content = src[pos:end]
    state.pos = end
    return True


def _end_of_inline(src: str, pos: int) -> int:
    closing = _CLOSINGS.get(src[pos : pos + 2])
    if closing is not None:
        end = src.find(closing, pos + 3, pos + MAX_CHARS + 4)
        return end + 2 if end >= 0 and src[pos + 2 : end].strip() else -1
    if src[pos] != "$" or (pos and (src[pos - 1].isalnum() or src[pos - 1] == "$")):
        return -1
    found = _DOLLARS.match(src, pos) or _SPACED.match(src, pos)
    return found.end() if found is not None and not _is_money(found["latex"]) else -1


def _is_money(text: str) -> bool:
    """Whether what stands between two dollar signs reads as prices and the words between them."""
    if text[-1] in "/:-–=,;(":
        return True
    bare = _IN_BRACES.sub("", text)
    return (_AMOUNT.match(bare) is not None and "\\" not in bare) or _PROSE.search(bare) is not None


def _block(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    if is_code_block(state, start_line):
        return False
    closing = closing_of_math(_line(state, start_line))
    if closing is None:
        return False
    last = start_line
    while closing and last + 1 < end_line:
        text = _line(state, last + 1)
        if not text.strip() or state.sCount[last + 1] < state.blkIndent:
            break
        last += 1
        if text.rstrip().endswith(closing):
            break
    if not silent:
        token = state.push(BLOCK, "", 0)
        lines = range(start_line, last + 1)
        token.content = "\n".join(_line(state, line).rstrip() for line in lines)
        token.map = [start_line, last + 1]
        token.block = True
    state.line = last + 1
    return True


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]
