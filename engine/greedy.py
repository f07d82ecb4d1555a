"""The most likely id of each row, and how sure that is.

bfloat16 logits are coarse (steps of an eighth near 20), so the best two are often the same number.
Where that is so the rivals are scored again in float32, and the lowest id wins what is still a
tie; the answer is then the same whichever way the row was computed.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import inf

import torch
from torch import Tensor

from engine.models.cached import CachedModel
from engine.processors import Processors
from engine.record import record

NEAR_TIE_STEPS = 2.0


@record
class Choice:
    """An id, and where it was a near-tie how far ahead of the second it is, in logits."""

    id: int
    gap: float | None


def two_best_here(rows: Tensor) -> Iterator[tuple[int, float, float]]:
    """Find the lowest id with the largest logit of each row (T, W) in the processor's memory.

    NaN is larger than any number.

    Yields:
        The id, its logit, and the largest of the others.
    """
    # Row by row: for all at once rows that are cut would be copied first.
    for row in rows.numpy():
        id = int(row.argmax())
        best = row.item(id)
        row[id] = -inf
        second = row.item(row.argmax())
        row[id] = best
        yield id, best, second


def two_best_elsewhere(rows: Tensor) -> Iterator[tuple[int, float, float]]:
    """Find as `two_best_here` does, where copying all rows would cost more; of equal logits any
    id, since those are decided otherwise."""
    values, ids = rows.topk(2, dim=1)
    for (best, second), (id, _) in zip(values.tolist(), ids.tolist(), strict=True):
        yield id, best, second


class GreedyRows:
    """The rows of the target's last pass, to be chosen from one at a time.

    Looked at in NumPy: after a pass has emptied the caches each call of torch costs some thirty
    microseconds, whatever it does.

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
        steps = NEAR_TIE_STEPS * target.rounding
        self._bests: list[float] = []
        self._ids: list[int] = []
        self._near: dict[int, float] = {}
        """By row with a close call, the least logit that takes part in it."""
        self.num_near_ties = 0
        """How many choices were close calls."""
        two_best = two_best_here if rows.device.type == "cpu" else two_best_elsewhere
        for number, (id, best, second) in enumerate(two_best(rows)):
            self._ids.append(id)
            self._bests.append(best)
            least = best - steps * abs(best)
            if second >= least:
                self._near[number] = least

    @property
    def are_sound(self) -> bool:
        """Whether all rows are numbers, and leave an id each."""
        # NaN is the largest there is; what is banned is minus infinity.
        return all(-inf < best < inf for best in self._bests)

    def choices(self, draft_ids: Sequence[int]) -> Iterable[int]:
        """Give what is chosen for each sound row, each one's draft token standing.

        Args:
            draft_ids: T - 1 ids.
        """
        if not self._near:
            return self._ids
        rows = range(len(draft_ids) + 1)
        return (self.choose(row, following=draft_ids[:row]).id for row in rows)

    def choose(self, row: int, *, following: Sequence[int]) -> Choice:
        """Choose for a sound row.

        Args:
            row: 0 to T - 1.
            following: the ids it comes after that are not committed.
        """
        least = self._near.get(row)
        if least is None:
            return Choice(self._ids[row], None)
        # In float64, as the second was held against it.
        near = (self._rows[row].cpu().double() >= least).nonzero().flatten()
        ids: list[int] = near.tolist()
        rivals = torch.tensor(ids, device=self._rows.device)
        closer = self._logits[row].clone()
        closer[rivals] = self._target.rescore(row, ids).to(closer.device)
        scores = self._processors.apply(closer, following)[rivals]
        best, second = scores.topk(2).values.tolist()
        self.num_near_ties += 1
        winner = rivals[(scores == best).nonzero()[0, 0]]
        return Choice(int(winner), best - second)
