"""Versions of what is running, without importing any of it."""

import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from PySide6.QtCore import qVersion

from app.bundle.manifest import Manifest, bundle_folder, read_manifest
from engine import __version__

_PARTS = ("torch", "transformers", "tokenizers", "bitsandbytes", "PySide6-Essentials")


def edition() -> str:
    """Name the edition of a frozen program, "cpu" or "cuda"; empty elsewhere."""
    manifest = _manifest()
    return manifest.edition if manifest else ""


def homepage() -> str:
    """Say where this copy came from; empty where nobody wrote that down."""
    manifest = _manifest()
    return manifest.homepage if manifest else ""


def versions() -> list[tuple[str, str]]:
    """List the parts that matter in a report, by name."""
    found = [("Foreword", f"{__version__} {_build()}".strip())]
    found.append(("Python", platform.python_version()))
    found.append(("Qt", str(qVersion())))
    for name in _PARTS:
        try:
            found.append((name, version(name)))
        except PackageNotFoundError:
            continue
    found.append(("System", platform.platform()))
    return found


def _build() -> str:
    """Tell builds of one version apart: the edition, and one that is nobody's release."""
    manifest = _manifest()
    if manifest is None:
        return ""
    return manifest.edition if manifest.is_release else f"{manifest.edition}, local build"


def _manifest() -> Manifest | None:
    folder = bundle_folder()
    return read_manifest(folder) if folder else None


def licence_texts() -> Path | None:
    """Find the texts of all licences, which only a frozen program has in one file."""
    folder = bundle_folder()
    path = folder / "LICENCES.txt" if folder else None
    return path if path is not None and path.is_file() else None
