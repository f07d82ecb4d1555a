"""The shape of a trained head, and the names of its matrices; shared by training and drafting."""

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor

from engine.models.rope import turns_of

_LARGEST = 2**20
_LARGEST_NUMBER = 1e30


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadShape:
    """Sizes in elements, positions in tokens.

    Args:
        hidden_size: of the target's hidden states, and of the head's own.
        taps: after which of the target's layers features are taken, the last one being the last.
        num_layers: of the head.
        num_heads, num_kv_heads, head_size: of its attention.
        inner_size: of its gated layers.
        rope_theta, norm_eps: as the target's.
        window: positions a layer looks back, its own included.

    Raises:
        ValueError: no head has such a shape; it may come from anybody's file.
    """

    hidden_size: int
    taps: tuple[int, ...]
    num_layers: int
    num_heads: int
    num_kv_heads: int
    head_size: int
    inner_size: int
    rope_theta: float
    norm_eps: float
    window: int

    def __post_init__(self) -> None:
        sizes = (
            *self.taps,
            self.hidden_size,
            self.num_layers,
            self.num_heads,
            self.num_kv_heads,
            self.head_size,
            self.inner_size,
            self.window,
        )
        if not all(type(size) is int and 0 < size <= _LARGEST for size in sizes):
            raise ValueError("sizes")
        if not self.taps or list(self.taps) != sorted(set(self.taps)):
            raise ValueError("taps")
        if self.num_heads % self.num_kv_heads or self.head_size % 2:
            raise ValueError("heads")
        numbers = (self.rope_theta, self.norm_eps)
        # Whole numbers of JSON may have any number of digits, and nothing is above NaN.
        if not all(type(n) in (int, float) and 0 < n < _LARGEST_NUMBER for n in numbers):
            raise ValueError("numbers")

    @property
    def num_features(self) -> int:
        """Columns of the target's features."""
        return len(self.taps) * self.hidden_size

    def matrices(self) -> Iterator[tuple[str, tuple[int, int]]]:
        """List names and sizes (N, K), those of layer i under "i."."""
        hidden = self.hidden_size
        inner_heads = self.num_heads * self.head_size
        yield "features", (hidden, self.num_features)
        yield "own", (hidden, hidden)
        yield "embedding", (hidden, hidden)
        for layer in range(self.num_layers):
            qkv = inner_heads + 2 * self.num_kv_heads * self.head_size
            yield f"{layer}.qkv", (qkv, hidden)
            yield f"{layer}.output", (hidden, inner_heads)
            yield f"{layer}.gate_up", (2 * self.inner_size, hidden)
            yield f"{layer}.down", (hidden, self.inner_size)

    def vectors(self) -> Iterator[tuple[str, int]]:
        """List names and sizes of the gains of norms."""
        for layer in range(self.num_layers):
            yield f"{layer}.attention_norm", self.hidden_size
            yield f"{layer}.mlp_norm", self.hidden_size
        yield "norm", self.hidden_size

    def turns(self, num_positions: int) -> Tensor:
        """Say how far pairs turn at each position: (num_positions, head_size / 2) complex64."""
        exponents = torch.arange(0, self.head_size, 2, dtype=torch.float64) / self.head_size
        return turns_of(num_positions, self.rope_theta**-exponents)
