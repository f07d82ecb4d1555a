"""The environment of a checkout, with a runner that only pretends to make and fill one."""

import importlib.util
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest
from dev_environment import STAMP, Environment, explain_pip_failure
from dev_process import Finished, LauncherError
from dev_torch import TorchChoice

from tests.packaging.fake_runner import Answers, FakeRunner

THIS_PYTHON = Finished(0, f"{sys.version_info[0]} {sys.version_info[1]}\n")
NO_NETWORK = Finished(
    1,
    "WARNING: Retrying (Retry(total=0)) after connection broken by "
    "'NewConnectionError: Failed to establish a new connection'\n"
    "ERROR: No matching distribution found for torch==2.13.0\n",
)


class Checkout:
    """A checkout in a temporary folder, as much of one as the launcher looks at."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.venv = root / ".venv"
        self.said: list[str] = []
        (root / "packaging").mkdir()
        (root / "pyproject.toml").write_text("[project]\n")
        self.constraints = root / "packaging" / "constraints.txt"
        self.constraints.write_text("numpy==2.4.6\ntorch==2.13.0\n")

    def runner(self, **answers: Finished) -> FakeRunner:
        """Make a runner whose venv leaves an interpreter behind; answers by one word each."""
        scripted: Answers = {(word,): finished for word, finished in answers.items()}
        return FakeRunner(
            answers={**scripted, ("-c",): THIS_PYTHON, ("nvidia-smi",): Finished(127)},
            effects={("venv",): self._make},
        )

    def environment(self, runner: FakeRunner) -> Environment:
        """Look at this checkout as the launcher would on Linux."""
        return Environment(self.root, runner, system="Linux", say=self.said.append)

    def _make(self, argv: Sequence[str]) -> None:
        shutil.rmtree(self.venv, ignore_errors=True)
        (self.venv / "bin").mkdir(parents=True)
        (self.venv / "bin" / "python").touch()
        (self.venv / "pyvenv.cfg").touch()


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """Make a fresh checkout without an environment."""
    return Checkout(tmp_path)


def test_the_second_start_runs_nothing(checkout: Checkout) -> None:
    """No program at all means no pip and no network; the first start did run them."""
    first = checkout.runner()
    checkout.environment(first).ensure(None)
    assert len(first.ran("venv")) == 1
    assert [command[-1] for command in first.ran("install")] == ["setuptools", ".[dev]"]
    second = checkout.runner()
    checkout.environment(second).ensure(None)
    assert second.commands == []


def test_every_install_is_pinned(checkout: Checkout) -> None:
    """A call without the constraints would take whatever is newest that day."""
    runner = checkout.runner()
    checkout.environment(runner).ensure(None)
    for command in runner.ran("install"):
        assert command[command.index("--constraint") + 1] == str(checkout.constraints)
    assert runner.ran("install")[-1].count("--no-build-isolation") == 1


@pytest.mark.parametrize("changed", ["pyproject.toml", "packaging/constraints.txt"])
def test_a_changed_requirement_installs_again(checkout: Checkout, changed: str) -> None:
    """Only pip runs: the environment itself is sound and is not made again."""
    checkout.environment(checkout.runner()).ensure(None)
    with (checkout.root / changed).open("a") as file:
        file.write("# moved\n")
    runner = checkout.runner()
    checkout.environment(runner).ensure(None)
    assert runner.ran("install")
    assert not runner.ran("venv")


def test_an_interrupted_install_is_taken_up_again(checkout: Checkout) -> None:
    """The stamp comes last, so an environment without one is never taken for whole."""
    runner = checkout.runner(setuptools=Finished(130))
    with pytest.raises(LauncherError):
        checkout.environment(runner).ensure(None)
    assert not (checkout.venv / STAMP).exists()
    again = checkout.runner()
    checkout.environment(again).ensure(None)
    assert again.ran("install")
    assert not again.ran("venv")


def test_a_broken_interpreter_is_replaced(checkout: Checkout) -> None:
    """A system upgrade leaves a link to a Python that is gone; the stamp alone must not count."""
    checkout.environment(checkout.runner()).ensure(None)
    checkout.environment(checkout.runner()).python.unlink()
    runner = checkout.runner()
    checkout.environment(runner).ensure(None)
    assert runner.ran("venv", "--clear")
    assert (checkout.venv / STAMP).exists()


def test_an_environment_of_another_python_is_replaced(checkout: Checkout) -> None:
    """Packages built for one minor version do not load in another."""
    checkout.environment(checkout.runner()).ensure(None)
    (checkout.venv / STAMP).unlink()
    runner = checkout.runner()
    runner.answers[("-c",)] = Finished(0, "3 9\n")
    checkout.environment(runner).ensure(None)
    assert runner.ran("venv", "--clear")


def test_a_damaged_stamp_is_no_stamp(checkout: Checkout) -> None:
    """A file cut short by a full disk leads to an install, not to a traceback."""
    checkout.environment(checkout.runner()).ensure(None)
    (checkout.venv / STAMP).write_text('{"finger')
    runner = checkout.runner()
    checkout.environment(runner).ensure(None)
    assert runner.ran("install")


def test_a_folder_that_is_no_environment_is_left_alone(checkout: Checkout) -> None:
    """Clearing it would destroy a person's files; the file is looked for afterwards."""
    kept = checkout.venv / "thesis.txt"
    kept.parent.mkdir()
    kept.touch()
    runner = checkout.runner()
    with pytest.raises(LauncherError, match="move it away"):
        checkout.environment(runner).ensure(None)
    assert kept.exists()
    assert not runner.ran("venv")


def test_the_choice_of_torch_is_kept(checkout: Checkout) -> None:
    """`--torch cpu` once is enough: a later plain start neither reinstalls nor forgets."""
    checkout.environment(checkout.runner()).ensure(TorchChoice.CPU)
    later = checkout.runner()
    checkout.environment(later).ensure(None)
    assert later.commands == []
    (checkout.root / "pyproject.toml").write_text("# moved\n")
    after_a_change = checkout.runner()
    checkout.environment(after_a_change).ensure(None)
    assert after_a_change.ran("torch==2.13.0+cpu")
    other = checkout.runner()
    checkout.environment(other).ensure(TorchChoice.CUDA)
    assert other.ran("torch==2.13.0+cu130", "https://download.pytorch.org/whl/cu130")


def test_a_machine_with_its_own_sources_asks_nobody_else(checkout: Checkout) -> None:
    """Without a card a Linux machine is sent to PyTorch's index, unless pip is set up already."""
    plain = checkout.runner()
    checkout.environment(plain).ensure(None)
    assert plain.ran("--extra-index-url")
    shutil.rmtree(checkout.venv)
    local = checkout.runner(config=Finished(0, "global.find-links='wheels'\n"))
    checkout.environment(local).ensure(None)
    assert not local.ran("--extra-index-url")
    assert local.ran("torch==2.13.0")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (NO_NETWORK.text, "network"),
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left", "disk"),
        ("ERROR: No matching distribution found for torch==2.13.0", "64-bit"),
        ("ERROR: [Errno 13] Permission denied: 'x'", "written"),
        ("ERROR: something else", "message above"),
    ],
)
def test_a_failed_install_is_one_sentence(checkout: Checkout, text: str, word: str) -> None:
    """The missing network is checked first: pip then also claims that there is no such version."""
    runner = checkout.runner(setuptools=Finished(1, text))
    with pytest.raises(LauncherError, match=word):
        checkout.environment(runner).ensure(None)
    assert "\n" not in explain_pip_failure(text)


def test_a_python_without_venv_names_the_package(
    checkout: Checkout, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Debian ships Python without ensurepip, and venv's own words do not lead on everywhere."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(LauncherError, match="sudo apt install python3-venv"):
        checkout.environment(checkout.runner()).ensure(None)


def test_a_full_disk_is_told_before_the_download(
    checkout: Checkout, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is installed: the sentence comes before pip has filled the rest."""
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=10**9))
    runner = checkout.runner()
    with pytest.raises(LauncherError, match=r"3 GB of free disk.*1\.0 GB"):
        checkout.environment(runner).ensure(None)
    assert not runner.ran("install")


def test_a_failing_venv_is_told(checkout: Checkout) -> None:
    """The exit code of venv is looked at before pip is started in what is not there."""
    runner = checkout.runner(venv=Finished(1))
    with pytest.raises(LauncherError, match="could not be made"):
        checkout.environment(runner).ensure(None)
    assert not runner.ran("install")
