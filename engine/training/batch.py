"""Many sequences side by side through one target: a token of each at every step.

Owns the batched pass and its memory of keys and values. All sequences stand at the same position,
so nothing is padded. 8-bit products take many rows as they are; others are unpacked to plain
matrices, which are quicker there. Knows no text and no sampling.
"""

from collections.abc import Sequence
from dataclasses import replace

import torch
import torch.nn.functional as F
from torch import Tensor

from engine.models.decoder import DecoderConfig, DecoderWeights, LayerWeights
from engine.models.quantized import DenseLinear, Linear
from engine.models.rope import turns_of

_COLUMN_STEP = 64


def wide_weights(weights: DecoderWeights, dtype: torch.dtype) -> DecoderWeights:
    """Hold a model for passes over many rows.

    Args:
        weights: on their device. In a basis of their own they stay as they are, else every
            matrix is unpacked.
        dtype: of unpacked matrices.
    """
    if weights.basis is not None:
        return weights

    def small(vector: Tensor | None) -> Tensor | None:
        return None if vector is None else vector.to(dtype)

    def plain(linear: Linear) -> DenseLinear:
        index = torch.arange(linear.shape[0], device=weights.inverse_frequencies.device)
        return DenseLinear(linear.rows(index).to(dtype))

    layers = [
        LayerWeights(
            attention_norm=small(layer.attention_norm),
            qkv=plain(layer.qkv),
            qkv_bias=small(layer.qkv_bias),
            qk_norm=layer.qk_norm,
            output=plain(layer.output),
            mlp_norm=small(layer.mlp_norm),
            gate_up=plain(layer.gate_up),
            down=plain(layer.down),
        )
        for layer in weights.layers
    ]
    return replace(weights, layers=layers, norm=small(weights.norm), head=plain(weights.head))


def whole_embedding(config: DecoderConfig, weights: DecoderWeights, dtype: torch.dtype) -> Tensor:
    """Decode every row of the embedding, in the basis that the layers expect: (V, hidden)."""
    index = torch.arange(config.vocab_rows, device=weights.inverse_frequencies.device)
    rows = weights.embedding.rows(index)
    return rows.to(dtype) if weights.basis is None else weights.basis.turn(rows)


class BatchDecoder:
    """One target, B sequences, each with room for `capacity` positions.

    Args:
        config: the target's shape.
        weights: from `wide_weights`; may be shared between decoders.
        embedding: from `whole_embedding`, in the dtype of activations; may be shared too.
        dtype: of keys and values.
        num_sequences: B.
        capacity: positions of each.
        taps: after how many layers the features are taken, ascending.
    """

    def __init__(
        self,
        config: DecoderConfig,
        weights: DecoderWeights,
        *,
        embedding: Tensor,
        dtype: torch.dtype,
        num_sequences: int,
        capacity: int,
        taps: Sequence[int],
    ) -> None:
        self.config = config
        self._weights = weights
        self._embedding = embedding
        self._dtype = dtype
        self._floor = torch.tensor((config.hidden_size * config.norm_eps) ** 0.5)
        self._floor = self._floor.to(embedding.device)
        self._taps = tuple(taps)
        self._num_sequences = num_sequences
        self.position = 0
        self.capacity = capacity
        self._cache: list[tuple[Tensor, Tensor]] = []
        rotation = turns_of(capacity, weights.inverse_frequencies.cpu())
        self._rotation = rotation.to(embedding.device)

    def restart(self) -> None:
        """Begin new sequences."""
        self.position = 0
        self._cache = []

    @torch.inference_mode()
    def step(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        """Feed the next id (B,) of every sequence.

        Returns:
            Logits (B, V), and features (B, number of taps * hidden) in the model's own basis,
            both in the activations' dtype.
        """
        weights = self._weights
        x = self._embedding[ids]
        if self.position % _COLUMN_STEP == 0:
            self._grow()
        features: list[Tensor] = []
        for index, layer in enumerate(weights.layers):
            x = x + self._attend(index, self._normed(x, layer.attention_norm))
            gate, up = layer.gate_up(self._normed(x, layer.mlp_norm)).chunk(2, dim=1)
            x = x + layer.down(F.silu(gate) * up)
            if index + 1 in self._taps:
                features.append(x if weights.basis is None else weights.basis.turn_back(x))
        self.position += 1
        return weights.head(self._normed(x, weights.norm)), torch.cat(features, dim=1)

    def _normed(self, x: Tensor, weight: Tensor | None) -> Tensor:
        if weight is not None:
            return F.rms_norm(x, (self.config.hidden_size,), weight, self.config.norm_eps)
        return x / torch.hypot(torch.linalg.vector_norm(x, dim=1, keepdim=True), self._floor)

    def _attend(self, index: int, x: Tensor) -> Tensor:
        config, layer = self.config, self._weights.layers[index]
        batch, heads, kv_heads = self._num_sequences, config.num_heads, config.num_kv_heads
        size, group, end = config.head_size, heads // kv_heads, self.position + 1
        qkv = layer.qkv(x)
        if layer.qkv_bias is not None:
            qkv = qkv + layer.qkv_bias
        qkv = qkv.view(batch, heads + 2 * kv_heads, size)
        turning = qkv[:, : heads + kv_heads].float()
        if layer.qk_norm is not None:
            turning = F.rms_norm(turning, (size,), None, config.norm_eps) * layer.qk_norm
        pairs = torch.view_as_complex(turning.view(batch, -1, size // 2, 2))
        turned = torch.view_as_real(pairs * self._rotation[self.position])
        turned = turned.view(batch, -1, size).to(self._dtype)
        keys, values = self._cache[index]
        keys[:, self.position] = turned[:, heads:].reshape(-1, size)
        values[:, self.position] = qkv[:, heads + kv_heads :].reshape(-1, size)
        queries = turned[:, :heads].reshape(batch * kv_heads, group, size)
        scores = torch.bmm(queries * size**-0.5, keys.transpose(1, 2))
        scores[:, :, end:] = float("-inf")
        shares = torch.softmax(scores, dim=2, dtype=torch.float32).to(self._dtype)
        return layer.output(torch.bmm(shares, values).view(batch, heads * size).to(x.dtype))

    def _grow(self) -> None:
        """Make room for more columns: whole matrices are multiplied without being copied first."""
        config = self.config
        shape = (self._num_sequences * config.num_kv_heads, _COLUMN_STEP, config.head_size)
        room = self._embedding.new_zeros(shape, dtype=self._dtype)
        if not self._cache:
            self._cache = [(room.clone(), room.clone()) for _ in self._weights.layers]
            return
        for index, (keys, values) in enumerate(self._cache):
            self._cache[index] = (torch.cat((keys, room), dim=1), torch.cat((values, room), dim=1))
