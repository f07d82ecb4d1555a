"""The sentence of a proof: exact, and no stronger than what was shown."""

from dataclasses import replace

import pytest

from engine import ReplyVerified, explain_verdict

WHOLE = ReplyVerified(
    turn_id=1,
    num_tokens=4,
    num_own=4,
    num_near_ties=0,
    smallest_gap=None,
    largest_gap=0.0,
    first_foreign=None,
    probabilities=(0.5, 0.5, 0.32, 0.32),
    is_sampled=False,
    is_whole=True,
)


@pytest.mark.parametrize(
    ("verdict", "sentence"),
    [
        (WHOLE, "4 of 4 tokens are the target's own."),
        (
            replace(WHOLE, num_near_ties=1, smallest_gap=0.003),
            "4 of 4 tokens are the target's own; 1 near-tie, gap 0.003.",
        ),
        (
            replace(WHOLE, num_near_ties=2, smallest_gap=0.00001),
            "4 of 4 tokens are the target's own; 2 near-ties, smallest gap 1.0e-05.",
        ),
        (
            replace(WHOLE, is_sampled=True, is_coupled=True),
            "4 of 4 tokens are the target's own.",
        ),
        (
            replace(WHOLE, is_sampled=True),
            "4 of 4 tokens are ones your settings allow; "
            "the target gave them 41\u00a0% on average.",
        ),
        (
            replace(WHOLE, num_own=3, first_foreign=2, largest_gap=0.25),
            "3 of 4 tokens are the target's own; token 3 is not, 0.250 below its choice.",
        ),
        (
            replace(WHOLE, num_own=2, first_foreign=1, largest_gap=0.25),
            "2 of 4 tokens are the target's own; the first that is not is token 2, "
            "up to 0.250 below its choice.",
        ),
        (
            replace(WHOLE, num_own=3, first_foreign=0, is_sampled=True, is_coupled=True),
            "3 of 4 tokens are the target's own; token 1 is not.",
        ),
        (
            replace(WHOLE, num_tokens=9, is_whole=False),
            "4 of 4 tokens are the target's own. Stopped before the other 5 were checked.",
        ),
        (
            replace(WHOLE, num_own=0, probabilities=(), is_whole=False),
            "Stopped before a token was checked.",
        ),
    ],
)
def test_the_sentence(verdict: ReplyVerified, sentence: str) -> None:
    """Each kind of reply, each kind of outcome, word for word."""
    assert explain_verdict(verdict) == sentence
