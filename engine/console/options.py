"""The options that `chat` and `bench` share, and what becomes of them.

Owns the words of the command line for models, sampling and placement. Knows no engine: it makes
the value objects that commands carry, and an odd value is refused under the option's own name.
"""

import argparse
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from engine import (
    BadParameter,
    Controls,
    DeviceChoice,
    ModelNotFound,
    ModelNotInstalled,
    ModelSpec,
    Placement,
    Precision,
    SamplingParams,
    SamplingRule,
    format_bytes,
)
from engine.console.download_line import DownloadLine
from engine.library import Library
from engine.library.catalogue import entry_of_repo

STARTER = "smollm2-135m-instruct"
NO_DRAFT = "none"

_OPTION_OF_FIELD = {
    "num_draft_tokens": "--lookahead",
    "num_threads": "--threads",
    "context_length": "--context",
}


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
        help="the model that writes ahead, or `none`; by default the one the catalogue "
        "suggests, if it is installed",
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


def add_sampling_options(parser: argparse.ArgumentParser, *, max_new_tokens: int | None) -> None:
    """Describe how tokens are chosen.

    Args:
        parser: receives the options.
        max_new_tokens: the default limit, or None for as many as the context holds.
    """
    group = parser.add_argument_group("sampling")
    heat = group.add_mutually_exclusive_group()
    heat.add_argument(
        "--greedy",
        dest="temperature",
        action="store_const",
        const=0.0,
        help="always the most likely token; the default",
    )
    heat.add_argument("--temperature", type=float, metavar="T", help="0 is greedy")
    group.add_argument("--top-k", type=int, default=0, metavar="N", help="0 keeps all")
    group.add_argument("--top-p", type=float, default=1.0, metavar="P")
    group.add_argument("--min-p", type=float, default=0.0, metavar="P")
    group.add_argument("--repetition-penalty", type=float, default=1.0, metavar="X")
    group.add_argument("--seed", type=int, metavar="N", help="repeats a sampled reply")
    group.add_argument(
        "--rule",
        choices=[rule.value for rule in SamplingRule],
        default=SamplingRule.REJECTION.value,
        help="how drafts are judged when sampling; `coupled` gives the same text with and "
        "without speculation",
    )
    group.add_argument("--max-new-tokens", type=int, default=max_new_tokens, metavar="N")
    group.add_argument(
        "--stop",
        action="append",
        default=[],
        metavar="TEXT",
        help="end the reply before this text; may be given several times",
    )
    group.add_argument(
        "--lookahead",
        default="auto",
        metavar="N",
        help="tokens to draft a round, 0 to 16, or `auto`",
    )


def sampling_from(args: argparse.Namespace) -> SamplingParams:
    """Read how tokens are chosen.

    Raises:
        BadParameter: a value is out of range.
    """
    with _named_as_options():
        return SamplingParams(
            temperature=0.0 if args.temperature is None else args.temperature,
            top_k=args.top_k,
            top_p=args.top_p,
            min_p=args.min_p,
            repetition_penalty=args.repetition_penalty,
            seed=args.seed,
            rule=SamplingRule(args.rule),
            max_new_tokens=args.max_new_tokens,
            stop=tuple(args.stop),
        )


def placement_from(args: argparse.Namespace) -> Placement:
    """Read where and how models are loaded.

    Raises:
        BadParameter: a value is out of range.
    """
    with _named_as_options():
        return Placement(
            device=DeviceChoice(args.device),
            num_threads=args.threads,
            context_length=args.context,
            precision=Precision(args.precision),
        )


def lookahead_from(args: argparse.Namespace) -> int | None:
    """Read how many tokens to draft a round; None is automatic.

    Raises:
        BadParameter: neither `auto` nor a number in range.
    """
    if args.lookahead == "auto":
        return None
    try:
        number = int(args.lookahead)
    except ValueError:
        allowed = "`auto` or a whole number from 0 to 16"
        raise BadParameter("--lookahead", repr(args.lookahead), allowed) from None
    with _named_as_options():
        return Controls(num_draft_tokens=number).num_draft_tokens


def find_models(library: Library, args: argparse.Namespace) -> tuple[ModelSpec, ModelSpec | None]:
    """Find the target and the draft on this machine, or get them if that is wanted.

    Raises:
        EngineError: one that was named is not here.
    """
    target = _find(library, args.target, may_get=args.get)
    if args.draft == NO_DRAFT:
        return target, None
    if args.draft is not None:
        return target, _find(library, args.draft, may_get=args.get)
    entries = {entry.id: entry for entry in library.entries()}
    suggested = entries[target.id].drafts if target.id in entries else ()
    installed = (entries[id].spec for id in suggested if id in entries)
    return target, next((spec for spec in installed if spec is not None), None)


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


@contextmanager
def _named_as_options() -> Iterator[None]:
    """Let a refused value go by the name it has on the command line."""
    try:
        yield
    except BadParameter as error:
        option = _OPTION_OF_FIELD.get(error.name, f"--{error.name.replace('_', '-')}")
        raise BadParameter(option, error.value, error.allowed) from None
