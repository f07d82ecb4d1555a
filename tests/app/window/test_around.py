"""Sidebar, top bar, banner and comparison show what they are told and tell what is done."""

from datetime import datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from app.banner import Banner
from app.compare.view import CompareView
from app.sidebar import ID_ROLE, Sidebar
from app.theme import Look
from app.top_bar import TopBar
from app.view_types import ConversationSummary
from engine import (
    CompareFinished,
    Failed,
    FinishReason,
    NoModelLoaded,
    Pane,
    PromptProgress,
    SpeculationChanged,
    SpeculationReason,
    SpeculationState,
    TextDelta,
    TurnFinished,
    TurnStats,
)
from tests.app.window.acts import click, press, write
from tests.app.window.conftest import token

NOW = datetime(2026, 3, 18, 12).timestamp()
DAY_S = 86_400


@pytest.fixture
def sidebar(look: Look, qtbot: QtBot) -> Sidebar:
    """A sidebar on a Wednesday with six chats, the second one open."""
    sidebar = Sidebar(look, now=lambda: NOW)
    qtbot.addWidget(sidebar)
    sidebar.resize(236, 600)
    ages = (0, 1, 3, 20, 90, 0)
    sidebar.set_conversations(
        [
            ConversationSummary(id=n, title=f"Chat {n}", updated_at=NOW - age * DAY_S - n)
            for n, age in enumerate(ages)
        ],
        1,
    )
    sidebar.show()
    return sidebar


def lines(sidebar: Sidebar) -> list[str]:
    return [sidebar.list.item(row).text() for row in range(sidebar.list.count())]


def row_of(sidebar: Sidebar, title: str) -> int:
    return lines(sidebar).index(title)


def test_chats_by_date(sidebar: Sidebar) -> None:
    """Newest first, under the day they were used."""
    assert lines(sidebar) == [
        *("Today", "Chat 0", "Chat 5", "Yesterday", "Chat 1", "Last week", "Chat 2"),
        *("Last month", "Chat 3", "Earlier", "Chat 4"),
    ]
    assert sidebar.list.currentItem().data(ID_ROLE) == 1


def test_opening_renaming_searching(sidebar: Sidebar, qtbot: QtBot) -> None:
    """By mouse and by key; nothing is told while the list is filled."""
    opened: list[int] = []
    sidebar.opened.connect(opened.append)
    renamed: list[tuple[int, str]] = []
    sidebar.renamed.connect(lambda id, title: renamed.append((id, title)))
    item = sidebar.list.item(row_of(sidebar, "Chat 2"))
    point = sidebar.list.visualItemRect(item).center()
    click(sidebar.list.viewport(), at=point)
    assert opened == [2]
    item.setText("  Better name ")
    assert renamed == [(2, "Better name")]
    with qtbot.waitSignal(sidebar.search_changed) as searched:
        write(sidebar.search, "x")
    assert searched.args == ["x"]
    sidebar.set_conversations([], None)
    assert not sidebar.list.isVisible()
    assert (opened, renamed) == ([2], [(2, "Better name")])


@pytest.mark.parametrize(("answer", "deleted"), [("Delete", [4]), ("Keep", [])])
def test_deleting_asks(sidebar: Sidebar, qtbot: QtBot, answer: str, deleted: list[int]) -> None:
    """A chat goes only when the question is answered with yes."""
    told: list[int] = []
    sidebar.delete_requested.connect(told.append)
    sidebar.list.setCurrentRow(row_of(sidebar, "Chat 4"))
    press(sidebar.list, Qt.Key.Key_Delete)
    box = sidebar.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    button = next(b for b in box.findChildren(QPushButton) if b.text() == answer)
    click(button)
    assert told == deleted


def test_titles_are_one_line_of_plain_text(sidebar: Sidebar) -> None:
    """A title of several lines, or of nothing, is still a title."""
    sidebar.set_conversations(
        [
            ConversationSummary(id=1, title="a\n<b>b</b>", updated_at=NOW),
            ConversationSummary(id=2, title=" ", updated_at=NOW - 1),
        ],
        None,
    )
    assert lines(sidebar)[1:] == ["a <b>b</b>", "Untitled"]


def test_top_bar(look: Look, qtbot: QtBot) -> None:
    """Models, device and context in words; a load in their place; no draft says so."""
    bar = TopBar(look)
    qtbot.addWidget(bar)
    bar.resize(900, 48)
    bar.show()
    assert bar.target.text() == "Choose a model"
    bar.set_models("Qwen", "int4", None, "off: the draft does not fit")
    bar.set_device("CPU · 2 threads")
    bar.set_context(412, 32_768)
    assert bar.target.text() == "Qwen int4"
    assert (bar.draft.text(), bar.draft.toolTip()) == ("no draft", "off: the draft does not fit")
    assert bar.context.text() == "Context 412 / 32,768"
    with qtbot.waitSignal(bar.models_requested):
        click(bar.target)
    bar.set_loading("reading", 0.25)
    assert (bar.target.text(), bar.progress.value()) == ("Reading", 250)
    bar.set_loading("", None)
    assert bar.progress.isHidden()


def test_banner(look: Look, qtbot: QtBot) -> None:
    """One sentence, plain, with its action, gone when dismissed."""
    banner = Banner(look)
    qtbot.addWidget(banner)
    banner.show_message("It <b>failed</b>.", "error", "Try again")
    assert banner.label.textFormat() is Qt.TextFormat.PlainText
    with qtbot.waitSignal(banner.action_triggered):
        click(banner.action)
    with qtbot.waitSignal(banner.dismissed):
        click(banner.close_button)
    assert banner.isHidden()
    banner.show_message("Note.", "notice")
    assert banner.action.isHidden()
    banner.clear()
    assert banner.isHidden()


@pytest.fixture
def compare(look: Look, qtbot: QtBot) -> CompareView:
    """A comparison that has just begun."""
    view = CompareView(look)
    qtbot.addWidget(view)
    view.resize(1000, 700)
    view.show()
    view.begin("Why is the sky blue?")
    return view


STATS = TurnStats(
    num_tokens=11,
    num_first_tokens=1,
    num_rounds=5,
    num_drafted=10,
    num_accepted=5,
    elapsed_s=1.5,
    time_to_first_token_s=0.5,
)


def finished(
    *,
    ratio: float = 1.71,
    first_difference: int | None = None,
    gap: float | None = None,
    is_sampled: bool = False,
    is_coupled: bool = False,
    is_whole: bool = True,
) -> CompareFinished:
    return CompareFinished(
        turn_id=1,
        plain=STATS,
        speculative=STATS if is_whole else None,
        ratio=ratio,
        num_compared=128,
        first_difference=first_difference,
        gap=gap,
        is_sampled=is_sampled,
        is_whole=is_whole,
        is_coupled=is_coupled,
    )


def test_panes_stream_apart(compare: CompareView) -> None:
    """Each event goes to its own pane, with its figures."""
    compare.handle(PromptProgress(turn_id=1, num_done=1, num_total=9, pane=Pane.PLAIN))
    for pane, text in ((Pane.PLAIN, "Plain text"), (Pane.SPECULATIVE, "Fast text")):
        made = token(text, 0)
        compare.handle(TextDelta(turn_id=1, text=text, tokens=(made,), stats=STATS, pane=pane))
        compare.handle(
            TurnFinished(
                turn_id=1,
                reason=FinishReason.END,
                text=text,
                token_ids=(),
                stats=STATS,
                pane=pane,
            )
        )
    for pane, text in ((Pane.PLAIN, "Plain text"), (Pane.SPECULATIVE, "Fast text")):
        shown = compare.panes[pane]
        (block,) = shown.transcript.body.text_blocks()
        assert block.document.toPlainText() == text
        assert shown.number.text() == "10.0"
        assert shown.details.text() == "0.50 s to first token · 11 tokens"


@pytest.mark.parametrize(
    ("event", "ratio", "words"),
    [
        (finished(), "1.71×", "all 128 tokens are the same"),
        (finished(first_difference=9, gap=0.0041), "1.71×", "token 10</b>, gap 0.0041"),
        (finished(is_sampled=True), "1.71×", "same distribution"),
        (finished(is_sampled=True, is_coupled=True), "1.71×", "all 128 tokens are the same"),
        (finished(ratio=26.8), "–", "busy with something else"),
        (finished(ratio=0.8), "0.80×", "costs more than it brings"),
        (finished(ratio=0.0), "–", "too short"),
        (finished(is_whole=False), "–", "no verdict"),
    ],
)
def test_verdicts(compare: CompareView, event: CompareFinished, ratio: str, words: str) -> None:
    """Each end has its own words, and only a whole comparison claims anything."""
    compare.handle(event)
    assert compare.ratio.text() == ratio
    assert words in compare.verdict.text() + compare.proof.text()
    assert compare.stop.isHidden()


def test_a_comparison_fails_in_words(compare: CompareView, qtbot: QtBot) -> None:
    """The error is said, and it can be run again or left."""
    compare.handle(
        SpeculationChanged(
            turn_id=1,
            state=SpeculationState.OFF,
            reason=SpeculationReason.NO_DRAFT,
            pane=Pane.SPECULATIVE,
        )
    )
    assert compare.panes[Pane.SPECULATIVE].note.text() == "off: there is no draft"
    with qtbot.waitSignal(compare.stop_requested):
        click(compare.stop)
    compare.handle(Failed(turn_id=1, error=NoModelLoaded()))
    assert compare.verdict.text() == "No model is loaded. Choose one first."
    with qtbot.waitSignal(compare.run_again_requested):
        click(compare.again)
    with qtbot.waitSignal(compare.close_requested):
        click(compare.close_button)


def test_beginning_again_forgets(compare: CompareView, qapp: QApplication) -> None:
    """A second run starts with empty panes and no verdict."""
    compare.handle(
        TextDelta(turn_id=1, text="x", tokens=(token("x", 0),), stats=STATS, pane=Pane.PLAIN)
    )
    compare.handle(finished())
    compare.begin("Another?")
    assert compare.panes[Pane.PLAIN].transcript.body.text_blocks() == []
    assert (compare.ratio.text(), compare.proof.text()) == ("…", "")
    assert not compare.stop.isHidden()
