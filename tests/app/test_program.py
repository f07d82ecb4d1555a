"""The end of the program, planned and not (cases 27 and 29), and a second start."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.single_instance import SingleInstance
from app.store import Store
from app.view_types import EngineState, MessageStatus, MessageView
from engine import user_paths
from tests.app.conftest import TARGET_ID, MakeStage, Recorder, wait_closed
from tests.fake_library import FakeEntry, FakeLibrary
from tests.fakes import Gate, Script, ScriptedEngine

STREAM_AND_HANG = '''
"""Finish one turn, stream half of another, say so, and wait to be killed."""
import sys
from PySide6.QtCore import QCoreApplication, QTimer
from app.program import Program
from app.view_types import EngineState
from engine import user_paths
from tests.fake_library import FakeEntry, FakeLibrary
from tests.fakes import Gate, Script, ScriptedEngine

qt = QCoreApplication([])
gate = Gate()
gate.let(3)
engine = ScriptedEngine(scripts=[Script(), Script(gate=gate)])
program = Program(
    user_paths(), open_engine=lambda: engine,
    library=FakeLibrary(models=[FakeEntry(id="smollm2-135m-instruct")]),
    draft_fit=lambda target, draft: None, partial_ms=1,
)
controller, replies = program.controller, []

def go_on(state):
    if state is EngineState.READY and len(replies) < 2:
        replies.append(None)
        controller.send(f"question {len(replies)}")

def look():
    # Said only once the store, read through its own file, has the half reply.
    chats = controller.chats
    if chats.current_id is not None and chats.views(chats.current_id)[0][-1].text == "Once upon a":
        print("now", flush=True)
        poll.stop()

controller.state_changed.connect(go_on)
poll = QTimer()
poll.setInterval(5)
poll.timeout.connect(look)
poll.start()
program.start()
sys.exit(qt.exec())
'''


def test_a_kill_in_mid_stream_loses_nothing(home: Path) -> None:
    """Case 29: SIGKILL leaves no chance to tidy up, so what is found had been committed."""
    child = subprocess.Popen(
        [sys.executable, "-c", STREAM_AND_HANG],
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
        env=os.environ | {"FOREWORD_HOME": str(home), "PYTHONPATH": "."},
    )
    with child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"now\n"
        child.kill()
    assert child.returncode == -signal.SIGKILL

    store = Store(user_paths().data / "chats.db")
    [conversation] = store.conversations()
    messages, num_bad = store.messages(conversation.id)
    store.close()
    assert num_bad == 0
    told = [(message.view.text, message.view.status) for message in messages]
    assert told == [
        ("question 1", MessageStatus.COMPLETE),
        ("Once upon a time.", MessageStatus.COMPLETE),
        ("question 2", MessageStatus.COMPLETE),
        ("Once upon a", MessageStatus.INTERRUPTED),
    ]
    assert messages[3].token_ids == (100, 101, 102)
    assert [token.end for token in messages[3].view.tokens] == [4, 9, 11]


def test_closing_in_mid_reply_keeps_its_tail(make_stage: MakeStage, qtbot: QtBot) -> None:
    """Case 27: the gate stays shut, so only Stop can have ended the turn; no partial was kept."""
    gate = Gate()
    stage = make_stage(ScriptedEngine(scripts=[Script(gate=gate)]), partial_ms=1_000_000)
    stage.start()
    with qtbot.waitSignal(stage.program.turns.delta):
        stage.program.controller.send("one")
        gate.let()
    assert not wait_closed(qtbot, stage.program)
    reply = _last_reply()
    assert (reply.text, reply.status) == ("Once", MessageStatus.STOPPED)


def test_closing_during_a_load(make_stage: MakeStage, qtbot: QtBot) -> None:
    """Case 27: the load's own stop flag ends it."""
    stage = make_stage(ScriptedEngine(load_gate=Gate()))
    stage.start(until=EngineState.LOADING)
    assert not wait_closed(qtbot, stage.program)


def test_closing_with_an_engine_that_never_comes_back(make_stage: MakeStage, qtbot: QtBot) -> None:
    """What had come is kept as interrupted, and whoever asked is told that a thread is stuck."""
    gate = Gate()
    script = Script(gate=gate, ignores_stop=True)
    stage = make_stage(ScriptedEngine(scripts=[script]), partial_ms=1_000_000, shutdown_ms=20)
    stage.start()
    with qtbot.waitSignal(stage.program.turns.delta):
        stage.program.controller.send("one")
        gate.let()
    assert wait_closed(qtbot, stage.program)
    reply = _last_reply()
    assert (reply.text, reply.status) == ("Once", MessageStatus.INTERRUPTED)
    gate.open()
    assert stage.program.engine.wait(5000)


def test_closing_during_a_download(make_stage: MakeStage, qtbot: QtBot) -> None:
    """The download is held at a gate nobody opens; its stop flag ends it."""
    library = FakeLibrary(models=[FakeEntry(id=TARGET_ID, is_installed=False)], gate=Gate())
    stage = make_stage(library=library)
    stage.start(until=None)
    stage.program.shelf.get(TARGET_ID)
    assert stage.program.shelf.is_busy
    assert not wait_closed(qtbot, stage.program)
    assert not stage.program.shelf.is_busy


def test_closing_before_anything_began(make_stage: MakeStage, qtbot: QtBot) -> None:
    """A thread that was never started has nothing to finish."""
    stage = make_stage()
    assert not wait_closed(qtbot, stage.program)
    stage.program.shutdown()


def test_a_newer_file_of_chats_is_told_and_left_alone(make_stage: MakeStage, home: Path) -> None:
    """Case 30: the session works, keeps nothing, and says so."""
    path = user_paths().data / "chats.db"
    store = Store(path)
    store._connection.execute("PRAGMA user_version = 99")
    store.close()
    before = path.read_bytes()
    stage = make_stage()
    notices = Recorder(stage.program.controller.notice)
    stage.start()
    assert stage.send("one").status is MessageStatus.COMPLETE
    stage.close()
    assert path.read_bytes() == before
    [(kind, text)] = notices.calls
    assert kind == "error"
    assert "newer Foreword" in str(text)


def test_a_damaged_file_of_chats_is_told(make_stage: MakeStage) -> None:
    """Case 30: one notice that names where the old file went."""
    path = user_paths().data / "chats.db"
    path.parent.mkdir(parents=True)
    path.write_bytes(bytes(10_000))
    stage = make_stage()
    notices = Recorder(stage.program.controller.notice)
    stage.start()
    [(kind, text)] = notices.calls
    assert kind == "notice"
    assert "damaged" in str(text)
    assert stage.send("one").status is MessageStatus.COMPLETE


def test_a_second_start_raises_the_first_window(tmp_path: Path, qtbot: QtBot) -> None:
    """Two windows at once: only one holds the folder, and it hears of the other."""
    first, second = SingleInstance(tmp_path), SingleInstance(tmp_path)
    assert first.claim()
    assert not second.claim()
    with qtbot.waitSignal(first.raise_requested):
        assert second.raise_other()
    first.release()
    assert second.claim()
    second.release()


def test_two_folders_have_a_window_each(tmp_path: Path, qtbot: QtBot) -> None:
    """Somebody who carries a second home on a stick may open both."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    first, second = SingleInstance(tmp_path / "a"), SingleInstance(tmp_path / "b")
    assert first.claim()
    assert second.claim()
    first.release()
    second.release()


@pytest.fixture(autouse=True)
def _qt(qtbot: QtBot) -> None:
    """Every test here has Qt, so that every one of them is looked at for threads left over."""


def _last_reply() -> MessageView:
    store = Store(user_paths().data / "chats.db")
    messages, _ = store.messages(store.conversations()[0].id)
    store.close()
    return messages[-1].view
