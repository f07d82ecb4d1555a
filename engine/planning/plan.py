"""The plan itself: sizes in, one outcome out; a pure function.

What does not fit loses the draft first, then keeps layers off the device where the model can, and
never a token of the context that was asked for. Knows no tensor, no file and no device.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

CONTEXT_SHARE = 0.25
"""Of what is left beside the weights: what an automatic context takes at most."""
LONGEST_AUTOMATIC, SHORTEST_AUTOMATIC = 32_768, 2_048
_SHORTEST = 16
_FEWEST_LAYERS = 1


class Outcome(StrEnum):
    """What becomes of a load."""

    FITS = "fits"
    WITHOUT_DRAFT = "without the draft"
    OFFLOADED = "with layers offloaded"
    DOES_NOT_FIT = "does not fit"


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftNeed:
    """What one model takes, in bytes.

    Args:
        name: for people.
        kind: how its weights are held, for people.
        weight_bytes: of its weights in memory.
        bytes_per_position: of its cache, and of all else that grows with the context.
        working_bytes: for the arithmetic of a pass.
        loading_bytes: the most that is held while it is loaded, where that is more.
    """

    name: str
    kind: str
    weight_bytes: int
    bytes_per_position: int
    working_bytes: int
    loading_bytes: int = 0

    def at(self, context_length: int) -> int:
        """Bytes with a full cache of so many positions, or while loading."""
        settled = self.weight_bytes + self.bytes_per_position * context_length + self.working_bytes
        return max(settled, self.loading_bytes)


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetNeed(DraftNeed):
    """What the target takes.

    Args:
        longest_context: positions it was trained for.
        layer_bytes: of each layer that may stay off the device; none where all have to be on it.
    """

    longest_context: int
    layer_bytes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryPlan:
    """What loading a pair takes, what there is, and what follows.

    Args:
        device: for people.
        target: what the target takes.
        draft: what the draft takes, or None.
        context_length: positions of both caches, as asked for or as chosen.
        is_automatic: whether the context was chosen.
        free_bytes: on the device.
        free_ram_bytes: beside the processor; the same where that is the device.
        outcome: what becomes of it.
        num_offloaded: layers that stay off the device.
        fitting_context: the longest context the target alone would fit with, 0 for none.
    """

    device: str
    target: TargetNeed
    draft: DraftNeed | None
    context_length: int
    is_automatic: bool
    free_bytes: int
    free_ram_bytes: int
    outcome: Outcome
    num_offloaded: int = 0
    fitting_context: int = 0

    @property
    def target_bytes(self) -> int:
        """Bytes of the target with its cache."""
        return self.target.at(self.context_length)

    @property
    def draft_bytes(self) -> int:
        """Bytes of the draft with its cache."""
        return 0 if self.draft is None else self.draft.at(self.context_length)

    @property
    def needed_bytes(self) -> int:
        """Bytes of all that was asked for."""
        return self.target_bytes + self.draft_bytes

    @property
    def cache_bytes(self) -> int:
        """Bytes of both caches."""
        each = self.target.bytes_per_position
        each += 0 if self.draft is None else self.draft.bytes_per_position
        return each * self.context_length


def make_plan(
    target: TargetNeed,
    draft: DraftNeed | None,
    *,
    device: str,
    free_bytes: int,
    free_ram_bytes: int | None = None,
    context_length: int | None = None,
) -> MemoryPlan:
    """Decide what becomes of a load.

    Args:
        target: what the target takes.
        draft: what the draft takes, or None.
        device: for people.
        free_bytes: that can be used on the device.
        free_ram_bytes: the same beside the processor; None where that is the device.
        context_length: positions asked for, or None to have them chosen.
    """
    context = (
        automatic_context(target, draft, free_bytes=free_bytes)
        if context_length is None
        else min(context_length, target.longest_context)
    )
    outcome, num_offloaded = Outcome.FITS, 0
    alone = target.at(context)
    both = alone + (0 if draft is None else draft.at(context))
    if both > free_bytes:
        outcome = Outcome.WITHOUT_DRAFT if draft is not None else Outcome.DOES_NOT_FIT
    if alone > free_bytes:
        room = free_ram_bytes if free_ram_bytes is not None else alone
        num_offloaded = _num_offloaded(target.layer_bytes, alone - free_bytes, room=room)
        outcome = Outcome.OFFLOADED if num_offloaded else Outcome.DOES_NOT_FIT
    return MemoryPlan(
        device=device,
        target=target,
        draft=draft,
        context_length=context,
        is_automatic=context_length is None,
        free_bytes=free_bytes,
        free_ram_bytes=free_bytes if free_ram_bytes is None else free_ram_bytes,
        outcome=outcome,
        num_offloaded=num_offloaded,
        fitting_context=_fitting_context(target, free_bytes),
    )


def automatic_context(target: TargetNeed, draft: DraftNeed | None, *, free_bytes: int) -> int:
    """Choose a context: a share of what is left beside the weights of both."""
    fixed, each = target.weight_bytes, target.bytes_per_position
    if draft is not None:
        fixed, each = fixed + draft.weight_bytes, each + draft.bytes_per_position
    affordable = int(max(0, free_bytes - fixed) * CONTEXT_SHARE / max(1, each))
    wanted = max(SHORTEST_AUTOMATIC, min(affordable, LONGEST_AUTOMATIC))
    return min(target.longest_context, wanted)


def _num_offloaded(layer_bytes: Sequence[int], missing: int, *, room: int) -> int:
    """Count the layers, from the last on, that make up for what is missing; 0 if that fails."""
    saved = count = 0
    for size in reversed(layer_bytes[_FEWEST_LAYERS:]):
        if saved >= missing:
            break
        saved, count = saved + size, count + 1
    return count if saved >= missing and saved <= room else 0


def _fitting_context(target: TargetNeed, free_bytes: int) -> int:
    fixed = target.weight_bytes + target.working_bytes
    left = (free_bytes - fixed) // max(1, target.bytes_per_position)
    if left < _SHORTEST or target.loading_bytes > free_bytes:
        return 0
    return int(min(left, target.longest_context))
