"""Models whose next-token row is looked up from the last two ids, and drafters that follow a plan.

Exact, quick and fully known: what a chain of them may say can be written down, so that statistics
have a truth to be held against. They count the work they are asked for, and refuse to be asked
for anything that a cache one position off would ask.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

from engine.drafting.protocol import Proposal
from engine.events import TokenSource
from engine.models.cached import CachedModel
from engine.sampling import Sampler

FORCED = 50.0


@dataclass(slots=True, kw_only=True)
class TableBackend:
    """A `Backend` without weights.

    Args:
        num_rows: its vocabulary, padding included.
        seed: of the table; equal seeds and sizes make equal models.
        spread: standard deviation of the logits.
        capacity: positions.
        can_crop: whether positions can be taken back; if not, cropping but to 0 raises.
        num_known: rows from here on are padding, with the largest logits of all.
        forced: ids that certainly come at these positions.
        broken: positions whose row is not a number.
        failing: numbers of the passes that raise, the first being 0.
        end_bias: added to the logit of this id everywhere.
    """

    num_rows: int
    seed: int = 0
    spread: float = 1.5
    capacity: int = 4096
    can_crop: bool = True
    num_known: int | None = None
    forced: Mapping[int, int] = field(default_factory=dict)
    broken: frozenset[int] = frozenset()
    failing: frozenset[int] = frozenset()
    chunk: int = 256
    rounding: float = 1e-9
    keeps_bits: bool = True
    device: torch.device = field(default_factory=lambda: torch.device("cpu"))
    widths: list[int] = field(default_factory=list)
    """How many ids each pass was given."""
    num_crops: int = 0
    ids: list[int] = field(default_factory=list)
    table: Tensor = field(init=False)
    _logits: Tensor = field(init=False)

    def __post_init__(self) -> None:
        generator = torch.Generator().manual_seed(self.seed)
        shape = (self.num_rows, self.num_rows, self.num_rows)
        self.table = torch.randn(shape, generator=generator) * self.spread
        if self.num_known is not None:
            self.table[:, :, self.num_known :] += 100.0
        self._logits = torch.empty(0)

    @property
    def num_cached(self) -> int:
        """Positions in the cache."""
        return len(self.ids)

    @property
    def num_passes(self) -> int:
        """How often it ran."""
        return len(self.widths)

    def row_after(self, ids: Sequence[int]) -> Tensor:
        """Give the logits (V,) after a sequence of known ids, without a pass."""
        row = self.table[ids[-2] if len(ids) > 1 else 0, ids[-1]].clone()
        if len(ids) in self.forced:
            row[self.forced[len(ids)]] = FORCED
        if len(ids) in self.broken:
            row[:] = torch.nan
        return row

    def forward(self, ids: Tensor, start: int, *, num_logits: int) -> Tensor:
        """Look the rows up; a start that is not what is cached is a bug of the caller's."""
        if start != len(self.ids):
            raise AssertionError(f"started at {start} with {len(self.ids)} in the cache")
        if start + len(ids) > self.capacity:
            raise AssertionError(f"{start + len(ids)} positions in {self.capacity}")
        number = self.num_passes
        self.widths.append(len(ids))
        if number in self.failing:
            raise RuntimeError("a pass that was told to fail")
        self.ids.extend(ids.tolist())
        ends = range(len(self.ids) - num_logits + 1, len(self.ids) + 1)
        rows = [self.row_after(self.ids[:end]) for end in ends]
        self._logits = torch.stack(rows) if rows else torch.empty((0, self.num_rows))
        return self._logits.clone()

    def rescore(self, row: int, ids: Tensor) -> Tensor:
        """Give the same logits again."""
        return self._logits[row, ids]

    def crop(self, length: int) -> None:
        """Forget."""
        if length and not self.can_crop:
            raise AssertionError("a crop of a cache that cannot be cropped")
        self.num_crops += 1
        del self.ids[length:]


def table_model(backend: TableBackend, *, name: str = "table") -> CachedModel:
    """Put a table behind the cache that the engine uses."""
    return CachedModel(backend, name=name)


class PlannedDrafter:
    """Proposes whatever a function says.

    Args:
        plan: from the sequence and the number of tokens wanted to the ids proposed.
        source: whose they are said to be.
        unread: ids it says it has to read first, until it is asked and, where `is_full`, after.
    """

    def __init__(
        self,
        plan: Callable[[Sequence[int], int], list[int]],
        *,
        source: TokenSource = TokenSource.MODEL,
        unread: int = 0,
        is_full: bool = False,
    ) -> None:
        self.plan = plan
        self.unread = unread
        self.is_full = is_full
        self.source = source
        self.calls: list[tuple[tuple[int, ...], int]] = []
        """The sequence and the number of tokens of each call."""
        self.forgot_after: list[tuple[int, ...]] = []

    def propose(
        self,
        ids: Sequence[int],
        num_tokens: int,
        *,
        sampler: Sampler,
        should_stop: Callable[[], bool],
    ) -> Proposal:
        """Propose what is planned."""
        self.calls.append((tuple(ids), num_tokens))
        return Proposal(self.plan(ids, num_tokens)[:num_tokens])

    def num_behind(self, ids: Sequence[int]) -> int:
        """Say what it was made to say."""
        return 0 if self.calls and not self.is_full else self.unread

    def forget_after(self, ids: Sequence[int]) -> None:
        """Note it."""
        self.forgot_after.append(tuple(ids))


def follows(path: Sequence[int]) -> Callable[[Sequence[int], int], list[int]]:
    """Plan to propose the rest of a path, which counts from the first position on."""
    return lambda ids, num_tokens: list(path[len(ids) : len(ids) + num_tokens])
