"""Averages by place, what they lean on, and what they promise."""

import pytest

from engine.acceptance import NUM_PLACES, Acceptance


def test_nothing_known_is_what_was_expected() -> None:
    known = Acceptance(0.5)
    assert known.rates == pytest.approx([0.5] * NUM_PLACES)
    assert known.expected_tokens[:4] == pytest.approx([1.0, 1.5, 1.75, 1.875])
    assert known.state() == []


def test_each_place_finds_its_own_rate() -> None:
    """Three stand and the fourth never does, time and again."""
    known = Acceptance(0.5)
    for _ in range(100):
        known.observe(6, 3)
    assert known.rates[:3] == pytest.approx([0.98] * 3)
    assert known.rates[3] < 0.05
    assert known.expected_tokens[6] == pytest.approx(1 + 0.98 + 0.98**2 + 0.98**3, abs=0.1)


def test_a_place_never_reached_leans_on_the_one_before() -> None:
    known = Acceptance(0.5)
    for _ in range(50):
        known.observe(2, 2)
    assert known.rates[10] > 0.95


def test_a_change_is_followed_within_some_dozens() -> None:
    known = Acceptance(0.5)
    for accepted, low, high in ((1, 0.9, 1.0), (0, 0.0, 0.25)):
        for _ in range(40):
            known.observe(1, accepted)
        assert low < known.rates[0] < high


def test_what_is_kept_is_worth_less_than_what_was_just_seen() -> None:
    known = Acceptance(0.5)
    assert not known.is_known
    for _ in range(50):
        known.observe(3, 3)
    again = Acceptance(0.5, kept=known.state())
    assert again.is_known
    assert again.num_known < known.num_known
    assert again.rates[0] == pytest.approx(known.rates[0], abs=0.1)
    assert len(again.state()) == len(known.state()) == 3
