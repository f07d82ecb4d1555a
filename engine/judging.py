"""What a pass of the target says of a draft, by the target's rows.

A row that is not a number, or that allows nothing, ends a reply only where the verdict reaches it:
plain decoding would never have met one that lies behind a refused token. Knows no text.
"""

from collections.abc import Sequence
from math import exp

import torch
from torch import Tensor

from engine.drafting.protocol import Proposal
from engine.errors import BadLogits, EngineError, NothingAllowed
from engine.events import TokenStatus
from engine.greedy import GreedyRows, are_sound
from engine.models.cached import CachedModel
from engine.record import record
from engine.sampling import Sampler
from engine.verify import Verdict, judge_drawn, verify_choices, verify_draws


@record
class Judgement:
    """What a pass of the target says of a draft.

    Args:
        draft_ids: K ids.
        verdict: what stands.
        num_near_ties: among the tokens that the round brings.
        probabilities: of those tokens, one each.
        is_stepped: whether the pass was of no use and others were run in its place.
    """

    draft_ids: Sequence[int]
    verdict: Verdict
    num_near_ties: int
    probabilities: list[float]
    is_stepped: bool = False


class Judge:
    """Judges the drafts of one turn.

    Args:
        target: whose rows decide.
        sampler: the turn's.
    """

    def __init__(self, target: CachedModel, sampler: Sampler) -> None:
        self._target = target
        self._sampler = sampler
        # Asked once for a turn: after a pass each look at a property costs two microseconds.
        self._is_greedy = sampler.is_greedy
        self._is_whole = sampler.processors.is_idle and target.num_rows <= sampler.num_tokens

    def judge(self, logits: Tensor, proposal: Proposal, *, ids: Sequence[int]) -> Judgement:
        """Judge a draft by the rows of the target's last pass.

        Args:
            logits: (K + 1, V) float32.
            proposal: the draft.
            ids: all that is committed; the target has read them and the draft.

        Raises:
            BadLogits: the row after `ids` is not finite; the cache is emptied.
            NothingAllowed: the settings leave no id after `ids`.
        """
        draft_ids = proposal.ids
        rows = logits if self._is_whole else self._sampler.process(logits, draft_ids)
        if self._is_greedy:
            greedy = self._greedy(logits, rows, following=draft_ids)
            verdict = verify_choices(greedy.choices(), draft_ids)
            is_fit, num_near_ties = greedy.are_sound, len(greedy.gaps)
            if verdict.num_accepted < len(draft_ids):
                # Nobody looked at the rows behind, but their keys and values stay where they are.
                is_fit = is_fit and greedy.leave_numbers
        elif is_fit := are_sound(rows):
            verdict, num_near_ties = self._verdict(rows, proposal, position=len(ids)), 0
        if not is_fit:
            error = self._unfit(logits)
            if not draft_ids:
                raise error
            return self._judge_in_steps(proposal, ids)
        chosen = [*draft_ids[: verdict.num_accepted], verdict.next_id]
        # Nobody asks about rows behind a refused token.
        reached = rows if verdict.num_accepted == len(draft_ids) else rows[: len(chosen)]
        logs = torch.log_softmax(reached, dim=1).numpy(force=True)
        probabilities = [exp(logs.item(row, id)) for row, id in enumerate(chosen)]
        return Judgement(draft_ids, verdict, num_near_ties, probabilities)

    def _greedy(self, logits: Tensor, rows: Tensor, *, following: Sequence[int]) -> GreedyRows:
        processors = self._sampler.processors
        return GreedyRows(self._target, logits, rows, processors=processors, following=following)

    def _verdict(self, rows: Tensor, proposal: Proposal, *, position: int) -> Verdict:
        """Judge a draft by sound rows where tokens are sampled."""
        sampler = self._sampler
        probs = sampler.distribution(rows)
        if sampler.has_choices:
            picks = (sampler.choose(row, position + i) for i, row in enumerate(probs))
            return verify_choices(picks, proposal.ids)
        return verify_draws(
            probs,
            proposal.ids,
            draft_probs=proposal.probs,
            uniform=sampler.uniform,
            draw=sampler.draw,
        )

    def _judge_in_steps(self, proposal: Proposal, ids: Sequence[int]) -> Judgement:
        """Judge token by token, running the target over nothing but what stands.

        One row that is not a number may spoil all rows of a pass; and to shorten a draft because
        of what comes after one of its tokens would favour the others.
        """
        draft_ids = list(proposal.ids)
        num_near_ties = 0
        probabilities: list[float] = []
        standing: list[int] = []
        self._target.crop_to(len(ids) - 1)
        while True:
            logits = self._read([*ids, *standing])
            row = self._sampler.process(logits, standing)
            if not are_sound(row):
                error = self._unfit(logits)
                if not standing:
                    raise error
                # What stands is kept; the next round begins with this row, and tells.
                verdict = Verdict(len(standing) - 1, standing[-1], TokenStatus.ACCEPTED)
                break
            place = len(standing)
            drafted = draft_ids[place] if place < len(draft_ids) else None
            if self._is_greedy:
                greedy = self._greedy(logits, row, following=standing)
                id = greedy.choose(0)
                num_near_ties += len(greedy.gaps)
            else:
                id = self._answer(row, proposal, place, position=len(ids) + place)
            probabilities.append(exp(torch.log_softmax(row, dim=1)[0, id].item()))
            if id != drafted:
                status = TokenStatus.BONUS if drafted is None else TokenStatus.RECOVERED
                verdict = Verdict(place, id, status)
                break
            standing.append(id)
        return Judgement(draft_ids, verdict, num_near_ties, probabilities, is_stepped=True)

    def _answer(self, row: Tensor, proposal: Proposal, place: int, *, position: int) -> int:
        """Give the drafted token where it stands, else the one in its place, by a sampled row.

        Args:
            row: (1, W), processed and sound.
            proposal: the whole draft.
            place: in it, of the token that is judged; past its end there is none.
            position: of that token in the sequence.
        """
        sampler = self._sampler
        probs = sampler.distribution(row)[0]
        if sampler.has_choices:
            return sampler.choose(probs, position)
        if place == len(proposal.ids):
            return sampler.draw(probs)
        draft_probs = None if proposal.probs is None else proposal.probs[place]
        replacement = judge_drawn(
            probs,
            proposal.ids[place],
            draft_probs=draft_probs,
            uniform=sampler.uniform,
            draw=sampler.draw,
        )
        return proposal.ids[place] if replacement is None else replacement

    def _read(self, ids: Sequence[int]) -> Tensor:
        """Run what the target has not read of `ids`, in chunks: the last row (1, V)."""
        while True:
            start = self._target.length
            end = min(start + self._target.chunk, len(ids))
            if end == len(ids):
                return self._target.extend(ids[start:end], num_logits=1)
            self._target.extend(ids[start:end], num_logits=0)

    def _unfit(self, logits: Tensor) -> EngineError:
        """Say why rows cannot be chosen from."""
        if not bool((logits.isnan() | (logits == torch.inf)).any()):
            return NothingAllowed()
        # What was cached on the way may be no better.
        self._target.crop_to(0)
        return BadLogits(model=self._target.name)
