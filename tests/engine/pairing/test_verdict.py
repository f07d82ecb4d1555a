"""No draft is called bad on a guess, and none good that costs more than it brings."""

import pytest

from engine.pairing import DraftVerdict, Verdict, estimate, ordered
from engine.pairing.wording import explain_estimate

FLAT = {1: 0.1, 2: 0.1, 4: 0.11, 8: 0.13}
STEEP = {1: 0.1, 2: 0.2, 4: 0.4, 8: 0.8}


def test_measured_and_good() -> None:
    found = estimate(passes=FLAT, step=0.05, rates=[0.8] * 6, size_share=0.3)

    assert found.verdict is Verdict.PAYS
    assert found.speedup is not None
    assert found.speedup > 2
    assert "80 % of its first words stand" in explain_estimate(found)


def test_measured_and_too_dear() -> None:
    found = estimate(passes=STEEP, step=0.5, rates=[0.8] * 6, size_share=0.3)

    assert found.verdict is Verdict.DOES_NOT_PAY
    assert "does not pay on this computer" in explain_estimate(found)


def test_costs_known_but_never_used() -> None:
    found = estimate(passes=FLAT, step=0.05, rates=(), size_share=0.3)

    assert found.verdict is Verdict.FITS
    assert found.rate is None
    assert "is to be expected" in explain_estimate(found)


def test_nothing_known_of_a_small_one() -> None:
    found = estimate(passes=None, step=None, rates=(), size_share=0.1)

    assert (found.verdict, found.speedup) == (Verdict.FITS, None)
    assert "not measured" in explain_estimate(found)


def test_as_large_as_the_target_cannot_pay() -> None:
    found = estimate(passes=None, step=None, rates=(), size_share=1.0)

    assert found.verdict is Verdict.DOES_NOT_PAY
    assert "cannot pay" in explain_estimate(found)


@pytest.mark.parametrize("share", [0.02, 0.2, 0.5, 0.9, 3.0])
@pytest.mark.parametrize("passes", [None, FLAT, STEEP])
def test_every_estimate_has_a_sentence(share: float, passes: dict[int, float] | None) -> None:
    found = estimate(passes=passes, step=None, rates=(), size_share=share)

    assert explain_estimate(found).startswith("Fits")


def verdict(name: str, kind: Verdict, speedup: float | None = None) -> DraftVerdict:
    return DraftVerdict(id=name, name=name, size_bytes=1, verdict=kind, reason="r", speedup=speedup)


def test_the_best_comes_first() -> None:
    listed = [
        verdict("other", Verdict.DOES_NOT_FIT),
        verdict("good", Verdict.PAYS, 1.2),
        verdict("to get", Verdict.GET_IT),
        verdict("better", Verdict.PAYS, 2.0),
        verdict("new", Verdict.FITS),
    ]

    assert [each.name for each in ordered(listed)] == [
        "better",
        "good",
        "new",
        "to get",
        "other",
    ]
