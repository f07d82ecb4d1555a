"""`foreword` from the outside: what is imported, what is said, how it ends."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.__main__ import main
from app.system_check import window_problem

ROOT = Path(__file__).parents[2]

WINDOW_WITH_A_SCRIPT = '''
"""The real window on a scripted engine that never ends a reply; says when one grows."""
import sys
import app.application as application
from tests.fake_library import FakeEntry, FakeLibrary
from tests.fakes import Gate, Script, ScriptedEngine

gate = Gate()
gate.let(2)
engine = ScriptedEngine(scripts=[Script(gate=gate)])
library = FakeLibrary(models=[FakeEntry(id="smollm2-135m-instruct")])
application.open_engine_gently = lambda: engine
application.open_library = lambda: library

class Watched(application.Application):
    def show(self):
        controller = self.program.controller
        controller.state_changed.connect(self.go_on)
        self.program.turns.delta.connect(lambda *_: print("growing", flush=True))
        super().show()

    def go_on(self, state):
        if state.value == "ready":
            self.program.controller.send("one")

application.Application = Watched
sys.exit(application.run(["foreword"]))
'''


def run(code: str, home: Path, **variables: str) -> "subprocess.Popen[str]":
    """Start a fresh Python on a home of the test's own."""
    return subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=os.environ | {"FOREWORD_HOME": str(home), "PYTHONPATH": "."} | variables,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no SIGTERM")
def test_a_polite_kill_in_mid_reply_ends_with_code_0(home: Path) -> None:
    """Case 27 in a process of its own: nothing on standard error, so no word of Qt's either."""
    with run(WINDOW_WITH_A_SCRIPT, home) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "growing\n"
        child.send_signal(signal.SIGTERM)
        _, errors = child.communicate(timeout=30)
    assert (child.returncode, errors) == (0, "")
    log = (home / "logs" / "foreword.log").read_text(encoding="utf-8")
    assert "QThread" not in log
    assert "Once" not in log


def test_the_console_comes_before_qt(home: Path) -> None:
    """A sub-command must work where there is no Qt at all, so none may be imported for it."""
    code = (
        "import sys; from app.__main__ import main\n"
        "code = main(['models', 'list'])\n"
        "print([name for name in sys.modules if name.startswith('PySide6')], file=sys.stderr)\n"
        "sys.exit(code)"
    )
    with run(code, home) as child:
        _, errors = child.communicate(timeout=60)
    assert (child.returncode, errors) == (0, "[]\n")


def test_no_display_is_one_sentence(home: Path) -> None:
    """Qt itself would abort with a dump."""
    code = "import sys; from app.__main__ import main; sys.exit(main([]))"
    nowhere = {"QT_QPA_PLATFORM": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    with run(code, home, **nowhere) as child:
        output, errors = child.communicate(timeout=60)
    assert child.returncode == 1
    assert output == ""
    assert errors.startswith("There is no display")
    assert errors.count("\n") == 1


def test_an_unknown_command_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """And the known ones are named."""
    assert main(["dance"]) == 2
    assert "bench" in capsys.readouterr().err


@pytest.mark.parametrize("argument", ["--help", "--version"])
def test_help_and_version_open_no_window(argument: str, capsys: pytest.CaptureFixture[str]) -> None:
    """They work without a display."""
    assert main([argument]) == 0
    assert "oreword" in capsys.readouterr().out


def test_missing_libraries_are_named_with_the_line_that_installs_them() -> None:
    """Exactly the missing ones, by the package's name."""
    problem = window_problem(
        {"DISPLAY": ":0"},
        platform="linux",
        loads=lambda name: name not in ("libxcb-cursor.so.0", "libEGL.so.1"),
        has_x_server=lambda: True,
        find=lambda name: f"/usr/bin/{name}",
    )
    assert problem.endswith("sudo apt install libegl1 libxcb-cursor0")


def test_where_there_is_no_apt_the_libraries_are_named() -> None:
    """Every system's packages are found by them; a line that does not work would help nobody."""
    problem = window_problem(
        {"DISPLAY": ":0"},
        platform="linux",
        loads=lambda name: name != "libxcb-cursor.so.0",
        has_x_server=lambda: True,
        find=lambda name: None,
    )
    assert problem.endswith("that hold: libxcb-cursor.so.0")


def test_a_display_that_does_not_answer_is_no_display() -> None:
    """DISPLAY may be left over from a session that is gone."""
    problem = window_problem(
        {"DISPLAY": ":0"}, platform="linux", loads=lambda _: True, has_x_server=lambda: False
    )
    assert problem.startswith("There is no display")


@pytest.mark.parametrize(
    ("environment", "platform"),
    [
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux"),
        ({"QT_QPA_PLATFORM": "offscreen"}, "linux"),
        ({"DISPLAY": ":0"}, "linux"),
        ({}, "darwin"),
        ({}, "win32"),
    ],
)
def test_where_a_window_can_be_opened_nothing_is_said(
    environment: dict[str, str], platform: str
) -> None:
    """Every library is there and the server answers."""
    problem = window_problem(
        environment, platform=platform, loads=lambda _: True, has_x_server=lambda: True
    )
    assert problem == ""
