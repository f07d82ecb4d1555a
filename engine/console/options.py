"""The options that say which models, where and how; shared by `chat` and `bench`.

Owns finding the models that are named, and getting those that are missing where that is wished.
Knows no engine.
"""

import argparse
import sys
from contextlib import closing
from pathlib import Path

from engine import (
    DeviceChoice,
    EngineError,
    ModelNotFound,
    ModelNotInstalled,
    ModelSpec,
    Placement,
    Precision,
    format_bytes,
)
from engine.console.download_line import DownloadLine
from engine.console.sampling_options import named_as_options
from engine.library import Library
from engine.library.catalogue import entry_of_repo

STARTER = "smollm2-135m-instruct"
NO_DRAFT = "none"
HEAD_SUFFIX = ".draft"


def add_model_options(parser: argparse.ArgumentParser) -> None:
    """Describe which models, and where and how they are loaded."""
    group = parser.add_argument_group("models")
    group.add_argument(
        "--target",
        metavar="MODEL",
        default=STARTER,
        help="the model that answers: a name of `foreword models list`, OWNER/NAME of the hub, "
        "a GGUF file or a folder of safetensors (%(default)s)",
    )
    group.add_argument(
        "--draft",
        metavar="MODEL",
        help="the model that writes ahead, a draft made by `foreword train`, or `none`; by default "
        "the target's own, else the one the catalogue suggests, if it is installed",
    )
    group.add_argument("--get", action="store_true", help="download what is missing without asking")
    group.add_argument(
        "--device", choices=[choice.value for choice in DeviceChoice], default="auto"
    )
    group.add_argument("--threads", type=int, metavar="N", help="processor threads")
    group.add_argument("--context", type=int, metavar="N", help="tokens to make room for")
    group.add_argument(
        "--precision",
        choices=[precision.value for precision in Precision],
        default="auto",
        help="how the weights of a safetensors folder are held; a GGUF file decides for itself",
    )


def placement_from(args: argparse.Namespace) -> Placement:
    """Read where and how models are loaded.

    Raises:
        BadParameter: a value is out of range.
    """
    with named_as_options():
        return Placement(
            device=DeviceChoice(args.device),
            num_threads=args.threads,
            context_length=args.context,
            precision=Precision(args.precision),
        )


def find_models(library: Library, args: argparse.Namespace) -> tuple[ModelSpec, ModelSpec | None]:
    """Find the target and the draft on this machine, or get them if that is wanted.

    Raises:
        EngineError: one that was named is not here.
    """
    target = _find(library, args.target, may_get=args.get)
    if args.draft == NO_DRAFT:
        return target, None
    if args.draft is not None and args.draft.endswith(HEAD_SUFFIX):
        path = Path(args.draft)
        if not path.is_file():
            raise ModelNotFound(args.draft)
        return target, ModelSpec(id=args.draft, name=path.stem, path=path)
    if args.draft is not None:
        return target, _find(library, args.draft, may_get=args.get)
    entries = {entry.id: entry for entry in library.entries()}
    suggested = entries[target.id].drafts if target.id in entries else ()
    installed = (entries[id].spec for id in suggested if id in entries)
    draft = next((spec for spec in installed if spec is not None), None)
    # Where none is named, the engine finds the target's own, as it does for the window.
    return target, None if draft is None or _has_own_draft(target) else draft


def _has_own_draft(target: ModelSpec) -> bool:
    # Here and not above: it imports torch.
    from engine.drafting.head_fit import check_head
    from engine.drafting.head_library import find_head

    head = find_head(target)
    if head is None:
        return False
    try:
        check_head(head, target)
    except EngineError:
        # The suggested one may serve all the same.
        return False
    return True


def _find(library: Library, name: str, *, may_get: bool) -> ModelSpec:
    try:
        return library.resolve(name)
    except ModelNotInstalled as error:
        missing = error
    except ModelNotFound:
        # "owner/name" could be a path as well; beside a folder that is there it is one.
        if entry_of_repo(name) is None or Path(name).parent.exists():
            raise
        missing = ModelNotInstalled(name, 0)
    if not may_get and not _wants(missing):
        raise missing
    with closing(DownloadLine(sys.stderr)) as line:
        return library.get(name, progress=line.show)


def _wants(missing: ModelNotInstalled) -> bool:
    """Ask whether to download, where there is somebody to ask."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    size = f" ({format_bytes(missing.size_bytes)})" if missing.size_bytes else ""
    question = f"{missing.id} is not on this machine yet{size}. Get it now? [y/N] "
    print(question, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
