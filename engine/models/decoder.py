"""The lean decoder of the Llama family: Llama, SmolLM, Mistral, Qwen2, Qwen3.

Owns the arithmetic of one pass and the memory of keys and values; knows no file format, no text
and no drafting. `CachedModel` drives it and decides what stays in the cache.

Heads lie interleaved (pairs of neighbours turn together in RoPE), so that a rotation is one complex
product; whoever loads weights calls `interleave`. Products and attention give each row the same
bits whatever rows stand beside it, where they are packed on a CPU: verifying K tokens at once then
answers exactly as K passes of one token.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Protocol

import torch
import torch.nn.functional as F
from torch import Tensor

from engine.models.attention import (
    COLUMN_STEP,
    Columns,
    Run,
    attend,
    cut_into_runs,
    num_columns,
)
from engine.models.casting import as_type
from engine.models.quantized import Linear, is_packed
from engine.models.recorded_layers import Pass, record_layers
from engine.models.rope import turns_of
from engine.models.rotation import Rotation

_ZERO_STEP = 256
_MOST_RUNS = 2
"""Of a pass that is run as recorded: drafts cross one edge of columns at most."""
_CPU_CHUNK = 64
_GPU_CHUNK = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class DecoderConfig:
    """The shape of a decoder; sizes in elements, `context_length` in positions."""

    architecture: str
    num_layers: int
    hidden_size: int
    num_heads: int
    num_kv_heads: int
    head_size: int
    vocab_rows: int
    context_length: int
    rope_theta: float
    norm_eps: float
    sliding_window: int | None = None

    @property
    def cache_bytes_per_position(self) -> int:
        """Bytes of keys and values a position takes in bfloat16."""
        return 2 * 2 * self.num_layers * self.num_kv_heads * self.head_size


class Embedding(Protocol):
    """Rows to look up; any `Linear` is one, and so are rows left as a file stores them."""

    def rows(self, index: Tensor) -> Tensor:
        """Give rows (n,) as float32 (n, hidden) on the index's device."""


@dataclass(slots=True, kw_only=True)
class LayerWeights:
    """One layer. Biases are (N,) and norms (hidden,), in the activations' dtype.

    A norm is None where it is folded into the matrix after it, which then takes rows of unit
    length.
    """

    attention_norm: Tensor | None
    qkv: Linear
    qkv_bias: Tensor | None
    qk_norm: Tensor | None
    """(num_heads + num_kv_heads, head_size) float32: the norm of each head (Qwen3)."""
    output: Linear
    mlp_norm: Tensor | None
    gate_up: Linear
    down: Linear

    @property
    def matrices(self) -> tuple[Linear, ...]:
        """What multiplies, in order."""
        return self.qkv, self.output, self.gate_up, self.down

    @property
    def parts(self) -> tuple[Linear | Tensor | None, ...]:
        """All of it, in a fixed order."""
        norms = self.attention_norm, self.mlp_norm, self.qk_norm
        return (*norms, self.qkv_bias, *self.matrices)


@dataclass(slots=True, kw_only=True)
class DecoderWeights:
    """All of a model.

    Args:
        embedding: in the model's own basis.
        layers: first to last.
        norm: the last one, (hidden,), or None where it is folded into `head`.
        head: the output matrix.
        inverse_frequencies: (head_size / 2,) float32, turns positions to angles.
        basis: in which the matrices expect hidden states, or None for the model's own. `head`
            is in that basis too; whoever reads hidden states from outside turns them back.
    """

    embedding: Embedding
    layers: Sequence[LayerWeights]
    norm: Tensor | None
    head: Linear
    inverse_frequencies: Tensor
    basis: Rotation | None = None


class Decoder:
    """A model with room for `capacity` positions; a `Backend` of `CachedModel`.

    Args:
        config: its shape.
        weights: on `device`.
        capacity: positions to make room for; memory is touched as it fills.
        dtype: of the cache, and of activations unless `weights` have a basis of their own:
            bfloat16, or float32 with plain float32 matrices.
    """

    can_crop = True

    def __init__(
        self,
        config: DecoderConfig,
        weights: DecoderWeights,
        *,
        capacity: int,
        dtype: torch.dtype,
        device: torch.device,
    ) -> None:
        self.config = config
        self.weights = weights
        self.capacity = capacity
        self.device = device
        self.dtype = dtype
        self.num_rows = config.vocab_rows
        self._activations = dtype if weights.basis is None else torch.float32
        self.rounding = torch.finfo(self._activations).eps
        # What `norm_eps` comes to for the length of a row.
        self._floor = torch.tensor((config.hidden_size * config.norm_eps) ** 0.5, device=device)
        # The 4-bit products gain nothing from more than a few rows on a CPU.
        self.chunk = _CPU_CHUNK if device.type == "cpu" else _GPU_CHUNK
        # Elsewhere the products themselves do not keep a row's bits.
        self._keeps_bits = device.type == "cpu" and dtype is torch.bfloat16
        matrices = [m for layer in weights.layers for m in layer.matrices]
        self.keeps_bits = self._keeps_bits and all(map(is_packed, [*matrices, weights.head]))
        self.num_cached = 0
        self._zeroed = 0
        self.hidden = torch.empty(0, config.hidden_size)
        columns = num_columns(capacity)
        self.cache = torch.empty(
            (config.num_layers, 2, config.num_kv_heads, columns, config.head_size),
            dtype=dtype,
            device=device,
        )
        # Keys and values of a layer are written in one go.
        self._written = self.cache.flatten(1, 2)
        self._columns_read: tuple[int, Sequence[Columns]] = (0, ())
        self._may_record = device.type == "cpu"
        self._recorded: dict[tuple[int, bool], Sequence[Pass]] = {}
        """Layers by number of runs and whether it is one id."""
        self._taps: dict[int, slice] = {}
        self.features = torch.empty((0, 0), dtype=dtype, device=device)
        self.turns = turns_of(capacity, weights.inverse_frequencies).to(device)
        self._columns = torch.arange(columns, device=device)

    @torch.inference_mode()
    def forward(self, ids: Tensor, start: int, *, num_logits: int) -> Tensor:
        """Run ids (T,) int64 at positions start .. start + T - 1.

        Args:
            ids: all below the number of embeddings.
            start: what is in the cache already and stays.
            num_logits: for how many of the last positions logits are wanted.

        Returns:
            (num_logits, V) float32.
        """
        num_ids = ids.shape[0]
        where = slice(start, start + num_ids)
        x = self.run_layers(
            ids, turns=self.turns[where], runs=self._runs(start, num_ids), where=where
        )
        self.num_cached = start + num_ids
        if num_logits == 0:
            return torch.empty((0, self.num_rows))
        self.hidden, logits = self.answer(x[num_ids - num_logits :])
        return logits

    def run_layers(
        self, ids: Tensor, *, turns: Tensor, runs: Sequence[Run], where: slice | Tensor
    ) -> Tensor:
        """Run ids (T,) through the layers and keep their keys and values.

        Args:
            ids: all below the number of embeddings.
            turns: (T, head_size / 2) complex64, how far pairs turn at their positions.
            runs: what each of them attends over, in order.
            where: their positions, as a slice or as (T,) int64 on the device.

        Returns:
            (T, hidden), before the last norm.
        """
        x = self.weights.embedding.rows(ids).to(self._activations)
        if self.weights.basis is not None:
            x = self.weights.basis.turn_exactly(x)
        turns = self._turns_of_heads(turns)
        if isinstance(where, Tensor):
            positions, recorded, kept = where, None, self._written
        else:
            positions, kept = None, self._written[:, :, where]
            recorded = self._recordings(len(runs), is_single=ids.shape[0] == 1)
        for index, written in enumerate(kept.unbind()):
            attending = chain.from_iterable(run.of(index) for run in runs)
            if recorded is None:
                x = self._layer(index, x, turns, written, *attending, positions=positions)
            else:
                x = recorded[index](x, turns, written, *attending)
            if index in self._taps:
                self.features[where, self._taps[index]] = x.to(self.dtype)
        return x

    def tap(self, num_layers: Sequence[int]) -> None:
        """Keep hidden states for a trained draft from now on, in the basis of the weights.

        `features` (capacity, taps * hidden) then holds those of each position in the cache, one
        tap beside the other.

        Args:
            num_layers: after how many layers to keep them; none stops it.
        """
        size = self.config.hidden_size
        self._taps = {
            layer - 1: slice(place * size, (place + 1) * size)
            for place, layer in enumerate(num_layers)
        }
        # Empty until used, as the cache is.
        self.features = self.cache.new_empty((self.capacity, len(self._taps) * size))

    def answer(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Turn what the layers gave (T, hidden) into normed rows and logits (T, V) float32."""
        hidden = self._normed(x, self.weights.norm)
        return hidden, self.weights.head(hidden).float()

    def _normed(self, x: Tensor, weight: Tensor | None) -> Tensor:
        """Norm rows (T, hidden): to a mean square of 1 and by the weight, or to unit length."""
        if weight is not None:
            return F.rms_norm(x, (self.config.hidden_size,), weight, self.config.norm_eps)
        length = torch.linalg.vector_norm(x, dim=1, keepdim=True)
        return x / torch.hypot(length, self._floor)

    def rescore(self, row: int, ids: Tensor) -> Tensor:
        """Compute logits (n,) of some ids (n,) again in float32, for a row of the last pass."""
        return self.weights.head.rows(ids) @ self.hidden[row].float()

    def crop(self, length: int) -> None:
        """Forget what lies past `length`; it is overwritten, and masked until then."""
        self.num_cached = min(self.num_cached, length)
        if length == 0:
            # Masked columns still have to be finite, and a pass that failed may have left NaN.
            self._zeroed = 0

    def _turns_of_heads(self, turns: Tensor) -> Tensor:
        """Give each head its turns: (T, heads, head_size / 2); those of values do not turn."""
        config = self.config
        turning = turns.unsqueeze(1).expand(-1, config.num_heads + config.num_kv_heads, -1)
        still = turns.new_ones(turns.shape[0], config.num_kv_heads, turns.shape[1])
        return torch.cat((turning, still), dim=1)

    def _layer(
        self,
        index: int,
        x: Tensor,
        turns: Tensor,
        written: Tensor,
        *attending: Tensor,
        positions: Tensor | None = None,
        is_single: bool = False,
    ) -> Tensor:
        """Run rows (T, hidden) through a layer.

        Args:
            index: which.
            x: its inputs.
            turns: of heads, (T, heads + 2 * kv_heads, size / 2).
            written: (2 * kv_heads, T, size), where the layer's keys and values are kept.
            attending: from `Run.of`, of all runs in order.
            positions: (T,) int64, where in `written` they are, which then has more columns.
            is_single: whether T is 1, for what is recorded by itself.
        """
        layer, config = self.weights.layers[index], self.config
        heads, kv_heads, size = config.num_heads, config.num_kv_heads, config.head_size
        qkv = layer.qkv(self._normed(x, layer.attention_norm))
        if layer.qkv_bias is not None:
            qkv = qkv + layer.qkv_bias
        parts = as_type(qkv, torch.float32)
        if layer.qk_norm is not None:
            parts = parts.view(-1, heads + 2 * kv_heads, size)
            turning = parts[:, : heads + kv_heads]
            turning = F.rms_norm(turning, (size,), None, config.norm_eps) * layer.qk_norm
            parts = torch.cat((turning, parts[:, heads + kv_heads :]), dim=1)
        pairs = torch.view_as_complex(parts.view(-1, heads + 2 * kv_heads, size // 2, 2))
        turned = torch.view_as_real(pairs * turns).flatten(2).to(self.dtype)
        both = turned.narrow(1, heads, 2 * kv_heads).transpose(0, 1)
        if positions is None:
            written.copy_(both)
        else:
            written.index_copy_(1, positions, both)
        group = heads // kv_heads
        queries = turned.narrow(1, 0, heads).view(-1, kv_heads, group, size)
        attended = attend(queries, attending, num_single=group if is_single else 0)
        x = layer.output(as_type(attended, x.dtype).reshape(-1, heads * size)).add_(x)
        gate, up = layer.gate_up(self._normed(x, layer.mlp_norm)).chunk(2, dim=1)
        return layer.down(F.silu(gate).mul_(up)).add_(x)

    def _recordings(self, num_runs: int, *, is_single: bool) -> Sequence[Pass] | None:
        """Give the layers as recorded, on a processor and for nearly all passes."""
        if num_runs > _MOST_RUNS or not self._may_record:
            return None
        key = num_runs, is_single
        if key not in self._recorded:
            # Of sizes that are none of them 1, unless they always are, and in memory that nobody
            # else reads.
            start, num_ids = (0, 2 - is_single) if num_runs == 1 else (COLUMN_STEP - 2, 4)
            runs = self._runs(start, num_ids)
            inputs = (
                torch.zeros(num_ids, self.config.hidden_size, dtype=self._activations),
                self._turns_of_heads(self.turns[:1].expand(num_ids, -1)),
                torch.zeros_like(self._written[0, :, :num_ids]),
                *chain.from_iterable(run.of(0) for run in runs),
            )
            made = record_layers(
                partial(self._layer, is_single=is_single),
                [layer.parts for layer in self.weights.layers],
                inputs,
                recipe=(self.config, self.dtype, self._activations, key),
            )
            if made is None:
                self._may_record = False
                return None
            self._recorded[key] = made
        return self._recorded[key]

    def _runs(self, start: int, num_ids: int) -> list[Run]:
        def make(first: int, end: int) -> Run:
            columns = num_columns(start + end)
            self.zero_up_to(columns)
            positions = torch.arange(start + first, start + end, device=self.device)
            return self.new_run(positions, columns=columns)

        return cut_into_runs(start, num_ids, make) if self._keeps_bits else [make(0, num_ids)]

    def new_run(self, positions: Tensor, *, columns: int) -> Run:
        """Let neighbouring positions (T,) of a pass attend over the first columns."""
        places = self._columns[:columns]
        hidden = places > positions.unsqueeze(1)
        if self.config.sliding_window is not None:
            hidden |= places <= positions.unsqueeze(1) - self.config.sliding_window
        mask = torch.zeros(hidden.shape, dtype=self.dtype, device=self.device)
        mask.masked_fill_(hidden, float("-inf"))
        kv_heads = self.config.num_kv_heads
        group = self.config.num_heads // kv_heads
        rows = mask.unsqueeze(1).expand(-1, group, -1).reshape(1, 1, -1, columns)
        num_positions = positions.shape[0]
        return Run.over(num_positions, rows, caches=self._read(columns), kv_heads=kv_heads)

    def _read(self, num_columns: int) -> Sequence[Columns]:
        """Give the first columns of each layer's cache; seldom other ones than last time."""
        if self._columns_read[0] != num_columns:
            each = self.cache[:, :, None, :, :num_columns].unbind()
            self._columns_read = (num_columns, [Columns(*layer.unbind()) for layer in each])
        return self._columns_read[1]

    def zero_up_to(self, num_columns: int) -> None:
        """Make masked columns finite before they are first read: zero times NaN is NaN."""
        if num_columns > self._zeroed:
            end = -(-num_columns // _ZERO_STEP) * _ZERO_STEP
            self.cache[:, :, :, self._zeroed : end] = 0
            self._zeroed = min(end, self.cache.shape[3])
