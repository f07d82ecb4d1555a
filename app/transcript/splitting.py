"""Cuts a growing reply into top-level blocks of markdown, each as soon as it is certain to be over.

Works by lines and looks at each character once, so that the cost of new text does not depend on
how long the reply already is. Knows no Qt and renders nothing.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

SOFT_LIMIT = 4000
HARD_LIMIT = 8000

_FENCE = re.compile(r" {0,3}(?P<mark>`{3,}|~{3,})(?P<info>[^`\n]*)$")
_HEADING = re.compile(r" {0,3}#{1,6}(\s|$)")
_RULE = re.compile(r" {0,3}([-*_])[ \t]*(\1[ \t]*){2,}$")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_ITEM = re.compile(r"(?P<indent> {0,3})(?P<mark>[-*+]|\d{1,9}[.)])(?P<gap> {1,4}|\t|$)")

_MAY_MARK = "-*+0123456789"


class BlockKind(StrEnum):
    """What a block is, as far as its lines tell before it is parsed."""

    PROSE = "prose"
    QUOTE = "quote"
    LIST_ITEM = "list item"
    FENCE = "fence"
    INDENTED = "indented"


@dataclass(frozen=True, slots=True)
class SourceBlock:
    """A finished block: its text as written and where that begins in the reply (characters)."""

    start: int
    text: str
    kind: BlockKind


class BlockSplitter:
    """Takes a reply in pieces of any size and gives its blocks.

    A list is cut into its top-level items, so that a list of any length costs no more than its
    longest item.
    """

    def __init__(self) -> None:
        self.kind: BlockKind | None = None
        """The kind of the block that is still open, None between blocks."""
        self.start = 0
        """Where the open block begins in the reply, in characters."""
        self._position = 0
        self._lines: list[str] = []
        self._partial = ""
        self._num_open = 0
        self._fence_mark = ""
        self._content_indent = 0
        self._is_after_blank = False

    @property
    def open_text(self) -> str:
        """What the open block holds so far."""
        return "".join(self._lines) + self._partial

    @property
    def is_in_fence(self) -> bool:
        """Whether the open block is a top-level code fence whose first line is complete."""
        return self.kind is BlockKind.FENCE

    @property
    def first_line(self) -> str:
        """The first complete line of the open block, with its line end."""
        return self._lines[0] if self._lines else ""

    def feed(self, text: str) -> list[SourceBlock]:
        """Take in more of the reply and give the blocks that it ended."""
        done: list[SourceBlock] = []
        *lines, rest = text.split("\n")
        for piece in lines:
            self._extend(piece, done)
            line, self._partial = self._partial + "\n", ""
            self._take_line(line, done)
        self._extend(rest, done)
        self._end_list_early(done)
        return done

    def finish(self) -> list[SourceBlock]:
        """End the reply and give what was still open."""
        done: list[SourceBlock] = []
        if self._partial:
            line, self._partial = self._partial, ""
            self._take_line(line, done)
        self._close(done)
        return done

    def _take_line(self, line: str, done: list[SourceBlock]) -> None:
        content = line.rstrip("\n").expandtabs(4)
        if self._fence_mark:
            self._add(line)
            if self._closes_fence(content):
                self._fence_mark = ""
                if self.kind is BlockKind.FENCE:
                    self._close(done)
            return
        if not content.strip():
            self._take_blank(line, done)
            return
        match self.kind:
            case BlockKind.LIST_ITEM:
                self._continue_item(line, content, done)
            case BlockKind.INDENTED if content.startswith("    "):
                self._add(line)
            case BlockKind.PROSE | BlockKind.QUOTE:
                self._continue_prose(line, content, done)
            case _:
                self._close(done)
                self._begin(line, content, done)
        self._is_after_blank = False

    def _take_blank(self, line: str, done: list[SourceBlock]) -> None:
        self._is_after_blank = True
        if self.kind is None:
            self._position += len(line)
            self.start = self._position
            return
        self._add(line)
        if self.kind in (BlockKind.PROSE, BlockKind.QUOTE):
            self._close(done)

    def _begin(self, line: str, content: str, done: list[SourceBlock]) -> None:
        fence = _FENCE.match(content)
        item = _ITEM.match(content)
        if fence:
            self.kind = BlockKind.FENCE
            self._fence_mark = fence["mark"]
        elif _HEADING.match(content) or _RULE.match(content):
            self.kind = BlockKind.PROSE
            self._add(line)
            self._close(done)
            return
        elif item:
            self.kind = BlockKind.LIST_ITEM
            self._content_indent = (
                len(item["indent"]) + len(item["mark"]) + max(1, len(item["gap"].expandtabs(4)))
            )
            self._open_inner_fence(content[self._content_indent :])
        elif content.startswith("    "):
            self.kind = BlockKind.INDENTED
        else:
            is_quote = content.lstrip().startswith(">")
            self.kind = BlockKind.QUOTE if is_quote else BlockKind.PROSE
        self._add(line)

    def _continue_item(self, line: str, content: str, done: list[SourceBlock]) -> None:
        indent = len(content) - len(content.lstrip())
        if indent >= self._content_indent:
            self._open_inner_fence(content.lstrip())
            self._add(line)
            return
        is_new = self._is_after_blank or _interrupts(content) or _ITEM.match(content)
        if is_new:
            self._close(done)
            self._begin(line, content, done)
        else:
            self._add(line)

    def _continue_prose(self, line: str, content: str, done: list[SourceBlock]) -> None:
        if self.kind is BlockKind.PROSE and _UNDERLINE.match(content):
            self._add(line)
            self._close(done)
            return
        item = _ITEM.match(content)
        # As in CommonMark, only a list that starts at 1 may cut a paragraph short.
        is_list = item is not None and (item["mark"] in "-*+" or item["mark"][:-1] == "1")
        if _interrupts(content) or (is_list and item is not None and item["gap"]):
            self._close(done)
            self._begin(line, content, done)
        else:
            self._add(line)

    def _open_inner_fence(self, content: str) -> None:
        fence = _FENCE.match(content)
        if fence:
            self._fence_mark = fence["mark"]

    def _closes_fence(self, content: str) -> bool:
        stripped = content.strip()
        return len(stripped) >= len(self._fence_mark) and set(stripped) == {self._fence_mark[0]}

    def _end_list_early(self, done: list[SourceBlock]) -> None:
        """End an item as soon as the line being written shows that it is no part of it."""
        if self.kind is not BlockKind.LIST_ITEM or self._fence_mark:
            return
        begun = self._partial.lstrip()
        indent = len(self._partial) - len(begun)
        if not begun or indent >= self._content_indent:
            return
        item = _ITEM.match(self._partial)
        is_item = item is not None and bool(item["gap"]) and item.end() < len(self._partial)
        if is_item or (self._is_after_blank and begun[0] not in _MAY_MARK):
            self._close(done)

    def _extend(self, piece: str, done: list[SourceBlock]) -> None:
        """Add to the line being written; a paragraph past all measure is ended, to stay cheap.

        The place of the cut depends on the text alone, not on the pieces it came in.
        """
        self._partial += piece
        if self._fence_mark or self.kind is BlockKind.INDENTED:
            return
        while self._num_open + len(self._partial) > SOFT_LIMIT:
            space = self._partial.find(" ", max(0, SOFT_LIMIT - self._num_open)) + 1
            hard = max(1, HARD_LIMIT - self._num_open)
            if not space and len(self._partial) <= hard:
                return
            cut = min(space or hard, hard)
            self.kind = self.kind or BlockKind.PROSE
            head, self._partial = self._partial[:cut], self._partial[cut:]
            self._add(head)
            self._close(done)

    def _add(self, line: str) -> None:
        self._lines.append(line)
        self._num_open += len(line)
        self._position += len(line)

    def _close(self, done: list[SourceBlock]) -> None:
        if self.kind is not None and self._lines:
            done.append(SourceBlock(self.start, "".join(self._lines), self.kind))
        self.kind = None
        self.start = self._position
        self._lines = []
        self._num_open = 0
        self._fence_mark = ""


def _interrupts(content: str) -> bool:
    return bool(_FENCE.match(content) or _HEADING.match(content) or _RULE.match(content))
