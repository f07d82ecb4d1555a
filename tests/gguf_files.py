"""Makes GGUF files for tests: whole tiny models, and hand-laid bytes that may lie.

Whole models go through the `gguf` package, so that what reads them is judged by an independent
writer. Hand-laid bytes go through `struct`, since no writer would agree to make them.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import gguf
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from engine.models.tensor_types import TensorType

Bytes = npt.NDArray[np.uint8]

CHAT_TEMPLATE = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' "
    "+ message['content'] + '<|im_end|>' + '\\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
)
MERGES = (("h", "e"), ("l", "l"), ("he", "ll"), ("hell", "o"), ("Ġ", "w"), ("i", "n"), ("Ġ", "t"))
SPECIAL_TOKENS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")

_NORMAL, _CONTROL, _UNUSED = 1, 3, 5
# Where the float16 scales of a block stand; the second, where there is one, is the minimum.
_SCALE_BYTES = {
    TensorType.Q4_0: (0,),
    TensorType.Q4_1: (0, 2),
    TensorType.Q5_0: (0,),
    TensorType.Q5_1: (0, 2),
    TensorType.Q8_0: (0,),
    TensorType.Q4_K: (0, 2),
    TensorType.Q5_K: (0, 2),
    TensorType.Q6_K: (208,),
}
# Root mean square of a block of random bytes whose scale is 1, and the minimum (in scales) that
# puts its mean at about 0.
_SPREAD = {
    TensorType.Q4_0: (4.6, 0.0),
    TensorType.Q4_1: (4.6, -7.5),
    TensorType.Q5_0: (9.2, 0.0),
    TensorType.Q5_1: (9.2, -15.5),
    TensorType.Q8_0: (74.0, 0.0),
    TensorType.Q4_K: (240.0, 7.5),
    TensorType.Q5_K: (480.0, 15.5),
    TensorType.Q6_K: (1370.0, 0.0),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TinyGguf:
    """A tiny model in a file, and what a reader must find in it.

    Args:
        path: the file.
        architecture: "llama" or "qwen2".
        hidden_size, intermediate_size, num_layers, num_heads, num_kv_heads, context_length,
            rope_base, norm_eps: as in Hugging Face's configuration.
        tokens: the vocabulary, by id; one row of the embedding each.
        end_id: of `<|im_end|>`.
        weights: by Hugging Face's names and in its row order, decoded to float32 by the `gguf`
            package; `lm_head.weight` is left out where it is tied to the embedding.
    """

    path: Path
    architecture: str
    hidden_size: int
    intermediate_size: int
    num_layers: int
    num_heads: int
    num_kv_heads: int
    context_length: int
    rope_base: float
    norm_eps: float
    tokens: tuple[str, ...]
    end_id: int
    weights: dict[str, Tensor]


def random_blocks(
    type: TensorType, num_blocks: int, *, size: float, random: np.random.Generator
) -> Bytes:
    """Make stored blocks whose values are of about the given size, every bit of them in use.

    Returns:
        (num_blocks, bytes of a block).
    """
    if type not in _SCALE_BYTES:
        values = random.normal(0.0, size, (num_blocks, 1)).astype(np.float32)
        stored = gguf.quants.quantize(values, gguf.GGMLQuantizationType(type.value))
        return stored.view(np.uint8).reshape(num_blocks, type.block_bytes)
    blocks = random.integers(0, 256, (num_blocks, type.block_bytes), dtype=np.uint8)
    spread, minimum = _SPREAD[type]
    scales = random.uniform(0.5, 1.5, (num_blocks, 1)) * size / spread
    if minimum == 0.0:
        scales *= random.choice([-1.0, 1.0], (num_blocks, 1))
    for start, factor in zip(_SCALE_BYTES[type], (1.0, minimum), strict=False):
        blocks[:, start : start + 2] = (scales * factor).astype(np.float16).view(np.uint8)
    return blocks


def make_vocabulary(
    merges: Sequence[tuple[str, str]] = MERGES, *, num_padding: int = 0
) -> tuple[list[str], list[int]]:
    """Lay out a byte-level vocabulary: 256 bytes, the merges, the specials, unused rows.

    Returns:
        The tokens, and the type that GGUF gives each.
    """
    shown = [*range(33, 127), *range(161, 173), *range(174, 256)]
    hidden = [byte for byte in range(256) if byte not in shown]
    letters = dict(zip(shown, map(chr, shown), strict=True))
    letters |= {byte: chr(256 + index) for index, byte in enumerate(hidden)}
    tokens = [letters[byte] for byte in range(256)] + [left + right for left, right in merges]
    types = [_NORMAL] * len(tokens) + [_CONTROL] * len(SPECIAL_TOKENS) + [_UNUSED] * num_padding
    tokens += SPECIAL_TOKENS
    tokens += [f"[PAD{len(tokens) + index}]" for index in range(num_padding)]
    return tokens, types


def write_tiny_llama_gguf(
    path: Path,
    *,
    architecture: str = "llama",
    quantization: TensorType = TensorType.Q4_1,
    embedding: TensorType = TensorType.Q8_0,
    seed: int = 0,
    merges: Sequence[tuple[str, str]] = MERGES,
    num_padding: int = 0,
    num_layers: int = 2,
    chat_template: str | None = CHAT_TEMPLATE,
) -> TinyGguf:
    """Write a whole tiny model with seeded weights, laid out as llama.cpp's converter does.

    Args:
        path: where to.
        architecture: "llama" (tied, rows of q and k interleaved) or "qwen2" (untied, biases).
        quantization: of the linear layers.
        embedding: of the embedding and, for "qwen2", of the output matrix.
        seed: of the weights.
        merges: of the vocabulary; others than the default make another tokenizer.
        num_padding: unused rows at the end of the vocabulary.
        num_layers: how deep.
        chat_template: None for a base model.
    """
    random = np.random.default_rng(seed)
    # A row must hold whole blocks, and those of the K types have 256 values.
    width = max(64, quantization.block_size, embedding.block_size)
    num_heads, num_kv_heads = 4, 2
    kv_size = width // num_heads * num_kv_heads
    tokens, token_types = make_vocabulary(merges, num_padding=num_padding)
    model = TinyGguf(
        path=path,
        architecture=architecture,
        hidden_size=width,
        intermediate_size=2 * width,
        num_layers=num_layers,
        num_heads=num_heads,
        num_kv_heads=num_kv_heads,
        context_length=256,
        rope_base=10_000.0,
        norm_eps=1e-5,
        tokens=tuple(tokens),
        end_id=tokens.index("<|im_end|>"),
        weights={},
    )
    writer = gguf.GGUFWriter(path, architecture)
    _add_settings(writer, model)
    _add_tokenizer(writer, model, token_types, merges, chat_template)

    def matrix(
        stored_name: str,
        name: str,
        rows: int,
        columns: int,
        *,
        type: TensorType = quantization,
        size: float = 0.0,
        interleaved_heads: int = 0,
    ) -> None:
        blocks = random_blocks(
            type,
            rows * columns // type.block_size,
            size=size or 1.5 / columns**0.5,
            random=random,
        )
        kind = gguf.GGMLQuantizationType(type.value)
        lines = blocks.reshape(rows, -1)
        model.weights[name] = torch.from_numpy(gguf.quants.dequantize(lines, kind).copy())
        if interleaved_heads:
            halves = lines.reshape(interleaved_heads, 2, rows // interleaved_heads // 2, -1)
            lines = halves.swapaxes(1, 2).reshape(rows, -1)
        writer.add_tensor(stored_name, lines, raw_dtype=kind)

    def vector(stored_name: str, name: str, length: int, mean: float) -> None:
        values = random.normal(mean, 0.1, length).astype(np.float32)
        model.weights[name] = torch.from_numpy(values)
        writer.add_tensor(stored_name, values)

    is_llama = architecture == "llama"
    if not is_llama:
        matrix("output.weight", "lm_head.weight", len(tokens), width, type=embedding)
    matrix(
        "token_embd.weight",
        "model.embed_tokens.weight",
        len(tokens),
        width,
        type=embedding,
        size=0.3,
    )
    for layer in range(num_layers):
        block, prefix = f"blk.{layer}", f"model.layers.{layer}"
        vector(f"{block}.attn_norm.weight", f"{prefix}.input_layernorm.weight", width, 1.0)
        for letter, heads, rows in (
            ("q", num_heads, width),
            ("k", num_kv_heads, kv_size),
            ("v", 0, kv_size),
        ):
            stored, name = f"{block}.attn_{letter}", f"{prefix}.self_attn.{letter}_proj"
            interleaved = heads if is_llama else 0
            matrix(f"{stored}.weight", f"{name}.weight", rows, width, interleaved_heads=interleaved)
            if not is_llama:
                vector(f"{stored}.bias", f"{name}.bias", rows, 0.0)
        matrix(f"{block}.attn_output.weight", f"{prefix}.self_attn.o_proj.weight", width, width)
        vector(f"{block}.ffn_norm.weight", f"{prefix}.post_attention_layernorm.weight", width, 1.0)
        matrix(f"{block}.ffn_gate.weight", f"{prefix}.mlp.gate_proj.weight", 2 * width, width)
        matrix(f"{block}.ffn_up.weight", f"{prefix}.mlp.up_proj.weight", 2 * width, width)
        matrix(f"{block}.ffn_down.weight", f"{prefix}.mlp.down_proj.weight", width, 2 * width)
    vector("output_norm.weight", "model.norm.weight", width, 1.0)
    finish(writer)
    return model


def finish(writer: gguf.GGUFWriter) -> None:
    """Write out what a writer has gathered."""
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _add_settings(writer: gguf.GGUFWriter, model: TinyGguf) -> None:
    writer.add_name(f"Tiny {model.architecture}")
    writer.add_block_count(model.num_layers)
    writer.add_context_length(model.context_length)
    writer.add_embedding_length(model.hidden_size)
    writer.add_feed_forward_length(model.intermediate_size)
    writer.add_head_count(model.num_heads)
    writer.add_head_count_kv(model.num_kv_heads)
    writer.add_rope_freq_base(model.rope_base)
    writer.add_layer_norm_rms_eps(model.norm_eps)
    writer.add_rope_dimension_count(model.hidden_size // model.num_heads)
    writer.add_vocab_size(len(model.tokens))


def _add_tokenizer(
    writer: gguf.GGUFWriter,
    model: TinyGguf,
    token_types: list[int],
    merges: Sequence[tuple[str, str]],
    chat_template: str | None,
) -> None:
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("smollm" if model.architecture == "llama" else "qwen2")
    writer.add_token_list(model.tokens)
    writer.add_token_types(token_types)
    writer.add_token_merges([f"{left} {right}" for left, right in merges])
    writer.add_bos_token_id(model.tokens.index("<|endoftext|>"))
    writer.add_eos_token_id(model.end_id)
    writer.add_pad_token_id(model.tokens.index("<|endoftext|>"))
    writer.add_add_bos_token(False)
    if chat_template is not None:
        writer.add_chat_template(chat_template)


def raw_text(text: str | bytes) -> bytes:
    """Lay out a text: its length, then its bytes."""
    data = text.encode() if isinstance(text, str) else text
    return struct.pack("<Q", len(data)) + data


def raw_entry(key: str | bytes, kind: int, payload: bytes) -> bytes:
    """Lay out a metadata entry."""
    return raw_text(key) + struct.pack("<I", kind) + payload


def raw_array(key: str, kind: int, length: int, payload: bytes = b"") -> bytes:
    """Lay out an array entry; the length may lie."""
    return raw_entry(key, 9, struct.pack("<IQ", kind, length) + payload)


def raw_tensor(
    name: str, sizes: Sequence[int], *, kind: int = 0, offset: int = 0, num_sizes: int | None = None
) -> bytes:
    """Lay out a tensor entry, sizes innermost first; their number may lie."""
    count = len(sizes) if num_sizes is None else num_sizes
    head = raw_text(name) + struct.pack(f"<I{len(sizes)}Q", count, *sizes)
    return head + struct.pack("<IQ", kind, offset)


def raw_file(
    entries: Sequence[bytes] = (),
    tensors: Sequence[bytes] = (),
    *,
    data: bytes = b"",
    version: int = 3,
    num_entries: int | None = None,
    num_tensors: int | None = None,
    alignment: int = 32,
) -> bytes:
    """Lay out a file; the two counts may lie."""
    head = b"GGUF" + struct.pack(
        "<IQQ",
        version,
        len(tensors) if num_tensors is None else num_tensors,
        len(entries) if num_entries is None else num_entries,
    )
    head += b"".join(entries) + b"".join(tensors)
    return head + bytes(-len(head) % alignment) + data
