"""Recasts a stored matrix in int8 with one scale a row, and says how much that cost.

Works through the rows in runs, so that a matrix of a gigabyte never exists in float32.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from engine.models.blocks import CHUNK_BYTES, dequantize, row_chunks
from engine.models.tensor_types import TensorType


@dataclass(frozen=True, slots=True)
class Int8Rows:
    """A matrix in int8: value = codes * scales, one scale a row.

    Args:
        codes: (N, K) int8, -127 .. 127.
        scales: (N,) bfloat16, as the product wants them; 0 for a row of zeros.
        relative_error: root mean square of what rounding changed, over that of the values; 0.01 is
            one per cent. Not a number where a stored value was not finite, so that a damaged file
            shows; such values became 0.
    """

    codes: Tensor
    scales: Tensor
    relative_error: float


def to_int8_rows(
    data: memoryview | Tensor,
    type: TensorType,
    *,
    shape: tuple[int, int],
    float_bytes: int = CHUNK_BYTES,
) -> Int8Rows:
    """Decode a matrix of any readable type and round it to int8.

    Args:
        data: the stored bytes, uint8 if a tensor.
        type: how they are stored; one that `is_readable`.
        shape: (N, K).
        float_bytes: how much of it may exist in float32 at a time; a few such copies do.

    Raises:
        ValueError: the bytes do not match the shape, or the type is not readable.
    """
    num_rows, num_columns = shape
    codes = torch.empty(shape, dtype=torch.int8)
    scales = torch.empty(num_rows, dtype=torch.bfloat16)
    changed = total = 0.0
    for rows, stored in row_chunks(data, type, shape=shape, float_bytes=float_bytes):
        values = dequantize(stored, type, shape=(stored.shape[0], num_columns))
        codes[rows], scales[rows] = round_rows(values)
        rounded = codes[rows].float().mul_(scales[rows].float().unsqueeze(1))
        total += values.square().sum(dtype=torch.float64).item()
        changed += values.sub_(rounded).square_().sum().item()
    return Int8Rows(codes, scales, (changed / total) ** 0.5 if total else 0.0)


def round_rows(values: Tensor) -> tuple[Tensor, Tensor]:
    """Round float32 rows (N, K) to codes (N, K) int8 and scales (N,) bfloat16.

    The scale is rounded before the codes are chosen, so that they fit what is kept; and upwards,
    so that the largest value of a row still has a code.
    """
    exact = values.abs().amax(dim=1) / 127.0
    scales = exact.to(torch.bfloat16)
    above = torch.nextafter(scales, torch.full_like(scales, torch.inf))
    scales = torch.where(scales.float() < exact, above, scales)
    # A row of zeros divides by one, not by zero.
    divisors = scales.float().where(scales > 0, 1.0).unsqueeze(1)
    codes = (values / divisors).round_().nan_to_num_(0.0).clamp_(-127.0, 127.0)
    return codes.to(torch.int8), scales
