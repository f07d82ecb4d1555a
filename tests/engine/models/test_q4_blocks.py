"""Four bits a value: read by the reference as by us, and rounded no worse than it rounds."""

import gguf
import numpy as np
import pytest
import torch
from torch import Tensor

from engine.models.blocks import dequantize
from engine.models.q4_blocks import round_q4_0
from engine.models.tensor_types import TensorType

KIND = gguf.GGMLQuantizationType.Q4_0


def noise(*, seed: int) -> Tensor:
    """Rows with blocks of all sizes, one of zeros, and one with a value that stands out."""
    generator = torch.Generator().manual_seed(seed)
    values = torch.randn(8, 96, generator=generator) * torch.logspace(-3, 3, 8).unsqueeze(1)
    values[2, 32:64] = 0.0
    values[3, 7] *= 40.0
    return values


@pytest.mark.parametrize("seed", range(3))
def test_blocks_are_the_reference_s_and_change_less(seed: int) -> None:
    values = noise(seed=seed)
    kept = round_q4_0(values)
    assert kept.shape == (8, 96 // 32 * 18)
    back = dequantize(kept, TensorType.Q4_0, shape=(8, 96))
    assert np.array_equal(back.numpy(), gguf.quants.dequantize(kept.numpy(), KIND))
    theirs = gguf.quants.dequantize(gguf.quants.quantize(values.numpy(), KIND), KIND)
    ours, reference = (back - values).square(), (torch.from_numpy(theirs) - values).square()
    for row in range(8):
        assert float(ours[row].sum()) <= float(reference[row].sum()) * 1.001
    assert float(ours.sum()) < 0.95 * float(reference.sum())


def test_what_the_codes_can_say_is_said_exactly() -> None:
    values = 0.5 * torch.arange(-8, 8).repeat(2).float().unsqueeze(0)
    for sign in (1.0, -1.0):
        back = dequantize(round_q4_0(sign * values), TensorType.Q4_0, shape=(1, 32))
        assert torch.equal(back, sign * values)


def test_rows_that_do_not_divide_are_refused() -> None:
    with pytest.raises(ValueError, match="do not divide"):
        round_q4_0(torch.zeros(2, 33))
