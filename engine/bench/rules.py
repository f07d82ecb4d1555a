"""How much of a sampled draft stands under each rule: rejection, and coupled noise.

The same prompts and seeds under both. Speed is not looked at: the rules cost the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace

from engine import ModelsLoaded
from engine.bench.machine import Machine
from engine.bench.prompts import Kind
from engine.bench.report import described, heading, table
from engine.bench.runs import Plan, Tell, begin_anew, whole_turn
from engine.commands import Generate
from engine.handling import EngineLike
from engine.params import Controls, Message, Role, SamplingRule

TEMPERATURE, LOOKAHEAD = 0.8, 4


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleRun:
    """One sampled reply."""

    kind: Kind
    prompt: str
    repeat: int
    rule: SamplingRule
    num_tokens: int
    num_rounds: int
    num_drafted: int
    num_accepted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesReport:
    """What came of all of them."""

    machine: Machine
    loaded: ModelsLoaded
    num_draft_tokens: int
    runs: Sequence[RuleRun]
    is_good: bool = True

    def acceptance_rate(self, rule: SamplingRule, kind: Kind | None = None) -> float | None:
        """Accepted over drafted under a rule, of one kind or of all; None if nothing was."""
        runs = self._runs(rule, kind)
        drafted = sum(run.num_drafted for run in runs)
        return sum(run.num_accepted for run in runs) / drafted if drafted else None

    def tokens_per_round(self, rule: SamplingRule, kind: Kind | None = None) -> float | None:
        """1 + accepted over rounds under a rule; None without a round."""
        runs = self._runs(rule, kind)
        rounds = sum(run.num_rounds for run in runs)
        return 1 + sum(run.num_accepted for run in runs) / rounds if rounds else None

    def to_json(self) -> dict[str, object]:
        """Put everything into words for a program."""
        return {
            **described(self.machine, self.loaded),
            "temperature": TEMPERATURE,
            "num_draft_tokens": self.num_draft_tokens,
            "rules": {
                rule: {
                    "acceptance_rate": self.acceptance_rate(rule),
                    "tokens_per_round": self.tokens_per_round(rule),
                }
                for rule in SamplingRule
            },
            "runs": [asdict(run) for run in self.runs],
        }

    def lines(self) -> Iterator[str]:
        """Put everything into words for people."""
        yield from heading(self.machine, self.loaded)
        yield f"temperature {TEMPERATURE:g}, {self.num_draft_tokens} tokens drafted a round"
        yield ""
        yield from table(self._rows())

    def _rows(self) -> Iterator[tuple[str, ...]]:
        yield ("", *(cell for rule in SamplingRule for cell in (rule.value, "")))
        yield ("KIND", *("accepted", "a round") * len(SamplingRule))
        kinds = [kind for kind in Kind if any(run.kind is kind for run in self.runs)]
        for kind in (*kinds, None):
            cells = []
            for rule in SamplingRule:
                rate = self.acceptance_rate(rule, kind)
                length = self.tokens_per_round(rule, kind)
                cells += [
                    "-" if rate is None else f"{100 * rate:.1f} %",
                    "-" if length is None else f"{length:.2f}",
                ]
            yield (kind or "all", *cells)

    def _runs(self, rule: SamplingRule, kind: Kind | None) -> list[RuleRun]:
        return [run for run in self.runs if run.rule is rule and kind in (None, run.kind)]


def try_rules(engine: EngineLike, plan: Plan, *, tell: Tell) -> Iterator[RuleRun]:
    """Answer every prompt under both rules, in turn.

    Args:
        engine: with its models loaded.
        plan: the prompts, repeats and length; its temperature is not read.
        tell: told before each run.

    Raises:
        EngineError: a turn failed.
    """
    for repeat in range(plan.num_repeats):
        for prompt in plan.prompts:
            for rule in SamplingRule:
                tell(f"repeat {repeat + 1} of {plan.num_repeats}: {prompt.name}, {rule}")
                begin_anew(engine)
                command = Generate(
                    turn_id=1,
                    messages=(Message(Role.USER, prompt.text),),
                    sampling=replace(
                        plan.sampling, temperature=TEMPERATURE, rule=rule, seed=repeat
                    ),
                    controls=Controls(num_draft_tokens=lookahead_of(plan)),
                )
                stats = whole_turn(engine, command)[1].stats
                yield RuleRun(
                    kind=prompt.kind,
                    prompt=prompt.name,
                    repeat=repeat,
                    rule=rule,
                    num_tokens=stats.num_tokens,
                    num_rounds=stats.num_rounds,
                    num_drafted=stats.num_drafted,
                    num_accepted=stats.num_accepted,
                )


def lookahead_of(plan: Plan) -> int:
    """Take the plan's, or a fixed one: what stands depends on how far drafts reach."""
    return LOOKAHEAD if plan.num_draft_tokens is None else plan.num_draft_tokens
