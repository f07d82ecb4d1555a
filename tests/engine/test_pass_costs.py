"""Relative costs of passes: from what was measured, and corrected by what rounds take."""

import pytest

from engine.pass_costs import WIDEST, PassCosts


def test_what_was_not_measured_lies_between_or_goes_on() -> None:
    costs = PassCosts({1: 1.0, 3: 1.2, 9: 1.8, 16: 2.5}).relative
    assert [costs[m] for m in (1, 2, 3, 6, 9, 16)] == pytest.approx([1.0, 1.1, 1.2, 1.5, 1.8, 2.5])
    assert costs[WIDEST] == pytest.approx(2.5 + 0.1 * (WIDEST - 16))
    assert len(costs) == WIDEST + 1
    alone = PassCosts({1: 1.0}).relative
    assert alone[WIDEST] == 1.0


def test_what_slows_every_pass_changes_no_ratio() -> None:
    shape = {1: 1.0, 5: 1.4, WIDEST: 5.0}
    costs = PassCosts(shape)
    before = list(costs.relative)
    for slower in (0.01, 0.05):
        for _ in range(20):
            for width in (1, 5, 9):
                costs.observe(width, slower * before[width])
        assert list(costs.relative) == pytest.approx(before, rel=0.02)
        assert costs.pass_s == pytest.approx(slower, rel=0.02)


def test_wide_passes_that_are_dearer_than_measured_are_found_out() -> None:
    """Also at widths nobody has tried yet; and a plain pass stays the measure of all."""
    costs = PassCosts({1: 1.0, WIDEST: 1.5})
    for _ in range(30):
        costs.observe(1, 1.0)
        costs.observe(4, 3.0)
    assert costs.relative[4] == pytest.approx(3.0, rel=0.05)
    assert costs.relative[12] > 2.5
    assert costs.relative[1] == 1.0


def test_one_disturbed_pass_changes_little() -> None:
    costs = PassCosts({1: 1.0, WIDEST: 2.0})
    for _ in range(10):
        costs.observe(1, 1.0)
        costs.observe(4, 1.1)
    before = costs.relative[4]
    costs.observe(4, 50.0)
    assert costs.relative[4] < 1.2 * before
    assert costs.pass_s == pytest.approx(1.0, rel=0.05)


def test_noise_never_makes_a_wider_pass_cheaper() -> None:
    costs = PassCosts({1: 1.0, 4: 1.2, WIDEST: 2.0})
    for _ in range(30):
        costs.observe(1, 1.0)
        costs.observe(4, 0.3)
        costs.observe(9, 0.6)
    assert costs.relative[4] == 1.0
    assert list(costs.relative) == sorted(costs.relative)


def test_what_says_nothing_is_left_out() -> None:
    costs = PassCosts({1: 1.0, WIDEST: 2.0})
    for width, seconds in ((0, 1.0), (WIDEST + 1, 9.0), (3, 0.0)):
        costs.observe(width, seconds)
    assert costs.pass_s == 1.0
    assert list(costs.relative) == list(PassCosts({1: 1.0, WIDEST: 2.0}).relative)
