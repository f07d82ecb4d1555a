"""Models checked again and deleted from the window."""

from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from app.application import Application
from app.models_dialog import ModelsDialog
from app.view_types import EngineState
from engine import DigestMismatch
from tests.app.conftest import TARGET_ID, Launch, Recorder
from tests.fake_library import FakeEntry, FakeLibrary


def open_dialog(qtbot: QtBot, application: Application) -> ModelsDialog:
    controller = application.program.controller
    qtbot.waitUntil(lambda: controller.state is EngineState.READY, timeout=30_000)
    application.wiring.models.show_models()
    dialog = application.wiring.models.dialog
    assert dialog is not None
    return dialog


def library(*, is_imported: bool = False) -> FakeLibrary:
    other = FakeEntry(id="other", name="Other", is_imported=is_imported)
    return FakeLibrary(models=[FakeEntry(id=TARGET_ID, name="The starter"), other])


def press(question: QMessageBox | None, role: QMessageBox.ButtonRole) -> None:
    assert question is not None
    for button in question.buttons():
        if question.buttonRole(button) is role:
            button.click()


def test_a_model_is_deleted_after_a_question(qtbot: QtBot, launch: Launch) -> None:
    """Cancel keeps it; Delete takes it off the disk and the list."""
    models = library()
    application = launch(library=models)
    dialog = open_dialog(qtbot, application)
    wiring = application.wiring.models.library
    menu = dialog.row("target", "other").menu
    assert menu is not None
    menu.remove.trigger()
    press(wiring.question, QMessageBox.ButtonRole.RejectRole)
    assert len(models.models) == 2
    menu.remove.trigger()
    assert wiring.question is not None
    assert "98 MB" in wiring.question.informativeText()
    with qtbot.waitSignal(application.program.shelf.keeping.removed, timeout=30_000):
        press(wiring.question, QMessageBox.ButtonRole.AcceptRole)
    assert [entry.id for entry in models.models] == [TARGET_ID]
    assert ("target", "other") not in dialog._rows


def test_a_file_of_ones_own_is_only_forgotten(qtbot: QtBot, launch: Launch) -> None:
    """The question says that it stays."""
    application = launch(library=library(is_imported=True))
    open_dialog(qtbot, application).remove_requested.emit("other")
    question = application.wiring.models.library.question
    assert question is not None
    assert "stays where it is" in question.informativeText()
    press(question, QMessageBox.ButtonRole.RejectRole)


def test_the_loaded_model_stays(qtbot: QtBot, launch: Launch) -> None:
    """It is read from its file while it answers."""
    application = launch(library=library())
    open_dialog(qtbot, application).remove_requested.emit(TARGET_ID)
    wiring = application.wiring.models.library
    assert wiring.question is None


def test_a_model_is_read_again(qtbot: QtBot, launch: Launch) -> None:
    """Both outcomes are told."""
    models = library()
    application = launch(library=models)
    dialog = open_dialog(qtbot, application)
    keeping = application.program.shelf.keeping
    with qtbot.waitSignal(keeping.verified, timeout=30_000):
        dialog.verify_requested.emit("other")
    models.error = DigestMismatch("other.gguf", "a" * 64, "b" * 64)
    failures = Recorder(keeping.failed)
    with qtbot.waitSignal(keeping.failed, timeout=30_000):
        dialog.verify_requested.emit("other")
    assert len(failures.calls) == 1
