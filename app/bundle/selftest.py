"""`foreword --selftest` of the frozen program: are all files there, and does it compute?

Compares the files with the build's list, imports Qt and then every library, and lets a tiny model
answer. Prints one line of JSON and names what is missing.
"""

import importlib
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from app.bundle.manifest import bundle_folder, damages, explain_damage, read_manifest
from engine import load_before_qt

_MAX_NAMED = 20


def run(arguments: Sequence[str], *, folder: Path | None = None) -> int:
    """Test this installation.

    Args:
        arguments: those of `foreword selftest`.
        folder: the program's files; None takes this program's own.

    Returns:
        The exit code: 0 where everything is whole.
    """
    start = perf_counter()
    folder = folder or bundle_folder()
    result: dict[str, object] = {"ok": True}
    if folder is not None:
        result |= check_files(folder)
    # With a file missing an import may end the process without a word.
    if result["ok"]:
        result |= _check_imports(folder)
    if result["ok"]:
        result |= _answer(arguments)
    result["seconds"] = round(perf_counter() - start, 2)
    print(json.dumps(result), flush=True)
    return 0 if result["ok"] else 1


def _answer(arguments: Sequence[str]) -> dict[str, object]:
    """Let a tiny model answer, in a home that goes afterwards: a test leaves nothing behind."""
    from engine.console.selftest import report

    with tempfile.TemporaryDirectory(
        prefix="foreword-selftest-", ignore_cleanup_errors=True
    ) as folder:
        os.environ.setdefault("FOREWORD_HOME", folder)
        return report(arguments)


def check_files(folder: Path) -> dict[str, object]:
    """Compare the program's files with the build's list.

    Returns:
        `ok`, and where it is false what differs, in words for people and for programs.
    """
    found = list(damages(folder, reads_content=True))
    manifest = read_manifest(folder)
    result: dict[str, object] = {
        "ok": not found,
        "edition": manifest.edition if manifest else None,
        "num_files": len(manifest.files) if manifest else 0,
    }
    if found:
        result["error"] = explain_damage(found)
        result["num_damaged"] = len(found)
        result["damaged"] = [
            {"path": damage.path, "fault": damage.fault.value} for damage in found[:_MAX_NAMED]
        ]
    return result


def _check_imports(folder: Path | None) -> dict[str, object]:
    """Import Qt first and then the rest: the order that the window has."""
    load_before_qt()
    manifest = read_manifest(folder) if folder else None
    names = ["PySide6.QtWidgets", *(manifest.modules if manifest else ("torch",))]
    failures = {}
    for name in names:
        try:
            importlib.import_module(name)
        except (ImportError, OSError) as error:
            failures[name] = f"{type(error).__name__}: {error}"
    result: dict[str, object] = {
        "ok": not failures,
        "num_modules": len(names) - len(failures),
        "qt_before_torch": _comes_before("PySide6.QtWidgets", "torch"),
    }
    if failures:
        result["error"] = f"{min(failures)} cannot be imported: {failures[min(failures)]}"
        result["not_importable"] = failures
    return result


def _comes_before(first: str, second: str) -> bool:
    order = list(sys.modules)
    return first in order and second in order and order.index(first) < order.index(second)
