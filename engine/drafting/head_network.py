"""A trained head as it runs: a token at a time, with a memory of keys and values of its own.

Owns the arithmetic of one pass; `training/network.py` computes the same for whole sequences.
Entry i of the memory came from the target's features at position i and from id i + 1. Knows no
ids it may propose, no cache rule and no sampling.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from engine.drafting.head_shape import HeadShape
from engine.models.quantized import Linear


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadLayer:
    """The matrices of one layer, gains of norms folded in."""

    qkv: Linear
    output: Linear
    gate_up: Linear
    down: Linear


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadWeights:
    """All matrices of a head.

    Args:
        reading: (hidden, taps * hidden + hidden), of normed features beside a normed embedding.
        going_on: (hidden, hidden + hidden), of the head's own state beside a normed embedding.
        layers: first to last.
        rows: (W, hidden), one for each id it may propose.
        dtype: of activations and memory.
    """

    reading: Linear
    going_on: Linear
    layers: Sequence[HeadLayer]
    rows: Linear
    dtype: torch.dtype


class HeadNetwork:
    """A head with room for `capacity` entries.

    Args:
        shape: its sizes.
        weights: on `device`.
        capacity: entries.
        device: where all of it is.
    """

    def __init__(
        self, shape: HeadShape, weights: HeadWeights, *, capacity: int, device: torch.device
    ) -> None:
        self.shape = shape
        self.capacity = capacity
        self.device = device
        self._weights = weights
        self._turns = shape.turns(capacity).to(device).unsqueeze(1)
        self._unit = shape.hidden_size**0.5
        floor = (shape.hidden_size * shape.norm_eps) ** 0.5
        self._floor = torch.tensor(floor, dtype=weights.dtype, device=device)
        size = (shape.num_layers, 2, shape.num_kv_heads, capacity, shape.head_size)
        self._memory = torch.empty(size, dtype=weights.dtype, device=device)

    @torch.inference_mode()
    def read(self, features: Tensor, embeddings: Tensor, start: int) -> Tensor:
        """Run true entries.

        Args:
            features: (m, taps * hidden) of positions start .. start + m - 1.
            embeddings: (m, hidden) of the ids after them.
            start: the first entry to write; those before it are kept.

        Returns:
            (1, hidden), the state of the last one.
        """
        dtype, hidden = self._weights.dtype, self.shape.hidden_size
        taps = features.view(features.shape[0], -1, hidden).to(dtype)
        inputs = torch.cat((self._normed(taps).flatten(1), self._normed(embeddings.to(dtype))), 1)
        return self._run(self._weights.reading(inputs), start)

    @torch.inference_mode()
    def go_on(self, state: Tensor, embeddings: Tensor, start: int) -> Tensor:
        """Run one entry on the head's own state (1, hidden) instead of the target's features."""
        words = self._normed(embeddings.to(self._weights.dtype))
        return self._run(self._weights.going_on(torch.cat((state, words), 1)), start)

    @torch.inference_mode()
    def logits(self, state: Tensor) -> Tensor:
        """Give the logits (W,) float32 of a state (1, hidden)."""
        return self._weights.rows(state)[0].float()

    def _run(self, x: Tensor, start: int) -> Tensor:
        for index, layer in enumerate(self._weights.layers):
            x = x + layer.output(self._attend(index, layer.qkv(self._normed(x)), start))
            gate, up = layer.gate_up(self._normed(x)).chunk(2, dim=1)
            x = x + layer.down(F.silu(gate) * up)
        return self._normed(x[-1:])

    def _attend(self, index: int, qkv: Tensor, start: int) -> Tensor:
        shape, num_entries = self.shape, qkv.shape[0]
        heads, kv_heads, size = shape.num_heads, shape.num_kv_heads, shape.head_size
        group, end = heads // kv_heads, start + num_entries
        qkv = qkv.view(num_entries, heads + 2 * kv_heads, size)
        turning = qkv[:, : heads + kv_heads].float()
        pairs = torch.view_as_complex(turning.view(num_entries, -1, size // 2, 2))
        turned = torch.view_as_real(pairs * self._turns[start:end]).flatten(2).to(qkv.dtype)
        memory = self._memory[index]
        memory[0, :, start:end] = turned[:, heads:].transpose(0, 1)
        memory[1, :, start:end] = qkv[:, heads + kv_heads :].transpose(0, 1)
        queries = turned[:, :heads].view(num_entries, kv_heads, group, size)
        rows = queries.permute(1, 2, 0, 3).reshape(1, kv_heads, group * num_entries, size)
        first = max(0, end - max(shape.window, num_entries))
        keys, values = memory[:, None, :, first:end]
        mask = None
        if num_entries > 1:
            columns = torch.arange(first, end, device=self.device)
            mask = columns <= columns[-num_entries:].unsqueeze(1)
            mask = mask.repeat(group, 1)
        attended = F.scaled_dot_product_attention(rows, keys, values, attn_mask=mask)
        attended = attended.view(kv_heads, group, num_entries, size).permute(2, 0, 1, 3)
        return attended.reshape(num_entries, heads * size)

    def _normed(self, x: Tensor) -> Tensor:
        # Three operations on a row where `rms_norm` takes six on a processor.
        length = torch.linalg.vector_norm(x, dim=-1, keepdim=True)
        scaled: Tensor = x * (self._unit / torch.hypot(length, self._floor))
        return scaled
