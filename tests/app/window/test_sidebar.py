"""The list of chats by mouse and by key: days, pins, folders, what was found, undo."""

from datetime import datetime
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from app.chat_list.model import IS_OPEN_ROLE, MIME_TYPE
from app.chat_list.rows import RowKind
from app.keeping.places import Folder
from app.sidebar import Sidebar
from app.theme import Look
from app.view_types import ConversationSummary, Hit
from tests.app.conftest import Recorder
from tests.app.window.acts import click, press, write

NOW = datetime(2026, 3, 18, 12).timestamp()
DAY_S = 86_400


def chat(id: int, *, age: float = 0, title: str = "", **more: Any) -> ConversationSummary:
    """A chat so many days old."""
    return ConversationSummary(
        id=id,
        title=title or f"Chat {id}",
        updated_at=NOW - age * DAY_S - id,
        **more,
    )


@pytest.fixture
def sidebar(look: Look, qtbot: QtBot) -> Sidebar:
    """A sidebar on a Wednesday with six chats, the second one open."""
    sidebar = Sidebar(look, now=lambda: NOW)
    qtbot.addWidget(sidebar)
    sidebar.resize(236, 600)
    ages = (0, 1, 3, 20, 60, 0, 500)
    sidebar.set_conversations([chat(n, age=age) for n, age in enumerate(ages)], 1)
    sidebar.show()
    return sidebar


def lines(sidebar: Sidebar) -> list[str]:
    """What the rows say."""
    return [row.text for row in sidebar.list.rows.rows]


def point_of(sidebar: Sidebar, text: str) -> QPoint:
    """The middle of a row."""
    index = sidebar.list.rows.index(lines(sidebar).index(text))
    return sidebar.list.visualRect(index).center()


def go_to(sidebar: Sidebar, text: str) -> None:
    """Make a row the current one."""
    sidebar.list.setCurrentIndex(sidebar.list.rows.index(lines(sidebar).index(text)))


def choose(menu: QMenu | None, text: str) -> None:
    """Choose something in a menu or in the menus inside of it."""
    assert menu is not None
    actions = [action for part in (menu, *menu.findChildren(QMenu)) for action in part.actions()]
    (action,) = [action for action in actions if action.text() == text]
    assert isinstance(action, QAction)
    action.trigger()
    menu.close()


def menu_of(sidebar: Sidebar, text: str) -> QMenu | None:
    """The menu of a row."""
    index = sidebar.list.rows.index(lines(sidebar).index(text))
    return sidebar.list.show_menu(index, QPoint())


def test_chats_by_date(sidebar: Sidebar) -> None:
    """Newest first, under the day they were used; the open one is marked."""
    assert lines(sidebar) == [
        *("Today", "Chat 0", "Chat 5", "Yesterday", "Chat 1", "Last 7 days", "Chat 2"),
        *("Last 30 days", "Chat 3", "January", "Chat 4", "2024", "Chat 6"),
    ]
    rows = sidebar.list.rows
    is_open = [bool(rows.index(n).data(IS_OPEN_ROLE)) for n in range(rows.rowCount())]
    assert is_open.index(True) == lines(sidebar).index("Chat 1")
    assert sum(is_open) == 1


def test_pinned_chats_and_folders_come_first(sidebar: Sidebar) -> None:
    """A pinned chat stands at the top only; a folded folder shows how many it has."""
    sidebar.set_folders([Folder(id=7, name="Work"), Folder(id=8, name="Zoo", is_folded=True)])
    chats = [
        chat(0),
        chat(1, is_pinned=True, folder_id=7),
        chat(2, folder_id=7),
        chat(3, folder_id=8),
        chat(4, folder_id=99),
    ]
    sidebar.set_conversations(chats, None)
    assert lines(sidebar) == [
        *("Pinned", "Chat 1", "Folders", "Work", "Chat 2", "Zoo", "Today", "Chat 0", "Chat 4"),
    ]
    counts = [row.count for row in sidebar.list.rows.rows if row.kind is RowKind.FOLDER]
    assert counts == [1, 1]


def test_opening_by_click_and_by_key(sidebar: Sidebar) -> None:
    """Headings are stepped over."""
    opened = Recorder(sidebar.opened)
    click(sidebar.list.viewport(), at=point_of(sidebar, "Chat 2"))
    click(sidebar.list.viewport(), at=point_of(sidebar, "Today"))
    go_to(sidebar, "Chat 5")
    press(sidebar.list, Qt.Key.Key_Down)
    press(sidebar.list, Qt.Key.Key_Return)
    assert opened.calls == [(2,), (1,)]


def test_up_from_the_first_row_leads_to_the_search(sidebar: Sidebar, qtbot: QtBot) -> None:
    """And Down leads back."""
    sidebar.activateWindow()
    go_to(sidebar, "Chat 0")
    sidebar.list.setFocus()
    press(sidebar.list, Qt.Key.Key_Up)
    assert sidebar.search.hasFocus()
    press(sidebar.search, Qt.Key.Key_Down)
    assert sidebar.list.hasFocus()


def test_renaming_in_place(sidebar: Sidebar) -> None:
    """By F2; nothing and the same name change nothing; a list that comes meanwhile waits."""
    renamed = Recorder(sidebar.renamed)
    for typed in ("  Better name ", "", "Chat 2"):
        go_to(sidebar, "Chat 2")
        press(sidebar.list, Qt.Key.Key_F2)
        field = sidebar.list.findChild(QLineEdit)
        assert isinstance(field, QLineEdit)
        assert field.text() == "Chat 2"
        field.clear()
        write(field, typed)
        sidebar.set_conversations([chat(2), chat(3)], 1)
        assert field.isVisible()
        press(field, Qt.Key.Key_Return)
        field.deleteLater()
        field.setParent(None)
        assert lines(sidebar) == ["Today", "Chat 2", "Chat 3"]
    assert renamed.calls == [(2, "Better name")]


def test_the_enter_that_ends_a_name_does_nothing_else(sidebar: Sidebar, qtbot: QtBot) -> None:
    """Neither is the folder folded then, nor the chat opened."""
    folded, opened = Recorder(sidebar.list.folded), Recorder(sidebar.list.opened)
    renamed = Recorder(sidebar.list.folder_renamed)
    sidebar.set_folders([Folder(id=7, name="New folder")])
    sidebar.set_conversations([chat(0, folder_id=7)], 0)
    for text in ("New folder", "Chat 0"):
        go_to(sidebar, text)
        press(sidebar.list, Qt.Key.Key_F2)
        field = sidebar.list.findChild(QLineEdit)
        assert isinstance(field, QLineEdit)
        write(field, "Work")
        with qtbot.waitSignal(field.destroyed):
            press(field, Qt.Key.Key_Return)
    assert (folded.calls, opened.calls) == ([], [])
    assert renamed.calls == [(7, "Work")]


def test_deleting_asks_nothing_and_offers_to_undo(sidebar: Sidebar) -> None:
    """By key and by menu; the offer goes away by itself when it is told to."""
    deleted = Recorder(sidebar.delete_requested)
    go_to(sidebar, "Chat 4")
    press(sidebar.list, Qt.Key.Key_Delete)
    choose(menu_of(sidebar, "Chat 3"), "Delete")
    assert deleted.calls == [(4,), (3,)]
    bar = sidebar.undo_bar
    undone = Recorder(bar.undo_requested)
    bar.offer(1)
    assert (bar.label.text(), bar.isVisible()) == ("Chat deleted", True)
    bar.offer(2)
    assert bar.label.text() == "2 chats deleted"
    click(bar.button)
    press(sidebar.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert len(undone.calls) == 2
    bar.offer(0)
    assert not bar.isVisible()


def test_pins_and_folders_by_menu(sidebar: Sidebar) -> None:
    """What each entry asks for."""
    rows = sidebar.list
    pinned, moved = Recorder(rows.pinned), Recorder(rows.moved)
    made, removed = Recorder(rows.new_folder_requested), Recorder(rows.folder_removed)
    sidebar.set_folders([Folder(id=7, name="A & B")])
    sidebar.set_conversations([chat(0), chat(1, is_pinned=True), chat(2, folder_id=7)], 0)
    choose(menu_of(sidebar, "Chat 0"), "Pin")
    choose(menu_of(sidebar, "Chat 1"), "Unpin")
    choose(menu_of(sidebar, "Chat 0"), "A && B")
    choose(menu_of(sidebar, "Chat 2"), "No folder")
    choose(menu_of(sidebar, "Chat 0"), "New folder")
    choose(menu_of(sidebar, "A & B"), "Remove folder, keep its chats")
    assert menu_of(sidebar, "Today") is None
    assert pinned.calls == [(0, True), (1, False)]
    assert moved.calls == [(0, 7), (2, None)]
    assert (made.calls, removed.calls) == ([(0,)], [(7,)])


def test_folders_fold_by_click_and_by_key(sidebar: Sidebar) -> None:
    """Left folds, Right unfolds, Space and Enter change it."""
    folded = Recorder(sidebar.list.folded)
    sidebar.set_folders([Folder(id=7, name="Work")])
    sidebar.set_conversations([chat(0, folder_id=7)], 0)
    click(sidebar.list.viewport(), at=point_of(sidebar, "Work"))
    go_to(sidebar, "Work")
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Space, Qt.Key.Key_Return):
        press(sidebar.list, key)
    assert folded.calls == [(7, True), (7, True), (7, False), (7, True), (7, True)]


def test_a_chat_dropped_on_a_folder_moves_there(sidebar: Sidebar) -> None:
    """On one of its chats as well; on a heading, out of it."""
    moved = Recorder(sidebar.list.moved)
    sidebar.set_folders([Folder(id=7, name="Work")])
    sidebar.set_conversations([chat(0), chat(1, folder_id=7)], 0)
    rows = sidebar.list.rows
    data = rows.mimeData([rows.index(lines(sidebar).index("Chat 0"))])
    assert data.hasFormat(MIME_TYPE)
    for text in ("Work", "Chat 1", "Today"):
        target = rows.index(lines(sidebar).index(text))
        rows.dropMimeData(data, Qt.DropAction.MoveAction, -1, -1, target)
    assert moved.calls == [(0, 7), (0, 7), (0, None)]


def test_searching_waits_for_the_word(sidebar: Sidebar, qtbot: QtBot) -> None:
    """One question for all keys of it; what is found is listed by where, with its message."""
    searched = Recorder(sidebar.search_changed)
    opened = Recorder(sidebar.hit_opened)
    with qtbot.waitSignal(sidebar.search_changed):
        write(sidebar.search, "prague")
    assert searched.calls == [("prague",)]
    hit = Hit(is_in_title=False, message_id=31, snippet="in Prague it rains", ranges=((3, 9),))
    sidebar.set_conversations(
        [chat(2, title="Prague", hit=Hit(is_in_title=True)), chat(3, hit=hit)], None
    )
    assert lines(sidebar) == ["In titles", "Prague", "In messages", "Chat 3"]
    sidebar.grab()
    click(sidebar.list.viewport(), at=point_of(sidebar, "Chat 3"))
    assert opened.calls == [(3, 31)]
    chosen = Recorder(sidebar.opened)
    press(sidebar.search, Qt.Key.Key_Return)
    assert chosen.calls == [(2,)]
    press(sidebar.search, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: searched.calls[-1] == ("",))


def test_nothing_found_and_nothing_there(sidebar: Sidebar, qtbot: QtBot) -> None:
    """Each in its own words."""
    with qtbot.waitSignal(sidebar.search_changed):
        write(sidebar.search, "zebra")
    sidebar.set_conversations([], None)
    assert not sidebar.list.isVisible()
    assert sidebar._empty.text() == "Nothing found"
    sidebar.search.clear()
    sidebar._tell_search_now()
    sidebar.set_conversations([], None)
    assert sidebar._empty.text() == "No chats yet"


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("a\n<b>b</b>", "a <b>b</b>"),
        (" ", "Untitled"),
        ("x" * 10_000, "x" * 300),
        ("שלום עולם, מה שלומך היום בבוקר הזה", "שלום עולם, מה שלומך היום בבוקר הזה"),
    ],
)
def test_titles_are_one_line_of_plain_text(sidebar: Sidebar, title: str, shown: str) -> None:
    """Of several lines, of nothing, of ten thousand letters, from the right: it is painted."""
    for direction in (Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft):
        sidebar.setLayoutDirection(direction)
        sidebar.set_conversations([chat(1, title=title, is_pinned=True)], None)
        assert lines(sidebar)[1:] == [shown]
        sidebar.grab()


def test_two_thousand_chats_are_listed_without_being_measured(
    sidebar: Sidebar, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows of one height: the size of a few is asked for, not of each."""
    asked = []
    delegate = sidebar.list.itemDelegate()
    size_of = type(delegate).sizeHint

    def counted(*args: Any) -> Any:
        asked.append(args)
        return size_of(*args)

    monkeypatch.setattr(type(delegate), "sizeHint", counted)
    sidebar.set_conversations([chat(n, age=n / 10) for n in range(2000)], 1500)
    sidebar.grab()
    assert sidebar.list.rows.rowCount() > 2000
    assert len(asked) < 200


def test_the_same_list_again_keeps_its_place(sidebar: Sidebar) -> None:
    """It is told at each turn, and must not jump under somebody's hand."""
    chats = [chat(n, age=n / 10) for n in range(300)]
    sidebar.set_conversations(chats, 0)
    bar = sidebar.list.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    place = bar.value()
    sidebar.set_conversations(chats, 0)
    assert bar.value() == place
    sidebar.set_conversations([chat(999), *chats], 0)
    assert bar.value() == place


def test_the_place_in_the_list_outlives_a_deletion(sidebar: Sidebar) -> None:
    """Its neighbour is current meanwhile; brought back, the chat is current again."""
    chats = [chat(n) for n in range(4)]
    sidebar.set_conversations(chats, 1)

    def current() -> str:
        return str(sidebar.list.currentIndex().data())

    go_to(sidebar, "Chat 2")
    sidebar.set_conversations([chats[n] for n in (0, 1, 3)], 1)
    assert current() == "Chat 3"
    sidebar.set_conversations(chats, 1)
    assert current() == "Chat 2"
    go_to(sidebar, "Chat 3")
    sidebar.set_conversations(chats[:3], 1)
    assert current() == "Chat 2"
    sidebar.set_conversations(chats[1:3], 1)
    assert current() == "Chat 2"


def test_the_open_chat_is_current_once_it_is_opened(sidebar: Sidebar) -> None:
    """So that keys in the list begin where one reads."""
    chats = [chat(n) for n in range(4)]
    sidebar.set_conversations(chats, 1)
    go_to(sidebar, "Chat 3")
    sidebar.set_conversations(chats, 1)
    assert sidebar.list.currentIndex().data() == "Chat 3"
    sidebar.set_conversations(chats, 0)
    assert sidebar.list.currentIndex().data() == "Chat 0"
