"""What the making of a draft tells on its way: frozen values for a console or a window.

Imports no torch, so that whoever shows them need not wait for it.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum


class TrainingStage(StrEnum):
    """What is being done."""

    WRITING = "writing"
    """The target writes conversations."""
    LEARNING = "learning"
    """The head learns from them."""
    KEEPING = "keeping"
    """The head is packed and kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Acceptance:
    """Chances that a drafted token stands, for places 1, 2, ... given those before it.

    Args:
        greedy: on greedy answers.
        sampled: on sampled ones, under the rejection rule.
        coupled: the first place of those, under the coupled rule.
        coverage: share of held-out answers' ids that the vocabulary has.
        num_tokens: answers' ids that were looked at.
    """

    greedy: tuple[float, ...]
    sampled: tuple[float, ...]
    coupled: float
    coverage: float
    num_tokens: int

    def mean_length(self, num_draft_tokens: int) -> float:
        """Expect so many tokens of a round with greedy drafts of this length."""
        total = reach = 1.0
        for rate in self.greedy[:num_draft_tokens]:
            reach *= rate
            total += reach
        return total

    def to_json(self) -> dict[str, object]:
        """Put the figures into words for a file."""
        return asdict(self)

    @classmethod
    def from_json(cls, kept: object) -> "Acceptance | None":
        """Read figures from a file; None where they are not understood."""
        match kept:
            case {
                "greedy": [*greedy],
                "sampled": [*sampled],
                "coupled": float(coupled),
                "coverage": float(coverage),
                "num_tokens": int(num_tokens),
            } if _are_rates([*greedy, *sampled, coupled, coverage]):
                return cls(
                    greedy=tuple(greedy),
                    sampled=tuple(sampled),
                    coupled=coupled,
                    coverage=coverage,
                    num_tokens=num_tokens,
                )
        return None


def _are_rates(values: Sequence[object]) -> bool:
    # A sum of float32 chances may lie a hair above 1.
    return all(isinstance(value, float) and 0.0 <= value <= 1.001 for value in values)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingProgress:
    """How far the making of a draft is.

    Args:
        stage: what is being done.
        share: of the stage that is done, 0 .. 1.
        seconds_left: of the stage, or None while that is unknown.
        num_tokens: ids written, or positions learnt from.
        tokens_per_s: of this run.
        acceptance: while learning, the chance that a token stands on the text just learnt.
        held_out: the latest figures on text that is not learnt.
    """

    stage: TrainingStage
    share: float
    seconds_left: float | None = None
    num_tokens: int = 0
    tokens_per_s: float = 0.0
    acceptance: tuple[float, ...] = ()
    held_out: Acceptance | None = None
