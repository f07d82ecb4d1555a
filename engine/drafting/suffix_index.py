"""Finds where the end of a sequence occurred before.

Owns tables of short runs of ids at a few lengths, each slot holding the latest place and each
place the one before it in its slot, as compressors keep them. Adding an id and taking one back
take constant time, the tables a fixed size and each id a few bytes. Slots are shared by chance
and every match is verified, so a collision costs a look and never an answer.
"""

from array import array
from collections.abc import Sequence

from engine.record import record

LONGEST = 32
"""Ids of a match that are counted; more say no more."""
_SLOTS = 1 << 16
_MOST_PLACES = 32
"""Places of a slot that are looked at, the latest first."""


@record
class Match:
    """An earlier occurrence.

    Args:
        end: what followed it starts here.
        length: ids it shares with the end of the sequence, at most `LONGEST`.
    """

    end: int
    length: int


class SuffixIndex:
    """A growing sequence whose end can be looked up.

    Args:
        min_length: ids that make a match, 1 or more.
    """

    def __init__(self, *, min_length: int) -> None:
        self.ids: list[int] = []
        self._shortest = _Table(min_length)
        # Doubled twice: a long match is found even where its last few ids are everywhere. Brought
        # up to date where they are asked, which is seldom.
        self._longer = [_Table(min_length * times) for times in (4, 2)]

    def extend(self, ids: Sequence[int]) -> None:
        """Add ids at the end."""
        self.ids.extend(ids)
        self._shortest.follow(self.ids)

    def crop(self, length: int) -> None:
        """Take back all ids from `length` on."""
        if length >= len(self.ids):
            return
        for table in (self._shortest, *self._longer):
            table.crop(self.ids, length)
        del self.ids[length:]

    def find(self) -> Match | None:
        """Find the longest match, the latest of equals among the places looked at."""
        match, is_longest = self._shortest.find(self.ids)
        if is_longest:
            return match
        for table in self._longer:
            table.follow(self.ids)
            longer, _ = table.find(self.ids)
            if longer is not None:
                return longer
        return match


class _Table:
    """Where each run of `size` ids ended, the last run of the sequence left out.

    That one has nothing after it yet, and would be its own precedent.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._clear()

    def follow(self, ids: list[int]) -> None:
        """Take in what was added to `ids`."""
        size, latest, earlier = self._size, self._latest, self._earlier
        while len(earlier) < min(size, len(ids)):
            earlier.append(-1)
        for end in range(len(earlier), len(ids)):
            slot = hash(tuple(ids[end - size : end])) % _SLOTS
            earlier.append(latest[slot])
            latest[slot] = end

    def crop(self, ids: list[int], length: int) -> None:
        """Take back, last first, the runs that ended at `length` or later."""
        size, latest, earlier = self._size, self._latest, self._earlier
        if 2 * length < len(earlier):
            self._clear()
            self.follow(ids[:length])
            return
        while len(earlier) > length:
            end = len(earlier) - 1
            place = earlier.pop()
            if end >= size:
                latest[hash(tuple(ids[end - size : end])) % _SLOTS] = place

    def find(self, ids: list[int]) -> tuple[Match | None, bool]:
        """Find the longest match of this size or more.

        Returns:
            It, and whether there can be no longer one: every place was looked at, or it counts for
            as much as one can.
        """
        size, last = self._size, len(ids) - 1
        if last < size:
            return None, True
        place = self._latest[hash(tuple(ids[-size:])) % _SLOTS]
        if place < 0:
            return None, True
        best, best_end = size - 1, -1
        for _ in range(_MOST_PLACES):
            if place < 0:
                break
            # A longer match has the same id one further back; most have not.
            if place > best and ids[place - 1 - best] == ids[last - best]:
                length = 0
                longest = min(place, LONGEST)
                while length < longest and ids[place - 1 - length] == ids[last - length]:
                    length += 1
                if length > best:
                    best, best_end = length, place
                    if best == LONGEST:
                        break
            place = self._earlier[place]
        match = Match(best_end, best) if best_end >= 0 else None
        return match, place < 0 or best == LONGEST

    def _clear(self) -> None:
        self._latest = array("i", [-1]) * _SLOTS
        self._earlier = array("i")
        """For each end of a run the end before it in its slot, or -1."""
