"""Cuts a growing reply into top-level blocks of markdown, each as soon as it is certain to be over.

Works by lines and looks at each character once, so that the cost of new text does not depend on
how long the reply already is. No block is large: what has no end of its own is cut where that shows
least, and each piece carries the line that it needs to be read alone. Knows no Qt, renders nothing.
"""

from dataclasses import dataclass
from enum import StrEnum

from app.transcript.block_lines import (
    FENCE,
    HEADING,
    ITEM,
    RULE,
    UNDERLINE,
    begins_columns,
    closing_of_math,
    interrupts,
)

SOFT_LIMIT = 4000
"""Characters after which a paragraph is cut at the next space, and a table after its row."""
HARD_LIMIT = 4400
"""And where it is cut if there is none; the reader's time may grow with the square of this."""
CELL_LIMIT = 400
"""Cells after which a table is cut as well."""
LIST_LIMIT = 8000
"""Characters after which a list item is cut, whose lines do not stand for themselves."""
CODE_LIMIT = 12_000
"""Characters after which code goes on in a block of its own."""
CODE_LINE_LIMIT = 4000
"""Characters after which a line of code does."""

_MAY_MARK = "-*+0123456789"


class BlockKind(StrEnum):
    """What a block is, as far as its lines tell before it is parsed."""

    PROSE = "prose"
    QUOTE = "quote"
    LIST_ITEM = "list item"
    FENCE = "fence"
    INDENTED = "indented"
    TABLE = "table"
    MATH = "math"


@dataclass(frozen=True, slots=True)
class SourceBlock:
    """A finished block: its text as written and where that begins in the reply (characters).

    Args:
        start: where it begins.
        text: what stands there.
        kind: what it is.
        head: what has to stand before the text for it to be read alone, where it goes on with a
            table or with code; empty for a block that begins something.
        is_cut: whether its last line goes on in the next block.
    """

    start: int
    text: str
    kind: BlockKind
    head: str = ""
    is_cut: bool = False


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
        self.head = ""
        """What the open block goes on with, as of a `SourceBlock`."""
        self._position = 0
        self._lines: list[str] = []
        self._partial = ""
        self._num_open = 0
        self._num_cells = 0
        self._fence_mark = ""
        self._math_end = ""
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
    def fence_line(self) -> str:
        """The line that opened the fence, with its line end; it may stand in an earlier block."""
        return self.head or (self._lines[0] if self._lines else "")

    @property
    def num_fence(self) -> int:
        """Characters of the open block that the fence's own line takes."""
        return 0 if self.head else len(self.fence_line)

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
            self._take_code(line, content, done)
            return
        if not content.strip():
            self._take_blank(line, done)
            return
        match self.kind:
            case BlockKind.MATH:
                self._continue_math(line, content, done)
            case BlockKind.TABLE:
                self._continue_table(line, content, done)
            case BlockKind.LIST_ITEM:
                self._continue_item(line, content, done)
            case BlockKind.INDENTED if content.startswith("    "):
                self._add(line)
                self._cut(CODE_LIMIT, done)
            case BlockKind.PROSE | BlockKind.QUOTE:
                self._continue_prose(line, content, done)
            case _:
                self._close(done)
                self._begin(line, content, done)
        self._is_after_blank = False

    def _take_code(self, line: str, content: str, done: list[SourceBlock]) -> None:
        self._add(line)
        if self._closes_fence(content):
            self._fence_mark = ""
            if self.kind is BlockKind.FENCE:
                self._close(done)
        elif self.kind is BlockKind.FENCE:
            self._cut(CODE_LIMIT, done)

    def _take_blank(self, line: str, done: list[SourceBlock]) -> None:
        self._is_after_blank = True
        if self.kind is None:
            self._position += len(line)
            self.start = self._position
            return
        self._add(line)
        if self.kind not in (BlockKind.LIST_ITEM, BlockKind.INDENTED):
            # No formula and no table holds an empty line either.
            self._close(done)

    def _begin(self, line: str, content: str, done: list[SourceBlock]) -> None:
        fence = FENCE.match(content)
        item = ITEM.match(content)
        math_end = closing_of_math(content)
        if fence:
            self.kind = BlockKind.FENCE
            self._fence_mark = fence["mark"]
        elif HEADING.match(content) or RULE.match(content):
            self.kind = BlockKind.PROSE
            self._add(line)
            self._close(done)
            return
        elif math_end is not None:
            self.kind = BlockKind.MATH
            self._math_end = math_end
            self._add(line)
            if not math_end:
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

    def _continue_math(self, line: str, content: str, done: list[SourceBlock]) -> None:
        self._add(line)
        if content.rstrip().endswith(self._math_end) or self._num_open > SOFT_LIMIT:
            self._close(done)

    def _continue_table(self, line: str, content: str, done: list[SourceBlock]) -> None:
        if interrupts(content) or ITEM.match(content) or content.lstrip().startswith(">"):
            self._close(done)
            self._begin(line, content, done)
            return
        self._add(line)
        self._num_cells += line.count("|")
        self._cut(0 if self._num_cells > CELL_LIMIT else SOFT_LIMIT, done)

    def _continue_item(self, line: str, content: str, done: list[SourceBlock]) -> None:
        indent = len(content) - len(content.lstrip())
        if indent >= self._content_indent:
            self._open_inner_fence(content.lstrip())
            self._add(line)
            return
        is_new = self._is_after_blank or interrupts(content) or ITEM.match(content)
        if is_new:
            self._close(done)
            self._begin(line, content, done)
        else:
            self._add(line)

    def _continue_prose(self, line: str, content: str, done: list[SourceBlock]) -> None:
        if self.kind is BlockKind.PROSE and begins_columns(content, self._lines[-1]):
            self._begin_table(line, done)
            return
        if self.kind is BlockKind.PROSE and UNDERLINE.match(content):
            self._add(line)
            self._close(done)
            return
        item = ITEM.match(content)
        # As in CommonMark, only a list that starts at 1 may cut a paragraph short.
        is_list = item is not None and (item["mark"] in "-*+" or item["mark"][:-1] == "1")
        if interrupts(content) or (is_list and item is not None and item["gap"]):
            self._close(done)
            self._begin(line, content, done)
        else:
            self._add(line)

    def _begin_table(self, line: str, done: list[SourceBlock]) -> None:
        """Take the last line for the head of a table; what stands before it is a paragraph."""
        head = self._lines.pop()
        self._num_open -= len(head)
        self._position -= len(head)
        self._close(done)
        self.kind = BlockKind.TABLE
        self._add(head)
        self._add(line)

    def _open_inner_fence(self, content: str) -> None:
        fence = FENCE.match(content)
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
        item = ITEM.match(self._partial)
        is_item = item is not None and bool(item["gap"]) and item.end() < len(self._partial)
        if is_item or (self._is_after_blank and begun[0] not in _MAY_MARK):
            self._close(done)

    def _extend(self, piece: str, done: list[SourceBlock]) -> None:
        """Add to the line being written; a block past all measure is ended, to stay cheap.

        The place of the cut depends on the text alone, not on the pieces it came in.
        """
        self._partial += piece
        if self.kind is BlockKind.FENCE or self.kind is BlockKind.INDENTED:
            while len(self._partial) > CODE_LINE_LIMIT:
                self._cut_line(CODE_LINE_LIMIT, done)
            return
        while True:
            soft = self._soft_limit()
            if self._num_open + len(self._partial) <= soft:
                return
            hard = max(1, soft + HARD_LIMIT - SOFT_LIMIT - self._num_open)
            space = self._partial.find(" ", max(0, soft - self._num_open), hard) + 1
            if not space and len(self._partial) <= hard:
                return
            self.kind = self.kind or BlockKind.PROSE
            self._cut_line(space or hard, done)

    def _soft_limit(self) -> int:
        if self.kind is BlockKind.TABLE:
            # It is cut after a row, so that only a row past all measure is cut here.
            return self._num_open + SOFT_LIMIT
        if self._fence_mark:
            return CODE_LIMIT
        return LIST_LIMIT if self.kind is BlockKind.LIST_ITEM else SOFT_LIMIT

    def _cut_line(self, length: int, done: list[SourceBlock]) -> None:
        """End the block within a line; code goes on as code, all else as a new paragraph."""
        head, self._partial = self._partial[:length], self._partial[length:]
        self._add(head)
        if self.kind is BlockKind.FENCE:
            self._cut(0, done, is_cut=True)
        else:
            self._close(done, is_cut=True)

    def _cut(self, limit: int, done: list[SourceBlock], *, is_cut: bool = False) -> None:
        """End a large block here; what follows goes on with it."""
        if self._num_open <= limit:
            return
        kind, mark = self.kind, self._fence_mark
        num_head = {BlockKind.FENCE: 1, BlockKind.TABLE: 2}.get(kind or BlockKind.PROSE, 0)
        head = self.head or "".join(self._lines[:num_head])
        self._close(done, is_cut=is_cut)
        self.kind, self.head, self._fence_mark = kind, head, mark

    def _add(self, line: str) -> None:
        self._lines.append(line)
        self._num_open += len(line)
        self._position += len(line)

    def _close(self, done: list[SourceBlock], *, is_cut: bool = False) -> None:
        if self.kind is not None and self._lines:
            text = "".join(self._lines)
            done.append(SourceBlock(self.start, text, self.kind, self.head, is_cut))
        self.kind = None
        self.head = ""
        self.start = self._position
        self._lines = []
        self._num_open = 0
        self._num_cells = 0
        self._fence_mark = ""
        self._math_end = ""
