"""The dialog that makes a draft: what each phase shows, and what its buttons ask for."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from app.draft_views import MakingPhase, MakingView
from app.making_dialog import MakingDialog
from app.making_text import banner_line, describe_draft, duration
from app.theme import Look
from engine import Recipe
from tests.app.window.acts import click
from tests.fake_drafts import HELD_OUT, STEPS, trained

RECIPE = Recipe(num_tokens=400_000, num_passes=12.0, minutes=60.0, seed=9)
VIEW = MakingView(
    target_id="big",
    target_name="Big",
    phase=MakingPhase.IDLE,
    recipe=RECIPE,
    num_questions=42,
    expectation="Expected.",
)


@pytest.fixture
def dialog(look: Look, qtbot: QtBot) -> MakingDialog:
    """A dialog on screen, with nothing begun."""
    dialog = MakingDialog(look)
    qtbot.addWidget(dialog)
    dialog.show_view(VIEW)
    dialog.show()
    return dialog


def shown(dialog: MakingDialog) -> set[str]:
    return {b.text() for b in dialog.findChildren(QPushButton) if b.isVisibleTo(dialog)}


def test_settings_begin_with_what_suits_and_are_told(dialog: MakingDialog, qtbot: QtBot) -> None:
    """Own chats are never ticked for the user; what has no field stays as it was suggested."""
    page = dialog.settings
    assert (page.minutes.value(), page.tokens.value()) == (60, 400_000)
    assert page.chats.text() == "Also learn from my own chats (42 questions)"
    assert not page.chats.isChecked()
    assert page.expectation.text() == "Expected."
    assert shown(dialog) == {"Make a draft", "Close"}
    page.minutes.setValue(90)
    page.layers.setValue(2)
    page.vocabulary.setValue(8192)
    with qtbot.waitSignal(dialog.start_requested) as asked:
        click(dialog.start)
    expected = replace(RECIPE, minutes=90.0, num_layers=2, vocabulary=8192)
    assert asked.args == [expected, False]
    page.chats.setChecked(True)
    with qtbot.waitSignal(dialog.start_requested) as asked:
        click(dialog.start)
    assert asked.args == [expected, True]


def test_news_do_not_overwrite_what_was_typed(dialog: MakingDialog) -> None:
    dialog.settings.minutes.setValue(90)
    dialog.show_view(replace(VIEW, draft=trained()))
    assert dialog.settings.minutes.value() == 90
    assert dialog.settings.earlier.text() == "The draft that is there already is replaced."


def test_without_chats_there_is_nothing_to_tick(dialog: MakingDialog) -> None:
    dialog.show_view(replace(VIEW, target_id="other", num_questions=0))
    assert not dialog.settings.chats.isEnabled()


def test_preparing_shows_that_something_happens(dialog: MakingDialog) -> None:
    dialog.show_view(replace(VIEW, phase=MakingPhase.PREPARING))
    assert dialog.progress.stage.text() == "Getting ready"
    assert (dialog.progress.bar.minimum(), dialog.progress.bar.maximum()) == (0, 0)
    assert shown(dialog) == {"Pause", "Hide"}


def test_progress_says_stage_share_speed_and_time_left(dialog: MakingDialog, qtbot: QtBot) -> None:
    writing, learning = STEPS[0], STEPS[1]
    dialog.show_view(replace(VIEW, phase=MakingPhase.RUNNING, progress=writing))
    page = dialog.progress
    assert page.stage.text() == "The model writes conversations"
    assert page.step.text() == "Step 1 of 2"
    assert page.bar.value() == 500
    assert page.line.text() == "50 % · 500 tokens · 40 tokens/s · about 1 min left"
    assert not page.number.isVisibleTo(dialog)
    dialog.show_view(replace(VIEW, phase=MakingPhase.RUNNING, progress=learning))
    assert page.stage.text() == "The draft learns to foretell them"
    assert page.number.text() == "60 %"
    assert page.meaning.text() == "of the first words it drafts stand, on text it has not seen"
    assert shown(dialog) == {"Discard", "Hide", "Pause"}
    with qtbot.waitSignal(dialog.pause_requested):
        click(dialog.pause)
    dialog.show_view(replace(VIEW, phase=MakingPhase.PAUSING, progress=learning))
    assert not dialog.pause.isEnabled()


def test_a_pause_keeps_the_figures_and_says_what_went_wrong(
    dialog: MakingDialog, qtbot: QtBot
) -> None:
    paused = replace(VIEW, phase=MakingPhase.PAUSED, progress=STEPS[1], problem="No room.")
    dialog.show_view(paused)
    assert dialog.progress.stage.text() == "Paused"
    assert dialog.progress.line.text() == "20 % · 100 tokens"
    assert dialog.problem.isVisibleTo(dialog)
    assert dialog.problem.text() == "No room."
    assert shown(dialog) == {"Discard", "Close", "Resume"}
    with qtbot.waitSignal(dialog.resume_requested):
        click(dialog.resume)
    click(dialog.discard)
    box = dialog.findChild(QMessageBox)
    assert box is not None, "an hour's work goes with a second word only"
    with qtbot.waitSignal(dialog.discard_requested):
        box.button(QMessageBox.StandardButton.Discard).click()


def test_done_shows_figures_and_offers_to_use_it(dialog: MakingDialog, qtbot: QtBot) -> None:
    dialog.show_view(replace(VIEW, phase=MakingPhase.DONE, draft=trained(is_private=True)))
    rows = {
        name.text(): value.text() for name, value in dialog.done_page.rows.labels if name.text()
    }
    assert rows["First word ahead"] == "60 %"
    assert rows["Second word ahead"] == "50 %"
    assert rows["Tokens written"] == "1,000"
    assert rows["Tokens learnt, again and again"] == "4,000"
    assert rows["Learning took"] == "10 min"
    assert rows["Private"].startswith("yes")
    assert shown(dialog) == {"Make another", "Close", "Use it now"}
    with qtbot.waitSignal(dialog.use_requested):
        click(dialog.use)
    advised = replace(VIEW, phase=MakingPhase.DONE, draft=trained(), advice="Expect 1.5×.")
    dialog.show_view(advised)
    assert dialog.done_page.advice.text() == "Expect 1.5×."
    click(dialog.again)
    assert dialog.start.isVisibleTo(dialog)


def test_hiding_stops_nothing(dialog: MakingDialog, qtbot: QtBot) -> None:
    dialog.show_view(replace(VIEW, phase=MakingPhase.RUNNING, progress=STEPS[0]))
    asked: list[str] = []
    dialog.pause_requested.connect(lambda: asked.append("pause"))
    dialog.discard_requested.connect(lambda: asked.append("discard"))
    with qtbot.waitSignal(dialog.finished):
        click(dialog.hide_button)
    assert asked == []


def test_the_words_about_it() -> None:
    assert [duration(s) for s in (20, 70, 1260, 9000)] == [
        "less than a minute",
        "about 1 min",
        "about 21 min",
        "about 2.5 h",
    ]
    running = replace(VIEW, phase=MakingPhase.RUNNING, progress=STEPS[0])
    assert banner_line(running) == (
        "Making a draft for Big: step 1 of 2, 50 %, about 1 min left. "
        "The chat waits until it is paused or done."
    )
    assert describe_draft(trained()) == (
        "Made for this model from 1,000 of its own tokens; "
        "60 % of its first words stand on text it has not seen."
    )
    assert "Private" in describe_draft(trained(is_private=True))
    assert HELD_OUT.mean_length(2) == pytest.approx(1.9)
