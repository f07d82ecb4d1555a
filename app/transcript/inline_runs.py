"""Reads the inside of a paragraph into runs, finding each one again in the source.

Looks only forward, so that words that come twice are not taken for one another.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from app.language.text import translate
from app.transcript.math_syntax import INLINE, latex_of
from app.transcript.pieces import Run

LINE_BREAK = "\u2028"
MAX_ADDRESS = 80
"""Characters of an image's address that are shown."""

_SAFE_LINK = re.compile(r"(?:https?://|mailto:)", re.IGNORECASE)


@dataclass(slots=True)
class _Style:
    bold: int = 0
    italic: int = 0
    struck: int = 0
    href: str = ""


@dataclass(slots=True)
class RunReader:
    """Knows the source of one block; `position` only ever moves forward through it.

    Args:
        source: the block's text.
        position: where to look for the next run, in characters.
    """

    source: str
    position: int = 0

    def read(self, children: Sequence[Token]) -> list[Run]:
        """Read the tokens of one paragraph."""
        runs: list[Run] = []
        style = _Style()
        for child in children:
            match child.type:
                case "text":
                    runs.append(self.run(child.content, child.content, style))
                case "text_special":
                    runs.append(self.run(child.content, child.markup, style))
                case "code_inline":
                    runs.append(self.run(child.content, child.content, style, is_code=True))
                    self.skip_past(child.markup)
                case _ if child.type == INLINE:
                    runs.append(self._formula(child.content, style))
                case "softbreak" | "hardbreak":
                    runs.append(self._break())
                case "image":
                    runs += self._image(child, style)
                case "link_open":
                    style.href = _safe(str(child.attrGet("href") or ""))
                case "link_close":
                    style.href = ""
                    if child.info != "auto":
                        self.skip_past(")" if self.source[self.position :][:2] == "](" else "]")
                case "strong_open" | "strong_close":
                    style.bold += child.nesting
                case "em_open" | "em_close":
                    style.italic += child.nesting
                case "s_open" | "s_close":
                    style.struck += child.nesting
                case _:
                    runs.append(self.run(child.content, child.content, style))
        return [run for run in runs if run.text]

    def run(self, shown: str, written: str, style: _Style, *, is_code: bool = False) -> Run:
        """Find what was written and give it as a run."""
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

    def skip_past(self, mark: str) -> None:
        """Go on behind the next such mark."""
        at = self.source.find(mark, self.position)
        if at >= 0:
            self.position = at + len(mark)

    def _formula(self, written: str, style: _Style) -> Run:
        found = self.run(written, written, style)
        return Run(
            text=written.replace("\n", LINE_BREAK),
            source=found.source,
            source_length=found.source_length,
            is_code=True,
            latex=latex_of(written),
            is_display=written.startswith(("$$", r"\[")),
        )

    def _break(self) -> Run:
        at = self.source.find("\n", self.position)
        self.position = at + 1 if at >= 0 else self.position
        return Run(text=LINE_BREAK, source=at if at >= 0 else None, source_length=1)

    def _image(self, token: Token, style: _Style) -> list[Run]:
        """Give what it shows in words, and its address; it is never fetched."""
        address = str(token.attrGet("src") or "")
        words = token.content or translate("Transcript", "Image")
        plain = _Style(style.bold, style.italic + 1, style.struck)
        runs = [self.run(words, token.content, plain)]
        if address:
            is_long = len(address) > MAX_ADDRESS
            shown = address[:MAX_ADDRESS] + "…" if is_long else address
            link = _Style(href=_safe(address))
            found = self.run(shown, address, link)
            runs += [Run(text=" ("), found, Run(text=")")]
        self.skip_past(")")
        return runs


def _safe(href: str) -> str:
    return href if _SAFE_LINK.match(href) else ""
