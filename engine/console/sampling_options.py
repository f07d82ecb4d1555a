"""The options that say how tokens are chosen; shared by `chat` and `bench`.

Makes the value object that commands carry; an odd value is refused under the option's own name.
"""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from engine import BadParameter, ContextPolicy, Controls, SamplingParams, SamplingRule

_OPTION_OF_FIELD = {
    "num_draft_tokens": "--lookahead",
    "num_threads": "--threads",
    "context_length": "--context",
    "banned_words": "--ban",
}


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
    group.add_argument("--presence-penalty", type=float, default=0.0, metavar="X")
    group.add_argument("--frequency-penalty", type=float, default=0.0, metavar="X")
    group.add_argument(
        "--no-repeat-ngram", type=int, default=0, metavar="N", help="no N tokens occur twice"
    )
    group.add_argument(
        "--ban",
        action="append",
        default=[],
        metavar="TEXT",
        help="what the reply never contains; may be given several times",
    )
    group.add_argument("--seed", type=int, metavar="N", help="repeats a sampled reply")
    group.add_argument(
        "--rule",
        choices=[rule.value for rule in SamplingRule],
        default=SamplingRule.COUPLED.value,
        help="how drafts are judged when sampling (%(default)s): under `coupled` a seed gives the "
        "same text with and without drafts, under `rejection` a little more of them stands",
    )
    group.add_argument("--min-new-tokens", type=int, default=0, metavar="N")
    group.add_argument("--max-new-tokens", type=int, default=max_new_tokens, metavar="N")
    group.add_argument(
        "--stop",
        action="append",
        default=[],
        metavar="TEXT",
        help="end the reply before this text; may be given several times",
    )
    group.add_argument(
        "--when-full",
        choices=[policy.value.replace(" ", "-") for policy in ContextPolicy],
        default=ContextPolicy.LEAVE_OUT_OLDEST.value.replace(" ", "-"),
        help="what to do with a conversation that is too long (%(default)s)",
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
    with named_as_options():
        return SamplingParams(
            temperature=0.0 if args.temperature is None else args.temperature,
            top_k=args.top_k,
            top_p=args.top_p,
            min_p=args.min_p,
            repetition_penalty=args.repetition_penalty,
            presence_penalty=args.presence_penalty,
            frequency_penalty=args.frequency_penalty,
            no_repeat_ngram=args.no_repeat_ngram,
            banned_words=tuple(args.ban),
            min_new_tokens=args.min_new_tokens,
            seed=args.seed,
            rule=SamplingRule(args.rule),
            max_new_tokens=args.max_new_tokens,
            stop=tuple(args.stop),
            context_policy=ContextPolicy(args.when_full.replace("-", " ")),
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
    with named_as_options():
        return Controls(num_draft_tokens=number).num_draft_tokens


@contextmanager
def named_as_options() -> Iterator[None]:
    """Let a refused value go by the name it has on the command line."""
    try:
        yield
    except BadParameter as error:
        option = _OPTION_OF_FIELD.get(error.name, f"--{error.name.replace('_', '-')}")
        raise BadParameter(option, error.value, error.allowed) from None
