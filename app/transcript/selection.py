"""A selection that may run over many texts of the transcript, as it would over one page."""

from collections.abc import Sequence

from app.transcript.text_block import TextBlock


class Selection:
    """What is marked, from where the mouse went down to where it is."""

    def __init__(self) -> None:
        self._blocks: list[TextBlock] = []
        self._anchor = (0, 0)
        self._marked: list[TextBlock] = []

    @property
    def is_empty(self) -> bool:
        """Whether nothing is marked."""
        return not any(block.selected_text() for block in self._marked)

    def begin(self, blocks: Sequence[TextBlock], block: TextBlock, position: int) -> None:
        """Forget what was marked and start from a place.

        Args:
            blocks: all texts from top to bottom.
            block: the one the mouse is on.
            position: the place in it.
        """
        self.clear()
        self._blocks = list(blocks)
        self._anchor = (self._blocks.index(block), position)

    def knows(self, block: TextBlock) -> bool:
        """Whether a text was there when the selection began."""
        return block in self._blocks

    def renew(self, blocks: Sequence[TextBlock]) -> None:
        """Take in texts that were built since; what is marked stays."""
        number, position = self._anchor
        if number < len(self._blocks) and self._blocks[number] in blocks:
            anchor = self._blocks[number]
            self._blocks = list(blocks)
            self._anchor = (self._blocks.index(anchor), position)

    def extend(self, block: TextBlock, position: int) -> None:
        """Mark from the start to a place, in either direction."""
        if block not in self._blocks:
            return
        head = (self._blocks.index(block), position)
        (first, low), (last, high) = sorted((self._anchor, head))
        touched = self._blocks[first : last + 1]
        for old in self._marked:
            if old not in touched:
                old.select(0, 0)
        for number, text in enumerate(touched, first):
            start = low if number == first else 0
            end = high if number == last else text.length
            text.select(start, end)
        self._marked = touched

    def select_range(self, block: TextBlock, start: int, end: int) -> None:
        """Mark a part of the text the selection began in."""
        self._anchor = (self._blocks.index(block), start)
        self.extend(block, end)

    def select_all(self, blocks: Sequence[TextBlock]) -> None:
        """Mark everything."""
        if blocks:
            self.begin(blocks, blocks[0], 0)
            self.extend(blocks[-1], blocks[-1].length)

    def clear(self) -> None:
        """Mark nothing."""
        for block in self._marked:
            block.select(0, 0)
        self._marked = []
        self._blocks = []

    def forget(self) -> None:
        """Drop all references, for texts that are about to go."""
        self._marked = []
        self._blocks = []

    def text(self) -> str:
        """Give what is marked as plain text, an empty line between blocks."""
        parts = [block.selected_text() for block in self._marked]
        return "\n\n".join(part for part in parts if part)
