"""Curves, runs and costs behind the speed panel; each figure can be worked out by hand."""

import subprocess
import sys
from dataclasses import replace

import pytest

from app.speed.costs import best_lookahead, draft_rows, expectation, pass_rows
from app.speed.plausibility import is_plausible
from app.speed.record import MOST_CURVES, MOST_POINTS, Curve, SpeedRecord, total_gained
from app.view_types import MessageStatus, MessageView
from engine import Calibration, DraftCost, Role, TokenSource, TurnStats

CALIBRATION = Calibration(
    passes=((1, 0.010), (2, 0.010), (5, 0.011), (9, 0.012)),
    drafts=(
        DraftCost(source=TokenSource.NGRAM, step=0.0),
        DraftCost(source=TokenSource.HEAD, step=0.1),
    ),
)


def at(round: int, *, accepted: int = 1, drafted: int = 2) -> TurnStats:
    """Counters after so many rounds of a tenth of a second, each with the same outcome."""
    return TurnStats(
        num_tokens=1 + round * (accepted + 1),
        num_first_tokens=1,
        num_rounds=round,
        num_drafted=round * drafted,
        num_accepted=round * accepted,
        time_to_first_token_s=1.0,
        elapsed_s=1.0 + 0.1 * round,
    )


def test_a_curve_tells_of_the_last_moments() -> None:
    """Twenty tokens a second and half accepted; then nothing stands for sixteen rounds."""
    curve = Curve()
    for round in range(40):
        curve.add(at(round))
    assert curve.points[-1].tokens_per_s == pytest.approx(20.0)
    assert curve.points[-1].acceptance == pytest.approx(0.5)
    before = at(39)
    for round in range(40, 60):
        curve.add(
            replace(
                before,
                num_tokens=before.num_tokens + round - 39,
                num_rounds=round,
                num_drafted=2 * round,
                elapsed_s=1.0 + 0.1 * round,
            )
        )
    assert curve.points[-1].acceptance == pytest.approx(0.0)
    assert curve.points[-1].tokens_per_s == pytest.approx(10.0)


def test_without_drafts_there_is_no_acceptance() -> None:
    curve = Curve()
    for round in range(5):
        curve.add(at(round, accepted=0, drafted=0))
    assert [point.acceptance for point in curve.points] == [None] * 4


def test_a_long_reply_has_no_more_points() -> None:
    """It is thinned out, from its beginning to its end."""
    curve = Curve()
    for round in range(5 * MOST_POINTS):
        curve.add(at(round))
    assert len(curve.points) <= MOST_POINTS
    assert curve.points[0].num_tokens < 50
    assert curve.points[-1].num_tokens > 2 * 5 * MOST_POINTS - 50


def view(id: int, *, gained: tuple[int, ...] = (), text: str = "Words") -> MessageView:
    return MessageView(
        id=id,
        role=Role.ASSISTANT,
        text=text,
        status=MessageStatus.COMPLETE,
        stats=TurnStats(num_tokens=9, gained=gained),
    )


def test_replies_of_the_open_chat() -> None:
    """Those of the store and the one that grows; a question is none of them."""
    record = SpeedRecord()
    question = MessageView(id=1, role=Role.USER, text="Why?", status=MessageStatus.COMPLETE)
    record.reset([question, view(2, gained=(0, 4, 2), text="One\n two " + "x" * 90)])
    for round in range(5):
        record.grow(3, at(round))
    record.finish(view(3, gained=(0, 1, 1, 3)))
    first, second = record.replies
    assert (first.id, second.id) == (2, 3)
    assert first.name == "One two " + "x" * 31 + "…"
    assert (len(first.points), len(second.points)) == (0, 4)
    assert total_gained(record.replies) == (0, 5, 3, 3)


def num_points(record: SpeedRecord) -> int:
    return len(record.replies[0].points)


def test_curves_outlast_a_look_at_another_chat() -> None:
    """Up to a number of them: a day's chat must not fill the memory."""
    record = SpeedRecord()
    for round in range(5):
        record.grow(3, at(round))
    record.reset([view(9)])
    record.reset([view(3)])
    assert num_points(record) == 4
    for id in range(10, 10 + MOST_CURVES):
        record.grow(id, at(1))
    record.reset([view(3)])
    assert num_points(record) == 0


def test_costs_in_milliseconds_and_passes() -> None:
    rows = pass_rows(CALIBRATION)
    assert [(row.num_tokens, round(row.milliseconds, 6)) for row in rows][-1] == (9, 12.0)
    assert rows[-1].relative == pytest.approx(1.2)
    seen, own = draft_rows(CALIBRATION)
    assert (seen.name, own.name) == ("seen before", "own draft")
    assert own.milliseconds == pytest.approx(1.0)
    assert len(own.best) == 5


def test_the_best_lookahead_is_the_fastest() -> None:
    """A draft that costs a pass a token never pays; a free one that is right always does."""
    assert best_lookahead(CALIBRATION, step=1.0, acceptance=0.9) == (0, 1.0)
    count, speed = best_lookahead(CALIBRATION, step=0.0, acceptance=0.9)
    assert count > 4
    assert speed > 4


def test_what_is_expected_is_said_of_the_draft() -> None:
    """Of the one whose use is in question; at 60 % of two tokens: 1.96 over 1.03 + 0.2."""
    text = expectation(CALIBRATION, 0.6)
    assert text.startswith("With 60 % accepted, as in the newest reply, ")
    assert text.endswith("(own draft).")
    dear = replace(CALIBRATION, drafts=(DraftCost(source=TokenSource.MODEL, step=1.0),))
    assert "no lookahead is expected to pay (draft model)" in expectation(dear, 0.6)


@pytest.mark.parametrize(
    ("ratio", "tokens_a_round", "is_claimed"),
    [(1.9, 2.0, True), (2.4, 2.0, False), (0.0, 2.0, False), (1.1, 0.0, True)],
)
def test_plausible(ratio: float, tokens_a_round: float, is_claimed: bool) -> None:
    assert is_plausible(ratio, tokens_a_round) == is_claimed


def test_nothing_heavy_comes_with_the_window() -> None:
    """Plots and their arithmetic are imported when they are wanted: the window is there sooner."""
    code = (
        "import sys, app.application; "
        "print([name for name in ('pyqtgraph', 'numpy') if name in sys.modules])"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True
    )
    assert found.stdout.strip() == "[]"
