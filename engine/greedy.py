"""The most likely id of each row, and how sure that is.

bfloat16 logits are coarse (steps of an eighth near 20), so the best two are often the same number.
Where that is so the rivals are scored again in float32, and the lowest id wins what is still a
tie; the answer is then the same whichever way the row was computed.
"""

from collections.abc import Iterator, Sequence
from math import inf, isnan
from typing import Any

import numpy as np
import torch
from torch import Tensor

from engine.models.cached import CachedModel
from engine.processors import Processors

NEAR_TIE_STEPS = 2.0
Row = np.ndarray[Any, np.dtype[np.float32]]


def two_best_here(row: Row) -> tuple[int, float, float]:
    """Find the lowest id with the largest logit of a row (W,) in the processor's memory.

    NaN is larger than any number.

    Returns:
        The id, its logit, and the largest of the others.
    """
    id = int(row.argmax())
    best = row.item(id)
    row[id] = -inf
    second = row.item(row.argmax())
    row[id] = best
    return id, best, second


def two_best_elsewhere(rows: Tensor) -> Sequence[tuple[int, float, float]]:
    """Find as `two_best_here` does for all rows (T, W), where copying them would cost more; of
    equal logits any id, since those are decided otherwise."""
    values, ids = rows.topk(2, dim=1)
    found = zip(values.tolist(), ids.tolist(), strict=True)
    return [(id, best, second) for (best, second), (id, _) in found]


def are_sound(rows: Tensor) -> bool:
    """Whether all rows (T, W) are numbers, and leave an id each."""
    # Row by row: for all at once rows that are cut would be copied first.
    bests = (row.amax() for row in rows) if rows.is_cpu else rows.amax(1)
    return all(_is_sound(float(best)) for best in bests)


def _is_sound(best: float) -> bool:
    # NaN is the largest there is; what is banned is minus infinity.
    return -inf < best < inf


class GreedyRows:
    """The rows of the target's last pass, chosen from one after another.

    Looked at in NumPy: after a pass has emptied the caches each call of torch costs some thirty
    microseconds, whatever it does. And only when asked for: what costs is the first look at a row,
    and nobody asks for those behind a refused token.

    Args:
        target: whose last `extend` gave the logits.
        logits: (T, V) float32, as it gave them.
        rows: (T, W) the same, processed.
        processors: what made rows of logits.
        following: ids that are not committed, T - 1 or more: the last row comes after all of them,
            and each other one after one less.
    """

    def __init__(
        self,
        target: CachedModel,
        logits: Tensor,
        rows: Tensor,
        *,
        processors: Processors,
        following: Sequence[int],
    ) -> None:
        self._target = target
        self._logits = logits
        self._rows = rows
        self._processors = processors
        self._following = following
        self._steps = NEAR_TIE_STEPS * target.rounding
        self._here: Row | None = None
        self._looks: Sequence[tuple[int, float, float]] = ()
        # Asked for its device, a tensor makes one.
        if rows.is_cpu:
            self._here = rows.numpy()
        else:
            self._looks = two_best_elsewhere(rows)
        self.are_sound = True
        """Whether the rows chosen from were numbers, and left an id each."""
        self.gaps: dict[int, float] = {}
        """By row where the choice was a close call, how far ahead of the second it was."""

    def choices(self) -> Iterator[int]:
        """Choose for row after row, each when it is asked for."""
        return map(self.choose, range(len(self._looks if self._here is None else self._here)))

    def choose(self, row: int) -> int:
        """Choose for a row; what is chosen for one that is not sound means nothing."""
        if self._here is not None:
            id, best, second = two_best_here(self._here[row])
        else:
            id, best, second = self._looks[row]
        least = best - self._steps * abs(best)
        if not _is_sound(best):
            self.are_sound = False
        elif second >= least:
            return self._settle(row, least)
        return id

    @property
    def leave_numbers(self) -> bool:
        """Whether the pass has left numbers in the cache, also behind the rows chosen from.

        One id whose keys or values are none spoils its own row and all after it, wholly.
        """
        if self._here is None or not self._processors.is_idle:
            return not isnan(self._logits[-1, 0].item())
        return not isnan(self._here[-1, 0])

    def _settle(self, row: int, least: float) -> int:
        """Choose among those of a row's logits that are no less than `least`."""
        following = self._following[: len(self._following) + 1 - len(self._rows) + row]
        # In float64, as the second was held against it.
        near = (self._rows[row].cpu().double() >= least).nonzero().flatten()
        ids: list[int] = near.tolist()
        rivals = torch.tensor(ids, device=self._rows.device)
        closer = self._logits[row].clone()
        closer[rivals] = self._target.rescore(row, ids).to(closer.device)
        scores = self._processors.apply(closer, following)[rivals]
        best, second = scores.topk(2).values.tolist()
        self.gaps[row] = best - second
        winner = rivals[(scores == best).nonzero()[0, 0]]
        return int(winner)
