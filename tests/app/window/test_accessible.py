"""For ears and keys: names everywhere, what is read in the order it is seen, Tab the same way."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QScrollBar,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.actions.declared import ACTIONS
from app.actions.palette import Palette
from app.actions.registry import Actions
from app.actions.sheet import KeySheet
from app.bug_dialog import BugDialog
from app.desktop.better_pair import Pair
from app.desktop.folders_page import Folder
from app.desktop.welcome import Starter, Welcome
from app.main_window import MainWindow
from app.making_dialog import MakingDialog
from app.models_dialog import ModelsDialog
from app.settings import SETTINGS
from app.settings_dialog import SettingsDialog
from app.theme import Look
from app.view_types import EngineState, MessageStatus, ModelChoice
from engine import user_paths
from tests.app.window.acts import press
from tests.app.window.conftest import question, reply
from tests.app.window.test_making_dialog import VIEW

INTERACTIVE = (
    QAbstractButton,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QAbstractSpinBox,
    QAbstractSlider,
    QAbstractItemView,
    QProgressBar,
)
ANSWER = "First words\n\n```py\nx = 1\n```\n\n|a|b|\n|-|-|\n|1|2|\n\nLast words"


def main_window(look: Look) -> QWidget:
    """The window with a chat of two replies."""
    window = MainWindow(look)
    window.allow_close()
    window.transcript.set_messages(
        [
            question(1, "Asked first"),
            reply(2, ANSWER, MessageStatus.COMPLETE),
            question(3, "Asked next"),
            reply(4, "Said at last", MessageStatus.COMPLETE),
        ]
    )
    window.apply_state(EngineState.READY)
    return window


def models(look: Look) -> QWidget:
    """The models dialog with one line of each kind."""
    dialog = ModelsDialog(look)
    dialog.set_choices(
        [
            ModelChoice(id=id, name=id, size_bytes=1, is_installed=id == "a", note="N")
            for id in ("a", "b")
        ]
    )
    return dialog


def settings(look: Look) -> QWidget:
    """The settings with their folders."""
    folders = [Folder("Chats", "All.", user_paths().data)]
    return SettingsDialog(SETTINGS, {}, look=look, folders=folders)


def palette(look: Look) -> QWidget:
    """The palette with every action."""
    host = QWidget()
    actions = Actions(host)
    for spec in ACTIONS:
        actions.bind(spec.id, lambda: None)
    palette = Palette(actions, look)
    # It is gone with the palette, and not before.
    host.setParent(palette)
    return palette


def sheet(look: Look) -> QWidget:
    """The sheet of keys."""
    return KeySheet(ACTIONS, look)


def welcome(look: Look) -> QWidget:
    """The welcome with both of its cards."""
    starter = Starter(id="s", name="S", size_bytes=1, is_installed=False)
    pair = Pair(id="a", draft_id="b", name="A", draft_name="B", size_bytes=1, tokens_per_s=9.0)
    return Welcome(look, starter=starter, pair=pair)


def bug(look: Look) -> QWidget:
    """A bug with its report."""
    return BugDialog("Something went wrong.", report="Traceback")


def making(look: Look) -> QWidget:
    """A draft that is about to be made."""
    dialog = MakingDialog(look)
    dialog.show_view(VIEW)
    return dialog


ROOTS = (main_window, models, settings, palette, sheet, welcome, bug, making)


def nameless(root: QWidget) -> list[str]:
    return [
        f"{type(widget).__name__} in {type(widget.parent()).__name__}"
        for widget in root.findChildren(QWidget)
        if (isinstance(widget, INTERACTIVE) or _takes_tab(widget))
        and not widget.accessibleName()
        and not (isinstance(widget, QAbstractButton) and widget.text())
        and not widget.objectName().startswith("qt_")
        and not isinstance(widget, QScrollBar | QHeaderView)
        and not isinstance(widget.parent(), QComboBox | QAbstractSpinBox)
        and widget.metaObject().className() not in ("QMenuBar", "QMenu", "QComboBoxListView")
    ]


def _takes_tab(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None


@pytest.mark.parametrize("build", ROOTS, ids=lambda build: build.__name__)
def test_every_control_has_a_name(
    look: Look, qtbot: QtBot, build: Callable[[Look], QWidget]
) -> None:
    """Window and dialogs: no button, field or list is silent, nor what Tab comes to."""
    root = build(look)
    qtbot.addWidget(root)
    assert nameless(root) == []


def test_a_control_without_a_name_is_found(qtbot: QtBot) -> None:
    """The walk above would see it."""
    root = QWidget()
    qtbot.addWidget(root)
    QLineEdit(root)
    assert nameless(root) == ["QLineEdit in QWidget"]


def read_out(interface: QAccessibleInterface | None) -> Iterator[str]:
    """Give the names of all that is visible, in the order a screen reader walks it."""
    if interface is None or interface.state().invisible:
        return
    name = interface.text(QAccessible.Text.Name)
    if name:
        yield name
    for index in range(interface.childCount()):
        yield from read_out(interface.child(index))


def in_order(names: list[str], wanted: tuple[str, ...]) -> bool:
    places = [next(i for i, name in enumerate(names) if part in name) for part in wanted]
    return places == sorted(places)


WANTED = (
    "New chat",
    "Choose a model",
    "Asked first",
    "First words",
    "Copy py code",
    "Last words",
    "Asked next",
    "Said at last",
    "Regenerate the reply",
    "Message",
    "Speed:",
)


@pytest.fixture
def window(look: Look, qtbot: QtBot) -> MainWindow:
    """The window on screen, everything near it built."""
    window = main_window(look)
    assert isinstance(window, MainWindow)
    qtbot.addWidget(window)
    window.resize(1280, 900)
    window.show()
    qtbot.waitUntil(lambda: not window.transcript.page.is_busy)
    return window


def test_it_is_read_as_it_is_seen(window: MainWindow, qtbot: QtBot) -> None:
    """Sidebar, conversation from its first word to its last, panel; after folding as well."""
    names = list(read_out(QAccessible.queryAccessibleInterface(window)))
    assert in_order(names[names.index("Messages") :], WANTED[2:9])
    parts = ("Search chats", "Messages", "Send the message", "Speed:")
    assert in_order(names, parts)
    window.resize(600, 900)
    window.shell.toggle_sidebar()
    window.resize(1280, 900)
    QCoreApplication.processEvents()
    assert in_order(list(read_out(QAccessible.queryAccessibleInterface(window))), parts)


def test_figures_are_read_with_what_they_are(window: MainWindow) -> None:
    """A number alone would say nothing, nor would its name."""
    window.speed_panel.accepted.setText("74 %")
    assert window.speed_panel.accepted.accessibleName() == "Accepted: 74 %"


def test_tab_walks_the_conversation_from_top_to_bottom(window: MainWindow, qtbot: QtBot) -> None:
    """From the page to what it holds, and on to the box where the next message is written."""
    window.activateWindow()
    window.transcript.body.setFocus()
    reached = []
    for _ in range(20):
        focus = window.focusWidget()
        assert focus is not None
        reached.append(focus.accessibleName())
        if focus is window.composer.edit:
            break
        press(focus, Qt.Key.Key_Tab)
    assert reached[0] == "Messages"
    assert reached[-1] == "Message"
    assert in_order(reached, ("Copy py code", "Copy the reply"))
    press(window.composer.edit, Qt.Key.Key_Backtab)
    assert window.focusWidget() is not window.composer.edit
