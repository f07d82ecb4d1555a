"""Who wrote which word: which tokens are tinted how, and the rectangles to paint for it.

The tint lies behind the text and never in the document, so that switching it lays nothing out.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import cast

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF, QTextBlock, QTextLine

from engine import TokenInfo, TokenSource, TokenStatus


class TintKind(StrEnum):
    """The signs there are; each is a field of the palette."""

    DRAFT = "tint_draft"
    NGRAM = "tint_ngram"
    CORRECTED = "corrected"


def tint_of(token: TokenInfo) -> TintKind | None:
    """Say which sign a token bears; the target's own tokens bear none."""
    if token.status is TokenStatus.ACCEPTED:
        return _DRAFTED.get(token.source)
    return TintKind.CORRECTED if token.status is TokenStatus.RECOVERED else None


_DRAFTED = {
    TokenSource.MODEL: TintKind.DRAFT,
    TokenSource.HEAD: TintKind.DRAFT,
    TokenSource.NGRAM: TintKind.NGRAM,
}


def describe_token(token: TokenInfo) -> str:
    """Say who wrote a token first, what became of it, and how likely the target found it."""
    match token.status:
        case TokenStatus.ACCEPTED if token.source is TokenSource.NGRAM:
            who = "Seen before in this chat, accepted by the target"
        case TokenStatus.ACCEPTED if token.source is TokenSource.HEAD:
            who = "Drafted by the target's own draft, accepted by the target"
        case TokenStatus.ACCEPTED:
            who = "Drafted, accepted by the target"
        case TokenStatus.RECOVERED:
            who = "Corrected by the target"
        case TokenStatus.BONUS:
            who = "The target's own, after a draft it accepted whole"
        case TokenStatus.PLAIN:
            who = "The target's own, without a draft"
    share = 100 * token.probability
    likely = f"{share:.0f} %" if share >= 1 else "less than 1 %"
    lines = [who, f"The target gave it {likely}"]
    if token.status is not TokenStatus.PLAIN:
        lines.append(f"Token {token.position_in_round + 1} of its round")
    return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Tint:
    """A sign on a range of a document, in UTF-16 units."""

    start: int
    end: int
    kind: TintKind


class TintRanges:
    """The signs of one document, in order; neighbours of one kind flow together."""

    def __init__(self) -> None:
        self._tints: list[Tint] = []
        self._starts: list[int] = []

    def __len__(self) -> int:
        return len(self._tints)

    def __iter__(self) -> Iterator[Tint]:
        return iter(self._tints)

    def add(self, start: int, end: int, kind: TintKind) -> None:
        """Put a sign on a range that begins at or after all others."""
        if self._tints:
            last = self._tints[-1]
            # Words corrected one after another stay apart, for each was a round of its own.
            if last.kind is kind and last.end == start and kind is not TintKind.CORRECTED:
                self._tints[-1] = Tint(last.start, end, kind)
                return
        self._tints.append(Tint(start, end, kind))
        self._starts.append(start)

    def within(self, start: int, end: int) -> list[Tint]:
        """Give the signs that touch a range."""
        low = max(0, bisect_right(self._starts, start) - 1)
        high = bisect_left(self._starts, end)
        return [tint for tint in self._tints[low:high] if tint.end > start]


def rectangles(
    block: QTextBlock, tints: list[Tint], metrics: QFontMetricsF
) -> list[tuple[QRectF, TintKind]]:
    """Find what to paint for signs on one paragraph, relative to its layout's position.

    Args:
        block: a paragraph that is laid out.
        tints: the signs that touch it, in the document's units.
        metrics: of the text's usual font, for the height of the ground.
    """
    layout = block.layout()
    first = block.position()
    length = block.length() - 1
    text = block.text()
    found = []
    for tint in tints:
        low = max(0, tint.start - first)
        high = min(length, tint.end - first)
        if low >= high:
            continue
        for number in range(layout.lineForTextPosition(low).lineNumber(), layout.lineCount()):
            line = layout.lineAt(number)
            line_start = line.textStart()
            line_end = line_start + line.textLength()
            if line_start >= high:
                break
            begin, end = _trim(
                text, max(low, line_start), min(high, line_end), line_start, tint.kind
            )
            left = cursor_x(line, begin)
            right = cursor_x(line, end)
            baseline = line.y() + line.ascent()
            corner = QPointF(min(left, right), baseline - metrics.ascent() - 1)
            if abs(right - left) > 0.5:
                width = abs(right - left)
                height = metrics.ascent() + metrics.descent() + 2
                found.append((QRectF(corner.x(), corner.y(), width, height), tint.kind))
    return found


def _trim(text: str, begin: int, end: int, line_start: int, kind: TintKind) -> tuple[int, int]:
    """Leave out the indentation of a line, and the space before a corrected word."""
    is_indent = begin == line_start or not text[line_start:begin].strip()
    if is_indent or kind is TintKind.CORRECTED:
        while begin < end and text[begin : begin + 1].isspace():
            begin += 1
    return begin, end


def cursor_x(line: QTextLine, position: int) -> float:
    """Give where a place of the text stands in its line, from the layout's left."""
    # The binding gives the place together with the position it belongs to.
    place = cast("tuple[float, int]", line.cursorToX(position))
    return place[0]
