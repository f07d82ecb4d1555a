"""The most likely id of each row, and how sure that is.

bfloat16 logits are coarse (steps of an eighth near 20), so the best two are often the same number.
Where that is so the rivals are scored again in float32, and the lowest id wins what is still a
tie; the answer is then the same whichever way the row was computed.
"""

from collections.abc import Sequence
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
) -> list[Choice]:
    """Choose for the rows of the target's last pass.

    Args:
        target: whose last `extend` gave the logits.
        logits: (T, V) float32, as it gave them.
        rows: (T, W) the same, processed.
        following: the drafted ids that the last row comes after, T - 1 or more.
        processors: what made rows of logits.
    """
    first = len(following) + 1 - rows.shape[0]
    contenders = _contenders(rows, steps=NEAR_TIE_STEPS * target.rounding)
    choices = []
    for row, ids in enumerate(contenders):
        if len(ids) == 1:
            choices.append(Choice(ids[0], None))
            continue
        rivals = torch.tensor(ids, device=rows.device)
        closer = logits[row].clone()
        closer[rivals] = target.rescore(row, ids).to(closer.device)
        scores = processors.apply(closer, following[: first + row])[rivals]
        best, second = scores.topk(2).values.tolist()
        winner = rivals[(scores == best).nonzero()[0, 0]]
        choices.append(Choice(int(winner), best - second))
    return choices


def _contenders(rows: Tensor, *, steps: float) -> list[list[int]]:
    """Find the ids of each row that come within a share of the best, ascending.

    The best of each block first, then a look into the blocks that reach far enough: a fifth of the
    time of looking at every place.

    Args:
        rows: (T, V) float32 without NaN.
        steps: the share.
    """
    num_rows, width = rows.shape
    num_whole = width - width % _BLOCK
    blocks = rows[:, :num_whole].view(num_rows, -1, _BLOCK).amax(2)
    if num_whole < width:
        blocks = torch.cat((blocks, rows[:, num_whole:].amax(1, keepdim=True)), dim=1)
    best = blocks.amax(1, keepdim=True)
    least = best - steps * best.abs()
    contenders: list[list[int]] = [[] for _ in range(num_rows)]
    for row, block in (blocks >= least).nonzero().tolist():
        start = block * _BLOCK
        places = (rows[row, start : start + _BLOCK] >= least[row]).nonzero().flatten().tolist()
        contenders[row] += [start + place for place in places]
    return contenders
