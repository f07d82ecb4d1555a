"""Recorders for machines without a CUDA device: a replay calls the function again.

As on a card, what a recording returns is not valid before its first replay, and each replay
overwrites what the one before has left.
"""

import gc
from collections.abc import Callable
from weakref import WeakSet

import torch
from torch import Tensor

from engine.models.cuda_graphs import Outputs


class CalledAgain:
    """A recording that calls its function."""

    def __init__(self, function: Callable[[], Outputs]) -> None:
        self._function = function
        self.outputs: tuple[Tensor, ...] = tuple(
            torch.full_like(output, torch.nan) for output in function()
        )

    def replay(self) -> None:
        """Leave new results where the old ones were."""
        for output, result in zip(self.outputs, self._function(), strict=True):
            output.copy_(result)


class CallingRecorder:
    """Makes such recordings.

    Args:
        failing: numbers of the recordings that cannot be made, the first being 0.
    """

    def __init__(self, *, failing: frozenset[int] = frozenset()) -> None:
        self._failing = failing
        self._alive = WeakSet[CalledAgain]()
        self._is_used = False
        self.num_asked = 0

    def record(self, function: Callable[[], Outputs]) -> CalledAgain:
        """Record a function."""
        self.num_asked += 1
        if self.num_asked - 1 in self._failing:
            raise RuntimeError("an operation not permitted when stream is capturing")
        gc.collect()
        if self._is_used and not self._alive:
            # As torch has it of memory that no recording holds any more.
            raise RuntimeError("use_count > 0")
        made = CalledAgain(function)
        self._alive.add(made)
        self._is_used = True
        return made

    def begin_anew(self) -> None:
        """Share nothing with earlier recordings."""
        self._is_used = False
