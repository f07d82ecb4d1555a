"""The dialog of presets never leaves behind what was typed in it without a question."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from app.application import Application
from app.presets.dialog import PresetsDialog
from app.presets.style import STYLE_KEYS, Preset
from app.presets.wiring import PresetsWiring
from app.view_types import EngineState
from tests.app.conftest import Launch

TYPED = "Answer as a pirate, and never say why."


@pytest.fixture
def application(launch: Launch, qtbot: QtBot) -> Application:
    """The program with two presets."""
    application = launch(None)
    program = application.program
    qtbot.waitUntil(lambda: program.controller.state is EngineState.READY, timeout=10_000)
    values = {key: program.settings.value(key) for key in STYLE_KEYS}
    for name in ("Chatty", "Terse"):
        program.presets.save(Preset(id=0, name=name, system_prompt=name, values=values))
    return application


@pytest.fixture
def dialog(application: Application) -> Iterator[PresetsDialog]:
    """The dialog, open at this chat."""
    wiring = application.wiring.findChildren(PresetsWiring)[0]
    wiring.show_dialog()
    assert wiring.dialog is not None
    yield wiring.dialog
    if wiring.dialog is not None:
        wiring.dialog.accept()


def answer(dialog: PresetsDialog, words: str) -> None:
    """Press a button of the question."""
    assert dialog.question is not None
    [button] = [button for button in dialog.question.buttons() if button.text() == words]
    button.click()
    assert dialog.question is None


def prompts(application: Application) -> dict[str, str]:
    """Give what each preset tells the model."""
    return {preset.name: preset.system_prompt for preset in application.program.presets.presets()}


@pytest.mark.parametrize("way", ["button", "escape", "window"])
def test_closing_asks_for_what_was_typed(
    application: Application, dialog: PresetsDialog, way: str
) -> None:
    """However it is closed; going back leaves the text, saving gives it to the chat."""

    def close() -> None:
        match way:
            case "button":
                dialog.done_button.click()
            case "escape":
                QTest.keyClick(dialog, Qt.Key.Key_Escape)
            case _:
                dialog.close()

    dialog.prompt.setPlainText(TYPED)
    close()
    assert dialog.isVisible()
    answer(dialog, "Go back")
    assert dialog.isVisible()
    assert dialog.prompt.toPlainText() == TYPED
    close()
    answer(dialog, "Use for this chat")
    assert not dialog.isVisible()
    assert application.program.presets.style().system_prompt == TYPED


def test_nothing_is_asked_where_nothing_was_typed(
    application: Application, dialog: PresetsDialog
) -> None:
    """Looking at every line and beginning a preset is no change."""
    for row in (1, 2, 0):
        dialog.list.setCurrentRow(row)
    dialog.new.click()
    dialog.list.setCurrentRow(2)
    assert dialog.heading.text() == "Terse"
    dialog.done_button.click()
    assert dialog.question is None
    assert not dialog.isVisible()


def test_another_line_asks_first(application: Application, dialog: PresetsDialog) -> None:
    """The line stays where it was until there is an answer, and then goes where it was sent."""
    dialog.list.setCurrentRow(1)
    dialog.prompt.setPlainText(TYPED)
    dialog.list.setCurrentRow(2)
    assert dialog.list.currentRow() == 1
    answer(dialog, "Go back")
    assert dialog.prompt.toPlainText() == TYPED
    dialog.list.setCurrentRow(2)
    answer(dialog, "Save")
    assert (dialog.list.currentRow(), dialog.heading.text()) == (2, "Terse")
    assert prompts(application) == {"Chatty": TYPED, "Terse": "Terse"}
    dialog.name.setText("Changed")
    dialog.list.setCurrentRow(0)
    answer(dialog, "Don't save")
    assert dialog.list.currentRow() == 0
    assert "Changed" not in prompts(application)


def test_what_cannot_be_saved_is_not_left(application: Application, dialog: PresetsDialog) -> None:
    """A preset without a name, and values that are wrong alone or beside each other."""
    dialog.prompt.setPlainText(TYPED)
    dialog.save_as.click()
    dialog.done_button.click()
    answer(dialog, "Save")
    assert dialog.isVisible()
    assert dialog.problem.text() == "Give it a name."
    dialog.name.setText("Pirate")
    dialog.rows["temperature"].field.setProperty("text", "hot")
    dialog.done_button.click()
    answer(dialog, "Save")
    assert dialog.isVisible()
    dialog.rows["temperature"].field.setProperty("text", "0.5")
    dialog.rows["max_new_tokens"].field.setProperty("text", "5")
    dialog.rows["min_new_tokens"].field.setProperty("text", "9")
    dialog.done_button.click()
    answer(dialog, "Save")
    assert dialog.isVisible()
    assert dialog.problem.isVisible()
    assert dialog.prompt.toPlainText() == TYPED
    dialog.rows["min_new_tokens"].field.setProperty("text", "2")
    dialog.done_button.click()
    answer(dialog, "Save")
    assert not dialog.isVisible()
    assert prompts(application)["Pirate"] == TYPED


def test_values_that_do_not_go_together_keep_the_dialog_open(
    application: Application, dialog: PresetsDialog
) -> None:
    """What was typed for the chat stays, with the reason beside it."""
    dialog.prompt.setPlainText(TYPED)
    dialog.rows["max_new_tokens"].field.setProperty("text", "5")
    dialog.rows["min_new_tokens"].field.setProperty("text", "9")
    dialog.save.click()
    assert dialog.isVisible()
    assert dialog.problem.isVisible()
    assert dialog.prompt.toPlainText() == TYPED


def test_a_preset_is_deleted_only_when_that_is_meant(
    application: Application, dialog: PresetsDialog
) -> None:
    """There is no way back, so it is asked."""
    dialog.list.setCurrentRow(1)
    dialog.delete.click()
    assert isinstance(dialog.question, QMessageBox)
    answer(dialog, "Cancel")
    assert set(prompts(application)) == {"Chatty", "Terse"}
    dialog.delete.click()
    answer(dialog, "Delete")
    assert set(prompts(application)) == {"Terse"}
    assert dialog.heading.text() == "This chat"


def test_a_value_finer_than_one_types_is_no_change(
    application: Application, dialog: PresetsDialog
) -> None:
    """A preset from elsewhere may hold any number: it is kept as it is, and nothing is asked."""
    presets = application.program.presets
    [chatty] = [preset for preset in presets.presets() if preset.name == "Chatty"]
    values = {**chatty.values, "temperature": 0.123456789, "stop": ("\n\n",)}
    presets.save(replace(chatty, values=values))
    dialog.show_all(presets.style(), presets.presets())
    dialog.list.setCurrentRow(1)
    dialog.list.setCurrentRow(2)
    assert (dialog.question, dialog.heading.text()) == (None, "Terse")
    dialog.list.setCurrentRow(1)
    dialog.prompt.setPlainText(TYPED)
    dialog.save.click()
    [kept] = [preset for preset in presets.presets() if preset.name == "Chatty"]
    assert (kept.system_prompt, kept.values) == (TYPED, values)
