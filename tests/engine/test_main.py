"""The console's frame: which command, what an error looks like, the exit code."""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import BadModelFile, ModelNotFound, OutOfDisk, Unexpected, user_paths
from engine.__main__ import COMMANDS, main
from engine.console import models


def raising(error: BaseException) -> Callable[[argparse.Namespace], int]:
    """A command that fails."""

    def run(_: argparse.Namespace) -> int:
        raise error

    return run


@pytest.fixture
def fail_with(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], int]:
    """Run `models list` with something going wrong inside, and return the exit code."""

    def fail(error: BaseException) -> int:
        monkeypatch.setattr(models, "run", raising(error))
        return main(["models", "list"])

    return fail


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """Also those whose modules are not imported for it."""
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    for name, line in COMMANDS.items():
        assert f" {name}" in text
        assert line in text


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    """With the program's name."""
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("Foreword ")


@pytest.mark.parametrize(
    "words", [[], ["nothing"], ["models"], ["models", "nothing"], ["models", "get"], ["--what"]]
)
def test_a_wrong_call_is_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """With the usage on standard error."""
    assert main(words) == 2
    got = capsys.readouterr()
    assert got.out == ""
    assert got.err.startswith("usage: foreword")


def test_a_known_error_is_one_sentence(
    fail_with: Callable[[BaseException], int], capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is logged for it."""
    assert fail_with(ModelNotFound("x")) == 1
    assert capsys.readouterr().err == f"{ModelNotFound('x')}\n"
    assert not user_paths().logs.exists()


def test_a_known_error_commands_no_terminal(
    fail_with: Callable[[BaseException], int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It may name a file, whose name may hold anything."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert fail_with(BadModelFile("a\x9b31m.gguf", "odd")) == 1
    monkeypatch.undo()
    assert "\x9b" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "error", [ValueError("odd"), Unexpected("ValueError: odd", "Traceback: ValueError: odd")]
)
def test_a_bug_is_one_line_and_a_log(
    error: Exception,
    fail_with: Callable[[BaseException], int],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The traceback is in the file the line names, and not on screen."""
    assert fail_with(error) == 1
    log = user_paths().logs / "console.log"
    text = capsys.readouterr().err
    assert text.count("\n") == 1
    assert text.rstrip().endswith(f"Details in {log}")
    assert "Traceback" in log.read_text("utf-8")
    assert "ValueError: odd" in log.read_text("utf-8")


def test_a_bug_with_a_home_that_cannot_be_written(
    fail_with: Callable[[BaseException], int],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """Still one line, and the same exit code."""
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("FOREWORD_HOME", str(tmp_path / "file"))
    assert fail_with(ValueError("odd")) == 1
    text = capsys.readouterr().err
    assert text.count("\n") == 1
    assert "could not be written" in text


def test_an_interrupt_is_130(
    fail_with: Callable[[BaseException], int], capsys: pytest.CaptureFixture[str]
) -> None:
    """And says nothing."""
    assert fail_with(KeyboardInterrupt()) == 130
    assert capsys.readouterr().err == ""


def run_console(*words: str, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    """Run the console as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "engine", *words],
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
    )


def test_a_terminal_without_unicode(tmp_path: Path) -> None:
    """A path it cannot show is shown with question marks, not with an exception."""
    model = tmp_path / "模型.gguf"
    model.write_bytes(b"GGUF")
    done = run_console("models", "path", str(model), PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.decode("ascii").strip() == str(tmp_path / "??.gguf")
    assert done.stderr == b""


def test_a_reader_that_leaves_early_is_no_error() -> None:
    """The pipe's other end is closed before the first line is written."""
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "engine", "models", "list"],
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert done.returncode == 141
    assert done.stderr == b""


@pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell closes them")
@pytest.mark.parametrize(
    ("words", "code"), [("models list >&-", 0), ("models list 2>&-", 0), ("chat --prompt - <&-", 1)]
)
def test_a_stream_that_was_closed_before_the_start(words: str, code: int) -> None:
    """Python then has no stream at all; nothing is written, or nothing read, and no bug told."""
    done = subprocess.run(
        ["sh", "-c", f'"$0" -m engine {words}', sys.executable], capture_output=True, check=False
    )
    assert done.returncode == code
    assert b"inside Foreword" not in done.stderr
    assert (b"The message is empty." in done.stderr) == bool(code)


@pytest.mark.skipif(sys.platform != "linux", reason="a device that is always full")
def test_output_to_a_full_disk_is_one_sentence() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "engine", "models", "list"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.decode() == f"{OutOfDisk('what is written')}\n"


def test_models_starts_without_torch() -> None:
    """Python lists every import it makes; the heavy ones are not among them."""
    done = run_console("models", "list", PYTHONPROFILEIMPORTTIME="1")
    imported = {line.rpartition(b"|")[2].strip() for line in done.stderr.splitlines()}
    assert b"engine.library.library" in imported
    assert not imported & {b"torch", b"transformers", b"huggingface_hub", b"numpy"}
