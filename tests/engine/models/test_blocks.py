"""Stored blocks become the numbers that the `gguf` package, the reference, makes of them."""

from collections.abc import Callable

import gguf
import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from engine.models.blocks import (
    FOUR_BIT_TYPES,
    FourBit,
    as_rows,
    dequantize,
    row_chunks,
    unpack_4bit,
    unpermute_rows,
)
from engine.models.tensor_types import TensorType
from tests.gguf_files import Bytes, random_blocks

READABLE = [kind for kind in TensorType if kind.is_readable]
by_type = pytest.mark.parametrize("kind", READABLE, ids=lambda kind: kind.name)
by_4bit_type = pytest.mark.parametrize("kind", sorted(FOUR_BIT_TYPES), ids=lambda kind: kind.name)


def stored_matrix(kind: TensorType, shape: tuple[int, int], *, seed: int = 0) -> Bytes:
    random = np.random.default_rng(seed)
    num_blocks = shape[0] * shape[1] // kind.block_size
    return random_blocks(kind, num_blocks, size=0.1, random=random).reshape(shape[0], -1)


def reference(stored: Bytes, kind: TensorType) -> Tensor:
    return torch.from_numpy(gguf.quants.dequantize(stored, gguf.GGMLQuantizationType(kind.value)))


def bits(values: Tensor) -> Tensor:
    return values.contiguous().view(torch.int32)


def value_of(packed: FourBit) -> Tensor:
    codes = packed.codes.reshape(*packed.scales.shape, 32)
    return (codes * packed.scales.unsqueeze(2) + packed.minima.unsqueeze(2)).flatten(1)


@by_type
def test_dequantize_equals_the_reference(kind: TensorType) -> None:
    """To the last bit, on blocks that use every bit of codes and scales: 8,000 values and more."""
    shape = (16, 2 * max(256, kind.block_size))
    stored = stored_matrix(kind, shape)

    values = dequantize(memoryview(bytearray(stored.tobytes())), kind, shape=shape)

    assert values.shape == shape
    assert torch.equal(bits(values), bits(reference(stored, kind)))


@by_type
@settings(max_examples=20)
@given(seed=st.integers(0, 2**32 - 1))
def test_dequantize_equals_the_reference_on_noise(kind: TensorType, seed: int) -> None:
    """Any bytes at all, so also scales that are zero, tiny, infinite or not numbers."""
    random = np.random.default_rng(seed)
    stored = random.integers(0, 256, (16, 2 * kind.block_bytes), dtype=np.uint8)
    with np.errstate(all="ignore"):
        expected = reference(stored, kind)

    values = dequantize(torch.from_numpy(stored), kind, shape=(16, 2 * kind.block_size))

    assert torch.equal(values.isnan(), expected.isnan())
    assert torch.equal(bits(values.nan_to_num()), bits(expected.nan_to_num()))


@by_type
def test_shapes_of_one_and_three_dimensions(kind: TensorType) -> None:
    """Norms have one dimension and stacked experts three; blocks run along the last."""
    width = max(256, kind.block_size)
    stored = stored_matrix(kind, (6, width))
    expected = reference(stored, kind)

    cube = dequantize(torch.from_numpy(stored), kind, shape=(2, 3, width))
    line = dequantize(torch.from_numpy(stored[0]), kind, shape=(width,))

    assert torch.equal(cube, expected.reshape(2, 3, width))
    assert torch.equal(line, expected[0])


def test_decoded_values_have_their_own_memory() -> None:
    """Even float32, which needs no decoding: a weight must not keep the file mapped."""
    stored = torch.zeros(8, dtype=torch.uint8)
    values = dequantize(stored, TensorType.F32, shape=(2,))

    values.fill_(1.0)

    assert stored.sum() == 0


@by_4bit_type
@settings(max_examples=20)
@given(seed=st.integers(0, 2**32 - 1))
def test_four_bit_parts_give_the_reference_back(kind: TensorType, seed: int) -> None:
    """codes * scales + minima is exactly the reference's value, not merely near it."""
    shape = (3, 512)
    stored = stored_matrix(kind, shape, seed=seed)

    packed = unpack_4bit(torch.from_numpy(stored), kind, shape=shape)

    assert packed.codes.dtype is torch.uint8
    assert packed.codes.max() <= 15
    assert packed.scales.shape == packed.minima.shape == (3, 16)
    assert torch.equal(value_of(packed), reference(stored, kind))


def test_four_bit_convention_of_each_type() -> None:
    """The minimum is what code 0 stands for; checked on blocks written out by hand."""
    half = np.array([2.0, 0.5], dtype=np.float16).tobytes()
    ramp = bytes(low | (15 - low) << 4 for low in range(16))

    q4_0 = unpack_4bit(memoryview(bytearray(half[:2] + ramp)), TensorType.Q4_0, shape=(1, 32))
    q4_1 = unpack_4bit(memoryview(bytearray(half + ramp)), TensorType.Q4_1, shape=(1, 32))
    # Scale 1 and minimum 3 in the first group, 0 in the other seven.
    k_scales = bytes([1, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0])
    q4_k = unpack_4bit(
        memoryview(bytearray(half + k_scales + ramp * 8)), TensorType.Q4_K, shape=(1, 256)
    )

    assert q4_0.codes.tolist() == [[*range(16), *range(15, -1, -1)]]
    assert torch.equal(q4_1.codes, q4_0.codes)
    assert (q4_0.scales.item(), q4_0.minima.item()) == (2.0, -16.0)
    assert (q4_1.scales.item(), q4_1.minima.item()) == (2.0, 0.5)
    assert q4_k.codes[0, :64].tolist() == [*range(16)] * 2 + [*range(15, -1, -1)] * 2
    assert q4_k.scales.tolist() == [[2.0] + [0.0] * 7]
    assert q4_k.minima.tolist() == [[-1.5] + [0.0] * 7]


@by_type
@pytest.mark.parametrize("float_bytes", [1, 3 * 4 * 256, 2**20])
def test_row_chunks_cover_every_row_once(kind: TensorType, float_bytes: int) -> None:
    """One row at a time, three with a remainder, and all ten at once give the same matrix."""
    shape = (10, 256)
    stored = torch.from_numpy(stored_matrix(kind, shape))
    values = torch.full(shape, torch.nan)
    for rows, chunk in row_chunks(stored, kind, shape=shape, float_bytes=float_bytes):
        assert chunk.data_ptr() == stored[rows].data_ptr()
        decoded = dequantize(chunk, kind, shape=(chunk.shape[0], 256))
        assert decoded.nbytes <= max(float_bytes, 4 * 256)
        values[rows] = decoded

    assert torch.equal(values, dequantize(stored, kind, shape=shape))


@by_type
def test_rows_may_be_picked_before_they_are_decoded(kind: TensorType) -> None:
    """An embedding that stays stored looks up its rows by id, one of them twice."""
    shape = (10, 256)
    stored = torch.from_numpy(stored_matrix(kind, shape))
    ids = torch.tensor([7, 0, 7])

    picked = dequantize(as_rows(stored, kind, shape=shape)[ids], kind, shape=(3, 256))

    assert torch.equal(picked, dequantize(stored, kind, shape=shape)[ids])


@pytest.mark.parametrize(
    "call",
    [
        lambda data: dequantize(data, TensorType.Q4_0, shape=(2, 33)),
        lambda data: dequantize(data, TensorType.Q4_0, shape=(3, 32)),
        lambda data: dequantize(data.float(), TensorType.Q4_0, shape=(2, 32)),
        lambda data: dequantize(data, TensorType.IQ4_NL, shape=(2, 32)),
        lambda data: unpack_4bit(data, TensorType.IQ4_NL, shape=(2, 32)),
        lambda data: unpack_4bit(data, TensorType.Q8_0, shape=(2, 32)),
    ],
)
def test_misuse_is_refused(call: Callable[[Tensor], object]) -> None:
    """Bytes that do not fit the shape, and types that cannot be decoded or are not 4-bit."""
    with pytest.raises(ValueError, match=r"cannot be|do not divide|not stored in 4 bits"):
        call(torch.zeros(2, 18, dtype=torch.uint8))


def interleave(rows: Tensor, num_heads: int) -> Tensor:
    """Do what the converter does to q and k of the llama architecture."""
    split = rows.reshape(num_heads, 2, rows.shape[0] // num_heads // 2, *rows.shape[1:])
    return split.swapaxes(1, 2).reshape(rows.shape)


@pytest.mark.parametrize("num_heads", [1, 3])
@pytest.mark.parametrize("shape", [(24, 5), (24,)])
def test_unpermute_undoes_the_converter(num_heads: int, shape: tuple[int, ...]) -> None:
    """Every row is distinct, so that any other order would differ; weights and biases alike."""
    rows = torch.arange(float(np.prod(shape))).reshape(shape)

    assert torch.equal(unpermute_rows(interleave(rows, num_heads), num_heads), rows)
    assert not torch.equal(interleave(rows, num_heads), rows)


def test_unpermuted_rows_suit_half_split_rotation() -> None:
    """The definition above could be wrong on both sides; the attention scores cannot: those of
    neighbour rotation on the file's rows equal those of half-split rotation on ours."""
    random = torch.Generator().manual_seed(0)
    q, k = torch.randn(2, 8, generator=random, dtype=torch.float64)
    turns = torch.tensor([1.0, 0.3, 0.1, 0.03], dtype=torch.float64)

    def neighbours(rows: Tensor, position: int) -> Tensor:
        turned = torch.view_as_complex(rows.reshape(4, 2)) * torch.exp(1j * position * turns)
        return torch.view_as_real(turned).flatten()

    def halves(rows: Tensor, position: int) -> Tensor:
        turned = torch.complex(*rows.reshape(2, 4)) * torch.exp(1j * position * turns)
        return torch.cat((turned.real, turned.imag))

    expected = neighbours(q, 11) @ neighbours(k, 4)
    ours = halves(unpermute_rows(q, 1), 11) @ halves(unpermute_rows(k, 1), 4)

    assert torch.isclose(ours, expected)
    assert not torch.isclose(halves(q, 11) @ halves(k, 4), expected)
