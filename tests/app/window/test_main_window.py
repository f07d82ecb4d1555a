"""The whole window: names for screen readers, shortcuts, folding, closing, light and dark."""

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QProgressBar,
    QScrollBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.models_dialog import ModelsDialog
from app.settings import SETTINGS
from app.settings_dialog import SettingsDialog
from app.theme import Look
from app.view_types import EngineState, MessageStatus, ModelChoice, Theme
from tests.app.window.acts import click, press
from tests.app.window.conftest import question, reply

INTERACTIVE = (
    QAbstractButton,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QAbstractSpinBox,
    QListWidget,
    QProgressBar,
)


@pytest.fixture
def window(look: Look, qtbot: QtBot) -> MainWindow:
    """The window at its usual size with a short chat, ready for more."""
    window = MainWindow(look)
    qtbot.addWidget(window, before_close_func=lambda widget: window.allow_close())
    window.resize(1280, 800)
    text = "Text\n\n```py\nx = 1\n```\n\n|a|b|\n|-|-|\n|1|2|"
    window.transcript.set_messages([question(1, "Q"), reply(2, text, MessageStatus.COMPLETE)])
    window.apply_state(EngineState.READY)
    window.show()
    return window


def nameless(root: QWidget) -> list[str]:
    return [
        f"{type(widget).__name__} in {type(widget.parent()).__name__}"
        for widget in root.findChildren(QWidget)
        if isinstance(widget, INTERACTIVE)
        and not widget.accessibleName()
        and not (isinstance(widget, QAbstractButton) and widget.text())
        and not widget.objectName().startswith("qt_")
        and not isinstance(widget.parent(), QScrollBar)
    ]


def test_everything_has_a_name(window: MainWindow, look: Look, qtbot: QtBot) -> None:
    """No control of window or dialogs is silent to a screen reader."""
    models = ModelsDialog(look)
    models.set_choices([ModelChoice(id="a", name="A", size_bytes=1, is_installed=False, note="N")])
    settings = SettingsDialog(SETTINGS, {}, look=look)
    for root in (window, models, settings):
        assert nameless(root) == []
    for dialog in (models, settings):
        qtbot.addWidget(dialog)


def test_texts_are_read_out(window: MainWindow) -> None:
    """Finished blocks carry their words for screen readers."""
    spoken = [block.accessibleName() for block in window.transcript.body.text_blocks()]
    assert spoken[:3] == ["Q", "Text", "x = 1"]


@pytest.mark.parametrize(
    ("key", "signal"),
    [
        (Qt.Key.Key_N, "new_chat_requested"),
        (Qt.Key.Key_M, "models_requested"),
        (Qt.Key.Key_Comma, "settings_requested"),
        (Qt.Key.Key_Q, "quit_requested"),
    ],
)
def test_shortcuts(window: MainWindow, qtbot: QtBot, key: Qt.Key, signal: str) -> None:
    """Each key, with Ctrl held, does what its menu says."""
    window.activateWindow()
    with qtbot.waitSignal(getattr(window, signal), timeout=1000):
        press(window, key, Qt.KeyboardModifier.ControlModifier)


def test_a_fresh_window_takes_a_message_at_once(window: MainWindow) -> None:
    """No click and no tabulator first: what has the focus is where a message is written."""
    assert window.focusWidget() is window.composer.edit


def test_search_by_key(window: MainWindow, qtbot: QtBot) -> None:
    """Ctrl+K goes to the search field, folded away or not."""
    window.resize(600, 700)
    assert window.sidebar.isHidden()
    window.activateWindow()
    press(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert not window.sidebar.isHidden()
    assert window.sidebar.search.hasFocus()


def test_escape_stops_only_what_runs(window: MainWindow, qtbot: QtBot) -> None:
    """While a reply is written Esc stops it; at rest it does nothing."""
    stops: list[bool] = []
    window.stop_requested.connect(lambda: stops.append(True))
    window.activateWindow()
    press(window, Qt.Key.Key_Escape)
    assert stops == []
    window.apply_state(EngineState.GENERATING)
    press(window, Qt.Key.Key_Escape)
    assert stops == [True]


@pytest.mark.parametrize(
    ("width", "has_sidebar", "has_panel"),
    [(1280, True, True), (900, True, True), (899, True, False), (639, False, False)],
)
def test_folding(window: MainWindow, width: int, has_sidebar: bool, has_panel: bool) -> None:
    """Under 900 the panel goes, under 640 the chats; the top bar stands in for them."""
    window.resize(width, 700)
    assert window.sidebar.isHidden() is not has_sidebar
    assert window.speed_panel.isHidden() is not has_panel
    assert window.top_bar.figure.isHidden() is has_panel
    assert window.top_bar.menu_button.isHidden() is has_sidebar
    assert window.composer.width() > 300


def test_folded_parts_come_back(window: MainWindow, qtbot: QtBot) -> None:
    """Asked for, they lie over the conversation; Esc puts them away, and so does more room."""
    window.resize(600, 700)
    click(window.top_bar.figure)
    click(window.top_bar.menu_button)
    assert not window.speed_panel.isHidden()
    assert not window.sidebar.isHidden()
    window.activateWindow()
    press(window, Qt.Key.Key_Escape)
    assert window.speed_panel.isHidden()
    assert window.sidebar.isHidden()
    window.resize(1280, 700)
    assert not window.speed_panel.isHidden()
    window.shell.toggle_panel()
    assert window.speed_panel.isHidden()
    assert not window.top_bar.figure.isHidden()


def test_the_window_can_be_small(window: MainWindow) -> None:
    """Nothing forces the window wider than a small screen."""
    window.resize(420, 420)
    assert window.width() == 420
    assert window.transcript.body.width() <= 420


def test_closing_waits_for_leave(window: MainWindow, qtbot: QtBot) -> None:
    """The first close only asks; after leave is given it closes."""
    with qtbot.waitSignal(window.close_requested):
        window.close()
    assert window.isVisible()
    window.allow_close()
    window.close()
    assert not window.isVisible()


@pytest.mark.parametrize("state", list(EngineState))
def test_states(window: MainWindow, state: EngineState) -> None:
    """Send, Stop and Compare follow the state, and a reason stands where it is no go."""
    window.apply_state(state)
    window.composer.set_text("Text")
    is_writing = state in (EngineState.GENERATING, EngineState.STOPPING)
    assert window.composer.button.text() == ("Stop" if is_writing else "Send")
    assert window.composer.button.isEnabled() is (is_writing or state is EngineState.READY)
    assert window.speed_panel.compare.isEnabled() is (state is EngineState.READY)


def test_compare_takes_the_place_of_the_chat(window: MainWindow, qtbot: QtBot) -> None:
    """It hides conversation and panel, and closing it brings both back."""
    window.show_compare()
    assert window.compare_view.isVisible()
    assert not window.composer.isVisible()
    assert window.speed_panel.isHidden()
    click(window.compare_view.close_button)
    assert window.composer.isVisible()
    assert not window.speed_panel.isHidden()


def test_light_to_dark_while_open(window: MainWindow, look: Look, qtbot: QtBot) -> None:
    """The grounds of all parts change at once; a pixel of each is the palette's."""
    for theme in (Theme.DARK, Theme.LIGHT):
        look.set_mode(theme)
        qtbot.waitUntil(window.updatesEnabled)
        picture = window.grab().toImage()
        scale = picture.devicePixelRatio()
        bottom = window.height() - 100
        places = {"side": (4, bottom), "ground": (window.width() - 4, bottom)}
        for name, (x, y) in places.items():
            color = picture.pixelColor(round(x * scale), round(y * scale))
            assert color.name() == getattr(look.palette, name)


def test_twice_the_size(window: MainWindow, look: Look) -> None:
    """At 200 % nothing is lost: the texts are larger and the page still scrolls to its end."""
    height = window.transcript.body.height()
    for _ in range(6):
        look.step_zoom(1)
    assert look.zoom == 2.0
    assert window.transcript.body.height() > 1.4 * height
    assert window.transcript.page.bar.value() == window.transcript.page.bar.maximum()
    look.step_zoom(0)


@pytest.mark.parametrize("width", [1280, 800])
def test_the_chat_is_where_it_was_after_a_comparison(
    window: MainWindow, qtbot: QtBot, width: int
) -> None:
    """The page loses its panel and gets it back meanwhile; the words in sight are the same."""
    window.resize(width, 700)
    text = "\n\n".join(f"Paragraph {n} " + "with words " * 30 for n in range(60))
    window.transcript.set_messages([reply(2, text, MessageStatus.COMPLETE)])
    qtbot.waitUntil(lambda: not window.transcript.page.is_busy)
    bar = window.transcript.page.bar
    bar.setValue(bar.maximum() // 2)
    qtbot.waitUntil(lambda: not window.transcript.page.is_busy)
    value = bar.value()
    window.show_compare()
    QCoreApplication.processEvents()
    window.compare_view.close_requested.emit()
    QCoreApplication.processEvents()
    qtbot.waitUntil(lambda: not window.transcript.page.is_busy)
    assert bar.value() == value
