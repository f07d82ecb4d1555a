"""`foreword models found` and `foreword models import`: models that are on this machine already.

Folders of other programs are looked at when one of the two is run, never before. Results go to
standard output, progress to standard error.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine import BadParameter, EngineError, ModelSpec, format_bytes, user_paths
from engine.console.tables import write_json, write_table
from engine.console.terminal import Terminal
from engine.importing import (
    FoundLocally,
    Origin,
    copy_model,
    find_models,
    known_places,
    list_model,
)
from engine.library import Library

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

_OWNERS = {
    Origin.LM_STUDIO: "LM Studio",
    Origin.OLLAMA: "Ollama",
    Origin.HUB_CACHE: "the Hugging Face cache",
}
_ORIGINS = {"lmstudio": Origin.LM_STUDIO, "ollama": Origin.OLLAMA, "hub": Origin.HUB_CACHE}


def add_actions(actions: "Subparsers", run: Callable[[argparse.Namespace], int]) -> None:
    """Describe both actions' words and options; `run` opens the library and hands it on."""
    action = actions.add_parser(
        "found", help="look for models of LM Studio, Ollama and the Hugging Face cache"
    )
    action.add_argument("folder", nargs="?", type=Path, help="look here instead")
    action.add_argument("--json", action="store_true", help="write JSON")
    action.set_defaults(run=run, action=_found)

    action = actions.add_parser(
        "import",
        help="use a model of your own or of another program",
        description="List a model where it lies, or copy it. With --from, PATH may be left out: "
        "then all models of that program that can be run are taken; or it is the name of one.",
    )
    action.add_argument(
        "path", nargs="?", help="a GGUF file, a folder of safetensors, or a name with --from"
    )
    action.add_argument("--from", dest="origin", choices=_ORIGINS, help="whose models")
    action.add_argument("--copy", action="store_true", help="copy it instead of listing it")
    action.add_argument("--json", action="store_true", help="write JSON")
    action.set_defaults(run=run, action=_import)


def _found(library: Library, args: argparse.Namespace) -> int:
    places = known_places() if args.folder is None else [(Origin.FOLDER, args.folder)]
    found = list(find_models(places))
    if args.json:
        write_json([_described(each) for each in found])
        return 0
    if not found:
        print("No models of other programs were found.")
        return 0
    rows = [
        (
            each.origin.value,
            each.name,
            format_bytes(each.size_bytes),
            "can be run" if each.problem is None else str(each.problem),
        )
        for each in found
    ]
    write_table([("FROM", "NAME", "SIZE", "VERDICT"), *rows])
    return 0


def _import(library: Library, args: argparse.Namespace) -> int:
    errors = Terminal(sys.stderr)
    if args.origin is None:
        if args.path is None:
            raise BadParameter("PATH", "left out", "a file or a folder, or add --from")
        _told([_take(library, Path(args.path), args=args, errors=errors)], args)
        return 0
    taken, num_found = [], 0
    for each in _wanted(_ORIGINS[args.origin], args.path):
        num_found += 1
        try:
            spec = _take(
                library, each.path, args=args, errors=errors, name=each.name, digest=each.digest
            )
        except EngineError as error:
            if args.path is not None:
                raise
            errors.line(f"{each.name} is left out. {error}")
            continue
        taken.append(spec)
    _told(taken, args)
    if taken:
        return 0
    errors.line(_nothing_of(_ORIGINS[args.origin], args.path, num_found=num_found))
    return 1


def _told(taken: Sequence[ModelSpec], args: argparse.Namespace) -> None:
    """Say what was taken: one id a line, or JSON."""
    if args.json:
        write_json([{"id": spec.id, "path": str(spec.path)} for spec in taken])
    else:
        output = Terminal(sys.stdout)
        for spec in taken:
            output.line(spec.id)


def _nothing_of(origin: Origin, name: str | None, *, num_found: int) -> str:
    """Say why nothing was taken."""
    if name is not None:
        has = f"No model of {_OWNERS[origin]} is called {name!r}"
        return f"{has}. See what was found with `foreword models found`."
    if num_found:
        return f"None of the models of {_OWNERS[origin]} can be run here."
    return f"No models of {_OWNERS[origin]} were found. Give the path of one instead."


def _wanted(origin: Origin, name: str | None) -> Iterator[FoundLocally]:
    places = [place for place in known_places() if place[0] is origin]
    return (each for each in find_models(places) if name in (None, each.name))


def _take(
    library: Library,
    path: Path,
    *,
    args: argparse.Namespace,
    errors: Terminal,
    name: str = "",
    digest: str = "",
) -> ModelSpec:
    root = user_paths().models
    taken = frozenset(entry.id for entry in library.entries())
    if not args.copy:
        return list_model(root, path, name=name, digest=digest, taken=taken)

    def report(done: int, total: int) -> None:
        errors.status(f"copying, {format_bytes(done)} of {format_bytes(total)}")

    try:
        return copy_model(root, path, name=name, taken=taken, report=report)
    finally:
        errors.clear_status()


def _described(found: FoundLocally) -> dict[str, object]:
    return {
        "from": found.origin.value,
        "name": found.name,
        "path": str(found.path),
        "size_bytes": found.size_bytes,
        "sha256": found.digest,
        "can_run": found.problem is None,
        "reason": "" if found.problem is None else str(found.problem),
    }
