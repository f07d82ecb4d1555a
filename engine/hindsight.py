"""What would have become of drafts that were not used.

A look-up costs nothing, so there is one in nearly every round, used or not. What the target then
says judges it all the same: acceptance is learnt where nothing is spent on trying. Knows ids only.
"""

from collections.abc import Sequence

from engine.drafting.protocol import NOTHING, Proposal
from engine.events import TokenSource
from engine.lookahead import Lookahead

_LONGEST = 16


class Hindsight:
    """Follows one unused draft at a time until it is wrong or long enough.

    Args:
        lookahead: is told what was found.
    """

    def __init__(self, lookahead: Lookahead) -> None:
        self._lookahead = lookahead
        self._source = TokenSource.NGRAM
        self._proposal = NOTHING
        self._start = 0
        self.is_following = False
        """Whether there is a draft that is not judged yet."""

    def put_aside(self, proposal: Proposal, source: TokenSource, *, start: int) -> None:
        """Remember a draft that is not used, unless another is still being followed.

        Args:
            proposal: one id or more, without a choice in it.
            source: who drafted.
            start: length of the sequence it was drafted after.
        """
        if not self.is_following:
            self._proposal, self._source, self._start = proposal, source, start
            self.is_following = True

    def judge(self, ids: Sequence[int]) -> None:
        """Hold the draft against the sequence as it is now; call after each round."""
        drafted = self._proposal.ids[:_LONGEST]
        if not drafted:
            return
        come = list(ids[self._start : self._start + len(drafted)])
        num_right = 0
        for wanted, said in zip(drafted, come, strict=False):
            if wanted != said:
                break
            num_right += 1
        if num_right == len(come) < len(drafted):
            return
        self._lookahead.observe_unused(
            self._source,
            num_judged=len(drafted),
            num_right=num_right,
            evidence=self._proposal.evidence,
        )
        self._proposal, self.is_following = NOTHING, False
