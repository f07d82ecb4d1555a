"""Deleting, undoing and erasing behind the window, and what is private on the disk."""

import os
import stat
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from app.background import Background
from app.private_files import make_all_private
from engine import OutOfDisk, Paths, user_paths
from tests.app.conftest import MakeStage, Recorder, Stage
from tests.fakes import Script, ScriptedEngine

SECRET = "xylophonist"


def on_disk(paths: Paths) -> list[str]:
    """The files that hold the secret anywhere: chats, backups, settings, logs."""
    files = [file for file in paths.data.parent.rglob("*") if file.is_file()]
    return [file.name for file in files if SECRET.encode() in file.read_bytes()]


def secret_chat(stage: Stage) -> int:
    """Have a chat about the secret and give its id."""
    stage.program.controller.new_chat()
    stage.send(f"Tell me about the {SECRET}")
    (chat, *_) = stage.program.controller.chats.summaries()
    return chat.id


def titles(stage: Stage) -> list[str]:
    """What the list shows."""
    return [chat.title for chat in stage.program.controller.chats.summaries()]


def open_id(stage: Stage) -> int | None:
    """Which chat is open."""
    return stage.program.controller.chats.current_id


def hurry(stage: Stage) -> None:
    """Let the time to undo be over."""
    (timer,) = stage.program.deletion.findChildren(QTimer)
    timer.stop()
    timer.timeout.emit()


@pytest.fixture
def stage(make_stage: MakeStage) -> Stage:
    """A program with one chat that stays."""
    script = Script(words=("The ", SECRET, " plays."))
    stage = make_stage(ScriptedEngine(scripts=[Script(), script, script]))
    stage.start()
    stage.send("Something else")
    return stage


def test_undo_brings_the_chat_back_as_it_was(stage: Stage) -> None:
    """Into the list, and open again."""
    controller, deletion = stage.program.controller, stage.program.deletion
    offered, shown = Recorder(deletion.offered), Recorder(controller.messages_reset)
    id = secret_chat(stage)
    deletion.delete(id)
    assert titles(stage) == ["Something else"]
    assert open_id(stage) is None
    deletion.undo()
    assert len(titles(stage)) == 2
    assert open_id(stage) == id
    assert offered.calls == [(1,), (0,)]
    (views,) = shown.calls[-1]
    assert isinstance(views, list)
    assert len(views) == 2
    deletion.undo()
    assert len(titles(stage)) == 2


def test_one_undo_brings_back_all_that_went_one_after_another(stage: Stage) -> None:
    """Each deletion begins the time anew."""
    deletion = stage.program.deletion
    offered = Recorder(deletion.offered)
    secret_chat(stage)
    for chat in stage.program.controller.chats.summaries():
        deletion.delete(chat.id)
    assert titles(stage) == []
    deletion.undo()
    assert len(titles(stage)) == 2
    assert offered.calls == [(1,), (2,), (0,)]


def test_after_the_time_it_is_erased(stage: Stage) -> None:
    """From every file there is, while the program goes on."""
    deletion = stage.program.deletion
    id = secret_chat(stage)
    assert on_disk(user_paths()) != []
    deletion.delete(id)
    hurry(stage)
    stage.qtbot.waitUntil(lambda: not on_disk(user_paths()), timeout=5000)
    deletion.undo()
    assert titles(stage) == ["Something else"]
    stage.send("And it still answers")


def test_leaving_erases_at_once(stage: Stage) -> None:
    """The time to undo ends with the program."""
    id = secret_chat(stage)
    stage.program.deletion.delete(id)
    stage.close()
    assert on_disk(user_paths()) == []


def test_a_killed_program_erases_at_its_next_start(stage: Stage, make_stage: MakeStage) -> None:
    """The chat does not come back; the files are as a kill leaves them, copied while it ran."""
    id = secret_chat(stage)
    stage.program.deletion.delete(id)
    data = user_paths().data
    left = {file.name: file.read_bytes() for file in data.iterdir() if file.is_file()}
    stage.close()
    for file in data.iterdir():
        file.unlink()
    for name, content in left.items():
        if not name.endswith("-shm"):
            (data / name).write_bytes(content)
    assert on_disk(user_paths()) != []
    again = make_stage()
    again.start()
    assert titles(again) == ["Something else"]
    again.qtbot.waitUntil(lambda: not on_disk(user_paths()), timeout=5000)


def test_looking_at_the_offer_holds_the_time(stage: Stage) -> None:
    """It begins anew when the mouse goes away."""
    deletion = stage.program.deletion
    (timer,) = deletion.findChildren(QTimer)
    deletion.hold(True)
    deletion.hold(False)
    assert not timer.isActive()
    deletion.delete(secret_chat(stage))
    assert timer.isActive()
    deletion.hold(True)
    assert not timer.isActive()
    deletion.hold(False)
    assert timer.isActive()


def test_nothing_that_is_said_is_logged(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    """Neither by a turn, nor by a search, a title, a folder, unsent text or a deletion."""
    caplog.set_level(0)
    program = stage.program
    id = secret_chat(stage)
    program.controller.search(SECRET)
    program.controller.search("")
    program.controller.rename(id, f"The {SECRET}")
    program.unsent.follow(SECRET)
    program.unsent.keep()
    program.controller.chats.places.add_folder(SECRET)
    program.deletion.delete(id)
    hurry(stage)
    stage.close()
    assert SECRET not in caplog.text
    assert "Once upon" not in caplog.text


@pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX has them")
def test_what_is_kept_is_the_owners_alone(make_stage: MakeStage) -> None:
    """New folders and files, and those that an older version left open."""
    paths = user_paths()
    for folder in (paths.data, paths.config, paths.logs):
        folder.mkdir(parents=True)
        folder.chmod(0o755)
        (folder / "older.db").write_bytes(b"")
        (folder / "older.db").chmod(0o644)
    umask = os.umask(0o022)
    try:
        make_all_private(paths)
        stage = make_stage()
        stage.start()
        stage.send("hello")
        stage.program.controller.change_setting("theme", "dark")
        modes = {path: _mode(path) for path in _all(paths)}
        assert {mode for path, mode in modes.items() if path.is_file()} == {0o600}
        assert {mode for path, mode in modes.items() if path.is_dir()} == {0o700}
        assert {"chats.db", "chats.db-wal", "settings.json"} <= {path.name for path in modes}
    finally:
        os.umask(umask)


@pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX has them")
def test_the_file_of_chats_is_private_by_itself(make_stage: MakeStage) -> None:
    """Whatever the process was told about new files."""
    umask = os.umask(0o000)
    try:
        make_stage().start()
        data = user_paths().data
        assert _mode(data) == 0o700
        assert {_mode(file) for file in data.glob("chats.db*")} == {0o600}
    finally:
        os.umask(umask)


def _all(paths: Paths) -> list[Path]:
    folders = (paths.data, paths.config, paths.logs)
    return [path for folder in folders for path in (folder, *folder.iterdir())]


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_bug_beside_the_window_is_logged_without_its_words(
    qtbot: QtBot, caplog: pytest.LogCaptureFixture, expected_warnings: list[str]
) -> None:
    """Where it happened, and what kind it is; its message may quote a chat."""

    def work(report: object, stop: object) -> object:
        raise ValueError(SECRET)

    thread = Background(work, name="worker", tag="a")
    with qtbot.waitSignal(thread.failed):
        thread.start()
    thread.wait()
    assert "worker failed with ValueError" in caplog.text
    assert SECRET not in caplog.text


def test_what_cannot_be_brought_back_is_offered_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that fails for a moment costs no chat."""
    id = secret_chat(stage)
    deletion, chats = stage.program.deletion, stage.program.controller.chats
    offers, faults = Recorder(deletion.offered), Recorder(deletion.failed)
    deletion.delete(id)

    def fail(conversation_id: int) -> None:
        raise OutOfDisk("chats.db", 0)

    with monkeypatch.context() as patch:
        patch.setattr(chats, "bring_back", fail)
        deletion.undo()
    assert len(faults.calls) == 1
    assert offers.calls[-1] == (1,)
    deletion.undo()
    assert offers.calls[-1] == (0,)
    assert len(titles(stage)) == 2
