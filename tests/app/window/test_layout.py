"""No words are cut and nothing lies over anything else, in every view and dialog there is.

At 480 pixels, in three languages and from right to left, with text of 100 and of 150 %. The views
are those that the pictures are taken of, so that a new one is looked at here as well.
"""

from collections.abc import Iterator

import pytest
import screenshots
from PySide6.QtCore import Qt, QTranslator
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from app.fitting.beside import Beside
from app.fitting.flow import Flow
from app.fitting.long_name import LongName
from app.fitting.one_line import OneLine
from app.fitting.wrapped_check import WrappedCheck
from app.language.installed import install_language
from app.main_window import MainWindow
from app.theme import Look
from app.view_types import Language
from tests.app.window.layout_faults import faults_of
from tests.app.window.showing import put_away, settle

WIDTH, HEIGHT = 480, 800
# Of views that differ in colours or in width alone, one is enough here.
WIDTHS = ("narrow", "medium", "smallest", "wide")
NAMES = [
    name
    for name in screenshots.PICTURES
    if not name.endswith(("-dark", "-narrow")) and name not in WIDTHS
]


@pytest.fixture(
    params=[
        (Language.ENGLISH, 1.5, False),
        (Language.GERMAN, 1.0, False),
        (Language.GERMAN, 1.5, False),
        (Language.CHINESE, 1.0, False),
        (Language.CHINESE, 1.5, False),
        (Language.ENGLISH, 1.0, True),
        (Language.ENGLISH, 1.5, True),
    ],
    ids=[
        *("en 150", "de 100", "de 150", "zh 100", "zh 150"),
        *("right to left", "right to left 150"),
    ],
)
def reader(request: pytest.FixtureRequest, look: Look, qapp: QApplication) -> Iterator[Look]:
    """The look of a reader: language, size of text and direction."""
    language, zoom, is_to_left = request.param
    install_language(qapp, language)
    if is_to_left:
        qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    look.set_zoom(zoom)
    yield look
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    install_language(qapp, Language.ENGLISH)


def test_everything_has_room(reader: Look) -> None:
    """In a narrow window words wrap, rows break, and what still has no room can be scrolled to."""
    found: dict[str, list[str]] = {}
    for name in NAMES:
        build, _ = screenshots.PICTURES[name]
        shown = build(reader)
        shown.resize(WIDTH, min(shown.height(), HEIGHT))
        shown.show()
        settle()
        faults = faults_of(shown)
        if faults:
            found[name] = faults
        put_away(shown)
    assert found == {}


def test_the_search_for_faults_finds_them(qtbot: QtBot) -> None:
    """The negative control: words in too little room, one thing over another, a hidden sign."""
    window = QWidget()
    qtbot.addWidget(window)
    for text, left in (("A label that has no room", 0), ("Over it", 10)):
        label = QLabel(text, window)
        label.setGeometry(left, 0, 60, 20)
    beside = QLabel("Beside it", window)
    beside.setGeometry(70, 0, 60, 20)
    page = QScrollArea(window)
    page.setGeometry(0, 60, 60, 40)
    wide = QWidget()
    wide.setMinimumWidth(200)
    page.setWidget(wide)
    hidden = QLabel("a\u200bb", window)
    hidden.move(0, 40)
    button = QPushButton("Outside", window)
    button.setGeometry(150, 60, 120, 40)
    window.resize(200, 120)
    window.show()
    told = "\n".join(faults_of(window))
    for word in ("px of width", "lies over", "never seen", "sticks out", "touches", "sideways"):
        assert word in told


def test_a_row_breaks_where_it_has_no_room(qtbot: QtBot) -> None:
    """And stands at both ends of one line where it has."""
    window = QWidget()
    qtbot.addWidget(window)
    row = Flow(spacing=10)
    window.setLayout(row)
    first, second = QPushButton("One"), QPushButton("Another one")
    row.addWidget(first)
    row.add_gap()
    row.addWidget(second)
    window.resize(400, 100)
    window.show()
    assert first.y() == second.y()
    assert second.geometry().right() >= 398
    window.resize(130, 100)
    assert second.y() > first.y()
    assert row.heightForWidth(130) > row.heightForWidth(400)


def test_words_stand_above_what_belongs_to_them_where_there_is_no_room(qtbot: QtBot) -> None:
    """From either side; the words are not squeezed, and the box to tick takes a second line."""
    window = QWidget()
    qtbot.addWidget(window)
    row = Beside()
    window.setLayout(row)
    words, button = QLabel("A few words about it"), QPushButton("Change")
    tick = WrappedCheck("A box whose words are longer than a narrow window")
    for widget in (words, button):
        row.addWidget(widget)
    window.resize(400, 60)
    window.show()
    assert button.x() >= words.geometry().right()
    window.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    row.activate()
    assert button.geometry().right() <= words.x()
    assert row.heightForWidth(150) > row.heightForWidth(400)
    assert row.minimumSize().width() < words.sizeHint().width() + button.sizeHint().width()
    assert tick.heightForWidth(120) > tick.heightForWidth(900)
    assert tick.minimumSizeHint().width() < 120


def test_what_was_compared_is_read_from_its_start(look: Look) -> None:
    """In a narrow window, where neither text is seen as a whole."""
    shown = screenshots.PICTURES["compare-narrow"][0](look)
    assert isinstance(shown, MainWindow)
    shown.resize(WIDTH, HEIGHT)
    shown.show()
    settle()
    bars = [pane.transcript.page.bar for pane in shown.compare_view.run_page.panes.values()]
    assert [bar.value() for bar in bars] == [0, 0]
    assert any(bar.maximum() > 0 for bar in bars)
    shown.allow_close()
    shown.close()
    shown.deleteLater()
    settle()


def test_a_line_that_has_no_room_says_the_rest(qtbot: QtBot) -> None:
    """The text stays whole for whoever reads it out or copies it."""
    window = QWidget()
    qtbot.addWidget(window)
    label = OneLine("A sentence that is longer than the room there is for it")
    QHBoxLayout(window).addWidget(label)
    window.resize(120, 40)
    window.show()
    assert label.shown.endswith("…")
    assert label.toolTip() == label.text()
    window.resize(900, 40)
    assert label.shown == label.text()
    assert label.toolTip() == ""


def test_a_long_name_breaks_without_a_trace(look: Look) -> None:
    """Between its parts, or within one that is longer than a line; nothing is put into it."""
    name = LongName("bartowski/Llama-3.2-3B-Instruct-GGUF/" + "x" * 200)
    assert name.heightForWidth(200) >= 4 * name.heightForWidth(9000)
    assert "\u200b" not in name.text()
