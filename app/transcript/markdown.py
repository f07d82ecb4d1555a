"""Reads one block of markdown into pieces, keeping where each run stands in the source.

HTML is text here, and images are words with an address that are never fetched. The parser gives
lines, not columns, so runs are found again in the source, always going forward.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.gfm_autolink import gfm_autolink_plugin
from mdit_py_plugins.tasklists import tasklists_plugin

from app.transcript.inline_runs import LINE_BREAK, RunReader
from app.transcript.math_syntax import BLOCK, latex_of, use_formulas
from app.transcript.pieces import Code, Display, Paragraph, Piece, Prose, Rule, Run, Table
from app.transcript.task_box import DONE_TASK, OPEN_TASK

BULLETS = ("•", "◦", "▪")
MAX_COLUMNS = 40
"""A table of more is shown as it was written: as a table nobody could read it."""


def _make_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False})
    parser.enable(["table", "strikethrough"])
    # Joined text would lose which characters were written as escapes or entities. A definition of
    # a link would vanish, since the link that needs it stands in another block.
    parser.disable(["text_join", "html_block", "html_inline", "reference"])
    parser.use(tasklists_plugin)
    parser.use(gfm_autolink_plugin)
    use_formulas(parser)
    return parser


_PARSER = _make_parser()


@dataclass(slots=True)
class _Reader:
    """Walks the tokens of one block."""

    source: str
    line_starts: list[int]
    runs: RunReader
    pieces: list[Piece] = field(default_factory=list)
    paragraphs: list[Paragraph] = field(default_factory=list)
    lists: list[int | None] = field(default_factory=list)
    is_tight: list[bool] = field(default_factory=list)
    marker: str = ""
    quote: int = 0
    heading: int = 0
    rows: list[list[tuple[Run, ...]]] = field(default_factory=list)
    alignments: list[str] = field(default_factory=list)
    table_lines: tuple[int, int] | None = None

    def read(self, tokens: Sequence[Token]) -> list[Piece]:
        for token in tokens:
            if token.map is not None:
                self.runs.position = max(self.runs.position, self._line_start(token.map[0]))
            self._block(token)
        self._end_prose()
        return self.pieces

    def _line_start(self, line: int) -> int:
        return self.line_starts[line] if line < len(self.line_starts) else len(self.source)

    def _block(self, token: Token) -> None:
        match token.type:
            case "inline":
                self._inline(token)
            case "heading_open":
                self.heading = int(token.tag[1])
            case "heading_close":
                self.heading = 0
            case "blockquote_open":
                self.quote += 1
            case "blockquote_close":
                self.quote -= 1
            case "bullet_list_open":
                self.lists.append(None)
            case "ordered_list_open":
                start = token.attrGet("start")
                self.lists.append(1 if start is None else int(start))
            case "bullet_list_close" | "ordered_list_close":
                self.lists.pop()
            case "list_item_open":
                self._begin_item(token)
            case "list_item_close":
                self._flush_marker()
            case "paragraph_open":
                self.is_tight.append(token.hidden)
            case "paragraph_close":
                self.is_tight.pop()
            case "fence" | "code_block":
                self._code(token)
            case _ if token.type == BLOCK:
                self._display(token)
            case "hr":
                self._end_prose()
                self.pieces.append(Rule())
            case "table_open":
                self._end_prose()
                self.rows, self.alignments = [], []
                self.table_lines = (token.map[0], token.map[1]) if token.map else (0, 0)
            case "tr_open":
                self.rows.append([])
            case "th_open":
                style = str(token.attrGet("style") or "")
                self.alignments.append(style.removeprefix("text-align:") or "left")
            case "table_close":
                self._table()

    def _begin_item(self, token: Token) -> None:
        self._flush_marker()
        number = self.lists[-1]
        if number is None:
            self.marker = BULLETS[min(len(self.lists), len(BULLETS)) - 1]
        else:
            self.marker = f"{number}{token.markup or '.'}"
            self.lists[-1] = number + 1

    def _flush_marker(self) -> None:
        """Show an item that holds no text of its own as a bare marker."""
        if self.marker:
            self._add_paragraph(())

    def _add_paragraph(self, runs: tuple[Run, ...]) -> None:
        self.paragraphs.append(
            Paragraph(
                runs=runs,
                heading=self.heading,
                depth=len(self.lists),
                marker=self.marker,
                quote=self.quote,
                is_tight=bool(self.is_tight and self.is_tight[-1]) or bool(self.marker),
            )
        )
        self.marker = ""

    def _end_prose(self) -> None:
        self._flush_marker()
        if self.paragraphs:
            self.pieces.append(Prose(paragraphs=tuple(self.paragraphs)))
            self.paragraphs = []

    def _table(self) -> None:
        first, last = self.table_lines or (0, 0)
        self.table_lines = None
        rows = tuple(tuple(row) for row in self.rows)
        depth = len(self.lists)
        if max(len(row) for row in rows) > MAX_COLUMNS:
            lines = self.source[self._line_start(first) : self._line_start(last)]
            starts = tuple(self._line_start(line) for line in range(first, last))
            code = Code(language="", text=lines.rstrip("\n"), line_sources=starts, depth=depth)
            self.pieces.append(code)
        else:
            table = Table(rows=rows, alignments=tuple(self.alignments), depth=depth)
            self.pieces.append(table)

    def _display(self, token: Token) -> None:
        self._end_prose()
        first = token.content.split("\n")[0]
        start = self.source.find(first, self.runs.position)
        end = self._line_start(token.map[1]) if token.map is not None else len(self.source)
        run = Run(
            text=token.content.replace("\n", LINE_BREAK),
            source=start if start >= 0 else None,
            source_length=len(self.source[start:end].rstrip()) if start >= 0 else 0,
            is_code=True,
            latex=latex_of(token.content),
            is_display=True,
        )
        self.pieces.append(Display(run=run, depth=len(self.lists)))
        self.runs.position = max(self.runs.position, end)

    def _code(self, token: Token) -> None:
        self._end_prose()
        first = token.map[0] + (1 if token.type == "fence" else 0) if token.map else 0
        text = token.content.removesuffix("\n")
        sources = []
        for number, line in enumerate(text.split("\n")):
            index = first + number
            if index + 1 < len(self.line_starts):
                # The end of the line is common to both; what was taken off stood before it.
                sources.append(self.line_starts[index + 1] - 1 - len(line))
            else:
                sources.append(len(self.source.rstrip("\n")) - len(line))
        language = token.info.split()[0] if token.info.strip() else ""
        code = Code(
            language=language, text=text, line_sources=tuple(sources), depth=len(self.lists)
        )
        self.pieces.append(code)
        if token.map is not None:
            self.runs.position = self._line_start(token.map[1])

    def _inline(self, token: Token) -> None:
        children = list(token.children or ())
        if self.marker and children and children[0].type == "html_inline":
            # HTML is text, so that this one was put here by the rule for tasks.
            box = children.pop(0)
            self.marker = DONE_TASK if 'checked="checked"' in box.content else OPEN_TASK
            children[0].content = children[0].content.lstrip()
        runs = tuple(self.runs.read(children))
        if self.table_lines is not None:
            self.rows[-1].append(runs)
        else:
            self._add_paragraph(runs)


def read_block(source: str, head: str = "") -> list[Piece]:
    """Read one block of a reply.

    Args:
        source: its text as the model wrote it.
        head: what stood before it of the same table or code, so that it can be read alone.

    Returns:
        Its pieces in order; offsets in characters of `head` and `source` together.
    """
    whole = head + source
    line_starts = [0]
    line_starts += [at + 1 for at, char in enumerate(whole) if char == "\n"]
    pieces = _Reader(whole, line_starts, RunReader(whole)).read(_PARSER.parse(whole))
    return [rest for piece in pieces for rest in _rest_of(piece)] if head else pieces


def _rest_of(piece: Piece) -> list[Piece]:
    """Take off what the head was needed for; nothing may be left."""
    match piece:
        case Table(rows=rows):
            return [replace(piece, rows=rows[1:], is_rest=True)] if rows[1:] else []
        case Code(text=text):
            return [replace(piece, is_rest=True)] if text else []
        case _:
            return [piece]
