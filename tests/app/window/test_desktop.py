"""Around the window: its parts' widths, the welcome, the folders, settings that travel."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.desktop.better_pair import Pair, better_pair
from app.desktop.folders_page import Folder, FoldersPage
from app.desktop.settings_exchange import NotSettings, export_settings, import_settings
from app.desktop.welcome import Starter, Welcome
from app.settings import PANEL_WIDTH, SETTINGS, SIDEBAR_WIDTH
from app.shell import MAX_SIDE, MIN_SIDE, Arrangement, Shell
from app.theme import Look
from engine import expected_tokens_per_s
from tests.app.window.acts import press
from tests.fake_library import FakeEntry

QUICK = 1e12
"""Weights a second of a computer that is never the limit."""
GB = 1_000_000_000


@pytest.fixture
def shell(look: Look, qtbot: QtBot) -> Shell:
    """Three empty parts in 1200 units."""
    shell = Shell(QWidget(), QWidget(), QWidget(), look=look)
    qtbot.addWidget(shell)
    shell.resize(1200, 700)
    shell.show()
    return shell


def test_an_edge_gives_room_and_keeps_within_bounds(shell: Shell, qtbot: QtBot) -> None:
    """Dragged by key as by mouse; the conversation takes what is left."""
    with qtbot.waitSignal(shell.arranged):
        press(shell.sidebar_edge, Qt.Key.Key_Right)
    assert shell.sidebar.width() == SIDEBAR_WIDTH + 16
    assert shell.column.x() == shell.sidebar.width()
    shell.sidebar_edge.dragged.emit(5000)
    assert shell.sidebar.width() == MAX_SIDE
    shell.panel_edge.dragged.emit(5000)
    assert shell.panel.width() == MIN_SIDE
    assert shell.column.width() == 1200 - MAX_SIDE - MIN_SIDE
    shell.sidebar_edge.reset.emit()
    assert shell.sidebar.width() == SIDEBAR_WIDTH


def test_the_parts_grow_with_the_text(shell: Shell, look: Look) -> None:
    """Sides of a fixed width would cut their figures; what is kept does not change."""
    look.set_zoom(1.25)
    assert shell.fold == 0
    assert shell.panel.width() == round(PANEL_WIDTH * 1.25)
    assert shell.sidebar.width() == round(SIDEBAR_WIDTH * 1.25)
    shell.sidebar_edge.dragged.emit(25)
    assert shell.arrangement == Arrangement(sidebar_width=SIDEBAR_WIDTH + 20)
    look.set_zoom(1.5)
    assert shell.fold == 1


def test_the_parts_are_as_they_were(shell: Shell) -> None:
    """What was told is what is kept, whatever room there is meanwhile."""
    wanted = Arrangement(sidebar_width=300, panel_width=240, shows_sidebar=True, shows_panel=False)
    shell.arrange(wanted)
    assert shell.panel.isHidden()
    shell.resize(600, 500)
    assert shell.arrangement == wanted
    shell.resize(1200, 700)
    assert shell.sidebar.width() == 300


def test_sides_change_places_from_right_to_left(shell: Shell) -> None:
    """Sidebar at the right, panel at the left, and an edge still follows the hand."""
    shell.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert shell.sidebar.geometry().right() == 1199
    assert shell.panel.x() == 0
    assert shell.column.x() == shell.panel.width()
    press(shell.sidebar_edge, Qt.Key.Key_Left)
    assert shell.sidebar.width() == SIDEBAR_WIDTH + 16


@pytest.mark.parametrize("width", [900, 1920, 3000])
def test_the_conversation_never_starves(shell: Shell, width: int) -> None:
    """Wide sides give way in a narrow window."""
    shell.arrange(Arrangement(sidebar_width=MAX_SIDE, panel_width=MAX_SIDE))
    shell.resize(width, 700)
    assert shell.column.width() >= 290


def library() -> list[FakeEntry]:
    """A starter and two pairs; one that was never taught to chat."""
    return [
        FakeEntry(id="starter-instruct", size_bytes=98_000_000),
        FakeEntry(id="big-instruct", name="Big", size_bytes=GB, drafts=("small",)),
        FakeEntry(id="huge-instruct", name="Huge", size_bytes=9 * GB, drafts=("small",)),
        FakeEntry(id="base", size_bytes=2 * GB, drafts=("small",)),
        FakeEntry(id="small", name="Small", size_bytes=GB // 2, is_installed=False),
    ]


def offer(
    entries: list[FakeEntry],
    *,
    memory_bytes: int = 64 * GB,
    weights_per_s: float | None = QUICK,
    loaded_id: str = "",
) -> Pair | None:
    return better_pair(
        entries,
        starter_id="starter-instruct",
        memory_bytes=memory_bytes,
        weights_per_s=weights_per_s,
        loaded_id=loaded_id,
    )


def test_the_best_pair_that_fits_is_offered() -> None:
    """The largest with a draft that leaves the computer half its memory; else none."""
    offered = offer(library(), memory_bytes=8 * GB)
    assert offered == Pair(
        id="big-instruct",
        draft_id="small",
        name="Big",
        draft_name="Small",
        size_bytes=GB // 2,
        tokens_per_s=expected_tokens_per_s(GB, QUICK),
    )
    assert offer(library(), memory_bytes=2 * GB) is None


def test_no_pair_is_offered_that_would_crawl() -> None:
    """However much memory there is; where nothing was measured, nothing is promised."""
    slow = 5.5 * GB / 0.6
    found = offer(library(), weights_per_s=slow)
    assert found is not None
    assert found.id == "big-instruct"
    assert found.tokens_per_s == pytest.approx(5.5)
    assert offer(library(), weights_per_s=slow / 2) is None
    assert offer(library(), weights_per_s=None) is None
    quick = offer(library())
    assert quick is not None
    assert quick.id == "huge-instruct"


def test_a_pair_that_is_here_comes_before_one_to_be_fetched() -> None:
    """And neither is offered in place of a model that is larger and already in use."""
    here = FakeEntry(id="little", size_bytes=GB // 4)
    mine = FakeEntry(id="mine-instruct", name="Mine", size_bytes=GB // 2, drafts=("little",))
    entries = [*library(), here, mine]
    found = offer(entries)
    assert found is not None
    assert (found.id, found.draft_id, found.size_bytes) == ("mine-instruct", "little", 0)
    larger = offer(entries, loaded_id="mine-instruct")
    assert larger is not None
    assert larger.id == "huge-instruct"
    assert offer(entries, loaded_id="huge-instruct") is None


@pytest.mark.parametrize(
    "entry",
    [
        FakeEntry(id="big-coder-instruct", size_bytes=GB, is_installed=False, drafts=("d",)),
        FakeEntry(id="x-instruct", size_bytes=GB, is_installed=False, drafts=("d",), is_gated=True),
        FakeEntry(id="x-instruct", size_bytes=GB, is_installed=False, drafts=("d",), refusal="no"),
    ],
)
def test_what_one_press_cannot_bring_is_not_offered(entry: FakeEntry) -> None:
    """Nor what writes code, unless it is here already."""
    assert offer([entry, FakeEntry(id="d", size_bytes=1000)]) is None


def test_the_welcome_offers_a_pair_once_the_speed_is_known(look: Look, qtbot: QtBot) -> None:
    """The card comes, is exchanged and goes again."""
    welcome = Welcome(look, starter=None, pair=None)
    qtbot.addWidget(welcome)
    welcome.show()

    def cards() -> int:
        buttons = welcome.findChildren(QPushButton)
        return sum("pair" in button.text() and button.isVisible() for button in buttons)

    assert cards() == 0
    welcome.show_pair(offer(library(), memory_bytes=8 * GB))
    assert cards() == 1
    welcome.show_pair(offer(library()))
    assert cards() == 1
    welcome.show_pair(None)
    assert cards() == 0


@pytest.mark.parametrize("is_installed", [True, False])
def test_the_welcome_offers_both(look: Look, qtbot: QtBot, is_installed: bool) -> None:
    """Each button asks for what it names and closes the welcome."""
    starter = Starter(id="s", name="Starter", size_bytes=98_000_000, is_installed=is_installed)
    pair = offer(library(), memory_bytes=8 * GB)
    for signal, part in (("starter_requested", "starter"), ("pair_requested", "pair")):
        welcome = Welcome(look, starter=starter, pair=pair)
        qtbot.addWidget(welcome)
        welcome.show()
        button = next(b for b in welcome.findChildren(QPushButton) if part in b.text())
        with qtbot.waitSignal(getattr(welcome, signal), timeout=1000):
            button.click()
        assert not welcome.isVisible()


def test_folders_open(qtbot: QtBot, tmp_path: Path) -> None:
    """Each row names its folder and asks for it."""
    page = FoldersPage([Folder("Chats", "All.", tmp_path / "a"), Folder("Logs", "All.", tmp_path)])
    qtbot.addWidget(page)
    asked: list[object] = []
    page.open_requested.connect(asked.append)
    page.buttons[0].click()
    assert asked == [tmp_path / "a"]
    assert "Logs" in page.buttons[1].accessibleName()


def test_settings_travel(tmp_path: Path) -> None:
    """All that a dialog shows goes there and back; what is of this computer stays."""
    values = {spec.key: spec.default for spec in SETTINGS} | {
        "temperature": 0.2,
        "stop": ("a\nb",),
        "target_id": "some model",
        "geometry": "xyz",
    }
    path = tmp_path / "Einstellungen für Ada.json"
    export_settings(values, path)
    found = import_settings(path)
    assert not found.refused
    assert not found.unknown
    assert found.values == {spec.key: values[spec.key] for spec in SETTINGS if spec.group}


def test_bad_values_are_named_and_left_out(tmp_path: Path) -> None:
    """Two of them, and one of another version; the rest is taken."""
    path = tmp_path / "s.json"
    settings = {"temperature": 9, "theme": "purple", "top_k": 3, "hologram": True}
    path.write_text(json.dumps({"format": "foreword settings", "settings": settings}))
    found = import_settings(path)
    assert found.values == {"top_k": 3}
    assert [error.name for error in found.refused] == ["Temperature", "Colours"]
    assert found.unknown == ("hologram",)


@pytest.mark.parametrize(
    "content",
    [b"", b"[1]", b"{}", b"\xff\xfe\x00", b"[" * 100_000, b"x" * 2_000_000, b'{"format": "x"}'],
    ids=["empty", "list", "nothing", "bytes", "deep", "large", "other"],
)
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    """Whatever it is, it is one error and nothing is changed."""
    path = tmp_path / "s.json"
    path.write_bytes(content)
    with pytest.raises(NotSettings):
        import_settings(path)
