"""A pair that was in use when the program died is offered, never loaded by itself."""

from pathlib import Path

from app.local_models.start_guard import StartGuard
from app.view_types import EngineState
from engine import user_paths
from tests.app.conftest import TARGET_ID, MakeStage, Recorder


def test_a_note_that_was_left_is_a_crash(tmp_path: Path) -> None:
    StartGuard(tmp_path / "n" / "loaded.json").note("t", "d")

    assert StartGuard(tmp_path / "n" / "loaded.json").crashed == ("t", "d")


def test_an_orderly_end_leaves_no_note(tmp_path: Path) -> None:
    guard = StartGuard(tmp_path / "loaded.json")
    guard.note("t", None)
    guard.end()
    guard.end()

    assert StartGuard(tmp_path / "loaded.json").crashed is None


def test_a_damaged_note_is_none(tmp_path: Path) -> None:
    for text in ("", "{", "[]", '{"target_id": 7}', '{"target_id": "", "draft_id": []}'):
        (tmp_path / "loaded.json").write_text(text)

        assert StartGuard(tmp_path / "loaded.json").crashed is None


def test_a_folder_that_cannot_be_written_keeps_nobody_from_loading(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    StartGuard(tmp_path / "file" / "loaded.json").note("t", None)


def test_after_a_crash_nothing_is_loaded_by_itself(make_stage: MakeStage) -> None:
    StartGuard(user_paths().cache / "loaded.json").note(TARGET_ID, None)
    stage = make_stage()
    held = Recorder(stage.program.models.start_held)

    stage.start(until=None)

    stage.qtbot.waitUntil(lambda: held.has(1), timeout=5000)
    assert held.calls == [(TARGET_ID, None)]
    assert stage.program.controller.state is EngineState.NO_MODEL
    stage.program.models.load(TARGET_ID, None)
    stage.wait_for(EngineState.READY)


def test_after_an_orderly_end_it_is(make_stage: MakeStage) -> None:
    first = make_stage()
    first.start()
    first.close()

    second = make_stage()
    second.start()

    assert second.program.controller.state is EngineState.READY
