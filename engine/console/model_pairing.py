"""`foreword models pair` and `foreword models plan`: which drafts there are, and what both take.

Results go to standard output, as lines or as JSON. Loads no weights.
"""

import argparse
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from engine import BadParameter, DeviceChoice, ModelNotFound, ModelSpec, Placement, format_bytes
from engine.console.tables import write_json, write_table
from engine.library import Library
from engine.pairing import DraftVerdict

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

_NO_ROOM = 4
"""The exit code of a plan that does not fit as it was asked for."""
_HEAD_SUFFIX = ".draft"


def add_actions(actions: "Subparsers", run: Callable[[argparse.Namespace], int]) -> None:
    """Describe both actions' words and options; `run` opens the library and hands it on."""
    action = actions.add_parser(
        "pair",
        help="say of every model whether it can draft for another, and what that brings",
        description="List every model and trained draft with a verdict: pays, fits, can be had, "
        "does not pay here, does not fit. Costs and acceptance are those measured on this "
        "computer; `foreword pair` measures them.",
    )
    action.add_argument("target", help="a name of the list, a GGUF file or a folder")
    action.add_argument("--all", action="store_true", help="also those nothing is known of")
    action.add_argument("--json", action="store_true", help="write JSON")
    action.set_defaults(run=run, action=_pair)

    action = actions.add_parser(
        "plan",
        help="say what loading a model and a draft would take, before it is done",
        description="Count weights, caches and working room against what is free, and say what "
        "would be left out or has to change. The exit code is 0 if it all fits, 4 if not.",
    )
    action.add_argument("target", help="a name of the list, a GGUF file or a folder")
    action.add_argument("--draft", metavar="MODEL", help="a model, or a draft made by `train`")
    action.add_argument("--context", type=int, metavar="N", help="tokens to make room for")
    action.add_argument(
        "--device", choices=[choice.value for choice in DeviceChoice], default="auto"
    )
    action.add_argument("--json", action="store_true", help="write JSON")
    action.set_defaults(run=run, action=_plan)


def find_draft(library: Library, name: str) -> ModelSpec:
    """Find a draft: a model, or the file of a trained one.

    Raises:
        EngineError: it is not on this machine.
    """
    if not name.endswith(_HEAD_SUFFIX):
        return library.resolve(name)
    path = Path(name)
    if not path.is_file():
        raise ModelNotFound(name)
    return ModelSpec(id=name, name=path.stem, path=path)


def _pair(library: Library, args: argparse.Namespace) -> int:
    from engine.pairing.judging import judge_drafts
    from engine.pairing.verdict import Verdict

    target = library.resolve(args.target)
    found = judge_drafts(library, target)
    if args.json:
        described = [{**asdict(each), "fits": each.can_draft} for each in found]
        write_json({"target": target.id, "drafts": described})
        return 0
    hidden = 0 if args.all else sum(each.verdict is Verdict.UNKNOWN for each in found)
    rows = [
        (
            each.id,
            each.verdict.value,
            format_bytes(each.size_bytes) if each.size_bytes else "",
            _with_command(each),
        )
        for each in found
        if args.all or each.verdict is not Verdict.UNKNOWN
    ]
    write_table([("DRAFT", "VERDICT", "SIZE", f"FOR {target.id}"), *rows])
    if hidden:
        print(f"{hidden} more are not on this computer and unknown; list them with --all.")
    return 0


def _with_command(draft: DraftVerdict) -> str:
    if draft.verdict.value != "get it":
        return draft.reason
    return f"{draft.reason} Get it with `foreword models get {draft.id}`."


def _plan(library: Library, args: argparse.Namespace) -> int:
    from engine.library.pairing import draft_fit
    from engine.planning import Outcome, explain_plan, plan_lines
    from engine.planning.ask import plan_load

    target = library.resolve(args.target)
    draft = None if args.draft is None else find_draft(library, args.draft)
    if draft is not None and draft.path.suffix != _HEAD_SUFFIX:
        problem = draft_fit(target, draft)
        if problem is not None:
            # Room for a pair that never loads is no use to anybody.
            raise problem
    try:
        placement = Placement(device=DeviceChoice(args.device), context_length=args.context)
    except BadParameter as error:
        raise BadParameter("--context", error.value, error.allowed) from error
    plan = plan_load(target, draft, placement=placement)
    if args.json:
        described = {
            **asdict(plan),
            "needed_bytes": plan.needed_bytes,
            "target_bytes": plan.target_bytes,
            "draft_bytes": plan.draft_bytes,
            "cache_bytes": plan.cache_bytes,
            "advice": explain_plan(plan),
        }
        write_json(described)
    else:
        lines = [(name, format_bytes(size), how) for name, how, size in plan_lines(plan)]
        lines.append(("Together", format_bytes(plan.needed_bytes), ""))
        lines.append(("Free", format_bytes(plan.free_bytes), f"on the {plan.device}"))
        write_table(lines)
        if args.context is not None and plan.context_length < args.context:
            print(f"It takes {plan.context_length:,} tokens at most, fewer than were asked for.")
        print(explain_plan(plan))
    return 0 if plan.outcome is Outcome.FITS else _NO_ROOM
