"""Another language holds from the next start on: that is said, and the start is offered."""

from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from app.application import Application
from app.settings_dialog import SettingsDialog
from app.view_types import EngineState, Language
from tests.app.conftest import Launch, is_closed


def opened(application: Application, qtbot: QtBot) -> SettingsDialog:
    controller = application.program.controller
    qtbot.waitUntil(lambda: controller.state is EngineState.READY, timeout=10_000)
    application.window.settings_requested.emit()
    [dialog] = application.window.findChildren(SettingsDialog)
    return dialog


def choose(dialog: SettingsDialog, language: Language) -> None:
    field = dialog.rows["language"].field
    assert isinstance(field, QComboBox)
    field.setCurrentIndex(field.findData(language.value))
    field.activated.emit(field.currentIndex())


def test_a_new_start_is_offered_while_it_is_needed(launch: Launch, qtbot: QtBot) -> None:
    """Also when the settings are opened again; no more once the old language is back."""
    application = launch()
    dialog = opened(application, qtbot)
    assert dialog.restart.isHidden()
    choose(dialog, Language.GERMAN)
    assert dialog.restart.isVisible()
    dialog.accept()
    dialog.deleteLater()
    qtbot.waitUntil(lambda: not application.window.findChildren(SettingsDialog), timeout=5000)
    again = opened(application, qtbot)
    assert again.restart.isVisible()
    choose(again, Language.SYSTEM)
    assert again.restart.isHidden()


def test_the_new_start_comes_after_everything_is_kept(launch: Launch, qtbot: QtBot) -> None:
    """The program ends in order first; whoever ran it starts it again."""
    application = launch()
    dialog = opened(application, qtbot)
    choose(dialog, Language.GERMAN)
    dialog.restart.button.click()
    qtbot.waitUntil(lambda: is_closed(application), timeout=7000)
    assert application.wants_restart
