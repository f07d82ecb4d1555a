"""Colours in one place: light and dark, legible on every ground, changed while open."""

from dataclasses import fields

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QFontInfo, QFontMetrics
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.theme import DARK, LIGHT, ZOOM_STEPS, Look, Palette, contrast
from app.view_types import Theme

AA_TEXT, AA_GRAPHICS = 4.5, 3.0
TINTS = ("tint_model", "tint_head", "tint_ngram")
PAIRS = [
    *[
        ("text", ground)
        for ground in ("ground", "side", "raised", "bubble", "code_ground", "hover")
    ],
    *[("text", ground) for ground in (*TINTS, "danger_soft", "selection", "accent_soft")],
    *[("muted", ground) for ground in ("ground", "side", "raised", "accent_soft")],
    *[("accent", ground) for ground in ("ground", "side", "accent_soft")],
    ("on_accent", "accent"),
    ("on_ink", "ink"),
    ("danger", "ground"),
    ("text", "danger_soft"),
    ("warning", "ground"),
    *[
        (f"code_{name}", ground)
        for name in ("keyword", "string", "number", "comment", "name")
        for ground in ("code_ground", *TINTS)
    ],
]


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("front", "ground"), PAIRS)
def test_text_is_legible(palette: Palette, front: str, ground: str) -> None:
    """Each text on each ground it may stand on keeps WCAG AA."""
    assert contrast(getattr(palette, front), getattr(palette, ground)) >= AA_TEXT


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("sign", ["corrected", "accent", "bar"])
def test_signs_are_visible(palette: Palette, sign: str) -> None:
    """Lines and bars that mean something stand out from the ground."""
    assert contrast(getattr(palette, sign), palette.ground) >= AA_GRAPHICS


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("source", ["model", "head", "ngram"])
def test_lines_of_signs_are_visible(palette: Palette, source: str) -> None:
    """The line beneath a tinted word stands out from the tint and from the page, so that the signs
    can be told apart without their colours."""
    mark = getattr(palette, f"mark_{source}")
    assert contrast(mark, palette.ground) >= AA_GRAPHICS
    assert contrast(mark, getattr(palette, f"tint_{source}")) >= AA_GRAPHICS


def test_contrast_is_the_standards() -> None:
    """Black on white is 21, a colour on itself is 1."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#777777") == pytest.approx(1)


def test_all_colours_are_hex() -> None:
    """The style sheet and the painters take the same notation."""
    for palette in (LIGHT, DARK):
        for field in fields(palette):
            value = getattr(palette, field.name)
            assert len(value) == 7
            assert int(value[1:], 16) >= 0


def test_modes(look: Look, qapp: QApplication) -> None:
    """Each mode sets palette and style sheet and says so once."""
    told: list[bool] = []
    look.changed.connect(lambda: told.append(look.is_dark))
    look.set_mode(Theme.DARK)
    assert LIGHT.ground not in qapp.styleSheet()
    assert DARK.ground in qapp.styleSheet()
    assert qapp.palette().window().color().name() == DARK.ground
    look.set_mode(Theme.LIGHT)
    assert told == [True, False]


class Restyled(QWidget):
    """Counts how often it is given a style."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.num_times = 0

    def changeEvent(self, event: QEvent) -> None:
        self.num_times += event.type() == QEvent.Type.StyleChange
        super().changeEvent(event)


def test_each_widget_is_restyled_once_whatever_it_stands_in(look: Look, qtbot: QtBot) -> None:
    """Qt restyles all that stands in a widget once more for that widget, so that one with six
    around it would take seven times as long."""
    found = []
    for depth in (1, 7):
        outer = QWidget()
        qtbot.addWidget(outer)
        inner = Restyled(outer)
        for _ in range(depth):
            inner = Restyled(inner)
        outer.show()
        inner.num_times = 0
        look.set_mode(Theme.DARK if not look.is_dark else Theme.LIGHT)
        found.append(inner.num_times)
    assert found[0] == found[1] > 0


def test_nothing_is_painted_before_all_has_changed(look: Look, qtbot: QtBot) -> None:
    """And then in a turn of the event loop of its own."""
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    held: list[bool] = []
    look.changed.connect(lambda: held.append(window.updatesEnabled()))
    look.set_mode(Theme.DARK)
    assert held == [False]
    qtbot.waitUntil(window.updatesEnabled)


def test_it_follows_the_system(look: Look, qapp: QApplication) -> None:
    """In system mode a change of the system's scheme is taken over; otherwise it is not."""
    told: list[Theme] = []
    look.changed.connect(lambda: told.append(look.mode))
    qapp.styleHints().colorSchemeChanged.emit(qapp.styleHints().colorScheme())
    assert told == []
    look.set_mode(Theme.SYSTEM)
    qapp.styleHints().colorSchemeChanged.emit(qapp.styleHints().colorScheme())
    assert told == [Theme.SYSTEM, Theme.SYSTEM]


def test_zoom(look: Look) -> None:
    """Text goes up to twice its size by steps, no further, and back to its own."""
    base = look.base_px
    for _ in ZOOM_STEPS:
        look.step_zoom(1)
    assert look.base_px == 2 * base
    look.step_zoom(-1)
    assert look.zoom == ZOOM_STEPS[-2]
    look.step_zoom(0)
    assert look.base_px == base


def test_figures_have_one_width(look: Look) -> None:
    """A live number does not dance, where the font can help it."""
    if QFontInfo(look.figure_font()).family() != "Inter":
        pytest.skip("the font may have no tabular figures")
    metrics = QFontMetrics(look.figure_font(2.0))
    assert len({metrics.horizontalAdvance(digit) for digit in "0123456789"}) == 1
