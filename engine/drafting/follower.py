"""Tells how much of what a drafter has read still holds, in a time that does not grow with it."""

from collections.abc import Sequence

from engine.models.cached import common_prefix

_TAIL = 32
"""Ids that are compared to see that a growing sequence is still the same."""


class Follower:
    """Holds what was read against a sequence that mostly is the one of before, grown."""

    def __init__(self) -> None:
        self._sequence: Sequence[int] = ()

    def num_common(self, known: list[int], ids: Sequence[int]) -> int:
        """Count the ids that `known` and `ids` share at their start.

        Within a turn the same list grows, and all of it is read only where its end is not the end
        of what is known. A list that is the same one must have changed nowhere else.
        """
        length = len(known)
        tail = max(length - _TAIL, 0)
        if ids is self._sequence and ids[tail:length] == known[tail:]:
            return length
        self._sequence = ids
        return common_prefix(known, ids)
