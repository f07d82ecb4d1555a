"""Looks the last few tokens up in the conversation and proposes what followed them before.

Costs microseconds, and pays where text is quoted, edited or summed up. Owns an index that follows
the sequence it is given, id by id in constant time.
"""

from collections.abc import Callable, Sequence

from engine.drafting.follower import Follower
from engine.drafting.protocol import NOTHING, Proposal
from engine.drafting.suffix_index import SuffixIndex
from engine.events import TokenSource
from engine.sampling import Sampler


class NgramDrafter:
    """Proposes the continuation of the longest suffix that occurred before, the latest first.

    Args:
        min_length: shortest suffix that counts as a hit.
    """

    source = TokenSource.NGRAM

    def __init__(self, *, min_length: int = 2) -> None:
        self._index = SuffixIndex(min_length=min_length)
        self._follower = Follower()

    def propose(
        self,
        ids: Sequence[int],
        num_tokens: int,
        *,
        sampler: Sampler,
        should_stop: Callable[[], bool],
    ) -> Proposal:
        """Look the end of `ids` up; the evidence is the length of the match."""
        index = self._index
        kept = self._follower.num_common(index.ids, ids)
        index.crop(kept)
        index.extend(ids[kept:])
        match = index.find()
        if match is None:
            return NOTHING
        drafted = index.ids[match.end : match.end + num_tokens]
        if len(drafted) < num_tokens:
            # A match that reaches the end goes on with what it has just proposed: a repetition.
            drafted = (drafted * -(-num_tokens // len(drafted)))[:num_tokens]
        if max(drafted) >= sampler.num_tokens:
            unknown = next(n for n, id in enumerate(drafted) if id >= sampler.num_tokens)
            drafted = drafted[:unknown]
        return Proposal(drafted, evidence=match.length)

    def num_behind(self, ids: Sequence[int]) -> int:
        """Count nothing: following the sequence is as good as free."""
        return 0

    def forget_after(self, ids: Sequence[int]) -> None:
        """Do nothing: the next `propose` follows whatever sequence it is given."""
