"""The tensors of a safetensors folder of the Llama family, as the packer of GGUF files reads them.

Owns the names and conventions of such folders. Says None for what the lean decoder cannot run: then
transformers does. Never reads anything but JSON and safetensors.
"""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from math import pi
from pathlib import Path
from typing import Any, Self

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor

from engine.errors import BadModelFile, EngineError
from engine.language import number, say
from engine.models.decoder import DecoderConfig
from engine.models.quantized import DenseLinear
from engine.models.rope import interleave
from engine.models.safetensors_header import StoredTensor, read_header
from engine.models.transformers import read_folder_config
from engine.models.weight_files import weight_files

_RUN_BYTES = 2**24
_MODEL_TYPES = ("llama", "mistral", "qwen2", "qwen3")
_NAMES = {
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "attn_norm": "input_layernorm",
    "attn_q_norm": "self_attn.q_norm",
    "attn_k_norm": "self_attn.k_norm",
    "ffn_norm": "post_attention_layernorm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
    "token_embd": "model.embed_tokens",
    "output": "lm_head",
    "output_norm": "model.norm",
}


def read_lean_config(path: Path) -> DecoderConfig | None:
    """Read the shape of a folder's model.

    Returns:
        None where the lean decoder does not run it.

    Raises:
        BadModelFile: config.json is missing or cannot be read.
    """
    given = read_folder_config(path)
    if given["model_type"] not in _MODEL_TYPES or "quantization_config" in given:
        return None
    if given.get("hidden_act", "silu") != "silu" or given.get("mlp_bias"):
        return None
    if given.get("use_sliding_window") or _rope(given) is None:
        return None
    try:
        heads = int(given["num_attention_heads"])
        hidden = int(given["hidden_size"])
        window = given.get("sliding_window") if given["model_type"] == "mistral" else None
        config = DecoderConfig(
            architecture=given["model_type"],
            num_layers=int(given["num_hidden_layers"]),
            hidden_size=hidden,
            num_heads=heads,
            num_kv_heads=int(given.get("num_key_value_heads") or heads),
            head_size=int(given.get("head_dim") or hidden // heads),
            vocab_rows=int(given["vocab_size"]),
            context_length=int(given["max_position_embeddings"]),
            rope_theta=float(_rope_settings(given).get("rope_theta", 10_000.0)),
            norm_eps=float(given["rms_norm_eps"]),
            sliding_window=int(window) if window else None,
        )
    except (KeyError, TypeError, ValueError, ArithmeticError):
        return None
    sizes = (config.num_layers, hidden, heads, config.num_kv_heads, config.vocab_rows)
    is_sane = min(*sizes, config.context_length) > 0 and heads % config.num_kv_heads == 0
    return config if is_sane and config.head_size % 2 == 0 else None


class FolderWeights:
    """Reads the tensors of one folder on the CPU.

    Args:
        path: of the folder.
        config: from `read_lean_config`.
    """

    device = torch.device("cpu")

    def __init__(self, path: Path, config: DecoderConfig) -> None:
        self.config = config
        self._path = path
        self._stack = ExitStack()
        self._files: dict[str, Any] = {}
        self._stored: dict[str, StoredTensor] = {}
        try:
            files = weight_files(path)
            # First of all: it refuses what the library would take much memory for.
            for file in files:
                self._stored.update(read_header(file))
            self._check_shapes()
            for file in files:
                opened = self._stack.enter_context(safe_open(file, framework="pt"))
                self._files.update(dict.fromkeys(opened.keys(), opened))
        except (SafetensorError, OSError) as error:
            self._stack.close()
            raise BadModelFile(str(path), say("its weights cannot be loaded")) from error
        except EngineError:
            self._stack.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the files."""
        self._stack.close()

    @property
    def num_parameters(self) -> int:
        """Count the values of all tensors."""
        return sum(tensor.num_values for tensor in self._stored.values())

    @property
    def head_name(self) -> str:
        """Which tensor is the output matrix: its own, or the embedding's."""
        return "output.weight" if "lm_head.weight" in self._files else "token_embd.weight"

    def embedding(self) -> DenseLinear:
        """Map the embedding."""
        config = self.config
        return DenseLinear(self._tensor("token_embd.weight", config.vocab_rows, config.hidden_size))

    def inverse_frequencies(self) -> Tensor:
        """Work out how fast each pair turns with position: (head_size / 2,) float32."""
        given = read_folder_config(self._path)
        exponents = torch.arange(0, self.config.head_size, 2, dtype=torch.float64)
        frequencies = self.config.rope_theta ** (-exponents / self.config.head_size)
        return _scaled(frequencies, _rope_settings(given)).float()

    def qkv_bias(self, prefix: str) -> Tensor | None:
        """Read a layer's biases of q, k and v, side by side, as float32, if it has any."""
        if _name(f"{prefix}attn_q.bias") not in self._files:
            return None
        query, key, value = (self.vector(f"{prefix}attn_{name}.bias") for name in "qkv")
        return torch.cat((self._interleaved(query), self._interleaved(key), value))

    def qk_norm(self, prefix: str) -> Tensor | None:
        """Read the norm of each head of a layer, (heads + kv_heads, head_size), if it has any."""
        if _name(f"{prefix}attn_q_norm.weight") not in self._files:
            return None
        query, key = (
            self._interleaved(self.vector(f"{prefix}attn_{name}_norm.weight")) for name in "qk"
        )
        config = self.config
        return torch.cat((query.expand(config.num_heads, -1), key.expand(config.num_kv_heads, -1)))

    def matrix(self, name: str) -> Tensor:
        """Read a whole matrix as float32 (N, K), rows in the decoder's order."""
        return torch.cat(list(self.runs(name)))

    def runs(self, name: str) -> Iterator[Tensor]:
        """Read a matrix as float32 in runs of rows (n, K), in the decoder's order."""
        weight = self._tensor(name, *self._shape(name))
        if ".attn_q." in name or ".attn_k." in name:
            weight = self._interleaved(weight)
        for rows in torch.split(weight, max(1, _RUN_BYTES // (4 * weight.shape[1]))):
            values = rows.float()
            self._check_finite(values, name)
            yield values

    def vector(self, name: str) -> Tensor:
        """Read a small tensor as float32."""
        values = self._tensor(name).float()
        self._check_finite(values, name)
        return values

    def _check_shapes(self) -> None:
        """Hold what the files say of their tensors against the shape the config gives.

        Raises:
            BadModelFile: they differ, or a tensor is missing.
        """
        config = self.config
        hidden, size = config.hidden_size, config.head_size
        inner, kv_inner = config.num_heads * size, config.num_kv_heads * size
        self._check("token_embd.weight", config.vocab_rows, hidden)
        self._check("output_norm.weight", hidden)
        self._check("output.weight", config.vocab_rows, hidden, is_needed=False)
        if config.num_layers > len(self._stored):
            detail = say("{count} layers in its config.json, which it has no weights for")
            raise BadModelFile(str(self._path), detail.format(count=number(config.num_layers)))
        for index in range(config.num_layers):
            prefix = f"blk.{index}."
            rows = {"attn_q": inner, "attn_k": kv_inner, "attn_v": kv_inner}
            for part, num_rows in rows.items():
                self._check(f"{prefix}{part}.weight", num_rows, hidden)
                self._check(f"{prefix}{part}.bias", num_rows, is_needed=False)
            for part in ("attn_norm", "ffn_norm"):
                self._check(f"{prefix}{part}.weight", hidden)
            for part in ("attn_q_norm", "attn_k_norm"):
                self._check(f"{prefix}{part}.weight", size, is_needed=False)
            self._check(f"{prefix}attn_output.weight", hidden, inner)
            gate = self._stored.get(_name(f"{prefix}ffn_gate.weight"))
            wide = gate.shape[0] if gate is not None and gate.shape else 0
            self._check(f"{prefix}ffn_gate.weight", wide, hidden)
            self._check(f"{prefix}ffn_up.weight", wide, hidden)
            self._check(f"{prefix}ffn_down.weight", hidden, wide)

    def _check(self, name: str, *shape: int, is_needed: bool = True) -> None:
        stored = self._stored.get(_name(name))
        if stored is None:
            if is_needed:
                raise self._missing(_name(name))
            return
        if stored.shape != shape or 0 in shape:
            raise self._misshapen(_name(name), stored.shape, expected=shape)

    def _shape(self, name: str) -> tuple[int, int]:
        config = self.config
        inner, kv_inner = (
            heads * config.head_size for heads in (config.num_heads, config.num_kv_heads)
        )
        rows = {"attn_q": inner, "attn_k": kv_inner, "attn_v": kv_inner}
        part = name.removesuffix(".weight").rpartition(".")[2]
        if part in rows:
            return rows[part], config.hidden_size
        if part == "attn_output":
            return config.hidden_size, inner
        if part in ("token_embd", "output"):
            return config.vocab_rows, config.hidden_size
        wide = int(self._tensor(name).shape[1 if part == "ffn_down" else 0])
        return (config.hidden_size, wide) if part == "ffn_down" else (wide, config.hidden_size)

    def _tensor(self, name: str, *shape: int) -> Tensor:
        stored = _name(name)
        if stored not in self._files:
            raise self._missing(stored)
        try:
            tensor: Tensor = self._files[stored].get_tensor(stored)
        except SafetensorError as error:
            raise BadModelFile(str(self._path), say("its weights cannot be loaded")) from error
        if shape and tuple(tensor.shape) != shape:
            raise self._misshapen(stored, tuple(tensor.shape), expected=shape)
        return tensor

    def _interleaved(self, rows: Tensor) -> Tensor:
        return interleave(rows, self.config.head_size)

    def _check_finite(self, values: Tensor, name: str) -> None:
        if not bool(values.sum().isfinite()):
            detail = say("values that are not numbers in {tensor}").format(tensor=_name(name))
            raise BadModelFile(str(self._path), detail)

    def _missing(self, tensor: str) -> BadModelFile:
        detail = say("there are no weights for {tensor} in it").format(tensor=tensor)
        return BadModelFile(str(self._path), detail)

    def _misshapen(
        self, tensor: str, shape: tuple[int, ...], *, expected: tuple[int, ...]
    ) -> BadModelFile:
        detail = say("{tensor} has the shape {shape}, expected {expected}").format(
            tensor=tensor, shape=shape, expected=expected
        )
        return BadModelFile(str(self._path), detail)


def _name(name: str) -> str:
    """Translate GGUF's name of a tensor: blk.3.attn_q.weight is model.layers.3.self_attn..."""
    stem, _, kind = name.rpartition(".")
    if stem.startswith("blk."):
        _, index, part = stem.split(".")
        return f"model.layers.{index}.{_NAMES[part]}.{kind}"
    return f"{_NAMES[stem]}.{kind}"


def _rope_settings(given: Mapping[str, Any]) -> dict[str, Any]:
    """Gather what a config says of rotation, wherever its version keeps it."""
    settings: dict[str, Any] = {"rope_theta": given.get("rope_theta", 10_000.0)}
    for key in ("rope_scaling", "rope_parameters"):
        if isinstance(given.get(key), dict):
            settings.update(given[key])
    return settings


def _rope(given: Mapping[str, Any]) -> str | None:
    """Name the kind of rotation, or give None for one that is not known here."""
    settings = _rope_settings(given)
    kind = settings.get("rope_type", settings.get("type", "default"))
    needed = {
        "default": (),
        "linear": ("factor",),
        "llama3": (
            "factor",
            "low_freq_factor",
            "high_freq_factor",
            "original_max_position_embeddings",
        ),
    }
    if not isinstance(kind, str) or kind not in needed:
        return None
    if settings.get("partial_rotary_factor", 1.0) != 1.0:
        return None
    return kind if all(_is_sane(settings.get(key)) for key in needed[kind]) else None


def _is_sane(value: object) -> bool:
    return isinstance(value, int | float) and 0 < value < 1e9


def _scaled(frequencies: Tensor, settings: Mapping[str, Any]) -> Tensor:
    """Slow rotations down for a longer context.

    Source: the two rules as transformers' `modeling_rope_utils` computes them.
    """
    kind = settings.get("rope_type", settings.get("type", "default"))
    if kind == "default":
        return frequencies
    factor = float(settings["factor"])
    if kind == "linear":
        return frequencies / factor
    low, high = float(settings["low_freq_factor"]), float(settings["high_freq_factor"])
    turns = float(settings["original_max_position_embeddings"]) * frequencies / (2 * pi)
    # 1 where a pair turns often within the original context, 0 where hardly once.
    share = ((turns - low) / (high - low)).clamp(0.0, 1.0)
    return frequencies * (share + (1 - share) / factor)
