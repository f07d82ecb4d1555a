"""The list of the frozen program's files, and what lies there in another way than it says.

Written by the build, read by the self-test and where a start fails. Until digests are compared it
imports nothing that is a file of its own, since that file may be the damaged one.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

MANIFEST_NAME = "manifest.json"

_BLOCK_BYTES = 1 << 20


class Fault(StrEnum):
    """How a file differs from the list."""

    MISSING = "missing"
    UNREADABLE = "unreadable"
    OTHER_SIZE = "of another size"
    OTHER_CONTENT = "of other content"


@dataclass(frozen=True, slots=True)
class Damage:
    """One file that differs, by its place in the program's folder."""

    path: str
    fault: Fault

    def __str__(self) -> str:
        return f"{self.path} ({self.fault})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What the build wrote down.

    Args:
        version: Foreword's.
        edition: "cpu" or "cuda".
        homepage: where other editions are to be had, or empty where the build did not know.
        is_release: whether it was made for others; False for a build on somebody's own computer.
        modules: what must be importable.
        files: by place, with forward slashes: size in bytes and SHA-256 in lower-case hex.
    """

    version: str
    edition: str
    homepage: str
    is_release: bool
    modules: tuple[str, ...]
    files: Mapping[str, tuple[int, str]]


def bundle_folder() -> Path | None:
    """Say where the frozen program's files lie; None where Foreword is not frozen."""
    folder = getattr(sys, "_MEIPASS", None) if getattr(sys, "frozen", False) else None
    return Path(folder) if folder else None


def read_manifest(folder: Path) -> Manifest | None:
    """Read the list; None where it is missing or cannot be made out."""
    try:
        fields = json.loads((folder / MANIFEST_NAME).read_text("utf-8"))
        return Manifest(
            version=str(fields["version"]),
            edition=str(fields["edition"]),
            homepage=str(fields["homepage"]),
            is_release=fields["is_release"] is True,
            modules=tuple(map(str, fields["modules"])),
            files={
                str(path): (int(size), str(sum)) for path, (size, sum) in fields["files"].items()
            },
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def write_manifest(
    folder: Path,
    *,
    version: str,
    edition: str,
    homepage: str,
    modules: tuple[str, ...],
    is_release: bool = False,
) -> Manifest:
    """List every file below a folder as it lies there now."""
    names = sorted(_files_below(folder))
    files = {name: ((folder / name).stat().st_size, _digest(folder / name)) for name in names}
    manifest = Manifest(
        version=version,
        edition=edition,
        homepage=homepage,
        is_release=is_release,
        modules=modules,
        files=files,
    )
    fields = {
        "version": version,
        "edition": edition,
        "homepage": homepage,
        "is_release": is_release,
        "modules": modules,
        "files": files,
    }
    text = json.dumps(fields, indent=0, ensure_ascii=False)
    (folder / MANIFEST_NAME).write_text(text, "utf-8")
    return manifest


def damages(folder: Path, *, reads_content: bool) -> Iterator[Damage]:
    """Compare the program's files with the list.

    Args:
        folder: where they lie.
        reads_content: compare digests too, which takes a second or two for each gigabyte.

    Yields:
        What differs, in order; files that the list does not name are left alone.
    """
    manifest = read_manifest(folder)
    if manifest is None:
        yield Damage(MANIFEST_NAME, Fault.MISSING)
        return
    for name, (size, expected) in manifest.files.items():
        path = folder / name
        try:
            if path.stat().st_size != size:
                yield Damage(name, Fault.OTHER_SIZE)
            elif reads_content and _digest(path) != expected:
                yield Damage(name, Fault.OTHER_CONTENT)
        except FileNotFoundError:
            yield Damage(name, Fault.MISSING)
        except OSError:
            yield Damage(name, Fault.UNREADABLE)


def explain_damage(found: list[Damage]) -> str:
    """Say in a sentence what is broken and what to do."""
    return (
        f"This installation of Foreword is damaged: {found[0]}"
        f"{_and_more(len(found) - 1)}. Install Foreword again; your chats and models are kept."
    )


def _and_more(number: int) -> str:
    if number == 0:
        return ""
    return " and one more file" if number == 1 else f" and {number} more files"


def _files_below(folder: Path) -> Iterator[str]:
    # Links are followed: on macOS half of the program is reached through them.
    for parent, _, names in os.walk(folder, followlinks=True):
        for name in names:
            place = Path(parent, name).relative_to(folder).as_posix()
            if place != MANIFEST_NAME:
                yield place


def _digest(path: Path) -> str:
    from hashlib import sha256

    running = sha256()
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK_BYTES):
            running.update(block)
    return running.hexdigest()
