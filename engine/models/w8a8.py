"""Matrices in 8-bit rows that multiply activations in 8 bits, and sum in whole numbers.

Each row of activations is rounded by its own largest value. Whole sums do not depend on their
order, so a row has the same bits whatever stands beside it, and a pass over nine tokens costs
little more than over one: both are bound by reading the weights. Rows should have no outliers;
`rotation` sees to that.
"""

from dataclasses import dataclass, field
from typing import ClassVar, Self

import torch
from torch import Tensor

from engine.models import kernels
from engine.models.casting import as_type
from engine.models.int8_rows import round_rows
from engine.models.rotation import turn_blocks, turn_in_steps

_SMALLEST = 1e-30


@dataclass(slots=True)
class W8A8Linear:
    """8-bit rows and 8-bit activations: a weight is code * scale of its row.

    Args:
        weight: (N, K) int8; may be mapped from a file, it is read to pack and for single rows.
        scales: (N,) float32.
        block: neighbours of a row of activations that are turned together first, 1 for none; the
            weight's columns are in that basis.
    """

    weight: Tensor
    scales: Tensor
    block: int = 1
    kind: ClassVar[str] = "w8a8"
    _packed: kernels.PackedInt8 | None = field(default=None, init=False, repr=False)
    _width: int = field(init=False, repr=False)
    """K. Asked of the weight, it would make that a part of a recording."""

    def __post_init__(self) -> None:
        self._width = self.weight.shape[1]

    @classmethod
    def from_weight(cls, weight: Tensor, *, block: int = 1) -> Self:
        """Round a float matrix (N, K), each row by its largest value."""
        codes, scales = round_rows(turn_blocks(weight.float(), block))
        return cls(codes, scales.float(), block)

    @property
    def shape(self) -> tuple[int, int]:
        """(N, K)."""
        return self.weight.shape[0], self.weight.shape[1]

    def prepare(self) -> Self:
        """Lay the matrix out for the product now instead of at the first one."""
        self.laid_out()
        return self

    def laid_out(self) -> kernels.PackedInt8:
        """Give the matrix as the product reads it."""
        if self._packed is None:
            self._packed = kernels.pack_int8(self.weight, self.scales)
        return self._packed

    def __call__(self, x: Tensor) -> Tensor:
        """Multiply x (T, K)."""
        exact = as_type(x, torch.float32)
        if self.block == 1:
            # A row of zeros becomes NaN here, and zero again below: any codes times zero.
            largest = exact.abs().amax(1, keepdim=True)
            product = kernels.matmul_w8a8(exact / largest, self.laid_out()).mul_(largest)
            return as_type(product, x.dtype)
        # The length of a row is no less than its largest value, and one call instead of two.
        length = torch.linalg.vector_norm(exact, dim=1, keepdim=True)
        exact, step = turn_in_steps(exact, self.block, width=self._width, bound=length)
        largest = exact.abs().amax(1, keepdim=True).clamp_min_(_SMALLEST)
        product = kernels.matmul_w8a8(exact / largest, self.laid_out())
        return as_type(product.mul_(largest.mul_(step)), x.dtype)

    def rows(self, index: Tensor) -> Tensor:
        """Give rows as float32."""
        rows = self.weight[index].float() * self.scales[index].unsqueeze(1)
        return turn_blocks(rows, self.block)

    def state(self) -> dict[str, Tensor]:
        """The codes, their scales and the size of a block."""
        return {
            "weight": self.weight,
            "scales": self.scales,
            "block": torch.tensor([self.block], dtype=torch.int32),
        }
