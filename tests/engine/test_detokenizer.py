"""Incremental text is what decoding everything at once gives, wherever the tokens are cut."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.detokenizer import Detokenizer

TRICKY = "family 👨‍👩‍👧‍👦, flags 🇨🇿🇰🇷, 한국어, žluťoučký kůň, e\u0301, \u00a0\ufffd end"


def _stream(pieces: list[bytes]) -> list[str]:
    detokenizer = Detokenizer(pieces.__getitem__)
    return [detokenizer.push(number) for number in range(len(pieces))] + [detokenizer.flush()]


def _cut(data: bytes, places: list[int]) -> list[bytes]:
    edges = sorted({0, len(data), *(place % (len(data) + 1) for place in places)})
    return [data[start:end] for start, end in pairwise(edges)]


@settings(deadline=None)
@given(st.binary(max_size=60), st.lists(st.integers(0, 100), max_size=60))
def test_any_bytes_cut_anywhere_join_to_the_one_shot_decode(data: bytes, places: list[int]) -> None:
    """Right for every cut, broken bytes included; the reference is Python's own decoder."""
    assert "".join(_stream(_cut(data, places))) == data.decode("utf-8", "replace")


@settings(deadline=None)
@given(st.lists(st.integers(0, 1000), max_size=200))
def test_whole_text_never_shows_a_replacement_mark_on_the_way(places: list[int]) -> None:
    """Each prefix shown is a prefix of the text, so nothing shown is ever taken back."""
    shown = ""
    for piece in _stream(_cut(TRICKY.encode(), places)):
        shown += piece
        assert TRICKY.startswith(shown)
    assert shown == TRICKY


def test_single_bytes_complete_their_character_with_the_last() -> None:
    assert _stream([b"\xed", b"\x95", b"\x9c"]) == ["", "", "한", ""]


def test_wrong_bytes_are_replaced_as_soon_as_they_are_known_to_be() -> None:
    assert _stream([b"a\xff", b"\xf0\x9f", b"b"]) == ["a\ufffd", "", "\ufffdb", ""]


@pytest.mark.parametrize("half", [b"\xf0", b"\xf0\x9f", b"\xf0\x9f\x91"])
def test_an_unfinished_character_is_dropped_or_replaced_at_the_end(half: bytes) -> None:
    detokenizer = Detokenizer({0: b"a" + half}.__getitem__)
    assert detokenizer.push(0) == "a"
    assert detokenizer.has_pending
    detokenizer.drop()
    assert detokenizer.flush() == ""
    assert detokenizer.push(0) == "a"
    assert detokenizer.flush() == "\ufffd"
