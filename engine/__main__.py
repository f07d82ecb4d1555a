"""The console: `foreword chat`, `bench`, `models` and the rest, on the same engine as the window.

Owns the command line's frame: which command, what an error looks like, the exit code. A command's
own module is imported only when it is used, so that `models` never waits for torch.
"""

import argparse
import errno
import io
import logging
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import closing
from logging.handlers import RotatingFileHandler
from types import ModuleType

from engine import EngineError, OutOfDisk, Unexpected, __version__, user_paths
from engine.console.terminal import Terminal

COMMANDS = {
    "chat": "talk to a model in the terminal",
    "bench": "measure decoding with and without a draft",
    "models": "list, get, check and remove models",
    "train": "make a tiny draft for a model from the model's own words",
    "pair": "measure what a draft brings for a model on this machine",
    "verify-reply": "prove that a reply's tokens are the target's own",
    "selftest": "load a model and answer once, to see whether all is well",
}

_LOG_BYTES = 1_000_000
_FAILED, _INTERRUPTED, _BROKEN_PIPE = 1, 130, 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        argv: the words after the program's name; None takes the process's own.

    Returns:
        The exit code: 0 done, 1 refused or failed, 2 wrongly called, 130 interrupted.
    """
    _survive_any_terminal()
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        try:
            args = build_parser(words).parse_args(words)
            code: int = args.run(args)
        finally:
            sys.stdout.flush()
    except SystemExit as leaving:
        # argparse leaves this way, after `--help` as after a wrong call it has explained.
        return leaving.code if isinstance(leaving.code, int) else _FAILED
    except Unexpected as error:
        return _fail_unexpectedly(error.summary, error.traceback)
    except EngineError as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # The reader has gone; Python's own flush at exit would complain a second time.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _BROKEN_PIPE
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            return _fail(str(OutOfDisk("what is written")))
        return _fail_unexpectedly(f"{type(error).__name__}: {error}", traceback.format_exc())
    return code


def build_parser(words: Sequence[str] = ()) -> argparse.ArgumentParser:
    """Build the command line's grammar, with the options of the one command that is used.

    Args:
        words: the command line; the first that is no option names the command.
    """
    parser = argparse.ArgumentParser(
        prog="foreword", description="A private chat whose answers arrive sooner."
    )
    parser.add_argument("--version", action="version", version=f"Foreword {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    used = next((word for word in words if not word.startswith("-")), "")
    for name, line in COMMANDS.items():
        if name == used:
            _module(name).add_parser(subparsers)
        else:
            subparsers.add_parser(name, help=line)
    return parser


def _module(name: str) -> ModuleType:
    """Import a command's module; written out, so that a packager sees every import."""
    match name:
        case "chat":
            from engine.console import chat

            return chat
        case "bench":
            from engine.console import bench

            return bench
        case "train":
            from engine.console import train

            return train
        case "pair":
            from engine.console import pair

            return pair
        case "verify-reply":
            from engine.console import verify_reply

            return verify_reply
        case "selftest":
            from engine.console import selftest

            return selftest
    from engine.console import models

    return models


def _survive_any_terminal() -> None:
    """Write what a terminal's encoding lacks as a question mark instead of failing.

    A stream that was closed before the start, as by `>&-`, is None in Python; it becomes the
    null device.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(null, "r" if name == "stdin" else "w"))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _fail(sentence: str) -> int:
    # A sentence may name a file, and a file's name may hold a terminal's commands.
    Terminal(sys.stderr).line(sentence)
    return _FAILED


def _fail_unexpectedly(summary: str, trace: str) -> int:
    where = _write_log(summary, trace)
    return _fail(f"Something went wrong inside Foreword: {summary}. {where}")


def _write_log(summary: str, trace: str) -> str:
    """Put a traceback into the user's log and say where."""
    path = user_paths().logs / "console.log"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(
            RotatingFileHandler(path, maxBytes=_LOG_BYTES, backupCount=1, encoding="utf-8")
        ) as handler:
            handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
            message = f"{summary}\n{trace}"
            handler.emit(logging.makeLogRecord({"msg": message, "levelno": logging.ERROR}))
    except OSError as error:
        return f"The details could not be written to {path} ({error.strerror})."
    return f"Details in {path}"


if __name__ == "__main__":
    sys.exit(main())
