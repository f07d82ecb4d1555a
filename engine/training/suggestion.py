"""How long and how large to make a draft on this machine: the settings a window begins with.

Rules of thumb from a few runs, not a measurement. Imports no torch.
"""

import os
from math import ceil

import psutil

from engine.training.recipe import Recipe

_STARTER_BYTES = 98_000_000
_STARTER_MINUTES = 60
"""On two cores, for a target as large as the starter."""
_LEAST_MINUTES, _MOST_MINUTES, _STEP = 15, 480, 15
_NUM_TOKENS, _NUM_PASSES = 400_000, 12.0


def suggested_recipe(target_bytes: int, *, num_cores: int | None = None) -> Recipe:
    """Suggest the settings of a run.

    Args:
        target_bytes: size of the target's file.
        num_cores: of the processor, which does the work wherever the target answers; None looks.
    """
    num_cores = num_cores or psutil.cpu_count(logical=False) or os.cpu_count() or 1
    ratio = max(target_bytes, _STARTER_BYTES) / _STARTER_BYTES
    minutes = _STARTER_MINUTES * ratio**0.7 * 2 / num_cores
    rounded = min(max(_STEP * ceil(minutes / _STEP), _LEAST_MINUTES), _MOST_MINUTES)
    return Recipe(
        num_tokens=_NUM_TOKENS,
        num_passes=_NUM_PASSES,
        minutes=float(rounded),
    )
