"""From an open GGUF file to the weights of the lean decoder.

Owns the names and conventions of GGUF's llama family. 4-bit tensors are packed as they are, the
others become 8-bit rows with the loss stated; one tensor is unpacked at a time, so no dequantised
copy of the model ever exists. The embedding stays in the file and is decoded row by row.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass

import torch
from torch import Tensor

from engine.errors import BadModelFile, UnsupportedModel
from engine.language import say
from engine.models import kernels
from engine.models.blocks import FOUR_BIT_TYPES, as_rows, dequantize, row_chunks, unpack_4bit
from engine.models.decoder import DecoderConfig, DecoderWeights, LayerWeights
from engine.models.gguf import GgufFile
from engine.models.int8_rows import to_int8_rows
from engine.models.quantized import DenseLinear, Int4Linear, Int8Linear, Linear, fuse
from engine.models.rope import interleave
from engine.models.tensor_types import TensorType

_ARCHITECTURES = ("llama", "qwen2", "qwen3")
_HALF_SPLIT = ("qwen2", "qwen3")
_FLOATS = (TensorType.F32, TensorType.F16, TensorType.BF16)


@dataclass(frozen=True, slots=True)
class StoredEmbedding:
    """An embedding left as the file has it: (N, bytes of a row) uint8, decoded when asked."""

    stored: Tensor
    type: TensorType
    num_columns: int

    def rows(self, index: Tensor) -> Tensor:
        """Give rows as float32 (n, hidden)."""
        picked = self.stored[index.to(self.stored.device)]
        shape = (index.shape[0], self.num_columns)
        return dequantize(picked, self.type, shape=shape).to(index.device)


def read_config(file: GgufFile) -> DecoderConfig:
    """Read the shape of the model.

    Raises:
        UnsupportedModel: another architecture, or a variant of it the decoder lacks.
        BadModelFile: a key is missing or makes no sense.
    """
    architecture, path = file.architecture, str(file.path)
    if architecture not in _ARCHITECTURES:
        raise UnsupportedModel(path, "architecture", architecture)
    get = _Reader(file, architecture)
    heads = get.size("attention.head_count")
    hidden = get.size("embedding_length")
    kv_heads = get.size("attention.head_count_kv", heads)
    size = get.size("attention.key_length", hidden // heads)
    if get.size("attention.value_length", size) != size:
        raise UnsupportedModel(path, "size of value heads", str(size))
    if get.size("rope.dimension_count", size) != size or size % 2:
        raise UnsupportedModel(path, "partial rotation of size", str(size))
    if get.size("expert_count", 0):
        raise UnsupportedModel(path, "architecture", f"{architecture} with experts")
    scaling = get.text("rope.scaling.type", "none")
    if scaling not in ("none", "linear"):
        raise UnsupportedModel(path, "rope scaling", scaling)
    if heads % kv_heads:
        detail = say("{heads} heads cannot share {keys} keys").format(heads=heads, keys=kv_heads)
        raise BadModelFile(path, detail)
    config = DecoderConfig(
        architecture=architecture,
        num_layers=get.size("block_count"),
        hidden_size=hidden,
        num_heads=heads,
        num_kv_heads=kv_heads,
        head_size=size,
        vocab_rows=(*file.tensor("token_embd.weight").shape, 0)[0],
        context_length=get.size("context_length"),
        rope_theta=get.number("rope.freq_base", 10_000.0),
        norm_eps=get.number("attention.layer_norm_rms_epsilon"),
        sliding_window=get.size("attention.sliding_window", 0) or None,
    )
    _check_tensors(file, config)
    return config


def _check_tensors(file: GgufFile, config: DecoderConfig) -> None:
    """Hold what the file says of its tensors against the shape its metadata gives."""
    hidden, size = config.hidden_size, config.head_size
    inner, kv_inner = config.num_heads * size, config.num_kv_heads * size

    def check(name: str, *shape: int) -> None:
        actual = file.tensor(name).shape
        if actual != shape:
            detail = say("{tensor} has the shape {shape}, expected {expected}")
            detail = detail.format(tensor=name, shape=actual, expected=shape)
            raise BadModelFile(str(file.path), detail)

    check("token_embd.weight", config.vocab_rows, hidden)
    check("output_norm.weight", hidden)
    if "output.weight" in file.tensors:
        check("output.weight", config.vocab_rows, hidden)
    if "rope_freqs.weight" in file.tensors:
        check("rope_freqs.weight", size // 2)
    for index in range(config.num_layers):
        prefix = f"blk.{index}."
        wide = (*file.tensor(f"{prefix}ffn_gate.weight").shape, 0)[0]
        shapes = {
            "attn_norm": (hidden,),
            "attn_q": (inner, hidden),
            "attn_k": (kv_inner, hidden),
            "attn_v": (kv_inner, hidden),
            "attn_output": (hidden, inner),
            "ffn_norm": (hidden,),
            "ffn_gate": (wide, hidden),
            "ffn_up": (wide, hidden),
            "ffn_down": (hidden, wide),
        }
        for name, shape in shapes.items():
            check(f"{prefix}{name}.weight", *shape)
        if f"{prefix}attn_q.bias" in file.tensors:
            for letter, length in (("q", inner), ("k", kv_inner), ("v", kv_inner)):
                check(f"{prefix}attn_{letter}.bias", length)
        if f"{prefix}attn_q_norm.weight" in file.tensors:
            check(f"{prefix}attn_q_norm.weight", size)
            check(f"{prefix}attn_k_norm.weight", size)
    known_biases = tuple(f".attn_{letter}.bias" for letter in "qkv")
    for name in file.tensors:
        # Left out, it would change every answer a little and nobody would know.
        if name.endswith(".bias") and not name.endswith(known_biases):
            raise UnsupportedModel(str(file.path), "tensor", name)


class GgufWeights:
    """Packs the tensors of one file.

    Args:
        file: open; may be closed once `read` returns, the embedding keeps its own mapping.
        config: from `read_config`.
        device: where the weights go.
    """

    def __init__(self, file: GgufFile, config: DecoderConfig, *, device: torch.device) -> None:
        self.file = file
        self.config = config
        self.device = device
        self.worst_int8_error = 0.0
        self._packs = kernels.has_packed_products(device.type)

    def read(self) -> Generator[float, None, DecoderWeights]:
        """Pack everything.

        Yields:
            The fraction that is done, before each layer and the output matrix.

        Returns:
            The weights.
        """
        layers = []
        for index in range(self.config.num_layers):
            yield index / (self.config.num_layers + 1)
            layers.append(self._layer(f"blk.{index}."))
        yield self.config.num_layers / (self.config.num_layers + 1)
        return DecoderWeights(
            embedding=self.embedding(),
            layers=layers,
            norm=self._small("output_norm.weight"),
            head=self._linear(self.head_name),
            inverse_frequencies=self.inverse_frequencies(),
        )

    @property
    def head_name(self) -> str:
        """Which tensor is the output matrix: its own, or the embedding's."""
        return "output.weight" if "output.weight" in self.file.tensors else "token_embd.weight"

    def embedding(self) -> StoredEmbedding:
        """Map the embedding."""
        tensor = self.file.tensor("token_embd.weight")
        stored = as_rows(self.file.tensor_bytes(tensor.name), tensor.type, shape=tensor.shape)
        # On a CPU the rows stay in the file's pages; elsewhere they go along with the rest.
        placed = stored if self.device.type == "cpu" else stored.to(self.device)
        return StoredEmbedding(placed, tensor.type, tensor.shape[1])

    def inverse_frequencies(self) -> Tensor:
        """Work out how fast each pair turns with position: (head_size / 2,) float32."""
        size = self.config.head_size
        exponents = torch.arange(0, size, 2, dtype=torch.float64) / size
        frequencies = self.config.rope_theta**-exponents
        if "rope_freqs.weight" in self.file.tensors:
            frequencies = frequencies / self.vector("rope_freqs.weight").double()
        reader = _Reader(self.file, self.config.architecture)
        if reader.text("rope.scaling.type", "none") == "linear":
            frequencies = frequencies / reader.number("rope.scaling.factor", 1.0)
        return frequencies.float()

    def _layer(self, prefix: str) -> LayerWeights:
        bias = self.qkv_bias(prefix)
        return LayerWeights(
            attention_norm=self._small(f"{prefix}attn_norm.weight"),
            qkv=self._fused([f"{prefix}attn_{name}.weight" for name in "qkv"]),
            qkv_bias=None if bias is None else bias.to(self.device, torch.bfloat16),
            qk_norm=self.qk_norm(prefix),
            output=self._linear(f"{prefix}attn_output.weight"),
            mlp_norm=self._small(f"{prefix}ffn_norm.weight"),
            gate_up=self._fused([f"{prefix}ffn_gate.weight", f"{prefix}ffn_up.weight"]),
            down=self._linear(f"{prefix}ffn_down.weight"),
        )

    def qkv_bias(self, prefix: str) -> Tensor | None:
        """Read a layer's biases of q, k and v, side by side, as float32, if it has any."""
        if f"{prefix}attn_q.bias" not in self.file.tensors:
            return None
        query, key, value = (self.vector(f"{prefix}attn_{name}.bias") for name in "qkv")
        return torch.cat((self._ordered(query), self._ordered(key), value))

    def qk_norm(self, prefix: str) -> Tensor | None:
        """Read the norm of each head of a layer, (heads + kv_heads, head_size), if it has any."""
        if f"{prefix}attn_q_norm.weight" not in self.file.tensors:
            return None
        query, key = (
            self._ordered(self.vector(f"{prefix}attn_{name}_norm.weight")) for name in "qk"
        )
        config = self.config
        heads = (query.expand(config.num_heads, -1), key.expand(config.num_kv_heads, -1))
        return torch.cat(heads).to(self.device)

    def matrix(self, name: str) -> Tensor:
        """Read a whole matrix as float32 (N, K), rows in the decoder's order."""
        return torch.cat(list(self.runs(name)))

    def runs(self, name: str) -> Iterator[Tensor]:
        """Read a matrix as float32 in runs of rows (n, K), in the decoder's order."""
        tensor = self.file.tensor(name)
        shape = (tensor.shape[0], tensor.shape[1])
        for _, chunk in row_chunks(self._stored(name), tensor.type, shape=shape, float_bytes=2**24):
            values = dequantize(chunk, tensor.type, shape=(chunk.shape[0], shape[1]))
            self._check_finite(values.sum().item(), name)
            yield values

    def vector(self, name: str) -> Tensor:
        """Read a small tensor as float32."""
        tensor = self.file.tensor(name)
        values = dequantize(self.file.tensor_bytes(name), tensor.type, shape=tensor.shape)
        self._check_finite(values.sum().item(), name)
        return values

    def _stored(self, name: str) -> Tensor:
        """View a matrix's bytes (N, bytes of a row), rows in the decoder's order."""
        tensor = self.file.tensor(name)
        rows = as_rows(self.file.tensor_bytes(name), tensor.type, shape=tensor.shape)
        is_turning = ".attn_q." in name or ".attn_k." in name
        return self._ordered(rows) if is_turning else rows

    def _ordered(self, rows: Tensor) -> Tensor:
        """Put the rows of query or key heads side by side as the decoder has them."""
        if self.config.architecture in _HALF_SPLIT:
            return interleave(rows, self.config.head_size)
        return rows

    def _fused(self, names: list[str]) -> Linear:
        """Put matrices side by side; neighbours stored alike become one packed matrix."""
        groups: list[list[str]] = []
        for name in names:
            type = self.file.tensor(name).type
            if groups and self.file.tensor(groups[-1][0]).type is type:
                groups[-1].append(name)
            else:
                groups.append([name])
        return fuse([self._linear(*group) for group in groups])

    def _linear(self, *names: str) -> Linear:
        """Pack tensors of one type and width as one matrix."""
        tensors = [self.file.tensor(name) for name in names]
        type, num_columns = tensors[0].type, tensors[0].shape[1]
        stored = [self._stored(name) for name in names]
        whole = stored[0] if len(stored) == 1 else torch.cat(stored)
        shape = (whole.shape[0], num_columns)
        packs = self._packs and kernels.int4_fits(*shape, self.device)
        if packs and type in FOUR_BIT_TYPES:
            return self._int4(whole, type, shape)
        if packs and type not in _FLOATS:
            rows8 = to_int8_rows(whole, type, shape=shape)
            self._check_finite(rows8.relative_error, names[0])
            self.worst_int8_error = max(self.worst_int8_error, rows8.relative_error)
            return Int8Linear(rows8.codes.to(self.device), rows8.scales.to(self.device))
        weight = torch.empty(shape, dtype=torch.bfloat16)
        for run, chunk in row_chunks(whole, type, shape=shape):
            weight[run] = dequantize(chunk, type, shape=(chunk.shape[0], num_columns))
        self._check_finite(weight.sum().item(), names[0])
        return DenseLinear(weight.to(self.device))

    def _int4(self, stored: Tensor, type: TensorType, shape: tuple[int, int]) -> Linear:
        codes = torch.empty(shape, dtype=torch.uint8)
        scales = torch.empty(shape[0], shape[1] // kernels.GROUP_SIZE)
        minima = torch.empty_like(scales)
        for run, chunk in row_chunks(stored, type, shape=shape):
            four = unpack_4bit(chunk, type, shape=(chunk.shape[0], shape[1]))
            codes[run], scales[run], minima[run] = four.codes, four.scales, four.minima
        self._check_finite((scales.sum() + minima.sum()).item(), "a 4-bit tensor")
        return Int4Linear.from_codes(codes, scales, minima=minima, device=self.device)

    def _small(self, name: str) -> Tensor:
        return self.vector(name).to(self.device, torch.bfloat16)

    def _check_finite(self, value: float, name: str) -> None:
        if not torch.tensor(value).isfinite():
            detail = say("values that are not numbers in {tensor}").format(tensor=name)
            raise BadModelFile(str(self.file.path), detail)


class _Reader:
    """Reads the keys of one architecture and refuses sizes that make no sense."""

    def __init__(self, file: GgufFile, architecture: str) -> None:
        self._metadata = file.metadata
        self._path = str(file.path)
        self._prefix = architecture

    def size(self, key: str, default: int | None = None) -> int:
        """Read a count of 1 or more, or a default that may be 0."""
        value = self._metadata.integer(f"{self._prefix}.{key}", default)
        if not 1 <= value < 2**31 and value != default:
            raise BadModelFile(self._path, say("{key} is {value}").format(key=key, value=value))
        return value

    def number(self, key: str, default: float | None = None) -> float:
        """Read a number above 0."""
        value = self._metadata.number(f"{self._prefix}.{key}", default)
        if not 0.0 < value < 1e12:
            raise BadModelFile(self._path, say("{key} is {value}").format(key=key, value=value))
        return value

    def text(self, key: str, default: str) -> str:
        """Read a word."""
        return self._metadata.text(f"{self._prefix}.{key}", default)
