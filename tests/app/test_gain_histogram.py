"""Which bars of a histogram bear their number."""

from itertools import pairwise

import pytest

from app.charts.gain_histogram import labelled_bars


@pytest.mark.parametrize(
    ("num_bars", "pitch", "expected"),
    [
        (4, 60.0, (1, 2, 3, 4)),
        (9, 26.0, (1, 2, 3, 4, 5, 6, 7, 8, 9)),
        (17, 14.0, (2, 4, 6, 8, 10, 12, 14, 16)),
        (32, 7.5, (1, 5, 10, 15, 20, 25, 30)),
        (32, 2.5, (1, 10, 20, 30)),
        (3, 0.01, (3,)),
    ],
)
def test_labels_that_would_touch_are_left_out(
    num_bars: int, pitch: float, expected: tuple[int, ...]
) -> None:
    """Labels of 14 pixels; what fits is there, at round numbers."""
    assert labelled_bars(num_bars, pitch=pitch, widest=14.0) == expected


@pytest.mark.parametrize("num_bars", [1, 4, 7, 12, 17, 24, 32])
def test_no_two_labels_touch(num_bars: int) -> None:
    for pitch in (3.0, 7.5, 12.0, 19.0, 40.0):
        numbers = labelled_bars(num_bars, pitch=pitch, widest=14.0)
        places = [number * pitch for number in numbers]
        assert all(after - before >= 14.0 for before, after in pairwise(places))
