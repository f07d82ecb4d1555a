"""How the frozen program is judged, with scripts in its place: each fault must be caught."""

import json
import sys
from pathlib import Path

import pytest
import smoke_checks as checks
from frozen_bundle import Bundle
from smoke import run_one
from smoke_checks import Bench

GOOD = {"ok": True, "platform": "offscreen", "problems": [], "num_tokens": 12}

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a shell script")


def stand_in(root: Path, script: str) -> Bundle:
    """Make a program that only says something, with the parts that are damaged on the way."""
    inside = root / "_internal" / "resources"
    (inside / "styles").mkdir(parents=True)
    (inside / "styles" / "foreword.qss").write_text("QWidget {}")
    (inside / "catalogue.json").write_text("{}")
    program = root / "foreword"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return Bundle(root, "linux")


def say(answer: dict[str, object]) -> str:
    """Write a script that prints a line of JSON."""
    return f"cat <<'END'\n{json.dumps(answer)}\nEND"


@pytest.fixture
def rooms(tmp_path: Path) -> tuple[Path, Path]:
    """A place for the program and one for the checks."""
    room = tmp_path / "room"
    room.mkdir()
    return tmp_path / "program", room


def test_a_good_answer_passes(rooms: tuple[Path, Path]) -> None:
    """And what was seen is kept."""
    bundle = stand_in(rooms[0], say(GOOD))
    outcome = run_one(Bench(bundle, rooms[1]), checks.offscreen)
    assert (outcome.problem, outcome.seen["num_tokens"]) == ("", 12)


@pytest.mark.parametrize(
    "script",
    [
        "exit 0",
        "echo oops; exit 1",
        say({**GOOD, "ok": False, "problems": ["no tokens"]}) + "\nexit 1",
        say(GOOD) + "\nexit 3",
        say(GOOD) + "\necho 'Traceback (most recent call last)' >&2",
    ],
)
def test_a_bad_answer_is_a_problem(rooms: tuple[Path, Path], script: str) -> None:
    """No line, another line, a bad line, a bad code, a dump beside a good line."""
    bench = Bench(stand_in(rooms[0], script), rooms[1])
    assert run_one(bench, checks.offscreen).problem


def test_a_self_test_in_another_order_proves_nothing(rooms: tuple[Path, Path]) -> None:
    """Windows refuses to load torch's libraries after Qt's; the window imports Qt first."""
    bench = Bench(stand_in(rooms[0], say({"ok": True, "qt_before_torch": False})), rooms[1])
    assert "Qt before torch" in run_one(bench, checks.whole).problem


def test_a_self_test_that_names_nothing_is_caught(rooms: tuple[Path, Path]) -> None:
    """It is whole by its own word even though a part was taken away."""
    bench = Bench(stand_in(rooms[0], say({"ok": True, "qt_before_torch": True})), rooms[1])
    assert run_one(bench, checks.whole).problem == ""
    assert run_one(bench, checks.damaged).problem


def test_a_copy_is_damaged_and_never_the_program(rooms: tuple[Path, Path]) -> None:
    """The copy's files are the program's own until they are replaced."""
    root, room = rooms
    bench = Bench(stand_in(root, say({"ok": True})), room)
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    run_one(bench, checks.damaged)
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before


def test_a_program_that_writes_beside_itself_is_caught(rooms: tuple[Path, Path]) -> None:
    """A file that no uninstaller knows of would stay behind."""
    good = stand_in(rooms[0], say(GOOD))
    assert run_one(Bench(good, rooms[1]), checks.elsewhere).problem == ""
    (rooms[0] / "foreword").write_text(f'#!/bin/sh\ntouch "$(dirname "$0")/left"\n{say(GOOD)}\n')
    assert "left" in run_one(Bench(good, rooms[1]), checks.elsewhere).problem
