"""The settings by their definition, and the exact distribution of what a table model then says.

Written with plain numbers in float64, on purpose without any of the engine's code: this is the
truth that the engine's replies are held against.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.params import SamplingParams

Row = npt.NDArray[np.float64]
Outcome = tuple[int, ...]
"""The first tokens of a reply; shorter where an end id came before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """What stays the same for all replies.

    Args:
        table: (V, V, V) logits by the last two ids.
        prompt: two ids or more.
        end_id: ends a reply.
        letters: the text of each id, one letter each.
    """

    table: npt.NDArray[np.float64]
    prompt: tuple[int, ...]
    end_id: int
    letters: str


def next_probs(world: World, params: SamplingParams, reply: Outcome) -> Row:
    """Give the probabilities (V,) of the token after a reply so far."""
    context = [*world.prompt, *reply]
    logits = world.table[context[-2], context[-1]].copy()
    for id in range(len(logits)):
        if id in context:
            factor = params.repetition_penalty
            logits[id] = logits[id] / factor if logits[id] > 0 else logits[id] * factor
        if id in reply:
            logits[id] -= params.presence_penalty
        logits[id] -= params.frequency_penalty * reply.count(id)
    for id, bias in params.logit_bias:
        logits[id] += bias
    for id in range(len(logits)):
        if _is_banned(world, params, reply, id):
            logits[id] = -np.inf
    return _filtered(logits, params)


def outcomes(world: World, params: SamplingParams, length: int) -> dict[Outcome, float]:
    """List every beginning of a reply, `length` tokens or up to its end, with its probability."""
    open_ones: dict[Outcome, float] = {(): 1.0}
    closed: dict[Outcome, float] = {}
    for _ in range(length):
        grown: dict[Outcome, float] = {}
        for reply, mass in open_ones.items():
            for id, probability in enumerate(next_probs(world, params, reply).tolist()):
                if probability > 0.0:
                    into = closed if id == world.end_id else grown
                    into[(*reply, id)] = mass * probability
        open_ones = grown
    return {**closed, **open_ones}


def _is_banned(world: World, params: SamplingParams, reply: Outcome, id: int) -> bool:
    if id == world.end_id and len(reply) < params.min_new_tokens:
        return True
    text = "".join(world.letters[known] for known in (*reply, id))
    if any(word in text for word in params.banned_words):
        return True
    length = params.no_repeat_ngram
    if not length:
        return False
    context = [*world.prompt, *reply, id]
    newest = context[len(context) - length :]
    return any(context[start : start + length] == newest for start in range(len(context) - length))


def _filtered(logits: Row, params: SamplingParams) -> Row:
    """Apply temperature, then top-k, then top-p, then min-p."""
    probs = np.exp((logits - logits.max()) / params.temperature)
    probs /= probs.sum()
    order = np.argsort(-probs, kind="stable")
    if params.top_k:
        probs[order[params.top_k :]] = 0.0
        probs /= probs.sum()
    # A token is kept while the mass of the likelier ones has not reached the threshold.
    before = np.cumsum(probs[order]) - probs[order]
    if params.top_p < 1.0:
        probs[order[before >= params.top_p]] = 0.0
        probs /= probs.sum()
    probs[probs < params.min_p * probs.max()] = 0.0
    kept: Row = probs / probs.sum()
    return kept


def marginal(joint: dict[Outcome, float], places: Sequence[int]) -> dict[Outcome, float]:
    """Sum a joint distribution over everything but some places; -1 stands past a reply's end."""
    sums: dict[Outcome, float] = {}
    for outcome, mass in joint.items():
        key = tuple(outcome[place] if place < len(outcome) else -1 for place in places)
        sums[key] = sums.get(key, 0.0) + mass
    return sums
