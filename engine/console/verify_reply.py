"""`foreword verify-reply`: is each token of a reply the target's own?

Owns the command's words. Answers a prompt speculatively, or takes a reply that was saved, and
replays it through the target alone; the sentence goes to standard output, all else to standard
error. The exit code is 0 where every token is the target's.
"""

import argparse
import io
import json
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from engine import (
    Controls,
    EmptyPrompt,
    Generate,
    Message,
    ModelsLoaded,
    PromptProgress,
    ReplyVerified,
    Role,
    SamplingParams,
    Stopped,
    VerifyReply,
    explain_verdict,
    open_engine,
)
from engine.console.chat_view import ReplyView
from engine.console.interrupts import INTERRUPTED, stop_on_interrupt
from engine.console.loading import load
from engine.console.log_file import warnings_in_log
from engine.console.options import (
    NO_DRAFT,
    STARTER,
    add_model_options,
    find_models,
    placement_from,
)
from engine.console.sampling_options import add_sampling_options, lookahead_from, sampling_from
from engine.console.saved_reply import SavedReply, described_sampling, read_saved
from engine.console.terminal import Style, Terminal
from engine.handling import EngineLike, carry_out
from engine.library import open_library

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

_NUM_TOKENS = 128
_DEFAULT_PROMPT = "Explain in a few sentences why the sky is blue."
_OTHER_TEXT = "."
_STANDARD_INPUT = "-"
_ALL_OWN, _SOME_FOREIGN = 0, 1


def add_parser(subparsers: "Subparsers") -> None:
    """Describe the command's words and options."""
    parser = subparsers.add_parser(
        "verify-reply",
        help="prove that a reply's tokens are the target's own",
        description="Answer a prompt with drafts, or take a saved reply, and replay it through "
        "the target alone. The exit code is 0 where every token is the target's own.",
    )
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--prompt", metavar="TEXT", help="what to answer; `-` reads standard input")
    source.add_argument(
        "--from",
        dest="saved",
        metavar="FILE",
        help="a reply that `foreword chat --json` wrote, with its target and its settings",
    )
    parser.add_argument(
        "--json", action="store_true", help="write JSON, each token's probability included"
    )
    add_model_options(parser)
    add_sampling_options(parser, max_new_tokens=_NUM_TOKENS)
    parser.set_defaults(run=run, target=None)


def run(args: argparse.Namespace) -> int:
    """Do what the parsed words say and return the exit code."""
    sampling, placement = sampling_from(args), placement_from(args)
    num_draft_tokens = lookahead_from(args)
    saved = read_saved(Path(args.saved)) if args.saved is not None else None
    text = _text(args.prompt)
    if not text.strip():
        raise EmptyPrompt()
    if args.target is None:
        args.target = saved.target if saved else STARTER
    if saved is not None:
        # The target alone is what proves.
        args.draft = "none"
    target, draft = find_models(open_library(), args)
    errors, controls = Terminal(sys.stderr), Controls(num_draft_tokens=num_draft_tokens)
    with warnings_in_log(), stop_on_interrupt(controls):
        errors.status("starting the engine")
        engine = open_engine()
        try:
            loaded = load(
                engine,
                target,
                draft=draft,
                placement=placement,
                controls=controls,
                errors=errors,
                finds_draft=args.draft != NO_DRAFT,
            )
        except Stopped:
            return INTERRUPTED
        if saved is None:
            saved = _answer(engine, text, sampling, loaded, controls=controls, errors=errors)
        elif saved.digest and target.digest and saved.digest != target.digest:
            errors.line("The reply was written by another file than this target.")
        if saved is None:
            return INTERRUPTED
        verdict = _prove(engine, saved, controls=controls, errors=errors)
    if args.json:
        print(json.dumps(_described(verdict, saved, loaded)))
    else:
        print(explain_verdict(verdict))
    if not verdict.is_whole:
        return INTERRUPTED
    return _ALL_OWN if verdict.num_own == verdict.num_tokens else _SOME_FOREIGN


def _text(prompt: str | None) -> str:
    if prompt != _STANDARD_INPUT:
        return _DEFAULT_PROMPT if prompt is None else prompt
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    return sys.stdin.read().removesuffix("\n")


def _answer(
    engine: EngineLike,
    text: str,
    sampling: SamplingParams,
    loaded: ModelsLoaded,
    *,
    controls: Controls,
    errors: Terminal,
) -> SavedReply | None:
    """Answer a prompt; None where it was stopped before there was a token."""
    command = Generate(
        turn_id=1,
        messages=(Message(Role.USER, text),) if loaded.target.has_chat_template else (),
        raw=None if loaded.target.has_chat_template else text,
        sampling=sampling,
        controls=controls,
    )
    view = ReplyView(None, errors)
    try:
        with closing(carry_out(engine, command)) as events:
            for event in events:
                view.show(event)
    finally:
        view.close()
    started = view.reply.started
    if started is None or not view.reply.chosen_ids:
        return None
    # The proof is to read the prompt anew as well, so another text takes its place.
    other = Generate(turn_id=2, raw=_OTHER_TEXT, sampling=SamplingParams(max_new_tokens=1))
    for _ in carry_out(engine, other):
        pass
    return SavedReply(
        prompt_ids=started.prompt_ids,
        reply_ids=tuple(view.reply.chosen_ids),
        sampling=sampling,
        seed=started.seed,
        target=str(loaded.target.spec.path),
        digest=loaded.target.spec.digest,
    )


def _prove(
    engine: EngineLike, saved: SavedReply, *, controls: Controls, errors: Terminal
) -> ReplyVerified:
    command = VerifyReply(
        turn_id=3,
        prompt_ids=saved.prompt_ids,
        reply_ids=saved.reply_ids,
        sampling=saved.sampling,
        seed=saved.seed,
        controls=controls,
    )
    verdict: ReplyVerified | None = None
    try:
        with closing(carry_out(engine, command)) as events:
            for event in events:
                match event:
                    case PromptProgress(num_done=done, num_total=total):
                        errors.status(f"replaying: {done:,} of {total:,} tokens")
                    case ReplyVerified():
                        verdict = event
                    case _:
                        pass
    finally:
        errors.clear_status()
    if verdict is None:
        raise RuntimeError("a proof ended without a verdict")
    if not errors.is_terminal:
        return verdict
    errors.line(f"{verdict.num_tokens:,} tokens replayed through the target alone.", Style.FAINT)
    return verdict


def _described(
    verdict: ReplyVerified, saved: SavedReply, loaded: ModelsLoaded
) -> dict[str, object]:
    """Put a verdict into words for a program."""
    return {
        "sentence": explain_verdict(verdict),
        "num_tokens": verdict.num_tokens,
        "num_own": verdict.num_own,
        "num_near_ties": verdict.num_near_ties,
        "smallest_gap": verdict.smallest_gap,
        "largest_gap": verdict.largest_gap,
        "first_foreign": verdict.first_foreign,
        "is_sampled": verdict.is_sampled,
        "is_coupled": verdict.is_coupled,
        "is_whole": verdict.is_whole,
        "prompt_ids": list(saved.prompt_ids),
        "chosen_ids": list(saved.reply_ids),
        "probabilities": list(verdict.probabilities),
        "seed": saved.seed,
        "sampling": described_sampling(saved.sampling),
        "models": {
            "target": {
                "id": loaded.target.spec.id,
                "path": str(loaded.target.spec.path),
                "sha256": loaded.target.spec.digest,
                "kind": loaded.target.kind,
            }
        },
        "device": loaded.device,
    }
