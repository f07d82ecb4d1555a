"""A model, its cache and the ids in that cache, kept in step.

`len(ids)` equals the cache's length, always: that one rule makes regenerate, edit, Stop and the
next turn need no code of their own. Target and draft are two instances. Knows no text and no
sampling.
"""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import torch
from torch import Tensor

from engine.device_ids import DeviceIds, to_device
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


@runtime_checkable
class DeviceBackend(Backend, Protocol):
    """A backend whose rows can be chosen from where they lie, without waiting for them."""

    can_rescore_each: bool
    """Whether a few rescored ids for every row are cheap."""

    def rescore_each(self, ids: Tensor) -> Tensor:
        """Compute logits (T, R) of ids (T, R) in float32, for the T rows of the last pass."""


class CachedModel:
    """The only owner of a backend's cache.

    Args:
        backend: with an empty cache.
        name: for error messages.
    """

    def __init__(self, backend: Backend, *, name: str) -> None:
        self.backend = backend
        self.name = name
        self.rounding = backend.rounding
        """Relative step between neighbouring logits; what is closer is decided by rescoring."""
        self._ids: list[int] = []
        self._unread: DeviceIds | None = None
        self._num_unread = 0

    @property
    def ids(self) -> Sequence[int]:
        """The ids in the cache, oldest first."""
        self._read()
        return self._ids

    @property
    def length(self) -> int:
        """Positions in use."""
        return len(self._ids) + self._num_unread

    @property
    def capacity(self) -> int:
        """Positions there are."""
        return self.backend.capacity

    @property
    def chunk(self) -> int:
        """Ids of a prompt to read in one pass, so that Stop never waits long."""
        return self.backend.chunk

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
        kept = common_prefix(self.ids, sequence)
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
        fed = to_device(
            [id if id < rows else 0 for id in ids], self.backend.device, dtype=torch.long
        )
        wanted = len(ids) if num_logits is None else num_logits
        self._read()
        start = len(self._ids)
        # Should the pass fail half-way, what it wrote lies past the length and is never read.
        logits = self.backend.forward(fed, start, num_logits=wanted)
        self._ids.extend(ids)
        return logits

    def extend_unread(
        self, known: Sequence[int], unread: DeviceIds, *, count: int, num_logits: int
    ) -> Tensor:
        """Run known ids, then ids that lie on the device and that nobody has to see for it.

        Args:
            known: ids as for `extend`, or none.
            unread: all of them below the number of embeddings.
            count: how many of them; with no known ones they follow those that ran before.
            num_logits: for how many of the last ids logits are wanted.

        Returns:
            (num_logits, V) float32.
        """
        if known or self._unread is not unread:
            self._read()
            self._unread = unread
        first = self._num_unread
        fed = unread.tensor[first : first + count]
        if known:
            fed = torch.cat((to_device(known, fed.device, dtype=torch.long), fed))
        logits = self.backend.forward(fed, self.length, num_logits=num_logits)
        self._ids.extend(known)
        self._num_unread += count
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
        if length >= self.length:
            return
        if length > 0 and not self.backend.can_crop:
            raise NotCroppable(model=self.name)
        if length > len(self._ids):
            self._read()
        self._unread, self._num_unread = None, 0
        self.backend.crop(length)
        del self._ids[length:]

    def _read(self) -> None:
        """Find out which ids were run unread; they have mostly been told by now."""
        if self._unread is not None:
            self._ids.extend(self._unread[: self._num_unread])
            self._unread, self._num_unread = None, 0


def common_prefix(left: Sequence[int], right: Sequence[int]) -> int:
    """Count the elements two sequences share at their start."""
    shortest = min(len(left), len(right))
    if list(left[:shortest]) == list(right[:shortest]):
        return shortest
    return next(index for index in range(shortest) if left[index] != right[index])
