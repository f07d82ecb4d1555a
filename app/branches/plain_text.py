"""A reply without the signs of Markdown, for where those would only be in the way."""

from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

_PARSER = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


def plain_text(source: str) -> str:
    """Give the words of a Markdown text: lists keep their marks, tables become rows with tabs."""
    lines: list[str] = []
    lists: list[int | None] = []
    mark = ""
    cells: list[str] | None = None
    for token in _PARSER.parse(source):
        match token.type:
            case "bullet_list_open":
                lists.append(None)
            case "ordered_list_open":
                lists.append(int(token.attrGet("start") or 1))
            case "bullet_list_close" | "ordered_list_close":
                lists.pop()
                _blank(lines, is_wanted=not lists)
            case "list_item_open":
                indent = "  " * (len(lists) - 1)
                number = lists[-1]
                mark = f"{indent}- " if number is None else f"{indent}{number}. "
                lists[-1] = None if number is None else number + 1
            case "tr_open":
                cells = []
            case "tr_close":
                lines.append("\t".join(cells or ()))
                cells = None
            case "table_close" | "heading_close" | "paragraph_close":
                _blank(lines, is_wanted=not lists)
            case "hr":
                lines += ["", ""]
            case "fence" | "code_block" | "html_block":
                lines += [*token.content.rstrip("\n").split("\n"), ""]
            case "inline" if cells is not None:
                cells.append(_words(token.children or ()))
            case "inline":
                words = _words(token.children or ()).split("\n")
                hang = " " * len(mark) if mark else "  " * len(lists)
                lines += [(mark if i == 0 else hang) + line for i, line in enumerate(words)]
                mark = ""
            case _:
                pass
    return "\n".join(lines).strip("\n")


def _blank(lines: list[str], *, is_wanted: bool) -> None:
    if is_wanted and lines and lines[-1]:
        lines.append("")


def _words(tokens: Sequence[Token]) -> str:
    words: list[str] = []
    address, start = "", 0
    for token in tokens:
        match token.type:
            case "text" | "code_inline" | "html_inline":
                words.append(token.content)
            case "softbreak" | "hardbreak":
                words.append("\n")
            case "image":
                words.append(token.content)
            case "link_open":
                address = str(token.attrGet("href") or "")
                start = len(words)
            case "link_close":
                said = "".join(words[start:])
                if address and address != said and address != f"mailto:{said}":
                    words.append(f" ({address})")
                address = ""
            case _:
                pass
    return "".join(words)
