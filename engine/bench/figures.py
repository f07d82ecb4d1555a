"""From runs to figures: medians, ratios with their spread, and whether the texts agree.

Pure functions of the runs. A reply that ended with its first event has no speed and is left out
of the medians.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from engine.bench.prompts import Kind
from engine.bench.runs import Run, Side

LLAMA_SIDES = (Side.LLAMA, Side.LLAMA_DRAFT, Side.LLAMA_LOOKUP)


@dataclass(frozen=True, slots=True, kw_only=True)
class SideFigures:
    """One way to answer: medians over its runs; None where nothing is known."""

    tokens_per_s: float | None
    first_s: float | None
    num_runs: int
    acceptance_rate: float | None
    tokens_per_round: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratio:
    """A ratio of two medians of tokens/s, taken in each repeat: the middle one and the extremes.

    Both ways of a repeat ran one after the other, so what slows a machine slows both.
    """

    ratio: float
    least: float
    most: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How far replies to the same prompt have the same ids.

    Args:
        num_same: pairs that are the same from end to end, or as far as the shorter goes.
        num_pairs: pairs compared.
        least_common: the smallest number of ids before the first difference.
    """

    num_same: int
    num_pairs: int
    least_common: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Everything about one kind of prompt, or about all of them (`kind` is None).

    `speculative_over_llama` is against the best of llama.cpp's ways within each repeat.
    """

    kind: Kind | None
    sides: dict[Side, SideFigures]
    speculative_over_plain: Ratio | None
    plain_over_transformers: Ratio | None
    plain_over_llama: Ratio | None
    speculative_over_llama: Ratio | None
    speculative_agrees: Agreement
    transformers_agrees: Agreement | None


def figures_by_kind(runs: Sequence[Run]) -> list[Figures]:
    """Work out the figures of each kind there is, then of all together."""
    kinds = [kind for kind in Kind if any(run.kind is kind for run in runs)]
    each = [_figures(kind, [run for run in runs if run.kind is kind]) for kind in kinds]
    return each if len(kinds) == 1 else [*each, _figures(None, runs)]


def _figures(kind: Kind | None, runs: Sequence[Run]) -> Figures:
    sides = {side: [run for run in runs if run.side is side] for side in Side}
    has_baseline = bool(sides[Side.TRANSFORMERS])
    plain, speculative = sides[Side.PLAIN], sides[Side.SPECULATIVE]
    llama = [sides[side] for side in LLAMA_SIDES]
    return Figures(
        kind=kind,
        sides={side: _side(found) for side, found in sides.items() if found},
        speculative_over_plain=_ratio(speculative, [plain]),
        plain_over_transformers=_ratio(plain, [sides[Side.TRANSFORMERS]]),
        plain_over_llama=_ratio(plain, llama[:1]),
        speculative_over_llama=_ratio(speculative, llama),
        speculative_agrees=_agreement(plain, speculative, is_whole=True),
        transformers_agrees=_agreement(plain, sides[Side.TRANSFORMERS], is_whole=False)
        if has_baseline
        else None,
    )


def _side(runs: Sequence[Run]) -> SideFigures:
    rounds, drafted, accepted = (
        sum(getattr(run, name) or 0 for run in runs)
        for name in ("num_rounds", "num_drafted", "num_accepted")
    )
    first = [run.first_s for run in runs if run.first_s is not None]
    return SideFigures(
        tokens_per_s=_median_speed(runs),
        first_s=median(first) if first else None,
        num_runs=len(runs),
        acceptance_rate=accepted / drafted if drafted else None,
        tokens_per_round=1 + accepted / rounds if rounds else None,
    )


def _median_speed(runs: Iterable[Run]) -> float | None:
    speeds = [run.tokens_per_s for run in runs if run.tokens_per_s > 0]
    return median(speeds) if speeds else None


def _ratio(over: Sequence[Run], others: Sequence[Sequence[Run]]) -> Ratio | None:
    """Compare with the best of some ways, within each repeat, over the prompts all answered."""
    others = [runs for runs in others if runs]
    each = []
    for repeat in sorted({run.repeat for run in over}):
        ways = [[run for run in runs if run.repeat == repeat] for runs in (over, *others)]
        shared = set[str].intersection(*({run.prompt for run in runs} for runs in ways))
        speeds = [_median_speed(run for run in runs if run.prompt in shared) for runs in ways]
        ours, theirs = speeds[0], [speed for speed in speeds[1:] if speed is not None]
        if ours is not None and theirs:
            each.append(ours / max(theirs))
    return Ratio(ratio=median(each), least=min(each), most=max(each)) if each else None


def _agreement(left: Sequence[Run], right: Sequence[Run], *, is_whole: bool) -> Agreement:
    """Compare replies pairwise; without `is_whole` the shorter one says how far."""
    by_place = {(run.prompt, run.repeat): run.ids for run in left}
    pairs = [(by_place[run.prompt, run.repeat], run.ids) for run in right]
    commons = [_common(*pair) for pair in pairs]
    pick = max if is_whole else min
    same = [common == pick(map(len, pair)) for common, pair in zip(commons, pairs, strict=True)]
    return Agreement(num_same=sum(same), num_pairs=len(pairs), least_common=min(commons, default=0))


def _common(left: Sequence[int], right: Sequence[int]) -> int:
    pairs = enumerate(zip(left, right, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(left), len(right)))
