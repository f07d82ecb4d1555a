"""The tokens of one reply as signs on its text: those of the text that still grows, in order.

Knows where tokens stand in the reply, in UTF-16 units, and nothing of widgets.
"""

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable
from itertools import islice
from operator import attrgetter

from app.transcript.tint import Tint, describe_token, round_size, tint_of
from engine import TokenInfo


class Signs:
    """Keeps the tokens of a reply, and the signs that no finished block has taken yet."""

    def __init__(self) -> None:
        self.differs_at: int | None = None
        """Where a token stands that is pointed out, in UTF-16 units; set before it comes."""
        self.waiting: deque[Tint] = deque()
        """The signs of the text that is not finished."""
        self._tokens: list[TokenInfo] = []

    def load(self, tokens: Iterable[TokenInfo]) -> None:
        """Take in the tokens of text that is there already; their signs are asked for by place."""
        self._tokens += tokens

    def wait_from(self, start: int) -> None:
        """Let the signs from a place on wait for the block that is not finished."""
        self.waiting = deque(self.between(start, self._tokens[-1].end) if self._tokens else ())

    def between(self, start: int, end: int) -> tuple[Tint, ...]:
        """Give the signs that touch a range, in order."""
        index = bisect_right(self._tokens, start, key=attrgetter("start"))
        while index > 0 and self._tokens[index - 1].end > start:
            index -= 1
        found = []
        for token in islice(self._tokens, index, None):
            if token.start >= end:
                break
            found.append(token)
        return tuple(self._tints(found))

    def note(self, tokens: Iterable[TokenInfo]) -> list[Tint]:
        """Take in tokens and give the signs they bear."""
        tokens = tuple(tokens)
        self._tokens += tokens
        fresh = self._tints(tokens)
        self.waiting += fresh
        return fresh

    def _tints(self, tokens: Iterable[TokenInfo]) -> list[Tint]:
        return [
            Tint(token.start, token.end, kind)
            for token in tokens
            if token.end > token.start
            and (kind := tint_of(token, differs=token.start == self.differs_at)) is not None
        ]

    def take(self, end: int) -> tuple[Tint, ...]:
        """Give the signs that begin before a place; one that reaches over it goes on waiting."""
        taken: list[Tint] = []
        while self.waiting and self.waiting[0].start < end:
            taken.append(self.waiting.popleft())
        self.waiting.extendleft(tint for tint in reversed(taken) if tint.end > end)
        return tuple(taken)

    def describe(self, at: int | None) -> str:
        """Say whose the character at a place of the reply is; empty where nobody knows."""
        place_of = attrgetter("start")
        index = bisect_right(self._tokens, -1 if at is None else at, key=place_of) - 1
        while index >= 0 and at is not None:
            token = self._tokens[index]
            if token.start <= at < token.end:
                size = round_size(self._tokens, index)
                return describe_token(token, round_size=size)
            if token.end > token.start:
                break
            # A token that only completes no character stands at the same place.
            index -= 1
        return ""
