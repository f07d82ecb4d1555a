"""Finding the first of several texts in a stream, one character at a time.

An Aho-Corasick automaton: the work for a character does not depend on how much came before, and
the depth of its state is exactly how much of the end might still become a match. Knows no tokens.

Source: Aho and Corasick 1975, "Efficient string matching: an aid to bibliographic search".
"""

from collections import deque
from collections.abc import Sequence


class StopMatcher:
    """Watches a stream for stop texts.

    The match that is complete first wins, and of several complete at the same character the
    longest, so that how the stream is cut into tokens changes nothing.

    Args:
        stops: the texts to find, none of them empty.
    """

    def __init__(self, stops: Sequence[str]) -> None:
        self._next: list[dict[str, int]] = [{}]
        self._depth = [0]
        self._match_length = [0]
        for stop in stops:
            self._add(stop)
        self._fallback = [0] * len(self._next)
        self._link()
        self._state = 0

    @property
    def num_held(self) -> int:
        """How many of the last characters could be the beginning of a match."""
        return self._depth[self._state]

    def reset(self) -> None:
        """Forget what came before, so that no match begins in it."""
        self._state = 0

    def push(self, character: str) -> int:
        """Add a character; return the length of the match it completes, 0 for none."""
        state = self._state
        while state and character not in self._next[state]:
            state = self._fallback[state]
        self._state = self._next[state].get(character, 0)
        return self._match_length[self._state]

    def _add(self, stop: str) -> None:
        state = 0
        for character in stop:
            if character not in self._next[state]:
                self._next[state][character] = len(self._next)
                self._next.append({})
                self._depth.append(self._depth[state] + 1)
                self._match_length.append(0)
            state = self._next[state][character]
        self._match_length[state] = len(stop)

    def _link(self) -> None:
        # Breadth first, so that a state's fallback, which is shorter, is already finished.
        queue = deque(self._next[0].values())
        while queue:
            state = queue.popleft()
            for character, child in self._next[state].items():
                fallback = self._fallback[state]
                while fallback and character not in self._next[fallback]:
                    fallback = self._fallback[fallback]
                fallback = self._next[fallback].get(character, 0)
                self._fallback[child] = fallback
                # A shorter stop may end inside a longer one that never completes.
                self._match_length[child] = (
                    self._match_length[child] or self._match_length[fallback]
                )
                queue.append(child)
