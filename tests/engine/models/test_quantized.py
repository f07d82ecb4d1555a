"""Packed matrices against the same values unpacked: products, single rows, and the disk."""

import pytest
import torch
from torch import Tensor

from engine.models import kernels
from engine.models.quantized import (
    DenseLinear,
    FusedLinear,
    Int4Linear,
    Int8Linear,
    Linear,
    fuse,
    linear_from_state,
    quantize,
)

CPU = torch.device("cpu")
KINDS = ["int4", "int8", "bfloat16", "float32"]


def matrix(rows: int = 64, columns: int = 96, *, seed: int = 0) -> Tensor:
    values: Tensor = torch.randn(rows, columns, generator=torch.Generator().manual_seed(seed))
    return values


def everything(linear: Linear) -> Tensor:
    return linear.rows(torch.arange(linear.shape[0]))


def codes_and_scales() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """4-bit codes, scales and minima that bfloat16 holds exactly, and the matrix they mean."""
    generator = torch.Generator().manual_seed(1)
    codes = torch.randint(0, 16, (32, 64), generator=generator, dtype=torch.uint8)
    scales = torch.randint(1, 9, (32, 2), generator=generator) / 8
    minima = -torch.randint(0, 8, (32, 2), generator=generator) / 4
    values = codes.view(32, 2, 32) * scales.unsqueeze(2) + minima.unsqueeze(2)
    return codes, scales, minima, values.view(32, 64)


def test_four_bit_codes_mean_what_they_say() -> None:
    """Exactly: nothing in this matrix needs rounding."""
    codes, scales, minima, values = codes_and_scales()
    linear = Int4Linear.from_codes(codes, scales, minima=minima, device=CPU)
    assert linear.shape == (32, 64)
    assert torch.equal(everything(linear), values)
    assert torch.equal(linear.rows(torch.tensor([31, 0, 31])), values[[31, 0, 31]])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("num_rows", [1, 3, 4, 5, 64])
def test_products_are_those_of_the_rows(kind: str, num_rows: int) -> None:
    linear = quantize(matrix(), kind, device=CPU)
    dtype = torch.float32 if kind == "float32" else torch.bfloat16
    x = matrix(num_rows, 96, seed=2).to(dtype)
    product = linear(x)
    assert (product.dtype, product.shape) == (dtype, (num_rows, 64))
    expected = x.float() @ everything(linear).T
    assert float((product.float() - expected).norm() / expected.norm()) < 0.005


@pytest.mark.parametrize(("kind", "loss"), [("int4", 0.1), ("int8", 0.01), ("bfloat16", 0.003)])
def test_rounding_costs_what_its_bits_do(kind: str, loss: float) -> None:
    weight = matrix()
    error = everything(quantize(weight, kind, device=CPU)) - weight
    assert loss / 4 < float(error.norm() / weight.norm()) < loss


@pytest.mark.parametrize("columns", [96, 100])
def test_shapes_that_cannot_be_packed_are_held_plain(columns: int) -> None:
    for kind in ("int4", "int8"):
        linear = quantize(matrix(64, columns), kind, device=CPU)
        assert (linear.kind == kind) == (columns == 96)
        assert linear.shape == (64, columns)


@pytest.mark.parametrize("kind", KINDS)
def test_a_transposed_matrix_is_held_like_any_other(kind: str) -> None:
    """As GPT-2's layers are stored."""
    weight = matrix(96, 64).T
    dtype = torch.float32 if kind == "float32" else torch.bfloat16
    x = matrix(5, 96, seed=2).to(dtype)
    expected = quantize(weight.contiguous(), kind, device=CPU)(x)
    assert torch.equal(quantize(weight, kind, device=CPU)(x), expected)


def test_a_row_of_zeros_stays_zero() -> None:
    weight = matrix()
    weight[5] = 0.0
    for kind in KINDS:
        rows = quantize(weight, kind, device=CPU).rows(torch.tensor([5]))
        assert float(rows.abs().max()) < 1e-8


def parts() -> list[Linear]:
    return [
        quantize(matrix(32, seed=3), "int4", device=CPU),
        quantize(matrix(16, seed=4), "int8", device=CPU),
        DenseLinear(matrix(24, seed=5).bfloat16()),
    ]


def test_parts_side_by_side_give_their_outputs_in_order() -> None:
    whole = fuse(parts())
    assert isinstance(whole, FusedLinear)
    assert whole.shape == (72, 96)
    x = matrix(2, 96, seed=6).bfloat16()
    assert torch.equal(whole(x), torch.cat([part(x) for part in parts()], dim=1))
    assert torch.equal(everything(whole), torch.cat([everything(part) for part in parts()]))
    one = parts()[0]
    assert fuse([one]) is one


def test_what_is_kept_on_disk_is_all_there_is() -> None:
    x = matrix(2, 96, seed=6).bfloat16()
    for linear in (*parts(), fuse(parts())):
        again = linear_from_state(linear.kind, linear.state())
        assert type(again) is type(linear)
        assert torch.equal(again(x), linear(x))
    for kind, state in (("int4", {}), ("int8", {"weight": x}), ("int3", {"weight": x})):
        with pytest.raises(KeyError):
            linear_from_state(kind, state)


def test_a_machine_without_packed_products_uses_plain_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(*args: object) -> Tensor:
        raise NotImplementedError

    kernels.has_packed_products.cache_clear()
    monkeypatch.setattr(kernels, "matmul_int4", missing)
    try:
        assert not kernels.has_packed_products("cpu")
        assert quantize(matrix(), "int4", device=CPU).kind == "dense"
    finally:
        kernels.has_packed_products.cache_clear()


def test_a_product_that_is_wrong_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """The packing of another processor has the same shape and gives silent garbage."""
    right = kernels.matmul_int8
    kernels.has_packed_products.cache_clear()
    monkeypatch.setattr(kernels, "matmul_int8", lambda x, w, s: right(x, w.roll(1, 0), s))
    try:
        assert not kernels.has_packed_products("cpu")
    finally:
        kernels.has_packed_products.cache_clear()


def test_int8_matrices_know_their_shape() -> None:
    linear = Int8Linear.from_weight(matrix(10, 32), device=CPU)
    assert linear.shape == (10, 32)
    assert linear.weight.dtype is torch.int8
