"""`foreword chat`: one answer, or a conversation, in the terminal.

Owns the command's words and what a program reads of an answer; `conversation.py` and `repl.py`
do the talking. Replies go to standard output and everything about them to standard error.
"""

import argparse
import io
import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

from engine import (
    Controls,
    EmptyPrompt,
    FinishReason,
    ModelInfo,
    ModelsLoaded,
    SamplingParams,
    Stopped,
    TurnStats,
    open_engine,
)
from engine.console.chat_view import Reply
from engine.console.conversation import Conversation
from engine.console.interrupts import INTERRUPTED, stop_on_interrupt
from engine.console.loading import load
from engine.console.log_file import warnings_in_log
from engine.console.options import NO_DRAFT, add_model_options, find_models, placement_from
from engine.console.repl import converse, keyboard
from engine.console.sampling_options import add_sampling_options, lookahead_from, sampling_from
from engine.console.saved_reply import described_sampling
from engine.console.terminal import Style, Terminal
from engine.library import open_library

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

_STANDARD_INPUT = "-"


def add_parser(subparsers: "Subparsers") -> None:
    """Describe the command's words and options."""
    parser = subparsers.add_parser(
        "chat",
        help="talk to a model in the terminal",
        description="Talk to a model in the terminal. Without a --prompt or a --raw TEXT it is a "
        "conversation: Ctrl-C stops a reply, Ctrl-D leaves.",
    )
    parser.add_argument(
        "--prompt", metavar="TEXT", help="answer this once and leave; `-` reads standard input"
    )
    parser.add_argument(
        "--raw",
        nargs="?",
        const=True,
        metavar="TEXT",
        help="continue the text as it is, without the model's chat template",
    )
    parser.add_argument("--system", metavar="TEXT", help="what the model is told beforehand")
    parser.add_argument("--no-speculation", action="store_true", help="let the target answer alone")
    parser.add_argument(
        "--json", action="store_true", help="write one JSON object when the reply is whole"
    )
    add_model_options(parser)
    add_sampling_options(parser, max_new_tokens=None)
    parser.set_defaults(run=run, refuse=parser.error)


def run(args: argparse.Namespace) -> int:
    """Do what the parsed words say and return the exit code."""
    text = _text(args)
    if args.json and text is None:
        args.refuse("--json needs a text: give --prompt TEXT or --raw TEXT")
    # What can be refused is refused before anything is loaded.
    sampling, placement = sampling_from(args), placement_from(args)
    num_draft_tokens = lookahead_from(args)
    if text is not None and not (text if args.raw is not None else text.strip()):
        raise EmptyPrompt()
    target, draft = find_models(open_library(), args)
    output, errors = Terminal(sys.stdout), Terminal(sys.stderr)
    controls = Controls()
    with warnings_in_log():
        errors.status("starting the engine")
        engine = open_engine()
        try:
            with stop_on_interrupt(controls):
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
        conversation = Conversation(
            engine=engine,
            sampling=sampling,
            output=None if args.json else output,
            errors=errors,
            system=args.system,
            is_raw=args.raw is not None,
            speculate=not args.no_speculation,
            num_draft_tokens=num_draft_tokens,
        )
        if not loaded.target.has_chat_template and not conversation.is_raw:
            errors.line(
                f"{loaded.target.spec.name} was not taught to chat: --raw continues a text.",
                Style.FAINT,
            )
        if text is None:
            if errors.is_terminal:
                errors.line("/help lists the commands; Ctrl-D leaves.", Style.FAINT)
            converse(conversation, errors=errors, read_line=keyboard())
            return 0
        reply = conversation.answer(text)
    if args.json:
        print(json.dumps(_described(reply, loaded, sampling)))
    is_stopped = reply.finished is None or reply.finished.reason is FinishReason.STOPPED
    return INTERRUPTED if is_stopped else 0


def _text(args: argparse.Namespace) -> str | None:
    """Find the one text to answer; None is the wish for a conversation."""
    raw = args.raw if isinstance(args.raw, str) else None
    if raw is not None and args.prompt is not None:
        args.refuse("give the text once, with --prompt or with --raw")
    text: str | None = args.prompt if raw is None else raw
    if text != _STANDARD_INPUT:
        return text
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    return sys.stdin.read().removesuffix("\n")


def _described(reply: Reply, loaded: ModelsLoaded, sampling: SamplingParams) -> dict[str, object]:
    """Put a reply into words for a program."""
    finished, started, speculation = reply.finished, reply.started, reply.speculation
    return {
        "text": finished.text if finished else "",
        "finish_reason": finished.reason.value if finished else None,
        "ids": list(finished.token_ids) if finished else [],
        "chosen_ids": reply.chosen_ids,
        "prompt_ids": list(started.prompt_ids) if started else [],
        "seed": started.seed if started else None,
        "sampling": described_sampling(sampling),
        "stats": described_stats(finished.stats) if finished else None,
        "speculation": {
            "state": speculation.state.value if speculation else None,
            "reason": speculation.reason.value if speculation else None,
        },
        "models": {
            "target": _described_model(loaded.target),
            "draft": _described_model(loaded.draft) if loaded.draft else None,
            "draft_refusal": str(loaded.draft_refusal) if loaded.draft_refusal else None,
        },
        "device": loaded.device,
        "context_length": loaded.context_length,
        "load_s": loaded.load_s,
    }


def described_stats(stats: TurnStats) -> dict[str, object]:
    """Put statistics into words for a program, the derived figures included."""
    return {
        **asdict(stats),
        "tokens_per_s": stats.tokens_per_s,
        "acceptance_rate": stats.acceptance_rate,
        "mean_acceptance_length": stats.mean_acceptance_length,
    }


def _described_model(info: ModelInfo) -> dict[str, object]:
    return {
        "id": info.spec.id,
        "path": str(info.spec.path),
        "sha256": info.spec.digest,
        "kind": info.kind,
        "num_parameters": info.num_parameters,
        "size_bytes": info.size_bytes,
    }
