"""Tiny random models of real architectures: for transformers, as folders, and for the lean decoder.

All from one seeded state, so that what the decoder computes can be held against transformers with
the same weights. Weights are larger than a fresh model's, so that the rows are far from flat.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from engine.models.cached import CachedModel
from engine.models.decoder import Decoder, DecoderConfig, DecoderWeights, LayerWeights
from engine.models.quantized import DenseLinear, Linear, fuse, quantize
from engine.models.rope import interleave
from engine.models.tokenizer import Tokenizer
from engine.models.transformers import TransformersBackend
from tests.tiny_tokenizers import write_tokenizer

CPU = torch.device("cpu")


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """What tells one member of the Llama family from another, for transformers and the decoder."""

    config_class: str
    has_bias: bool = False
    has_qk_norm: bool = False
    sliding_window: int | None = None
    is_tied: bool = False


FAMILIES = {
    "llama": Family(config_class="LlamaConfig"),
    "llama tied": Family(config_class="LlamaConfig", is_tied=True),
    "qwen2": Family(config_class="Qwen2Config", has_bias=True),
    "qwen3": Family(config_class="Qwen3Config", has_qk_norm=True),
    "mistral": Family(config_class="MistralConfig", sliding_window=24),
}


def tiny_config(
    family: str = "llama",
    *,
    vocab_rows: int = 96,
    num_layers: int = 2,
    hidden_size: int = 64,
    num_heads: int = 4,
    num_kv_heads: int = 2,
    head_size: int = 16,
    context_length: int = 512,
) -> DecoderConfig:
    """Make the shape of a tiny model."""
    return DecoderConfig(
        architecture=family,
        num_layers=num_layers,
        hidden_size=hidden_size,
        num_heads=num_heads,
        num_kv_heads=num_kv_heads,
        head_size=head_size,
        vocab_rows=vocab_rows,
        context_length=context_length,
        rope_theta=10_000.0,
        norm_eps=1e-5,
        sliding_window=FAMILIES[family].sliding_window,
    )


def random_state(config: DecoderConfig, *, seed: int = 0) -> dict[str, Tensor]:
    """Make seeded weights by Hugging Face's names and in its row order, float32."""
    generator = torch.Generator().manual_seed(seed)
    family = FAMILIES[config.architecture]
    hidden, size = config.hidden_size, config.head_size
    wide = 2 * hidden

    def matrix(rows: int, columns: int) -> Tensor:
        values: Tensor = torch.randn(rows, columns, generator=generator)
        scale: float = 1.4 / columns**0.5
        return values * scale

    def norm(length: int) -> Tensor:
        return 1.0 + 0.2 * torch.randn(length, generator=generator)

    state = {
        "model.embed_tokens.weight": torch.randn(config.vocab_rows, hidden, generator=generator)
    }
    for layer in range(config.num_layers):
        prefix = f"model.layers.{layer}"
        state[f"{prefix}.input_layernorm.weight"] = norm(hidden)
        for name, heads in (
            ("q", config.num_heads),
            ("k", config.num_kv_heads),
            ("v", config.num_kv_heads),
        ):
            state[f"{prefix}.self_attn.{name}_proj.weight"] = matrix(heads * size, hidden)
            if family.has_bias:
                bias = 0.3 * torch.randn(heads * size, generator=generator)
                state[f"{prefix}.self_attn.{name}_proj.bias"] = bias
            if family.has_qk_norm and name != "v":
                state[f"{prefix}.self_attn.{name}_norm.weight"] = norm(size)
        state[f"{prefix}.self_attn.o_proj.weight"] = matrix(hidden, config.num_heads * size)
        state[f"{prefix}.post_attention_layernorm.weight"] = norm(hidden)
        state[f"{prefix}.mlp.gate_proj.weight"] = matrix(wide, hidden)
        state[f"{prefix}.mlp.up_proj.weight"] = matrix(wide, hidden)
        state[f"{prefix}.mlp.down_proj.weight"] = matrix(hidden, wide)
    state["model.norm.weight"] = norm(hidden)
    # A head like the embedding would only repeat what was said last.
    is_tied = FAMILIES[config.architecture].is_tied
    embedding = state["model.embed_tokens.weight"]
    state["lm_head.weight"] = embedding if is_tied else 2.0 * matrix(config.vocab_rows, hidden)
    return state


def reference_model(config: DecoderConfig, state: Mapping[str, Tensor]) -> Any:
    """Build transformers' own model with these weights, in float32."""
    import transformers

    family = FAMILIES[config.architecture]
    settings: dict[str, Any] = {
        "vocab_size": config.vocab_rows,
        "hidden_size": config.hidden_size,
        "intermediate_size": 2 * config.hidden_size,
        "num_hidden_layers": config.num_layers,
        "num_attention_heads": config.num_heads,
        "num_key_value_heads": config.num_kv_heads,
        "head_dim": config.head_size,
        "max_position_embeddings": config.context_length,
        "rms_norm_eps": config.norm_eps,
        "tie_word_embeddings": family.is_tied,
        "bos_token_id": None,
        "eos_token_id": None,
    }
    if family.sliding_window is not None:
        settings["sliding_window"] = family.sliding_window
    shape = getattr(transformers, family.config_class)(**settings)
    return _filled(shape, state)


def gpt2_model(*, seed: int = 0, vocab_size: int = 96, context_length: int = 256) -> Any:
    """Build a tiny GPT-2 with seeded weights, in float32."""
    from transformers import GPT2Config

    shape = GPT2Config(
        vocab_size=vocab_size,
        n_positions=context_length,
        n_embd=64,
        n_layer=2,
        n_head=4,
        bos_token_id=None,
        eos_token_id=None,
    )
    model = _filled(shape, None)
    generator = torch.Generator().manual_seed(seed)
    for name, parameter in model.named_parameters():
        noise = torch.randn(parameter.shape, generator=generator)
        if "ln_" in name and name.endswith("weight"):
            parameter.data = 1.0 + 0.1 * noise
        else:
            parameter.data = noise * (1.0 / parameter.shape[0] ** 0.5 if noise.dim() > 1 else 0.1)
    return model


def _filled(shape: Any, state: Mapping[str, Tensor] | None) -> Any:
    from transformers import AutoModelForCausalLM

    # A fresh model draws its weights from the global random state, which is not ours to move.
    with torch.random.fork_rng():
        model: Any = AutoModelForCausalLM.from_config(  # type: ignore[no-untyped-call]
            shape, attn_implementation="sdpa"
        )
    if state is not None:
        model.load_state_dict(state)
    return model.float().eval()


def lean_decoder(
    config: DecoderConfig,
    state: Mapping[str, Tensor],
    *,
    kind: str = "float32",
    capacity: int | None = None,
) -> Decoder:
    """Build the lean decoder with these weights.

    Args:
        config: its shape.
        state: from `random_state`.
        kind: of its matrices: "float32", or "bfloat16", "int8" or "int4" with bfloat16
            activations.
        capacity: positions, by default all of the context.
    """
    dtype = torch.float32 if kind == "float32" else torch.bfloat16

    def linear(*names: str) -> Linear:
        return fuse([quantize(_ordered(config, state, name), kind, device=CPU) for name in names])

    def vector(*names: str) -> Tensor:
        return torch.cat([_ordered(config, state, name) for name in names]).to(dtype)

    layers = []
    for index in range(config.num_layers):
        prefix = f"model.layers.{index}"
        heads = [f"{prefix}.self_attn.{name}_proj" for name in "qkv"]
        has_bias = f"{heads[0]}.bias" in state
        layers.append(
            LayerWeights(
                attention_norm=vector(f"{prefix}.input_layernorm.weight"),
                qkv=linear(*(f"{name}.weight" for name in heads)),
                qkv_bias=vector(*(f"{name}.bias" for name in heads)) if has_bias else None,
                qk_norm=_qk_norm(config, state, prefix),
                output=linear(f"{prefix}.self_attn.o_proj.weight"),
                mlp_norm=vector(f"{prefix}.post_attention_layernorm.weight"),
                gate_up=linear(f"{prefix}.mlp.gate_proj.weight", f"{prefix}.mlp.up_proj.weight"),
                down=linear(f"{prefix}.mlp.down_proj.weight"),
            )
        )
    exponents = torch.arange(0, config.head_size, 2, dtype=torch.float64) / config.head_size
    weights = DecoderWeights(
        embedding=DenseLinear(state["model.embed_tokens.weight"].to(dtype)),
        layers=layers,
        norm=vector("model.norm.weight"),
        head=linear("lm_head.weight"),
        inverse_frequencies=(config.rope_theta**-exponents).float(),
    )
    return Decoder(
        config, weights, capacity=capacity or config.context_length, dtype=dtype, device=CPU
    )


def _ordered(config: DecoderConfig, state: Mapping[str, Tensor], name: str) -> Tensor:
    is_turning = any(f".{part}_{kind}." in name for part in "qk" for kind in ("proj", "norm"))
    return interleave(state[name], config.head_size) if is_turning else state[name]


def _qk_norm(config: DecoderConfig, state: Mapping[str, Tensor], prefix: str) -> Tensor | None:
    names = [f"{prefix}.self_attn.{part}_norm.weight" for part in "qk"]
    if names[0] not in state:
        return None
    query, key = (_ordered(config, state, name) for name in names)
    rows = (query.expand(config.num_heads, -1), key.expand(config.num_kv_heads, -1))
    return torch.cat(rows).float()


def tiny_model(
    family: str = "llama", *, seed: int = 0, kind: str = "float32", vocab_rows: int = 96
) -> CachedModel:
    """Build a lean decoder behind a cache."""
    config = tiny_config(family, vocab_rows=vocab_rows)
    decoder = lean_decoder(config, random_state(config, seed=seed), kind=kind)
    return CachedModel(decoder, name=f"tiny {family}")


def near_copy(state: Mapping[str, Tensor], *, share: float, seed: int = 9) -> dict[str, Tensor]:
    """Shake weights a little, for a draft that is often right."""
    generator = torch.Generator().manual_seed(seed)
    return {
        name: value + share * value.std() * torch.randn(value.shape, generator=generator)
        for name, value in state.items()
    }


def wrapped(model: Any, *, capacity: int = 256) -> CachedModel:
    """Put a transformers model behind a cache."""
    return CachedModel(
        TransformersBackend(model, capacity=capacity, can_crop=True), name="reference"
    )


def save_folder(model: Any, folder: Path, *, tokenizer: Tokenizer) -> Path:
    """Write a model and a tokenizer as a folder of safetensors and JSON."""
    model.save_pretrained(folder)
    write_tokenizer(tokenizer, folder)
    settings = {"eos_token": "<|im_end|>", "chat_template": tokenizer.chat_template}
    (folder / "tokenizer_config.json").write_text(json.dumps(settings), encoding="utf-8")
    return folder


def without_window(config: DecoderConfig) -> DecoderConfig:
    """Give the same shape with full attention."""
    return replace(config, sliding_window=None)
