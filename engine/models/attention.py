"""Attention of a pass over the cache, with the same bits for a row whatever stands beside it.

All query heads of a group are folded into the rows of one call, so that keys are read once. Each
row attends over its own position rounded up to 32 columns, and never in a call of fewer than four
rows: with those two, torch's kernel gives each row the same bits. Four rows are also no slower
than one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Self

import torch
import torch.nn.functional as F
from torch import Tensor

COLUMN_STEP = 32
_MIN_ROWS = 4
_ROW_BLOCK = 32
_TENSORS_OF_RUN = 6
"""What `Run.of` gives."""


class Columns(NamedTuple):
    """What a layer's cache holds of the first positions, (1, kv_heads, columns, size) each."""

    keys: Tensor
    values: Tensor


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring positions of a pass that attend over the same columns.

    Args:
        mask: (1, 1, rows, columns), rows padded.
        caches: of each layer.
        rows: (1, kv_heads, rows, size), where the queries of all layers are put.
        slots: (kv_heads, positions, group, size), the part of `rows` that is not padding.
        order: (positions * heads,) int64, which of the rows of all heads of keys are each
            position's, in the order of its heads.
    """

    mask: Tensor
    caches: Sequence[Columns]
    rows: Tensor
    slots: Tensor
    order: Tensor

    @classmethod
    def over(
        cls, num_positions: int, mask: Tensor, *, caches: Sequence[Columns], kv_heads: int
    ) -> Self:
        """Make room for the queries of some positions.

        Args:
            num_positions: how many.
            mask: (1, 1, positions * group, columns), in the queries' dtype.
            caches: of each layer, that many columns.
            kv_heads: heads of keys.
        """
        num_rows = mask.shape[2]
        padding = -num_rows % _MIN_ROWS if num_rows % _ROW_BLOCK < _MIN_ROWS else 0
        if padding:
            mask = torch.cat((mask, mask[:, :, -1:].expand(-1, -1, padding, -1)), dim=2)
        shape = (1, kv_heads, num_rows + padding, caches[0].keys.shape[3])
        rows = torch.zeros(shape, dtype=mask.dtype, device=mask.device)
        slots = rows[0, :, :num_rows].view(kv_heads, num_positions, -1, rows.shape[3])
        # What is made while a card records is the recording's own and cannot be kept.
        order = _kept_order if mask.device.type == "cpu" else _order
        return cls(
            mask,
            caches,
            rows,
            slots,
            order(kv_heads, num_positions, num_rows, shape[2], mask.device),
        )

    def of(self, layer: int) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor, Tensor]:
        """Give what `attend` needs of a run in a layer."""
        keys, values = self.caches[layer]
        return self.rows, self.slots, keys, values, self.mask, self.order


def _order(
    kv_heads: int, num_positions: int, num_rows: int, num_padded: int, device: torch.device
) -> Tensor:
    """List which rows of all heads of keys are each position's; see `Run`."""
    places = torch.arange(kv_heads * num_padded, device=device).view(kv_heads, -1)
    return places[:, :num_rows].view(kv_heads, num_positions, -1).transpose(0, 1).flatten()


_kept_order = lru_cache(maxsize=128)(_order)


def attend(queries: Tensor, attending: Sequence[Tensor], *, num_single: int = 0) -> Tensor:
    """Attend for the positions of a pass.

    Args:
        queries: (T, kv_heads, group, size).
        attending: from `Run.of`, of all runs in order.
        num_single: the size of a group where T is 1, which takes a call less; else 0.

    Returns:
        Elements of (T, heads, size), in the queries' dtype.
    """
    runs = list(zip(*(iter(attending),) * _TENSORS_OF_RUN, strict=True))
    first, found = 0, []
    for rows, slots, keys, values, mask, order in runs:
        own = queries
        if len(runs) > 1:
            own = queries[first : first + slots.shape[1]]
            first = first + slots.shape[1]
        slots.copy_(own.transpose(0, 1))
        result = F.scaled_dot_product_attention(rows, keys, values, attn_mask=mask)
        if num_single:
            return result.narrow(2, 0, num_single)
        found.append(result.flatten(0, 2).index_select(0, order))
    return found[0] if len(found) == 1 else torch.cat(found)


def cut_into_runs(start: int, num_ids: int, make: Callable[[int, int], Run]) -> list[Run]:
    """Cut a pass where the columns of a position become more.

    A row's bits depend on the number of columns, masked ones included. Cut so, a position's keys
    and values are the same whether it was read in a prompt, drafted or decoded.

    Args:
        start: the first position.
        num_ids: positions of the pass.
        make: builds the run of positions first .. end - 1 of the pass.
    """
    edges = range(num_columns(start + 1) - start, num_ids, COLUMN_STEP)
    return [make(first, end) for first, end in zip((0, *edges), (*edges, num_ids), strict=True)]


def num_columns(num_positions: int) -> int:
    """Round positions up to whole steps of columns."""
    return -(-num_positions // COLUMN_STEP) * COLUMN_STEP
