"""The live rate counts the engine's tokens over the engine's seconds."""

import pytest

from app.live_rate import LiveRate
from engine import TurnStats


def rates(points: list[tuple[float, int]], *, window_s: float = 2.0) -> list[float]:
    """Give the rate after each point of (seconds, tokens)."""
    rate = LiveRate(window_s=window_s)
    return [rate.add(TurnStats(elapsed_s=at_s, num_tokens=count)) for at_s, count in points]


def test_the_prefill_does_not_count() -> None:
    """Case 25 in figures alone: two seconds of prefill, then five tokens every 250 ms."""
    points = [(2.0 + 0.25 * n, 5 + 5 * n) for n in range(41)]
    result = rates(points)
    assert result[0] == 0.0
    assert result[1:] == pytest.approx([20.0] * 40)


def test_it_follows_a_change_within_its_window() -> None:
    """Ten tokens/s, then forty: two seconds later only the forty are left."""
    slow = [(0.1 * n, n) for n in range(51)]
    fast = [(5.0 + 0.1 * n, 50 + 4 * n) for n in range(1, 31)]
    result = rates(slow + fast)
    assert result[50] == pytest.approx(10.0)
    assert 10.0 < result[60] < 40.0
    assert result[75:] == pytest.approx([40.0] * len(result[75:]))


def test_a_stream_slower_than_the_window_still_has_a_rate() -> None:
    """One token every five seconds."""
    assert rates([(5.0 * n, n) for n in range(1, 6)])[1:] == pytest.approx([0.2] * 4)


def test_two_events_at_one_instant_do_not_divide_by_zero() -> None:
    """A coarse clock gives the same time twice."""
    assert rates([(1.0, 1), (1.0, 2)]) == [0.0, 0.0]
