"""`foreword models`: list, get, check, pair and remove models.

Results go to standard output, one a line or as JSON; progress and questions to standard error.
Loads no weights and imports no torch.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from engine import ModelSpec, format_bytes
from engine.console.download_line import DownloadLine
from engine.library import Library, LibraryEntry, draft_fit, open_library

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_parser(subparsers: "Subparsers") -> None:
    """Describe the command's words and options."""
    parser = subparsers.add_parser("models", help="list, get, check and remove models")
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)

    action = actions.add_parser("list", help="what is here and what can be had")
    action.add_argument("--json", action="store_true", help="write JSON")
    action.set_defaults(run=run, action=_list)

    action = actions.add_parser("get", help="download a model")
    action.add_argument(
        "id", help="a name of the list, OWNER/NAME or OWNER/NAME/FILE.gguf on the hub"
    )
    action.add_argument("--json", action="store_true", help="write JSON")
    action.set_defaults(run=run, action=_get)

    action = actions.add_parser("path", help="say where a model lies")
    action.add_argument("id")
    action.set_defaults(run=run, action=_path)

    action = actions.add_parser("verify", help="read a model again and compare its digest")
    action.add_argument("id")
    action.set_defaults(run=run, action=_verify)

    action = actions.add_parser("remove", help="delete a model from this machine")
    action.add_argument("id")
    action.add_argument("--yes", action="store_true", help="do not ask")
    action.set_defaults(run=run, action=_remove)

    action = actions.add_parser("import", help="list a model of your own where it lies")
    action.add_argument("path", help="a GGUF file or a folder of safetensors")
    action.set_defaults(run=run, action=_import)

    action = actions.add_parser("pair", help="say which models can draft for another")
    action.add_argument("target", help="a name of the list, a GGUF file or a folder")
    action.add_argument("--json", action="store_true", help="write JSON")
    action.set_defaults(run=run, action=_pair)


def run(args: argparse.Namespace) -> int:
    """Do what the parsed words say and return the exit code."""
    code: int = args.action(open_library(), args)
    return code


def _list(library: Library, args: argparse.Namespace) -> int:
    entries = library.entries()
    if args.json:
        _write_json([_described(entry) for entry in entries])
        return 0
    rows = [
        (
            entry.id,
            "installed" if entry.is_installed else "missing" if entry.is_imported else "-",
            format_bytes(entry.size_bytes) if entry.size_bytes else "",
            entry.licence,
            entry.note,
        )
        for entry in entries
    ]
    _write_table([("ID", "HERE", "SIZE", "LICENCE", "NOTE"), *rows])
    return 0


def _get(library: Library, args: argparse.Namespace) -> int:
    with closing(DownloadLine(sys.stderr)) as line:
        spec = library.get(args.id, progress=line.show)
    if args.json:
        _write_json({"id": spec.id, "path": str(spec.path), "sha256": spec.digest})
    else:
        print(spec.path)
    return 0


def _path(library: Library, args: argparse.Namespace) -> int:
    print(library.resolve(args.id).path)
    return 0


def _verify(library: Library, args: argparse.Namespace) -> int:
    with closing(DownloadLine(sys.stderr)) as line:
        spec = library.verify(args.id, progress=line.show)
    known = (
        f"is whole. SHA-256 {spec.digest}" if spec.digest else "is there; its digest is not known."
    )
    print(f"{spec.id} {known}")
    return 0


def _remove(library: Library, args: argparse.Namespace) -> int:
    if not args.yes:
        print(f"Delete {args.id} from this machine? [y/N] ", end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            print("Nothing was deleted.", file=sys.stderr)
            return 1
    library.remove(args.id)
    print(f"{args.id} was removed.")
    return 0


def _import(library: Library, args: argparse.Namespace) -> int:
    print(library.import_file(Path(args.path)).id)
    return 0


def _pair(library: Library, args: argparse.Namespace) -> int:
    target = library.resolve(args.target)
    pairs = [
        (entry, draft_fit(target, entry.spec))
        for entry in library.entries()
        if entry.spec is not None and entry.spec.path != target.path
    ]
    suggested = _suggested(library, target)
    missing = [id for id in suggested if not any(entry.id == id for entry, _ in pairs)]
    if args.json:
        _write_json(
            {
                "target": target.id,
                "drafts": [
                    {"id": entry.id, "fits": error is None, "reason": str(error or "")}
                    for entry, error in pairs
                ],
                "to_get": missing,
            }
        )
        return 0
    rows = [(entry.id, "fits" if error is None else str(error)) for entry, error in pairs]
    rows += [(id, f"made for it; get it with `foreword models get {id}`") for id in missing]
    _write_table([("DRAFT", f"FOR {target.id}"), *rows])
    return 0


def _suggested(library: Library, target: ModelSpec) -> Sequence[str]:
    return next((entry.drafts for entry in library.entries() if entry.id == target.id), ())


def _described(entry: LibraryEntry) -> dict[str, object]:
    return {
        "id": entry.id,
        "name": entry.name,
        "note": entry.note,
        "licence": entry.licence,
        "size_bytes": entry.size_bytes,
        "is_installed": entry.is_installed,
        "is_imported": entry.is_imported,
        "path": str(entry.path) if entry.path else None,
        "sha256": entry.spec.digest if entry.spec else "",
        "drafts": list(entry.drafts),
    }


def _write_json(value: object) -> None:
    print(json.dumps(value, indent=2))


def _write_table(rows: Sequence[tuple[str, ...]]) -> None:
    """Write columns; the last one runs as long as it likes."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=False))
        print("  ".join([*cells, row[-1]]).rstrip())
