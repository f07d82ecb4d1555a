"""The virtual environment beside the code: made once, mended when it is broken, then left alone.

A stamp inside it holds a fingerprint of everything the installation depends on. While that
agrees, neither pip nor the network is touched. Knows nothing of the engine or the window.
"""

import hashlib
import importlib.util
import json
import os
import re
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

from dev_process import Finished, LauncherError, Runner
from dev_torch import (
    GPU_QUERY,
    Gpu,
    TorchChoice,
    choose_build,
    note_for,
    parse_gpu,
    plan_torch,
)

STAMP = "foreword-installed.json"
_SOURCE_KEYS = {"index-url", "extra-index-url", "find-links", "no-index"}
_TRACES = (
    # What pip prints when that is the cause, and what a person can do about it.
    (
        r"No space left on device|Errno 28|not enough space on the disk",
        "The disk is full: free some room and run the same command again.",
    ),
    (
        r"Failed to establish a new connection|NewConnectionError|NameResolutionError"
        r"|name resolution|getaddrinfo failed|Network is unreachable|Connect ?[Tt]imeout"
        r"|Max retries exceeded|Connection refused|ProxyError",
        "The packages could not be fetched because the network did not answer: check the "
        "connection and run the same command again; what was fetched is kept.",
    ),
    (
        r"Permission denied|Errno 13|Access is denied",
        "The packages could not be written: check that this folder is yours and not in use.",
    ),
    (
        r"No matching distribution found for torch",
        "PyTorch has no build for this system and this Python: use a 64-bit Python 3.11 to 3.14 "
        "on Linux, Windows or a Mac with Apple silicon.",
    ),
)


def explain_pip_failure(text: str) -> str:
    """Turn the last lines of pip's errors into one sentence with the next step."""
    for trace, sentence in _TRACES:
        if re.search(trace, text):
            return sentence
    return "pip could not install the packages; its own message above says why."


class Environment:
    """`.venv` of one checkout."""

    def __init__(self, root: Path, runner: Runner, *, system: str, say: Callable[[str], None]):
        """Look at the environment of a checkout, without changing it.

        Args:
            root: the checkout.
            runner: what runs programs.
            system: `Linux`, `Windows` or `Darwin`.
            say: shows one line of progress.
        """
        self._root = root
        self._runner = runner
        self._system = system
        self._say = say
        self.folder = root / ".venv"
        scripts = ("Scripts", "python.exe") if system == "Windows" else ("bin", "python")
        self.python = self.folder.joinpath(*scripts)
        version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
        libraries = ("Lib",) if system == "Windows" else ("lib", version)
        self.site_packages = self.folder.joinpath(*libraries, "site-packages")

    def ensure(self, asked: TorchChoice | None) -> None:
        """Make the environment whole; does nothing at all where it is.

        Args:
            asked: the build of PyTorch asked for now; None keeps the earlier choice.

        Raises:
            LauncherError: where it cannot be made, with the reason and the next step.
        """
        stamp = self._read_stamp()
        choice = asked or TorchChoice(stamp.get("torch", TorchChoice.AUTO))
        wanted = {"fingerprint": self._fingerprint(), "torch": str(choice)}
        if stamp == wanted and self.python.exists():
            return
        if not self._is_sound():
            self._create()
        (self.folder / STAMP).unlink(missing_ok=True)
        self._install(choice)
        (self.folder / STAMP).write_text(json.dumps(wanted), encoding="utf-8")

    def add(self, extra: str) -> None:
        """Install an extra of the project beside what is there.

        Raises:
            LauncherError: it cannot be had, with the reason and the next step.
        """
        wanted = f".[{extra}]"
        self._pip(
            f"Installing {wanted}",
            [*self._pip_install(), "--no-build-isolation", "--editable", wanted],
        )

    def _fingerprint(self) -> str:
        """Digest what the installation depends on, the place included: an editable install
        points there."""
        digest = hashlib.sha256()
        for path in (self._root / "pyproject.toml", self._constraints):
            digest.update(path.read_bytes())
        digest.update(f"{sys.version_info[:2]} {self._root}".encode())
        return digest.hexdigest()

    @property
    def _constraints(self) -> Path:
        return self._root / "packaging" / "constraints.txt"

    def _read_stamp(self) -> dict[str, str]:
        try:
            stamp = json.loads((self.folder / STAMP).read_text(encoding="utf-8"))
            TorchChoice(stamp["torch"])
        except (OSError, ValueError, TypeError, KeyError):
            return {}  # none, or one cut short: both mean that the installation is not proven
        return {str(key): str(value) for key, value in stamp.items()}

    def _is_sound(self) -> bool:
        """Ask the interpreter itself whether it runs, has pip and is of this version."""
        probe = "import sys, pip; print(*sys.version_info[:2])"
        if not self.python.exists():
            return False
        found = self._runner.capture([str(self.python), "-c", probe])
        return found == Finished(0, f"{sys.version_info[0]} {sys.version_info[1]}\n")

    def _create(self) -> None:
        """Make the environment, over a broken one where there is one."""
        if any(importlib.util.find_spec(name) is None for name in ("venv", "ensurepip")):
            raise LauncherError(
                "This Python cannot make virtual environments; on Debian and Ubuntu install the "
                "missing part with: sudo apt install python3-venv"
            )
        if Path(sys.prefix).resolve() == self.folder.resolve():
            raise LauncherError(
                "The environment in .venv has to be made again, which its own Python cannot do: "
                "run `python3 packaging/dev.py` with the system's Python."
            )
        if self.folder.exists():
            self._refuse_a_stranger()
            self._say("The environment in .venv is incomplete or of another Python: making it anew")
        if not os.access(self._root, os.W_OK):
            raise LauncherError(
                f"Foreword keeps its environment in {self._root}, which cannot be written: "
                "put the checkout into a folder of your own."
            )
        argv = [sys.executable, "-m", "venv", "--clear", str(self.folder)]
        made = self._timed("Making the virtual environment", lambda: self._runner.watch(argv))
        if made.code != 0:
            raise LauncherError(
                f"The virtual environment could not be made in {self.folder}; the message above "
                "says why. On Debian and Ubuntu: sudo apt install python3-venv"
            )

    def _refuse_a_stranger(self) -> None:
        """Stop before clearing a `.venv` that holds files but was never an environment."""
        is_environment = (self.folder / "pyvenv.cfg").exists()
        if self.folder.is_dir() and (is_environment or not any(self.folder.iterdir())):
            return
        raise LauncherError(
            f"{self.folder} exists and is no virtual environment: move it away and run this again."
        )

    def _install(self, choice: TorchChoice) -> None:
        gpu = self._find_gpu()
        build = choose_build(self._system, choice, gpu=gpu, has_own_sources=self._has_own_sources())
        plan = plan_torch(build, self._pinned("torch"))
        if not (self.site_packages / "torch").exists():
            self._refuse_a_full_disk(plan.needed_bytes)
        note = note_for(self._system, build, gpu)
        if note is not None:
            self._say(note)
        install = self._pip_install()
        sources = ["--extra-index-url", plan.index_url] if plan.index_url else []
        # The project is built with the environment's own setuptools: a build in isolation would
        # fetch another one each time.
        project = [*sources, "--no-build-isolation", plan.requirement, "--editable", ".[dev]"]
        self._pip("Installing the build tool", [*install, "setuptools"])
        self._pip("Installing the packages (minutes, the first time)", [*install, *project])

    def _pip_install(self) -> list[str]:
        pip = [str(self.python), "-m", "pip", "--disable-pip-version-check", "--no-input"]
        return [*pip, "install", "--constraint", str(self._constraints)]

    def _pip(self, title: str, argv: list[str]) -> None:
        done = self._timed(title, lambda: self._runner.watch(argv))
        if done.code != 0:
            raise LauncherError(explain_pip_failure(done.text))

    def _timed(self, title: str, step: Callable[[], Finished]) -> Finished:
        self._say(f"{title} ...")
        started = time.monotonic()
        result = step()
        self._say(f"{title}: {time.monotonic() - started:.0f} s")
        return result

    def _pinned(self, name: str) -> str:
        text = self._constraints.read_text(encoding="utf-8")
        found = re.search(rf"^{re.escape(name)}==(\S+)$", text, re.MULTILINE)
        if found is None:
            raise LauncherError(f"packaging/constraints.txt does not pin {name}.")
        return found[1]

    def _refuse_a_full_disk(self, needed_bytes: int) -> None:
        free_bytes = shutil.disk_usage(self._root).free
        if free_bytes < needed_bytes:
            raise LauncherError(
                f"The first start needs about {needed_bytes / 1e9:.0f} GB of free disk and "
                f"{self._root} has {free_bytes / 1e9:.1f} GB: free some room and run this again."
            )

    def _find_gpu(self) -> Gpu | None:
        found = self._runner.capture(["nvidia-smi", *GPU_QUERY])
        gpu = parse_gpu(found.text) if found.code == 0 else None
        if gpu is None and self._system == "Windows":
            driver = Path(os.environ.get("SYSTEMROOT", r"C:\Windows"), "System32", "nvcuda.dll")
            return Gpu() if driver.exists() else None
        return gpu

    def _has_own_sources(self) -> bool:
        listed = self._runner.capture([str(self.python), "-m", "pip", "config", "list"]).text
        keys = {line.partition("=")[0].rpartition(".")[2] for line in listed.splitlines()}
        return not keys.isdisjoint(_SOURCE_KEYS)
