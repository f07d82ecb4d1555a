"""Files beside the message: read on a thread of their own, counted, sent along."""

from pathlib import Path

import pytest

from app.attachments.control import MAX_FILES
from app.view_types import EngineState
from engine import CountTokens, Generate, PromptTooLong
from tests.app.conftest import MakeStage, Stage
from tests.fakes import Gate, Script, ScriptedEngine


def put(stage: Stage, path: Path, data: bytes = b"one two three") -> Path:
    """Write a file, attach it and wait until it was read."""
    path.write_bytes(data)
    control = stage.program.attachments
    control.add([path])
    # The first document loads the library that reads it.
    stage.qtbot.waitUntil(lambda: not control.is_reading, timeout=60_000)
    return path


def counted(stage: Stage) -> None:
    """Wait until every file has its tokens."""
    control = stage.program.attachments
    stage.qtbot.waitUntil(lambda: all(f.num_tokens is not None for f in control.staged))


def test_a_file_is_read_counted_and_told_the_engine(make_stage: MakeStage, tmp_path: Path) -> None:
    """The count is of the file as the model reads it; the message is kept with it."""
    stage = make_stage()
    stage.start()
    put(stage, tmp_path / "a.txt")
    [staged] = stage.program.attachments.staged
    counted(stage)
    assert staged.note == "13 bytes \u00b7 8 tokens"
    files = stage.program.attachments.attachments
    stage.finish_turn(lambda: stage.program.controller.send("", files))
    command = stage.engine.commands[-1]
    assert isinstance(command, Generate)
    assert command.messages[0].content == "Attached file: a.txt\n~~~\none two three\n~~~"
    assert stage.program.controller.chats.summaries()[0].title == "a.txt"


def test_what_is_wrong_with_a_file_is_said_and_it_stays_out(
    make_stage: MakeStage, tmp_path: Path
) -> None:
    """The others go along."""
    stage = make_stage()
    stage.start()
    control = stage.program.attachments
    put(stage, tmp_path / "bad.bin", b"\0\1\2")
    put(stage, tmp_path / "good.txt")
    assert [file.name for file in control.attachments] == ["good.txt"]
    assert "bad.bin is not a text" in control.problem
    control.remove(control.staged[0].key)
    assert control.problem == ""


def test_a_file_that_has_no_room_says_so_with_the_numbers(
    make_stage: MakeStage, tmp_path: Path
) -> None:
    """Before anything is sent."""
    error = PromptTooLong(num_tokens=41_200, context_length=8192)
    stage = make_stage(ScriptedEngine(count=error))
    stage.start()
    put(stage, tmp_path / "long.txt")
    counted(stage)
    [staged] = stage.program.attachments.staged
    assert staged.is_too_long
    assert staged.note.endswith("41,200 tokens: too long")
    assert "41,200" in stage.program.attachments.problem
    assert "8,192" in stage.program.attachments.problem


def test_files_are_counted_once_the_engine_is_free(make_stage: MakeStage, tmp_path: Path) -> None:
    """A reply under way is not held up; afterwards one file is asked for after the other."""
    gate = Gate()
    stage = make_stage(ScriptedEngine(scripts=[Script(gate=gate)]))
    stage.start()
    stage.program.controller.send("one")
    for name in ("a.txt", "b.txt"):
        put(stage, tmp_path / name)
    assert not any(isinstance(command, CountTokens) for command in stage.engine.commands)
    gate.open()
    stage.wait_for(EngineState.READY)
    counted(stage)


def test_no_more_files_than_go_with_a_message(make_stage: MakeStage, tmp_path: Path) -> None:
    """Those beyond it are named."""
    stage = make_stage()
    stage.start()
    for number in range(MAX_FILES):
        (tmp_path / f"{number}.txt").write_text("x")
    control = stage.program.attachments
    control.add([tmp_path / f"{number}.txt" for number in range(MAX_FILES)])
    stage.qtbot.waitUntil(lambda: not control.is_reading, timeout=5000)
    put(stage, tmp_path / "more.txt")
    assert len(control.attachments) == MAX_FILES
    assert control.problem.startswith("more.txt is left out")


@pytest.mark.parametrize("data", [b"%PDF-1.4 cut", b"PK\3\4 cut"])
def test_a_damaged_document_is_no_bug(make_stage: MakeStage, tmp_path: Path, data: bytes) -> None:
    """Nothing but a sentence; the log has no word of what is in it."""
    stage = make_stage()
    stage.start()
    put(stage, tmp_path / "cut.pdf", data)
    assert "is damaged" in stage.program.attachments.problem


def test_files_wait_in_the_chat_they_were_put_in(make_stage: MakeStage, tmp_path: Path) -> None:
    """Another chat has its own; a chat that begins keeps what was staged for it."""
    stage = make_stage()
    stage.start()
    control = stage.program.attachments
    put(stage, tmp_path / "new.txt")
    control.open_chat(7)
    assert control.staged == []
    put(stage, tmp_path / "seven.txt")
    control.open_chat(None)
    assert [file.name for file in control.staged] == ["new.txt"]
    control.begin_chat(8)
    control.open_chat(8)
    assert [file.name for file in control.staged] == ["new.txt"]
    control.open_chat(7)
    assert [file.name for file in control.staged] == ["seven.txt"]
    counted(stage)


def test_a_file_that_is_still_read_is_found_again(make_stage: MakeStage, tmp_path: Path) -> None:
    """Its reader ends while another chat is open."""
    stage = make_stage()
    stage.start()
    control = stage.program.attachments
    path = tmp_path / "slow.txt"
    path.write_bytes(b"one two three")
    control.add([path])
    control.open_chat(7)
    stage.qtbot.waitUntil(lambda: not control.is_busy, timeout=60_000)
    control.open_chat(None)
    assert [file.name for file in control.attachments] == ["slow.txt"]
