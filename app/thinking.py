"""Tells what a model thought apart from what it answered, by its tokens.

The engine marks each token; the text of both is one, and offsets are into the whole of it. Knows
no Qt and no store.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine import TokenInfo


@dataclass(frozen=True, slots=True)
class Split:
    """A piece of a reply; the tokens are the answer's, their offsets into the answer alone."""

    thought: str = ""
    answer: str = ""
    tokens: tuple[TokenInfo, ...] = ()


class ThinkingSplitter:
    """Takes a reply in pieces and gives both halves of each.

    Text may come before its token. It waits for it while the model thinks, since it may be the
    answer's first; later it is the answer's at once.
    """

    def __init__(self) -> None:
        self._waiting = ""
        self._at = 0
        self._num_thought = 0
        self._is_thinking = False

    def feed(self, text: str, tokens: Iterable[TokenInfo]) -> Split:
        """Take in more of the reply."""
        tokens = tuple(tokens)
        if not self._num_thought and not any(token.is_thinking for token in tokens):
            self._at += _num_utf16(text)
            return Split("", text, tokens)
        self._waiting += text
        thought: list[str] = []
        answer: list[str] = []
        kept: list[TokenInfo] = []
        for token in tokens:
            piece = self._take(token.end - self._at)
            self._is_thinking = token.is_thinking
            (thought if token.is_thinking else answer).append(piece)
            if token.is_thinking:
                self._num_thought += _num_utf16(piece)
            else:
                start = max(0, token.start - self._num_thought)
                kept.append(replace(token, start=start, end=token.end - self._num_thought))
        if not self._is_thinking:
            answer.append(self._take(None))
        return Split("".join(thought), "".join(answer), tuple(kept))

    def finish(self) -> Split:
        """Give what still waits."""
        rest = self._take(None)
        return Split(rest, "") if self._is_thinking else Split("", rest)

    def _take(self, num_units: int | None) -> str:
        """Take so many UTF-16 units, or all, off what waits."""
        if num_units is None or self._waiting.isascii():
            count = len(self._waiting) if num_units is None else max(0, num_units)
            piece, self._waiting = self._waiting[:count], self._waiting[count:]
        else:
            units = self._waiting.encode("utf-16-le", "surrogatepass")
            cut = 2 * max(0, num_units)
            piece = units[:cut].decode("utf-16-le", "surrogatepass")
            self._waiting = units[cut:].decode("utf-16-le", "surrogatepass")
        self._at += _num_utf16(piece)
        return piece


def split_reply(text: str, tokens: Sequence[TokenInfo]) -> Split:
    """Give both halves of a whole reply."""
    if not has_thinking(tokens):
        return Split("", text, tuple(tokens))
    splitter = ThinkingSplitter()
    first, rest = splitter.feed(text, tokens), splitter.finish()
    return Split(first.thought + rest.thought, first.answer + rest.answer, first.tokens)


def answer_of(text: str, tokens: Sequence[TokenInfo]) -> str:
    """Give what a reply says when what was thought before is left out."""
    if not has_thinking(tokens):
        return text
    return split_reply(text, tokens).answer.lstrip("\n")


def has_thinking(tokens: Iterable[TokenInfo]) -> bool:
    """Whether any of the tokens was thought and not said."""
    return any(token.is_thinking for token in tokens)


def _num_utf16(text: str) -> int:
    return len(text) if text.isascii() else len(text) + sum(char > "\uffff" for char in text)
