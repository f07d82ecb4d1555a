"""Who wrote which word: which tokens bear which sign, how it is painted, what is said of it.

The signs lie behind the text and never in the document, so that switching them lays nothing out.
Each has a ground and a line of its own kind beneath it, so that colour is never the only sign.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import cast

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QPolygonF, QTextBlock, QTextLine

from app.language.numbers import percent
from app.language.text import translate
from app.theme import Look
from engine import TokenInfo, TokenSource, TokenStatus

_WAVE_STEP = 2.5


class TintKind(StrEnum):
    """The signs there are."""

    MODEL = "model"
    """Written by a draft model and accepted."""
    HEAD = "head"
    """Written by the target's own draft and accepted."""
    NGRAM = "ngram"
    """Seen before and accepted."""
    CORRECTED = "corrected"
    DIFFERENT = "different"
    """Where two replies to one question part."""


def tint_of(token: TokenInfo, *, differs: bool = False) -> TintKind | None:
    """Say which sign a token bears; the target's own bear none, unless pointed out."""
    if differs:
        return TintKind.DIFFERENT
    if token.status is TokenStatus.ACCEPTED:
        return _DRAFTED.get(token.source)
    return TintKind.CORRECTED if token.status is TokenStatus.RECOVERED else None


_DRAFTED = {
    TokenSource.MODEL: TintKind.MODEL,
    TokenSource.HEAD: TintKind.HEAD,
    TokenSource.NGRAM: TintKind.NGRAM,
}


def describe_token(token: TokenInfo, *, round_size: int = 0) -> str:
    """Say who wrote a token first, what became of it, and how likely the target found it.

    Args:
        token: of a reply.
        round_size: how many tokens its round brought; 0 where that is not known.
    """
    match token.status:
        case TokenStatus.ACCEPTED if token.source is TokenSource.NGRAM:
            who = translate("Tint", "Seen before in this chat, accepted")
        case TokenStatus.ACCEPTED if token.source is TokenSource.HEAD:
            who = translate("Tint", "Drafted by the model's own draft, accepted")
        case TokenStatus.ACCEPTED:
            who = translate("Tint", "Drafted by the draft model, accepted")
        case TokenStatus.RECOVERED:
            who = translate(
                "Tint", "Corrected: the draft's word was refused, this one is the model's"
            )
        case TokenStatus.BONUS:
            who = translate("Tint", "Bonus: the model's own, after a draft that it accepted whole")
        case TokenStatus.PLAIN:
            who = translate("Tint", "The model's own, without a draft")
    share = 100 * token.probability
    likely = percent(share / 100) if share >= 1 else translate("Tint", "less than 1 %")
    lines = [who, translate("Tint", "Probability: {likely}").format(likely=likely)]
    place = token.position_in_round + 1
    if round_size > 1:
        lines.append(
            translate("Tint", "Token {place} of the {round_size} in its round").format(
                place=place, round_size=round_size
            )
        )
    elif token.status is not TokenStatus.PLAIN:
        lines.append(translate("Tint", "Token {place} of its round").format(place=place))
    return "\n".join(lines)


def round_size(tokens: Sequence[TokenInfo], index: int) -> int:
    """Count the tokens of the round that a token of a reply belongs to.

    Args:
        tokens: of the reply, in order.
        index: of the token.
    """
    first = max(0, index - tokens[index].position_in_round)
    count = 1
    while (
        first + count < len(tokens)
        and tokens[first + count].position_in_round == tokens[first].position_in_round + count
    ):
        count += 1
    return count


def paint_sign(painter: QPainter, place: QRectF, kind: TintKind, *, look: Look) -> None:
    """Paint a sign behind a word.

    Args:
        painter: with antialiasing.
        place: what `rectangles` gave.
        kind: which sign.
        look: its colours.
    """
    ground = _GROUNDS.get(kind)
    if ground is not None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.color(ground))
        painter.drawRoundedRect(place, 3, 3)
    name, style, width = _LINES[kind]
    pen = QPen(look.color(name), width, style)
    if style is Qt.PenStyle.CustomDashLine:
        pen.setDashPattern(_DASHES[kind])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    y = round(place.bottom()) - (0.5 if width > 1 else 0.0)
    left, right = place.left() + 1, place.right() - 1
    if kind is TintKind.DIFFERENT:
        painter.drawPolyline(_wave(left, right, y))
    else:
        painter.drawLine(QPointF(left, y), QPointF(right, y))


_GROUNDS = {
    TintKind.MODEL: "tint_model",
    TintKind.HEAD: "tint_head",
    TintKind.NGRAM: "tint_ngram",
    TintKind.DIFFERENT: "danger_soft",
}
_LINES = {
    TintKind.MODEL: ("mark_model", Qt.PenStyle.CustomDashLine, 1.0),
    TintKind.HEAD: ("mark_head", Qt.PenStyle.SolidLine, 1.0),
    TintKind.NGRAM: ("mark_ngram", Qt.PenStyle.CustomDashLine, 1.4),
    TintKind.CORRECTED: ("corrected", Qt.PenStyle.SolidLine, 2.0),
    TintKind.DIFFERENT: ("danger", Qt.PenStyle.SolidLine, 1.4),
}
_DASHES = {TintKind.MODEL: [6.0, 3.0], TintKind.NGRAM: [1.2, 1.8]}


def _wave(left: float, right: float, y: float) -> QPolygonF:
    count = max(2, int((right - left) / _WAVE_STEP))
    step = (right - left) / count
    return QPolygonF(
        [QPointF(left + i * step, y - (1.5 if i % 2 else -0.5)) for i in range(count + 1)]
    )


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
