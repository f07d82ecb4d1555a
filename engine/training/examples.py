"""The corpus as examples: which are held out, in which order the others come, and batches of them.

The order is a function of seed and number of the batch, so that training can go on anywhere.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from engine.training.conversation import Kind
from engine.training.corpus import Corpus, Shard
from engine.training.recipe import mixed_seed

_HELD_OUT_EVERY, _HELD_OUT_PLACE = 20, 7
_WEIGHTS = {
    Kind.GIVEN: 0.0,
    Kind.QUESTION: 0.25,
    Kind.GREEDY: 1.0,
    Kind.SAMPLED: 1.0,
    Kind.WARM: 0.7,
    Kind.LOOP: 0.0,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Some conversations; n entries are two less than their ids.

    Args:
        features: (B, n, taps * hidden) bfloat16, of ids 0 .. n - 1.
        ids: (B, n + 2) int64.
        targets: (B, n, hidden) bfloat16, the target's last features of ids 1 .. n.
        kinds: (B, n) uint8, of ids 2 .. n + 1: those to foretell.
    """

    features: Tensor
    ids: Tensor
    targets: Tensor
    kinds: Tensor

    def weights(self, step_weights: tuple[float, ...]) -> Tensor:
        """Say what each entry counts in each step: (steps, B, n) float32."""
        table = torch.tensor([_WEIGHTS[kind] for kind in Kind])
        of_kind = table[self.kinds.long()]
        weights = torch.stack([of_kind * weight for weight in step_weights])
        for step in range(len(step_weights)):
            weights[step, :, :step] = 0.0
        return weights


class Examples:
    """All conversations of a corpus.

    Args:
        corpus: with one shard at least.
        hidden_size: of the target.
        seed: of the order.
    """

    def __init__(self, corpus: Corpus, *, hidden_size: int, seed: int) -> None:
        self._shards: list[Shard] = [corpus.read(number) for number in corpus.numbers()]
        self._hidden_size = hidden_size
        self._seed = seed
        places = [
            (number, row)
            for number, shard in enumerate(self._shards)
            for row in range(shard.ids.shape[0])
        ]
        # A corpus of a few conversations holds out one of them all the same.
        spacing = min(_HELD_OUT_EVERY, max(2, len(places)))
        held = [n % spacing == min(_HELD_OUT_PLACE, spacing - 1) for n in range(len(places))]
        self.held_out = [place for place, is_held in zip(places, held, strict=True) if is_held]
        self.learnt = [place for place, is_held in zip(places, held, strict=True) if not is_held]
        self._latest: tuple[int, list[int]] = -1, []

    @property
    def length(self) -> int:
        """Ids of a conversation."""
        return self._shards[0].ids.shape[1]

    def batch(self, places: list[tuple[int, int]]) -> Batch:
        """Read some conversations."""
        picked = [
            (self._shards[n].ids[row], self._shards[n].kinds[row], self._shards[n].features[row])
            for n, row in places
        ]
        ids, kinds, features = (torch.stack(parts) for parts in zip(*picked, strict=True))
        return Batch(
            features=features[:, :-2],
            ids=ids.long(),
            targets=features[:, 1:-1, -self._hidden_size :],
            kinds=kinds[:, 2:],
        )

    def training_batch(self, number: int, size: int) -> Batch:
        """Read batch `number` of those of `size` conversations."""
        count = len(self.learnt)
        places = []
        for index in range(number * size, (number + 1) * size):
            epoch, within = divmod(index, count)
            places.append(self.learnt[self._order(epoch)[within]])
        return self.batch(places)

    def _order(self, epoch: int) -> list[int]:
        known, order = self._latest
        if known != epoch:
            generator = torch.Generator().manual_seed(mixed_seed(self._seed, epoch))
            order = torch.randperm(len(self.learnt), generator=generator).tolist()
            # Replaced in one go: threads ask for two of them where one ends.
            self._latest = epoch, order
        return order
