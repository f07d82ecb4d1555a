"""The most likely id of each row, and how sure that is.

bfloat16 logits are coarse (steps of an eighth near 20), so the best two are often the same number.
Where that is so the rivals are scored again in float32, and the lowest id wins what is still a
tie; the answer is then the same whichever way the row was computed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from engine.models.cached import CachedModel
from engine.processors import Processors

NEAR_TIE_STEPS = 2.0
_BLOCK = 256


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
) -> Iterator[Choice]:
    """Choose for the rows of the target's last pass, each as it is asked for.

    Args:
        target: whose last `extend` gave the logits.
        logits: (T, V) float32, as it gave them.
        rows: (T, W) the same, processed.
        following: the drafted ids that the last row comes after, T - 1 or more.
        processors: what made rows of logits.
    """
    first = len(following) + 1 - rows.shape[0]
    steps = NEAR_TIE_STEPS * target.rounding
    for row, bests in enumerate(_best_of_blocks(rows)):
        ids = _contenders(rows[row], bests, steps=steps)
        if len(ids) == 1:
            yield Choice(ids[0], None)
            continue
        rivals = torch.tensor(ids, device=rows.device)
        closer = logits[row].clone()
        closer[rivals] = target.rescore(row, ids).to(closer.device)
        scores = processors.apply(closer, following[: first + row])[rivals]
        best, second = scores.topk(2).values.tolist()
        winner = rivals[(scores == best).nonzero()[0, 0]]
        yield Choice(int(winner), best - second)


def _best_of_blocks(rows: Tensor) -> list[list[float]]:
    """Find the largest logit of each block of rows (T, V); the last block may be shorter."""
    width = rows.shape[1]
    num_whole = width - width % _BLOCK
    bests: list[list[float]] = rows[:, :num_whole].view(rows.shape[0], -1, _BLOCK).amax(2).tolist()
    if num_whole < width:
        for row, rest in enumerate(rows[:, num_whole:].amax(1).tolist()):
            bests[row].append(rest)
    return bests


def _contenders(row: Tensor, bests: list[float], *, steps: float) -> list[int]:
    """Find the ids of a row that come within a share of the best, ascending.

    Only blocks that reach far enough are looked into. In numbers, not tensors: after a pass has
    emptied the caches each further call of torch costs some thirty microseconds.

    Args:
        row: (V,) float32 without NaN.
        bests: of its blocks.
        steps: the share.
    """
    best = max(bests)
    least = best - steps * abs(best)
    ids: list[int] = []
    for block in [block for block, reached in enumerate(bests) if reached >= least]:
        start = block * _BLOCK
        values = row[start : start + _BLOCK].tolist()
        ids += [start + place for place, value in enumerate(values) if value >= least]
    return ids
