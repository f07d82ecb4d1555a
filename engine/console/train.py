"""`foreword train`: make a tiny draft for a model from the model's own words.

Owns the command's words; the work stands in `engine/training/`. Progress goes to standard error,
where the draft lies and its figures to standard output. Ctrl-C keeps what was done: the same
command goes on from there.
"""

import argparse
import json
import sys
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from engine import (
    BadParameter,
    CannotTrain,
    Controls,
    MachineSlept,
    ModelSpec,
    Placement,
    Stopped,
    format_bytes,
)
from engine.console.interrupts import INTERRUPTED, stop_on_interrupt
from engine.console.options import HEAD_SUFFIX
from engine.console.sampling_options import named_as_options
from engine.console.terminal import Style, Terminal
from engine.library import open_library
from engine.training.progress import Acceptance, TrainingProgress, TrainingStage
from engine.training.recipe import Recipe
from engine.training.run_folder import (
    TrainingRun,
    discard_run,
    hold_folder,
    keep_run,
    work_folder,
)

if TYPE_CHECKING:
    from engine.drafting.head_file import HeadCard
    from engine.models.loader import LoadedModel
    from engine.training.making import Making, Workshop

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

_CONTEXT_LENGTH = 512
_LINE_EVERY_S = 30.0
_OPTIONS = {
    "minutes": "end in time; what is learnt then depends on the machine",
    "num_tokens": "tokens the model writes",
    "num_passes": "how often each is learnt from",
    "num_layers": "layers of the draft",
    "vocabulary": "tokens the draft may propose, at most",
    "num_sequences": "conversations written side by side on a thread",
    "length": "tokens of a conversation",
    "seed": "of all chance",
}
_STAGES = {
    TrainingStage.WRITING: "writing",
    TrainingStage.LEARNING: "learning",
    TrainingStage.KEEPING: "keeping the draft",
}


def add_parser(subparsers: "Subparsers") -> None:
    """Describe the command's words and options."""
    parser = subparsers.add_parser(
        "train",
        help="make a tiny draft for a model from the model's own words",
        description="Let a model write conversations and train a tiny draft on them, on this "
        "machine and without any data. Ctrl-C keeps what was done; the same command goes on.",
    )
    parser.add_argument("target", metavar="TARGET", help="a name of the list or a GGUF file")
    defaults = Recipe()
    for field in fields(Recipe):
        if field.name in _OPTIONS:
            value = getattr(defaults, field.name)
            parser.add_argument(
                _option_of(field.name),
                dest=field.name,
                type=int if isinstance(value, int) else float,
                default=value,
                metavar="N",
                help=_OPTIONS[field.name] + ("" if value is None else f" ({value})"),
            )
    parser.add_argument("--threads", type=int, metavar="N", help="processor threads")
    parser.add_argument(
        "--bits",
        type=int,
        choices=(8, 4),
        default=8,
        help="in which the draft is kept: 4 make half the file, and a hundredth fewer of its "
        "words stand (8)",
    )
    parser.add_argument("--out", metavar="FILE", help="where to keep the draft")
    parser.add_argument("--work", metavar="FOLDER", help="for what is not finished; gigabytes")
    parser.add_argument("--keep-work", action="store_true", help="keep that folder when done")
    parser.add_argument("--json", action="store_true", help="write the figures as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do what the parsed words say and return the exit code."""
    try:
        recipe = Recipe(**{name: getattr(args, name) for name in _OPTIONS})
    except BadParameter as error:
        raise BadParameter(_option_of(error.name), error.value, error.allowed) from None
    with named_as_options():
        placement = Placement(num_threads=args.threads, context_length=_CONTEXT_LENGTH)
    if args.out is not None:
        _check_draft_name(args.out)
    spec = open_library().resolve(args.target)
    errors, controls = Terminal(sys.stderr), Controls()
    try:
        with stop_on_interrupt(controls):
            card, output = _make(spec, recipe, placement, args, errors=errors, controls=controls)
    except Stopped:
        errors.line("Stopped. What was done is kept; the same command goes on from there.")
        return INTERRUPTED
    finally:
        errors.clear_status()
    if args.json:
        print(json.dumps({"path": str(output), **_described(card)}, indent=2))
    else:
        for line in _lines(card, output):
            print(line)
    return 0


def _check_draft_name(name: str) -> None:
    """Refuse a name that nothing would take for a draft, before an hour of work for it.

    Raises:
        BadParameter: it ends otherwise.
    """
    if Path(name).suffix != HEAD_SUFFIX:
        raise BadParameter("--out", repr(name), f"a name that ends in {HEAD_SUFFIX}")


def _option_of(field: str) -> str:
    return f"--{field.removeprefix('num_').replace('_', '-')}"


def _make(
    spec: ModelSpec,
    recipe: Recipe,
    placement: Placement,
    args: argparse.Namespace,
    *,
    errors: Terminal,
    controls: Controls,
) -> "tuple[HeadCard, Path]":
    # Here and not above: these import torch.
    from engine.draft_making import SleepWatch
    from engine.drafting.head_library import digest_of_model, own_head_path
    from engine.models.loader import load_now
    from engine.models.placement import set_threads
    from engine.training.making import Workshop, make_draft

    watch = SleepWatch()
    errors.status(f"{spec.name}: loading")
    num_workers = set_threads(placement)
    target = load_now(spec, placement=placement)
    digest = digest_of_model(spec, stop=controls.stop)
    workshop = Workshop(
        # Where the window looks, so that it can go on with it.
        folder=Path(args.work) if args.work else work_folder(spec),
        output=Path(args.out) if args.out else own_head_path(digest),
        digest=digest,
        num_workers=num_workers,
        keeps_work=args.keep_work,
        bits=args.bits,
    )
    with hold_folder(workshop.folder, target=spec.name):
        if not args.work:
            keep_run(workshop.folder, TrainingRun(recipe=recipe))
        _tell_memory(target, recipe, workshop, errors)
        making = make_draft(
            target,
            recipe,
            workshop,
            should_stop=lambda: controls.stop.is_set() or watch.has_slept,
        )
        try:
            card = _told(making, _Teller(errors))
        except CannotTrain:
            # There is nothing to go on with.
            if not args.work:
                discard_run(workshop.folder)
            raise
        except Stopped:
            if not controls.stop.is_set():
                raise MachineSlept(spec.name) from None
            raise
        if not args.work and not args.keep_work:
            discard_run(workshop.folder)
        return card, workshop.output


def _told(making: "Making", teller: "_Teller") -> "HeadCard":
    with closing(making):
        while True:
            try:
                teller.tell(next(making))
            except StopIteration as end:
                card: HeadCard = end.value
                return card


def _tell_memory(
    target: "LoadedModel", recipe: Recipe, workshop: "Workshop", errors: Terminal
) -> None:
    from engine.models.decoder import Decoder
    from engine.training.making import memory_bytes

    if isinstance(target.model.backend, Decoder):
        needed = memory_bytes(target.model.backend.config, recipe, workshop.num_workers)
        errors.line(
            f"Takes up to {format_bytes(needed)} of memory beside the model; unfinished work lies "
            f"in {workshop.folder}",
            Style.FAINT,
        )


class _Teller:
    """Shows progress: a line that changes on a terminal, one now and then elsewhere."""

    def __init__(self, errors: Terminal) -> None:
        self._errors = errors
        self._said_at = -_LINE_EVERY_S
        self._held_out: Acceptance | None = None

    def tell(self, progress: TrainingProgress) -> None:
        """Show how far it is."""
        if progress.held_out is not None and progress.held_out != self._held_out:
            self._held_out = progress.held_out
            self._errors.line(f"held out after {progress.num_tokens:,} tokens: {_rates(progress)}")
        text = _progress_line(progress)
        self._errors.status(text)
        if not self._errors.is_terminal and monotonic() - self._said_at >= _LINE_EVERY_S:
            self._said_at = monotonic()
            self._errors.line(text)


def _progress_line(progress: TrainingProgress) -> str:
    parts = [f"{_STAGES[progress.stage]} {100 * progress.share:.0f} %"]
    if progress.num_tokens:
        parts.append(f"{progress.num_tokens:,} tokens, {progress.tokens_per_s:.0f} a second")
    if progress.seconds_left is not None:
        parts.append(f"{progress.seconds_left / 60:.0f} min left")
    if progress.acceptance:
        parts.append("standing " + " ".join(f"{rate:.2f}" for rate in progress.acceptance))
    return ", ".join(parts)


def _rates(progress: TrainingProgress) -> str:
    figures = progress.held_out
    if figures is None:
        return ""
    greedy, sampled = (
        " ".join(f"{rate:.3f}" for rate in rates) for rates in (figures.greedy, figures.sampled)
    )
    return f"greedy {greedy}, sampled {sampled}, coupled {figures.coupled:.3f}"


def _described(card: "HeadCard") -> dict[str, Any]:
    return {
        "target": card.target_name,
        "target_digest": card.target_digest,
        "recipe": dict(card.recipe),
        "figures": dict(card.figures),
    }


def _lines(card: "HeadCard", output: Path) -> list[str]:
    held_out = card.figures["held_out"]
    places = range(1, len(held_out["greedy"]) + 1)
    return [
        f"A draft for {card.target_name} lies in {output}",
        f"It learnt from {card.figures['learnt']:,} tokens, {card.figures['written']:,} of them "
        "different.",
        "Of what it drafts on text it has not seen, this stands (place by place):",
        *(
            f"  {place}: {greedy:.2f} greedy, {sampled:.2f} sampled"
            for place, greedy, sampled in zip(
                places, held_out["greedy"], held_out["sampled"], strict=True
            )
        ),
        f"Its vocabulary covers {100 * held_out['coverage']:.1f} % of that text. `foreword pair` "
        "measures what it brings on this machine.",
    ]
