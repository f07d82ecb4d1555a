"""Rounds a matrix to 4 bits as GGUF's Q4_0 keeps it: 32 neighbours share a scale.

`blocks.dequantize` turns what is kept into numbers again.
"""

import torch
from torch import Tensor

from engine.models.blocks import GROUP_SIZE

_LOWEST, _HIGHEST = -8.0, 7.0
_TRIES = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7)
"""Shares of the scale that just holds a block's largest value: where that is alone, cutting it
off costs less than coarser steps for all the others."""


def round_q4_0(values: Tensor) -> Tensor:
    """Round rows to blocks, each with the scale among some that changes it least.

    Args:
        values: (N, K) float32, K a multiple of 32, none larger than 5e5: a scale is a float16.

    Returns:
        (N, K / 32 * 18) uint8: a float16 scale and 32 codes for each block.

    Raises:
        ValueError: rows do not divide into blocks.
    """
    num_rows, num_columns = values.shape
    if num_columns % GROUP_SIZE:
        raise ValueError(f"rows of {num_columns} values do not divide into blocks")
    blocks = values.reshape(-1, GROUP_SIZE)
    # The sign is chosen so that the largest value gets the end that reaches further.
    largest = blocks.gather(1, blocks.abs().argmax(1, keepdim=True))
    scales, codes = _rounded(blocks, largest / _LOWEST)
    changed = _change(blocks, scales, codes)
    for share in _TRIES[1:]:
        others, other_codes = _rounded(blocks, share * largest / _LOWEST)
        other_change = _change(blocks, others, other_codes)
        is_better = other_change < changed
        scales = torch.where(is_better, others, scales)
        codes = torch.where(is_better, other_codes, codes)
        changed = torch.minimum(changed, other_change)
    numbers = (codes - _LOWEST).to(torch.uint8)
    low, high = numbers.chunk(2, dim=1)
    kept = torch.cat((scales.view(torch.uint8), low | high << 4), dim=1)
    return kept.reshape(num_rows, -1)


def _rounded(blocks: Tensor, exact: Tensor) -> tuple[Tensor, Tensor]:
    """Give scales (B, 1) as they are kept, and the codes (B, 32) float32 that go with them."""
    scales = exact.to(torch.float16)
    # What is too small for a scale is zero.
    divisors = scales.float().where(scales != 0, torch.inf)
    return scales, (blocks / divisors).round_().clamp_(_LOWEST, _HIGHEST)


def _change(blocks: Tensor, scales: Tensor, codes: Tensor) -> Tensor:
    return (codes * scales.float() - blocks).square_().sum(1, keepdim=True)
