"""What a killed process leaves beside a file goes with the next write, and nothing else does."""

import os
import subprocess
import sys
from pathlib import Path
from time import time

import pytest

from engine.json_file import read_json, write_json, write_lasting_json
from engine.leftovers import sweep, temporary_beside

_TWO_HOURS_S = 7200.0


def aged(path: Path) -> Path:
    """Write a file as if it had been left hours ago."""
    path.write_text("{", encoding="utf-8")
    then = time() - _TWO_HOURS_S
    os.utime(path, (then, then))
    return path


def test_old_leftovers_go_with_the_next_write(tmp_path: Path) -> None:
    """As they are called now, and as two versions before this one called them."""
    path = tmp_path / "kept.json"
    names = (".kept.json.0123456789ab.tmp", "kept.jsonabcd_123.tmp", ".kept.json.4711")
    left = [aged(tmp_path / name) for name in names]
    write_json(path, {"a": 1})
    assert not any(each.exists() for each in left)
    assert read_json(path) == {"a": 1}


def test_what_may_still_be_written_stays(tmp_path: Path) -> None:
    """Another program is at it right now."""
    handle, other = temporary_beside(tmp_path / "kept.json")
    os.close(handle)
    write_json(tmp_path / "kept.json", {})
    assert other.exists()


def test_nothing_else_goes(tmp_path: Path) -> None:
    """However old it is: files of other names, folders, and what a link leads to."""
    names = ("other.json", ".other.json.4711", "kept.json.bak", "kept.json.tmp", ".kept.json.x")
    others = [aged(tmp_path / name) for name in names]
    folder = tmp_path / ".kept.json.12"
    folder.mkdir()
    far = aged(tmp_path / "far")
    (tmp_path / ".kept.json.13").symlink_to(far)
    sweep(tmp_path / "kept.json")
    assert all(each.exists() for each in (*others, folder, far))


def test_a_process_killed_while_it_writes_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    write_json(path, {"a": 1})
    code = (
        "import os, sys, signal; from pathlib import Path; import engine.json_file as j\n"
        "Path.replace = lambda self, to: os.kill(os.getpid(), signal.SIGKILL)\n"
        "j.write_json(Path(sys.argv[1]), {'a': 2})"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], check=False)
    assert done.returncode != 0
    assert read_json(path) == {"a": 1}
    (left,) = (each for each in tmp_path.iterdir() if each != path)
    os.utime(left, (time() - _TWO_HOURS_S,) * 2)
    write_json(path, {"a": 3})
    assert [each.name for each in tmp_path.iterdir()] == ["kept.json"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_who_may_read_it(tmp_path: Path) -> None:
    """A receipt serves everybody who may see the models; what was learnt from chats, one."""
    before = os.umask(0o022)
    try:
        write_json(tmp_path / "own.json", {})
        write_lasting_json(tmp_path / "shared.json", {})
    finally:
        os.umask(before)
    modes = [(tmp_path / name).stat().st_mode & 0o777 for name in ("own.json", "shared.json")]
    assert modes == [0o600, 0o644]


def test_what_json_cannot_hold_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        write_json(tmp_path / "kept.json", {"a": object()})
    assert list(tmp_path.iterdir()) == []
