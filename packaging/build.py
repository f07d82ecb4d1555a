"""Builds what people install: freezes Foreword, weighs and tests it, makes the installers.

    python packaging/build.py                        the CPU edition for the system it runs on
    python packaging/build.py --with-starter         with the starter's weights inside
    python packaging/build.py --edition cuda         needs torch for CUDA in this environment

What differs between systems lies in `linux.py`, `windows.py` and `macos.py`. Exits with 1 where
anything failed or is over its budget.
"""

import argparse
import hashlib
import importlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from importlib.metadata import distributions
from pathlib import Path
from typing import Protocol, cast

import freeze_sizes as sizes
import sbom
import smoke
from freeze import (
    ROOT,
    FreezeError,
    add_starter,
    dropped_sizes,
    freeze,
    remove_starter,
    starter_entry,
    write_file_list,
    wrong_files,
)
from freeze_lists import Edition
from frozen_bundle import About, Bundle
from publisher import HOMEPAGE_VARIABLE, MAINTAINER_VARIABLE, PublisherError, publisher
from smoke_checks import Bench

from engine import EngineError, __version__
from engine.library import open_library

_MODULES = {"linux": "linux", "win32": "windows", "darwin": "macos"}


class System(Protocol):
    """What a module for one system offers."""

    def icon(self) -> Path | None:
        """Give the program's icon in the system's form."""
        ...

    def version_file(self, work: Path, *, about: About) -> Path | None:
        """Write the version resource, where the system has such a thing."""
        ...

    def finish(self, bundle: Bundle) -> None:
        """Strip or sign what is inside, before the list of files is written."""
        ...

    def make_installers(
        self,
        bundle: Bundle,
        out: Path,
        *,
        work: Path,
        about: About,
        name: str,
        label: str,
        is_quick: bool,
    ) -> Iterator[Path]:
        """Seal the bundle and make the files that people get."""
        ...


def system_module() -> System:
    """Load what belongs to the system this runs on.

    Raises:
        FreezeError: nothing does.
    """
    name = _MODULES.get(sys.platform, sys.platform)
    try:
        return cast(System, importlib.import_module(name))
    except ModuleNotFoundError as error:
        raise FreezeError(f"There is no packaging/{name}.py yet.") from error


def build(args: argparse.Namespace) -> int:
    """Carry out one command line.

    Returns:
        The exit code.

    Raises:
        FreezeError: a step failed.
        PublisherError: a release does not say whose it is.
    """
    about = About(__version__, _released(), publisher(os.environ, is_release=args.release))
    edition, out, work = Edition(args.edition), args.out.resolve(), args.work.resolve()
    out.mkdir(parents=True, exist_ok=True)
    system = system_module()
    bundle = Bundle(out / ("Foreword.app" if sys.platform == "darwin" else "foreword"))
    if not args.reuse:
        _say(f"Freezing the {edition.value} edition")
        bundle = freeze(
            edition,
            out=out,
            work=work,
            icon=system.icon(),
            version_file=system.version_file(work, about=about),
        )
        system.finish(bundle)
    wrong = list(wrong_files(bundle, edition))
    if wrong:
        raise FreezeError("\n".join(wrong))
    problems: list[str] = []
    remove_starter(bundle)
    folder_bytes = sizes.size_of(bundle.root)
    if args.with_starter:
        add_starter(bundle, args.starter_file or _starter_weights())
    parts = list(sbom.shipped(bundle, list(distributions())))
    sbom.write(parts, bundle.inside)
    for path in sbom.write(parts, out):
        _say(f"{path.name}: {len(parts)} parts")
    write_file_list(bundle, edition, publisher=about.publisher)
    if not args.no_smoke:
        _say("Testing it")
        problems += _smoke(bundle, args)
    installers = {}
    if not args.no_installers:
        _say("Making the installers")
        name = "foreword" if edition is Edition.CPU else "foreword-cuda"
        for path in system.make_installers(
            bundle,
            out,
            work=work,
            about=about,
            name=name,
            label="-with-starter" if args.with_starter else "",
            is_quick=args.quick,
        ):
            installers[path.name] = sizes.size_of(path)
            _say(f"{path.name}: {sizes.megabytes(installers[path.name])}")
        _write_checksums(out, installers)
    packed = {name: size for name, size in installers.items() if not name.endswith(".AppDir")}
    if edition is Edition.CPU:
        extra = starter_entry().size_bytes if args.with_starter else 0
        without = {name: size - extra for name, size in packed.items()}
        problems += sizes.over_budget(
            sizes.CPU_BUDGET, folder_bytes=folder_bytes, installers=without
        )
    _report(bundle, work, out=out, installers=installers, folder_bytes=folder_bytes)
    for problem in problems:
        _say(problem)
    return 1 if problems else 0


def _smoke(bundle: Bundle, args: argparse.Namespace) -> Iterator[str]:
    model = None if args.with_starter else args.starter_file or _starter_weights()
    with tempfile.TemporaryDirectory(prefix="foreword-build-") as folder:
        bench = Bench(bundle, Path(folder), model=model)
        for outcome in smoke.run_all(bench):
            _say(str(outcome))
            if outcome.problem:
                yield f"{outcome.name}: {outcome.problem}"


def _starter_weights() -> Path:
    """Find the starter among the user's models."""
    try:
        return open_library().resolve(starter_entry().id).path
    except EngineError as error:
        raise FreezeError(f"The starter's weights are needed: {error}") from error


def _released() -> date:
    """Give the day of the last commit, so that the same checkout makes the same files."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    if seconds is None:
        command = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
        done = subprocess.run(command, capture_output=True, text=True)
        seconds = done.stdout.strip() if done.returncode == 0 else ""
    return datetime.fromtimestamp(int(seconds), UTC).date() if seconds else datetime.now(UTC).date()


def _write_checksums(out: Path, names: Sequence[str] | dict[str, int]) -> None:
    lines = []
    for name in sorted(names):
        if (out / name).is_file():
            with (out / name).open("rb") as stream:
                lines.append(f"{hashlib.file_digest(stream, 'sha256').hexdigest()}  {name}\n")
    (out / "SHA256SUMS").write_text("".join(lines), "utf-8")


def _report(
    bundle: Bundle, work: Path, *, out: Path, installers: dict[str, int], folder_bytes: int
) -> None:
    found = sizes.parts(bundle.inside)
    found[bundle.program.name] += sizes.size_of(bundle.root) - sizes.size_of(bundle.inside)
    dropped = dropped_sizes(work)
    _say(f"The program without the starter: {sizes.megabytes(folder_bytes)}\n")
    _say(sizes.table(found, heading="part", largest=10) + "\n")
    _say(sizes.table(dropped, heading="left out", largest=10) + "\n")
    report = {
        "version": __version__,
        "folder_bytes": folder_bytes,
        "parts": found,
        "left_out": dropped,
        "installers": installers,
    }
    (out / "sizes.json").write_text(json.dumps(report, indent=2), "utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Build what people install.")
    parser.add_argument("--edition", choices=[edition.value for edition in Edition], default="cpu")
    parser.add_argument("--with-starter", action="store_true", help="put the starter's weights in")
    parser.add_argument("--starter-file", type=Path, metavar="GGUF", help="default: the user's")
    parser.add_argument(
        "--release",
        action="store_true",
        help=f"for others: needs {MAINTAINER_VARIABLE} and {HOMEPAGE_VARIABLE}; "
        "without, the build is marked as a local one",
    )
    parser.add_argument("--out", type=Path, default=ROOT / "dist" / "frozen")
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "frozen")
    parser.add_argument("--reuse", action="store_true", help="take the program frozen before")
    parser.add_argument("--quick", action="store_true", help="compress little, for a test")
    parser.add_argument("--no-smoke", action="store_true", help="do not start it")
    parser.add_argument("--no-installers", action="store_true", help="stop at the folder")
    return parser


def _say(line: str) -> None:
    print(line, flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Build and say in a sentence what stopped it."""
    try:
        return build(_parser().parse_args(argv))
    except (FreezeError, PublisherError) as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
