"""The launcher's commands: `run`, `test`, `lint`, `wheel` and `freeze`.

Each first makes the environment whole, then hands over to a program inside it. The engine and
the window are only ever started as programs: nothing of them is imported here.
"""

import argparse
import os
import platform
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import dev_system
import dev_wheel
from dev_environment import Environment
from dev_process import INTERRUPTED, LauncherError, Processes, Runner
from dev_torch import TorchChoice

STARTER = "smollm2-135m-instruct"
WEIGHTS = ("qwen2.5-coder-1.5b-instruct", "qwen2.5-coder-0.5b-instruct")
DEVELOPMENT_CATALOGUE = {"FOREWORD_CATALOGUE": "tests/development_catalogue.json"}
CHECKED = ("app", "engine", "tests", "packaging")
MARKERS = ("weights", "slow", "gpu", "frozen")


def say(line: str) -> None:
    """Show one line of progress, on standard error: standard output belongs to the answer."""
    print(line, file=sys.stderr, flush=True)


@dataclass(frozen=True, slots=True)
class Launcher:
    """One checkout on one computer, and the commands on it; each returns an exit code."""

    root: Path
    runner: Runner
    environment: Environment
    system: str
    environ: Mapping[str, str]

    def run(self, prompt: str | None, rest: Sequence[str]) -> int:
        """Open the window; with a prompt, or with no display, the console.

        Args:
            prompt: answered once on the console; `-` reads it from standard input.
            rest: further arguments, handed to what is started.
        """
        if prompt is not None:
            self.need_starter()
            return self._become("engine", "chat", f"--prompt={prompt}", *rest)
        if not dev_system.has_display(self.system, self.environ):
            say(
                "No display was found (neither DISPLAY nor WAYLAND_DISPLAY is set): "
                "opening the console chat instead of the window."
            )
            self.need_starter()
            return self._become("engine", "chat", *rest)
        self.need_libraries()
        if not self.get_model(STARTER):
            say("Opening the window without it; Models in the menu fetches it later.")
        return self._become("app", *rest)

    def test(self, kinds: Sequence[str], rest: Sequence[str]) -> int:
        """Run the tests.

        Args:
            kinds: the markers to include, of `MARKERS`.
            rest: further arguments for pytest.
        """
        environ = {}
        if not dev_system.has_display(self.system, self.environ):
            environ["QT_QPA_PLATFORM"] = self.environ.get("QT_QPA_PLATFORM", "offscreen")
        self.need_libraries()
        self.need_starter()
        if "weights" in kinds:
            for model in WEIGHTS:
                if not self.get_model(model, DEVELOPMENT_CATALOGUE):
                    raise LauncherError(f"The tests of real weights need {model}.")
        left_out = " and ".join(f"not {marker}" for marker in MARKERS if marker not in kinds)
        return self._show("pytest", "-m", left_out, *rest, environ=environ)

    def lint(self) -> int:
        """Check style, formatting and types; every check runs, the first failure decides."""
        codes = [
            self._show("ruff", "check", "."),
            self._show("ruff", "format", "--check", "."),
            self._show("mypy", *CHECKED),
        ]
        return next((code for code in codes if code != 0), 0)

    def wheel(self) -> int:
        """Build the wheel into `dist/` and check that all of the project is in it."""
        code = dev_wheel.build(self.root, str(self.environment.python), self.runner)
        if code != 0:
            return code
        say(dev_wheel.check(self.root))
        return 0

    def freeze(self, rest: Sequence[str]) -> int:
        """Make the program that people install, and its installers.

        Args:
            rest: further arguments for `build.py`.
        """
        self.environment.add("freeze")
        self.need_starter()
        build = str(self.root / "packaging" / "build.py")
        return self.runner.show([str(self.environment.python), build, *rest])

    def need_starter(self) -> None:
        """Bring the starter model, and stop where it cannot be had."""
        if not self.get_model(STARTER):
            raise LauncherError(
                "The starter model could not be fetched, for the reason above; "
                "run the same command again when that is mended."
            )

    def get_model(self, model: str, environ: Mapping[str, str] | None = None) -> bool:
        """Fetch a model into the user's cache unless it is there; tells whether it is now."""
        argv = [str(self.environment.python), "-m", "engine", "models"]
        if self.runner.capture([*argv, "path", model]).code == 0:
            return True
        say(f"Fetching the model {model} ...")
        code = self.runner.show([*argv, "get", model], environ=environ, is_setup=True)
        if code == INTERRUPTED:
            raise KeyboardInterrupt
        return code == 0

    def need_libraries(self) -> None:
        """Stop where Qt lacks system libraries, naming the line that installs them."""
        if self.system != "Linux":
            return
        missing = dev_system.missing_libraries(
            self.environment.site_packages / "PySide6",
            dev_system.platform_plugins(self.environ),
            list_libraries=lambda path: self.runner.capture(["ldd", str(path)]).text,
        )
        if missing:
            release = Path("/etc/os-release")
            text = release.read_text(encoding="utf-8") if release.exists() else ""
            family = dev_system.distribution_family(text)
            raise LauncherError(dev_system.explain_missing(missing, family))

    def _become(self, module: str, *arguments: str) -> int:
        # -P keeps the caller's folder off the import path: it may hold an `app` of its own.
        return self.runner.become([str(self.environment.python), "-P", "-m", module, *arguments])

    def _show(self, module: str, *arguments: str, environ: Mapping[str, str] | None = None) -> int:
        argv = [str(self.environment.python), "-m", module, *arguments]
        return self.runner.show(argv, environ=environ)


def build_parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(
        prog="dev.py", description="Foreword from a checkout.", allow_abbrev=False
    )
    common = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    common.add_argument(
        "--torch",
        choices=[str(choice) for choice in TorchChoice],
        help="which build of PyTorch to install; kept for later runs (default: what fits)",
    )
    commands = parser.add_subparsers(dest="command", required=True)

    def command(name: str, summary: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=summary, parents=[common], allow_abbrev=False)

    run = command("run", "open the window; further arguments go to what is started")
    run.add_argument("--prompt", help="answer once on the console; - reads standard input")
    test = command("test", "run the tests; further arguments go to pytest")
    for marker in MARKERS:
        test.add_argument(
            f"--{marker}",
            action="append_const",
            const=marker,
            dest="kinds",
            help=f"include the tests marked {marker}",
        )
    command("lint", "check style, formatting and types")
    command("wheel", "build the wheel and check what is in it")
    command("freeze", "make the installers; further arguments go to packaging/build.py")
    return parser


def launch(launcher: Launcher, argv: Sequence[str]) -> int:
    """Make the environment whole and carry out one command line.

    Returns:
        The exit code: of the command, 1 with a sentence on screen, or 130 after Ctrl-C.
    """
    parser = build_parser()
    arguments, rest = parser.parse_known_args(argv)
    if rest and arguments.command in ("lint", "wheel"):
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    try:
        launcher.environment.ensure(TorchChoice(arguments.torch) if arguments.torch else None)
        match arguments.command:
            case "run":
                return launcher.run(arguments.prompt, rest)
            case "test":
                return launcher.test(arguments.kinds or (), rest)
            case "lint":
                return launcher.lint()
            case "freeze":
                return launcher.freeze(rest)
            case _:
                return launcher.wheel()
    except LauncherError as error:
        say(str(error))
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED


def main(argv: Sequence[str]) -> int:
    """Start the launcher on this checkout; returns the exit code."""
    root = Path(__file__).resolve().parent.parent
    runner = Processes(root)
    system = platform.system()
    environment = Environment(root, runner, system=system, say=say)
    return launch(Launcher(root, runner, environment, system, os.environ), argv)
