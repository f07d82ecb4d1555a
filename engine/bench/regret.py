"""What speculation costs where it cannot help: replies with the switch on against those without.

Three ways for it not to help: text nobody can foretell, look-ups that are always wrong, and a
draft model that is always wrong at its real cost. Ways take turns, forwards and backwards.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from statistics import median

from engine import ModelsLoaded
from engine.bench.machine import Machine
from engine.bench.prompts import BenchPrompt, Kind, bench_prompts
from engine.bench.report import described, heading, table
from engine.bench.runs import Plan, Tell, begin_anew, sampling_for, warm_up, whole_turn
from engine.commands import Generate
from engine.drafting.protocol import Drafter, Proposal
from engine.engine import Engine
from engine.events import TokenSource
from engine.params import Controls, Message, Role
from engine.sampling import Sampler


class Hopeless(StrEnum):
    """Why speculation does not help."""

    RANDOM_TEXT = "random text"
    WRONG_LOOKUPS = "wrong look-ups"
    WRONG_DRAFT = "wrong draft"


class WrongDrafter:
    """Spends what a drafter spends and proposes other tokens: the next ids in the vocabulary.

    Args:
        inner: does the work. Where it has nothing to say, something is made up.
    """

    def __init__(self, inner: Drafter) -> None:
        self._inner = inner

    @property
    def source(self) -> TokenSource:
        """Whose cost this is."""
        return self._inner.source

    def propose(
        self,
        ids: Sequence[int],
        num_tokens: int,
        *,
        sampler: Sampler,
        should_stop: Callable[[], bool],
    ) -> Proposal:
        """Propose what is next to what was meant; no distribution is told, so that none is lied
        about."""
        proposal = self._inner.propose(ids, num_tokens, sampler=sampler, should_stop=should_stop)
        meant = proposal.ids or [ids[-1]] * num_tokens
        wrong = [(id + 1) % sampler.num_tokens for id in meant]
        return replace(proposal, ids=wrong, probs=None)

    def num_behind(self, ids: Sequence[int]) -> int:
        """Count what the inner one lacks."""
        return self._inner.num_behind(ids)

    def forget_after(self, ids: Sequence[int]) -> None:
        """Let the inner one forget."""
        self._inner.forget_after(ids)


@dataclass(frozen=True, slots=True, kw_only=True)
class RegretRun:
    """One reply both ways, one after the other; tokens/s."""

    why: Hopeless
    prompt: str
    repeat: int
    plain_tokens_per_s: float
    speculative_tokens_per_s: float
    num_drafted: int
    num_accepted: int
    is_same_text: bool

    @property
    def regret(self) -> float:
        """The share of speed that was lost; negative where something was won."""
        return 1.0 - self.speculative_tokens_per_s / self.plain_tokens_per_s


@dataclass(frozen=True, slots=True, kw_only=True)
class RegretReport:
    """What was found."""

    machine: Machine
    loaded: ModelsLoaded
    runs: Sequence[RegretRun]
    is_good: bool = True

    def regret(self, why: Hopeless) -> float | None:
        """Give the middle regret for a reason; None where it was not measured."""
        regrets = [run.regret for run in self.runs if run.why is why]
        return median(regrets) if regrets else None

    def to_json(self) -> dict[str, object]:
        """Put everything into words for a program."""
        return {
            **described(self.machine, self.loaded),
            "regret": {why: self.regret(why) for why in Hopeless},
            "runs": [asdict(run) for run in self.runs],
        }

    def lines(self) -> Iterator[str]:
        """Put everything into words for people."""
        yield from heading(self.machine, self.loaded)
        yield ""
        yield from table(self._rows())
        same = sum(run.is_same_text for run in self.runs)
        yield f"The same text both ways in {same} of {len(self.runs)} replies."
        yield "Regret is the share of plain speed that is lost with the switch on; 3 % is the goal."

    def _rows(self) -> Iterator[tuple[str, ...]]:
        yield ("", "", "", "", "", "", "")
        yield ("WHY", "plain", "speculative", "drafted", "accepted", "regret", "from..to")
        for why in Hopeless:
            runs = [run for run in self.runs if run.why is why]
            if not runs:
                continue
            regrets = [100 * run.regret for run in runs]
            yield (
                why,
                f"{median(run.plain_tokens_per_s for run in runs):.1f}",
                f"{median(run.speculative_tokens_per_s for run in runs):.1f}",
                str(sum(run.num_drafted for run in runs)),
                str(sum(run.num_accepted for run in runs)),
                f"{median(regrets):.1f} %",
                f"{min(regrets):.1f}..{max(regrets):.1f}",
            )


class Sabotage:
    """Arranges an engine's drafters so that what they propose is of no use.

    Args:
        why: may be changed between turns.
    """

    def __init__(self, why: Hopeless = Hopeless.RANDOM_TEXT) -> None:
        self.why = why

    def __call__(self, drafters: list[Drafter]) -> list[Drafter]:
        """Leave all as they are, or one of them, who is wrong."""
        match self.why:
            case Hopeless.RANDOM_TEXT:
                return drafters
            case Hopeless.WRONG_LOOKUPS:
                wanted = {TokenSource.NGRAM}
            case Hopeless.WRONG_DRAFT:
                wanted = {TokenSource.MODEL, TokenSource.HEAD}
        return [WrongDrafter(drafter) for drafter in drafters if drafter.source in wanted]


def find_regret(
    engine: Engine, plan: Plan, *, sabotage: Sabotage, has_draft: bool, tell: Tell
) -> Iterator[RegretRun]:
    """Answer prompts both ways where speculation cannot help.

    Args:
        engine: with its models loaded, and its drafters arranged by `sabotage`.
        plan: the prompts for wrong drafts, repeats and settings.
        sabotage: what the engine was made with.
        has_draft: whether a draft model is loaded.
        tell: told before each run.

    Raises:
        EngineError: a turn failed.
    """
    ways: list[tuple[Hopeless, Sequence[BenchPrompt]]] = [
        (Hopeless.RANDOM_TEXT, bench_prompts([Kind.RANDOM])),
        (Hopeless.WRONG_LOOKUPS, plan.prompts),
    ]
    if has_draft:
        ways.append((Hopeless.WRONG_DRAFT, plan.prompts))
    warm_up(engine, plan)
    for why, prompts in ways:
        sabotage.why = why
        for repeat in range(plan.num_repeats):
            for prompt in prompts:
                tell(f"{why}, repeat {repeat + 1} of {plan.num_repeats}: {prompt.name}")
                run = _both_ways(engine, plan, why, prompt, repeat)
                if run is not None:
                    yield run


def _both_ways(
    engine: Engine, plan: Plan, why: Hopeless, prompt: BenchPrompt, repeat: int
) -> RegretRun | None:
    """Answer a prompt plainly and speculatively; None for a reply too short to have a speed."""
    replies = {}
    order = (False, True) if repeat % 2 == 0 else (True, False)
    for is_speculative in order:
        begin_anew(engine)
        command = Generate(
            turn_id=1,
            messages=(Message(Role.USER, prompt.text),),
            sampling=sampling_for(prompt, plan.sampling, seed=repeat),
            controls=Controls(speculate=is_speculative, num_draft_tokens=plan.num_draft_tokens),
        )
        replies[is_speculative] = whole_turn(engine, command)[1]
    plain, drafted = replies[False], replies[True]
    if not plain.stats.tokens_per_s or not drafted.stats.tokens_per_s:
        return None
    return RegretRun(
        why=why,
        prompt=prompt.name,
        repeat=repeat,
        plain_tokens_per_s=plain.stats.tokens_per_s,
        speculative_tokens_per_s=drafted.stats.tokens_per_s,
        num_drafted=drafted.stats.num_drafted,
        num_accepted=drafted.stats.num_accepted,
        is_same_text=plain.text == drafted.text,
    )
