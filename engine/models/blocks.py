"""Turns the stored blocks of a tensor into numbers, bit for bit as ggml's reference does.

Knows bytes, types and shapes, no file. Whole tensors at once, without a Python loop over blocks;
what is too large to exist in float32 goes through `row_chunks`.

Source: the block layouts of ggml's `ggml-common.h`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import prod

import torch
from torch import Tensor

from engine.models.tensor_types import TensorType

GROUP_SIZE = 32
"""Neighbours in a row that share a scale and a minimum in `FourBit`."""

CHUNK_BYTES = 2**20
"""Float32 to decode at a time; smaller runs cost calls, larger ones leave the caches."""


@dataclass(frozen=True, slots=True)
class FourBit:
    """A matrix in 4 bits: value = codes * scales + minima, with one pair for 32 neighbours.

    In float32 that product and sum give the reference's values exactly. The minimum is what code
    0 stands for: -8 * scale for Q4_0, the stored minimum for Q4_1, -dmin * m for Q4_K.

    Args:
        codes: (N, K) uint8, 0 .. 15.
        scales: (N, K // 32) float32.
        minima: (N, K // 32) float32.
    """

    codes: Tensor
    scales: Tensor
    minima: Tensor


def as_rows(data: memoryview | Tensor, type: TensorType, *, shape: tuple[int, ...]) -> Tensor:
    """View stored bytes as one line for each row, without a copy.

    Lines can be picked, cut and reordered freely before they are decoded, as blocks never cross
    rows: an embedding may stay stored and decode only the rows it is asked for.

    Args:
        data: the bytes, of any layout.
        type: how they are stored.
        shape: of the values, (..., K); all but the last are taken together as N rows.

    Returns:
        (N, bytes of a row) uint8.

    Raises:
        ValueError: the bytes do not match the shape.
    """
    if shape[-1] % type.block_size:
        raise ValueError(f"rows of {shape[-1]} values do not divide into {type.name} blocks")
    flat = data if isinstance(data, Tensor) else torch.frombuffer(data, dtype=torch.uint8)
    num_rows, row_bytes = prod(shape[:-1]), shape[-1] // type.block_size * type.block_bytes
    if flat.dtype is not torch.uint8 or flat.numel() != num_rows * row_bytes:
        raise ValueError(f"{flat.numel()} x {flat.dtype} cannot be {shape} in {type.name}")
    return flat.reshape(num_rows, row_bytes)


def row_chunks(
    data: memoryview | Tensor,
    type: TensorType,
    *,
    shape: tuple[int, ...],
    float_bytes: int = CHUNK_BYTES,
) -> Iterator[tuple[slice, Tensor]]:
    """Cut a tensor into runs of rows that are small once they are decoded.

    Args:
        data: as for `as_rows`.
        type: as for `as_rows`.
        shape: as for `as_rows`.
        float_bytes: how large a run may be in float32; one row at least.

    Yields:
        Which rows, and their stored bytes (n, bytes of a row), to be decoded with shape (n, K).
    """
    rows = as_rows(data, type, shape=shape)
    step = max(1, float_bytes // (4 * shape[-1]))
    for start in range(0, rows.shape[0], step):
        chunk = slice(start, min(start + step, rows.shape[0]))
        yield chunk, rows[chunk]


def dequantize(data: memoryview | Tensor, type: TensorType, *, shape: tuple[int, ...]) -> Tensor:
    """Decode a tensor.

    Args:
        data: the stored bytes, uint8 if a tensor.
        type: how they are stored; one that `is_readable`.
        shape: of the values, innermost last.

    Returns:
        float32 of that shape, in memory of its own.

    Raises:
        ValueError: the bytes do not match the shape, or the type is not readable.
    """
    decode = _DECODERS.get(type)
    if decode is None:
        raise ValueError(f"{type.name} cannot be decoded")
    rows = as_rows(data, type, shape=shape)
    return decode(rows.reshape(-1, type.block_bytes)).reshape(shape)


def unpack_4bit(data: memoryview | Tensor, type: TensorType, *, shape: tuple[int, ...]) -> FourBit:
    """Take a matrix of Q4_0, Q4_1 or Q4_K apart, with nothing lost.

    The codes take one byte each; cut a large matrix with `row_chunks` first.

    Args:
        data: the stored bytes, uint8 if a tensor.
        type: one of the three.
        shape: (N, K).

    Raises:
        ValueError: the bytes do not match the shape, or another type.
    """
    if type not in FOUR_BIT_TYPES:
        raise ValueError(f"{type.name} is not stored in 4 bits")
    blocks = as_rows(data, type, shape=shape).reshape(-1, type.block_bytes)
    if type is TensorType.Q4_K:
        scales, minima = _k_scales(blocks)
        minima = -minima
        codes = _k_nibbles(blocks[:, 16:])
    else:
        scales = _half(blocks, 0)
        minima = _half(blocks, 2) if type is TensorType.Q4_1 else -8.0 * scales
        codes = _nibbles(blocks[:, type.block_bytes - 16 :])
    rows, groups = shape[0], shape[1] // GROUP_SIZE
    return FourBit(codes.reshape(shape), scales.reshape(rows, groups), minima.reshape(rows, groups))


def unpermute_rows(tensor: Tensor, num_heads: int) -> Tensor:
    """Put the rows of a llama file's q or k projection back in half-split order.

    Converters of the "llama" architecture interleave the two halves of each head, for rotary
    embeddings that turn neighbours; other architectures are stored as they are. Rows move whole,
    so this works on decoded values, on codes and scales, on a bias, and on `as_rows` bytes.

    Args:
        tensor: (num_heads * D, ...), D even.
        num_heads: heads in this projection; for k that is the number of key-value heads.

    Returns:
        The same shape, rows in the order that Hugging Face's models have them.

    Source: `LlamaModel.permute` in llama.cpp's converter, the other way round.
    """
    shape = tensor.shape
    pairs = tensor.reshape(num_heads, shape[0] // num_heads // 2, 2, *shape[1:])
    return pairs.transpose(1, 2).reshape(shape)


def _half(blocks: Tensor, start: int) -> Tensor:
    """Read the float16 at a byte of each block: (B, 1) float32."""
    return blocks[:, start : start + 2].view(torch.float16).float()


def _nibbles(packed: Tensor) -> Tensor:
    """Unpack (B, 16) bytes to (B, 32): all low halves first, then all high ones."""
    return torch.cat((packed & 15, packed >> 4), dim=1)


def _k_nibbles(packed: Tensor) -> Tensor:
    """Unpack (B, 128) bytes to (B, 8, 32): each 32 bytes hold two groups of 32."""
    lines = packed.reshape(-1, 4, 32)
    return torch.stack((lines & 15, lines >> 4), dim=2).reshape(-1, 8, 32)


def _fifth_bits(blocks: Tensor, start: int) -> Tensor:
    """Spread the 32 bits at a byte of each block to (B, 32), as 0 or 16."""
    shifts = torch.arange(8, dtype=torch.uint8, device=blocks.device)
    bits = blocks[:, start : start + 4].unsqueeze(2) >> shifts
    return (bits & 1).flatten(1) << 4


def _k_scales(blocks: Tensor) -> tuple[Tensor, Tensor]:
    """Read scales and minima of Q4_K and Q5_K, (B, 8) float32 each.

    Twelve bytes hold eight pairs of 6 bits: the first four pairs in the low 6 bits of bytes 0-3
    and 4-7, the last four in the nibbles of bytes 8-11 with their top 2 bits left in 0-7.
    """
    low, middle, high = blocks[:, 4:8], blocks[:, 8:12], blocks[:, 12:16]
    scales = torch.cat((low & 63, (high & 15) | (low >> 6 << 4)), dim=1)
    minima = torch.cat((middle & 63, (high >> 4) | (middle >> 6 << 4)), dim=1)
    return _half(blocks, 0) * scales, _half(blocks, 2) * minima


def _q4_0(blocks: Tensor) -> Tensor:
    return _half(blocks, 0) * (_nibbles(blocks[:, 2:]).float() - 8.0)


def _q4_1(blocks: Tensor) -> Tensor:
    return _half(blocks, 0) * _nibbles(blocks[:, 4:]) + _half(blocks, 2)


def _q5_0(blocks: Tensor) -> Tensor:
    codes = _nibbles(blocks[:, 6:]) | _fifth_bits(blocks, 2)
    return _half(blocks, 0) * (codes.float() - 16.0)


def _q5_1(blocks: Tensor) -> Tensor:
    codes = _nibbles(blocks[:, 8:]) | _fifth_bits(blocks, 4)
    return _half(blocks, 0) * codes + _half(blocks, 2)


def _q8_0(blocks: Tensor) -> Tensor:
    return _half(blocks, 0) * blocks[:, 2:].view(torch.int8)


def _q4_k(blocks: Tensor) -> Tensor:
    scales, minima = _k_scales(blocks)
    return scales.unsqueeze(2) * _k_nibbles(blocks[:, 16:]) - minima.unsqueeze(2)


def _q5_k(blocks: Tensor) -> Tensor:
    scales, minima = _k_scales(blocks)
    # Bit g of the 32 bytes at 16 is the fifth bit of group g.
    shifts = torch.arange(8, dtype=torch.uint8, device=blocks.device).unsqueeze(1)
    fifth = (blocks[:, 16:48].unsqueeze(1) >> shifts & 1) << 4
    codes = _k_nibbles(blocks[:, 48:]) | fifth
    return scales.unsqueeze(2) * codes - minima.unsqueeze(2)


def _q6_k(blocks: Tensor) -> Tensor:
    low = blocks[:, :128].reshape(-1, 2, 64)
    low = torch.stack((low & 15, low >> 4), dim=2).reshape(-1, 8, 32)
    shifts = torch.arange(0, 8, 2, dtype=torch.uint8, device=blocks.device).unsqueeze(1)
    high = blocks[:, 128:192].reshape(-1, 2, 1, 32) >> shifts & 3
    codes = low | (high.reshape(-1, 8, 32) << 4)
    scales = _half(blocks, 208) * blocks[:, 192:208].view(torch.int8)
    return scales.unsqueeze(2) * (codes.reshape(-1, 16, 16).float() - 32.0)


def _f32(blocks: Tensor) -> Tensor:
    return blocks.view(torch.float32).clone()


def _f16(blocks: Tensor) -> Tensor:
    return blocks.view(torch.float16).float()


def _bf16(blocks: Tensor) -> Tensor:
    return blocks.view(torch.bfloat16).float()


_DECODERS: dict[TensorType, Callable[[Tensor], Tensor]] = {
    TensorType.F32: _f32,
    TensorType.F16: _f16,
    TensorType.BF16: _bf16,
    TensorType.Q4_0: _q4_0,
    TensorType.Q4_1: _q4_1,
    TensorType.Q5_0: _q5_0,
    TensorType.Q5_1: _q5_1,
    TensorType.Q8_0: _q8_0,
    TensorType.Q4_K: _q4_k,
    TensorType.Q5_K: _q5_k,
    TensorType.Q6_K: _q6_k,
}

FOUR_BIT_TYPES = frozenset({TensorType.Q4_0, TensorType.Q4_1, TensorType.Q4_K})
"""Types that `unpack_4bit` takes."""
