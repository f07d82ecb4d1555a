"""Whether a speed can be the drafts' doing. Knows no Qt."""

from engine import TurnStats


def is_plausible(ratio: float, stats: TurnStats) -> bool:
    """Whether a ratio of speeds can be the drafts' doing.

    A round costs at least what a plain pass does, so that no reply is sped up by more than it
    gained in each round; what is beyond that was a computer busy with something else.
    """
    return 0.0 < ratio <= 1.15 * max(1.0, stats.mean_acceptance_length)
