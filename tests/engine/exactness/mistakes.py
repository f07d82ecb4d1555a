"""The known ways to get speculative decoding wrong, each built into the real loop.

Every one of them has been somebody's bug. The statistics have to catch each; a suite that lets one
pass proves nothing about the right rule.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest
import torch
from torch import Tensor

from engine import judging, verify
from engine.drafting.model import ModelDrafter
from engine.drafting.protocol import Drafter, Proposal
from engine.events import TokenStatus
from engine.params import SamplingParams
from engine.processors import Processors
from engine.sampling import Sampler
from engine.verify import Verdict
from tests.engine.exactness.chains import END, NUM_ROWS, RIGHT, Case, Drafting, Means
from tests.engine.replies import letter
from tests.table_models import TableBackend, table_model

_WARM = SamplingParams(temperature=1.0)
# One word would always come next if it were not for the penalty.
_PENALIZED = SamplingParams(temperature=1.0, presence_penalty=4.0, logit_bias=((5, 4.0),))


@dataclass(frozen=True, slots=True)
class Mistake:
    """A way to get it wrong.

    Args:
        name: as the summary prints it.
        case: where it shows.
        means: what the loop is made with.
        patch: changes the engine for the time of a test.
    """

    name: str
    case: Case
    means: Means = RIGHT
    patch: Callable[[pytest.MonkeyPatch], None] = lambda monkeypatch: None


def _accept_all(
    target_probs: Tensor,
    draft_ids: Sequence[int],
    *,
    draft_probs: Tensor | None,
    uniform: Callable[[], float],
    draw: Callable[[Tensor], int],
) -> Verdict:
    status = TokenStatus.BONUS if draft_ids else TokenStatus.PLAIN
    return Verdict(len(draft_ids), draw(target_probs[len(draft_ids)]), status)


def _residual_is_p(row: Tensor, draft_id: int, probs: Tensor | None) -> Tensor:
    return row


def _softmax_of_residual(row: Tensor, draft_id: int, probs: Tensor | None) -> Tensor:
    q = torch.zeros_like(row)
    if probs is not None:
        q[: probs.shape[0]] = probs
    return torch.softmax((row - q).clamp(min=0.0), dim=0)


class _Discarding(ModelDrafter):
    """Draws, and throws away from the first token on that it was not sure of."""

    def propose(
        self,
        ids: Sequence[int],
        num_tokens: int,
        *,
        sampler: Sampler,
        should_stop: Callable[[], bool],
    ) -> Proposal:
        """Propose as the draft does, cut short."""
        made = super().propose(ids, num_tokens, sampler=sampler, should_stop=should_stop)
        if made.probs is None:
            return made
        sure = [float(row[id]) >= 0.25 for row, id in zip(made.probs, made.ids, strict=True)]
        kept = sure.index(False) if False in sure else len(sure)
        return Proposal(made.ids[:kept], made.probs[:kept])


class _RawReporting(ModelDrafter):
    """Says that tokens were drawn from the draft's distribution before top-k."""

    def propose(
        self,
        ids: Sequence[int],
        num_tokens: int,
        *,
        sampler: Sampler,
        should_stop: Callable[[], bool],
    ) -> Proposal:
        """Propose as the draft does, with another q."""
        made = super().propose(ids, num_tokens, sampler=sampler, should_stop=should_stop)
        backend = self.model.backend
        if not made.ids or not isinstance(backend, TableBackend):
            return made
        before = [[*ids, *made.ids[:place]] for place in range(len(made.ids))]
        rows = torch.stack([backend.row_after(sequence) for sequence in before])
        return Proposal(made.ids, torch.softmax(rows / sampler.params.temperature, dim=1))


class _Reusing(Sampler):
    """Accepts with the very numbers that drew the draft."""

    numbers: list[float]
    _is_drawing = False

    def draw(self, probs: Tensor) -> int:
        """Draw, and remember the number."""
        self._is_drawing = True
        drawn = super().draw(probs)
        self._is_drawing = False
        return drawn

    def uniform(self) -> float:
        """Give a remembered number to whoever does not draw."""
        if self._is_drawing:
            self.numbers.append(super().uniform())
            return self.numbers[-1]
        return self.numbers.pop(0)


class _Forgetting(ModelDrafter):
    """Begins each draft without remembered numbers."""

    def propose(
        self,
        ids: Sequence[int],
        num_tokens: int,
        *,
        sampler: Sampler,
        should_stop: Callable[[], bool],
    ) -> Proposal:
        """Propose as the draft does."""
        if isinstance(sampler, _Reusing):
            sampler.numbers = []
        return super().propose(ids, num_tokens, sampler=sampler, should_stop=should_stop)


def _reusing(params: SamplingParams, seed: int) -> Sampler:
    processors = Processors(params, num_tokens=NUM_ROWS, end_ids=(END,), token_bytes=letter)
    sampler = _Reusing(params, seed=seed, num_tokens=NUM_ROWS, processors=processors)
    sampler.numbers = []
    return sampler


def _once_for_the_run(self: Sampler, logits: Tensor, following: Sequence[int]) -> Tensor:
    return torch.stack([self.processors.apply(row, []) for row in logits])


def _drafter(kind: type[ModelDrafter]) -> Callable[[TableBackend], Drafter]:
    return lambda backend: kind(table_model(backend))


MISTAKES = [
    Mistake(
        "always accept",
        Case(1, Drafting.MODEL, _WARM),
        patch=lambda patch: patch.setattr(judging, "verify_draws", _accept_all),
    ),
    Mistake(
        "residual = p",
        Case(2, Drafting.MODEL, _WARM),
        patch=lambda patch: patch.setattr(verify, "_residual", _residual_is_p),
    ),
    Mistake(
        "softmax of the residual",
        Case(2, Drafting.MODEL, _WARM),
        patch=lambda patch: patch.setattr(verify, "_residual", _softmax_of_residual),
    ),
    Mistake(
        "discarding a sampled low-confidence token",
        Case(2, Drafting.MODEL, _WARM),
        Means(new_drafter=_drafter(_Discarding)),
    ),
    Mistake(
        "one uniform for drawing and accepting",
        Case(4, Drafting.MODEL, _WARM),
        Means(new_drafter=_drafter(_Forgetting), new_sampler=_reusing),
    ),
    Mistake(
        "penalties applied once to a whole run",
        Case(4, Drafting.MODEL, _PENALIZED),
        patch=lambda patch: patch.setattr(Sampler, "process", _once_for_the_run),
    ),
    Mistake(
        "reporting the raw q",
        Case(2, Drafting.MODEL, SamplingParams(temperature=1.5, top_k=2)),
        Means(new_drafter=_drafter(_RawReporting)),
    ),
]
