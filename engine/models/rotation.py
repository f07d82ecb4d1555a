"""Orthogonal changes of basis that spread large values evenly over a row.

Rounding a row to 8 bits by its largest value loses much where a few channels are twenty times as
large as the rest, as they are in every language model. Turned into another basis, no channel
stands out; the turn is folded into the weights on both sides, so the model computes the same.
What is left to do at run time is done in whole numbers, whose sums are the same bits in any order.
Source: QuaRot (Ashkboos et al. 2024).
"""

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Self

import torch
from torch import Tensor

_LARGEST_BASIS_BLOCK = 512
_LARGEST_BLOCK = 64
_EXACT_BITS = 23
"""Whole numbers up to 2^23 and their sums are exact in float32."""
_SMALLEST = 1e-30


@dataclass(frozen=True, slots=True)
class Rotation:
    """A turn of rows of one size: signs, then a Hadamard matrix on each run of neighbours.

    Args:
        signs: (K,) float32, each 1 or -1, so that no smooth row meets a row of the matrix.
        block: neighbours that are mixed, a power of two.
    """

    signs: Tensor
    block: int

    @classmethod
    def of_size(cls, size: int, *, device: torch.device) -> Self:
        """Build the one rotation there is for a size."""
        # A fixed mixture of bits: the packed file and the embedding must agree for ever.
        mixed = (torch.arange(size) + 1) * 2654435761 & 0xFFFFFFFF
        mixed = (mixed ^ mixed >> 16) * 73244475 & 0xFFFFFFFF
        signs = 1.0 - 2.0 * (mixed >> 16 & 1)
        return cls(signs.to(device), block_size(size, largest=_LARGEST_BASIS_BLOCK))

    def turn(self, x: Tensor) -> Tensor:
        """Turn rows (n, K) float32."""
        return turn_blocks(x * self.signs, self.block)

    def turn_back(self, x: Tensor) -> Tensor:
        """Undo `turn` on rows (n, K) float32."""
        return turn_blocks(x, self.block) * self.signs

    def turn_exactly(self, x: Tensor) -> Tensor:
        """Turn rows (n, K) float32 so that each has the same bits whatever n is."""
        largest = x.abs().amax(1, keepdim=True)
        turned, step = turn_in_steps(
            x * self.signs, self.block, width=self.signs.shape[0], bound=largest
        )
        return turned * step


def block_size(size: int, *, largest: int = _LARGEST_BLOCK) -> int:
    """Give the largest power of two, up to a limit, that divides a size."""
    return min(size & -size, largest)


def turn_blocks(x: Tensor, block: int) -> Tensor:
    """Turn each run of `block` neighbours of rows (..., K) float32; its own inverse."""
    if block == 1:
        return x
    matrix = hadamard(block, x.device) / sqrt(block)
    return (x.reshape(-1, block) @ matrix).view(x.shape)


def turn_in_steps(x: Tensor, block: int, *, width: int, bound: Tensor) -> tuple[Tensor, Tensor]:
    """Turn as `turn_blocks` does, in whole numbers of a step for each row.

    Args:
        x: (n, K) float32.
        width: K, as a number that needs no look at `x` where this is recorded.
        block: a power of two.
        bound: (n, 1) float32, no value of a row is larger; overwritten.

    Returns:
        Whole numbers (n, K) and the steps (n, 1), float32: their product is the turned row.
    """
    step = bound.clamp_min_(_SMALLEST).mul_(block / 2**_EXACT_BITS)
    whole = (x / step).round_()
    turned = (whole.view(-1, block) @ hadamard(block, x.device)).view(-1, width)
    return turned, step.mul_(1 / sqrt(block))


@lru_cache(maxsize=16)
def hadamard(size: int, device: torch.device) -> Tensor:
    """Build Sylvester's matrix (size, size) float32 of 1 and -1, size a power of two."""
    matrix = torch.ones(1, 1)
    while matrix.shape[0] < size:
        matrix = torch.cat((torch.cat((matrix, matrix), 1), torch.cat((matrix, -matrix), 1)))
    return matrix.to(device)
