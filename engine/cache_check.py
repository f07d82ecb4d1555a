"""A switch for whoever hunts a bug: do the caches hold what their ids say?

Off unless the environment has `FOREWORD_CHECK_CACHES=1`. Then each round compares ids and caches,
and every fiftieth runs the whole text again through each model and compares the logits: the same
bits where the arithmetic promises them, else within its noise. Costs nothing while it is off.
"""

import os
from collections.abc import Sequence

import torch
from torch import Tensor

from engine.drafting.model import ModelDrafter
from engine.drafting.protocol import Drafter
from engine.models.cached import CachedModel

VARIABLE = "FOREWORD_CHECK_CACHES"
_FRESH_INTERVAL = 50
_CHUNK = 256
_STEPS, _SLACK = 8.0, 1e-4
"""What sums of another order may differ by: steps of the largest logit, and a little more."""


class CacheDisagrees(RuntimeError):
    """A cache does not hold what it should: a bug of ours."""


class CacheCheck:
    """Looks after the caches of one turn.

    Args:
        target: whose ids are the prompt and the reply.
        drafts: models that may hold refused tokens until they draft again.
    """

    def __init__(self, target: CachedModel, drafts: Sequence[CachedModel]) -> None:
        self._target = target
        self._drafts = drafts
        self._num_rounds = 0

    def after_round(self, ids: Sequence[int]) -> None:
        """Check every cache after a round.

        Args:
            ids: the prompt and all that was kept of the reply.

        Raises:
            CacheDisagrees: one of them is wrong.
        """
        target = self._target
        # One that cannot be rolled back may hold what a stop string took away.
        if target.can_crop and list(target.ids) != list(ids[:-1]):
            raise CacheDisagrees(f"{target.name} has read other ids than those of the text")
        self._num_rounds += 1
        for model in (target, *self._drafts):
            num_cached = model.backend.num_cached
            if num_cached != model.length:
                raise CacheDisagrees(
                    f"{model.name} holds {num_cached} positions for {model.length} ids"
                )
            if self._num_rounds % _FRESH_INTERVAL == 0 and model.can_crop and model.length:
                _compare_with_fresh(model)


def new_cache_check(target: CachedModel, drafters: Sequence[Drafter]) -> CacheCheck | None:
    """Make a check where the environment asks for one."""
    if os.environ.get(VARIABLE) != "1":
        return None
    drafts = [drafter.model for drafter in drafters if isinstance(drafter, ModelDrafter)]
    return CacheCheck(target, drafts)


def _compare_with_fresh(model: CachedModel) -> None:
    """Read everything again; the cache then holds the same ids as before."""
    ids = list(model.ids)
    model.crop_to(len(ids) - 1)
    cached = model.extend(ids[-1:]).clone()
    model.crop_to(0)
    for start in range(0, len(ids) - 1, _CHUNK):
        model.extend(ids[start : min(start + _CHUNK, len(ids) - 1)], num_logits=0)
    fresh = model.extend(ids[-1:])
    if not _are_equal(model, cached, fresh):
        difference = float((cached - fresh).abs().max())
        raise CacheDisagrees(
            f"{model.name} answers otherwise than when begun anew after {len(ids)} ids: "
            f"logits differ by {difference:.3g}"
        )


def _are_equal(model: CachedModel, cached: Tensor, fresh: Tensor) -> bool:
    if model.backend.keeps_bits:
        return torch.equal(cached, fresh)
    noise = _STEPS * model.rounding * float(fresh.abs().max()) + _SLACK
    return bool((cached - fresh).abs().max() <= noise)
