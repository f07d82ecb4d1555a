"""Makes the plan of a load on this machine, before anything is loaded.

Looks at the files, at what is free and at the device; loads no weights.
"""

from dataclasses import replace

import torch

from engine.drafting.head_fit import check_head
from engine.drafting.head_library import is_head
from engine.models.placement import choose_device, describe_device, free_bytes, set_threads
from engine.params import ModelSpec, Placement
from engine.planning.needs import draft_need, target_need
from engine.planning.plan import MemoryPlan, make_plan

_CPU = torch.device("cpu")


def plan_load(
    target: ModelSpec,
    draft: ModelSpec | None = None,
    *,
    placement: Placement | None = None,
    held_bytes: int = 0,
) -> MemoryPlan:
    """Say what loading a pair takes here, what there is, and what follows.

    Args:
        target: the model that answers.
        draft: a model or a trained head, or None.
        placement: as it would be loaded.
        held_bytes: what models hold that would make way for it.

    Raises:
        WrongHead: the draft was trained for another target.
        EngineError: one of them is damaged or cannot be run, or there is no such device.
    """
    placement = placement or Placement()
    device = choose_device(placement.device)
    free = free_bytes(device) + held_bytes
    needs = target_need(target, placement=placement, device=device, free_bytes=free)
    beside = None
    if draft is not None:
        if is_head(draft):
            # Room for a pair that never loads is no use to anybody.
            check_head(draft, target)
        left = max(0, free - needs.weight_bytes)
        beside = draft_need(draft, needs, placement=placement, device=device, free_bytes=left)
    plan = make_plan(
        needs,
        beside,
        device=device.type.upper(),
        free_bytes=free,
        free_ram_bytes=None if device.type == "cpu" else free_bytes(_CPU),
        context_length=placement.context_length,
    )
    if device.type == "cpu":
        return plan
    return replace(plan, device=describe_device(device, set_threads(placement)))
