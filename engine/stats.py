"""Counts and times a turn while it runs.

Owns the clock of a turn. Tokens are counted where they are made; the figures a window shows are
these and no others.
"""

from collections.abc import Callable
from time import perf_counter

from engine.decoding import Round
from engine.events import TurnStats


class TurnMeter:
    """Collects what happens in a turn.

    Args:
        num_prompt_tokens: length of the prompt.
        num_reused_tokens: prompt tokens that were in the cache already.
        context_length: positions there are.
        clock: seconds, only ever growing.
    """

    def __init__(
        self,
        *,
        num_prompt_tokens: int,
        num_reused_tokens: int,
        context_length: int,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self._clock = clock
        self._start = clock()
        self._num_prompt_tokens = num_prompt_tokens
        self._num_reused_tokens = num_reused_tokens
        self._context_length = context_length
        self._num_tokens = 0
        self._num_thinking_tokens = 0
        self._num_first_tokens = 0
        self._num_rounds = 0
        self._num_drafted = 0
        self._num_accepted = 0
        self._num_near_ties = 0
        self._num_draft_tokens = 0
        self._gained: list[int] = []
        self._first_s = 0.0
        self._elapsed_s = 0.0

    def count(self, round: Round, num_tokens: int, num_thinking_tokens: int) -> None:
        """Note a round.

        Args:
            round: what it brought.
            num_tokens: tokens of the reply now; less than the sum where a stop string cut some.
            num_thinking_tokens: tokens of the reply that are no answer yet.
        """
        self._elapsed_s = self._clock() - self._start
        if self._num_tokens == 0 and num_tokens > 0:
            self._first_s = self._elapsed_s
            self._num_first_tokens = num_tokens
        self._num_tokens = num_tokens
        self._num_thinking_tokens = num_thinking_tokens
        self._num_near_ties += round.num_near_ties
        if not round.is_prefill:
            self._num_rounds += 1
            self._num_drafted += round.num_drafted
            self._num_accepted += round.num_accepted
            self._num_draft_tokens = round.num_drafted
            while len(self._gained) <= round.num_new_tokens:
                self._gained.append(0)
            self._gained[round.num_new_tokens] += 1

    def settle(self, *, num_tokens: int, num_thinking_tokens: int) -> None:
        """Take over what the reply kept in the end: Stop gives up the pieces of a character."""
        self._num_tokens = num_tokens
        self._num_thinking_tokens = num_thinking_tokens

    def stats(self) -> TurnStats:
        """Give the statistics so far."""
        return TurnStats(
            num_prompt_tokens=self._num_prompt_tokens,
            num_reused_tokens=self._num_reused_tokens,
            num_tokens=self._num_tokens,
            num_thinking_tokens=self._num_thinking_tokens,
            num_first_tokens=self._num_first_tokens,
            num_rounds=self._num_rounds,
            num_drafted=self._num_drafted,
            num_accepted=self._num_accepted,
            time_to_first_token_s=self._first_s,
            elapsed_s=self._elapsed_s,
            gained=tuple(self._gained),
            num_draft_tokens=self._num_draft_tokens,
            num_near_ties=self._num_near_ties,
            context_length=self._context_length,
            num_context_tokens=self._num_prompt_tokens + self._num_tokens,
        )
