"""Recorders for machines without a CUDA device: a replay calls the function again.

As on a card, what a recording returns is not valid before its first replay, and each replay
overwrites what the one before has left.
"""

from collections.abc import Callable

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
        self.num_asked = 0

    def record(self, function: Callable[[], Outputs]) -> CalledAgain:
        """Record a function."""
        self.num_asked += 1
        if self.num_asked - 1 in self._failing:
            raise RuntimeError("an operation not permitted when stream is capturing")
        return CalledAgain(function)
