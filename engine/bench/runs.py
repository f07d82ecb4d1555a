"""The order of a measurement: a warm-up, then each way in turn for each prompt, again and again.

Every other repeat goes through the ways backwards, so that none always runs on what another left
behind. Drives an engine by its commands alone, as a window does. Before each run the cache is
taken by another text, so that each prompt is read from its beginning and first tokens compare.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from engine.bench.prompts import BenchPrompt, Kind
from engine.commands import Generate
from engine.events import TurnFinished, TurnStarted
from engine.handling import EngineLike, carry_out
from engine.params import Controls, Message, Role, SamplingParams, SamplingRule

_OTHER_TEXT = "."
_WARM_UP_TOKENS = 8


class Side(StrEnum):
    """A way to answer."""

    PLAIN = "plain"
    SPECULATIVE = "speculative"
    TRANSFORMERS = "transformers"
    ASSISTED = "transformers assisted"
    LLAMA = "llama.cpp"
    LLAMA_DRAFT = "llama.cpp with a draft"
    LLAMA_LOOKUP = "llama.cpp with look-ups"


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One answer to one prompt. `ids` are empty, and the rest None, where they are not told."""

    kind: Kind
    prompt: str
    repeat: int
    side: Side
    ids: tuple[int, ...]
    num_prompt_tokens: int
    tokens_per_s: float
    first_s: float | None
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A way that was given up, and why."""

    side: Side
    reason: str


class RivalFailed(Exception):
    """Another program could not answer; the message says why."""


class Rival(Protocol):
    """Another program with the same weights."""

    @property
    def sides(self) -> Sequence[Side]:
        """The ways it can answer."""

    def answer(
        self,
        plan: Plan,
        prompt: BenchPrompt,
        prompt_ids: Sequence[int],
        *,
        side: Side,
        repeat: int,
    ) -> Run:
        """Answer a prompt greedily.

        Raises:
            RivalFailed: it could not.
        """


Tell = Callable[[str], None]
"""Receives a line on what is being measured."""

_OWN_SIDES = (Side.PLAIN, Side.SPECULATIVE)


def warm_up(engine: EngineLike, plan: Plan) -> None:
    """Answer a little both ways, for nothing.

    Raises:
        EngineError: a turn failed.
    """
    short = replace(plan, sampling=replace(plan.sampling, max_new_tokens=_WARM_UP_TOKENS))
    for side in (Side.PLAIN, Side.SPECULATIVE):
        _answer(engine, short, plan.prompts[0], side=side, repeat=0)


def measure(
    engine: EngineLike, plan: Plan, *, rivals: Sequence[Rival] = (), tell: Tell
) -> Iterator[Run | Failure]:
    """Run everything, each way in turn; a rival's way that fails once is left out from then on.

    Args:
        engine: with its models loaded, and warm.
        plan: what to do.
        rivals: others with the same weights; asked for greedy replies only.
        tell: told before each run.

    Raises:
        EngineError: a turn failed.
    """
    rival_of = {side: rival for rival in rivals for side in rival.sides}
    ids_of: dict[str, tuple[int, ...]] = {}
    total, done = plan.num_repeats * len(plan.prompts), 0
    for repeat in range(plan.num_repeats):
        for prompt in plan.prompts:
            done += 1
            others = tuple(rival_of) if prompt.temperature is None else ()
            # The first repeat is Foreword's first: its prompt's ids are everybody's.
            sides = (*_OWN_SIDES, *others)
            for side in sides if repeat % 2 == 0 else reversed(sides):
                tell(f"{done} of {total}: {prompt.name}, {side}")
                if side in _OWN_SIDES:
                    run, ids_of[prompt.name] = _answer(
                        engine, plan, prompt, side=side, repeat=repeat
                    )
                    yield run
                    continue
                ids = ids_of[prompt.name]
                try:
                    yield rival_of[side].answer(plan, prompt, ids, side=side, repeat=repeat)
                except RivalFailed as error:
                    del rival_of[side]
                    yield Failure(side=side, reason=f"{side} was left out: {error}.")


def _answer(
    engine: EngineLike, plan: Plan, prompt: BenchPrompt, *, side: Side, repeat: int
) -> tuple[Run, tuple[int, ...]]:
    """Answer a prompt from its beginning; give the run and the prompt's ids."""
    begin_anew(engine)
    command = Generate(
        turn_id=1,
        messages=(Message(Role.USER, prompt.text),),
        sampling=sampling_for(prompt, plan.sampling, seed=repeat),
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


def sampling_for(prompt: BenchPrompt, sampling: SamplingParams, *, seed: int) -> SamplingParams:
    """Give the settings for a prompt: those of the plan, or its own temperature, coupled."""
    if prompt.temperature is None:
        return sampling
    return replace(sampling, temperature=prompt.temperature, rule=SamplingRule.COUPLED, seed=seed)


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
