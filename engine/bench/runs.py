"""The order of a measurement: a warm-up, then each way in turn for each prompt, again and again.

Drives an engine by its commands alone, as a window does. Before each run the cache is taken by
another text, so that each prompt is read from its beginning and first tokens compare.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.bench.prompts import BenchPrompt, Kind
from engine.bench.transformers_baseline import Baseline
from engine.commands import Generate
from engine.events import TurnFinished, TurnStarted
from engine.handling import EngineLike, carry_out
from engine.params import Controls, Message, Role, SamplingParams

_OTHER_TEXT = "."
_WARM_UP_TOKENS = 8


class Side(StrEnum):
    """A way to answer."""

    PLAIN = "plain"
    SPECULATIVE = "speculative"
    TRANSFORMERS = "transformers"
    ASSISTED = "transformers assisted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One answer to one prompt. Counters are None where they are not told."""

    kind: Kind
    prompt: str
    repeat: int
    side: Side
    ids: tuple[int, ...]
    num_prompt_tokens: int
    tokens_per_s: float
    first_s: float
    num_reused_tokens: int | None = None
    num_rounds: int | None = None
    num_drafted: int | None = None
    num_accepted: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to measure.

    Args:
        prompts: one or more.
        num_repeats: how often each.
        sampling: how tokens are chosen, with a limit.
        num_draft_tokens: tokens to draft a round, or None for automatic.
        num_baseline_tokens: the limit for transformers, which is slow on a CPU.
    """

    prompts: Sequence[BenchPrompt]
    num_repeats: int
    sampling: SamplingParams
    num_draft_tokens: int | None
    num_baseline_tokens: int


Tell = Callable[[str], None]
"""Receives a line on what is being measured."""


def warm_up(engine: EngineLike, plan: Plan) -> None:
    """Answer a little both ways, for nothing.

    Raises:
        EngineError: a turn failed.
    """
    short = replace(plan, sampling=replace(plan.sampling, max_new_tokens=_WARM_UP_TOKENS))
    for side in (Side.PLAIN, Side.SPECULATIVE):
        _answer(engine, short, plan.prompts[0], side=side, repeat=0)


def measure(
    engine: EngineLike, plan: Plan, *, baseline: Baseline | None, tell: Tell
) -> Iterator[Run]:
    """Run everything, each way in turn.

    Args:
        engine: with its models loaded, and warm.
        plan: what to do.
        baseline: transformers with the same weights, or None.
        tell: told before each run.

    Raises:
        EngineError: a turn failed.
    """
    if baseline is not None:
        tell("transformers: warming up")
        baseline.generate([0, 1], max_new_tokens=2, is_assisted=False)
    total, done = plan.num_repeats * len(plan.prompts), 0
    for repeat in range(plan.num_repeats):
        for prompt in plan.prompts:
            done += 1
            at = f"{done} of {total}: {prompt.name}"
            for side in (Side.PLAIN, Side.SPECULATIVE):
                tell(f"{at}, {side}")
                run, prompt_ids = _answer(engine, plan, prompt, side=side, repeat=repeat)
                yield run
            if baseline is None:
                continue
            for side in (Side.TRANSFORMERS, Side.ASSISTED):
                if side is Side.ASSISTED and not baseline.has_assistant:
                    continue
                tell(f"{at}, {side}")
                yield _baseline_run(baseline, plan, prompt, prompt_ids, side=side, repeat=repeat)


def _answer(
    engine: EngineLike, plan: Plan, prompt: BenchPrompt, *, side: Side, repeat: int
) -> tuple[Run, tuple[int, ...]]:
    """Answer a prompt from its beginning; give the run and the prompt's ids."""
    begin_anew(engine)
    command = Generate(
        turn_id=1,
        messages=(Message(Role.USER, prompt.text),),
        sampling=plan.sampling,
        controls=Controls(
            speculate=side is Side.SPECULATIVE, num_draft_tokens=plan.num_draft_tokens
        ),
    )
    started, finished = whole_turn(engine, command)
    stats = finished.stats
    run = Run(
        kind=prompt.kind,
        prompt=prompt.name,
        repeat=repeat,
        side=side,
        ids=finished.token_ids,
        num_prompt_tokens=len(started.prompt_ids),
        tokens_per_s=stats.tokens_per_s,
        first_s=stats.time_to_first_token_s,
        num_reused_tokens=stats.num_reused_tokens,
        num_rounds=stats.num_rounds,
        num_drafted=stats.num_drafted,
        num_accepted=stats.num_accepted,
    )
    return run, started.prompt_ids


def begin_anew(engine: EngineLike) -> None:
    """Let another text take the caches, so that the next prompt is read from its beginning."""
    other = SamplingParams(max_new_tokens=1)
    whole_turn(engine, Generate(turn_id=0, raw=_OTHER_TEXT, sampling=other))


def whole_turn(engine: EngineLike, command: Generate) -> tuple[TurnStarted, TurnFinished]:
    """Answer; give the first event and the last.

    Raises:
        EngineError: the turn failed.
    """
    started: TurnStarted | None = None
    finished: TurnFinished | None = None
    for event in carry_out(engine, command):
        match event:
            case TurnStarted():
                started = event
            case TurnFinished():
                finished = event
            case _:
                pass
    if started is None or finished is None:
        raise RuntimeError("a turn ended without an end")
    return started, finished


def _baseline_run(
    baseline: Baseline,
    plan: Plan,
    prompt: BenchPrompt,
    prompt_ids: tuple[int, ...],
    *,
    side: Side,
    repeat: int,
) -> Run:
    reply = baseline.generate(
        prompt_ids,
        max_new_tokens=plan.num_baseline_tokens,
        is_assisted=side is Side.ASSISTED,
    )
    seconds = reply.elapsed_s - reply.first_s
    num_tokens = len(reply.ids) - reply.num_first_tokens
    return Run(
        kind=prompt.kind,
        prompt=prompt.name,
        repeat=repeat,
        side=side,
        ids=reply.ids,
        num_prompt_tokens=len(prompt_ids),
        tokens_per_s=num_tokens / seconds if seconds > 0 else 0.0,
        first_s=reply.first_s,
    )
