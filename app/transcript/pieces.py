"""What markdown turns into: runs of text in paragraphs, code and tables, each knowing its source.

Frozen values between `markdown.py`, which makes them, and `documents.py`, which lays them out.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Text in one style.

    Args:
        text: what is shown.
        source: where it stands in the block's source, in characters, or None where unknown.
        source_length: how much source it stands for; differs from the text's length only for
            escapes and entities.
        href: where a link goes; http, https or mailto.
    """

    text: str
    source: int | None = None
    source_length: int = 0
    is_bold: bool = False
    is_italic: bool = False
    is_struck: bool = False
    is_code: bool = False
    href: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """Runs that flow together.

    Args:
        runs: in order; a line break is a run whose text is a line separator.
        heading: 1 to 6, or 0 for running text.
        depth: how many lists it stands in.
        marker: a bullet or number that hangs before it, empty for none.
        quote: how many quotes it stands in.
        is_tight: no space before it.
    """

    runs: tuple[Run, ...]
    heading: int = 0
    depth: int = 0
    marker: str = ""
    quote: int = 0
    is_tight: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """Paragraphs that are laid out as one document."""

    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """A code block; `line_sources[n]` is where line n begins in the source, in characters."""

    language: str
    text: str
    line_sources: tuple[int, ...]
    depth: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows of cells, the first row being the head; `alignments` are left, center or right."""

    rows: tuple[tuple[tuple[Run, ...], ...], ...]
    alignments: tuple[str, ...]
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Rule:
    """A thin line across the column."""


Piece = Prose | Code | Table | Rule
