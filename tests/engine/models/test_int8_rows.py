"""Matrices recast in int8 are as near as int8 allows, and say how near that is."""

import math

import numpy as np
import pytest
import torch

from engine.models.blocks import dequantize
from engine.models.int8_rows import Int8Rows, to_int8_rows
from engine.models.tensor_types import TensorType
from tests.gguf_files import random_blocks

SHAPE = (40, 512)
READABLE = [kind for kind in TensorType if kind.is_readable]
by_type = pytest.mark.parametrize("kind", READABLE, ids=lambda kind: kind.name)


def stored_matrix(kind: TensorType) -> torch.Tensor:
    random = np.random.default_rng(1)
    num_blocks = SHAPE[0] * SHAPE[1] // kind.block_size
    return torch.from_numpy(random_blocks(kind, num_blocks, size=0.1, random=random))


def stored_floats(values: torch.Tensor) -> torch.Tensor:
    return values.view(torch.uint8)


def value_of(packed: Int8Rows) -> torch.Tensor:
    return packed.codes * packed.scales.float().unsqueeze(1)


@by_type
def test_each_value_is_within_half_a_step(kind: TensorType) -> None:
    """The largest of a row has one of the last two codes (the scale is rounded up to bfloat16, by
    at most one part in 128), and nothing is further off than rounding can put it."""
    stored = stored_matrix(kind)
    values = dequantize(stored, kind, shape=SHAPE)

    packed = to_int8_rows(stored, kind, shape=SHAPE)

    assert packed.codes.dtype is torch.int8
    exact = values.abs().amax(dim=1) / 127
    assert packed.scales.dtype is torch.bfloat16
    assert (packed.scales.float() >= exact).all()
    assert (packed.scales.float() <= exact * (1 + 2**-7)).all()
    assert (packed.codes.int().abs().amax(dim=1) >= 126).all()
    off = (value_of(packed) - values).abs()
    assert (off <= 0.5001 * packed.scales.float().unsqueeze(1)).all()


@by_type
def test_the_error_is_the_one_made(kind: TensorType) -> None:
    """Against the plain formula in float64; it is near 1 % for weights of ordinary spread."""
    stored = stored_matrix(kind)
    values = dequantize(stored, kind, shape=SHAPE).double()

    packed = to_int8_rows(stored, kind, shape=SHAPE)

    expected = (value_of(packed).double() - values).norm() / values.norm()
    assert packed.relative_error == pytest.approx(expected.item(), rel=1e-3)
    assert 0.0 < packed.relative_error < 0.02


def test_runs_of_rows_make_no_difference() -> None:
    """Seven rows at a time, with a remainder of five, give the same as all at once."""
    stored = stored_matrix(TensorType.Q6_K)
    whole = to_int8_rows(stored, TensorType.Q6_K, shape=SHAPE)

    parts = to_int8_rows(stored, TensorType.Q6_K, shape=SHAPE, float_bytes=7 * 4 * SHAPE[1])

    assert torch.equal(parts.codes, whole.codes)
    assert torch.equal(parts.scales, whole.scales)
    assert parts.relative_error == pytest.approx(whole.relative_error)


def test_rows_of_zeros_stay_zero() -> None:
    """A padding row has no largest value to scale by; it must not become noise."""
    values = torch.zeros(3, 4)
    values[1] = torch.tensor([64.0, -127.0, 0.0, 127.0])

    packed = to_int8_rows(stored_floats(values), TensorType.F32, shape=(3, 4))

    assert packed.codes.tolist() == [[0] * 4, [64, -127, 0, 127], [0] * 4]
    assert packed.scales[[0, 2]].tolist() == [0.0, 0.0]
    blank = to_int8_rows(stored_floats(torch.zeros(2, 4)), TensorType.F32, shape=(2, 4))
    assert blank.relative_error == 0.0


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_values_that_are_no_numbers_show(bad: float) -> None:
    """A damaged file must not turn into a quietly wrong model: the error says so."""
    values = torch.full((2, 4), 127.0)
    values[1, 2] = bad

    packed = to_int8_rows(stored_floats(values), TensorType.F32, shape=(2, 4))

    assert math.isnan(packed.relative_error)
    assert packed.codes[0].tolist() == [127] * 4
