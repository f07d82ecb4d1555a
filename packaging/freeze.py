"""Freezes Foreword: runs PyInstaller, adds the starter, writes the list of files.

What is made lies in one folder, laid out as the system wants it.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import freeze_lists as lists
from frozen_bundle import Bundle
from publisher import Publisher

from app.bundle.manifest import Manifest, write_manifest
from engine import __version__
from engine.library import CatalogueEntry, load_catalogue
from engine.library.part import RemoteFile, digest_of, new_digest

ROOT = Path(__file__).resolve().parent.parent
STARTER_ID = "smollm2-135m-instruct"


class FreezeError(Exception):
    """What stops the build, as a sentence."""


def freeze(
    edition: lists.Edition, *, out: Path, work: Path, icon: Path | None, version_file: Path | None
) -> Bundle:
    """Run PyInstaller on the spec.

    Args:
        edition: what it can compute on; torch in this environment must be of that kind.
        out: where the program's folder is put; what lay there is replaced.
        work: PyInstaller's own folder, which makes a second run quicker.
        icon: in the system's form, if there is one.
        version_file: the version resource of Windows, if there is one.

    Raises:
        FreezeError: the environment is of another edition, or PyInstaller failed.
    """
    check_environment(edition)
    work.mkdir(parents=True, exist_ok=True)
    environ = {
        **os.environ,
        "FOREWORD_EDITION": edition.value,
        "FOREWORD_DROPPED": str(work / "dropped.json"),
        # A checkout that is installed elsewhere must not shadow this one.
        "PYTHONPATH": str(ROOT),
        "PYTHONHASHSEED": "1",
    }
    if icon is not None:
        environ["FOREWORD_ICON"] = str(icon)
    if version_file is not None:
        environ["FOREWORD_VERSION_FILE"] = str(version_file)
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    command += ["--distpath", str(out), "--workpath", str(work / "pyinstaller")]
    done = subprocess.run([*command, str(ROOT / "packaging" / "foreword.spec")], env=environ)
    if done.returncode != 0:
        raise FreezeError(f"PyInstaller ended with code {done.returncode}.")
    return Bundle(out / ("Foreword.app" if sys.platform == "darwin" else "foreword"))


def check_environment(edition: lists.Edition) -> None:
    """Look whether torch here is of the edition's kind.

    Raises:
        FreezeError: it is of another.
    """
    cuda = cuda_version()
    if (cuda is not None) != (edition is lists.Edition.CUDA):
        found = f"CUDA {cuda}" if cuda else "the processor only"
        raise FreezeError(
            f"The {edition.value} edition needs another torch: the one here computes on {found}."
        )


def cuda_version() -> str | None:
    """Say which CUDA the torch of this environment was built with; None where it was not."""
    import torch

    return torch.version.cuda


def dropped_sizes(work: Path) -> dict[str, int]:
    """Read how many bytes each pattern took out in the last run."""
    found: dict[str, int] = json.loads((work / "dropped.json").read_text("utf-8"))
    return found


def add_starter(bundle: Bundle, weights: Path) -> None:
    """Put the starter's weights where the program finds them.

    Args:
        bundle: gets them.
        weights: the file; its digest must be the catalogue's.

    Raises:
        FreezeError: it is another file.
    """
    entry = starter_entry()
    expected = RemoteFile(name=entry.file, size_bytes=entry.size_bytes, digest=entry.sha256)
    actual = digest_of(weights, new_digest(expected), stop=Event())
    if actual != entry.sha256:
        raise FreezeError(f"{weights} is not the starter: its SHA-256 is {actual}.")
    target = bundle.models / entry.id / entry.file
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(weights, target)
    target.chmod(0o644)


def remove_starter(bundle: Bundle) -> None:
    """Take the starter out again, where it was put in before."""
    shutil.rmtree(bundle.models, ignore_errors=True)


def starter_entry() -> CatalogueEntry:
    """Give the starter as the catalogue has it."""
    entry = load_catalogue().find(STARTER_ID)
    if entry is None:
        raise FreezeError(f"The catalogue does not know {STARTER_ID}.")
    return entry


def write_file_list(bundle: Bundle, edition: lists.Edition, *, publisher: Publisher) -> Manifest:
    """Write down every file of the bundle; the last step that may change any of them.

    Where libraries are signed, that comes before this, and the seal of the whole after it.
    """
    return write_manifest(
        bundle.inside,
        version=__version__,
        edition=edition.value,
        homepage=publisher.homepage,
        is_release=publisher.is_release,
        modules=tuple(part.name for part in lists.modules_of(edition)),
    )


def wrong_files(bundle: Bundle, edition: lists.Edition) -> Iterator[str]:
    """Name what should not be there: dropped files, links to nothing, what others may write."""
    drops = lists.drops_of(edition, cuda_version=cuda_version())
    for path in sorted(bundle.inside.rglob("*")):
        place = path.relative_to(bundle.inside).as_posix()
        if path.is_symlink() and not path.exists():
            yield f"{place} is a link to nothing"
        elif path.is_file() and lists.dropped_by(place, drops) is not None:
            yield f"{place} was to be left out"
