"""The most likely id of each row, and how sure that is.

bfloat16 logits are coarse (steps of an eighth near 20), so the best two are often the same number.
Where that is so the rivals are scored again in float32, and the lowest id wins what is still a
tie; the answer is then the same whichever way the row was computed.
"""

from collections.abc import Iterable, Sequence
from math import inf, isnan

import torch
from torch import Tensor

from engine.models.cached import CachedModel
from engine.processors import Processors
from engine.record import record

NEAR_TIE_STEPS = 2.0
_BLOCK = 256


@record
class Choice:
    """An id, and where it was a near-tie how far ahead of the second it is, in logits."""

    id: int
    gap: float | None


class GreedyRows:
    """The rows of the target's last pass, to be chosen from one at a time.

    Args:
        target: whose last `extend` gave the logits.
        logits: (T, V) float32, as it gave them.
        rows: (T, W) the same, processed.
        processors: what made rows of logits.
    """

    def __init__(
        self, target: CachedModel, logits: Tensor, rows: Tensor, *, processors: Processors
    ) -> None:
        self._target = target
        self._logits = logits
        self._rows = rows
        self._processors = processors
        self._blocks = _best_of_blocks(rows)
        self._bests = list(map(max, self._blocks))

    @property
    def are_sound(self) -> bool:
        """Whether all rows are numbers, and leave an id each."""
        # What is banned is minus infinity; a sum with a NaN in it is NaN, wherever that stands.
        return all(-inf < best < inf for best in self._bests) and not isnan(
            sum(map(sum, self._blocks))
        )

    def choose(self, row: int, *, following: Sequence[int]) -> Choice:
        """Choose for a sound row.

        Args:
            row: 0 to T - 1.
            following: the ids it comes after that are not committed.
        """
        target = self._target
        steps = NEAR_TIE_STEPS * target.rounding
        ids = self._contenders(row, steps)
        if len(ids) == 1:
            return Choice(ids[0], None)
        rivals = torch.tensor(ids, device=self._rows.device)
        closer = self._logits[row].clone()
        closer[rivals] = target.rescore(row, ids).to(closer.device)
        scores = self._processors.apply(closer, following)[rivals]
        best, second = scores.topk(2).values.tolist()
        winner = rivals[(scores == best).nonzero()[0, 0]]
        return Choice(int(winner), best - second)

    def _contenders(self, row: int, steps: float) -> list[int]:
        """Find the ids of a row that come within a share of the best, ascending.

        Only blocks that reach far enough are looked into. In numbers, not tensors: after a pass
        has emptied the caches each further call of torch costs some thirty microseconds.
        """
        bests, best = self._blocks[row], self._bests[row]
        least = best - steps * abs(best)
        ids: list[int] = []
        for block in _places_from(least, bests, best):
            start = block * _BLOCK
            values = self._rows[row, start : start + _BLOCK].tolist()
            ids += [start + place for place in _places_from(least, values, bests[block])]
        return ids


def _places_from(least: float, values: list[float], best: float) -> Iterable[int]:
    """Find the places of values from `least` on, ascending; mostly `best` stands alone.

    Args:
        best: the largest, `least` or more.
    """
    place = values.index(best)
    others = values.copy()
    others[place] = -inf
    if max(others) < least:
        return (place,)
    return [place for place, value in enumerate(values) if value >= least]


def _best_of_blocks(rows: Tensor) -> list[list[float]]:
    """Find the largest logit of each block of rows (T, V), NaN where a block has one; the last
    block may be shorter."""
    width = rows.shape[1]
    rest = width % _BLOCK
    whole = rows[:, : width - rest] if rest else rows
    bests: list[list[float]] = whole.view(rows.shape[0], -1, _BLOCK).amax(2).tolist()
    if rest:
        for row, best in enumerate(rows[:, width - rest :].amax(1).tolist()):
            bests[row].append(best)
    return bests
