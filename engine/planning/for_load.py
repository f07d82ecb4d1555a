"""The plan as the engine keeps to it: what does not fit is refused before anything is let go.

The context of a pair is chosen for both, so that a draft's cache is counted too. A draft that
does not fit beside the target is refused, never the context that was asked for.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import torch

from engine.commands import LoadModels
from engine.drafting.head_library import find_head
from engine.errors import EngineError, OutOfMemory
from engine.events import ModelInfo
from engine.models.loader import LoadedModel
from engine.models.placement import choose_device, free_bytes
from engine.params import ModelSpec
from engine.planning.ask import plan_load
from engine.planning.needs import draft_need, target_need
from engine.planning.plan import MemoryPlan, Outcome


class Loaded(Protocol):
    """What is asked of a model that would make way."""

    @property
    def info(self) -> ModelInfo:
        """What people are told of it."""


def plan_of(command: LoadModels, *, held: Sequence[Loaded | None]) -> MemoryPlan:
    """Plan a load.

    Args:
        command: what is to be loaded.
        held: what would make way.

    Raises:
        OutOfMemory: the target does not fit, even without a draft.
    """
    draft = command.draft
    if draft is None and command.finds_draft:
        draft = find_head(command.target)
    held_bytes = sum(each.info.size_bytes for each in held if each is not None)

    def planned(beside: ModelSpec | None) -> MemoryPlan:
        return plan_load(command.target, beside, placement=command.placement, held_bytes=held_bytes)

    try:
        plan = planned(draft)
    except EngineError:
        # What is wrong with a draft is told when its turn comes; without one it is the target.
        plan = planned(None)
    if plan.outcome is Outcome.DOES_NOT_FIT:
        raise OutOfMemory(
            device=command.placement.device.value.upper(),
            needed_bytes=plan.target_bytes,
            free_bytes=plan.free_bytes,
        )
    return plan


def refuse_if_too_large(command: LoadModels, draft: ModelSpec, *, target: LoadedModel) -> None:
    """Refuse a draft that does not fit beside a target whose cache is still to fill.

    Raises:
        OutOfMemory: it does not.
        EngineError: it cannot be read.
    """
    device = choose_device(command.placement.device)
    free, context = free_bytes(device), target.model.capacity
    needs = target_need(target.spec, placement=command.placement, device=device, free_bytes=free)
    promised = needs.bytes_per_position * (context - target.model.length)
    left = max(0, free - promised)
    beside = draft_need(draft, needs, placement=command.placement, device=device, free_bytes=left)
    settled = replace(beside, loading_bytes=0).at(context)
    if settled > left:
        raise OutOfMemory(_named(device), needed_bytes=settled, free_bytes=left)


def _named(device: torch.device) -> str:
    return device.type.upper()
