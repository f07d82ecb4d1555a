"""The import page, the line about memory and verdicts on drafts, as a person sees them."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app.local_models.import_page import ImportPage
from app.local_models.memory_view import MemoryView
from app.local_models.verdict_lines import best_first, judged
from app.theme import Look
from app.view_types import ModelChoice
from engine import RefusedCode
from engine.importing import FoundLocally, Origin
from engine.pairing import DraftVerdict, Verdict
from engine.planning.plan import DraftNeed, TargetNeed, make_plan
from tests.app.conftest import Recorder

GOOD = FoundLocally(origin=Origin.OLLAMA, name="smol:1b", path=Path("/good"), size_bytes=10**9)
BAD = FoundLocally(
    origin=Origin.HUB_CACHE,
    name="o/m",
    path=Path("/bad"),
    size_bytes=0,
    problem=RefusedCode("o/m", "pytorch_model.bin"),
)
TARGET = TargetNeed(
    name="T",
    kind="8 bits",
    weight_bytes=10**9,
    bytes_per_position=1000,
    working_bytes=10**7,
    longest_context=4096,
)
DRAFT = DraftNeed(
    name="D", kind="8 bits", weight_bytes=10**8, bytes_per_position=100, working_bytes=10**6
)


@pytest.fixture
def page(qtbot: QtBot) -> ImportPage:
    """The page, out of sight."""
    made = ImportPage()
    qtbot.addWidget(made)
    return made


def test_nothing_is_looked_at_before_it_is_opened(page: ImportPage) -> None:
    opened = Recorder(page.opened)
    assert opened.calls == []

    page.show()
    page.hide()
    page.show()

    assert opened.calls == [()]
    page.again.setEnabled(True)
    page.again.click()
    assert opened.calls == [(), ()]


def test_what_was_found(page: ImportPage) -> None:
    page.show_found([BAD, GOOD], frozenset())
    wanted = Recorder(page.take_requested)

    page.row(GOOD.path).use.click()
    page.row(GOOD.path).copy.click()

    assert wanted.calls == [(GOOD, False), (GOOD, True)]
    assert page.row(BAD.path).use.isHidden()
    assert "never runs code" in page.row(BAD.path).line.text()


def test_nothing_was_found(page: ImportPage) -> None:
    page.show_found([], frozenset())

    assert "No other program" in page.said.text()


def test_what_is_in_the_list_is_not_offered_again(page: ImportPage) -> None:
    page.show_found([GOOD], frozenset({GOOD.path}))

    row = page.row(GOOD.path)
    assert row.use.isHidden()
    assert "in your list" in row.line.text()


def test_a_copy_and_how_it_ends(page: ImportPage) -> None:
    page.show_found([GOOD], frozenset())
    stopped = Recorder(page.stop_requested)
    row = page.row(GOOD.path)

    page.show_copying(GOOD.path, 5 * 10**8, 10**9)
    assert (row.bar.value(), row.bar.isHidden()) == (500, False)
    row.stop.click()
    assert stopped.calls == [(GOOD.path,)]
    page.show_problem(GOOD.path, "")
    assert not row.copy.isHidden()
    page.show_taken(GOOD.path)
    assert row.copy.isHidden()


def test_a_chosen_file_is_told_of_without_a_line(page: ImportPage) -> None:
    page.show_taken(Path("/somewhere/x.gguf"))
    assert "x.gguf is in your list" in page.said.text()

    page.show_problem(Path("/somewhere/x.gguf"), "It is no model.")
    assert page.said.text() == "It is no model."


def test_memory(qtbot: QtBot, qapp: QApplication) -> None:
    use = QPushButton()
    view = MemoryView(Look(qapp), use=use)
    qtbot.addWidget(use)
    qtbot.addWidget(view)

    view.show_plan(make_plan(TARGET, DRAFT, device="CPU", free_bytes=4 * 10**9))
    assert view.line.text().startswith("Fits")
    assert "Draft: weights" in view.toolTip()
    assert view.line.property("role") == "muted"

    view.show_plan(make_plan(TARGET, DRAFT, device="CPU", free_bytes=1_050_000_000))
    assert "draft would be left out" in view.line.text()
    assert view.line.property("role") == "danger"

    # Pressed in vain it would only cost time; what is free may have changed by then.
    assert (use.text(), use.property("role")) == ("Use these", "primary")
    view.show_plan(make_plan(TARGET, DRAFT, device="CPU", free_bytes=1_000_000))
    assert (use.text(), use.property("role"), use.isEnabled()) == ("Try anyway", "", True)
    assert use.accessibleName() == use.text()

    view.show_plan(None)
    assert view.isHidden()
    assert (use.text(), use.property("role")) == ("Use these", "primary")


def test_verdicts_in_lines() -> None:
    choices = [
        ModelChoice(id=id, name=id, size_bytes=1, is_installed=True, note="old")
        for id in ("unjudged", "misfit", "good")
    ]
    verdicts = {
        each.id: each
        for each in (
            DraftVerdict(id="good", name="", size_bytes=1, verdict=Verdict.PAYS, reason="Pays."),
            DraftVerdict(
                id="misfit", name="", size_bytes=1, verdict=Verdict.DOES_NOT_FIT, reason="No."
            ),
        )
    }

    shown = [judged(choice, verdicts) for choice in best_first(choices, verdicts)]

    assert [choice.id for choice in shown] == ["good", "misfit", "unjudged"]
    assert [choice.can_draft for choice in shown] == [True, False, True]
    assert [choice.note for choice in shown][::2] == ["Pays.", "old"]
    assert shown[1].draft_reason == "No."
