"""Whether a speed can be the drafts' doing. Knows no Qt."""

_SLACK = 1.15
"""What a round's own overheads and chance may add."""


def is_plausible(ratio: float, tokens_a_round: float) -> bool:
    """Whether a ratio of speeds can be the drafts' doing.

    A round costs at least what a plain pass does, so that no reply is sped up by more than it
    gained in each round; what is beyond that was a computer busy with something else.

    Args:
        ratio: speculative over plain tokens/s.
        tokens_a_round: of the speculative reply, 1 or more; 0 where there was none.
    """
    return 0.0 < ratio <= _SLACK * max(1.0, tokens_a_round)
