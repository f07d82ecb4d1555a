"""From the tensors of a file to 8-bit rows in a basis without outliers.

Owns what is folded where: each norm into the matrix after it, the turn of hidden states into
every matrix that reads or writes them, the turn of each head's values into the two matrices
around attention. Only the input of the last matrix of a layer is turned at run time.
Source: QuaRot (Ashkboos et al. 2024).
"""

from collections.abc import Generator, Sequence
from math import sqrt

import torch
from torch import Tensor

from engine.models.decoder import DecoderWeights, LayerWeights
from engine.models.folder_weights import FolderWeights
from engine.models.gguf_weights import GgufWeights
from engine.models.int8_rows import round_rows
from engine.models.rotation import Rotation, block_size, turn_blocks
from engine.models.w8a8 import W8A8Linear


class RotatedWeights:
    """Rounds the tensors of one model to 8 bits.

    Args:
        source: reads the tensors, on the CPU.
    """

    def __init__(self, source: GgufWeights | FolderWeights) -> None:
        self._source = source
        self._config = source.config
        self._basis = Rotation.of_size(source.config.hidden_size, device=source.device)

    def read(self) -> Generator[float, None, DecoderWeights]:
        """Round everything.

        Yields:
            The fraction that is done, before each layer and the output matrix.

        Returns:
            The weights.
        """
        num_layers = self._config.num_layers
        layers = []
        for index in range(num_layers):
            yield index / (num_layers + 1)
            layers.append(self._layer(f"blk.{index}."))
        yield num_layers / (num_layers + 1)
        source = self._source
        return DecoderWeights(
            embedding=source.embedding(),
            layers=layers,
            norm=None,
            head=self._reading([source.head_name], self._norm("output_norm.weight")),
            inverse_frequencies=source.inverse_frequencies(),
            basis=self._basis,
        )

    def _layer(self, prefix: str) -> LayerWeights:
        source, size = self._source, self._config.head_size
        biases = source.qkv_bias(prefix)
        if biases is not None:
            query_key, value = biases[: -self._num_values], biases[-self._num_values :]
            biases = torch.cat((query_key, turn_blocks(value, block_size(size))))
        norm = self._norm(f"{prefix}attn_norm.weight")
        rounded = self._rounded([f"{prefix}attn_q.weight", f"{prefix}attn_k.weight"], norm)
        values = source.matrix(f"{prefix}attn_v.weight")
        values = turn_blocks(values.T, block_size(size)).T * norm
        rounded.append(round_rows(self._basis.turn(values)))
        output = turn_blocks(source.matrix(f"{prefix}attn_output.weight"), block_size(size))
        down = source.matrix(f"{prefix}ffn_down.weight")
        gate_up = [f"{prefix}ffn_gate.weight", f"{prefix}ffn_up.weight"]
        return LayerWeights(
            attention_norm=None,
            qkv=_stacked(rounded),
            qkv_bias=biases,
            qk_norm=source.qk_norm(prefix),
            output=W8A8Linear.from_weight(self._writing(output)),
            mlp_norm=None,
            gate_up=self._reading(gate_up, self._norm(f"{prefix}ffn_norm.weight")),
            down=W8A8Linear.from_weight(self._writing(down), block=block_size(down.shape[1])),
        )

    def _norm(self, name: str) -> Tensor:
        """Read a norm for rows of unit length instead of a mean square of 1."""
        return self._source.vector(name) * sqrt(self._config.hidden_size)

    @property
    def _num_values(self) -> int:
        return self._config.num_kv_heads * self._config.head_size

    def _reading(self, names: Sequence[str], norm: Tensor) -> W8A8Linear:
        """Round matrices that read normed hidden states, one below the other."""
        return _stacked(self._rounded(names, norm))

    def _rounded(self, names: Sequence[str], norm: Tensor) -> list[tuple[Tensor, Tensor]]:
        return [
            round_rows(self._basis.turn(rows * norm))
            for name in names
            for rows in self._source.runs(name)
        ]

    def _writing(self, weight: Tensor) -> Tensor:
        """Turn the outputs of a matrix that writes hidden states."""
        return self._basis.turn(weight.T.contiguous()).T.contiguous()


def _stacked(parts: Sequence[tuple[Tensor, Tensor]]) -> W8A8Linear:
    codes, scales = zip(*parts, strict=True)
    return W8A8Linear(torch.cat(codes), torch.cat(scales).float())
