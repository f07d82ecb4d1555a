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
from engine.models.casting import as_type
from engine.models.quantized import Linear
from engine.models.recorded_layers import Pass, record_layers


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadLayer:
    """The matrices of one layer, gains of norms folded in."""

    qkv: Linear
    output: Linear
    gate_up: Linear
    down: Linear

    @property
    def matrices(self) -> tuple[Linear, ...]:
        """What multiplies, in order."""
        return self.qkv, self.output, self.gate_up, self.down


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
        self._recorded: Sequence[Pass] | None = None
        self._may_record = device.type == "cpu"

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
        num_entries, window = x.shape[0], self.shape.window
        end = start + num_entries
        first = max(0, end - max(window, num_entries))
        mask = None
        if num_entries > 1:
            columns = torch.arange(first, end, device=self.device)
            mask = columns <= columns[-num_entries:].unsqueeze(1)
            mask = mask.repeat(self.shape.num_heads // self.shape.num_kv_heads, 1)
        recorded = self._recordings() if num_entries == 1 else None
        turns = self._turns[start:end]
        for index, memory in enumerate(self._memory):
            keys, values = memory[:, None, :, first:end]
            places = (turns, memory[:, :, start:end], keys, values)
            if recorded is not None:
                x = recorded[index](x, *places)
            else:
                x = self._layer(index, x, *places, mask)
        return self._normed(x[-1:])

    def _recordings(self) -> Sequence[Pass] | None:
        """Give the layers recorded for one entry, which is what nearly all steps run."""
        if self._may_record and self._recorded is None:
            memory = torch.zeros_like(self._memory[0, :, :, :1])
            keys, values = memory[:, None].expand(-1, -1, -1, 2, -1)
            x = self._memory.new_zeros((1, self.shape.hidden_size))
            self._recorded = record_layers(
                self._layer,
                [layer.matrices for layer in self._weights.layers],
                (x, self._turns[:1], memory, keys, values),
                recipe=(self.shape, self._memory.dtype),
            )
            self._may_record = self._recorded is not None
        return self._recorded

    def _layer(
        self,
        index: int,
        x: Tensor,
        turns: Tensor,
        written: Tensor,
        keys: Tensor,
        values: Tensor,
        mask: Tensor | None = None,
    ) -> Tensor:
        """Run entries (m, hidden) through a layer.

        Args:
            index: which.
            x: its inputs.
            turns: (m, 1, head_size / 2) of their positions.
            written: (2, kv_heads, m, size), where their keys and values are kept.
            keys, values: (1, kv_heads, columns, size), theirs at the end.
            mask: (group * m, columns), true where an entry may look; None where all may.
        """
        layer, shape = self._weights.layers[index], self.shape
        heads, kv_heads, size = shape.num_heads, shape.num_kv_heads, shape.head_size
        group, num_turning = heads // kv_heads, heads + kv_heads
        qkv = layer.qkv(self._normed(x)).view(-1, heads + 2 * kv_heads, size)
        turning = as_type(qkv.narrow(1, 0, num_turning), torch.float32)
        pairs = torch.view_as_complex(turning.view(-1, num_turning, size // 2, 2))
        turned = as_type(torch.view_as_real(pairs * turns).flatten(2), qkv.dtype)
        written[0].copy_(turned[:, heads:].transpose(0, 1))
        written[1].copy_(qkv[:, num_turning:].transpose(0, 1))
        queries = turned[:, :heads].view(-1, kv_heads, group, size)
        rows = queries.permute(1, 2, 0, 3).reshape(1, kv_heads, -1, size)
        attended = F.scaled_dot_product_attention(rows, keys, values, attn_mask=mask)
        attended = attended.view(kv_heads, group, -1, size).permute(2, 0, 1, 3)
        x = layer.output(attended.reshape(-1, heads * size)).add_(x)
        gate, up = layer.gate_up(self._normed(x)).chunk(2, dim=1)
        return layer.down(F.silu(gate).mul_(up)).add_(x)

    def _normed(self, x: Tensor) -> Tensor:
        # Three operations on a row where `rms_norm` takes six on a processor.
        length = torch.linalg.vector_norm(x, dim=-1, keepdim=True)
        scaled: Tensor = x * (self._unit / torch.hypot(length, self._floor))
        return scaled
