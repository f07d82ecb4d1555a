"""Orthogonal changes of basis that spread large values evenly over a row.

Rounding a row to 8 bits by its largest value loses much where a few channels are twenty times as
large as the rest, as they are in every language model. Turned into another basis, no channel
stands out; the turn is folded into the weights on both sides, so the model computes the same.
Source: QuaRot (Ashkboos et al. 2024), with Hartley matrices where a size is no power of two.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import pi, sqrt
from typing import Self

import torch
from torch import Tensor

_LARGEST_BLOCK = 64


@dataclass(frozen=True, slots=True)
class Rotation:
    """A turn of rows of one size: signs, then two small orthogonal matrices, one on each axis.

    Args:
        signs: (K,) float32, each 1 or -1, so that no smooth row meets a row of the matrices.
        blocks: (b, b) symmetric orthogonal, b the largest fitting power of two.
        across: (a, a) symmetric orthogonal, a = K / b.
    """

    signs: Tensor
    blocks: Tensor
    across: Tensor

    @classmethod
    def of_size(cls, size: int, *, device: torch.device) -> Self:
        """Build the one rotation there is for a size."""
        block = block_size(size)
        # A fixed mixture of bits: the packed file and the embedding must agree for ever.
        mixed = (torch.arange(size) + 1) * 2654435761 & 0xFFFFFFFF
        mixed = (mixed ^ mixed >> 16) * 73244475 & 0xFFFFFFFF
        return cls(
            (1.0 - 2.0 * (mixed >> 16 & 1)).to(device),
            orthogonal(block).to(device),
            orthogonal(size // block).to(device),
        )

    def turn(self, x: Tensor) -> Tensor:
        """Turn rows (n, K) float32."""
        num_blocks, block = self.across.shape[0], self.blocks.shape[0]
        x = (x * self.signs).reshape(-1, block) @ self.blocks
        x = x.view(-1, num_blocks, block).transpose(1, 2).reshape(-1, num_blocks)
        return (x @ self.across).view(-1, num_blocks * block)

    def turn_back(self, x: Tensor) -> Tensor:
        """Undo `turn` on rows (n, K) float32."""
        num_blocks, block = self.across.shape[0], self.blocks.shape[0]
        x = x.reshape(-1, num_blocks) @ self.across
        x = x.view(-1, block, num_blocks).transpose(1, 2).reshape(-1, block)
        return (x @ self.blocks).view(-1, num_blocks * block) * self.signs


def block_size(size: int) -> int:
    """Give the largest power of two, up to 64, that divides a size."""
    return min(size & -size, _LARGEST_BLOCK)


@lru_cache(maxsize=64)
def orthogonal(size: int) -> Tensor:
    """Build a symmetric orthogonal matrix (size, size) float32 whose entries are all alike.

    Hadamard's for a power of two, Hartley's otherwise: cos + sin of 2 pi i j / size.
    """
    if size & (size - 1) == 0:
        matrix = torch.ones(1, 1, dtype=torch.float64)
        while matrix.shape[0] < size:
            matrix = torch.cat((torch.cat((matrix, matrix), 1), torch.cat((matrix, -matrix), 1)))
    else:
        index = torch.arange(size, dtype=torch.float64)
        angles = torch.outer(index, index) % size * (2 * pi / size)
        matrix = angles.cos() + angles.sin()
    return (matrix / sqrt(size)).float()


def turn_blocks(x: Tensor, block: int) -> Tensor:
    """Turn each run of `block` neighbours of rows (..., K) float32; its own inverse."""
    if block == 1:
        return x
    return (x.reshape(-1, block) @ orthogonal(block).to(x.device)).view(x.shape)
