"""Advice is a pure function of what was measured; each number here can be worked out by hand."""

import pytest

from engine.advisor import advise, best_draft, expected_gain, expected_speedups, rates_from
from engine.draft_events import PairAdvice, Subject
from engine.events import Calibration
from engine.wording import explain_advice

FLAT = Calibration(passes=((1, 0.01), (5, 0.011), (9, 0.012)), drafts=())
STEEP = Calibration(passes=((1, 0.01), (2, 0.02), (3, 0.03), (5, 0.05)), drafts=())
RATES = {Subject.CHAT: (0.5, 0.5), Subject.CODE: (0.8, 0.8)}


def advice(calibration: Calibration | None, *, step: float = 0.1) -> PairAdvice:
    return advise(calibration, target="T", draft="D", step=step, rates=RATES)


def test_rates_come_from_rounds_of_one_length() -> None:
    """Ten rounds of two drafted tokens: 4 brought one, 3 two and 3 three.

    The second place was judged six times and leans on the first with the weight of three more.
    """
    assert rates_from((0, 4, 3, 3), 2) == pytest.approx((6 / 10, (3 + 3 * 0.6) / (6 + 3)))
    assert rates_from((0, 5, 0, 0), 2) == (0.0,)
    assert rates_from((), 2) == ()


def test_the_best_draft_weighs_what_it_brings_against_its_cost() -> None:
    relative = (0.0, 1.0, 1.0, 1.0, 1.0)
    count, gain = best_draft(relative, step=0.0, rates=(0.5, 0.5, 0.5))
    assert (count, gain) == (3, 1.875)
    count, gain = best_draft(relative, step=0.4, rates=(0.5, 0.5, 0.5))
    assert count == 1
    assert gain == pytest.approx(1.5 / 1.4)


def test_a_cheap_draft_pays_where_wide_passes_are_cheap() -> None:
    found = advice(FLAT)
    assert found.pays
    chat, code = found.gains
    assert (chat.subject, code.subject) == (Subject.CHAT, Subject.CODE)
    assert code.speedup == pytest.approx((1 + 0.8 + 0.64) / (1.05 + 0.2))
    assert found.passes == pytest.approx((1.0, 1.025, 1.05))
    text = explain_advice(found)
    assert text.startswith(
        "Expect 1.4× on chat and 2.0× on code on this computer: a word ahead costs 10\u00a0%"
    )
    assert "checking 3 words at once costs 1.05 times one" in text
    assert "50\u00a0% to 80\u00a0% of the first words ahead stand" in text


def test_a_subject_without_gain_is_named_as_such() -> None:
    rates = {Subject.CHAT: (0.1,), Subject.CODE: (0.8, 0.8)}
    found = advise(FLAT, target="T", draft="D", step=0.1, rates=rates)
    assert explain_advice(found).startswith("Expect no gain on chat and 2.0× on code")


@pytest.mark.parametrize(("calibration", "step"), [(STEEP, 0.1), (FLAT, 1.2)])
def test_what_does_not_pay_is_said_with_its_reason(calibration: Calibration, step: float) -> None:
    found = advice(calibration, step=step)
    assert not found.pays
    assert explain_advice(found).startswith("Does not pay on this computer: a word ahead")


def test_without_costs_nothing_is_claimed() -> None:
    found = advice(None)
    assert (found.gains, found.pays) == ((), False)
    assert explain_advice(found) == "Stopped before anything was measured."


def test_before_there_is_a_draft_its_gain_is_foretold_from_the_passes() -> None:
    assert expected_gain(FLAT) > 1.4
    assert expected_gain(STEEP) < 1.0


def test_each_lookahead_has_its_own_speed() -> None:
    """Plain is 1; two ahead at a half: (1 + 1/2 + 1/4) over a pass of three and two steps."""
    speeds = expected_speedups(FLAT, step=0.1, acceptance=0.5)
    assert speeds[0] == 1.0
    assert speeds[2] == pytest.approx(1.75 / (1.05 + 0.2))
    dear = expected_speedups(STEEP, step=0.1, acceptance=0.5)
    assert max(dear) == dear[0]
