"""What is thought and what is said, apart again, whatever pieces they come in."""

import random

import pytest

from app.thinking import ThinkingSplitter, answer_of, split_reply
from engine import TokenInfo, TokenSource, TokenStatus

THOUGHT = ("\nHm", " \U0001f914", " yes", ".\n")
SAID = ("\n\n", "Two \U0001f44d", " and", " a half")


def tokens_of(words: tuple[str, ...], *, num_thinking: int) -> list[TokenInfo]:
    tokens: list[TokenInfo] = []
    start = 0
    for number, word in enumerate(words):
        end = start + len(word.encode("utf-16-le")) // 2
        is_thinking = number < num_thinking
        tokens.append(
            TokenInfo(
                number, start, end, TokenSource.TARGET, 0, TokenStatus.PLAIN, 0.5, is_thinking
            )
        )
        start = end
    return tokens


WORDS = THOUGHT + SAID
TEXT = "".join(WORDS)
TOKENS = tokens_of(WORDS, num_thinking=len(THOUGHT))


def test_a_whole_reply() -> None:
    """The answer's tokens point into the answer; the blank lines before it are no part of it."""
    split = split_reply(TEXT, TOKENS)
    assert (split.thought, split.answer) == ("".join(THOUGHT), "".join(SAID))
    units = split.answer.encode("utf-16-le")
    shown = [units[2 * t.start : 2 * t.end].decode("utf-16-le") for t in split.tokens]
    assert shown == list(SAID)
    assert answer_of(TEXT, TOKENS) == "Two \U0001f44d and a half"


@pytest.mark.parametrize("seed", range(20))
def test_pieces_of_any_size(seed: int) -> None:
    """After the first, text runs ahead of its tokens by up to five characters, as behind a stop
    text that was not one; what comes out is the same."""
    chance = random.Random(seed)
    splitter = ThinkingSplitter()
    waiting = list(TOKENS[1:])
    first = splitter.feed(WORDS[0], TOKENS[:1])
    thought, answer = first.thought, first.answer
    found: list[TokenInfo] = []
    at = len(WORDS[0])
    while at < len(TEXT):
        piece = TEXT[at : at + chance.randint(1, 4)]
        at += len(piece)
        end = len(TEXT[: max(0, at - chance.randint(0, 5))].encode("utf-16-le")) // 2
        ready = [token for token in waiting if token.end <= end]
        waiting = waiting[len(ready) :]
        split = splitter.feed(piece, ready)
        thought, answer = thought + split.thought, answer + split.answer
        found += split.tokens
    split = splitter.feed("", waiting)
    rest = splitter.finish()
    thought += split.thought + rest.thought
    answer += split.answer + rest.answer
    assert (thought, answer) == ("".join(THOUGHT), "".join(SAID))
    assert (*found, *split.tokens) == split_reply(TEXT, TOKENS).tokens


def test_a_reply_without_thinking_is_left_alone() -> None:
    """Nothing waits and nothing is moved, with or without tokens."""
    tokens = tokens_of(SAID, num_thinking=0)
    assert split_reply("".join(SAID), tokens).tokens == tuple(tokens)
    assert ThinkingSplitter().feed("abc", ()).answer == "abc"
    assert answer_of("\nabc", ()) == "\nabc"


def test_a_reply_that_was_stopped_while_thinking() -> None:
    """There is no answer, and all of the text is thought."""
    tokens = TOKENS[:2]
    split = split_reply("".join(THOUGHT[:2]) + " y", tokens)
    assert (split.thought, split.answer) == ("".join(THOUGHT[:2]) + " y", "")
