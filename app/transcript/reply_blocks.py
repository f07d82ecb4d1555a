"""The blocks of one reply: finished ones rendered once, the last one read again as it grows.

Owns the order and the tint of the widgets a reply is made of; `parts.py` places them. The cost of
new text depends on that text and on the block it falls into, never on what stands before. A reply
that comes as a whole is only cut into blocks: each is built when it is near the screen.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter

from PySide6.QtWidgets import QWidget

from app.theme import Look
from app.transcript.block_lines import HEADING
from app.transcript.boxes import CodeBox
from app.transcript.building import (
    Chore,
    Place,
    Step,
    build_part,
    colour,
    refill,
    set_formulas,
    typeset,
)
from app.transcript.formulas import FormulaKey
from app.transcript.growing import INNER_GAP, Growing
from app.transcript.holding import shown_of
from app.transcript.markdown import read_block
from app.transcript.offsets import Utf16Index, utf16_length
from app.transcript.parts import Column, Known, Part, Pending
from app.transcript.pieces import Code, Piece, Prose, Table
from app.transcript.signs import Signs
from app.transcript.splitting import BlockKind, BlockSplitter, SourceBlock
from app.transcript.table_document import column_widths
from app.transcript.text_block import TextBlock, Work
from app.transcript.tint import Tint
from engine import TokenInfo

MAX_AT_ONCE, MAX_BLOCKS = 3_000, 12
"""Characters, and blocks, that end in one event and are built with it; the others wait."""
LIVE_AT_ONCE = 1_500
"""Characters of a growing block that are read with each event; a longer one when there is time."""


class ReplyBlocks:
    """Builds the widgets of a reply inside `parent`.

    Args:
        look: fonts and colours.
        work: counts what is done.
        is_tinted: whether tints are shown.
        known: what there is to know where it was on screen before.
        parent: the message that holds them.
    """

    def __init__(
        self,
        look: Look,
        *,
        work: Work,
        is_tinted: bool,
        known: Known,
        parent: QWidget,
    ) -> None:
        self._look = look
        self._work = work
        self._parent = parent
        self._is_tinted = is_tinted
        self._known = known
        self.cut: Sequence[SourceBlock] = known.blocks
        """What a whole reply consists of; empty for one that grew here."""
        self.column = Column(look, work)
        self._splitter = BlockSplitter()
        self._growing = Growing(
            look, work=work, column=self.column, dress=self._dress, parent=parent
        )
        self._is_late = False
        self._widths: dict[str, list[float]] = {}
        self.signs = Signs()
        """Who wrote what of it."""
        self._chores: deque[Chore] = deque()
        # Where the newest finished block ends, in characters and in UTF-16 units.
        self._end = 0
        self._end16 = 0
        self._last_kind: BlockKind | None = None

    @property
    def parts(self) -> list[Part]:
        """Everything from top to bottom, built or waiting."""
        return self.column.parts

    @property
    def blocks(self) -> list[TextBlock]:
        """All texts that are built, from top to bottom."""
        return [part.block for part in self.parts if part.block is not None]

    @property
    def has_chores(self) -> bool:
        """Whether something is left to do that can wait."""
        return bool(self._chores)

    def load(self, text: str, tokens: Iterable[TokenInfo], *, is_whole: bool) -> None:
        """Take in what was written before; its finished blocks wait to be built."""
        self.signs.load(tokens)
        if is_whole:
            self.cut = self.cut or (*self._splitter.feed(text), *self._splitter.finish())
        for block in self.cut if is_whole else self._splitter.feed(text):
            self._wait(block)
        if not is_whole:
            self.signs.wait_from(self._end16 + self._splitter.start - self._end)
            if self._splitter.is_in_fence:
                self._begin_code()
            else:
                self._show_live()

    def build(self, index: int) -> int:
        """Build or lay out a part that waits; give how much higher it is."""
        part = self.parts[index]
        if part.pending is None:
            return self.column.fit(index)
        fresh = self._built(part.pending)
        if fresh:
            fresh[0].gap = part.gap
        return self.column.replace(index, fresh)

    def do_chore(self) -> Step | None:
        """Do a step of what can wait; None if nothing is left that could be done now."""
        for _ in range(len(self._chores)):
            try:
                step = next(self._chores[0])
            except StopIteration:
                self._chores.popleft()
                continue
            if not step.has_to_wait:
                return step
            self._chores.rotate(-1)
        return None

    def append(self, text: str, tokens: Iterable[TokenInfo]) -> None:
        """Take in new text with the tokens that made it."""
        self._work.allow_formulas()
        fresh = self.signs.note(tokens)
        done = self._splitter.feed(text)
        self._take_in(done)
        if not self._splitter.is_in_fence:
            self._show_live()
        elif done or not self._growing.is_code:
            self._begin_code()
        else:
            self._growing.append_code(text)
            self._tint_code(fresh)

    def finish(self) -> None:
        """End the reply: what was still growing is rendered too."""
        self._take_in(self._splitter.finish())
        self._growing.drop()
        self.signs.waiting.clear()

    def set_proposed(self, text: str) -> None:
        """Show words ahead at the end of the growing block, up to the line's end."""
        self._growing.set_proposed(text.strip("\n").split("\n")[0])

    def set_tinted(self, is_tinted: bool) -> None:
        """Show or hide the tints; nothing is laid out anew."""
        self._is_tinted = is_tinted
        for block in self.blocks:
            block.is_tinted = is_tinted
            block.update()

    def _take(self, block: SourceBlock) -> Pending:
        """Give a block that is over with the signs that touch it."""
        start16 = self._end16 + block.start - self._end
        end16 = start16 + utf16_length(block.text)
        self._end, self._end16 = block.start + len(block.text), end16
        known = self._known.heights.get(block.start, 0)
        return Pending(block, start16, self.signs.take(end16), known)

    def _wait(self, block: SourceBlock) -> None:
        self._add(Part(None, pending=self._take(block), start=block.start), self._guess_gap(block))
        self._last_kind = block.kind

    def _take_in(self, done: Sequence[SourceBlock]) -> None:
        """Show blocks that are over; of many at once, those that nobody sees grow wait."""
        room = MAX_AT_ONCE
        for number, block in enumerate(done):
            room -= len(block.text)
            has_room = room >= 0 and number < MAX_BLOCKS
            if has_room or self._growing.parts:
                self._finish(block)
            else:
                self._wait(block)
                self._chores.append(iter(()))

    def _guess_gap(self, block: SourceBlock) -> float:
        """Give the room above a block that is not read yet."""
        if self._last_kind is BlockKind.LIST_ITEM and block.kind is BlockKind.LIST_ITEM:
            return 0.3
        if HEADING.match(block.text):
            return 1.4
        return 0.0 if block.head else 0.8

    def _finish(self, block: SourceBlock) -> None:
        pending = self._take(block)
        pieces = self._read(block)
        gap = self._gap_for(block.kind, pieces, is_rest=bool(block.head))
        self._last_kind = block.kind
        code = pieces[0] if len(pieces) == 1 else None
        if self._growing.is_code and isinstance(code, Code):
            self._growing.finish_code(code)
        else:
            if self._growing.is_code:
                self._growing.drop()
            place = self._place(block, pending.start16)
            later = [set_formulas(piece, self._look, self._work) for piece in pieces]
            tints = pending.tints
            self._growing.show(pieces, place, gap=gap, start=block.start, tints=tints)
            for part, waiting in zip(self._growing.parts, later, strict=True):
                self._typeset_later(part, place, waiting, tints)
        for part in self._growing.let_go():
            self._finish_part(part)

    def _read(self, block: SourceBlock) -> list[Piece]:
        self._work.num_rendered += 1
        self._work.num_parsed_chars += len(block.text)
        pieces = read_block(block.text, block.head)
        if not block.is_cut:
            return pieces
        return [replace(p, is_cut=True) if isinstance(p, Code) else p for p in pieces]

    def _place(self, block: SourceBlock, start16: int) -> Place:
        """Give where a block stands; the columns of a table are as wide in all of its blocks."""
        widths: Sequence[float] = ()
        if block.kind is BlockKind.TABLE:
            widths = self._widths.get(_head_of(block), ())
        head16 = utf16_length(block.head)
        return Place(Utf16Index(block.head + block.text), start16 - head16, widths)

    def _built(self, pending: Pending) -> list[Part]:
        block = pending.block
        place = self._place(block, pending.start16)
        tints = self.signs.between(pending.start16, pending.start16 + utf16_length(block.text))
        parts = []
        for piece in self._read(block):
            waiting = set_formulas(piece, self._look, self._work)
            part = build_part(piece, self._look, place, parent=self._parent)
            part.gap, part.start = INNER_GAP, block.start
            self._dress(part, tints)
            self._typeset_later(part, place, waiting, tints)
            self._finish_part(part)
            if isinstance(piece, Table) and block.kind is BlockKind.TABLE and not place.widths:
                self._widths[_head_of(block)] = column_widths(piece, self._look)
            parts.append(part)
        return parts

    def _finish_part(self, part: Part) -> None:
        """See to what a part needs once its text is all there."""
        text, piece = part.block, part.piece
        if text is None:
            return
        if isinstance(piece, Code):
            chore = colour(text, piece, self._look)
            if chore is not None:
                self._chores.append(chore)
        if isinstance(part.widget, CodeBox):
            part.widget.whole = partial(self._whole_code, part)
        text.speak()

    def _dress(self, part: Part, tints: Iterable[Tint]) -> None:
        """Give a part that shows new text its signs, and what is said of them."""
        text = part.block
        if text is None:
            return
        text.is_tinted = self._is_tinted
        text.describe = lambda place: self.signs.describe(part.source.source_of(place))
        shown = [
            Tint(low, high, tint.kind)
            for tint in tints
            for low, high in part.source.shown(tint.start, tint.end)
        ]
        # The columns of a table may stand in the other order.
        for tint in sorted(shown, key=attrgetter("start")):
            text.add_tint(tint.start, tint.end, tint.kind)

    def _typeset_later(
        self, part: Part, place: Place, waiting: Sequence[FormulaKey], tints: Sequence[Tint]
    ) -> None:
        if waiting:
            self._chores.append(self._typeset(part, place, waiting, tints))

    def _typeset(
        self, part: Part, place: Place, waiting: Sequence[FormulaKey], tints: Sequence[Tint]
    ) -> Chore:
        piece = part.piece
        yield from typeset(waiting)
        # Meanwhile it may have grown, or gone.
        if piece is None or part.piece is not piece or part not in self.parts:
            return
        refill(part, piece, self._look, place)
        self._dress(part, tints)
        self._finish_part(part)
        top, grown = self.column.refit(part)
        yield Step(top=top, grown=grown)

    def _whole_code(self, part: Part) -> str:
        """Give code with all that goes on with it below."""
        index = self.parts.index(part)
        text = ""
        for below in self.parts[index:]:
            pieces = [below.piece] if below.pending is None else self._read(below.pending.block)
            code = pieces[0] if pieces else None
            if below is part and code is None and part.block is not None:
                return part.block.document.toPlainText()
            if not isinstance(code, Code) or (below is not part and not code.is_rest):
                break
            text += code.text if code.is_cut else code.text + "\n"
        return text.removesuffix("\n")

    def _show_live(self) -> None:
        """Show what there is of the open block, at once or when there is time."""
        if self._growing.is_code:
            self._growing.drop()
        text = self._splitter.open_text
        if len(text) <= LIVE_AT_ONCE:
            self._read_live(text)
        elif not self._is_late:
            self._is_late = True
            self._chores.appendleft(self._catch_up())

    def _catch_up(self) -> Chore:
        self._is_late = False
        top = self.column.top + self.column.height
        if self._splitter.is_in_fence or len(self._splitter.open_text) <= LIVE_AT_ONCE:
            return
        self._read_live(self._splitter.open_text)
        yield Step(top=top)

    def _read_live(self, text: str) -> None:
        shown = shown_of(text, is_table=self._splitter.kind is BlockKind.TABLE)
        head = self._splitter.head
        self._work.num_live_chars += len(shown)
        pieces = read_block(shown, head) if shown.strip() else []
        kind = self._splitter.kind
        start16 = self._end16 + self._splitter.start - self._end
        block = SourceBlock(self._splitter.start, shown, kind or BlockKind.PROSE, head)
        place = self._place(block, start16)
        later = [set_formulas(piece, self._look, self._work) for piece in pieces]
        gap = self._gap_for(kind, pieces, is_rest=bool(head))
        start, tints = self._splitter.start, tuple(self.signs.waiting)
        self._growing.show(pieces, place, gap=gap, start=start, tints=tints)
        for part, waiting in zip(self._growing.parts, later, strict=True):
            self._typeset_later(part, place, waiting, tints)

    def _begin_code(self) -> None:
        splitter = self._splitter
        words = splitter.fence_line.strip().lstrip("`~").split()
        start16 = self._end16 + splitter.start - self._end + splitter.num_fence
        is_rest = bool(splitter.head)
        self._growing.begin_code(
            words[0] if words else "",
            gap=self._gap_for(BlockKind.FENCE, (), is_rest=is_rest),
            start=splitter.start,
            start16=start16,
            is_rest=is_rest,
            tints=self.signs.waiting,
        )
        self._growing.append_code(splitter.open_text[splitter.num_fence :])

    def _tint_code(self, tints: Sequence[Tint]) -> None:
        for part in self._growing.parts:
            self._dress(part, tints)

    def _gap_for(
        self, kind: BlockKind | None, pieces: Sequence[Piece], *, is_rest: bool = False
    ) -> float:
        first = pieces[0] if pieces else None
        is_item = kind is BlockKind.LIST_ITEM
        if isinstance(first, Prose):
            if first.paragraphs[0].heading:
                return 1.4
            is_item = is_item or bool(first.paragraphs[0].marker)
        if is_item and self._last_kind is BlockKind.LIST_ITEM:
            return 0.3
        return 0.0 if is_rest else 0.8

    def _add(self, part: Part, gap: float) -> Part:
        part.gap = gap
        return self.column.add(part)


def _head_of(block: SourceBlock) -> str:
    """Give what is common to all blocks of one table: its first two lines."""
    return block.head or "".join(block.text.splitlines(keepends=True)[:2])
