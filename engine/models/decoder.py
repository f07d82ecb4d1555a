"""The lean decoder of the Llama family: Llama, SmolLM, Mistral, Qwen2, Qwen3.

Owns the arithmetic of one pass and the memory of keys and values; knows no file format, no text
and no drafting. `CachedModel` drives it and decides what stays in the cache.

Three things differ from the textbook. Heads lie interleaved (pairs of neighbours turn together in
RoPE), so that a rotation is one complex product; whoever loads weights calls `interleave`. All
query heads of a group are folded into the rows of one attention call, so that keys are read once.
And each row attends over its own position rounded up to 32 columns, never in a mere handful of
rows, since with those two torch's kernel gives each row the same bits whatever rows stand beside
it: verifying K tokens at once then answers exactly as K passes of one token.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Protocol

import torch
import torch.nn.functional as F
from torch import Tensor

from engine.models.quantized import DenseLinear, FusedLinear, Linear
from engine.models.rotation import Rotation

_COLUMN_STEP = 32
_MIN_ROWS = 8
_ROW_BLOCK = 32
_ZERO_STEP = 256
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


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring positions of a pass that attend over the same columns.

    Args:
        first, end: which of the pass's positions.
        mask: (1, 1, rows, columns), rows padded.
        num_padding: positions by which the rows are padded.
    """

    first: int
    end: int
    mask: Tensor
    num_padding: int


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
        self.keeps_bits = self._keeps_bits and _is_packed(weights)
        self.num_cached = 0
        self._zeroed = 0
        self.hidden = torch.empty(0, config.hidden_size)
        columns = _columns(capacity)
        self.cache = torch.empty(
            (config.num_layers, 2, config.num_kv_heads, columns, config.head_size),
            dtype=dtype,
            device=device,
        )
        angles = torch.outer(
            torch.arange(capacity, dtype=torch.float64), weights.inverse_frequencies.double()
        )
        self.turns = torch.polar(torch.ones_like(angles), angles).to(torch.complex64).to(device)
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
        config = self.config
        x = self.weights.embedding.rows(ids).to(self.dtype)
        turns = turns.unsqueeze(1)
        for index, layer in enumerate(self.weights.layers):
            normed = F.rms_norm(x, (config.hidden_size,), layer.attention_norm, config.norm_eps)
            x = x + self._attend(index, normed, turns, runs, where)
            normed = F.rms_norm(x, (config.hidden_size,), layer.mlp_norm, config.norm_eps)
            gate, up = layer.gate_up(normed).chunk(2, dim=1)
            x = x + layer.down(F.silu(gate) * up)
        return x

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

    def _attend(
        self, index: int, x: Tensor, turns: Tensor, runs: Sequence[Run], where: slice | Tensor
    ) -> Tensor:
        config, layer = self.config, self.weights.layers[index]
        num_ids, heads, kv_heads = x.shape[0], config.num_heads, config.num_kv_heads
        size, group = config.head_size, config.num_heads // config.num_kv_heads
        qkv = layer.qkv(x)
        if layer.qkv_bias is not None:
            qkv = qkv + layer.qkv_bias
        qkv = qkv.view(num_ids, heads + 2 * kv_heads, size)
        turning = qkv[:, : heads + kv_heads].float()
        if layer.qk_norm is not None:
            turning = F.rms_norm(turning, (size,), None, config.norm_eps) * layer.qk_norm
        pairs = torch.view_as_complex(turning.view(num_ids, -1, size // 2, 2))
        turned = torch.view_as_real(pairs * turns).view(num_ids, -1, size)
        qkv[:, : heads + kv_heads] = turned
        cache = self.cache[index]
        kv = qkv[:, heads:].view(num_ids, 2, kv_heads, size)
        cache[:, :, where] = kv.permute(1, 2, 0, 3)
        queries = qkv[:, :heads].view(num_ids, kv_heads, group, size)
        parts = []
        for run in runs:
            part = queries[run.first : run.end]
            if run.num_padding:
                part = torch.cat((part, part[-1:].expand(run.num_padding, -1, -1, -1)))
            rows = part.to(self.dtype).permute(1, 0, 2, 3).reshape(1, kv_heads, -1, size)
            keys, values = cache[:, None, :, : run.mask.shape[-1]]
            part = F.scaled_dot_product_attention(rows, keys, values, attn_mask=run.mask)
            part = part.view(kv_heads, -1, group, size)[:, : run.end - run.first]
            parts.append(part.permute(1, 0, 2, 3).reshape(-1, heads * size))
        return layer.output((parts[0] if len(parts) == 1 else torch.cat(parts)).to(x.dtype))

    def _runs(self, start: int, num_ids: int) -> list[Run]:
        """Cut a pass where the columns of a position become more.

        A row's bits depend on the number of columns, masked ones included. Cut so, a position's
        keys and values are the same whether it was read in a prompt, drafted or decoded.
        """
        if not self._keeps_bits:
            return [self._run(start, 0, num_ids)]
        edges = range(_columns(start + 1) - start, num_ids, _COLUMN_STEP)
        return [
            self._run(start, first, end)
            for first, end in zip((0, *edges), (*edges, num_ids), strict=True)
        ]

    def _run(self, start: int, first: int, end: int) -> Run:
        """Build the mask of positions first .. end - 1 of a pass."""
        num_columns = _columns(start + end)
        self.zero_up_to(num_columns)
        positions = torch.arange(start + first, start + end, device=self.device)
        num_padding = _padding(end - first, self.config.num_heads // self.config.num_kv_heads)
        if num_padding:
            positions = torch.cat((positions, positions[-1:].expand(num_padding)))
        return Run(first, end, self.mask(positions, num_columns), num_padding)

    def mask(self, positions: Tensor, num_columns: int) -> Tensor:
        """Hide from positions (T,) what they may not see: (1, 1, T * group, num_columns)."""
        columns = self._columns[:num_columns]
        hidden = columns > positions.unsqueeze(1)
        if self.config.sliding_window is not None:
            hidden |= columns <= positions.unsqueeze(1) - self.config.sliding_window
        mask = torch.zeros(hidden.shape, dtype=self.dtype, device=self.device)
        mask.masked_fill_(hidden, float("-inf"))
        group = self.config.num_heads // self.config.num_kv_heads
        return mask.unsqueeze(1).expand(-1, group, -1).reshape(1, 1, -1, num_columns)

    def zero_up_to(self, num_columns: int) -> None:
        """Make masked columns finite before they are first read: zero times NaN is NaN."""
        if num_columns > self._zeroed:
            end = -(-num_columns // _ZERO_STEP) * _ZERO_STEP
            self.cache[:, :, :, self._zeroed : end] = 0
            self._zeroed = min(end, self.cache.shape[3])


def _is_packed(weights: DecoderWeights) -> bool:
    layers = weights.layers
    matrices = [m for layer in layers for m in (layer.qkv, layer.output, layer.gate_up, layer.down)]
    matrices.append(weights.head)
    parts = [m.parts if isinstance(m, FusedLinear) else (m,) for m in matrices]
    return not any(isinstance(part, DenseLinear) for part in chain.from_iterable(parts))


def _columns(num_positions: int) -> int:
    return -(-num_positions // _COLUMN_STEP) * _COLUMN_STEP


def interleave(rows: Tensor, head_size: int) -> Tensor:
    """Reorder the rows of query or key heads from halves to neighbouring pairs.

    Args:
        rows: (heads * head_size, ...) in Hugging Face's order, in which rows i and i + size / 2
            of a head turn together.
        head_size: rows of one head.

    Returns:
        The same rows with partners side by side, as GGUF files of the llama architecture have
        them.
    """
    pairs = rows.reshape(-1, 2, head_size // 2, *rows.shape[1:])
    return pairs.transpose(1, 2).reshape(rows.shape)


def _padding(num_ids: int, group: int) -> int:
    """Count positions to add so that no block of attention rows is a mere handful."""
    rows = num_ids * group
    tail = rows % _ROW_BLOCK
    return 0 if tail == 0 or tail >= _MIN_ROWS else -(-(_MIN_ROWS - tail) // group)
