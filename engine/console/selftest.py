"""`foreword selftest`: does this installation load a model and answer, the same both ways?

Makes a tiny model on the spot, so it needs neither a network nor anything downloaded, and goes
the whole road from the file to the reply. Prints one line of JSON.
"""

import argparse
import json
import platform
import shutil
import sys
import tempfile
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from engine import (
    Command,
    Controls,
    DeviceChoice,
    EngineError,
    Event,
    Generate,
    LoadModels,
    Message,
    ModelsLoaded,
    ModelSpec,
    Placement,
    Role,
    SamplingParams,
    TurnFinished,
    Unload,
    __version__,
    open_engine,
)
from engine.console.log_file import warnings_in_log
from engine.console.sampling_options import named_as_options
from engine.handling import EngineLike, carry_out

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

_SEED = 1
_NUM_TOKENS = 48
_LOOKAHEAD = 4
_QUESTION = "Row, row, row your boat. Row, row, row your boat."
_PACKAGES = ("torch", "transformers", "tokenizers", "PySide6-Essentials")


def add_parser(subparsers: "Subparsers") -> None:
    """Describe the command's words and options."""
    parser = subparsers.add_parser(
        "selftest",
        help="load a model and answer once, to see whether all is well",
        description="Make a tiny model, let it answer plainly and speculatively, and print one "
        "line of JSON. The exit code is 0 where both agree.",
    )
    parser.add_argument(
        "--device", choices=[choice.value for choice in DeviceChoice], default="auto"
    )
    parser.add_argument("--threads", type=int, metavar="N", help="processor threads")
    parser.add_argument("--json", action="store_true", help="what it does anyway")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do what the parsed words say and return the exit code."""
    result = _report(args)
    print(json.dumps(result))
    return 0 if result["ok"] else 1


def report(words: Sequence[str]) -> dict[str, object]:
    """Load a tiny model, let it answer, and say what came of it.

    Args:
        words: the options of the command.

    Returns:
        What the command prints; `ok` says whether all is well.
    """
    parser = argparse.ArgumentParser(prog="foreword")
    add_parser(parser.add_subparsers(required=True))
    return _report(parser.parse_args(["selftest", *words]))


def _report(args: argparse.Namespace) -> dict[str, object]:
    with named_as_options():
        placement = Placement(device=DeviceChoice(args.device), num_threads=args.threads)
    result: dict[str, object] = {"ok": False, **_versions()}
    start = perf_counter()
    try:
        with warnings_in_log():
            result |= _try(placement)
    except EngineError as error:
        result["error"] = str(error)
    result["seconds"] = round(perf_counter() - start, 2)
    return result


def _versions() -> dict[str, object]:
    found: dict[str, object] = {
        "foreword": __version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        "frozen": bool(getattr(sys, "frozen", False)),
    }
    for package in _PACKAGES:
        try:
            found[package.lower()] = version(package)
        except PackageNotFoundError:
            found[package.lower()] = None
    return found


def _try(placement: Placement) -> dict[str, object]:
    """Load and answer; the result's `ok` says whether every way gave the same ids."""
    engine = open_engine()
    # Only now, since these import torch, which `open_engine` has just done.
    import torch

    from engine.models import kernels
    from engine.models.placement import choose_device
    from engine.models.tiny import write_tiny_gguf

    kind = choose_device(placement.device).type
    # Some systems delete no file that is mapped, and a leftover of 100 kB is no failure.
    with tempfile.TemporaryDirectory(
        prefix="foreword-selftest-", ignore_cleanup_errors=True
    ) as folder:
        target, draft = Path(folder, "target.gguf"), Path(folder, "draft.gguf")
        write_tiny_gguf(target, seed=_SEED)
        shutil.copyfile(target, draft)
        loaded = _load(engine, target, draft=None, placement=placement)
        plain = _answer(engine, lookahead=0)
        from_words = _answer(engine, lookahead=_LOOKAHEAD)
        _load(engine, target, draft=draft, placement=placement)
        from_draft = _answer(engine, lookahead=_LOOKAHEAD)
        _last(engine, Unload())
    is_same = plain.token_ids == from_words.token_ids == from_draft.token_ids
    # Agreement says nothing where there was nothing to agree on.
    has_drafted = from_words.stats.num_accepted > 0 and from_draft.stats.num_accepted > 0
    return {
        "ok": is_same and has_drafted and plain.stats.num_tokens == _NUM_TOKENS,
        "device": loaded.device,
        "cpu_capability": torch.backends.cpu.get_cpu_capability(),
        "packed_products": kernels.has_packed_products(kind),
        "weights": loaded.target.kind,
        "same_ids": is_same,
        "num_tokens": plain.stats.num_tokens,
        "ngram": _counted(from_words),
        "draft": _counted(from_draft),
    }


def _load(
    engine: EngineLike, target: Path, *, draft: Path | None, placement: Placement
) -> ModelsLoaded:
    command = LoadModels(
        target=_spec(target), draft=_spec(draft) if draft else None, placement=placement
    )
    loaded = _last(engine, command)
    if not isinstance(loaded, ModelsLoaded):
        raise RuntimeError(f"a load ended with {loaded!r}")
    if loaded.draft_refusal is not None:
        raise loaded.draft_refusal
    return loaded


def _answer(engine: EngineLike, *, lookahead: int) -> TurnFinished:
    command = Generate(
        turn_id=1,
        messages=(Message(Role.USER, _QUESTION),),
        sampling=SamplingParams(max_new_tokens=_NUM_TOKENS),
        controls=Controls(num_draft_tokens=lookahead),
    )
    finished = _last(engine, command)
    if not isinstance(finished, TurnFinished):
        raise RuntimeError(f"a turn ended with {finished!r}")
    return finished


def _last(engine: EngineLike, command: Command) -> Event:
    """Carry out a command and give its last event.

    Raises:
        EngineError: it failed.
    """
    *_, last = carry_out(engine, command)
    return last


def _spec(path: Path) -> ModelSpec:
    return ModelSpec(id=path.stem, name=path.stem, path=path)


def _counted(finished: TurnFinished) -> dict[str, int]:
    stats = finished.stats
    return {
        "num_rounds": stats.num_rounds,
        "num_drafted": stats.num_drafted,
        "num_accepted": stats.num_accepted,
    }
