"""Finished comparisons as values, and what several of them say together.

Speeds are summed up as medians and their ratio, so that one odd run decides nothing. A run whose
ratio drafts cannot explain is refused: it counts for nothing, and is shown so. Knows no widget.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from app.busy import BUSY_SHARE
from app.compare.prompts import PromptKind
from app.language.text import translate
from app.model_control import OWN_DRAFT_NAME
from app.speed.plausibility import is_plausible


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedRun:
    """One prompt, answered both ways once. No word of prompt or reply is part of it.

    Args:
        id: its row in the history, 0 before it is kept.
        series: what was asked for at once has one name.
        at: when it ended, in unix seconds.
        target, form: the model, and how its weights are held, such as "int4".
        draft: what writes ahead beside words seen before, or an empty text.
        device: what it ran on, for people.
        kind, prompt: what was asked; `prompt` tells those of a set apart.
        temperature: 0 is greedy.
        is_speculative_first: the order of the two ways.
        plain_tokens_per_s, speculative_tokens_per_s: 0 where a reply was too short to tell.
        plain_first_token_s, speculative_first_token_s: time to the first token.
        num_tokens: of the speculative reply.
        acceptance_rate: 0 .. 1; None where nothing was drafted.
        tokens_a_round: of the speculative reply; 0 where it has no round.
        num_compared: tokens that are alike from the start.
        first_difference: index of the first token that differs, or None.
        is_same_text_promised: whether the two texts have to be alike, near-ties apart.
        others_share: of the whole processor, what other programs took meanwhile; None where that
            is not known.
    """

    id: int = 0
    series: str
    at: float
    target: str
    form: str
    draft: str
    device: str
    kind: PromptKind
    prompt: str
    temperature: float
    is_speculative_first: bool
    plain_tokens_per_s: float
    speculative_tokens_per_s: float
    plain_first_token_s: float
    speculative_first_token_s: float
    num_tokens: int
    acceptance_rate: float | None
    tokens_a_round: float
    num_compared: int
    first_difference: int | None
    is_same_text_promised: bool
    others_share: float | None

    @property
    def ratio(self) -> float:
        """Speculative over plain tokens/s; 0 where either is not known."""
        if not self.plain_tokens_per_s or not self.speculative_tokens_per_s:
            return 0.0
        return self.speculative_tokens_per_s / self.plain_tokens_per_s

    @property
    def is_refused(self) -> bool:
        """Whether it tells nothing: too short, or faster than drafts can make it."""
        return not is_plausible(self.ratio, self.tokens_a_round)

    @property
    def is_busy(self) -> bool:
        """Whether something else kept the computer busy meanwhile."""
        is_shared = self.others_share is not None and self.others_share > BUSY_SHARE
        return is_shared or (self.ratio > 0.0 and self.is_refused)

    @property
    def pair(self) -> str:
        """Target and draft, for people."""
        # Kept as the program says it, whatever language was in force.
        is_own = self.draft == OWN_DRAFT_NAME
        draft = translate("Models", OWN_DRAFT_NAME) if is_own else self.draft
        return f"{self.target} + {draft}" if draft else self.target


@dataclass(frozen=True, slots=True)
class Spread:
    """The middle of several figures, and the lowest and highest of them."""

    median: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What several runs say.

    Args:
        runs: all of them, the refused ones included.
        plain, speculative: tokens/s.
        ratio: of the medians of one prompt; of several prompts the median of theirs. 0 where no
            run tells anything.
        lowest, highest: of the runs' ratios, or of the prompts' where there are several.
        acceptance_rate: the median; None where nothing was drafted.
        num_prompts: that tell something.
        num_told: runs that tell something.
    """

    runs: tuple[ComparedRun, ...]
    plain: Spread
    speculative: Spread
    ratio: float
    lowest: float
    highest: float
    acceptance_rate: float | None
    num_prompts: int
    num_told: int

    @property
    def num_busy(self) -> int:
        """Runs during which the computer was busy, refused ones included."""
        return sum(run.is_busy for run in self.runs)

    @property
    def num_different(self) -> int:
        """Runs whose two texts part, though they should not."""
        return sum(
            run.first_difference is not None for run in self.runs if run.is_same_text_promised
        )

    @property
    def num_alike(self) -> int:
        """Runs whose two texts are alike, as they should be."""
        promised = [run for run in self.runs if run.is_same_text_promised]
        return len(promised) - self.num_different


_NONE = Spread(0.0, 0.0, 0.0)


def summarise(runs: Sequence[ComparedRun]) -> Summary:
    """Sum runs up; one or more."""
    told = [run for run in runs if not run.is_refused]
    rates = [run.acceptance_rate for run in told or runs if run.acceptance_rate is not None]
    by_prompt = _by_prompt(told)
    if len(by_prompt) > 1:
        ratios = [_ratio_of_medians(group) for group in by_prompt]
        ratio = median(ratios)
    else:
        ratios = [run.ratio for run in told]
        ratio = _ratio_of_medians(told) if told else 0.0
    return Summary(
        runs=tuple(runs),
        plain=_spread([run.plain_tokens_per_s for run in told]),
        speculative=_spread([run.speculative_tokens_per_s for run in told]),
        ratio=ratio,
        lowest=min(ratios, default=0.0),
        highest=max(ratios, default=0.0),
        acceptance_rate=median(rates) if rates else None,
        num_prompts=len(by_prompt),
        num_told=len(told),
    )


def grouped(runs: Iterable[ComparedRun]) -> dict[tuple[str, PromptKind], list[ComparedRun]]:
    """Put runs that were asked for at once together, by kind of prompt, in their order."""
    groups: dict[tuple[str, PromptKind], list[ComparedRun]] = {}
    for run in runs:
        groups.setdefault((run.series, run.kind), []).append(run)
    return groups


def _by_prompt(runs: Sequence[ComparedRun]) -> list[list[ComparedRun]]:
    groups: dict[tuple[str, str, str], list[ComparedRun]] = {}
    for run in runs:
        # A question of somebody's own has no name that lasts beyond its series.
        series = "" if run.prompt else run.series
        groups.setdefault((run.kind, run.prompt, series), []).append(run)
    return list(groups.values())


def _ratio_of_medians(runs: Sequence[ComparedRun]) -> float:
    plain = median(run.plain_tokens_per_s for run in runs)
    return median(run.speculative_tokens_per_s for run in runs) / plain


def _spread(values: Sequence[float]) -> Spread:
    return Spread(median(values), min(values), max(values)) if values else _NONE
