"""8-bit rows by 8-bit activations: right, the same bits for any number of rows, and honest.

Products are compared with the same product of rounded activations in float64, where the only
difference left is that of float32 sums of a few terms; a wrong zero point or scale is far outside.
"""

import pytest
import torch
from torch import Tensor

from engine.models import kernels
from engine.models.quantized import linear_from_state
from engine.models.rotation import Rotation, block_size, hadamard, turn_blocks
from engine.models.w8a8 import W8A8Linear
from tests.processors import needs_w8a8

pytestmark = needs_w8a8
CPU = torch.device("cpu")


def rows(count: int, size: int, *, seed: int = 0) -> Tensor:
    values: Tensor = torch.randn(count, size, generator=torch.Generator().manual_seed(seed))
    return values


def test_this_processor_is_checked_for_overflow() -> None:
    """The largest products there can be: sums in 16 bits would cut them."""
    extreme = torch.full((8, 512), 127, dtype=torch.int8)
    packed = kernels.pack_int8(extreme, torch.ones(8))
    product = kernels.matmul_w8a8(torch.ones(3, 512), packed)
    assert torch.allclose(product, torch.full((3, 8), 127.0 * 512), rtol=1e-5)


@pytest.mark.parametrize("block", [1, 32])
def test_a_product_is_that_of_rounded_activations(block: int) -> None:
    weight, x = rows(48, 96), rows(7, 96, seed=1)
    linear = W8A8Linear.from_weight(weight, block=block)
    turned = turn_blocks(x, block).double()
    largest = turned.abs().amax(1, keepdim=True)
    rounded = (turned / largest * 127).round() / 127 * largest
    held = turn_blocks(linear.rows(torch.arange(48)), block).double()
    # One activation in thousands lies on the edge between two steps and may go either way.
    error = (linear(x).double() - rounded @ held.T).norm() / (rounded @ held.T).norm()
    assert float(error) < 1e-3
    whole = x @ weight.T
    assert float((linear(x) - whole).norm() / whole.norm()) < 0.02


@pytest.mark.parametrize("size", [64, 576, 1536])
def test_a_row_has_the_same_bits_in_any_company(size: int) -> None:
    linear = W8A8Linear.from_weight(rows(80, size), block=block_size(size))
    x = rows(130, size, seed=2)
    whole = linear(x)
    for width in (1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 33, 64, 65):
        assert torch.equal(linear(x[5 : 5 + width]), whole[5 : 5 + width])


@pytest.mark.parametrize("value", [torch.nan, torch.inf])
def test_a_row_that_is_not_finite_stays_so_and_harms_no_other(value: float) -> None:
    linear = W8A8Linear.from_weight(rows(16, 32))
    x = rows(3, 32, seed=3)
    expected = linear(x)
    x[1, 7] = value
    product = linear(x)
    assert not bool(product[1].isfinite().any())
    assert torch.equal(product[[0, 2]], expected[[0, 2]])


def test_rows_of_zeros_give_zeros() -> None:
    weight = rows(16, 32)
    weight[3] = 0
    linear = W8A8Linear.from_weight(weight)
    assert torch.equal(linear(torch.zeros(2, 32)), torch.zeros(2, 16))
    assert torch.equal(linear(rows(2, 32))[:, 3], torch.zeros(2))


def test_it_comes_back_from_its_state() -> None:
    linear = W8A8Linear.from_weight(rows(16, 64), block=64)
    again = linear_from_state("w8a8", linear.state())
    x = rows(2, 64, seed=4)
    assert torch.equal(again(x), linear(x))
    assert torch.equal(again.rows(torch.tensor([3])), linear.rows(torch.tensor([3])))


@pytest.mark.parametrize("size", [1, 2, 16, 64])
def test_the_small_matrices_are_orthogonal_and_symmetric(size: int) -> None:
    matrix = hadamard(size, CPU)
    assert torch.equal(matrix @ matrix, size * torch.eye(size))
    assert torch.equal(matrix, matrix.T)


@pytest.mark.parametrize("size", [32, 576, 896, 1536])
def test_a_turn_in_steps_is_the_same_turn_with_the_same_bits_in_any_company(size: int) -> None:
    """Products in float32 differ in the last bit with the number of rows; these cannot."""
    basis = Rotation.of_size(size, device=CPU)
    x = rows(70, size, seed=5)
    whole = basis.turn_exactly(x)
    assert torch.allclose(whole, basis.turn(x), atol=2e-3, rtol=1e-3)
    for width in range(1, 20):
        assert torch.equal(basis.turn_exactly(x[7 : 7 + width]), whole[7 : 7 + width])


@pytest.mark.parametrize("size", [7, 64, 96, 576, 896, 1536])
def test_a_turn_keeps_lengths_and_comes_back(size: int) -> None:
    basis = Rotation.of_size(size, device=CPU)
    x = rows(5, size)
    turned = basis.turn(x)
    assert torch.allclose(turned.norm(dim=1), x.norm(dim=1), rtol=1e-5)
    assert torch.allclose(basis.turn_back(turned), x, atol=1e-5)


def test_a_turn_leaves_no_channel_standing_out() -> None:
    """What it is for: one channel a hundred times the others, and all channels alike."""
    basis = Rotation.of_size(576, device=CPU)
    x = rows(3, 576)
    x[0, 17] = 100.0
    x[1] = 1.0
    turned = basis.turn(x)
    peaks = turned.abs().amax(1) / turned.square().mean(1).sqrt()
    assert float(peaks.max()) < 6.0
