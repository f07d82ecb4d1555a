"""The parts of one reply, one under the other: where each stands, and which still wait.

A part waits while it has no widget yet, or one that is laid out for another width. It keeps a
place of a likely height until it is near the screen, so that a long reply costs what is seen of
it. Knows no markdown: what waits is built by whoever owns it.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtWidgets import QWidget

from app.theme import LINE_HEIGHT, Look
from app.transcript.boxes import RuleLine, SidewaysBox
from app.transcript.documents import CODE_LINE_HEIGHT
from app.transcript.offsets import SourceMap
from app.transcript.pieces import Piece
from app.transcript.splitting import BlockKind, SourceBlock
from app.transcript.text_block import TextBlock, Work
from app.transcript.tint import Tint

MAX_AT_ONCE = 12
"""Parts that are laid out with the reply; where there are more, those off screen wait."""
CHAR_WIDTH = 0.5
"""Width of a character in running text, relative to its height."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A finished block that was not built yet.

    Args:
        block: its source.
        start16: where it begins in the reply, in UTF-16 units.
        tints: the signs that touch it.
        known_height: what it took when it was last built at this size, 0 while unknown.
    """

    block: SourceBlock
    start16: int
    tints: tuple[Tint, ...]
    known_height: int = 0

    def guess(self, width: int, look: Look) -> int:
        """Give the height it is likely to take at a width."""
        if self.known_height:
            return self.known_height
        lines = self.block.text.rstrip("\n").split("\n")
        if self.block.kind in (BlockKind.FENCE, BlockKind.INDENTED):
            return round(len(lines) * look.px(0.9) * CODE_LINE_HEIGHT) + 40
        chars = max(1, int(width / (CHAR_WIDTH * look.base_px)))
        num_lines = sum(1 + len(line) // chars for line in lines)
        return round(num_lines * look.base_px * LINE_HEIGHT)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a reply that was on screen before.

    Args:
        heights: what its blocks took at the width it had, by where they begin in the reply.
        blocks: what its answer was cut into; empty where that is not known.
    """

    heights: Mapping[int, int] = field(default_factory=dict)
    blocks: Sequence[SourceBlock] = ()


@dataclass(slots=True, eq=False)
class Part:
    """A widget of the column, or the place of one.

    Args:
        widget: what is shown; None while `pending` waits to be built.
        gap: the room above it, in units of running text.
        indent: lists it stands in.
        pending: what is to be built in its place.
        start: where its block begins in the reply, in characters.
        piece: what it shows; None for a part that waits, and for code that grows.
        source: where the reply's text is shown in it.
        y: where it stands in the column.
        height: what it takes.
        fitted: the width it is laid out for.
    """

    widget: TextBlock | SidewaysBox | RuleLine | None
    gap: float = 0.0
    indent: int = 0
    pending: Pending | None = None
    start: int = 0
    piece: Piece | None = None
    source: SourceMap = field(default_factory=SourceMap)
    y: int = 0
    height: int = 0
    fitted: int = 0

    @property
    def block(self) -> TextBlock | None:
        """Its text, None for a rule or a part that waits."""
        match self.widget:
            case TextBlock():
                return self.widget
            case SidewaysBox(block=block):
                return block
            case _:
                return None


class Column:
    """Places the parts of a reply by hand.

    Args:
        look: how large text is.
        work: counts what is done.
    """

    def __init__(self, look: Look, work: Work) -> None:
        self._look = look
        self._work = work
        self.parts: list[Part] = []
        self.top = 0
        """Where the column begins in the message."""
        self.reads_before: QWidget | None = None
        """What is read out after the parts, and reached after them by Tab."""
        self._width = 0

    @property
    def height(self) -> int:
        """What all parts take together."""
        return self.parts[-1].y + self.parts[-1].height if self.parts else 0

    def add(self, part: Part) -> Part:
        """Put a part under the others."""
        part.y = self.height + (self._gap(part) if self.parts else 0)
        self.parts.append(part)
        self.settle(part)
        if part.widget is not None:
            self._put_in_order(len(self.parts) - 1)
            part.widget.show()
        return part

    def cut(self, num_parts: int) -> None:
        """Drop all parts after so many."""
        for part in self.parts[num_parts:]:
            if part.widget is not None:
                part.widget.hide()
                part.widget.deleteLater()
        del self.parts[num_parts:]

    def settle(self, part: Part) -> None:
        """Give a part the height its text has now; those below it stay where they are."""
        if isinstance(part.widget, SidewaysBox):
            part.widget.text_grew()
        if self._width:
            self._fit(part)

    def place(self, width: int) -> None:
        """Take a width. A few parts are laid out at once, many when they are near the screen."""
        self._width = width
        is_short = len(self.parts) <= MAX_AT_ONCE
        y = 0
        for number, part in enumerate(self.parts):
            y += self._gap(part) if number else 0
            part.y = y
            if part.widget is None or is_short or part is self.parts[-1]:
                self._fit(part)
            else:
                part.widget.move(self._left(part), self.top + y)
            y += part.height

    def move_to(self, top: int) -> None:
        """Begin at another height of the message."""
        if top != self.top:
            self.top = top
            for part in self.parts:
                if part.widget is not None:
                    part.widget.move(self._left(part), top + part.y)

    def waiting_within(self, top: int, bottom: int) -> int | None:
        """Give the lowest part between two heights of the message that waits."""
        for index in range(self.index_at(bottom), -1, -1):
            part = self.parts[index]
            if self.top + part.y + part.height < top:
                return None
            if part.widget is None or part.fitted != self._width:
                return index
        return None

    def index_at(self, y: int) -> int:
        """The part at a height of the message, or the one above; -1 where there are none."""
        found = bisect_right(self.parts, y - self.top, key=lambda part: part.y) - 1
        return max(0, found) if self.parts else -1

    def fit(self, index: int) -> int:
        """Lay a part out that waits for that; give how much higher it is."""
        part = self.parts[index]
        before = part.height
        self._fit(part)
        return self._shift_below(index, part.height - before)

    def refit(self, part: Part) -> tuple[int, int]:
        """Lay a part out whose text has changed; give where it stands, and how much higher it is.

        One that waits for another width goes on waiting.
        """
        if isinstance(part.widget, SidewaysBox):
            part.widget.text_grew()
        top = self.top + part.y
        if not self._width or part.fitted != self._width:
            return top, 0
        return top, self.fit(self.parts.index(part))

    def replace(self, index: int, parts: Iterable[Part]) -> int:
        """Put what was built in the place of what waited; give how much higher it is."""
        old = self.parts[index]
        fresh = list(parts)
        self.parts[index : index + 1] = fresh
        y = old.y
        for number, part in enumerate(fresh):
            y += self._gap(part) if number else 0
            part.y = y
            if self._width:
                self._fit(part)
            y += part.height
        for place in range(index + len(fresh) - 1, index - 1, -1):
            widget = self.parts[place].widget
            if widget is not None:
                self._put_in_order(place)
                widget.show()
        return self._shift_below(index + len(fresh) - 1, y - old.y - old.height)

    def known_heights(self) -> dict[int, int]:
        """Give what each block takes now, by where it begins in the reply."""
        first: dict[int, Part] = {}
        heights: dict[int, int] = {}
        for part in self.parts:
            top = first.setdefault(part.start, part).y
            heights[part.start] = part.y + part.height - top
        return heights

    def _put_in_order(self, index: int) -> None:
        # Parts are built from the screen upwards; a screen reader walks them as they lie.
        below = (part.widget for part in self.parts[index + 1 :] if part.widget is not None)
        follower = next(below, self.reads_before)
        widget = self.parts[index].widget
        if widget is not None and follower is not None:
            widget.stackUnder(follower)

    def _shift_below(self, index: int, grown: int) -> int:
        if grown:
            for part in self.parts[index + 1 :]:
                part.y += grown
                if part.widget is not None:
                    part.widget.move(self._left(part), self.top + part.y)
        return grown

    def _gap(self, part: Part) -> int:
        return round(part.gap * self._look.base_px)

    def _left(self, part: Part) -> int:
        return round(part.indent * 1.6 * self._look.base_px)

    def _fit(self, part: Part) -> None:
        left = self._left(part)
        width = self._width - left
        match part.widget:
            case TextBlock():
                part.height = part.widget.set_text_width(width)
            case SidewaysBox() | RuleLine():
                part.height = part.widget.place(width)
            case None:
                if part.pending is not None:
                    part.height = part.pending.guess(width, self._look)
                return
        self._work.num_placed += 1
        part.fitted = self._width
        part.widget.setGeometry(left, self.top + part.y, width, part.height)
