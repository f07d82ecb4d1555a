"""Ids and numbers on their way to a device and back, without waiting for it.

A copy from ordinary memory makes the program wait until the device has done all it was asked;
one from pinned memory does not. What comes back is fetched once a round, and whoever fetched it
tells the others. Knows no model.
"""

from collections.abc import Sequence
from typing import overload

import torch
from torch import Tensor


def to_device(
    values: Sequence[int] | Sequence[float], device: torch.device, *, dtype: torch.dtype
) -> Tensor:
    """Copy numbers (n,) to a device, behind whatever it still has to do."""
    if device.type != "cuda" or not values:
        return torch.tensor(values, dtype=dtype, device=device)
    return torch.tensor(values, dtype=dtype, pin_memory=True).to(device, non_blocking=True)


class DeviceIds(Sequence[int]):
    """Ids that lie on a device; a look at one fetches all, unless they have been told.

    Args:
        tensor: (n,) int64.
        is_sound: () bool on the device, whether the rows they were chosen from are numbers.
    """

    def __init__(self, tensor: Tensor, *, is_sound: Tensor) -> None:
        self.tensor = tensor
        self.is_sound = is_sound
        self._known: list[int] | None = None
        self._was_sound: bool | None = None

    def tell(self, ids: Sequence[int], *, was_sound: bool) -> None:
        """Say what they are, having fetched them along with something else."""
        self._known, self._was_sound = list(ids), was_sound

    @property
    def was_sound(self) -> bool:
        """Whether every row was a number."""
        if self._was_sound is None:
            self._was_sound = bool(self.is_sound)
        return self._was_sound

    def __len__(self) -> int:
        return self.tensor.shape[0]

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> list[int]: ...

    def __getitem__(self, index: int | slice) -> int | list[int]:
        if self._known is None:
            self._known = self.tensor.tolist()
        return self._known[index]
