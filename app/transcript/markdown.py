"""Reads one block of markdown into pieces, keeping where each run stands in the source.

HTML is text here, images are links and are never fetched, formulas are shown as they were written.
The parser gives lines, not columns, so runs are found again in the source, always going forward.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from app.transcript.pieces import Code, Paragraph, Piece, Prose, Rule, Run, Table

LINE_BREAK = "\u2028"
BULLETS = ("•", "◦", "▪")

_MATH = re.compile(
    r"\$\$.+?\$\$|\\\(.+?\\\)|\\\[.+?\\\]|\$(?=[^\s$])[^$\n]*?(?<=[^\s\\$])\$(?!\d)", re.DOTALL
)
_BARE_LINK = re.compile(r"https?://[^\s<>\"`]+[^\s<>\"`.,;:!?)\]'*_]")
_SAFE_LINK = re.compile(r"(?:https?://|mailto:)", re.IGNORECASE)


def _math(state: StateInline, silent: bool) -> bool:
    """Take a formula whole, so that its underscores and backslashes are left alone."""
    if state.src[state.pos] not in "$\\":
        return False
    found = _MATH.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        token = state.push("math", "", 0)
        token.content = found.group()
    state.pos = found.end()
    return True


def _make_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False})
    parser.enable(["table", "strikethrough"])
    # Joined text would lose which characters were written as escapes or entities.
    parser.disable(["text_join", "html_block", "html_inline"])
    parser.inline.ruler.before("escape", "math", _math)
    return parser


_PARSER = _make_parser()


@dataclass(slots=True)
class _Style:
    bold: int = 0
    italic: int = 0
    struck: int = 0
    href: str = ""


@dataclass(slots=True)
class _Reader:
    """Walks the tokens of one block; `position` only ever moves forward through the source."""

    source: str
    line_starts: list[int]
    position: int = 0
    pieces: list[Piece] = field(default_factory=list)
    paragraphs: list[Paragraph] = field(default_factory=list)
    lists: list[int | None] = field(default_factory=list)
    is_tight: list[bool] = field(default_factory=list)
    marker: str = ""
    quote: int = 0
    heading: int = 0
    rows: list[list[tuple[Run, ...]]] = field(default_factory=list)
    alignments: list[str] = field(default_factory=list)
    is_in_table: bool = False

    def read(self, tokens: Sequence[Token]) -> list[Piece]:
        for token in tokens:
            if token.map is not None and token.map[0] < len(self.line_starts):
                self.position = max(self.position, self.line_starts[token.map[0]])
            self._block(token)
        self._end_prose()
        return self.pieces

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
            case "hr":
                self._end_prose()
                self.pieces.append(Rule())
            case "table_open":
                self._end_prose()
                self.is_in_table, self.rows, self.alignments = True, [], []
            case "tr_open":
                self.rows.append([])
            case "th_open":
                style = str(token.attrGet("style") or "")
                self.alignments.append(style.removeprefix("text-align:") or "left")
            case "table_close":
                self.is_in_table = False
                rows = tuple(tuple(row) for row in self.rows)
                depth = len(self.lists)
                table = Table(rows=rows, alignments=tuple(self.alignments), depth=depth)
                self.pieces.append(table)

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
        if token.map is not None and token.map[1] < len(self.line_starts):
            self.position = self.line_starts[token.map[1]]

    def _inline(self, token: Token) -> None:
        runs = tuple(self._runs(token.children or ()))
        if self.is_in_table:
            self.rows[-1].append(runs)
        else:
            self._add_paragraph(runs)

    def _runs(self, children: Sequence[Token]) -> list[Run]:
        runs: list[Run] = []
        style = _Style()
        for child in children:
            match child.type:
                case "text":
                    runs += self._text(child.content, style)
                case "text_special":
                    runs.append(self._run(child.content, child.markup, style))
                case "code_inline":
                    runs.append(self._run(child.content, child.content, style, is_code=True))
                    self._skip_past(child.markup)
                case "math":
                    shown = child.content.replace("\n", LINE_BREAK)
                    runs.append(self._run(shown, child.content, style, is_code=True))
                case "softbreak" | "hardbreak":
                    at = self.source.find("\n", self.position)
                    self.position = at + 1 if at >= 0 else self.position
                    runs.append(
                        Run(text=LINE_BREAK, source=at if at >= 0 else None, source_length=1)
                    )
                case "image":
                    href = str(child.attrGet("src") or "")
                    shown = child.content or href or "image"
                    link = _Style(style.bold, style.italic, style.struck, _safe(href))
                    runs.append(self._run(shown, shown, link))
                    self._skip_past(")")
                case "link_open":
                    style.href = _safe(str(child.attrGet("href") or ""))
                case "link_close":
                    style.href = ""
                    if child.info != "auto":
                        self._skip_past(")" if self.source[self.position :][:2] == "](" else "]")
                case "strong_open" | "strong_close":
                    style.bold += child.nesting
                case "em_open" | "em_close":
                    style.italic += child.nesting
                case "s_open" | "s_close":
                    style.struck += child.nesting
                case _:
                    if child.content:
                        runs.append(self._run(child.content, child.content, style))
        return runs

    def _text(self, text: str, style: _Style) -> list[Run]:
        if style.href or "://" not in text:
            return [self._run(text, text, style)] if text else []
        runs = []
        last = 0
        for found in _BARE_LINK.finditer(text):
            if found.start() > last:
                before = text[last : found.start()]
                runs.append(self._run(before, before, style))
            link = _Style(style.bold, style.italic, style.struck, found.group())
            runs.append(self._run(found.group(), found.group(), link))
            last = found.end()
        if last < len(text):
            runs.append(self._run(text[last:], text[last:], style))
        return runs

    def _run(self, shown: str, written: str, style: _Style, *, is_code: bool = False) -> Run:
        at = self.source.find(written, self.position) if written else -1
        if at >= 0:
            self.position = at + len(written)
        return Run(
            text=shown,
            source=at if at >= 0 else None,
            source_length=len(written),
            is_bold=style.bold > 0,
            is_italic=style.italic > 0,
            is_struck=style.struck > 0,
            is_code=is_code,
            href=style.href,
        )

    def _skip_past(self, mark: str) -> None:
        at = self.source.find(mark, self.position)
        if at >= 0:
            self.position = at + len(mark)


def read_block(source: str) -> list[Piece]:
    """Read one block of a reply.

    Args:
        source: its text as the model wrote it.

    Returns:
        Its pieces in order; offsets in characters of `source`.
    """
    line_starts = [0]
    line_starts += [at + 1 for at, char in enumerate(source) if char == "\n"]
    return _Reader(source, line_starts).read(_PARSER.parse(source))


def _safe(href: str) -> str:
    return href if _SAFE_LINK.match(href) else ""
