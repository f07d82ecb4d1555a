"""The checks of a frozen program, each by itself: started as on a stranger's machine, and judged.

A check returns what it saw, or raises `Failure` with what was wrong or `PassedOver` where it
cannot be made here. Knows nothing of the program but its command line and its files.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from frozen_bundle import Bundle

ODD_NAME = "Ein Ordner мой 程序 é"
PATIENCE_S = 240
SCREEN = ("xvfb-run", "-a", "-s", "-screen 0 1400x900x24")
NO_NETWORK = ("unshare", "--map-root-user", "--net")
_CURSOR = "libxcb-cursor.so.0"
_PART = "resources/catalogue.json"

Seen = dict[str, object]


class Failure(Exception):
    """A check went wrong, in a sentence."""


class PassedOver(Exception):
    """A check cannot be made here, with the reason."""


@dataclass(frozen=True, slots=True)
class Bench:
    """One program, and room to put homes and copies.

    Args:
        bundle: the program.
        room: a folder that is deleted afterwards.
        model: what is loaded where the program brings no starter.
        picture: where the window's picture is saved, if it is wanted.
    """

    bundle: Bundle
    room: Path
    model: Path | None = None
    picture: Path | None = None

    def start(
        self,
        *arguments: str,
        bundle: Bundle | None = None,
        prefix: Sequence[str] = (),
        environ: Mapping[str, str] | None = None,
    ) -> "subprocess.CompletedProcess[str]":
        """Run the program to its end.

        Args:
            arguments: its own.
            bundle: a copy to start in place of the program.
            prefix: what it is started through.
            environ: added to what a stranger's desktop gives.
        """
        home = self.room / "home"
        home.mkdir(exist_ok=True)
        command = [*prefix, str((bundle or self.bundle).program), *arguments]
        try:
            return subprocess.run(
                command,
                cwd=self.room,
                env=_stranger(home) | dict(environ or {}),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=PATIENCE_S + 60,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise Failure(f"it did not end within {error.timeout:g} seconds") from error

    def selftest(self, bundle: Bundle | None = None, *, prefix: Sequence[str] = ()) -> Seen:
        """Let the program test itself; its one line of JSON."""
        done = self.start("--selftest", bundle=bundle, prefix=prefix)
        seen = _json_line(done)
        if (done.returncode == 0) is not seen["ok"]:
            raise Failure(f"it says {seen['ok']} and exits with {done.returncode}")
        return seen

    def chat(
        self,
        *arguments: str,
        bundle: Bundle | None = None,
        prefix: Sequence[str] = (),
        environ: Mapping[str, str] | None = None,
    ) -> Seen:
        """Let the window ask its question, stop the answer and quit; what it saw."""
        words = ["--smoke", f"--patience={PATIENCE_S}", *arguments]
        if self.model is not None:
            words.append(f"--model={self.model}")
        done = self.start(*words, bundle=bundle, prefix=prefix, environ=environ)
        seen = _json_line(done)
        if not seen["ok"] or done.returncode != 0:
            raise Failure(f"code {done.returncode}, {seen['problems']} {done.stderr[-500:]}")
        if "Traceback" in done.stderr:
            raise Failure(f"it wrote {done.stderr[-500:]}")
        return seen

    def copy(self, name: str) -> Bundle:
        """Make a copy of the program by hard links, to be moved about and damaged.

        A file of it must be replaced, never written to: its content is the program's own.
        """
        target = self.room / name / self.bundle.root.name
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(self.bundle.root, target, symlinks=True, copy_function=_link)
        return Bundle(target, self.bundle.system)


def whole(bench: Bench) -> Seen:
    """All files are there, every library can be imported, and a tiny model answers."""
    seen = bench.selftest()
    if not seen["ok"]:
        raise Failure(str(seen.get("error", seen)))
    # Otherwise it would prove nothing about the order that the window has.
    if not seen.get("qt_before_torch"):
        raise Failure("it did not import Qt before torch")
    return seen


def offscreen(bench: Bench) -> Seen:
    """The window answers without a display."""
    return bench.chat(environ={"QT_QPA_PLATFORM": "offscreen"})


def on_a_display(bench: Bench) -> Seen:
    """The window answers on a real X server."""
    _need(SCREEN[0])
    picture = [f"--picture={bench.picture}"] if bench.picture else []
    seen = bench.chat(*picture, prefix=SCREEN, environ={"QT_QPA_PLATFORM": "xcb"})
    if seen["platform"] != "xcb":
        raise Failure(f"it used {seen['platform']}")
    return seen


def without_a_network(bench: Bench) -> Seen:
    """The window answers where there is not even a loopback."""
    _need(NO_NETWORK[0])
    if subprocess.run([*NO_NETWORK, "true"], capture_output=True, check=False).returncode != 0:
        raise PassedOver("this user may not take the network away")
    return bench.chat(prefix=NO_NETWORK, environ={"QT_QPA_PLATFORM": "offscreen"})


def elsewhere(bench: Bench) -> Seen:
    """The window answers from a folder with spaces and letters of three scripts, in a home with
    the same, and writes nothing beside the program."""
    copy = bench.copy(ODD_NAME)
    home = bench.room / f"{ODD_NAME} home"
    home.mkdir(exist_ok=True)
    before = _names(copy.root)
    seen = bench.chat(
        "--own-home",
        bundle=copy,
        environ={"QT_QPA_PLATFORM": "offscreen"} | _homes(home),
    )
    new = _names(copy.root) - before
    if new:
        raise Failure(f"it wrote {min(new)} beside the program")
    return seen


def without_streams(bench: Bench) -> Seen:
    """The window answers with no standard streams at all, as when a desktop starts it."""
    if sys.platform == "win32":
        raise PassedOver("its other program has none")
    closed = ("sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh")
    words = ["--smoke", f"--patience={PATIENCE_S}"]
    if bench.model is not None:
        words.append(f"--model={bench.model}")
    done = bench.start(*words, prefix=closed, environ={"QT_QPA_PLATFORM": "offscreen"})
    if done.returncode != 0:
        raise Failure(f"code {done.returncode}")
    return {}


def damaged(bench: Bench) -> Seen:
    """The self-test names a part that is missing, and one whose bytes were changed."""
    copy = bench.copy("damaged")
    (copy.inside / _PART).unlink()
    library = min(copy.inside.glob("resources/styles/*"))
    content = library.read_bytes()
    library.unlink()
    library.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    seen = bench.selftest(copy)
    expected = {
        (_PART, "missing"),
        (library.relative_to(copy.inside).as_posix(), "of other content"),
    }
    named = seen.get("damaged", [])
    assert isinstance(named, list)  # as the program writes it
    if seen["ok"] or {(item["path"], item["fault"]) for item in named} != expected:
        raise Failure(f"it named {named}")
    return seen


def without_torch(bench: Bench) -> Seen:
    """With a library missing, the console says which one in a sentence."""
    copy = bench.copy("without torch")
    for path in copy.inside.glob("torch/lib/*c10.*"):
        path.unlink()
    done = bench.start("--selftest", bundle=copy)
    if done.returncode != 1 or "c10" not in done.stdout + done.stderr:
        raise Failure(f"code {done.returncode}: {done.stdout}{done.stderr}")
    return {}


def without_a_cursor_library(bench: Bench) -> Seen:
    """With neither our copy of libxcb-cursor nor the system's, a sentence says what to install."""
    if sys.platform != "linux":
        raise PassedOver("only Linux has it")
    _need(SCREEN[0])
    copy = bench.copy("without libxcb-cursor")
    (copy.inside / _CURSOR).unlink(missing_ok=True)
    hidden = _systems_own(_CURSOR)
    hide = "".join(f"mount --bind /dev/null '{path}' && " for path in hidden)
    unshared = ("unshare", "--map-root-user", "--mount", "sh", "-c", hide + 'exec "$@"', "sh")
    if subprocess.run([*unshared, "true"], capture_output=True, check=False).returncode != 0:
        raise PassedOver("this user may not hide the system's own")
    done = bench.start(bundle=copy, prefix=(*unshared, *SCREEN))
    told = done.stdout + done.stderr
    if done.returncode != 1 or "libxcb-cursor0" not in told or "Traceback" in told:
        raise Failure(f"code {done.returncode}: {told[-500:]}")
    return {}


CHECKS: tuple[Callable[[Bench], Seen], ...] = (
    whole,
    offscreen,
    on_a_display,
    without_a_network,
    elsewhere,
    without_streams,
    damaged,
    without_torch,
    without_a_cursor_library,
)
"""All of them, in the order they are made."""


def _json_line(done: "subprocess.CompletedProcess[str]") -> Seen:
    lines = done.stdout.strip().splitlines()
    try:
        seen: Seen = json.loads(lines[-1])
    except (IndexError, ValueError) as error:
        told = (done.stdout + done.stderr)[-800:]
        raise Failure(f"code {done.returncode} and no line of JSON: {told}") from error
    return seen


def _stranger(home: Path) -> dict[str, str]:
    """Make the environment of a desktop that knows neither Python nor graphics cards."""
    kept = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "TEMP", "TMP", "COMSPEC", "WINDIR")
    environ = {name: os.environ[name] for name in kept if name in os.environ}
    return environ | _homes(home) | {"CUDA_VISIBLE_DEVICES": ""}


def _homes(home: Path) -> dict[str, str]:
    return {
        "HOME": str(home),
        "USERPROFILE": str(home),
        "LOCALAPPDATA": str(home / "local"),
        "APPDATA": str(home / "roaming"),
        "XDG_RUNTIME_DIR": str(home),
    }


def _names(root: Path) -> set[str]:
    return {path.relative_to(root).as_posix() for path in root.rglob("*")}


def _systems_own(library: str) -> Iterator[Path]:
    found = {
        path.resolve()
        for folder in ("/usr/lib", "/usr/lib64", "/lib")
        for path in Path(folder).glob(f"**/{library}*")
    }
    yield from sorted(found)


def _need(tool: str) -> None:
    if shutil.which(tool) is None:
        raise PassedOver(f"{tool} is not installed")


def _link(source: str, target: str) -> str:
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
    return target
