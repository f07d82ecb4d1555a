"""Speed in detail: which reply, what is drawn of it, and the tables of costs."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QPushButton, QTableWidget, QWidget
from pytestqt.qtbot import QtBot

from app.speed.details import NO_COSTS, NO_REPLY, SpeedDetails
from app.speed.record import Point, ReplyFigures
from app.theme import Look
from app.view_types import Theme
from engine import Calibration, DraftCost, TokenSource, TurnStats
from tests.app.window.acts import press

FOCUS = Qt.FocusPolicy.TabFocus
STATS = TurnStats(
    num_tokens=41,
    num_first_tokens=1,
    num_rounds=10,
    num_drafted=40,
    num_accepted=30,
    time_to_first_token_s=0.5,
    elapsed_s=4.5,
    gained=(0, 1, 2, 3, 4),
)
POINTS = tuple(Point(n, 8.0 + n / 10, 0.5 if n > 4 else None) for n in range(2, 40))
OLD = ReplyFigures(id=1, name="The old one", stats=replace(STATS, gained=(0, 5)), points=())
NEW = ReplyFigures(id=2, name="The new one", stats=STATS, points=POINTS)
CALIBRATION = Calibration(
    passes=((1, 0.010), (2, 0.010), (5, 0.011)),
    drafts=(DraftCost(source=TokenSource.HEAD, step=0.1),),
)


@pytest.fixture
def details(look: Look, qtbot: QtBot) -> SpeedDetails:
    """The window on screen with two replies."""
    dialog = SpeedDetails(look)
    qtbot.addWidget(dialog)
    dialog.set_replies([OLD, NEW], plain=8.3)
    dialog.set_calibration(CALIBRATION)
    dialog.show()
    return dialog


def test_the_newest_reply_comes_first(details: SpeedDetails) -> None:
    """Its figures, its course and its runs."""
    assert details.which.currentText() == "Newest reply"
    assert details.figures.text() == (
        "41 tokens · 10.0 tokens/s · 30 of 40 drafted tokens accepted (75 %) · 4.0 a round"
    )
    assert details.graph.num_points == len(POINTS)
    assert details.graph.isVisible()
    assert not details.no_curve.isVisible()
    assert "4 rounds of 4" in details.histogram.accessibleDescription()


def test_the_whole_chat_adds_up(details: SpeedDetails) -> None:
    press(details.which, Qt.Key.Key_Down)
    assert details.which.currentText() == "Whole chat"
    assert "6 rounds of 1" in details.histogram.accessibleDescription()
    assert details.figures.text().startswith("2 replies · 82 tokens · 60 of 80 drafted")
    assert not details.graph.isVisible()


def test_an_older_reply_can_be_chosen(details: SpeedDetails) -> None:
    """One of an earlier session has its figures and no curve, and says why."""
    press(details.which, Qt.Key.Key_Down)
    press(details.which, Qt.Key.Key_Down)
    assert details.which.currentText() == "1: The old one"
    assert details.no_curve.isVisible()
    assert "5 rounds of 1" in details.histogram.accessibleDescription()


def test_it_follows_a_reply_that_grows(details: SpeedDetails) -> None:
    """What was chosen stays chosen."""
    third = replace(NEW, id=3, points=POINTS[:5])
    details.set_replies([OLD, NEW, third], plain=8.3)
    assert details.graph.num_points == 5
    assert details.which.count() == 5
    details.set_replies([OLD, NEW, replace(third, points=POINTS)], plain=8.3)
    assert details.graph.num_points == len(POINTS)


def test_the_graph_draws_in_the_look_in_force(details: SpeedDetails, look: Look) -> None:
    """Another course and other colours are another picture."""
    first = details.graph.grab().toImage()
    details.set_replies([OLD, replace(NEW, points=POINTS[:9])], plain=8.3)
    second = details.graph.grab().toImage()
    look.set_mode(Theme.DARK)
    assert len({first.cacheKey(), second.cacheKey()}) == 2
    assert first != second
    assert details.graph.grab().toImage() != second


def test_costs_on_this_computer(details: SpeedDetails) -> None:
    """Passes by width, and for the draft the best lookahead by acceptance."""
    heads = [details.passes.horizontalHeaderItem(column) for column in range(4)]
    assert [head.text() for head in heads if head is not None] == [
        "Tokens in a pass",
        "1",
        "2",
        "5",
    ]
    assert [details.passes.text_at(row, 3) for row in range(2)] == ["11.0", "1.10"]
    assert [details.drafts.text_at(0, column) for column in range(3)] == [
        "own draft",
        "1.00 ms",
        "0.100",
    ]
    assert details.expectation.text().startswith("With 75 % accepted")
    details.set_calibration(None)
    assert details.note.text() == NO_COSTS
    assert not details.passes.isVisible()
    assert not details.expectation.isVisible()


def test_a_chat_without_replies(details: SpeedDetails) -> None:
    details.set_replies([], plain=None)
    assert details.figures.text() == NO_REPLY
    assert not details.histogram.isVisible()


def test_every_part_has_a_name(details: SpeedDetails) -> None:
    """For screen readers: whatever takes the focus says what it is."""
    parts = [part for part in details.findChildren(QWidget) if part.focusPolicy() & FOCUS]
    own = [part for part in parts if isinstance(part, QComboBox | QPushButton | QTableWidget)]
    assert len(own) >= 4
    assert [part for part in own if not part.accessibleName()] == []
