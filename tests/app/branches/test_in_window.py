"""Single messages and the box in the real window, from the press of a key to what is shown."""

from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app.application import Application
from app.attachments.viewer import AttachmentViewer
from app.branches.wiring import MessagesWiring
from app.presets.dialog import PresetsDialog
from app.presets.wiring import PresetsWiring
from app.transcript.acts import Act
from app.transcript.messages import Reply
from app.transcript.question import Question
from app.view_types import EngineState
from engine import FinishReason, Generate, PromptTooLong
from tests.app.conftest import Launch
from tests.fakes import Script, ScriptedEngine

CUT = Script(words=("Once", " upon"), reason=FinishReason.MAX_TOKENS)
DROP = Qt.DropAction.CopyAction
NO_KEYS = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton


def wait_ready(qtbot: QtBot, application: Application) -> None:
    """Wait until nothing is under way."""
    controller = application.program.controller
    qtbot.waitUntil(lambda: controller.state is EngineState.READY, timeout=10_000)


def send(qtbot: QtBot, application: Application, text: str) -> None:
    """Type a message, send it and wait for its reply."""
    edit = application.window.composer.edit
    with qtbot.waitSignal(application.program.turns.message_finished, timeout=10_000):
        QTest.keyClicks(edit, text)
        QTest.keyClick(edit, Qt.Key.Key_Return)
    wait_ready(qtbot, application)


def started(
    launch: Launch, qtbot: QtBot, *texts: str, engine: ScriptedEngine | None = None
) -> Application:
    """Open a window and send messages."""
    application = launch(engine)
    wait_ready(qtbot, application)
    for text in texts:
        send(qtbot, application, text)
    return application


def shown(application: Application) -> list[str]:
    """Give the words of all messages on screen."""
    return [entry.words for entry in application.window.transcript.body.messages]


def last(application: Application) -> Reply:
    """Give the last message, a reply."""
    entry = application.window.transcript.body.messages[-1]
    assert isinstance(entry, Reply)
    return entry


def wiring_of(application: Application) -> MessagesWiring:
    """Find what connects the messages."""
    return application.wiring.findChildren(MessagesWiring)[0]


def press(button: QPushButton) -> None:
    """Click."""
    QTest.mouseClick(button, LEFT)


def test_up_edits_the_last_message_and_versions_can_be_gone_through(
    launch: Launch, qtbot: QtBot
) -> None:
    """The new version stands beside the old one; the arrows bring that back with its answer."""
    scripts = [Script(words=("first",)), Script(words=("second",))]
    application = started(launch, qtbot, "one", engine=ScriptedEngine(scripts=scripts))
    composer = application.window.composer
    QTest.keyClick(composer.edit, Qt.Key.Key_Up)
    assert composer.text() == "one"
    assert not composer.editing.isHidden()
    composer.edit.selectAll()
    send(qtbot, application, "uno")
    assert composer.editing.isHidden()
    assert shown(application) == ["uno", "second"]
    question = application.window.transcript.body.messages[0]
    assert isinstance(question, Question)
    assert question.switcher.place.text() == "2/2"
    press(question.switcher.back)
    qtbot.waitUntil(lambda: shown(application) == ["one", "first"])


def test_cancelling_an_edit_brings_back_what_was_being_written(
    launch: Launch, qtbot: QtBot, tmp_path: Path
) -> None:
    """Words and files, by Esc; the message stays as it was."""
    application = started(launch, qtbot, "one")
    composer, attachments = application.window.composer, application.program.attachments
    (tmp_path / "a.txt").write_text("inside")
    composer.files_given.emit([tmp_path / "a.txt"])
    qtbot.waitUntil(lambda: len(attachments.attachments) == 1, timeout=60_000)
    QTest.keyClicks(composer.edit, "half a thought")
    application.program.messages.edit_last()
    assert composer.text() == "one"
    assert composer.tray.isHidden()
    QTest.keyClick(composer.edit, Qt.Key.Key_Escape)
    assert composer.text() == "half a thought"
    assert composer.editing.isHidden()
    assert len(attachments.attachments) == 1


def test_regenerating_shows_where_one_is(launch: Launch, qtbot: QtBot) -> None:
    """By the action that Ctrl+Enter is."""
    application = started(launch, qtbot, "one")
    with qtbot.waitSignal(application.program.turns.message_finished, timeout=10_000):
        application.window.commands.trigger("reply.regenerate")
    wait_ready(qtbot, application)
    assert last(application).footer.switcher.place.text() == "2/2"


def test_a_cut_reply_is_continued_where_it_stands(launch: Launch, qtbot: QtBot) -> None:
    """The button is there while the reply is a cut one, and the words join without a seam."""
    rest = Script(words=(" a", " time"))
    application = started(launch, qtbot, "one", engine=ScriptedEngine(scripts=[CUT, rest]))
    reply = last(application)
    assert not reply.footer.go_on.isHidden()
    with qtbot.waitSignal(application.program.turns.message_finished, timeout=10_000):
        press(reply.footer.go_on)
    wait_ready(qtbot, application)
    assert shown(application) == ["one", "Once upon a time"]
    assert last(application).footer.go_on.isHidden()
    assert len(last(application).tokens) == 4


def test_copying_with_and_without_markdown(launch: Launch, qtbot: QtBot) -> None:
    """As it was written, or as it reads."""
    words = ("**Two** things:\n\n", "- `a`\n", "- [b](https://b.example)\n")
    application = started(
        launch, qtbot, "one", engine=ScriptedEngine(scripts=[Script(words=words)])
    )
    transcript, reply = application.window.transcript, last(application)
    transcript.acted.emit(reply.id, Act.COPY)
    clipboard = QGuiApplication.clipboard()
    qtbot.waitUntil(lambda: clipboard.text() == "".join(words))
    transcript.acted.emit(reply.id, Act.COPY_PLAIN)
    qtbot.waitUntil(lambda: clipboard.text() == "Two things:\n\n- a\n- b (https://b.example)")


def test_nothing_is_deleted_before_it_was_asked(launch: Launch, qtbot: QtBot) -> None:
    """With what follows, or alone; Cancel is what Enter and Esc mean."""
    application = started(launch, qtbot, "one", "two")
    wiring = wiring_of(application)
    first = application.window.transcript.body.messages[0].id

    def ask() -> list[QPushButton]:
        application.window.transcript.acted.emit(first, Act.DELETE)
        qtbot.waitUntil(lambda: wiring.question is not None)
        box = wiring.question
        assert box is not None
        assert "3 messages that follow" in box.informativeText()
        return box.findChildren(QPushButton)

    buttons = {button.text().replace("&", ""): button for button in ask()}
    press(buttons["Cancel"])
    assert len(shown(application)) == 4
    qtbot.waitUntil(lambda: wiring.question is None)
    buttons = {button.text().replace("&", ""): button for button in ask()}
    press(buttons["Delete all of it"])
    assert shown(application) == []


def mime_of(path: Path) -> QMimeData:
    """Give what a file manager puts on the clipboard."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    mime.setText(path.as_uri())
    return mime


def test_files_are_dropped_pasted_shown_and_sent(
    launch: Launch, qtbot: QtBot, tmp_path: Path
) -> None:
    """Never as their address; each is a chip at its message afterwards, and opens."""
    application = started(launch, qtbot)
    window, attachments = application.window, application.program.attachments
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(f"inside {name}")
    mime = mime_of(tmp_path / "a.txt")
    where = QPointF(200, 200)
    enter = QDragEnterEvent(where.toPoint(), DROP, mime, LEFT, NO_KEYS)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(window, QDropEvent(where, DROP, mime, LEFT, NO_KEYS, QEvent.Type.Drop))
    window.composer.edit.insertFromMimeData(mime_of(tmp_path / "b.txt"))
    qtbot.waitUntil(lambda: len(attachments.attachments) == 2, timeout=60_000)
    assert window.composer.text() == ""
    chips = list(window.composer.tray.chips.values())
    qtbot.waitUntil(lambda: all("token" in chip.note for chip in chips))
    press(chips[1].cross)
    assert len(window.composer.tray.chips) == 1
    send(qtbot, application, "What?")
    assert window.composer.tray.isHidden()
    question = window.transcript.body.messages[0]
    assert isinstance(question, Question)
    assert [chip.text() for chip in question.chips] == ["a.txt"]
    QTest.mouseClick(question.chips[0], LEFT)
    qtbot.waitUntil(lambda: bool(window.findChildren(AttachmentViewer)))
    [viewer] = window.findChildren(AttachmentViewer)
    assert viewer.text.toPlainText() == "inside a.txt"
    viewer.accept()


def test_what_has_no_room_cannot_be_sent(launch: Launch, qtbot: QtBot, tmp_path: Path) -> None:
    """The number is said, Send waits, and taking the file away lets it go."""
    error = PromptTooLong(num_tokens=9_000, context_length=2_048)
    engine = ScriptedEngine(count=error)
    application = started(launch, qtbot, engine=engine)
    composer = application.window.composer
    (tmp_path / "long.txt").write_text("word " * 9_000)
    composer.files_given.emit([tmp_path / "long.txt"])
    qtbot.waitUntil(lambda: composer.tray.problem.text() != "", timeout=60_000)
    assert "9,000 tokens" in composer.tray.problem.text()
    QTest.keyClicks(composer.edit, "Why?")
    qtbot.waitUntil(lambda: not composer.button.isEnabled())
    QTest.keyClick(composer.edit, Qt.Key.Key_Return)
    assert not any(isinstance(command, Generate) for command in engine.commands)
    engine.count = 0
    [chip] = composer.tray.chips.values()
    press(chip.cross)
    qtbot.waitUntil(composer.button.isEnabled)
    assert composer.tray.isHidden()


def test_each_refused_file_says_why(launch: Launch, qtbot: QtBot, tmp_path: Path) -> None:
    """There is one sentence below them, so that each tells its own when it is pointed at."""
    composer = started(launch, qtbot).window.composer
    (tmp_path / "noise.bin").write_bytes(bytes(range(256)))
    composer.files_given.emit([tmp_path / "noise.bin", tmp_path / "gone.txt"])
    chips = composer.tray.chips
    qtbot.waitUntil(
        lambda: [chip.note for chip in chips.values()] == ["not attached"] * 2, timeout=60_000
    )
    noise, gone = chips.values()
    assert noise.toolTip().startswith("noise.bin is not a text")
    assert noise.toolTip() in noise.accessibleDescription()
    assert gone.toolTip().startswith("gone.txt cannot be read")


def test_a_preset_is_made_used_and_shown(launch: Launch, qtbot: QtBot) -> None:
    """From this chat's own prompt to a name on the button, and a word to the engine."""
    engine = ScriptedEngine()
    application = started(launch, qtbot, engine=engine)
    window = application.window
    wiring = application.wiring.findChildren(PresetsWiring)[0]
    wiring.show_dialog()
    dialog = wiring.dialog
    assert isinstance(dialog, PresetsDialog)
    dialog.prompt.setPlainText("Answer as a pirate.")
    press(dialog.save_as)
    press(dialog.save)
    assert dialog.problem.text() == "Give it a name."
    dialog.name.setText("Pirate")
    dialog.rows["temperature"].set_value(0.7)
    press(dialog.save)
    assert [dialog.list.item(row).text() for row in range(dialog.list.count())] == [
        "This chat",
        "Pirate",
    ]
    dialog.accept()
    button = window.composer.style_button
    menu = button.menu_of_styles()
    [pirate] = [action for action in menu.actions() if action.text() == "Pirate"]
    pirate.trigger()
    assert button.text() == "Pirate"
    send(qtbot, application, "hello")
    asked = [command for command in engine.commands if isinstance(command, Generate)][-1]
    assert asked.messages[0].content == "Answer as a pirate."
    assert button.text() == "Pirate"
    window.new_chat_requested.emit()
    assert button.text() == "Standard"
