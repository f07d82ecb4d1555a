"""Is a speculative reply the plain one, byte for byte? Real replies, counted.

Greedy and sampled (coupled) in turn, each plainly and then with drafts, both from a cold cache.
Texts are compared as bytes. Drives an engine by its commands alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace

from engine import ModelsLoaded
from engine.bench.machine import Machine
from engine.bench.prompts import bench_prompts
from engine.bench.report import described, heading, table
from engine.bench.runs import Tell, begin_anew, whole_turn
from engine.commands import Generate
from engine.events import TurnFinished
from engine.handling import EngineLike
from engine.params import Controls, Message, Role, SamplingParams, SamplingRule

LOOKAHEADS = (1, 3, 7)
TEMPERATURE = 0.8
# The prompts that are measured are few; asked for in another shape, each gives another reply.
_SHAPES = ("", "\n\nAnswer in one paragraph.", "\n\nAnswer as a numbered list.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A reply both ways.

    Args:
        prompt: the prompt's name.
        sampling: "greedy" or what was sampled with.
        num_draft_tokens: tokens drafted a round, or None for automatic.
        num_tokens: of the plain reply.
        num_bytes: of its text.
        num_differing_bytes: places at which the texts differ, and what one has more.
        is_same_ids: whether all ids are the same.
        num_near_ties: greedy choices that were nearly decided the other way.
        num_drafted, num_accepted: of the speculative reply.
    """

    prompt: str
    sampling: str
    num_draft_tokens: int | None
    num_tokens: int
    num_bytes: int
    num_differing_bytes: int
    is_same_ids: bool
    num_near_ties: int
    num_drafted: int
    num_accepted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SameBytes:
    """What came of all of them."""

    machine: Machine
    loaded: ModelsLoaded
    pairs: Sequence[Pair]

    @property
    def num_differing_bytes(self) -> int:
        """Of all replies; 0 is the promise where the arithmetic keeps it."""
        return sum(pair.num_differing_bytes for pair in self.pairs)

    @property
    def is_good(self) -> bool:
        """Whether not one byte and not one id differs."""
        return not self.num_differing_bytes and all(pair.is_same_ids for pair in self.pairs)

    def to_json(self) -> dict[str, object]:
        """Put everything into words for a program."""
        return {
            **described(self.machine, self.loaded),
            "num_replies": len(self.pairs),
            "num_tokens": sum(pair.num_tokens for pair in self.pairs),
            "num_bytes": sum(pair.num_bytes for pair in self.pairs),
            "num_differing_bytes": self.num_differing_bytes,
            "num_near_ties": sum(pair.num_near_ties for pair in self.pairs),
            "replies": [asdict(pair) for pair in self.pairs],
        }

    def lines(self) -> Iterator[str]:
        """Put everything into words for people."""
        yield from heading(self.machine, self.loaded)
        yield ""
        yield from table(self._rows())
        pairs = self.pairs
        yield (
            f"{self.num_differing_bytes:,} of {sum(pair.num_bytes for pair in pairs):,} bytes "
            f"differ in {len(pairs)} replies ({sum(pair.num_tokens for pair in pairs):,} tokens); "
            f"{sum(pair.num_near_ties for pair in pairs):,} near-ties."
        )

    def _rows(self) -> Iterator[tuple[str, ...]]:
        yield (
            "REPLY",
            "choice",
            "drafted",
            "tokens",
            "bytes",
            "differing",
            "near-ties",
            "accepted",
        )
        for pair in self.pairs:
            count = pair.num_draft_tokens
            rate = (
                f"{100 * pair.num_accepted / pair.num_drafted:.0f} %" if pair.num_drafted else "-"
            )
            yield (
                pair.prompt,
                pair.sampling,
                "auto" if count is None else str(count),
                str(pair.num_tokens),
                str(pair.num_bytes),
                str(pair.num_differing_bytes),
                str(pair.num_near_ties),
                rate,
            )


def compare_replies(
    engine: EngineLike,
    num_replies: int,
    *,
    max_new_tokens: int,
    num_draft_tokens: int | None,
    tell: Tell,
) -> Iterator[Pair]:
    """Answer prompts both ways; greedy and sampled ones take turns, and so do lookaheads.

    Args:
        engine: with its models loaded.
        num_replies: how many, 1 or more.
        max_new_tokens: of each.
        num_draft_tokens: tokens to draft a round, or None to take turns.
        tell: told before each run.

    Raises:
        EngineError: a turn failed.
    """
    prompts = bench_prompts()
    for number in range(num_replies):
        shape, place = divmod(number, len(prompts))
        prompt = prompts[place]
        # By pairs, so that the next round over the prompts swaps the two.
        is_sampled = (number + shape) % 2 == 1
        sampling = SamplingParams(max_new_tokens=max_new_tokens)
        if is_sampled:
            rule = SamplingRule.COUPLED
            sampling = replace(sampling, temperature=TEMPERATURE, rule=rule, seed=number)
        count = LOOKAHEADS[number % len(LOOKAHEADS)]
        count = count if num_draft_tokens is None else num_draft_tokens
        text = prompt.text + _SHAPES[shape % len(_SHAPES)]
        replies = []
        for lookahead in (0, count):
            tell(f"{number + 1} of {num_replies}: {prompt.name}, {lookahead or 'none'} drafted")
            begin_anew(engine)
            command = Generate(
                turn_id=1,
                messages=(Message(Role.USER, text),),
                sampling=sampling,
                controls=Controls(speculate=lookahead > 0, num_draft_tokens=lookahead),
            )
            replies.append(whole_turn(engine, command)[1])
        plain, drafted = replies
        yield Pair(
            prompt=prompt.name,
            sampling=f"T {TEMPERATURE:g}" if is_sampled else "greedy",
            num_draft_tokens=count,
            num_tokens=plain.stats.num_tokens,
            num_bytes=len(plain.text.encode()),
            num_differing_bytes=differing_bytes(plain, drafted),
            is_same_ids=plain.token_ids == drafted.token_ids,
            num_near_ties=drafted.stats.num_near_ties,
            num_drafted=drafted.stats.num_drafted,
            num_accepted=drafted.stats.num_accepted,
        )


def differing_bytes(left: TurnFinished, right: TurnFinished) -> int:
    """Count the places at which two replies' bytes differ, and what one has more."""
    ours, theirs = left.text.encode(), right.text.encode()
    unequal = sum(a != b for a, b in zip(ours, theirs, strict=False))
    return unequal + abs(len(ours) - len(theirs))
