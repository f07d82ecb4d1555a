"""What `window_speed.py` tells; what it drives is the real program, no business of a test."""

import pytest
from window_speed import Heard, _print

from engine import CompareFinished, TurnStats


def run(plain: float, speculative: float) -> CompareFinished:
    """Give a comparison with these speeds."""

    def stats(tokens_per_s: float) -> TurnStats:
        return TurnStats(num_tokens=11, num_first_tokens=1, elapsed_s=10 / tokens_per_s)

    return CompareFinished(
        turn_id=1,
        plain=stats(plain),
        speculative=stats(speculative),
        ratio=0.0,
        num_compared=0,
        first_difference=None,
        gap=None,
        is_sampled=False,
        is_whole=True,
    )


def test_medians_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    _print("Here", [run(10.0, 20.0), run(12.0, 30.0), run(50.0, 25.0)])
    told = capsys.readouterr().out
    assert told == "Here: 12.0 tokens/s plain, 25.0 speculative (medians of 3).\n"


def test_what_was_never_compared_is_not_compared_again() -> None:
    heard = Heard.__new__(Heard)
    heard._compare = None
    assert heard.compare_again() is None
