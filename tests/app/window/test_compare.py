"""Compare as people see it: verdicts, panes, what is chosen, the past in a table and a chart."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from app.compare.control import SeriesEnd, Step
from app.compare.prompts import Plan, Prompt, PromptKind, PromptSet
from app.compare.run_page import RunPage
from app.compare.runs import ComparedRun
from app.compare.view import CompareView
from app.theme import Look
from app.transcript.tint import TintKind
from app.whole_text import whole_characters
from engine import (
    CompareFinished,
    FinishReason,
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
from tests.app.window.conftest import in_tokens, token
from tests.compared_runs import compared_run

LAST = Prompt(kind=PromptKind.LAST, name="", text="Why is the sky blue?")
STATS = TurnStats(
    num_tokens=11,
    num_first_tokens=1,
    num_rounds=5,
    num_drafted=10,
    num_accepted=5,
    elapsed_s=1.5,
    time_to_first_token_s=0.5,
)
FINISHED = CompareFinished(
    turn_id=1,
    plain=STATS,
    speculative=STATS,
    ratio=1.5,
    num_compared=128,
    first_difference=None,
    gap=None,
    is_sampled=False,
    is_whole=True,
)


@pytest.fixture
def view(look: Look, qtbot: QtBot) -> CompareView:
    """Compare on screen, before anything ran."""
    view = CompareView(look)
    qtbot.addWidget(view)
    view.resize(1000, 700)
    view.show()
    return view


@pytest.fixture
def page(view: CompareView) -> RunPage:
    """A comparison that has just begun."""
    begin(view.run_page)
    return view.run_page


def begin(page: RunPage, *, num_repeats: int = 1) -> None:
    page.begin(Plan(prompts=(LAST,), num_repeats=num_repeats))
    page.advance(Step(prompt=LAST, number=1, num_runs=num_repeats, repeat=1, num_repeats=1))


def say(page: RunPage, pane: Pane, text: str) -> None:
    pieces = list(in_tokens(text))
    for piece, made in pieces:
        page.handle(TextDelta(turn_id=1, text=piece, tokens=(made,), stats=STATS, pane=pane))
    page.handle(
        TurnFinished(
            turn_id=1,
            reason=FinishReason.END,
            text=text,
            token_ids=(),
            stats=STATS,
            pane=pane,
        )
    )


def conclude(page: RunPage, *runs: ComparedRun, last: CompareFinished = FINISHED) -> None:
    page.handle(last)
    for run in runs:
        page.add_run(run)
    page.conclude(SeriesEnd(runs=runs, num_runs=len(runs), last=last))


def test_panes_stream_apart(page: RunPage) -> None:
    """Each event goes to its own pane, with its figures."""
    page.handle(PromptProgress(turn_id=1, num_done=1, num_total=9, pane=Pane.PLAIN))
    texts = {Pane.PLAIN: "Plain text", Pane.SPECULATIVE: "Fast text"}
    for pane, text in texts.items():
        say(page, pane, text)
    for pane, text in texts.items():
        shown = page.panes[pane]
        (block,) = shown.transcript.body.text_blocks()
        assert block.document.toPlainText() == text
        assert shown.number.text() == "10.0"
        assert shown.details.text() == "0.50 s to first token · 11 tokens"


@pytest.mark.parametrize(
    ("run", "ratio", "words"),
    [
        (compared_run(speculative=17.1), "1.71×", "as fast as plain for this question"),
        (compared_run(speculative=50.0), "–", "busy with something else"),
        (compared_run(speculative=8.0), "0.80×", "costs more than it brings"),
        (compared_run(speculative=10.0), "1.00×", "neither helps nor hurts"),
        (compared_run(speculative=0.0), "–", "too short"),
    ],
)
def test_verdicts(page: RunPage, run: ComparedRun, ratio: str, words: str) -> None:
    """Each end has its own words, and only what drafts can bring is claimed."""
    conclude(page, run)
    assert page.ratio.text() == ratio
    assert words in page.verdict.text()
    assert page.setup.stop.isHidden()
    assert not page.setup.run.isHidden()


def test_a_comparison_that_was_stopped_or_failed(page: RunPage) -> None:
    """No verdict without a whole run, and the reason where there is one."""
    page.conclude(SeriesEnd(runs=(), num_runs=1))
    assert "no verdict" in page.verdict.text()
    begin(page)
    page.conclude(SeriesEnd(runs=(), num_runs=1, problem="No model is loaded."))
    assert page.verdict.text() == "No model is loaded."
    assert page.ratio.text() == "–"
    assert page.save.isHidden()


def test_the_state_of_speculation_stands_at_its_pane(page: RunPage) -> None:
    """A reason that is not the obvious one; plain decoding needs none."""
    for pane in Pane:
        page.handle(
            SpeculationChanged(
                turn_id=1,
                state=SpeculationState.OFF,
                reason=SpeculationReason.LOOKAHEAD_ZERO,
                pane=pane,
            )
        )
    assert page.panes[Pane.SPECULATIVE].note.text() == "off: the lookahead is 0"
    assert page.panes[Pane.PLAIN].note.text() == "one token at a time"


def test_the_first_difference_is_pointed_out_in_both(page: RunPage) -> None:
    """At the same token in either text, and quoted in the verdict."""
    say(page, Pane.PLAIN, "The quick fox")
    say(page, Pane.SPECULATIVE, "The fast fox")
    last = replace(FINISHED, first_difference=1, gap=0.0041)
    conclude(page, compared_run(first_difference=1), last=last)
    for pane, word in ((Pane.PLAIN, " quick"), (Pane.SPECULATIVE, " fast")):
        (block,) = page.panes[pane].transcript.body.text_blocks()
        marked = [tint for tint in block.tints if tint.kind is TintKind.DIFFERENT]
        shown = block.document.toPlainText()
        assert [shown[tint.start : tint.end] for tint in marked] == [word]
    assert "“quick” plainly, “fast” speculatively" in page.proof.text()


def test_a_difference_at_the_end_of_one_text(page: RunPage) -> None:
    """The shorter one has nothing to point at."""
    say(page, Pane.PLAIN, "The quick")
    say(page, Pane.SPECULATIVE, "The quick fox")
    conclude(page, compared_run(first_difference=2), last=replace(FINISHED, first_difference=2))
    assert "the end plainly, “fox” speculatively" in page.proof.text()


def test_repeats_fill_the_table_while_they_run(page: RunPage) -> None:
    """One line a run where there is one prompt; the ratio so far is shown at once."""
    begin(page, num_repeats=3)
    assert not page.progress.isHidden()
    page.add_run(compared_run())
    assert page.table.isHidden()
    page.add_run(compared_run(speculative=14.0, is_speculative_first=True, others_share=0.5))
    assert page.ratio.text() == "1.45×"
    assert page.progress.value() == 2
    assert page.table.text_at(0, 0) == "Run 1, plain first"
    assert page.table.text_at(1, 0) == "Run 2, speculative first"
    assert page.table.text_at(1, 7) == "busy"
    page.conclude(SeriesEnd(runs=page.runs, num_runs=3, last=FINISHED))
    assert "Stopped after 2 of 3 runs" in page.caveat.text()
    assert page.progress.isHidden()


def test_prompts_of_a_set_are_lines_of_the_table(page: RunPage) -> None:
    runs = [compared_run(prompt=name) for name in ("code-1", "code-1", "code-2")]
    conclude(page, *runs)
    assert page.table.rowCount() == 2
    assert [page.table.text_at(row, 0) for row in range(2)] == ["code-1", "code-2"]
    assert [page.table.text_at(row, 1) for row in range(2)] == ["2", "1"]


def test_beginning_again_forgets(page: RunPage) -> None:
    """A second run starts with empty panes and no verdict."""
    page.handle(
        TextDelta(turn_id=1, text="x", tokens=(token("x", 0),), stats=STATS, pane=Pane.PLAIN)
    )
    conclude(page, compared_run())
    begin(page)
    assert page.panes[Pane.PLAIN].transcript.body.text_blocks() == []
    assert (page.ratio.text(), page.proof.text()) == ("…", "")
    assert not page.setup.stop.isHidden()
    assert page.runs == ()


def test_what_is_chosen_becomes_a_plan(view: CompareView, qtbot: QtBot) -> None:
    """The last question, a prompt of one's own by key, a set with repeats by button."""
    setup = view.run_page.setup
    told: list[Plan] = []
    setup.run_requested.connect(told.append)
    assert not setup.run.isEnabled()
    setup.set_question("Why?")
    click(setup.run)
    assert told[-1].prompts == (Prompt(kind=PromptKind.LAST, name="", text=""),)
    assert (told[-1].num_repeats, told[-1].max_new_tokens) == (1, 128)
    setup.choose(PromptSet.OWN)
    assert not setup.run.isEnabled()
    write(setup.field, "Count to ten")
    press(setup.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert told[-1].prompts[0].text == "Count to ten"
    setup.choose(PromptSet.ALL)
    press(setup.repeats, Qt.Key.Key_Down)
    press(setup.length, Qt.Key.Key_End)
    click(setup.run)
    assert (len(told[-1].prompts), told[-1].num_repeats) == (8, 3)
    assert told[-1].num_runs == 24
    assert told[-1].max_new_tokens is None
    assert "24 runs" in setup.hint.text()


def test_half_a_character_is_mended() -> None:
    """A field may hold half of a pair, which no tokenizer takes."""
    assert whole_characters("a\ud83d b") == "a\ufffd b"
    assert whole_characters("🎉") == "🎉"


def test_nothing_runs_where_nothing_may(view: CompareView, qtbot: QtBot) -> None:
    """Without a model Run is off, its key too; while it runs there is Stop in its place."""
    setup = view.run_page.setup
    told: list[Plan] = []
    setup.run_requested.connect(told.append)
    setup.choose(PromptSet.OWN)
    setup.field.setPlainText("x")
    setup.set_enabled_to_run(False)
    press(setup.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert told == []
    setup.set_enabled_to_run(True)
    setup.set_running(True)
    assert not setup.prompts.isEnabled()
    with qtbot.waitSignal(view.stop_requested):
        click(setup.stop)


def test_narrow_panes_stand_one_above_the_other(view: CompareView) -> None:
    """Both keep the whole width, and nothing forces the window wider."""
    plain, speculative = (view.run_page.panes[pane] for pane in Pane)
    assert plain.y() == speculative.y()
    view.resize(420, 640)
    # The page within is laid out once its own room is known.
    for _ in range(3):
        QCoreApplication.processEvents()
    assert view.width() == 420
    assert plain.x() == speculative.x()
    assert plain.geometry().bottom() < speculative.y()


@pytest.fixture
def past(view: CompareView) -> CompareView:
    """The page of the past with three series."""
    runs = [
        compared_run(id=1, at=1_000_000.0),
        compared_run(id=2, at=1_000_100.0, speculative=13.0),
        compared_run(id=3, at=2_000_000.0, series="t", kind=PromptKind.CHAT, draft=""),
        compared_run(id=4, at=3_000_000.0, series="u", speculative=50.0),
    ]
    view.history_page.set_runs(runs)
    view.show_history()
    return view


def test_the_past_is_listed_newest_first(past: CompareView) -> None:
    """A series a line, with its range and its marks."""
    table = past.history_page.table
    assert [table.text_at(row, 1) for row in range(3)] == ["code", "chat", "code"]
    assert [table.text_at(row, 2) for row in range(3)] == ["– *", "1.50×", "1.40× (1.30–1.50)"]
    assert [table.text_at(row, 9) for row in range(3)] == ["busy", "", ""]
    assert [table.text_at(row, 3) for row in range(3)] == ["Big + Small", "Big", "Big + Small"]
    table.sortByColumn(2, Qt.SortOrder.AscendingOrder)
    assert [table.text_at(row, 2) for row in range(3)] == ["– *", "1.40× (1.30–1.50)", "1.50×"]


def test_the_chart_has_a_bar_for_each_pair_and_kind(past: CompareView) -> None:
    """Medians over all series, the refused run left out; spoken as well as drawn."""
    chart = past.history_page.chart
    found = {(bar.pair, bar.kind): bar.ratio for bar in chart.bars}
    assert found == {
        ("Big + Small", PromptKind.CODE): pytest.approx(1.4),
        ("Big", PromptKind.CHAT): pytest.approx(1.5),
    }
    assert "Big, chat: 1.50 times plain" in chart.accessibleDescription()
    before = chart.grab().toImage()
    past.history_page.set_runs([compared_run(speculative=11.0)])
    assert chart.grab().toImage() != before


def test_chosen_lines_are_deleted_by_key_and_button(past: CompareView) -> None:
    """All runs of a line go together; without a choice there is nothing to delete."""
    page = past.history_page
    told: list[list[int]] = []
    page.delete_requested.connect(told.append)
    assert not page.delete_button.isEnabled()
    page.table.selectRow(2)
    click(page.delete_button)
    page.table.setFocus()
    page.table.selectRow(1)
    press(page.table, Qt.Key.Key_Delete)
    assert told == [[1, 2], [3]]


@pytest.mark.parametrize(("answer", "deleted"), [("Delete all", [[1, 2, 3, 4]]), ("Cancel", [])])
def test_all_is_deleted_only_after_a_question(
    past: CompareView, answer: str, deleted: list[list[int]]
) -> None:
    page = past.history_page
    told: list[list[int]] = []
    page.delete_requested.connect(told.append)
    click(page.clear_button)
    box = page.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    click(next(b for b in box.findChildren(QPushButton) if b.text() == answer))
    assert told == deleted


def test_an_empty_past_says_what_it_is_for(view: CompareView) -> None:
    view.show_history()
    page = view.history_page
    assert page.empty.isVisible()
    assert not page.table.isVisible()
    page.set_runs([], problem="The history cannot be written.")
    assert page.problem.isVisible()


def test_a_notice_goes_with_the_next_run(view: CompareView) -> None:
    view.say("Nothing to ask.")
    assert view.notice.isVisible()
    view.run_page.setup.set_question("Why?")
    click(view.run_page.setup.run)
    assert not view.notice.isVisible()


def test_light_to_dark_while_a_chart_is_shown(past: CompareView, look: Look) -> None:
    """The plot takes the ground of the look in force."""
    before = past.history_page.chart.grab().toImage()
    look.set_mode(type(look.mode).DARK)
    assert past.history_page.chart.grab().toImage() != before
