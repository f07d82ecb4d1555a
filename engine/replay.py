"""The proof: a reply replayed through the target alone.

Owns the question "is each token the target's own?". Needs nothing of how the reply was made: only
its ids, the prompt's, and the settings. Knows no drafter.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from threading import Event as Flag

import torch
from torch import Tensor

from engine.commands import VerifyReply
from engine.errors import BadLogits, EmptyPrompt, PromptTooLong
from engine.events import ReplyVerified
from engine.greedy import GreedyRows
from engine.models.cached import CachedModel
from engine.params import SamplingRule
from engine.sampling import Sampler

_REPLY_CHUNK = 4
"""Ids a pass: as many as cost a CPU little more than one, with the same bits as one by one."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One token of a reply, judged.

    Args:
        is_own: greedy: the target's choice; coupled: the choice of the same noise; rejection:
            a token the settings allow.
        probability: the target's processed probability of it.
        gap: greedy only: where it is not the choice, how far its logit lies below, or None where
            the settings or the model do not have it at all; where the choice was a near-tie, how
            far ahead of the second it is; else None.
    """

    is_own: bool
    probability: float
    gap: float | None


def replay(
    target: CachedModel,
    prompt: Sequence[int],
    reply: Sequence[int],
    *,
    sampler: Sampler,
    stop: Flag,
) -> Generator[int, None, list[Judged]]:
    """Run a reply through the target and judge each token.

    Args:
        target: its cache is used and left in step.
        prompt: one id or more.
        reply: the ids to judge.
        sampler: with the turn's settings and seed.
        stop: checked before each pass.

    Yields:
        How many tokens of prompt and reply have been read.

    Returns:
        The verdict on each token; fewer than the reply has if it was stopped.

    Raises:
        EmptyPrompt: there is no id to begin with.
        PromptTooLong: prompt and reply do not fit the cache.
        BadLogits: the target's row is not finite.
    """
    if not prompt:
        raise EmptyPrompt()
    sequence = [*prompt, *reply]
    if len(sequence) > target.capacity:
        raise PromptTooLong(num_tokens=len(sequence), context_length=target.capacity)
    position = target.sync(prompt[:-1])
    while position < len(prompt) - 1:
        if stop.is_set():
            return []
        chunk = sequence[position : min(position + target.chunk, len(prompt) - 1)]
        target.extend(chunk, num_logits=0)
        position += len(chunk)
        yield position
    sampler.processors.start(prompt)
    judged: list[Judged] = []
    while len(judged) < len(reply) and not stop.is_set():
        fed = sequence[position : min(position + _REPLY_CHUNK, len(sequence) - 1)]
        logits = target.extend(fed)
        expected = sequence[position + 1 : position + 1 + len(fed)]
        rows = sampler.process(logits, expected[:-1])
        if not bool(torch.logsumexp(rows, dim=1).isfinite().all()):
            raise BadLogits(model=target.name)
        judged += _judge(target, logits, rows, expected=expected, sampler=sampler)
        sampler.processors.commit(expected)
        position += len(fed)
        yield position
    return judged


def _judge(
    target: CachedModel,
    logits: Tensor,
    rows: Tensor,
    *,
    expected: Sequence[int],
    sampler: Sampler,
) -> Iterator[Judged]:
    """Judge the tokens that came after each row of the last pass."""
    width = rows.shape[1]
    first_position = target.length - len(expected) + 1
    if sampler.is_greedy:
        probs = torch.softmax(rows, dim=1)
        greedy = GreedyRows(
            target, logits, rows, processors=sampler.processors, following=expected[:-1]
        )
        for row, (id, choice) in enumerate(zip(expected, greedy.choices(), strict=True)):
            gap = greedy.gaps.get(row)
            if choice != id:
                gap = None
                if id < width and bool(rows[row, id].isfinite()):
                    closer = logits[row].clone()
                    pair = [choice, id]
                    closer[pair] = target.rescore(row, pair).to(closer.device)
                    best, other = sampler.processors.apply(closer, expected[:row])[pair].tolist()
                    gap = best - other
            yield Judged(choice == id, float(probs[row, id]) if id < width else 0.0, gap)
        return
    probs = sampler.distribution(rows)
    for row, id in enumerate(expected):
        probability = float(probs[row, id]) if id < width else 0.0
        is_own = probability > 0.0
        if sampler.has_choices:
            is_own = sampler.choose(probs[row], first_position + row) == id
        yield Judged(is_own, probability, None)


def sum_up(judged: Sequence[Judged], command: VerifyReply) -> ReplyVerified:
    """Turn the verdicts on a reply's tokens into one."""
    foreign = [index for index, token in enumerate(judged) if not token.is_own]
    ties = [token.gap for token in judged if token.is_own and token.gap is not None]
    return ReplyVerified(
        turn_id=command.turn_id,
        num_tokens=len(command.reply_ids),
        num_own=len(judged) - len(foreign),
        num_near_ties=len(ties),
        smallest_gap=min(ties, default=None),
        largest_gap=max((judged[index].gap or 0.0 for index in foreign), default=0.0),
        first_foreign=foreign[0] if foreign else None,
        probabilities=tuple(token.probability for token in judged),
        is_sampled=not command.sampling.is_greedy,
        is_whole=len(judged) == len(command.reply_ids),
        is_coupled=not command.sampling.is_greedy and command.sampling.rule is SamplingRule.COUPLED,
    )
