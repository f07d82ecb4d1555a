"""The blocks of one reply: finished ones rendered once, the last one growing as plain text.

Owns the order and the tint of the widgets a reply is made of; `parts.py` places them. The cost of
new text depends on that text and on the block it falls into, never on what stands before. A reply
that comes as a whole is only cut into blocks: each is built when it is near the screen.
"""

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Mapping
from operator import attrgetter

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QWidget

from app.theme import Look
from app.transcript.boxes import CodeBox
from app.transcript.building import Chore, build_part, colour
from app.transcript.documents import line_format, new_document
from app.transcript.holding import Lead, lead_of, num_held
from app.transcript.markdown import read_block
from app.transcript.offsets import Segment, SourceMap, Utf16Index, utf16_length
from app.transcript.parts import Column, Part, Pending
from app.transcript.pieces import Code, Paragraph, Piece
from app.transcript.splitting import BlockKind, BlockSplitter, SourceBlock
from app.transcript.text_block import TextBlock, Work
from app.transcript.tint import Tint, describe_token, round_size, tint_of
from engine import TokenInfo

_HEADING = re.compile(r" {0,3}#{1,6}\s")
_NO_END = 2**31
_INNER_GAP = 0.7
"""Between the pieces that one block turns out to be made of."""


class ReplyBlocks:
    """Builds the widgets of a reply inside `parent`.

    Args:
        look: fonts and colours.
        work: counts what is done.
        is_tinted: whether tints are shown.
        known_heights: what blocks took before at this size, by where they begin in the reply.
        parent: the message that holds them.
    """

    def __init__(
        self,
        look: Look,
        *,
        work: Work,
        is_tinted: bool,
        known_heights: Mapping[int, int] | None = None,
        parent: QWidget,
    ) -> None:
        self._look = look
        self._work = work
        self._parent = parent
        self._is_tinted = is_tinted
        self._known_heights = known_heights or {}
        self.column = Column(look, work)
        self._splitter = BlockSplitter()
        self._live: Part | None = None
        self._unshown = ""
        self._num_shown = 0
        # How much further left or right text stands on screen than in the block's source.
        self._shift = 0
        self._tints: deque[Tint] = deque()
        self._tokens: list[TokenInfo] = []
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
        self._note(tokens)
        done = self._splitter.feed(text)
        for block in [*done, *self._splitter.finish()] if is_whole else done:
            self._wait(block)
        if not is_whole:
            self._restart_live()

    def build(self, index: int) -> int:
        """Build or lay out a part that waits; give how much higher it is."""
        part = self.parts[index]
        if part.pending is None:
            return self.column.fit(index)
        fresh = self._built(part.pending)
        if fresh:
            fresh[0].gap = part.gap
        return self.column.replace(index, fresh)

    def do_chore(self) -> bool:
        """Do a step of what can wait; False if nothing is left."""
        while self._chores:
            try:
                next(self._chores[0])
            except StopIteration:
                self._chores.popleft()
            else:
                return True
        return False

    def append(self, text: str, tokens: Iterable[TokenInfo]) -> None:
        """Take in new text with the tokens that made it."""
        fresh = self._note(tokens)
        was_in_fence = self._splitter.is_in_fence
        done = self._splitter.feed(text)
        for block in done:
            self._finish(block)
        if done or self._splitter.is_in_fence != was_in_fence:
            self._restart_live()
        else:
            self._unshown += text
            self._show_live()
            self._tint_live(fresh)

    def finish(self) -> None:
        """End the reply: what was still growing is rendered too."""
        for block in self._splitter.finish():
            self._finish(block)
        self._drop_live()
        self._tints.clear()

    def set_proposed(self, text: str) -> None:
        """Show words ahead at the end of the growing block, up to the line's end."""
        ahead = text.strip("\n").split("\n")[0]
        if self._live is None:
            if not ahead:
                return
            self._live = self._add(self._new_live(0, 0), self._gap_for(self._splitter.kind))
        block = self._live.block
        if block is not None:
            block.set_proposed(ahead)
            self.column.settle(self._live)

    def set_tinted(self, is_tinted: bool) -> None:
        """Show or hide the tints; nothing is laid out anew."""
        self._is_tinted = is_tinted
        for block in self.blocks:
            block.is_tinted = is_tinted
            block.update()

    def _note(self, tokens: Iterable[TokenInfo]) -> list[Tint]:
        tokens = tuple(tokens)
        self._tokens += tokens
        fresh = [
            Tint(token.start, token.end, kind)
            for token in tokens
            if token.end > token.start and (kind := tint_of(token)) is not None
        ]
        self._tints += fresh
        return fresh

    def _describe(self, part: Part, place: int) -> str:
        """Say whose the character at a place of a part is."""
        at = part.source.source_of(place)
        place_of = attrgetter("start")
        index = bisect_right(self._tokens, -1 if at is None else at, key=place_of) - 1
        while index >= 0 and at is not None:
            token = self._tokens[index]
            if token.start <= at < token.end:
                size = round_size(self._tokens, index)
                return describe_token(token, round_size=size)
            if token.end > token.start:
                break
            # A token that only completes no character stands at the same place.
            index -= 1
        return ""

    def _take(self, block: SourceBlock) -> Pending:
        """Give a block that is over with the signs that touch it."""
        start16 = self._end16 + block.start - self._end
        end16 = start16 + utf16_length(block.text)
        self._end, self._end16 = block.start + len(block.text), end16
        tints: list[Tint] = []
        while self._tints and self._tints[0].start < end16:
            tints.append(self._tints.popleft())
        self._tints.extendleft(tint for tint in reversed(tints) if tint.end > end16)
        known = self._known_heights.get(block.start, 0)
        return Pending(block, start16, tuple(tints), known)

    def _wait(self, block: SourceBlock) -> None:
        gap = self._gap_for(block.kind, is_heading=bool(_HEADING.match(block.text)))
        self._add(Part(None, pending=self._take(block), start=block.start), gap)
        self._last_kind = block.kind

    def _finish(self, block: SourceBlock) -> None:
        pending = self._take(block)
        pieces = self._read(block)
        gap = self._gap_for(block.kind, is_heading=bool(_HEADING.match(block.text)))
        self._last_kind = block.kind
        kept = self._kept_code(pieces)
        if kept is not None:
            self._complete(*kept)
            return
        self._drop_live()
        for number, part in enumerate(self._built(pending, pieces)):
            self._add(part, gap if number == 0 else _INNER_GAP)

    def _read(self, block: SourceBlock) -> list[Piece]:
        self._work.num_rendered += 1
        self._work.num_parsed_chars += len(block.text)
        return read_block(block.text)

    def _built(self, pending: Pending, pieces: list[Piece] | None = None) -> list[Part]:
        block = pending.block
        index = Utf16Index(block.text)
        parts = []
        for piece in self._read(block) if pieces is None else pieces:
            part, chore = build_part(
                piece, self._look, index=index, start16=pending.start16, parent=self._parent
            )
            part.gap, part.start = _INNER_GAP, block.start
            if chore is not None:
                self._chores.append(chore)
            text = part.block
            if text is not None:
                for tint in pending.tints:
                    for low, high in part.source.shown(tint.start, tint.end):
                        text.add_tint(low, high, tint.kind)
                self._let_speak(part, text)
            parts.append(part)
        return parts

    def _let_speak(self, part: Part, text: TextBlock) -> None:
        text.is_tinted = self._is_tinted
        text.describe = lambda place: self._describe(part, place)
        text.speak()

    def _kept_code(self, pieces: list[Piece]) -> tuple[Part, TextBlock, Code] | None:
        """Give the growing code block if it is what was finished, so that it can stay."""
        if self._live is not None and isinstance(self._live.widget, CodeBox) and len(pieces) == 1:
            (piece,) = pieces
            if isinstance(piece, Code):
                return self._live, self._live.widget.block, piece
        return None

    def _complete(self, part: Part, text: TextBlock, code: Code) -> None:
        text.set_proposed("")
        missing = utf16_length(code.text) - text.length
        if missing > 0:
            text.append(code.text[-missing:])
        chore = colour(text, code, self._look)
        if chore is not None:
            self._chores.append(chore)
        self.column.settle(part)
        text.has_caret = False
        text.speak()
        self._live = None

    def _restart_live(self) -> None:
        self._drop_live()
        self._unshown = self._splitter.open_text
        self._num_shown = 0
        self._shift = 0
        if self._splitter.is_in_fence:
            self._unshown = self._unshown[len(self._splitter.first_line) :]
        self._show_live()
        start16 = self._live_start16()
        self._tint_live([tint for tint in self._tints if tint.end > start16])

    def _show_live(self) -> None:
        is_code = self._splitter.is_in_fence
        held = num_held(self._unshown, is_code=is_code, is_first=self._num_shown == 0)
        shown = self._unshown[: len(self._unshown) - held]
        lead = Lead(0)
        if shown and not is_code and self._num_shown == 0:
            found = lead_of(shown)
            shown, lead = (shown[found.num_chars :], found) if found else ("", lead)
        if not shown and not (is_code and self._live is None):
            if self._live is not None and self._live.block is not None:
                self._live.block.set_proposed("")
            return
        if self._live is None:
            kind = BlockKind.LIST_ITEM if lead.marker else self._splitter.kind
            gap = self._gap_for(kind, is_heading=lead.heading > 0)
            marker_length = utf16_length(f"{lead.marker}\t") if lead.marker else 0
            live = self._new_live(marker_length, lead.num_chars)
            self._live = self._add(live, gap)
        self._unshown = self._unshown[lead.num_chars + len(shown) :]
        self._num_shown += lead.num_chars + len(shown)
        self._work.num_inserted_chars += len(shown)
        block = self._live.block
        if block is not None:
            if lead.num_chars:
                depth = 1 if lead.marker else 0
                first = Paragraph(runs=(), heading=lead.heading, depth=depth, marker=lead.marker)
                self._shift = block.begin(first) - lead.num_chars
            block.append(shown)
        self.column.settle(self._live)

    def _new_live(self, num_marker: int, num_lead: int) -> Part:
        """Make the part that grows; its text begins after so many units, on screen and not."""
        look = self._look
        is_code = self._splitter.is_in_fence
        document = new_document(look, is_code=is_code, wraps=not is_code)
        QTextCursor(document).setBlockFormat(line_format(look, is_code=is_code))
        source = SourceMap([Segment(num_marker, _NO_END, self._live_start16() + num_lead, _NO_END)])
        part = Part(None, source=source, start=self._splitter.start)
        if is_code:
            language = self._splitter.first_line.strip().lstrip("`~").split()
            name = language[0] if language else ""
            part.widget = CodeBox(document, look, language=name, parent=self._parent)
        else:
            part.widget = TextBlock(document, look, parent=self._parent)
        text = part.block
        if text is not None:
            text.has_caret = True
            text.describe = lambda place: self._describe(part, place)
        return part

    def _live_start16(self) -> int:
        head = len(self._splitter.first_line) if self._splitter.is_in_fence else 0
        return self._end16 + self._splitter.start - self._end + head

    def _tint_live(self, tints: list[Tint]) -> None:
        block = self._live.block if self._live is not None else None
        if block is None:
            return
        start16 = self._live_start16()
        for tint in tints:
            low = max(0, tint.start - start16 + self._shift)
            high = tint.end - start16 + self._shift
            if high > low:
                block.add_tint(low, high, tint.kind)

    def _drop_live(self) -> None:
        live, self._live = self._live, None
        if live is not None and live.widget is not None:
            # It is always the last one, so this costs the same in a long reply.
            self.parts.pop()
            live.widget.hide()
            live.widget.deleteLater()

    def _gap_for(self, kind: BlockKind | None, *, is_heading: bool = False) -> float:
        if self._last_kind is BlockKind.LIST_ITEM and kind is BlockKind.LIST_ITEM:
            return 0.3
        return 1.4 if is_heading else 0.8

    def _add(self, part: Part, gap: float) -> Part:
        part.gap = gap
        if part.block is not None:
            part.block.is_tinted = self._is_tinted
        return self.column.add(part)
