"""`foreword bench`: how fast this machine answers, plainly and speculatively.

Owns the command's words; the measurements stand in `engine/bench/`. Progress goes to standard
error, the report to standard output.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from engine import (
    BadParameter,
    Controls,
    DeviceChoice,
    ModelSpec,
    NotWritable,
    Placement,
    Stopped,
    open_engine,
)
from engine.console.interrupts import INTERRUPTED, stop_on_interrupt
from engine.console.loading import load
from engine.console.log_file import warnings_in_log
from engine.console.options import add_model_options, find_models, placement_from
from engine.console.sampling_options import add_sampling_options, lookahead_from, sampling_from
from engine.console.terminal import Terminal
from engine.library import open_library

if TYPE_CHECKING:
    from engine.bench.loss import LossReport
    from engine.bench.runs import Plan
    from engine.bench.transformers_baseline import Baseline

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

_NUM_TOKENS, _NUM_REPEATS, _NUM_BASELINE_TOKENS = 64, 3, 16
_NUM_SAME_BYTES, _NUM_LONG = 20, 256
_LOSS_TOKENS = 48
_SOME_DIFFER = 1
_KINDS = ("code", "chat", "summary", "edit")
_TRANSFORMERS = "transformers"


class _Findings(Protocol):
    """What a measurement found: its report."""

    @property
    def is_good(self) -> bool:
        """Whether nothing was found that should not be."""

    def to_json(self) -> dict[str, object]:
        """Put everything into words for a program."""

    def lines(self) -> Iterator[str]:
        """Put everything into words for people."""


def add_parser(subparsers: "Subparsers") -> None:
    """Describe the command's words and options."""
    parser = subparsers.add_parser(
        "bench",
        help="measure decoding with and without a draft",
        description="Answer prompts of four kinds plainly and speculatively, in turn, and report "
        "medians. Let nothing else run meanwhile.",
    )
    parser.add_argument(
        "--kinds",
        default=",".join(_KINDS),
        metavar="LIST",
        help="which kinds of prompts (%(default)s)",
    )
    parser.add_argument(
        "--repeats", type=int, default=_NUM_REPEATS, metavar="N", help="of each prompt"
    )
    parser.add_argument(
        "--against",
        choices=[_TRANSFORMERS],
        help="also run the same weights in bfloat16 through transformers' generate()",
    )
    parser.add_argument(
        "--against-tokens",
        type=int,
        default=_NUM_BASELINE_TOKENS,
        metavar="N",
        help="tokens a reply for transformers, which is slow on a processor (%(default)s)",
    )
    parser.add_argument(
        "--memory",
        action="store_true",
        help="also measure what loading the target takes, in processes of its own",
    )
    other = parser.add_mutually_exclusive_group()
    other.add_argument(
        "--same-bytes",
        type=int,
        nargs="?",
        const=_NUM_SAME_BYTES,
        metavar="N",
        help="instead, compare N replies byte by byte with and without drafts, greedy and sampled "
        "(%(const)s); the exit code is 1 where one differs",
    )
    other.add_argument(
        "--rules",
        action="store_true",
        help="instead, measure how much of a draft stands under each rule when sampling",
    )
    other.add_argument(
        "--loss",
        action="store_true",
        help="instead, measure what packing a GGUF file costs against its float32 values",
    )
    parser.add_argument("--json", action="store_true", help="write JSON instead of a table")
    parser.add_argument("--out", metavar="FILE", help="write the JSON to a file as well")
    add_model_options(parser)
    add_sampling_options(parser, max_new_tokens=None)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do what the parsed words say and return the exit code."""
    _check(args)
    if args.max_new_tokens is None:
        args.max_new_tokens = _NUM_TOKENS if args.same_bytes is None else _NUM_LONG
    placement = placement_from(args)
    plan = _plan(args)
    target, draft = find_models(open_library(), args)
    errors = Terminal(sys.stderr)
    try:
        with warnings_in_log():
            report = _measure(args, plan, target, draft=draft, placement=placement, errors=errors)
    except Stopped:
        return INTERRUPTED
    finally:
        errors.clear_status()
    text = json.dumps(report.to_json(), indent=2)
    if args.out is not None:
        _write(Path(args.out), text)
    if args.json:
        print(text)
    else:
        for line in report.lines():
            print(line)
    return 0 if report.is_good else _SOME_DIFFER


def _check(args: argparse.Namespace) -> None:
    """Refuse numbers that would measure nothing."""
    for name in ("repeats", "against_tokens", "same_bytes"):
        value = getattr(args, name)
        if value is not None and value < 1:
            option = f"--{name.replace('_', '-')}"
            raise BadParameter(option, str(value), "a whole number from 1")
    if args.out is not None and not _is_writable(Path(args.out)):
        raise NotWritable(args.out)
    if args.against and args.temperature:
        raise BadParameter("--temperature", f"{args.temperature:g}", "0 to compare with others")


def _plan(args: argparse.Namespace) -> "Plan":
    sampling, num_draft_tokens = sampling_from(args), lookahead_from(args)
    # Here and not above: the bench's modules import torch.
    from engine.bench.prompts import Kind, bench_prompts
    from engine.bench.runs import Plan

    kinds = [word.strip() for word in args.kinds.split(",")]
    unknown = next((kind for kind in kinds if kind not in _KINDS), None)
    if unknown is not None:
        raise BadParameter("--kinds", repr(unknown), f"some of {', '.join(_KINDS)}")
    return Plan(
        prompts=bench_prompts([Kind(kind) for kind in dict.fromkeys(kinds)]),
        num_repeats=args.repeats,
        sampling=sampling,
        num_draft_tokens=num_draft_tokens,
        num_baseline_tokens=args.against_tokens,
    )


def _measure(
    args: argparse.Namespace,
    plan: "Plan",
    target: ModelSpec,
    *,
    draft: ModelSpec | None,
    placement: Placement,
    errors: Terminal,
) -> _Findings:
    from engine.bench.figures import figures_by_kind
    from engine.bench.load_memory import measure_loads
    from engine.bench.machine import describe_machine, read_bytes_per_s
    from engine.bench.memory import memory_now
    from engine.bench.report import Report, packed_bytes
    from engine.bench.rules import RulesReport, lookahead_of, try_rules
    from engine.bench.runs import measure, warm_up
    from engine.bench.same_bytes import SameBytes, compare_replies
    from engine.models.packed_file import packed_path
    from engine.models.placement import choose_device

    tell = _teller(errors)
    if args.loss:
        return _loss(target, placement, tell)
    loads = None
    if args.memory:
        tell("loading twice, to see what it takes")
        loads = measure_loads(target.path)
    engine, controls = open_engine(), Controls()
    with stop_on_interrupt(controls):
        loaded = load(
            engine, target, draft=draft, placement=placement, controls=controls, errors=errors
        )
    if args.same_bytes is not None:
        pairs = compare_replies(
            engine,
            args.same_bytes,
            max_new_tokens=args.max_new_tokens,
            num_draft_tokens=plan.num_draft_tokens,
            tell=tell,
        )
        return SameBytes(machine=describe_machine(), loaded=loaded, pairs=list(pairs))
    if args.rules:
        return RulesReport(
            machine=describe_machine(),
            loaded=loaded,
            num_draft_tokens=lookahead_of(plan),
            runs=list(try_rules(engine, plan, tell=tell)),
        )
    tell("warming up")
    warm_up(engine, plan)
    memory = memory_now()
    used = draft if loaded.draft is not None else None
    baseline = _baseline(target, used, placement, tell) if args.against else None
    runs = list(measure(engine, plan, baseline=baseline, tell=tell))
    device = choose_device(placement.device)
    is_cpu = device.type == DeviceChoice.CPU
    return Report(
        machine=describe_machine(),
        loaded=loaded,
        plan=plan,
        figures=figures_by_kind(runs),
        runs=runs,
        memory=memory,
        end_memory=memory_now(),
        weight_bytes=packed_bytes(packed_path(target.path, device=device), loaded.target),
        read_bytes_per_s=read_bytes_per_s() if is_cpu else None,
        loads=loads,
    )


def _loss(target: ModelSpec, placement: Placement, tell: Callable[[str], None]) -> "LossReport":
    from engine.bench.loss import LossReport, measure_loss
    from engine.bench.machine import describe_machine
    from engine.bench.prompts import bench_prompts
    from engine.models.loader import load_now

    if not target.path.is_file():
        raise BadParameter(name="--loss", value=target.id, allowed="a GGUF file")
    tell("loading the model, and its values in float32")
    loaded = load_now(target, placement=placement)
    ids: list[int] = []
    for prompt in bench_prompts():
        ids += loaded.tokenizer.encode(prompt.text)[:_LOSS_TOKENS]
    return LossReport(
        machine=describe_machine(),
        model=target.name,
        num_positions=len(ids),
        divergences=measure_loss(target.path, loaded, ids),
    )


def _baseline(
    target: ModelSpec, draft: ModelSpec | None, placement: Placement, tell: Callable[[str], None]
) -> "Baseline":
    from engine.bench.transformers_baseline import Baseline
    from engine.models.placement import choose_device

    tell("transformers: dequantising the same weights")
    return Baseline(
        target.path,
        draft.path if draft else None,
        device=choose_device(placement.device),
    )


def _teller(errors: Terminal) -> Callable[[str], None]:
    """Report progress: a line that changes, or plain lines where none can."""

    def tell(text: str) -> None:
        if errors.is_terminal:
            errors.status(text)
        else:
            errors.line(text)

    return tell


def _is_writable(path: Path) -> bool:
    """Look before minutes are spent; that it can be written in the end is not certain."""
    return os.access(path if path.exists() else path.parent, os.W_OK) and not path.is_dir()


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(f"{text}\n", "utf-8")
    except OSError as error:
        raise NotWritable(str(path)) from error
