"""What the window says goes when it is true no more."""

from pytestqt.qtbot import QtBot

from app.view_types import EngineState
from engine import BadModelFile
from tests.app.conftest import TARGET_ID, Launch
from tests.fake_library import FakeEntry, FakeLibrary
from tests.fakes import Gate, Script, ScriptedEngine


def test_why_nothing_could_be_sent_goes_when_it_can(launch: Launch, qtbot: QtBot) -> None:
    """The reason stays as long as it holds; other sentences stay until they were read."""
    gate = Gate()
    application = launch(ScriptedEngine(scripts=[Script(gate=gate)]))
    controller, banner = application.program.controller, application.window.banner
    qtbot.waitUntil(lambda: controller.state is EngineState.READY, timeout=10_000)
    controller.send("one")
    qtbot.waitUntil(lambda: controller.state is EngineState.GENERATING, timeout=5000)
    controller.notice.emit("notice", "Something else.")
    controller.send("two")
    assert banner.label.text().startswith("A reply is still being written.")
    gate.open()
    qtbot.waitUntil(lambda: controller.state is EngineState.READY, timeout=5000)
    assert banner.label.text() == "Something else."


def test_the_empty_page_knows_models_that_are_not_loaded(launch: Launch, qtbot: QtBot) -> None:
    """Nobody is told to get one who has one."""
    engine = ScriptedEngine(load_error=BadModelFile(path="x", detail="it is broken"))
    library = FakeLibrary(models=[FakeEntry(id=TARGET_ID)])
    application = launch(engine, library=library)
    empty = application.window.transcript.empty
    qtbot.waitUntil(lambda: empty.title.text() == "No model is loaded", timeout=10_000)


def test_the_empty_page_says_where_there_is_none(launch: Launch, qtbot: QtBot) -> None:
    """Then one has to be got first."""
    library = FakeLibrary(models=[FakeEntry(id=TARGET_ID, is_installed=False)])
    application = launch(library=library)
    qtbot.waitUntil(lambda: bool(application.window.banner.label.text()), timeout=10_000)
    assert application.window.transcript.empty.title.text() == "No model yet"
