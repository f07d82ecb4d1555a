"""What a drafter is: something that proposes ids and says what they were drawn from."""

from collections.abc import Callable, Sequence
from typing import Protocol

from torch import Tensor

from engine.events import TokenSource
from engine.record import record
from engine.sampling import Sampler


@record
class Proposal:
    """A draft.

    Args:
        ids: K ids in order, all known to the tokenizer; empty where there is nothing to propose.
        probs: (K, V) the distribution each was really drawn from, or None where there was no
            choice (greedy, coupled, n-gram).
        num_caught_up: ids the drafter had to read first because it had sat out; above a handful
            its time says nothing about a normal round.
        evidence: ids of the match a look-up rests on; the more, the oftener it is right.
    """

    ids: Sequence[int] = ()
    probs: Tensor | None = None
    num_caught_up: int = 0
    evidence: int = 0


NOTHING = Proposal()
"""What is proposed where there is no draft."""


class Drafter(Protocol):
    """Proposes what might come after a sequence."""

    @property
    def source(self) -> TokenSource:
        """Whose tokens these are."""

    def propose(
        self,
        ids: Sequence[int],
        num_tokens: int,
        *,
        sampler: Sampler,
        should_stop: Callable[[], bool],
    ) -> Proposal:
        """Propose at most `num_tokens` ids after `ids`; fewer is fine, and so is none.

        Args:
            ids: the accepted sequence, prompt included.
            num_tokens: 1 or more.
            sampler: the turn's; the draft is processed as the target will be.
            should_stop: asked before each pass; once true, what there is so far is returned.
        """

    def num_behind(self, ids: Sequence[int]) -> int:
        """Count the ids it would have to read before its first step after `ids`."""

    def forget_after(self, ids: Sequence[int]) -> None:
        """Keep no state past what is common with `ids`."""
