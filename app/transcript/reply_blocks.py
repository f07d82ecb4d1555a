"""The blocks of one reply: finished ones rendered once, the last one growing as plain text.

Owns the order, the places and the tint of the widgets a reply is made of. The cost of new text
depends on that text and on the block it falls into, never on what stands before.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QWidget

from app.theme import Look
from app.transcript.boxes import CodeBox, RuleLine, SidewaysBox
from app.transcript.documents import (
    colour_code,
    fill_code,
    fill_prose,
    fill_table,
    line_format,
    new_document,
)
from app.transcript.holding import Lead, lead_of, num_held
from app.transcript.markdown import read_block
from app.transcript.offsets import SourceMap, Utf16Index, utf16_length
from app.transcript.pieces import Code, Paragraph, Piece, Prose, Rule, Table
from app.transcript.splitting import BlockKind, BlockSplitter, SourceBlock
from app.transcript.text_block import TextBlock, Work
from app.transcript.tint import Tint, tint_of
from engine import TokenInfo

_HEADING = re.compile(r" {0,3}#{1,6}\s")


@dataclass(slots=True, eq=False)
class Part:
    """A widget of the column; `gap` lies above it, in units of running text."""

    widget: TextBlock | SidewaysBox | RuleLine
    gap: float
    indent: int = 0
    y: int = 0
    height: int = 0

    @property
    def block(self) -> TextBlock | None:
        """Its text, None for a rule."""
        match self.widget:
            case TextBlock():
                return self.widget
            case SidewaysBox(block=block):
                return block
            case _:
                return None


class ReplyBlocks:
    """Builds and places the widgets of a reply inside `parent`.

    Args:
        look: fonts and colours.
        work: counts what is done.
        is_tinted: whether tints are shown.
        parent: the message that holds them.
    """

    def __init__(self, look: Look, *, work: Work, is_tinted: bool, parent: QWidget) -> None:
        self._look = look
        self._work = work
        self._parent = parent
        self._is_tinted = is_tinted
        self._splitter = BlockSplitter()
        self.parts: list[Part] = []
        self._live: Part | None = None
        self._unshown = ""
        self._num_shown = 0
        # How much further left or right text stands on screen than in the block's source.
        self._shift = 0
        self._tints: list[Tint] = []
        # Where the newest finished block ends, in characters and in UTF-16 units.
        self._end = 0
        self._end16 = 0
        self._last_kind: BlockKind | None = None
        self._width = 0

    @property
    def blocks(self) -> list[TextBlock]:
        """All texts from top to bottom."""
        return [part.block for part in self.parts if part.block is not None]

    @property
    def height(self) -> int:
        """What all parts take together."""
        return self.parts[-1].y + self.parts[-1].height if self.parts else 0

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
        self._tints = []

    def set_proposed(self, text: str) -> None:
        """Show words ahead at the end of the growing block, up to the line's end."""
        ahead = text.strip("\n").split("\n")[0]
        if self._live is None:
            if not ahead:
                return
            self._live = self._add(self._new_live(), self._gap_for(self._splitter.kind))
        block = self._live.block
        if block is not None:
            block.set_proposed(ahead)
            self._settle(self._live)

    def set_tinted(self, is_tinted: bool) -> None:
        """Show or hide the tints; nothing is laid out anew."""
        self._is_tinted = is_tinted
        for block in self.blocks:
            block.is_tinted = is_tinted
            block.update()

    def place(self, width: int) -> None:
        """Lay everything out at a width."""
        self._width = width
        y = 0
        for number, part in enumerate(self.parts):
            y += round(part.gap * self._look.base_px) if number else 0
            part.y = y
            self._fit(part)
            y += part.height

    def _note(self, tokens: Iterable[TokenInfo]) -> list[Tint]:
        fresh = []
        for token in tokens:
            kind = tint_of(token)
            if kind is not None and token.end > token.start:
                fresh.append(Tint(token.start, token.end, kind))
        self._tints += fresh
        return fresh

    def _finish(self, block: SourceBlock) -> None:
        start16 = self._end16 + block.start - self._end
        index = Utf16Index(block.text)
        end16 = start16 + index[len(block.text)]
        self._end, self._end16 = block.start + len(block.text), end16
        tints = [tint for tint in self._tints if tint.start < end16]
        self._tints = [tint for tint in self._tints if tint.end > end16]
        self._work.num_rendered += 1
        self._work.num_parsed_chars += len(block.text)
        pieces = read_block(block.text)
        kept = self._keep_code(pieces)
        if kept is None:
            self._drop_live()
        gap = self._gap_for(block.kind, is_heading=bool(_HEADING.match(block.text)))
        for number, piece in enumerate(pieces):
            if kept is not None and isinstance(piece, Code):
                part, source_map = kept, self._complete_code(kept, piece, index, start16)
            else:
                part, source_map = self._build(piece, index, start16)
                self._add(part, gap if number == 0 else 0.7)
            self._finish_part(part, source_map, tints)
        self._last_kind = block.kind

    def _finish_part(self, part: Part, source_map: SourceMap, tints: list[Tint]) -> None:
        text = part.block
        if text is None:
            return
        text.has_caret = False
        if part is not self._live:
            for tint in tints:
                for low, high in source_map.shown(tint.start, tint.end):
                    text.add_tint(low, high, tint.kind)
        else:
            self._live = None
        text.speak()

    def _keep_code(self, pieces: list[Piece]) -> Part | None:
        """Give the growing code block if it is what was finished, so that it can stay."""
        is_code = self._live is not None and isinstance(self._live.widget, CodeBox)
        return self._live if is_code and len(pieces) == 1 and isinstance(pieces[0], Code) else None

    def _complete_code(self, part: Part, code: Code, index: Utf16Index, start16: int) -> SourceMap:
        text = part.block
        if text is not None:
            text.set_proposed("")
            missing = utf16_length(code.text) - text.length
            if missing > 0:
                text.append(code.text[-missing:])
            colour_code(text.document, code, self._look)
            self._settle(part)
        return SourceMap()

    def _build(self, piece: Piece, index: Utf16Index, start16: int) -> tuple[Part, SourceMap]:
        look = self._look
        match piece:
            case Prose():
                document = new_document(look)
                source_map = fill_prose(document, piece, look, index=index, start=start16)
                return Part(TextBlock(document, look, parent=self._parent), 0), source_map
            case Code(language=language, depth=depth):
                document = new_document(look, is_code=True, wraps=False)
                source_map = fill_code(document, piece, look, index=index, start=start16)
                code = CodeBox(document, look, language=language, parent=self._parent)
                return Part(code, 0, depth), source_map
            case Table(depth=depth):
                document = new_document(look)
                source_map = fill_table(document, piece, look, index=index, start=start16)
                return Part(SidewaysBox(document, look, parent=self._parent), 0, depth), source_map
            case Rule():
                return Part(RuleLine(look, parent=self._parent), 0), SourceMap()

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
            self._live = self._add(self._new_live(), gap)
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
        self._settle(self._live)

    def _new_live(self) -> Part:
        look = self._look
        is_code = self._splitter.is_in_fence
        document = new_document(look, is_code=is_code, wraps=not is_code)
        QTextCursor(document).setBlockFormat(line_format(look, is_code=is_code))
        if not is_code:
            return Part(self._with_caret(TextBlock(document, look, parent=self._parent)), 0)
        language = self._splitter.first_line.strip().lstrip("`~").split()
        box = CodeBox(document, look, language=language[0] if language else "", parent=self._parent)
        self._with_caret(box.block)
        return Part(box, 0)

    def _with_caret(self, block: TextBlock) -> TextBlock:
        block.has_caret = True
        return block

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
        if self._live is not None:
            # It is always the last one, so this costs the same in a long reply.
            self.parts.pop()
            self._live.widget.hide()
            self._live.widget.deleteLater()
            self._live = None

    def _gap_for(self, kind: BlockKind | None, *, is_heading: bool = False) -> float:
        if self._last_kind is BlockKind.LIST_ITEM and kind is BlockKind.LIST_ITEM:
            return 0.3
        return 1.4 if is_heading else 0.8

    def _add(self, part: Part, gap: float) -> Part:
        part.gap = gap
        block = part.block
        if block is not None:
            block.is_tinted = self._is_tinted
        part.y = self.height + (round(gap * self._look.base_px) if self.parts else 0)
        self.parts.append(part)
        self._settle(part)
        part.widget.show()
        return part

    def _settle(self, part: Part) -> None:
        if isinstance(part.widget, SidewaysBox):
            part.widget.text_grew()
        if self._width:
            self._fit(part)

    def _fit(self, part: Part) -> None:
        self._work.num_placed += 1
        left = round(part.indent * 1.6 * self._look.base_px)
        width = self._width - left
        match part.widget:
            case TextBlock():
                part.height = part.widget.set_text_width(width)
            case SidewaysBox() | RuleLine():
                part.height = part.widget.place(width)
        part.widget.setGeometry(left, part.y, width, part.height)
