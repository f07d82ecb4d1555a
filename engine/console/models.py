"""`foreword models`: list, find, get, check, pair and remove models.

Results go to standard output, one a line or as JSON; progress and questions to standard error.
Loads no weights and imports no torch.
"""

import argparse
import sys
from collections.abc import Mapping
from contextlib import closing
from typing import TYPE_CHECKING

from engine import format_bytes
from engine.console import model_fetching, model_importing, model_pairing, model_search
from engine.console.download_line import DownloadLine
from engine.console.tables import write_json, write_table
from engine.console.terminal import Terminal
from engine.library import Library, LibraryEntry, Pending, open_library

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_parser(subparsers: "Subparsers") -> None:
    """Describe the command's words and options."""
    parser = subparsers.add_parser("models", help="list, get, check and remove models")
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)

    action = actions.add_parser("list", help="what is here and what can be had")
    action.add_argument("--json", action="store_true", help="write JSON")
    action.set_defaults(run=run, action=_list)

    model_search.add_actions(actions, run)
    model_fetching.add_actions(actions, run)

    action = actions.add_parser("path", help="say where a model lies")
    action.add_argument("id")
    action.add_argument("--json", action="store_true", help="write JSON")
    action.set_defaults(run=run, action=_path)

    action = actions.add_parser("verify", help="read a model again and compare its digest")
    action.add_argument("id")
    action.add_argument("--json", action="store_true", help="write JSON")
    action.set_defaults(run=run, action=_verify)

    action = actions.add_parser("remove", help="delete a model from this machine")
    action.add_argument("id")
    action.add_argument("--yes", action="store_true", help="do not ask")
    action.add_argument("--json", action="store_true", help="write JSON")
    action.set_defaults(run=run, action=_remove)

    model_importing.add_actions(actions, run)
    model_pairing.add_actions(actions, run)


def run(args: argparse.Namespace) -> int:
    """Do what the parsed words say and return the exit code."""
    code: int = args.action(open_library(), args)
    return code


def _list(library: Library, args: argparse.Namespace) -> int:
    entries = library.entries()
    begun = {pending.id: pending for pending in library.unfinished()}
    if args.json:
        write_json([_described(entry, begun) for entry in entries])
        return 0
    rows = [
        (
            entry.id,
            _state(entry, begun),
            format_bytes(entry.size_bytes) if entry.size_bytes else "",
            format_bytes(entry.memory_bytes) if entry.memory_bytes else "",
            entry.licence,
            entry.note,
        )
        for entry in entries
    ]
    write_table([("ID", "HERE", "SIZE", "MEMORY", "LICENCE", "NOTE"), *rows])
    return 0


def _path(library: Library, args: argparse.Namespace) -> int:
    spec = library.resolve(args.id)
    if args.json:
        write_json({"id": spec.id, "path": str(spec.path)})
    else:
        Terminal(sys.stdout).line(str(spec.path))
    return 0


def _verify(library: Library, args: argparse.Namespace) -> int:
    with closing(DownloadLine(sys.stderr)) as line:
        spec = library.verify(args.id, progress=line.show)
    if args.json:
        write_json({"id": spec.id, "path": str(spec.path), "sha256": spec.digest})
        return 0
    known = (
        f"is whole. SHA-256 {spec.digest}" if spec.digest else "is there; its digest is not known."
    )
    Terminal(sys.stdout).line(f"{spec.id} {known}")
    return 0


def _remove(library: Library, args: argparse.Namespace) -> int:
    if not args.yes:
        print(f"Delete {args.id} from this machine? [y/N] ", end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            print("Nothing was deleted.", file=sys.stderr)
            return 1
    library.remove(args.id)
    if args.json:
        write_json({"id": args.id, "was_removed": True})
    else:
        print(f"{args.id} was removed.")
    return 0


def _state(entry: LibraryEntry, begun: Mapping[str, Pending]) -> str:
    if entry.is_installed:
        return "installed"
    if entry.is_imported:
        return "missing"
    if entry.refusal:
        return "cannot run"
    pending = begun.get(entry.id)
    if pending is None or not pending.total_bytes:
        return "gated" if entry.is_gated else "-"
    return f"{100 * pending.done_bytes // pending.total_bytes} %"


def _described(entry: LibraryEntry, begun: Mapping[str, Pending]) -> dict[str, object]:
    pending = begun.get(entry.id)
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
        "family": entry.family,
        "memory_bytes": entry.memory_bytes,
        "is_gated": entry.is_gated,
        "refusal": entry.refusal,
        "done_bytes": pending.done_bytes if pending else 0,
    }
