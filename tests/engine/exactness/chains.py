"""Replies of the real loop on table models, counted, and held against their exact distribution.

Every reply has a seed of its own, as in the program, so that what is tested is the distribution
over seeds. A test passes or fails for good: nothing here depends on the machine.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from scipy.stats import chi2

from engine.decoding import Decoding, Round
from engine.drafting.model import ModelDrafter
from engine.drafting.ngram import NgramDrafter
from engine.drafting.protocol import Drafter
from engine.lookahead import Lookahead
from engine.params import Controls, SamplingParams
from engine.processors import Processors
from engine.sampling import Sampler
from engine.stopping import ReplyText
from tests.engine.exactness.definition import Outcome, World, marginal, outcomes
from tests.engine.replies import letter
from tests.heads import table_head
from tests.table_models import TableBackend, table_model

NUM_ROWS = 12
PROMPT = (1, 2, 3, 4, 1, 2, 6, 2)
END = 11
LENGTH = 4
"""Tokens looked at; the first comes from the prompt's own pass, the others out of rounds."""
_ROOM = 20
_FEWER_ROWS = 9
_WORDS_OF_HEAD = [0, 2, 3, 4, 6, 7, 9, 11]
_STEP_SHARE = 0.06
_SMALLEST_EXPECTED = 5.0
_TV_CHANCE = 1e-6


class Drafting(StrEnum):
    """Who drafts."""

    MODEL = "model"
    SMALL = "model with fewer rows"
    NGRAM = "n-gram"
    STACKED = "n-gram, then model"
    HEAD = "head"
    HEAD_STACKED = "n-gram, then head"


@dataclass(frozen=True, slots=True)
class Case:
    """One way to answer; a lookahead of None is automatic."""

    num_draft_tokens: int | None
    drafting: Drafting
    params: SamplingParams


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """What a run is made with; each part can be replaced by a mistaken one."""

    new_drafter: Callable[[TableBackend], Drafter] = field(
        default=lambda backend: ModelDrafter(table_model(backend))
    )
    new_sampler: Callable[[SamplingParams, int], Sampler] = field(
        default=lambda params, seed: Sampler(
            params,
            seed=seed,
            num_tokens=NUM_ROWS,
            processors=Processors(params, num_tokens=NUM_ROWS, end_ids=(END,), token_bytes=letter),
        )
    )


RIGHT = Means()


def target_backend() -> TableBackend:
    """Make the target: far from flat, and the end is one of its likelier words."""
    backend = TableBackend(num_rows=NUM_ROWS, seed=3, spread=1.2)
    backend.table[:, :, END] = backend.table[:, :, END].abs()
    return backend


def draft_backend(num_rows: int = NUM_ROWS) -> TableBackend:
    """Make the draft: half the target's opinion, half its own."""
    backend = TableBackend(num_rows=num_rows, seed=4, spread=1.4)
    backend.table += 0.4 * target_backend().table[:num_rows, :num_rows, :num_rows]
    return backend


def world() -> World:
    """Put what the definition has to know in its own words."""
    return World(
        table=target_backend().table.double().numpy(),
        prompt=PROMPT,
        end_id=END,
        letters=b"".join(map(letter, range(NUM_ROWS))).decode(),
    )


def replies(case: Case, num_replies: int, means: Means = RIGHT) -> Iterator[Outcome]:
    """Answer again and again, each time with the next seed; give the first tokens."""
    for outcome, _ in _answers(case, num_replies, means):
        yield outcome


def count_drafts(case: Case, num_replies: int) -> tuple[int, int]:
    """Count what is drafted and what of it stands."""
    rounds = [round for _, rounds in _answers(case, num_replies, RIGHT) for round in rounds]
    return sum(round.num_drafted for round in rounds), sum(round.num_accepted for round in rounds)


def _answers(case: Case, num_replies: int, means: Means) -> Iterator[tuple[Outcome, list[Round]]]:
    backend = target_backend()
    small = draft_backend(_FEWER_ROWS if case.drafting is Drafting.SMALL else NUM_ROWS)
    target = table_model(backend)
    drafters = _drafters(case.drafting, small, means)
    if case.drafting in (Drafting.HEAD, Drafting.HEAD_STACKED):
        drafters[-1:] = [table_head(target, backend, vocabulary=_WORDS_OF_HEAD)]
    lookahead = Lookahead()

    def clock() -> float:
        """Count work as time: with a draft step this cheap, automatic drafts run long."""
        return backend.num_passes + _STEP_SHARE * small.num_passes

    for seed in range(num_replies):
        text = ReplyText(token_bytes=letter, end_ids=(END,), max_new_tokens=_ROOM)
        decoding = Decoding(
            target,
            PROMPT,
            reply=text,
            sampler=means.new_sampler(case.params, seed),
            drafters=drafters,
            lookahead=lookahead,
            controls=Controls(num_draft_tokens=case.num_draft_tokens),
            max_new_tokens=_ROOM,
            clock=clock,
        )
        rounds: list[Round] = []
        with closing(decoding.run()) as steps:
            for step in steps:
                if isinstance(step, Round):
                    rounds.append(step)
                if text.num_tokens >= LENGTH:
                    break
        yield text.ids[:LENGTH], rounds


def _drafters(drafting: Drafting, model: TableBackend, means: Means) -> list[Drafter]:
    match drafting:
        case Drafting.NGRAM:
            return [NgramDrafter(min_length=1)]
        case Drafting.STACKED | Drafting.HEAD_STACKED:
            return [NgramDrafter(min_length=1), means.new_drafter(model)]
        case _:
            return [means.new_drafter(model)]


@dataclass(frozen=True, slots=True)
class Fit:
    """How well counts fit: the least p-value of the G-tests, and whether any distance is too far.

    Args:
        p_value: over tokens 1 to 4 and the three pairs of neighbours; 0 where something came
            that cannot.
        excess: the largest total variation distance, less what chance explains but once in a
            million times; below 0 where all is well.
    """

    p_value: float
    excess: float


def fit(found: Sequence[Outcome], joint: dict[Outcome, float]) -> Fit:
    """Hold replies against the exact distribution, place by place and pair by pair."""
    places: list[tuple[int, ...]] = [(place,) for place in range(LENGTH)]
    places += [(place, place + 1) for place in range(LENGTH - 1)]
    counted: dict[Outcome, float] = dict(Counter(found))
    tests = [_fit_one(marginal(counted, at), marginal(joint, at)) for at in places]
    return Fit(min(test.p_value for test in tests), max(test.excess for test in tests))


def _fit_one(counts: dict[Outcome, float], probs: dict[Outcome, float]) -> Fit:
    if any(key not in probs for key in counts):
        return Fit(0.0, 1.0)
    keys = sorted(probs, key=probs.__getitem__)
    p = np.array([probs[key] for key in keys])
    observed = np.array([counts.get(key, 0.0) for key in keys])
    total = observed.sum()
    # The mean of the distance is at most this, and McDiarmid's inequality bounds the rest.
    expected_distance = 0.5 * np.sqrt(p * (1 - p) / total).sum()
    slack = np.sqrt(np.log(1 / _TV_CHANCE) / (2 * total))
    distance = 0.5 * np.abs(observed / total - p).sum()
    excess = float(distance - expected_distance - slack)
    # Rare outcomes share a bin, so that the statistic has the distribution it is held against.
    num_rare = int(np.searchsorted(np.cumsum(p * total), _SMALLEST_EXPECTED)) + 1
    num_rare = max(num_rare, int((p * total < _SMALLEST_EXPECTED).sum()))
    expected = np.append(p[num_rare:] * total, p[:num_rare].sum() * total)
    seen = np.append(observed[num_rare:], observed[:num_rare].sum())
    if len(expected) < 2:
        return Fit(1.0, excess)
    is_seen = seen > 0
    statistic = 2.0 * float((seen[is_seen] * np.log(seen[is_seen] / expected[is_seen])).sum())
    return Fit(float(chi2.sf(statistic, len(expected) - 1)), excess)


def measure(case: Case, num_replies: int, means: Means = RIGHT) -> Fit:
    """Answer and hold the answers against the definition."""
    return fit(list(replies(case, num_replies, means)), outcomes(world(), case.params, LENGTH))
