"""Everything that can be done: declared once, by menu, key, sheet and palette."""

import sys
from collections import Counter
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLabel, QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.actions.declared import ACTIONS, WIDGET_KEYS
from app.actions.fuzzy import score
from app.actions.palette import Palette
from app.actions.registry import Actions, keys_of, without_menu_key, words_of
from app.actions.sheet import KeySheet
from app.actions.spec import Group
from app.theme import Look
from tests.app.window.acts import press, write


@pytest.fixture
def host(qtbot: QtBot) -> QWidget:
    """A window whose actions they are."""
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(900, 600)
    host.show()
    return host


@pytest.fixture
def actions(host: QWidget) -> Actions:
    """All that are declared, none of them bound."""
    return Actions(host)


def bind(actions: Actions, *ids: str) -> list[str]:
    """Bind some actions and give the list of those that were done."""
    done: list[str] = []
    for id in ids:
        actions.bind(id, partial(done.append, id))
    return done


def test_the_list_holds_water() -> None:
    """Ids are unique, and no key does two things in the window."""
    every = (*ACTIONS, *WIDGET_KEYS)
    assert max(Counter(spec.id for spec in every).values()) == 1
    keys = [
        QKeySequence(key).toString()
        for spec in ACTIONS
        if not spec.is_of_widget
        for key in spec.keys
    ]
    assert [key for key, count in Counter(keys).items() if count > 1 or not key] == []


def test_what_nobody_has_bound_is_nowhere(actions: Actions, host: QWidget) -> None:
    """It is in no menu, sheet or palette, and its key does nothing."""
    menu = QMenu(host)
    actions.fill(menu, Group.FILE)
    assert actions.shown() == []
    assert [a.text() for a in menu.actions() if a.isVisible() and not a.isSeparator()] == []
    done = bind(actions, "chat.search")
    assert [spec.id for spec in actions.shown()] == ["chat.search"]
    host.activateWindow()
    press(host, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    press(host, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert done == ["chat.search"]


def test_what_is_impossible_now_is_not_done(actions: Actions) -> None:
    """The condition is asked anew each time."""
    done: list[bool] = []
    may: list[bool] = [False]
    actions.bind("reply.copy", lambda: done.append(True), is_possible=lambda: may[0])
    actions.trigger("reply.copy")
    assert done == []
    may[0] = True
    actions.trigger("reply.copy")
    assert done == [True]


def test_the_sheet_has_every_key(actions: Actions, look: Look, qtbot: QtBot) -> None:
    """Each action with a key is on it with that key, and those of widgets too."""
    bind(actions, *(spec.id for spec in ACTIONS))
    specs = (*actions.shown(), *WIDGET_KEYS)
    sheet = KeySheet(specs, look)
    qtbot.addWidget(sheet)
    texts = {label.text() for label in sheet.findChildren(QLabel)}
    for spec in specs:
        assert (words_of(spec) in texts) is bool(spec.keys)
        assert not spec.keys or keys_of(spec) in texts


@pytest.mark.parametrize("platform", ["linux", "win32"])
def test_the_large_key_is_called_what_is_printed_on_it(
    platform: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The composer's hint and the settings call it so too."""
    monkeypatch.setattr(sys, "platform", platform)
    texts = [keys_of(spec) for spec in (*ACTIONS, *WIDGET_KEYS) if "Return" in "".join(spec.keys)]
    assert len(texts) >= 3
    assert all(text.endswith("Enter") for text in texts)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("New &chat", "New chat"),
        ("新对话(&N)", "新对话"),
        ("模型(&M)…", "模型…"),
        ("A (b)", "A (b)"),
    ],
)
def test_no_mark_of_a_menu_key_is_left(text: str, words: str) -> None:
    assert without_menu_key(text) == words


def test_typing_in_the_palette_finds_and_does(
    actions: Actions, look: Look, host: QWidget, qtbot: QtBot
) -> None:
    """A few letters leave the one that is meant on top; Enter does it once and all is gone."""
    done = bind(actions, *(spec.id for spec in ACTIONS))
    palette = Palette(actions, look, host)
    qtbot.addWidget(palette)
    palette.show()
    assert len(palette.commands()) == len(ACTIONS) - 1
    write(palette.field, "spd pan")
    assert palette.commands()[0] == "view.panel"
    press(palette.field, Qt.Key.Key_Return)
    assert done == ["view.panel"]
    assert palette.chosen == "view.panel"
    assert not palette.isVisible()


def test_the_mark_moves_while_the_caret_stays(
    actions: Actions, look: Look, host: QWidget, qtbot: QtBot
) -> None:
    """Down and Up move it within the list, and no further."""
    done = bind(actions, "chat.new", "chat.search", "program.models")
    palette = Palette(actions, look, host)
    qtbot.addWidget(palette)
    palette.show()
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_Up):
        press(palette.field, key)
    press(palette.field, Qt.Key.Key_Return)
    assert done == ["chat.search"]


def test_nothing_answers(actions: Actions, look: Look, host: QWidget, qtbot: QtBot) -> None:
    """It is said, and Enter does nothing."""
    done = bind(actions, "chat.new")
    palette = Palette(actions, look, host)
    qtbot.addWidget(palette)
    palette.show()
    write(palette.field, "xyzzy")
    assert palette.commands() == []
    assert palette.nothing.isVisible()
    press(palette.field, Qt.Key.Key_Return)
    assert done == []
    assert palette.isVisible()


@pytest.mark.parametrize(
    ("pattern", "better", "worse"),
    [
        ("nc", "New chat", "Once"),
        ("set", "Settings", "Reset tint"),
        ("text", "Larger text", "Contextual"),
        ("uber", "Über Foreword", "Run a beer"),
        ("sp", "Speed panel", "Stop"),
    ],
)
def test_letters_that_begin_words_count_more(pattern: str, better: str, worse: str) -> None:
    """What a person means comes before what merely has the letters."""
    first, second = score(pattern, better), score(pattern, worse)
    assert first is not None
    assert second is None or first > second


def test_all_letters_have_to_be_there() -> None:
    """In their order; nothing typed answers to everything."""
    assert score("tac", "chat") is None
    assert score("", "chat") == 0
    assert score("CHÂT", "chat") is not None
