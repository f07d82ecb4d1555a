"""What passes over several tokens and draft steps cost on this machine, measured by running them.

Owns the measurement, which takes a second or two once for a pair and a device. Knows no file and
no policy.
"""

from collections.abc import Callable, Sequence
from itertools import count
from time import perf_counter

from torch import Tensor

from engine.drafting.protocol import Drafter
from engine.errors import EngineError
from engine.events import DraftCost, TokenSource
from engine.models.cached import CachedModel
from engine.params import SamplingParams
from engine.pass_costs import WIDEST
from engine.sampling import Sampler

WIDTHS = (1, 2, 5, 4, 9, 16, 3, 8, WIDEST, 6, 12, 7, 24)
"""Tokens of the passes that are timed, what matters most first: a slow machine times fewer."""
_PASSES_BUDGET_S, _DRAFT_BUDGET_S = 1.8, 0.6
_PREFIX = 32
_BACKLOG = 64
_MOST_ROUNDS = 3
_TOO_DEAR = 6.0
"""Passes over one token that no draft is worth: wider ones are not timed."""
_NUM_STEPS = 2


def measure_passes(
    target: CachedModel,
    *,
    should_stop: Callable[[], bool] = lambda: False,
    clock: Callable[[], float] = perf_counter,
) -> dict[int, float]:
    """Time target passes by their width; the cache is empty afterwards.

    Widths take turns, so that a machine that slows down slows all of them, and the quickest of
    each counts, since whatever else runs only adds.

    Args:
        target: with room for some dozens of positions.
        should_stop: asked before each pass.
        clock: seconds.

    Returns:
        Seconds by width, width 1 among them; empty where there is no room to measure, or it was
        stopped.
    """
    if not target.can_crop or target.capacity < _PREFIX + WIDEST:
        return {}
    target.crop_to(0)
    target.extend([0] * _PREFIX, num_logits=1)
    _wait(target.extend([0]))
    best: dict[int, float] = {}
    start = clock()
    for round in count(1):
        for width in WIDTHS:
            if should_stop():
                target.crop_to(0)
                return {}
            is_late = bool(best) and clock() - start > _PASSES_BUDGET_S
            if is_late or _is_too_dear(width, best):
                continue
            target.crop_to(_PREFIX)
            begun = clock()
            _wait(target.extend([0] * width))
            best[width] = min(best.get(width, float("inf")), clock() - begun)
        if round == _MOST_ROUNDS or clock() - start > _PASSES_BUDGET_S:
            break
    target.crop_to(0)
    return _rising(best)


def measure_draft(
    drafter: Drafter,
    target: CachedModel,
    *,
    num_tokens: int,
    pass_s: float,
    should_stop: Callable[[], bool] = lambda: False,
    clock: Callable[[], float] = perf_counter,
) -> DraftCost | None:
    """Time a drafter's steps and its reading; it has forgotten everything afterwards.

    Args:
        drafter: with room for some dozens of positions.
        target: the one it drafts for, which reads along where its cache is empty and the draft
            starts from what it saw.
        num_tokens: ids its tokenizer knows.
        pass_s: seconds of a target pass over one token.
        should_stop: asked before each proposal.
        clock: seconds.

    Returns:
        Its costs in target passes; None where it proposed nothing or failed, which a turn will
        tell of, or it was stopped.
    """
    sampler = Sampler(SamplingParams(), seed=0, num_tokens=num_tokens)
    short, long = [0] * _PREFIX, [0] * (_PREFIX + _BACKLOG)
    is_head = drafter.source == TokenSource.HEAD
    reads_along = is_head and target.length == 0 and target.capacity > len(long)
    if reads_along:
        target.extend(long, num_logits=1)

    def timed(ids: Sequence[int], num_steps: int) -> float:
        """Time a proposal and give the seconds, or none at all where nothing was proposed."""
        begun = clock()
        proposal = drafter.propose(ids, num_steps, sampler=sampler, should_stop=should_stop)
        taken = clock() - begun
        return taken if len(proposal.ids) == num_steps else float("inf")

    steps = reading = float("inf")
    start = clock()
    try:
        for round in count(1):
            drafter.forget_after(short[:-1])
            timed(short, 1)
            for _ in range(_MOST_ROUNDS):
                steps = min(steps, timed(short, _NUM_STEPS))
            reading = min(reading, timed(long, 1))
            spent = clock() - start
            is_over = spent * (round + 1) / round > _DRAFT_BUDGET_S
            if should_stop() or round == _MOST_ROUNDS or is_over:
                break
    except EngineError:
        return None
    finally:
        drafter.forget_after([])
        if reads_along:
            target.crop_to(0)
    if should_stop() or not steps < float("inf") or pass_s <= 0.0:
        return None
    step = steps / _NUM_STEPS
    each = max(reading - step, 0.0) / _BACKLOG
    known = each / pass_s if reading < float("inf") else None
    return DraftCost(source=drafter.source, step=step / pass_s, reading=known)


def _wait(logits: Tensor) -> None:
    """Wait for a pass on a device that works by itself."""
    logits[-1, 0].item()


def _is_too_dear(width: int, best: dict[int, float]) -> bool:
    limit = _TOO_DEAR * best.get(1, 0.0)
    return any(known < width and seconds > limit for known, seconds in best.items())


def _rising(best: dict[int, float]) -> dict[int, float]:
    """Order by width; noise cannot make a wider pass cheaper."""
    rising: dict[int, float] = {}
    highest = 0.0
    for width in sorted(best):
        highest = max(highest, best[width])
        rising[width] = highest
    return rising if rising.get(1, 0.0) > 0.0 else {}
