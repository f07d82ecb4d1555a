"""Rotary positions: how far pairs of a head turn, and heads reordered so that pairs are neighbours.

Source: Su et al. 2021, RoFormer.
"""

import torch
from torch import Tensor


def turns_of(num_positions: int, inverse_frequencies: Tensor) -> Tensor:
    """Say how far pairs turn at each position.

    Args:
        num_positions: from 0 on.
        inverse_frequencies: (size / 2,) float32.

    Returns:
        (num_positions, size / 2) complex64 of length 1.
    """
    positions = torch.arange(num_positions, dtype=torch.float64)
    angles = torch.outer(positions, inverse_frequencies.double())
    return torch.polar(torch.ones_like(angles), angles).to(torch.complex64)


def interleave(rows: Tensor, head_size: int) -> Tensor:
    """Reorder the rows of query or key heads from halves to neighbouring pairs.

    Args:
        rows: (heads * head_size, ...) in Hugging Face's order, in which rows i and i + size / 2
            of a head turn together.
        head_size: rows of one head.

    Returns:
        The same rows with partners side by side, as GGUF files of the llama architecture have
        them.
    """
    pairs = rows.reshape(-1, 2, head_size // 2, *rows.shape[1:])
    return pairs.transpose(1, 2).reshape(rows.shape)
