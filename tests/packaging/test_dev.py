"""The launcher's commands: which program gets the terminal, and what every bad end looks like."""

import ast
import sys
import zipfile
from pathlib import Path

import dev
import dev_wheel
import pytest
from dev_cli import Launcher, launch
from dev_environment import Environment
from dev_process import Finished, LauncherError, Processes, exit_code
from dev_torch import TorchChoice

from tests.packaging.fake_runner import Answers, FakeRunner

DISPLAY = {"DISPLAY": ":0"}
NO_STARTER: Answers = {("path", "smollm2-135m-instruct"): Finished(1)}
NO_DOWNLOAD: Answers = {**NO_STARTER, ("get", "smollm2-135m-instruct"): Finished(1)}
PACKAGING = Path(dev.__file__).parent


class ReadyEnvironment(Environment):
    """An environment that is always whole, and remembers what was asked of it."""

    asked: TorchChoice | None = None

    def ensure(self, asked: TorchChoice | None) -> None:
        """Do nothing but remember."""
        self.asked = asked


def launcher_for(
    runner: FakeRunner, root: Path, *, environ: dict[str, str] | None = None
) -> Launcher:
    """Make a launcher on Linux in a folder that holds no checkout."""
    environment = ReadyEnvironment(root, runner, system="Linux", say=lambda line: None)
    return Launcher(root, runner, environment, "Linux", environ or {})


def test_run_opens_the_window(tmp_path: Path) -> None:
    """The starter is there, so nothing is fetched and the window gets the terminal."""
    runner = FakeRunner()
    assert launch(launcher_for(runner, tmp_path, environ=DISPLAY), ["run"]) == 0
    assert runner.became is not None
    assert runner.became[1:] == ["-P", "-m", "app"]
    assert not runner.ran("get")


def test_run_without_a_display_opens_the_console(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says so, on standard error, and hands further arguments on."""
    runner = FakeRunner()
    assert launch(launcher_for(runner, tmp_path), ["run", "--greedy"]) == 0
    assert runner.became is not None
    assert runner.became[1:] == ["-P", "-m", "engine", "chat", "--greedy"]
    captured = capsys.readouterr()
    assert "No display" in captured.err
    assert captured.out == ""


@pytest.mark.parametrize("prompt", ["Why is the sky blue?", "-", "--not-an-option"])
def test_a_prompt_is_answered_on_the_console(tmp_path: Path, prompt: str) -> None:
    """Even with a display; the prompt stays one argument whatever it begins with."""
    runner = FakeRunner()
    argv = ["run", f"--prompt={prompt}", "--max-new-tokens", "8"]
    assert launch(launcher_for(runner, tmp_path, environ=DISPLAY), argv) == 0
    assert runner.became is not None
    assert runner.became[3:] == ["engine", "chat", f"--prompt={prompt}", "--max-new-tokens", "8"]


def test_a_missing_starter_is_fetched_once(tmp_path: Path) -> None:
    """It is asked for by its id, after the look into the cache said no."""
    runner = FakeRunner(answers=dict(NO_STARTER))
    assert launch(launcher_for(runner, tmp_path), ["run", "--prompt", "Hello"]) == 0
    assert len(runner.ran("get", "smollm2-135m-instruct")) == 1


def test_without_the_starter_the_console_stops_and_the_window_opens(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The window can import a model from a file; the console has nothing to answer with."""
    console = FakeRunner(answers=dict(NO_DOWNLOAD))
    assert launch(launcher_for(console, tmp_path), ["run", "--prompt", "Hello"]) == 1
    assert console.became is None
    assert "could not be fetched" in capsys.readouterr().err
    window = FakeRunner(answers=dict(NO_DOWNLOAD))
    assert launch(launcher_for(window, tmp_path, environ=DISPLAY), ["run"]) == 0
    assert window.became is not None


def test_ctrl_c_during_the_fetch_is_quiet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The child's 130 counts as the person's Ctrl-C: no sentence about a failure, no window."""
    runner = FakeRunner(answers={**NO_STARTER, ("get",): Finished(130)})
    assert launch(launcher_for(runner, tmp_path, environ=DISPLAY), ["run"]) == 130
    assert runner.became is None
    assert "could not" not in capsys.readouterr().err


def test_missing_libraries_stop_the_window(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They are named before anything is fetched or opened."""
    runner = FakeRunner()
    launcher = launcher_for(runner, tmp_path, environ=DISPLAY)
    platforms = launcher.environment.site_packages / "PySide6" / "Qt" / "plugins" / "platforms"
    platforms.mkdir(parents=True)
    plugin = platforms / "libqxcb.so"
    plugin.touch()
    runner.answers[("ldd", str(plugin))] = Finished(0, "\tlibxcb-cursor.so.0 => not found\n")
    assert launch(launcher, ["run"]) == 1
    assert "libxcb-cursor.so.0" in capsys.readouterr().err
    assert runner.became is None


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        ([], "not weights and not slow and not gpu and not frozen"),
        (["--slow"], "not weights and not gpu and not frozen"),
        (["--weights", "--gpu"], "not slow and not frozen"),
    ],
)
def test_markers(tmp_path: Path, flags: list[str], expected: str) -> None:
    """Each flag takes exactly its own marker out of the expression."""
    runner = FakeRunner()
    assert launch(launcher_for(runner, tmp_path), ["test", *flags, "-k", "store", "-x"]) == 0
    command = runner.ran("pytest")[0]
    assert command[2:] == ["pytest", "-m", expected, "-k", "store", "-x"]


def test_tests_run_offscreen_only_without_a_display(tmp_path: Path) -> None:
    """The variable is set for pytest where no window could appear."""
    runner = FakeRunner()
    launch(launcher_for(runner, tmp_path), ["test"])
    assert runner.environs[-1] == {"QT_QPA_PLATFORM": "offscreen"}
    launch(launcher_for(runner, tmp_path, environ=DISPLAY), ["test"])
    assert runner.environs[-1] == {}


def test_weights_come_from_the_development_catalogue(tmp_path: Path) -> None:
    """Both models of the pair, under the catalogue that knows where to get them."""
    runner = FakeRunner(answers={("path",): Finished(1)})
    assert launch(launcher_for(runner, tmp_path), ["test", "--weights"]) == 0
    for model in ("qwen2.5-coder-1.5b-instruct", "qwen2.5-coder-0.5b-instruct"):
        fetched = runner.commands.index(runner.ran("get", model)[0])
        environ = runner.environs[fetched]
        assert environ == {"FOREWORD_CATALOGUE": "tests/development_catalogue.json"}


def test_the_exit_code_of_the_tests_comes_through(tmp_path: Path) -> None:
    """Five, no test collected, is neither success nor the launcher's own failure."""
    runner = FakeRunner(answers={("pytest",): Finished(5)})
    assert launch(launcher_for(runner, tmp_path), ["test"]) == 5


def test_lint_runs_every_check(tmp_path: Path) -> None:
    """The first failure decides, and the others are still shown."""
    runner = FakeRunner(answers={("format",): Finished(3), ("mypy",): Finished(2)})
    assert launch(launcher_for(runner, tmp_path), ["lint"]) == 3
    assert [command[2] for command in runner.commands] == ["ruff", "ruff", "mypy"]


def test_the_wheel_is_searched_for_every_file(tmp_path: Path) -> None:
    """One resource is left out of a wheel made by hand, and named."""
    for name in ("app/__init__.py", "engine/__init__.py", "resources/catalogue.json"):
        path = tmp_path / name
        path.parent.mkdir()
        path.touch()
    (tmp_path / "dist").mkdir()
    with zipfile.ZipFile(tmp_path / "dist" / "foreword-1-py3-none-any.whl", "w") as archive:
        for name in ("app/__init__.py", "engine/__init__.py", "x/licenses/LICENSE"):
            archive.writestr(name, "")
    with pytest.raises(LauncherError, match=r"lacks: resources/catalogue\.json\."):
        dev_wheel.check(tmp_path)


def test_unknown_arguments_are_refused_where_nobody_takes_them(tmp_path: Path) -> None:
    """A misspelt option to lint must not be dropped in silence."""
    with pytest.raises(SystemExit) as ended:
        launch(launcher_for(FakeRunner(), tmp_path), ["lint", "--fix"])
    assert ended.value.code == 2


def test_the_choice_of_torch_reaches_the_environment(tmp_path: Path) -> None:
    """As a member, not as text, and None where nothing was said."""
    launcher = launcher_for(FakeRunner(), tmp_path)
    assert isinstance(launcher.environment, ReadyEnvironment)
    launch(launcher, ["run", "--torch", "cpu"])
    assert launcher.environment.asked is TorchChoice.CPU
    launch(launcher, ["run"])
    assert launcher.environment.asked is None


def test_an_old_python_gets_a_sentence() -> None:
    """With a newer one at hand the sentence names it."""
    assert dev.version_problem((3, 11), []) is None
    assert dev.version_problem((4, 0), []) is None
    problem = dev.version_problem((3, 9), ["python3.12"])
    assert problem is not None
    assert "python3.12 packaging/dev.py" in problem
    assert "3.9" in problem


def test_an_old_python_can_read_the_first_file() -> None:
    """The sentence can only be said if the file parses there; the others need not."""
    ast.parse((PACKAGING / "dev.py").read_text(encoding="utf-8"), feature_version=(3, 7))


def test_set_up_leaves_standard_output_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """`run --prompt ... > file` must put the answer alone into the file."""
    processes = Processes(tmp_path)
    printing = [sys.executable, "-c", "print('path of a model')"]
    processes.show(printing, is_setup=True)
    processes.watch(printing)
    captured = capfd.readouterr()
    assert captured.out == ""
    assert captured.err.count("path of a model") == 2


def test_processes_report_what_a_shell_would(tmp_path: Path) -> None:
    """A real child each: an exit code, kept errors, a program that is not there, a signal."""
    processes = Processes(tmp_path)
    python = sys.executable
    assert processes.show([python, "-c", "raise SystemExit(7)"]) == 7
    watched = processes.watch([python, "-c", "import sys; print('why', file=sys.stderr)"])
    assert watched == Finished(0, "why\n")
    assert processes.capture([python, "-c", "print('text')"]) == Finished(0, "text\n")
    assert processes.capture([str(tmp_path / "nothing")]).code == 127
    assert exit_code(-2) == 130
