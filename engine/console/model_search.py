"""`foreword models search`: what a hub has, and what each repository would bring.

One request a call, made because somebody asked; nothing is fetched.
"""

import argparse
import re
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING

from engine import BadParameter, format_bytes
from engine.console.tables import write_json, write_table
from engine.library import FoundModel, Library, ModelKind, SearchQuery, look_at, search_hub
from engine.library.names import parse_hub_name

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


def add_actions(actions: "Subparsers", run: Callable[[argparse.Namespace], int]) -> None:
    """Describe the action's words and options."""
    action = actions.add_parser(
        "search",
        help="look for models on the hub",
        description="Look for models on the hub that can be run here. With OWNER/NAME, list what "
        "can be fetched from that repository.",
    )
    action.add_argument("text", help="words of a name, or OWNER/NAME")
    action.add_argument(
        "--kind", choices=[kind.value for kind in ModelKind], default=ModelKind.ANY.value
    )
    action.add_argument("--max-size", metavar="SIZE", help="the largest download, such as 4GB")
    action.add_argument("--licence", default="", help="such as apache-2.0")
    action.add_argument("--limit", type=int, default=30, metavar="N")
    action.add_argument(
        "--all", action="store_true", help="also what cannot be run, with the reason"
    )
    action.add_argument("--json", action="store_true", help="write JSON")
    action.set_defaults(run=run, action=_search)


def _search(library: Library, args: argparse.Namespace) -> int:
    name = parse_hub_name(args.text, endpoint=library.hub.access.address)
    if name is not None:
        return _look(library, name.repo, args)
    query = SearchQuery(
        text=args.text,
        kind=ModelKind(args.kind),
        max_bytes=_size(args.max_size) if args.max_size else None,
        licence=args.licence,
        has_all=args.all,
        limit=args.limit,
    )
    found = search_hub(library.hub, query)
    if args.json:
        write_json([asdict(model) for model in found])
    elif found:
        rows = [(model.repo, *_figures(model)) for model in found]
        write_table([("REPOSITORY", "KIND", "ABOUT", "LICENCE", "NOTE"), *rows])
    else:
        print("Nothing was found that can be run here. Try other words, or --all.")
    return 0


def _look(library: Library, repo: str, args: argparse.Namespace) -> int:
    looked = look_at(library.hub, repo)
    files = [file for file in looked.files if args.all or not file.refusal]
    if args.json:
        write_json({"model": asdict(looked.model), "files": [asdict(file) for file in files]})
        return 0
    if not files:
        print("It holds nothing that can be run here. See why with --all.")
        return 0
    rows = [(file.id, format_bytes(file.size_bytes), file.refusal) for file in files]
    write_table([("GET IT WITH", "SIZE", "NOTE"), *rows])
    return 0


def _figures(model: FoundModel) -> tuple[str, str, str, str]:
    size = format_bytes(model.size_bytes) if model.size_bytes else ""
    note = model.refusal or ("its licence has to be accepted there" if model.is_gated else "")
    return model.kind.value, size, model.licence, note


def _size(text: str) -> int:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)i?B?", text.strip(), re.IGNORECASE)
    if match is None:
        raise BadParameter("The size", repr(text), "a number with a unit, such as 700MB or 4GB")
    return round(float(match.group(1)) * _UNITS[match.group(2).upper()])
