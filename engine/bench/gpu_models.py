"""Models of real shapes without a download: random weights, made where they will lie.

Their words make no sense, so what they say is forced: target and draft each follow a path of ids,
and how often the two paths agree is chosen. The work of a pass is the real one; only its last step
is steered. Knows no measurement.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from engine.models import kernels
from engine.models.cached import DeviceBackend
from engine.models.decoder import (
    Decoder,
    DecoderConfig,
    DecoderWeights,
    LayerWeights,
)
from engine.models.quantized import DenseLinear, FusedLinear, Int4Linear, Int8Linear, Linear

_CERTAIN = 1e4
"""Added to a logit, so that no other comes near."""
_CODE_SPREAD = 4.6
"""Standard deviation of codes 0 .. 15 that are all alike in number."""

SEVEN_B = DecoderConfig(
    architecture="qwen2",
    num_layers=28,
    hidden_size=3584,
    num_heads=28,
    num_kv_heads=4,
    head_size=128,
    vocab_rows=151_936,
    context_length=4096,
    rope_theta=1e6,
    norm_eps=1e-6,
)
HALF_B = replace(
    SEVEN_B, num_layers=24, hidden_size=896, num_heads=14, num_kv_heads=2, head_size=64
)
TINY_TARGET = replace(
    SEVEN_B,
    num_layers=2,
    hidden_size=256,
    num_heads=4,
    num_kv_heads=2,
    head_size=64,
    vocab_rows=512,
    context_length=512,
)
TINY_DRAFT = replace(TINY_TARGET, num_layers=1, hidden_size=128, num_heads=2, num_kv_heads=1)


@dataclass(frozen=True, slots=True)
class Shape:
    """A model to make up: its decoder and the width of its feed-forward layers."""

    name: str
    config: DecoderConfig
    wide: int


PAIR = (Shape("7B", SEVEN_B, 18_944), Shape("0.5B", HALF_B, 4864))
TINY_PAIR = (Shape("tiny target", TINY_TARGET, 512), Shape("tiny draft", TINY_DRAFT, 256))


def random_decoder(shape: Shape, *, device: torch.device, seed: int) -> Decoder:
    """Make a decoder in packed 4 bits with an 8-bit output matrix.

    Args:
        shape: of the model; where it has no packing on this device, bfloat16 is kept.
        device: where it is made.
        seed: of its weights.
    """
    config, random = shape.config, torch.Generator(device).manual_seed(seed)
    hidden, size = config.hidden_size, config.head_size
    inner = config.num_heads * size
    qkv = inner + 2 * config.num_kv_heads * size

    def norm() -> Tensor:
        return torch.ones(hidden, dtype=torch.bfloat16, device=device)

    layers = [
        LayerWeights(
            attention_norm=norm(),
            qkv=_four_bit(qkv, hidden, random),
            qkv_bias=torch.zeros(qkv, dtype=torch.bfloat16, device=device),
            qk_norm=None,
            output=_four_bit(hidden, inner, random),
            mlp_norm=norm(),
            gate_up=_four_bit(2 * shape.wide, hidden, random),
            down=_four_bit(hidden, shape.wide, random),
        )
        for _ in range(config.num_layers)
    ]
    exponents = torch.arange(0, size, 2, dtype=torch.float64) / size
    weights = DecoderWeights(
        embedding=DenseLinear(_plain(config.vocab_rows, hidden, random)),
        layers=layers,
        norm=norm(),
        head=eight_bit(config.vocab_rows, hidden, random),
        inverse_frequencies=(config.rope_theta**-exponents).float(),
    )
    return Decoder(
        config, weights, capacity=config.context_length, dtype=torch.bfloat16, device=device
    )


def eight_bit(rows: int, columns: int, random: torch.Generator) -> Linear:
    """Make a matrix in 8-bit rows, or plain where there is no product for them."""
    device = random.device
    if not kernels.has_packed_products(device.type):
        return DenseLinear(_plain(rows, columns, random))
    codes = torch.randint(
        -127, 128, (rows, columns), generator=random, dtype=torch.int8, device=device
    )
    scale = 1 / (73 * columns**0.5)
    return Int8Linear(codes, torch.full((rows,), scale, dtype=torch.bfloat16, device=device))


def _four_bit(rows: int, columns: int, random: torch.Generator) -> Linear:
    device = random.device
    packs = kernels.has_packed_products(device.type)
    if not packs or not kernels.int4_fits(rows, columns, device):
        return DenseLinear(_plain(rows, columns, random))
    codes = torch.randint(
        0, 16, (rows, columns), generator=random, dtype=torch.uint8, device=device
    )
    groups = (rows, columns // kernels.GROUP_SIZE)
    scales = torch.full(groups, 1 / (_CODE_SPREAD * columns**0.5), device=device)
    return Int4Linear.from_codes(codes, scales, minima=-7.5 * scales, device=device)


def _plain(rows: int, columns: int, random: torch.Generator) -> Tensor:
    shape = (rows, columns)
    values = torch.randn(shape, generator=random, dtype=torch.bfloat16, device=random.device)
    return values.div_(columns**0.5)


def read_bytes(weights: DecoderWeights) -> int:
    """Count the bytes of weights that a pass reads: all but the embedding."""
    matrices = [
        matrix
        for layer in weights.layers
        for matrix in (layer.qkv, layer.output, layer.gate_up, layer.down)
    ]
    return sum(matrix_bytes(matrix) for matrix in (*matrices, weights.head))


def matrix_bytes(matrix: Linear) -> int:
    """Count the bytes of a matrix."""
    parts = matrix.parts if isinstance(matrix, FusedLinear) else (matrix,)
    tensors = [tensor for part in parts for tensor in part.state().values()]
    return sum(tensor.numel() * tensor.element_size() for tensor in tensors)


def paths(length: int, *, agreement: float, num_ids: int, seed: int) -> tuple[list[int], list[int]]:
    """Make up what a target says, and what its draft says.

    Args:
        length: positions.
        agreement: how likely both say the same at a position.
        num_ids: of the vocabulary.
        seed: of the choice.
    """
    random = torch.Generator().manual_seed(seed)
    target = torch.randint(0, num_ids, (length,), generator=random)
    agrees = torch.rand(length, generator=random) < agreement
    return target.tolist(), torch.where(agrees, target, (target + 1) % num_ids).tolist()


class ForcedBackend:
    """A backend that follows a path, whatever its weights say; a `DeviceBackend`.

    Args:
        inner: does the work.
        path: the id at each position.
    """

    can_crop = True
    keeps_bits = False

    def __init__(self, inner: DeviceBackend, path: Sequence[int]) -> None:
        self.inner = inner
        self.capacity = inner.capacity
        self.num_rows = inner.num_rows
        self.device = inner.device
        self.chunk = inner.chunk
        self.rounding = inner.rounding
        self.can_rescore_each = inner.can_rescore_each
        self._path = torch.tensor(path, device=inner.device).unsqueeze(1)

    @property
    def num_cached(self) -> int:
        """Positions in the cache."""
        return self.inner.num_cached

    @torch.inference_mode()
    def forward(self, ids: Tensor, start: int, *, num_logits: int) -> Tensor:
        """Run a pass and make the path's ids certain."""
        logits = self.inner.forward(ids, start, num_logits=num_logits)
        end = start + ids.shape[0] + 1
        return logits.scatter_(1, self._path[end - num_logits : end], _CERTAIN)

    def rescore(self, row: int, ids: Tensor) -> Tensor:
        """Compute logits (n,) of ids (n,) in float32, for a row of the last pass."""
        return self.inner.rescore(row, ids)

    def rescore_each(self, ids: Tensor) -> Tensor:
        """Compute logits (T, R) of ids (T, R) in float32, for the T rows of the last pass."""
        return self.inner.rescore_each(ids)

    def crop(self, length: int) -> None:
        """Forget positions from `length` on."""
        self.inner.crop(length)
