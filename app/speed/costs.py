"""What passes and draft steps cost on this computer, as lines of tables. Knows no Qt.

The same figures as `foreword bench --calibration` prints, measured when the models were loaded.
"""

from dataclasses import dataclass

from app.language.numbers import decimal, percent
from app.language.text import mark, translate
from engine import Calibration, TokenSource, expected_speedups

ACCEPTANCES = (0.3, 0.5, 0.7, 0.8, 0.9)
SOURCE_NAMES = {
    TokenSource.HEAD: mark("Speed", "own draft"),
    TokenSource.MODEL: mark("Speed", "draft model"),
    TokenSource.NGRAM: mark("Speed", "seen before"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PassRow:
    """A pass over so many tokens: its time, and what that is in plain passes."""

    num_tokens: int
    milliseconds: float
    relative: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftRow:
    """A drafter: what a step of it costs, and what it would bring.

    Args:
        name: for people.
        milliseconds: to draft one token.
        relative: the same in plain passes.
        best: for each of `ACCEPTANCES` the best lookahead, 0 for none, and its speed over plain.
    """

    name: str
    milliseconds: float
    relative: float
    best: tuple[tuple[int, float], ...]


def pass_rows(calibration: Calibration) -> list[PassRow]:
    """Give the passes, the narrowest first."""
    plain_s = calibration.passes[0][1]
    return [
        PassRow(num_tokens=width, milliseconds=1000 * seconds, relative=seconds / plain_s)
        for width, seconds in calibration.passes
    ]


def draft_rows(calibration: Calibration) -> list[DraftRow]:
    """Give the drafters that were measured."""
    plain_s = calibration.passes[0][1]
    return [
        DraftRow(
            name=translate("Speed", SOURCE_NAMES.get(cost.source, cost.source.value)),
            milliseconds=1000 * cost.step * plain_s,
            relative=cost.step,
            best=tuple(
                best_lookahead(calibration, step=cost.step, acceptance=share)
                for share in ACCEPTANCES
            ),
        )
        for cost in calibration.drafts
    ]


def best_lookahead(
    calibration: Calibration, *, step: float, acceptance: float
) -> tuple[int, float]:
    """Give the lookahead that pays best at an acceptance, and its speed over plain."""
    speedups = expected_speedups(calibration, step=step, acceptance=acceptance)
    best = max(range(len(speedups)), key=speedups.__getitem__)
    return best, speedups[best]


def expectation(calibration: Calibration, acceptance: float) -> str:
    """Say what is expected of the drafter in use, at the acceptance of the newest reply."""
    # What costs nothing is always in use; the question is whether the other one pays.
    drafts = [cost for cost in calibration.drafts if cost.source is not TokenSource.NGRAM]
    cost = (drafts or list(calibration.drafts))[0]
    name = translate("Speed", SOURCE_NAMES.get(cost.source, cost.source.value))
    count, speed = best_lookahead(calibration, step=cost.step, acceptance=acceptance)
    share = percent(acceptance)
    if count == 0:
        return translate(
            "Speed",
            "With {share} accepted, as in the newest reply, no lookahead is expected to "
            "pay ({name}).",
        ).format(share=share, name=name)
    return translate(
        "Speed",
        "With {share} accepted, as in the newest reply, a lookahead of {count} is "
        "expected to bring {speed}× ({name}).",
    ).format(share=share, count=count, speed=decimal(speed, 2), name=name)
