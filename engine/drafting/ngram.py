"""Looks the last few tokens up in the conversation and proposes what followed them before.

Costs nothing but a dictionary look-up, and pays where text is quoted, edited or summed up. Owns
its index, which grows with the sequence in amortised constant time a token.
"""

from collections.abc import Callable, Sequence

from engine.drafting.protocol import Proposal
from engine.events import TokenSource
from engine.models.cached import common_prefix
from engine.sampling import Sampler


class NgramDrafter:
    """Proposes the continuation of the longest suffix that occurred before, the latest first.

    Args:
        min_length: shortest suffix that counts as a hit.
        max_length: longest suffix that is looked up.
    """

    source = TokenSource.NGRAM

    def __init__(self, *, min_length: int = 3, max_length: int = 6) -> None:
        self._lengths = range(max_length, min_length - 1, -1)
        self._index: dict[int, dict[tuple[int, ...], int]] = {n: {} for n in self._lengths}
        self._ids: list[int] = []
        self._num_indexed = 0

    def propose(
        self,
        ids: Sequence[int],
        num_tokens: int,
        *,
        sampler: Sampler,
        should_stop: Callable[[], bool],
    ) -> Proposal:
        """Look the end of `ids` up."""
        self._follow(ids)
        start = self._find()
        if start is None:
            return Proposal()
        drafted: list[int] = []
        for offset in range(start, start + num_tokens):
            # A match that reaches the end goes on with what it has just proposed: a repetition.
            known = offset < len(self._ids)
            id = self._ids[offset] if known else drafted[offset - len(self._ids)]
            if id >= sampler.num_tokens:
                break
            drafted.append(id)
        return Proposal(drafted)

    def num_behind(self, ids: Sequence[int]) -> int:
        """Count nothing: following the sequence is as good as free."""
        return 0

    def forget_after(self, ids: Sequence[int]) -> None:
        """Do nothing: the next `propose` follows whatever sequence it is given."""

    def _follow(self, ids: Sequence[int]) -> None:
        kept = common_prefix(self._ids, ids)
        if kept < len(self._ids):
            # An edit or another chat: rare, and a new index is cheap.
            self._index = {n: {} for n in self._lengths}
            self._num_indexed = 0
            del self._ids[kept:]
        self._ids.extend(ids[kept:])
        # The suffix itself must not be found, so the last token is indexed one round later.
        for end in range(self._num_indexed + 1, len(self._ids)):
            for length in self._lengths:
                if length <= end:
                    self._index[length][tuple(self._ids[end - length : end])] = end
        self._num_indexed = max(self._num_indexed, len(self._ids) - 1)

    def _find(self) -> int | None:
        for length in self._lengths:
            if length < len(self._ids):
                start = self._index[length].get(tuple(self._ids[-length:]))
                if start is not None:
                    return start
        return None
