"""Linear layers as they lie in memory: packed 4-bit, 8-bit rows, 8 bits by 8 bits, or plain.

Owns the kinds and how they are stored. Knows no file format and no architecture. Each
product gives a row the same bits however many rows there are beside it, on the CPU's packed
paths; the plain kind does not promise that.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol, Self

import torch
import torch.nn.functional as F
from torch import Tensor

from engine.models import kernels
from engine.models.int8_rows import round_rows
from engine.models.w8a8 import W8A8Linear


class Linear(Protocol):
    """A matrix (N, K) that multiplies rows: (T, K) -> (T, N)."""

    kind: ClassVar[str]

    @property
    def shape(self) -> tuple[int, int]:
        """(N, K): outputs, inputs."""

    def __call__(self, x: Tensor) -> Tensor:
        """Multiply x (T, K): (T, N) in x's dtype."""

    def rows(self, index: Tensor) -> Tensor:
        """Give some rows (n,) of the matrix as float32 (n, K)."""

    def state(self) -> dict[str, Tensor]:
        """The tensors to keep on disk."""


@dataclass(slots=True)
class Int4Linear:
    """4-bit codes in groups of 32 inputs: a weight is (code - 8) * scale + zero.

    Args:
        packed: from `kernels.pack_int4`.
        scales_and_zeros: (K / 32, N, 2) bfloat16.
    """

    packed: Tensor
    scales_and_zeros: Tensor
    kind: ClassVar[str] = "int4"

    @classmethod
    def from_codes(
        cls, codes: Tensor, scales: Tensor, *, minima: Tensor, device: torch.device
    ) -> Self:
        """Pack codes (N, K) uint8 with scales and minima (N, K / 32): code * scale + minimum."""
        zeros = minima + 8 * scales
        table = torch.stack((scales, zeros), dim=2).transpose(0, 1).contiguous()
        return cls(kernels.pack_int4(codes, device), table.to(device, torch.bfloat16))

    @classmethod
    def from_weight(cls, weight: Tensor, *, device: torch.device) -> Self:
        """Quantise a float matrix (N, K), each group between its own minimum and maximum."""
        groups = weight.float().view(weight.shape[0], -1, kernels.GROUP_SIZE)
        low, high = groups.amin(2), groups.amax(2)
        scales = ((high - low) / 15).clamp_min(1e-10)
        codes = ((groups - low.unsqueeze(2)) / scales.unsqueeze(2)).round_().clamp_(0, 15)
        return cls.from_codes(
            codes.to(torch.uint8).view(weight.shape), scales, minima=low, device=device
        )

    @property
    def shape(self) -> tuple[int, int]:
        """(N, K)."""
        groups, outputs, _ = self.scales_and_zeros.shape
        return outputs, groups * kernels.GROUP_SIZE

    def __call__(self, x: Tensor) -> Tensor:
        """Multiply x (T, K) bfloat16."""
        return kernels.matmul_int4(x, self.packed, self.scales_and_zeros)

    def rows(self, index: Tensor) -> Tensor:
        """Give rows as float32, read through the product itself since the packing is private."""
        identity = torch.eye(
            self.shape[1], dtype=torch.bfloat16, device=self.scales_and_zeros.device
        )
        return self(identity)[:, index].T.float()

    def state(self) -> dict[str, Tensor]:
        """The packed codes and their scales."""
        return {"packed": self.packed, "scales_and_zeros": self.scales_and_zeros}


@dataclass(slots=True)
class Int8Linear:
    """8-bit rows: a weight is code * scale of its row.

    Args:
        weight: (N, K) int8.
        scales: (N,) bfloat16.
    """

    weight: Tensor
    scales: Tensor
    kind: ClassVar[str] = "int8"

    @classmethod
    def from_weight(cls, weight: Tensor, *, device: torch.device) -> Self:
        """Quantise a float matrix (N, K), each row by its largest value."""
        codes, scales = round_rows(weight.float())
        return cls(codes.to(device), scales.to(device))

    @property
    def shape(self) -> tuple[int, int]:
        """(N, K)."""
        return self.weight.shape[0], self.weight.shape[1]

    def __call__(self, x: Tensor) -> Tensor:
        """Multiply x (T, K) bfloat16."""
        return kernels.matmul_int8(x, self.weight, self.scales)

    def rows(self, index: Tensor) -> Tensor:
        """Give rows as float32."""
        return self.weight[index].float() * self.scales[index].float().unsqueeze(1)

    def state(self) -> dict[str, Tensor]:
        """The codes and their scales."""
        return {"weight": self.weight, "scales": self.scales}


@dataclass(slots=True)
class DenseLinear:
    """A plain matrix (N, K) in its own dtype."""

    weight: Tensor
    kind: ClassVar[str] = "dense"

    @property
    def shape(self) -> tuple[int, int]:
        """(N, K)."""
        return self.weight.shape[0], self.weight.shape[1]

    def __call__(self, x: Tensor) -> Tensor:
        """Multiply x (T, K)."""
        return F.linear(x, self.weight)

    def rows(self, index: Tensor) -> Tensor:
        """Give rows as float32."""
        return self.weight[index].float()

    def state(self) -> dict[str, Tensor]:
        """The matrix."""
        return {"weight": self.weight}


@dataclass(slots=True)
class FusedLinear:
    """Several matrices of the same inputs, their outputs side by side (q/k/v, gate/up)."""

    parts: tuple[Linear, ...]
    kind: ClassVar[str] = "fused"

    @property
    def shape(self) -> tuple[int, int]:
        """(N, K), N summed over the parts."""
        return sum(part.shape[0] for part in self.parts), self.parts[0].shape[1]

    def __call__(self, x: Tensor) -> Tensor:
        """Multiply x (T, K)."""
        return torch.cat([part(x) for part in self.parts], dim=1)

    def rows(self, index: Tensor) -> Tensor:
        """Give rows as float32; the parts are small, so all are read."""
        whole = [part.rows(torch.arange(part.shape[0], device=index.device)) for part in self.parts]
        return torch.cat(whole)[index]

    def state(self) -> dict[str, Tensor]:
        """The parts' tensors, each under its place and kind."""
        return {
            f"{place}.{part.kind}.{name}": tensor
            for place, part in enumerate(self.parts)
            for name, tensor in part.state().items()
        }


def fuse(parts: Sequence[Linear]) -> Linear:
    """Put matrices of the same inputs side by side; a single one stays as it is."""
    return parts[0] if len(parts) == 1 else FusedLinear(tuple(parts))


def is_packed(matrix: Linear) -> bool:
    """Whether a row's product has the same bits whatever rows stand beside it, on a CPU."""
    parts = matrix.parts if isinstance(matrix, FusedLinear) else (matrix,)
    return not any(isinstance(part, DenseLinear) for part in parts)


def linear_from_state(kind: str, state: Mapping[str, Tensor]) -> Linear:
    """Rebuild what `state()` gave.

    Raises:
        KeyError: a tensor is missing or the kind is unknown.
    """
    match kind:
        case "int4":
            return Int4Linear(state["packed"], state["scales_and_zeros"])
        case "int8":
            return Int8Linear(state["weight"], state["scales"])
        case "w8a8":
            return W8A8Linear(state["weight"], state["scales"], int(state["block"])).prepare()
        case "dense":
            return DenseLinear(state["weight"])
        case "fused":
            grouped: dict[tuple[int, str], dict[str, Tensor]] = {}
            for name, tensor in state.items():
                place, part_kind, rest = name.split(".", 2)
                grouped.setdefault((int(place), part_kind), {})[rest] = tensor
            return FusedLinear(
                tuple(linear_from_state(key[1], grouped[key]) for key in sorted(grouped))
            )
    raise KeyError(kind)


def quantize(weight: Tensor, kind: str, *, device: torch.device) -> Linear:
    """Hold a float matrix (N, K) as `kind` ("int4", "int8", "w8a8", "bfloat16", "float32").

    A shape the packed products cannot take, or a machine without them, gets a plain matrix.
    """
    # The products want rows one after another; a transposed matrix has them in columns.
    weight = weight.contiguous()
    packs = kernels.has_packed_products(device.type)
    fits = kernels.int4_fits(weight.shape[0], weight.shape[1], device)
    if kind == "w8a8" and device.type == "cpu" and kernels.has_w8a8():
        return W8A8Linear.from_weight(weight)
    if kind == "int4" and packs and fits:
        return Int4Linear.from_weight(weight, device=device)
    if kind in ("int4", "int8") and packs and fits:
        return Int8Linear.from_weight(weight, device=device)
    dtype = torch.float32 if kind == "float32" else torch.bfloat16
    return DenseLinear(weight.to(device, dtype))
