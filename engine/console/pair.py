"""`foreword pair`: what a draft brings for a model on this machine, and why.

Owns the command's words; measuring and judging stand in the engine. The sentence goes to standard
output, progress to standard error.
"""

import argparse
import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

from engine import (
    Controls,
    MeasurePair,
    ModelsLoaded,
    NoDraftLoaded,
    PairAdvice,
    PairMeasured,
    PromptProgress,
    Stopped,
    expected_gain,
    explain_advice,
    open_engine,
)
from engine.console.interrupts import INTERRUPTED, stop_on_interrupt
from engine.console.loading import load
from engine.console.log_file import warnings_in_log
from engine.console.options import NO_DRAFT, add_model_options, find_models, placement_from
from engine.console.terminal import Terminal
from engine.handling import EngineLike, carry_out
from engine.library import open_library

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

_SECONDS = 20.0


def add_parser(subparsers: "Subparsers") -> None:
    """Describe the command's words and options."""
    parser = subparsers.add_parser(
        "pair",
        help="measure what a draft brings for a model on this machine",
        description="Load a model and a draft, have a few short replies written, and say what the "
        "draft brings on this machine and why. The exit code is 0 if it pays and 3 if not.",
    )
    parser.add_argument(
        "model", nargs="?", metavar="TARGET", help="the model that answers, as with --target"
    )
    add_model_options(parser)
    parser.add_argument(
        "--seconds",
        type=float,
        default=_SECONDS,
        metavar="N",
        help="about how long to measure (%(default)g)",
    )
    parser.add_argument("--json", action="store_true", help="write the figures as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do what the parsed words say and return the exit code."""
    placement = placement_from(args)
    args.target = args.model or args.target
    target, draft = find_models(open_library(), args)
    errors, controls = Terminal(sys.stderr), Controls()
    engine = open_engine()
    try:
        with warnings_in_log(), stop_on_interrupt(controls):
            loaded = load(
                engine,
                target,
                draft=draft,
                placement=placement,
                controls=controls,
                errors=errors,
                finds_draft=args.draft != NO_DRAFT,
            )
            if loaded.draft is None:
                raise loaded.draft_refusal or _lacking(loaded)
            advice = _measured(engine, controls, seconds=args.seconds, errors=errors)
    except Stopped:
        return INTERRUPTED
    if args.json:
        print(json.dumps({**asdict(advice), "pays": advice.pays}, indent=2))
    else:
        print(explain_advice(advice))
    if not advice.gains:
        return INTERRUPTED
    return 0 if advice.pays else _DOES_NOT_PAY


_DOES_NOT_PAY = 3


def _measured(
    engine: EngineLike, controls: Controls, *, seconds: float, errors: Terminal
) -> PairAdvice:
    advice: PairAdvice | None = None
    try:
        errors.status("measuring")
        for event in carry_out(engine, MeasurePair(turn_id=1, budget_s=seconds, controls=controls)):
            match event:
                case PromptProgress(num_done=done, num_total=total):
                    errors.status(f"measuring, {done} of {total} replies")
                case PairMeasured():
                    advice = event.advice
                case _:
                    pass
    finally:
        errors.clear_status()
    if advice is None:
        raise RuntimeError("the engine measured nothing and said nothing")
    return advice


def _lacking(loaded: ModelsLoaded) -> NoDraftLoaded:
    """Say that there is no draft, and what one of its own would bring."""
    gain = None if loaded.calibration is None else expected_gain(loaded.calibration)
    return NoDraftLoaded(loaded.target.spec.name, expected_gain=gain)
