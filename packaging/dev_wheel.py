"""Building the wheel, and the proof that nothing of the project was left out of it.

A package or resource that is missing from the wheel shows only on a user's machine, since a
checkout has the file anyway; so every file of the shipped folders is looked for.
"""

import shutil
import zipfile
from collections.abc import Iterable
from pathlib import Path

from dev_process import LauncherError, Runner

SHIPPED = ("app", "engine", "resources")
LEFT_OUT = {"__pycache__"}


def build(root: Path, python: str, runner: Runner) -> int:
    """Build the wheel into `dist/`; returns the exit code of the build."""
    shutil.rmtree(root / "build", ignore_errors=True)  # what was deleted since lives on in there
    for old in (root / "dist").glob("foreword-*.whl"):
        old.unlink()
    return runner.show([python, "-m", "build", "--wheel", "--no-isolation", "--outdir", "dist"])


def expected_files(root: Path) -> list[str]:
    """List the files that the wheel must hold, with forward slashes, from the checkout's root."""
    return sorted(
        path.relative_to(root).as_posix()
        for folder in SHIPPED
        for path in (root / folder).rglob("*")
        if path.is_file() and LEFT_OUT.isdisjoint(path.parts)
    )


def missing_files(expected: Iterable[str], held: Iterable[str]) -> list[str]:
    """Name the expected files that an archive does not hold."""
    return sorted(set(expected) - set(held))


def check(root: Path) -> str:
    """Look for every shipped file in the one wheel under `dist/`.

    Returns:
        A line that says what is in it.

    Raises:
        LauncherError: where a file or the licence is missing.
    """
    wheels = sorted((root / "dist").glob("foreword-*.whl"))
    if len(wheels) != 1:
        raise LauncherError(f"dist/ should hold one wheel of Foreword and holds {len(wheels)}.")
    with zipfile.ZipFile(wheels[0]) as archive:
        held = archive.namelist()
    expected = expected_files(root)
    missing = missing_files(expected, held)
    if not any(name.endswith("licenses/LICENSE") for name in held):
        missing.append("LICENSE")
    if missing:
        raise LauncherError(f"The wheel lacks: {', '.join(missing)}.")
    return f"{wheels[0].name}: all {len(expected)} files of {', '.join(SHIPPED)} are in it."
