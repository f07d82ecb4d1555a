"""What a hosted runner does for a release, one word a step; the workflow only names the words.

    release.py check-tag TAG     is it this version's?
    release.py prepare           the system's tools, and the signing key where there is one
    release.py build EDITION     program, smoke test, installers; without the starter and with it
    release.py collect IN OUT    one folder, one list of digests, one feed of versions

Whose release it is comes from the environment by `publisher.py`, and so do secrets, which are never
printed: FOREWORD_WINDOWS_SIGN, and for macOS
FOREWORD_MACOS_CERTIFICATE (base64), FOREWORD_MACOS_PASSWORD and FOREWORD_MACOS_IDENTITY.
"""

import argparse
import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path

from freeze_lists import Edition
from publisher import PublisherError, publisher

ROOT = Path(__file__).resolve().parent.parent
FEED = "latest.json"
LARGEST_FILE = 2 * 2**30
"""Bytes: what the host of the releases takes is smaller."""
_BLOCK_BYTES = 1 << 20
_LINUX_TOOLS = ("rpm", "lintian", "desktop-file-utils", "appstream", "binutils", "xz-utils")
_KEYCHAIN = "foreword-release.keychain-db"

Run = Callable[[Sequence[str]], None]


class ReleaseError(Exception):
    """What stops a release, as a sentence."""


def prepare(platform: str, environ: Mapping[str, str], *, run: Run) -> None:
    """Look whose release it is, install what the build calls, and open the signing key.

    Args:
        platform: as `sys.platform`.
        environ: the publisher and the secrets.
        run: carries out a command.

    Raises:
        PublisherError: it is nobody's, which is said before an hour is spent on it.
    """
    publisher(environ, is_release=True)
    match platform:
        case "linux":
            run(["sudo", "apt-get", "update", "-qq"])
            names = (*_ci_packages(), *_LINUX_TOOLS)
            run(["sudo", "apt-get", "install", "-y", "-qq", "--no-install-recommends", *names])
        case "win32":
            if shutil.which("makensis") is None:
                run(["choco", "install", "nsis", "--yes", "--no-progress"])
        case "darwin":
            for command in keychain_commands(environ, ROOT / "build"):
                run(command)


def keychain_commands(environ: Mapping[str, str], work: Path) -> Iterator[list[str]]:
    """Put the signing certificate where codesign finds it; nothing where there is none."""
    certificate = environ.get("FOREWORD_MACOS_CERTIFICATE")
    password = environ.get("FOREWORD_MACOS_PASSWORD", "")
    if not certificate:
        print("FOREWORD_MACOS_CERTIFICATE is not set: nothing will be signed.", flush=True)
        return
    work.mkdir(parents=True, exist_ok=True)
    path = work / "certificate.p12"
    path.touch(mode=0o600)
    path.write_bytes(base64.b64decode(certificate))
    yield ["security", "create-keychain", "-p", password, _KEYCHAIN]
    yield ["security", "unlock-keychain", "-p", password, _KEYCHAIN]
    yield ["security", "import", str(path), "-k", _KEYCHAIN, "-P", password, "-T", "codesign"]
    yield ["security", "list-keychains", "-d", "user", "-s", _KEYCHAIN]
    tools = "apple-tool:,apple:,codesign:"
    yield ["security", "set-key-partition-list", "-S", tools, "-k", password, _KEYCHAIN]


def build(edition: Edition, *, run: Run) -> None:
    """Freeze once, then make the installers without the starter and with it.

    The CUDA edition is some gigabytes, beside which the starter is nothing: only with it.
    """
    launcher = [sys.executable, str(ROOT / "packaging" / "dev.py"), "freeze"]
    launcher += ["--torch", edition.value, "--edition", edition.value, "--release"]
    if edition is Edition.CUDA:
        run([*launcher, "--with-starter"])
        return
    run(launcher)
    run([*launcher, "--reuse", "--with-starter"])


def collect(found: Path, out: Path, *, homepage: str) -> None:
    """Put the files of all systems into one folder.

    Args:
        found: holds a folder for each system, as the runners handed them over.
        out: gets the files, one that is too large in parts, `SHA256SUMS` and the feed that a check
            for updates reads.
        homepage: where the release is to be had.

    Raises:
        ReleaseError: a file does not have the digest that its runner wrote down.
    """
    out.mkdir(parents=True, exist_ok=True)
    digests: dict[str, str] = {}
    for sums in sorted(found.rglob("SHA256SUMS")):
        for line in sums.read_text("utf-8").splitlines():
            expected, name = line.split(maxsplit=1)
            path = sums.parent / name
            actual = _digest(path)
            if actual != expected:
                raise ReleaseError(f"{name} is not the file that was built: its digest differs.")
            if path.stat().st_size < LARGEST_FILE:
                shutil.copyfile(path, out / name)
                digests[name] = actual
            else:
                digests |= {part.name: _digest(part) for part in _split(path, out)}
        for bill in sums.parent.glob("*.cdx.json"):
            shutil.copyfile(bill, out / f"{sums.parent.name}-{bill.name}")
    if not digests:
        raise ReleaseError(f"There is nothing to release below {found}.")
    text = "".join(f"{digest}  {name}\n" for name, digest in sorted(digests.items()))
    (out / "SHA256SUMS").write_text(text, "utf-8")
    feed = {"version": version(), "page": homepage}
    (out / FEED).write_text(json.dumps(feed) + "\n", "utf-8")


def _split(path: Path, out: Path) -> Iterator[Path]:
    """Cut a file into parts that a release may hold; one after the other they are the file."""
    with path.open("rb") as stream:
        for number in count(1):
            part = out / f"{path.name}.{number:03}"
            left = LARGEST_FILE - 1
            with part.open("wb") as target:
                while left and (block := stream.read(min(left, _BLOCK_BYTES))):
                    left -= target.write(block)
            if part.stat().st_size == 0:
                part.unlink()
                return
            yield part


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def version() -> str:
    """Read the version without importing the engine.

    Raises:
        ReleaseError: it cannot be found.
    """
    text = (ROOT / "engine" / "__init__.py").read_text("utf-8")
    found = re.search(r'^__version__ = "([^"]+)"', text, re.MULTILINE)
    if found is None:
        raise ReleaseError("engine/__init__.py names no version.")
    return found[1]


def check_tag(tag: str) -> None:
    """Refuse a tag that is not this version's.

    Raises:
        ReleaseError: it is another's.
    """
    if tag != f"v{version()}":
        raise ReleaseError(f"The tag is {tag}, and the version is {version()}: make them agree.")


def _ci_packages() -> list[str]:
    """Read the list of system packages from the one place that has it."""
    text = (ROOT / ".ci" / "run").read_text("utf-8")
    block = text.partition("packages=(")[2].partition(")")[0]
    return block.split()


def _run(command: Sequence[str]) -> None:
    # The command itself may hold a password, so that only its name is told.
    done = subprocess.run(command)
    if done.returncode != 0:
        raise ReleaseError(f"{Path(command[0]).name} ended with code {done.returncode}.")


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out one word."""
    parser = argparse.ArgumentParser(description="The steps of a release on a hosted runner.")
    words = parser.add_subparsers(dest="word", required=True)
    words.add_parser("prepare")
    building = words.add_parser("build")
    building.add_argument("edition", type=Edition, choices=list(Edition))
    collecting = words.add_parser("collect")
    collecting.add_argument("found", type=Path)
    collecting.add_argument("out", type=Path)
    tag = words.add_parser("check-tag")
    tag.add_argument("tag")
    args = parser.parse_args(argv)
    try:
        match args.word:
            case "prepare":
                prepare(sys.platform, os.environ, run=_run)
            case "build":
                build(args.edition, run=_run)
            case "collect":
                page = publisher(os.environ, is_release=True).homepage
                collect(args.found, args.out, homepage=page)
            case _:
                check_tag(args.tag)
    except (ReleaseError, PublisherError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
