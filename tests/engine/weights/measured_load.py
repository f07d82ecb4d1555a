"""Loads a pair in a process of its own and tells what was planned and what it took.

Run as a module by `test_memory_plan.py`: memory that was used once is seldom given back, so a
process measures one load only.
"""

import json
import sys
from contextlib import closing
from pathlib import Path

import torch

from engine.bench.memory import anonymous_bytes
from engine.models.loader import LoadedModel, load_model
from engine.models.placement import set_threads
from engine.params import DeviceChoice, ModelSpec, Placement
from engine.planning.ask import plan_load


def main(target: str, draft: str, context: str) -> None:
    """Print planned and measured bytes of two files, their caches filled.

    Args:
        target: path of the model that answers.
        draft: of the one that writes ahead, or "-".
        context: positions.
    """
    paths = [Path(target)] + ([] if draft == "-" else [Path(draft)])
    specs = [ModelSpec(id=path.stem, name=path.stem, path=path) for path in paths]
    placement = Placement(device=DeviceChoice.CPU, context_length=int(context))
    set_threads(placement)
    # Packs what is not packed yet, so that what follows is the load of every later start.
    for spec in specs:
        plan_load(spec, placement=placement)
    plan = plan_load(specs[0], specs[1] if len(specs) > 1 else None, placement=placement)
    before = anonymous_bytes() or 0
    loaded = [_load(spec, placement) for spec in specs]
    for model in loaded:
        _fill(model, int(context))
    gained = (anonymous_bytes() or 0) - before
    needs = [plan.target, *([] if plan.draft is None else [plan.draft])]
    mapped = sum(need.weight_bytes for need in needs if need.kind == "4 bits")
    settled = sum(
        need.weight_bytes + need.bytes_per_position * int(context) + need.working_bytes
        for need in needs
    )
    print(json.dumps({"planned": settled, "measured": gained + mapped}))


def _load(spec: ModelSpec, placement: Placement) -> LoadedModel:
    loading = load_model(spec, placement=placement, device=torch.device("cpu"), context_length=None)
    with closing(loading):
        while True:
            try:
                next(loading)
            except StopIteration as end:
                loaded: LoadedModel = end.value
                return loaded


def _fill(loaded: LoadedModel, context: int) -> None:
    model = loaded.model
    while model.length < context - 8:
        count = min(model.chunk, context - 8 - model.length)
        model.extend([5] * count, num_logits=1)
    for _ in range(4):
        model.extend([5])


if __name__ == "__main__":
    main(*sys.argv[1:])
