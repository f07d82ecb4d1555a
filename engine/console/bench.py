"""`foreword bench`: how fast this machine answers, plainly and speculatively.

Owns the command's words; what can be measured stands in `bench_modes.py`, and how in
`engine/bench/`. Progress goes to standard error, the report to standard output.
"""

import argparse
import errno
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from engine import BadParameter, NotWritable, OutOfDisk, Stopped
from engine.console.bench_modes import (
    LLAMA_CPP,
    NUM_FIRST_TOKEN,
    TRANSFORMERS,
    Findings,
    Setup,
    calibrate,
    compare_bytes,
    compare_rules,
    measure_packing_loss,
    measure_regret,
    measure_speed,
    profile_turn,
    watch_memory,
)
from engine.console.bench_suite import add_suite_options, measure_suite
from engine.console.interrupts import INTERRUPTED
from engine.console.log_file import warnings_in_log
from engine.console.options import STARTER, add_model_options, find_models, placement_from
from engine.console.sampling_options import add_sampling_options, lookahead_from, sampling_from
from engine.console.terminal import Terminal
from engine.library import open_library

if TYPE_CHECKING:
    from engine.bench.runs import Plan

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

_NUM_TOKENS, _NUM_REPEATS, _NUM_BASELINE_TOKENS = 64, 3, 16
_NUM_SAME_BYTES, _NUM_TURNS = 20, 50
_SOME_DIFFER = 1
_KINDS = ("code", "chat", "summary", "edit", "random")
_WRITTEN = _KINDS[:-1]
_SAME_BYTES, _MEMORY = "--same-bytes", "--memory"
_MODES: dict[str, tuple[Callable[[Setup], Findings], str]] = {
    "--profile": (profile_turn, "find where the time of a reply goes"),
    "--regret": (measure_regret, "measure what speculation costs where nothing can help"),
    "--calibration": (calibrate, "measure what passes and draft steps cost, once more"),
    "--rules": (compare_rules, "measure how much of a sampled draft stands under each rule"),
    "--loss": (measure_packing_loss, "measure what packing a GGUF file costs against its values"),
    _MEMORY: (
        watch_memory,
        "measure what loading takes, in processes of its own, and a conversation of many turns",
    ),
}


def add_parser(subparsers: "Subparsers") -> None:
    """Describe the command's words and options."""
    parser = subparsers.add_parser(
        "bench",
        help="measure decoding with and without a draft",
        description="Answer prompts of several kinds plainly and speculatively, in turn, and "
        "report medians. Let nothing else run meanwhile.",
    )
    parser.add_argument(
        "--kinds",
        metavar="LIST",
        help=f"which kinds of prompts, some of {','.join(_KINDS)}; by default all",
    )
    parser.add_argument(
        "--repeats", type=int, default=_NUM_REPEATS, metavar="N", help="of each prompt"
    )
    _add_rivals(parser)
    _add_modes(parser)
    add_suite_options(parser)
    parser.add_argument("--json", action="store_true", help="write JSON instead of a table")
    parser.add_argument("--out", metavar="FILE", help="write the JSON to a file as well")
    add_model_options(parser)
    add_sampling_options(parser, max_new_tokens=None)
    parser.set_defaults(run=run, measure=measure_speed)


def _add_rivals(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("others to compare with")
    group.add_argument(
        "--against",
        action="append",
        default=[],
        choices=[TRANSFORMERS, LLAMA_CPP],
        help="also run the same weights in bfloat16 through transformers' generate(), or the same "
        "file in llama.cpp where its programs are found; may be given twice",
    )
    group.add_argument(
        "--against-tokens",
        type=int,
        default=_NUM_BASELINE_TOKENS,
        metavar="N",
        help="tokens a reply for transformers, which is slow on a processor (%(default)s)",
    )
    group.add_argument(
        "--llama-cpp", metavar="DIR", help="where llama-bench lies, if it is not on the PATH"
    )
    group.add_argument(
        "--first-token",
        type=int,
        nargs="?",
        const=NUM_FIRST_TOKEN,
        metavar="N",
        help="also time the first token after N pasted tokens (%(const)s); done anyway against "
        "llama.cpp",
    )


def _add_modes(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("instead of speed").add_mutually_exclusive_group()
    for name, (measure, help) in _MODES.items():
        group.add_argument(name, dest="measure", action="store_const", const=measure, help=help)
    group.add_argument(
        _SAME_BYTES,
        type=int,
        nargs="?",
        const=_NUM_SAME_BYTES,
        metavar="N",
        help="compare N replies byte by byte with and without drafts, greedy and sampled "
        "(%(const)s); the exit code is 1 where one differs",
    )
    parser.add_argument("--turns", type=int, metavar="N", help=f"for {_MEMORY} ({_NUM_TURNS})")


def run(args: argparse.Namespace) -> int:
    """Do what the parsed words say and return the exit code."""
    _check(args)
    _fill_in(args)
    errors = Terminal(sys.stderr)
    try:
        with warnings_in_log():
            report = _measure(args, errors)
    except Stopped:
        return INTERRUPTED
    finally:
        errors.clear_status()
    text = json.dumps(report.to_json(), indent=2)
    try:
        if args.out is not None:
            _write(Path(args.out), text)
    finally:
        # What took minutes is told even where it cannot be written.
        output = Terminal(sys.stdout)
        for line in [text] if args.json else report.lines():
            output.line(line)
    return 0 if report.is_good else _SOME_DIFFER


def _measure(args: argparse.Namespace, errors: Terminal) -> Findings:
    """Measure what was asked for."""
    tell = _teller(errors)
    if args.suite is not None:
        return measure_suite(args, tell)
    placement, plan = placement_from(args), _plan(args)
    target, draft = find_models(open_library(), args)
    setup = Setup(
        args=args,
        plan=plan,
        target=target,
        draft=draft,
        placement=placement,
        errors=errors,
        tell=tell,
    )
    findings: Findings = args.measure(setup)
    return findings


def _check(args: argparse.Namespace) -> None:
    """Refuse numbers that would measure nothing."""
    for name in ("repeats", "against_tokens", "same_bytes", "first_token", "turns"):
        value = getattr(args, name)
        if value is not None and value < 1:
            option = f"--{name.replace('_', '-')}"
            raise BadParameter(option, str(value), "a whole number from 1")
    if args.out is not None and not _is_writable(Path(args.out)):
        raise NotWritable(args.out)
    if args.tiny and args.suite is None:
        raise BadParameter("--tiny", "alone", "it together with --suite")
    if LLAMA_CPP not in args.against and args.llama_cpp is not None:
        allowed = f"it together with --against {LLAMA_CPP}"
        raise BadParameter("--llama-cpp", args.llama_cpp, allowed)
    _refuse_what_would_be_ignored(args)
    if args.against and args.temperature:
        raise BadParameter("--temperature", f"{args.temperature:g}", "0 to compare with others")


def _refuse_what_would_be_ignored(args: argparse.Namespace) -> None:
    """Only speed is measured against others, and the suite measures what it does alone."""
    modes = {measure: name for name, (measure, _) in _MODES.items()}
    mode = modes.get(args.measure) if args.same_bytes is None else _SAME_BYTES
    if args.suite is not None and mode is not None:
        raise BadParameter("--suite", args.suite, f"it without {mode}")
    if args.turns is not None and mode != _MEMORY:
        raise BadParameter("--turns", str(args.turns), f"it together with {_MEMORY}")
    for option, value in (("--kinds", args.kinds), ("--draft", args.draft)):
        if args.suite is not None and value is not None:
            raise BadParameter(option, value, "it without --suite")
    chosen = mode or (None if args.suite is None else "--suite")
    if chosen is None:
        return
    if args.against:
        raise BadParameter("--against", args.against[0], f"it without {chosen}")
    if args.first_token is not None:
        raise BadParameter("--first-token", str(args.first_token), f"it without {chosen}")
    if args.suite is not None and args.target != STARTER:
        raise BadParameter("--target", args.target, "it without --suite")


def _fill_in(args: argparse.Namespace) -> None:
    """Choose what was left open by what is measured."""
    if args.same_bytes is not None:
        args.measure = compare_bytes
    if args.turns is None:
        args.turns = _NUM_TURNS
    if args.kinds is None:
        kinds = {measure_speed: _KINDS, measure_regret: _WRITTEN[:2]}
        args.kinds = ",".join(kinds.get(args.measure, _WRITTEN))
    if args.max_new_tokens is None:
        lengths = {compare_bytes: 256, measure_regret: 128, watch_memory: 16}
        args.max_new_tokens = lengths.get(args.measure, _NUM_TOKENS)


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
        if error.errno == errno.ENOSPC:
            raise OutOfDisk(str(path)) from error
        raise NotWritable(str(path)) from error
