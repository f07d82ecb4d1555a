"""When a growing text is told, by a clock that the test turns."""

from itertools import pairwise

import pytest

from engine.pacing import INTERVAL_S, Pace


class Stream:
    """Rounds at times of their own, and when something of them was told."""

    def __init__(self) -> None:
        self.now = 100.0
        self.pace = Pace(clock=lambda: self.now)
        self.texts: list[float] = []
        self.aheads: list[float] = []

    def round(self, *, after_s: float) -> bool:
        """Let time pass, then have a round over."""
        self.now += after_s
        if is_due := self.pace.is_text_due():
            self.texts.append(self.now)
        return is_due

    def draft(self, *, after_s: float) -> bool:
        """Let time pass, then have a draft written."""
        self.now += after_s
        if is_due := self.pace.is_ahead_due():
            self.aheads.append(self.now)
        return is_due


def test_the_first_word_comes_at_once_and_so_does_each_of_a_slow_text() -> None:
    stream = Stream()
    assert all(stream.round(after_s=after_s) for after_s in (0.0, 0.06, 0.06, 0.06))


def test_a_quick_text_is_told_in_few_steps() -> None:
    stream = Stream()
    for _ in range(100):
        stream.round(after_s=0.01)
    assert 20 <= len(stream.texts) <= 31
    assert max(b - a for a, b in pairwise(stream.texts)) < INTERVAL_S + 0.011


@pytest.mark.parametrize("round_s", [0.006, 0.015, 0.025, 0.03, 0.0333, 0.034, 0.05])
def test_a_text_is_told_thirty_times_a_second_or_as_often_as_it_grows(round_s: float) -> None:
    """Rounds a little shorter than the interval are not told every other time."""
    stream = Stream()
    for _ in range(round(6 / round_s)):
        stream.round(after_s=round_s)
    assert len(stream.texts) / 6 == pytest.approx(min(30, 1 / round_s), rel=0.05)


def test_with_no_interval_everything_is_told() -> None:
    pace = Pace(interval_s=0.0, clock=lambda: 5.0)
    assert all(pace.is_text_due() and pace.is_ahead_due() for _ in range(4))


def test_words_ahead_are_shown_with_the_text_before_them_where_rounds_are_quick() -> None:
    stream = Stream()
    for _ in range(60):
        stream.draft(after_s=0.002)
        stream.round(after_s=0.011)
    assert 15 <= len(stream.aheads) <= 25
    # Both are painted in one go: hardly ever is a text told by itself.
    assert len(stream.texts) <= 2


def test_words_ahead_are_all_shown_where_rounds_are_slow() -> None:
    stream = Stream()
    for _ in range(20):
        assert stream.draft(after_s=0.01)
        assert stream.round(after_s=0.07)


def test_a_draft_that_is_not_shown_delays_the_text_but_once() -> None:
    """By one interval at the most, and only for the next draft's sake."""
    stream = Stream()
    assert stream.draft(after_s=0.0)
    assert not stream.draft(after_s=0.001)
    assert not stream.round(after_s=INTERVAL_S)
    assert stream.round(after_s=0.001)
