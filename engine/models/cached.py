"""A model, its cache and the ids in that cache, kept in step.

`len(ids)` equals the cache's length, always: that one rule makes regenerate, edit, Stop and the
next turn need no code of their own. Target and draft are two instances. Knows no text and no
sampling.
"""

from collections.abc import Sequence
from typing import Protocol

import torch
from torch import Tensor

from engine.errors import NotCroppable


class Backend(Protocol):
    """What runs a pass: the lean decoder, or transformers' forward."""

    capacity: int
    """Positions the cache can hold."""
    can_crop: bool
    """Whether positions can be taken back."""
    num_rows: int
    """Rows of the embedding and of the logits."""
    device: torch.device
    chunk: int
    """Ids of a prompt to read in one pass: many enough to be quick, few enough for Stop."""
    rounding: float
    """Relative step between neighbouring logits."""
    keeps_bits: bool
    """Whether a row's logits are the same bits in whatever pass it is computed."""

    @property
    def num_cached(self) -> int:
        """Positions the cache holds, as the backend itself counts them."""

    def forward(self, ids: Tensor, start: int, *, num_logits: int) -> Tensor:
        """Run ids (T,) from position `start`; give the last `num_logits` rows (n, V) float32."""

    def rescore(self, row: int, ids: Tensor) -> Tensor:
        """Compute logits (n,) of ids (n,) in float32 for a row of the last pass."""

    def crop(self, length: int) -> None:
        """Forget positions from `length` on; 0 empties the cache."""


class CachedModel:
    """The only owner of a backend's cache.

    Args:
        backend: with an empty cache.
        name: for error messages.
    """

    def __init__(self, backend: Backend, *, name: str) -> None:
        self.backend = backend
        self.name = name
        self._ids: list[int] = []

    @property
    def ids(self) -> Sequence[int]:
        """The ids in the cache, oldest first."""
        return self._ids

    @property
    def length(self) -> int:
        """Positions in use."""
        return len(self._ids)

    @property
    def capacity(self) -> int:
        """Positions there are."""
        return self.backend.capacity

    @property
    def chunk(self) -> int:
        """Ids of a prompt to read in one pass, so that Stop never waits long."""
        return self.backend.chunk

    @property
    def rounding(self) -> float:
        """Relative step between neighbouring logits; what is closer is decided by rescoring."""
        return self.backend.rounding

    @property
    def can_crop(self) -> bool:
        """Whether tokens can be taken back."""
        return self.backend.can_crop

    @property
    def num_rows(self) -> int:
        """Ids it has logits for."""
        return self.backend.num_rows

    def num_common(self, sequence: Sequence[int]) -> int:
        """Count the positions `sync` would keep."""
        kept = common_prefix(self._ids, sequence)
        return kept if kept == len(self._ids) or self.can_crop else 0

    def sync(self, sequence: Sequence[int]) -> int:
        """Keep what the cache and `sequence` have in common at their start.

        A cache that cannot be rolled back is emptied instead.

        Returns:
            How many positions are kept; the caller extends with `sequence[kept:]`.
        """
        kept = self.num_common(sequence)
        self.crop_to(kept)
        return kept

    def extend(self, ids: Sequence[int], *, num_logits: int | None = None) -> Tensor:
        """Run ids after what is cached and keep them.

        Args:
            ids: one or more, fitting the capacity; an id the embedding lacks is fed as 0.
            num_logits: for how many of the last ids logits are wanted, by default all.

        Returns:
            (num_logits, V) float32.
        """
        rows = self.backend.num_rows
        fed = torch.tensor(
            [id if id < rows else 0 for id in ids], dtype=torch.long, device=self.backend.device
        )
        wanted = len(ids) if num_logits is None else num_logits
        start = len(self._ids)
        # Should the pass fail half-way, what it wrote lies past the length and is never read.
        logits = self.backend.forward(fed, start, num_logits=wanted)
        self._ids.extend(ids)
        return logits

    def rescore(self, row: int, ids: Sequence[int]) -> Tensor:
        """Compute logits (n,) of ids in float32, for a row of the last `extend`'s logits."""
        index = torch.tensor(list(ids), dtype=torch.long, device=self.backend.device)
        return self.backend.rescore(row, index)

    def crop_to(self, length: int) -> None:
        """Forget everything from position `length` on.

        Raises:
            NotCroppable: the cache cannot be rolled back, and `length` is neither its own nor 0.
        """
        if length >= len(self._ids):
            return
        if length > 0 and not self.backend.can_crop:
            raise NotCroppable(model=self.name)
        self.backend.crop(length)
        del self._ids[length:]


def common_prefix(left: Sequence[int], right: Sequence[int]) -> int:
    """Count the elements two sequences share at their start."""
    shortest = min(len(left), len(right))
    if list(left[:shortest]) == list(right[:shortest]):
        return shortest
    return next(index for index in range(shortest) if left[index] != right[index])
