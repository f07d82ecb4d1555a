"""Offsets between what the model wrote and what is shown, all in UTF-16 units.

Qt counts a document in UTF-16 units, and so do the engine's token offsets; Python and the
markdown reader count characters. The two differ only beyond the basic plane (emoji, mostly).
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


def utf16_length(text: str) -> int:
    """Length in UTF-16 units."""
    return len(text) if text.isascii() else len(text) + sum(char > "\uffff" for char in text)


class Utf16Index:
    """Turns offsets of one text from characters into UTF-16 units.

    Args:
        text: the text the offsets are of.
    """

    def __init__(self, text: str) -> None:
        self._wide = [] if text.isascii() else [i for i, char in enumerate(text) if char > "\uffff"]

    def __getitem__(self, offset: int) -> int:
        return offset + bisect_left(self._wide, offset)


@dataclass(frozen=True, slots=True)
class Segment:
    """Shown text and the source it came from; alike in length except for escapes and entities."""

    shown: int
    shown_length: int
    source: int
    source_length: int


class SourceMap:
    """Where pieces of the source are shown in one document.

    Args:
        segments: in the order they are shown, which is the order they were written.
    """

    def __init__(self, segments: Iterable[Segment] = ()) -> None:
        self._segments = sorted(segments, key=lambda segment: segment.source)
        self._starts = [segment.source for segment in self._segments]

    def source_of(self, shown: int) -> int | None:
        """Give where the character shown at a place stands in the source, None where nowhere."""
        for segment in self._segments:
            inside = shown - segment.shown
            if 0 <= inside < segment.shown_length:
                is_alike = segment.shown_length == segment.source_length
                return segment.source + (inside if is_alike else 0)
        return None

    def shown(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Give the ranges of the document that show `source[start:end]`, in order."""
        index = max(0, bisect_right(self._starts, start) - 1)
        for segment in self._segments[index:]:
            if segment.source >= end:
                return
            low = max(start, segment.source)
            high = min(end, segment.source + segment.source_length)
            if low >= high:
                continue
            if segment.shown_length == segment.source_length:
                shift = segment.shown - segment.source
                yield low + shift, high + shift
            else:
                yield segment.shown, segment.shown + segment.shown_length
