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
        latex: the formula that the text is the source of, without its marks; empty for none.
        is_display: whether that formula is written to stand alone.
    """

    text: str
    source: int | None = None
    source_length: int = 0
    is_bold: bool = False
    is_italic: bool = False
    is_struck: bool = False
    is_code: bool = False
    href: str = ""
    latex: str = ""
    is_display: bool = False


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
    """A code block.

    Args:
        language: what its fence says; empty for none.
        text: the code.
        line_sources: where each line begins in the source, in characters.
        depth: how many lists it stands in.
        is_rest: whether it goes on with the code block before it.
        is_cut: whether its last line goes on in the next.
    """

    language: str
    text: str
    line_sources: tuple[int, ...]
    depth: int = 0
    is_rest: bool = False
    is_cut: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows of cells.

    Args:
        rows: the first one being the head, unless it goes on with the table before it.
        alignments: of the columns; left, center or right.
        depth: how many lists it stands in.
        is_rest: whether it goes on with the table before it.
    """

    rows: tuple[tuple[tuple[Run, ...], ...], ...]
    alignments: tuple[str, ...]
    depth: int = 0
    is_rest: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Display:
    """A formula that stands alone, as one run, and how many lists it stands in."""

    run: Run
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Rule:
    """A thin line across the column."""


Piece = Prose | Code | Table | Display | Rule
