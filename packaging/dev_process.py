"""Running other programs for the launcher, and the one error it shows to a person.

Knows nothing of virtual environments or models. `Processes` is the real thing; the tests hand
the launcher a recorder of the same shape. Set-up output goes to standard error, so that standard
output carries only what the started program says.
"""

import os
import subprocess
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

INTERRUPTED = 130
NOT_FOUND = 127
CLOSING_S = 10.0  # what a child gets to tidy up after Ctrl-C before it is told again
KEPT_LINES = 200


class LauncherError(Exception):
    """What stops the launcher, as one sentence with the next step."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A program that ended: its exit code and what was kept of its output."""

    code: int
    text: str = ""


class Runner(Protocol):
    """The four ways in which the launcher runs a program."""

    def show(
        self,
        argv: Sequence[str],
        *,
        environ: Mapping[str, str] | None = None,
        is_setup: bool = False,
    ) -> int:
        """Run to the end with the output on screen; set-up's goes to standard error."""

    def watch(self, argv: Sequence[str]) -> Finished:
        """Run to the end with the output on screen, and keep the last lines of its errors."""

    def capture(self, argv: Sequence[str]) -> Finished:
        """Run to the end in silence and keep the standard output."""

    def become(self, argv: Sequence[str]) -> int:
        """Give this terminal to the program; returns only where that needs a child."""


def exit_code(returncode: int) -> int:
    """Turn a child's return code into a shell's: death by signal n is 128 + n."""
    return 128 - returncode if returncode < 0 else returncode


class Processes:
    """Runs programs in one folder, without standard input except for the last one."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self._folder = folder

    def show(
        self,
        argv: Sequence[str],
        *,
        environ: Mapping[str, str] | None = None,
        is_setup: bool = False,
    ) -> int:
        """Run to the end with the output on screen; set-up's goes to standard error."""
        child = subprocess.Popen(
            argv,
            cwd=self._folder,
            env=_extended(environ),
            stdin=subprocess.DEVNULL,
            stdout=sys.stderr.fileno() if is_setup else None,
        )
        return _wait(child)

    def watch(self, argv: Sequence[str]) -> Finished:
        """Run to the end on standard error, and keep the last lines of its errors."""
        sys.stdout.flush()
        child = subprocess.Popen(
            argv,
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            stdout=sys.stderr.fileno(),
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
        )
        kept: deque[str] = deque(maxlen=KEPT_LINES)
        assert child.stderr is not None  # asked for as a pipe above
        with child.stderr as errors:
            try:
                for line in errors:
                    sys.stderr.write(line)
                    sys.stderr.flush()
                    kept.append(line)
            except KeyboardInterrupt:
                _close(child)
                raise
        return Finished(_wait(child), "".join(kept))

    def capture(self, argv: Sequence[str]) -> Finished:
        """Run to the end in silence and keep the standard output."""
        try:
            done = subprocess.run(
                argv,
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
                errors="replace",
                check=False,
            )
        except OSError:  # a program that is not there, or a dangling link to one
            return Finished(NOT_FOUND)
        return Finished(exit_code(done.returncode), done.stdout)

    def become(self, argv: Sequence[str]) -> int:
        """Replace this process (POSIX), or run a child and return its exit code (Windows).

        The program starts in the folder of the caller, not of the checkout, so that a file
        named on the command line is found.
        """
        sys.stdout.flush()
        sys.stderr.flush()
        if os.name == "posix":
            os.execv(argv[0], list(argv))
        return _wait(subprocess.Popen(argv))


def _extended(environ: Mapping[str, str] | None) -> dict[str, str] | None:
    return None if environ is None else {**os.environ, **environ}


def _wait(child: subprocess.Popen[str] | subprocess.Popen[bytes]) -> int:
    try:
        return exit_code(child.wait())
    except KeyboardInterrupt:
        _close(child)
        raise


def _close(child: subprocess.Popen[str] | subprocess.Popen[bytes]) -> None:
    """Let a child that got the same Ctrl-C finish by itself, then end it."""
    try:
        child.wait(CLOSING_S)
    except subprocess.TimeoutExpired:
        child.terminate()
        child.wait()
