"""The most likely id of each row, and how sure that is.

bfloat16 logits are coarse (steps of an eighth near 20), so the best two are often the same number.
Where that is so the rivals are scored again in float32, and the lowest id wins what is still a
tie; the answer is then the same whichever way the row was computed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from torch import Tensor

from engine.models.cached import CachedModel
from engine.processors import Processors

NEAR_TIE_STEPS = 2.0


@dataclass(frozen=True, slots=True)
class Choice:
    """An id, and where it was a near-tie how far ahead of the second it is, in logits."""

    id: int
    gap: float | None


def greedy_choices(
    target: CachedModel,
    logits: Tensor,
    rows: Tensor,
    *,
    following: Sequence[int],
    processors: Processors,
) -> list[Choice]:
    """Choose for the rows of the target's last pass.

    Args:
        target: whose last `extend` gave the logits.
        logits: (T, V) float32, as it gave them.
        rows: (T, W) the same, processed.
        following: the ids that row i comes after are `following[:i]`.
        processors: what made rows of logits.
    """
    best = rows.amax(1, keepdim=True)
    margins = NEAR_TIE_STEPS * target.rounding * best.abs()
    is_rival = rows >= best - margins
    choices = [Choice(id, None) for id in rows.argmax(1).tolist()]
    close = [row for row, count in enumerate(is_rival.sum(1).tolist()) if count > 1]
    for row in close:
        rivals = is_rival[row].nonzero().squeeze(1)
        closer = logits[row].clone()
        closer[rivals] = target.rescore(row, rivals.tolist()).to(closer.device)
        scores = processors.apply(closer, following[:row])[rivals]
        first, second = scores.topk(2).values.tolist()
        winner = rivals[(scores == first).nonzero()[0, 0]]
        choices[row] = Choice(int(winner), first - second)
    return choices
