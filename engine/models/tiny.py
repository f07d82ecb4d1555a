"""Writes a tiny model with seeded weights, to try the whole road from a file to a reply.

The file is a real one: GGUF, 4-bit matrices, a byte-level vocabulary, a chat template. What it
says makes no sense. Lives beside the readers so that a finished program can test itself.

Source: the file layout of ggml's `gguf.md`.
"""

import struct
from pathlib import Path

import torch
from tokenizers.pre_tokenizers import ByteLevel
from torch import Tensor

from engine.models.tensor_types import TensorType

_ALIGNMENT = 32
_HIDDEN, _WIDE, _LAYERS, _HEADS, _KV_HEADS = 64, 128, 2, 4, 2
_ROWS = 272
_CONTEXT = 512
_UNSIGNED, _FLOAT, _TEXT, _ARRAY, _SIGNED = 4, 6, 8, 9, 5
_NORMAL, _UNUSED = 1, 5
# The spread of a block of random bits whose scale is 1.
_SPREAD = {TensorType.Q4_0: 4.6, TensorType.Q8_0: 74.0}
# The embedding is large beside what the layers add, so that a reply soon goes in circles.
_GAIN = {TensorType.Q4_0: 1.0, TensorType.Q8_0: 2.0}
_TEMPLATE = (
    "{% for message in messages %}{{ message['role'] + ': ' + message['content'] + '\\n' }}"
    "{% endfor %}"
)


def write_tiny_gguf(path: Path, *, seed: int) -> None:
    """Write a two-layer Llama that knows the 256 bytes and no end of a text.

    Args:
        path: the file to make.
        seed: of the weights.
    """
    random = torch.Generator().manual_seed(seed)
    tensors = _tensors(random)
    entries = _entries()
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(entries)) + b"".join(entries)
    offset, data = 0, b""
    for name, (type, shape, stored) in tensors.items():
        head += _text(name) + struct.pack(f"<I{len(shape)}Q", len(shape), *reversed(shape))
        head += struct.pack("<IQ", type.value, offset)
        padded = stored + bytes(-len(stored) % _ALIGNMENT)
        data += padded
        offset += len(padded)
    path.write_bytes(head + bytes(-len(head) % _ALIGNMENT) + data)


def _entries() -> list[bytes]:
    tokens = sorted(ByteLevel.alphabet())
    types = [_NORMAL] * len(tokens) + [_UNUSED] * (_ROWS - len(tokens))
    tokens += [f"[PAD{number}]" for number in range(_ROWS - len(tokens))]
    return [
        _entry("general.architecture", "llama"),
        _entry("general.name", "Tiny"),
        _entry("llama.block_count", _LAYERS),
        _entry("llama.context_length", _CONTEXT),
        _entry("llama.embedding_length", _HIDDEN),
        _entry("llama.feed_forward_length", _WIDE),
        _entry("llama.attention.head_count", _HEADS),
        _entry("llama.attention.head_count_kv", _KV_HEADS),
        _entry("llama.attention.layer_norm_rms_epsilon", 1e-5),
        _entry("tokenizer.ggml.model", "gpt2"),
        _entry("tokenizer.ggml.pre", "gpt-2"),
        _array("tokenizer.ggml.tokens", _TEXT, [_text(token) for token in tokens]),
        _array("tokenizer.ggml.token_type", _SIGNED, [struct.pack("<i", type) for type in types]),
        _array("tokenizer.ggml.merges", _TEXT, []),
        _entry("tokenizer.chat_template", _TEMPLATE),
    ]


def _tensors(random: torch.Generator) -> dict[str, tuple[TensorType, tuple[int, ...], bytes]]:
    kv = _HIDDEN // _HEADS * _KV_HEADS
    shapes = {"token_embd": (_ROWS, _HIDDEN)}
    norms = ["output_norm"]
    for layer in range(_LAYERS):
        block = f"blk.{layer}"
        norms += [f"{block}.attn_norm", f"{block}.ffn_norm"]
        shapes |= {
            f"{block}.attn_q": (_HIDDEN, _HIDDEN),
            f"{block}.attn_k": (kv, _HIDDEN),
            f"{block}.attn_v": (kv, _HIDDEN),
            f"{block}.attn_output": (_HIDDEN, _HIDDEN),
            f"{block}.ffn_gate": (_WIDE, _HIDDEN),
            f"{block}.ffn_up": (_WIDE, _HIDDEN),
            f"{block}.ffn_down": (_HIDDEN, _WIDE),
        }
    tensors: dict[str, tuple[TensorType, tuple[int, ...], bytes]] = {}
    for name, shape in shapes.items():
        # The output is tied to the embedding, so that both 8-bit and 4-bit products are tried.
        type = TensorType.Q8_0 if name == "token_embd" else TensorType.Q4_0
        tensors[f"{name}.weight"] = (type, shape, _blocks(type, shape, random))
    ones = torch.ones(_HIDDEN).numpy().tobytes()
    for name in norms:
        tensors[f"{name}.weight"] = (TensorType.F32, (_HIDDEN,), ones)
    return tensors


def _blocks(type: TensorType, shape: tuple[int, int], random: torch.Generator) -> bytes:
    """Make random blocks of 32 whose values keep the size of what they multiply."""
    num_blocks = shape[0] * shape[1] // type.block_size
    stored = torch.randint(
        0, 256, (num_blocks, type.block_bytes), generator=random, dtype=torch.uint8
    )
    scale = torch.tensor([_GAIN[type] / (_SPREAD[type] * shape[1] ** 0.5)], dtype=torch.float16)
    stored[:, :2] = scale.view(torch.uint8)
    return _raw(stored)


def _raw(tensor: Tensor) -> bytes:
    return tensor.contiguous().numpy().tobytes()


def _text(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def _entry(key: str, value: str | int | float) -> bytes:
    match value:
        case str():
            return _text(key) + struct.pack("<I", _TEXT) + _text(value)
        case int():
            return _text(key) + struct.pack("<II", _UNSIGNED, value)
        case float():
            return _text(key) + struct.pack("<If", _FLOAT, value)


def _array(key: str, kind: int, items: list[bytes]) -> bytes:
    head = _text(key) + struct.pack("<IIQ", _ARRAY, kind, len(items))
    return head + b"".join(items)
