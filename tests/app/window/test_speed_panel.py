"""The panel of figures: what it shows, how often it repaints, what its controls tell."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.speed.legend import SIGNS
from app.speed_panel import SpeedPanel
from app.theme import Look
from app.transcript.tint import TintKind
from engine import SpeculationReason, TurnStats, explain_speculation
from tests.app.window.acts import click, press

STATS = TurnStats(
    num_tokens=41,
    num_first_tokens=1,
    num_rounds=10,
    num_drafted=40,
    num_accepted=30,
    time_to_first_token_s=0.41,
    elapsed_s=4.41,
    gained=(0, 1, 2, 3, 4),
    num_draft_tokens=3,
)


@pytest.fixture
def panel(look: Look, qtbot: QtBot) -> SpeedPanel:
    """A panel on screen."""
    panel = SpeedPanel(look)
    qtbot.addWidget(panel)
    panel.resize(268, 800)
    panel.show()
    return panel


def test_figures(panel: SpeedPanel) -> None:
    """Each figure says what the counters say."""
    panel.set_live(STATS, 14.2, 8.3)
    panel.set_idle()
    assert panel.number.text() == "14.2"
    assert panel.meaning.text() == "1.7× plain on this computer (8.3)"
    assert panel.accepted.text() == "75 %"
    assert panel.per_round.text() == "4.0"
    assert panel.first_token.text() == "0.41 s"
    assert panel.lookahead.currentText() == "auto · 3"


def test_figures_move_four_times_a_second_at_most(panel: SpeedPanel, qtbot: QtBot) -> None:
    """A burst paints once at once and once when its quarter of a second is over; with nothing
    new the clock stops by itself. A panel that painted each event would count fifty."""
    for _ in range(50):
        panel.set_live(STATS, 14.2, None)
    assert panel.num_repaints == 1
    qtbot.waitUntil(lambda: panel.num_repaints == 2, timeout=2000)
    qtbot.waitUntil(lambda: not panel.is_ticking, timeout=2000)
    assert panel.num_repaints == 2


def test_the_last_figures_are_shown(panel: SpeedPanel) -> None:
    """What came within the quarter of a second before the end is not lost."""
    panel.set_live(STATS, 10.0, None)
    panel.set_live(STATS, 12.0, None)
    panel.set_idle()
    assert panel.number.text() == "12.0"
    assert not panel.is_ticking


def test_without_figures_there_are_none(panel: SpeedPanel) -> None:
    """Nothing drafted is not nought per cent, and a cleared panel claims nothing."""
    panel.set_live(TurnStats(num_tokens=1), 0.0, None)
    panel.set_idle()
    assert panel.accepted.text() == panel.number.text() == "–"
    panel.set_live(STATS, 14.2, 8.3)
    panel.clear()
    assert panel.number.text() == panel.per_round.text() == "–"


def test_the_switch_tells_and_is_told(panel: SpeedPanel, qtbot: QtBot) -> None:
    """By key and by mouse it tells; set from outside it says nothing back."""
    told: list[bool] = []
    panel.speculation_toggled.connect(told.append)
    panel.set_speculation(True)
    assert told == []
    press(panel.switch, Qt.Key.Key_Space)
    click(panel.switch)
    assert told == [False, True]


def test_lookahead(panel: SpeedPanel, qtbot: QtBot) -> None:
    """Automatic or a number; a number above those offered is shown too."""
    told: list[object] = []
    panel.lookahead_changed.connect(told.append)
    panel.lookahead.setFocus()
    press(panel.lookahead, Qt.Key.Key_Down)
    press(panel.lookahead, Qt.Key.Key_Down)
    press(panel.lookahead, Qt.Key.Key_Home)
    assert told == [0, 1, None]
    panel.set_lookahead(12)
    assert panel.lookahead.currentText() == "12"
    panel.set_lookahead(None)
    assert panel.lookahead.currentText() == "auto"
    assert told == [0, 1, None]


@pytest.mark.parametrize("reason", list(SpeculationReason))
def test_the_state_says_why(panel: SpeedPanel, reason: SpeculationReason) -> None:
    """On, paused or off: each has its reason, as a sentence that begins as one."""
    panel.set_state(explain_speculation(reason))
    state, _, why = panel.state.text().partition(": ")
    assert state in ("On", "Paused", "Off")
    assert len(why) > 8
    assert not panel.state.isHidden()
    panel.set_state("")
    assert panel.state.isHidden()


def test_details_are_a_press_away(panel: SpeedPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.details_requested):
        press(panel.details, Qt.Key.Key_Space)


def test_boxes_and_compare(panel: SpeedPanel, qtbot: QtBot) -> None:
    """The boxes tell their state, the button asks for a comparison."""
    told: list[tuple[str, bool]] = []
    panel.tint_toggled.connect(lambda on: told.append(("tint", on)))
    panel.proposed_toggled.connect(lambda on: told.append(("ahead", on)))
    panel.set_tint(False)
    press(panel.tint, Qt.Key.Key_Space)
    press(panel.proposed, Qt.Key.Key_Space)
    assert told == [("tint", True), ("ahead", False)]
    with qtbot.waitSignal(panel.compare_requested):
        click(panel.compare)


def test_it_paints(panel: SpeedPanel) -> None:
    """Graph and histogram draw something once they have figures."""
    before = panel.grab().toImage()
    for speed in (8.0, 12.0, 14.0):
        panel.set_live(STATS, speed, 8.3)
        panel.set_idle()
    assert panel.grab().toImage() != before


@pytest.mark.parametrize(
    ("plain", "is_claimed"), [(None, False), (10.0, True), (8.0, True), (2.5, False)]
)
def test_only_what_drafts_can_bring_is_claimed(
    panel: SpeedPanel, plain: float | None, is_claimed: bool
) -> None:
    """Two tokens a round at 16 a second: plain cannot have been below 8 but for a busy computer."""
    stats = TurnStats(num_tokens=40, num_rounds=20, num_accepted=20, num_drafted=30)
    panel.set_live(stats, 16.0, plain)
    panel.set_idle()
    assert ("plain on this computer" in panel.meaning.text()) == is_claimed


def test_a_paused_draft_says_why(panel: SpeedPanel) -> None:
    """The reason stands under the switch, which stays on."""
    panel.set_speculation(True)
    panel.set_state(explain_speculation(SpeculationReason.DOES_NOT_PAY))
    assert panel.state.text().startswith("Paused: the draft costs more")
    assert not panel.state.isHidden()


def test_the_legend_names_every_sign(panel: SpeedPanel) -> None:
    """Every sign but the one of Compare is there, with a sentence, and painted otherwise than the
    rest in shades of grey as well."""
    kinds = {kind for kind, _, _ in SIGNS}
    assert kinds == (set(TintKind) | {None}) - {TintKind.DIFFERENT}
    pictures = set()
    for sign in panel.legends.signs:
        assert sign.accessibleName() == sign.text
        assert sign.accessibleDescription()
        shot = sign.grab(QRect(0, 0, 20, sign.height())).toImage()
        shades = shot.convertToFormat(QImage.Format.Format_Mono)
        pictures.add(bytes(shades.constBits()))
    assert len(pictures) == len(panel.legends.signs)
