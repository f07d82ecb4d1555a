"""The block of a reply that is still being written: shown as it will be, from its first words on.

Text is read again with each piece, since a later word may change what an earlier one means; only
what turns out otherwise gets another widget. Code only grows. Both end as they are.
"""

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QWidget

from app.theme import Look
from app.transcript.boxes import CodeBox
from app.transcript.building import Place, build_part, refill
from app.transcript.documents import line_format, new_document
from app.transcript.holding import num_held
from app.transcript.offsets import Segment, SourceMap, utf16_length
from app.transcript.parts import Column, Part
from app.transcript.pieces import Code, Piece, Prose
from app.transcript.text_block import TextBlock, Work
from app.transcript.tint import Tint

INNER_GAP = 0.7
"""Between the pieces that one block turns out to be made of."""
_NO_END = 2**31


class Growing:
    """Builds the widgets of the open block at the end of a column.

    Args:
        look: fonts and colours.
        work: counts what is done.
        column: where its parts stand; they are always the last ones.
        dress: gives a part that shows new text its signs.
        parent: the message that holds them.
    """

    def __init__(
        self,
        look: Look,
        *,
        work: Work,
        column: Column,
        dress: Callable[[Part, Iterable[Tint]], None],
        parent: QWidget,
    ) -> None:
        self._look = look
        self._work = work
        self._column = column
        self._dress = dress
        self._parent = parent
        self.parts: list[Part] = []
        self._unshown = ""
        self._is_code = False

    @property
    def is_code(self) -> bool:
        """Whether it is code that grows."""
        return self._is_code

    @property
    def code(self) -> TextBlock | None:
        """The code that grows."""
        return self.parts[0].block if self._is_code and self.parts else None

    def show(
        self,
        pieces: Sequence[Piece],
        place: Place,
        *,
        gap: float,
        start: int,
        tints: Iterable[Tint],
    ) -> None:
        """Show what the block is made of now.

        Args:
            pieces: all of them.
            place: where the block stands.
            gap: the room above it.
            start: where it begins in the reply, in characters.
            tints: the signs that touch it.
        """
        self._drop_words_ahead()
        if self.parts and self.parts[0].gap != gap:
            self.drop()
        same = 0
        for part, piece in zip(self.parts, pieces, strict=False):
            if part.piece != piece:
                break
            same += 1
        if same < min(len(self.parts), len(pieces)):
            # What is written changes the end of the last piece, most of the time.
            part, piece = self.parts[same], pieces[same]
            if refill(part, piece, self._look, place):
                self._column.settle(part)
                self._dress(part, tints)
                same += 1
        if same < len(self.parts):
            self._column.cut(len(self._column.parts) - len(self.parts) + same)
            del self.parts[same:]
        for piece in pieces[same:]:
            part = build_part(piece, self._look, place, parent=self._parent)
            part.start = start
            self._add(part, INNER_GAP if self.parts else gap)
            self._dress(part, tints)
        for part in self.parts:
            if part.block is not None:
                part.block.has_caret = part is self.parts[-1] and isinstance(part.piece, Prose)

    def begin_code(
        self,
        language: str,
        *,
        gap: float,
        start: int,
        start16: int,
        is_rest: bool,
        tints: Iterable[Tint],
    ) -> None:
        """Begin code that grows.

        Args:
            language: what its fence says.
            gap: the room above it.
            start: where the block begins in the reply, in characters.
            start16: where its first line of code begins, in UTF-16 units.
            is_rest: whether it goes on with the code above it.
            tints: the signs that touch it.
        """
        self.drop()
        look = self._look
        document = new_document(look, is_code=True, wraps=False)
        QTextCursor(document).setBlockFormat(line_format(look, is_code=True))
        source = SourceMap([Segment(0, _NO_END, start16, _NO_END)])
        box = CodeBox(document, look, language=language, is_rest=is_rest, parent=self._parent)
        part = Part(box, start=start, source=source)
        box.block.has_caret = True
        self._is_code = True
        self._add(part, gap)
        self._dress(part, tints)

    def append_code(self, text: str) -> None:
        """Let code grow; what may be its end is held back."""
        block = self.code
        if block is None:
            return
        self._unshown += text
        held = num_held(self._unshown, is_code=True, is_first=block.length == 0)
        shown = self._unshown[: len(self._unshown) - held]
        self._unshown = self._unshown[len(shown) :]
        if shown:
            self._work.num_inserted_chars += len(shown)
            block.append(shown)
            self._column.settle(self.parts[0])

    def finish_code(self, code: Code) -> None:
        """Show what is missing of code that is whole now."""
        block = self.code
        if block is None:
            return
        block.set_proposed("")
        missing = utf16_length(code.text) - block.length
        if missing > 0:
            block.append(code.text[-missing:])
        self.parts[0].piece = code
        self._column.settle(self.parts[0])

    def set_proposed(self, text: str) -> None:
        """Show words ahead at the end, up to the line's end."""
        if not self.parts:
            if not text:
                return
            part = Part(TextBlock(new_document(self._look), self._look, parent=self._parent))
            self._add(part, 0.8)
            if part.block is not None:
                QTextCursor(part.block.document).setBlockFormat(line_format(self._look))
                part.block.has_caret = True
        last = self.parts[-1]
        takes_words = self._is_code or last.piece is None or isinstance(last.piece, Prose)
        if last.block is not None and takes_words:
            last.block.set_proposed(text)
            self._column.settle(last)

    def let_go(self) -> list[Part]:
        """Give the parts, which stay as they are from now on."""
        parts, self.parts = self.parts, []
        self._unshown, self._is_code = "", False
        for part in parts:
            if part.block is not None:
                part.block.set_proposed("")
                part.block.has_caret = False
        return parts

    def drop(self) -> None:
        """Take the parts away."""
        self._column.cut(len(self._column.parts) - len(self.parts))
        self.let_go()

    def _drop_words_ahead(self) -> None:
        block = self.parts[-1].block if self.parts else None
        if block is not None:
            block.set_proposed("")
            self._column.settle(self.parts[-1])

    def _add(self, part: Part, gap: float) -> None:
        part.gap = gap
        self._column.add(part)
        self.parts.append(part)
