"""A round whose draft, verdict and probabilities are worked out where the logits lie.

A processor that looks at a value on a card waits for the card, and the card then waits for it. Here
drafted ids go from pass to pass unread, the verdict is reached on the device, and one small tensor
comes back a round. The rules are those of `verify.py`, `greedy.py` and `sampling.py`; what they
cannot settle without a look (a crowd of near-ties) is left to them. Knows no text.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from engine.device_ids import DeviceIds, to_device
from engine.drafting.protocol import Proposal
from engine.events import TokenStatus
from engine.greedy import NEAR_TIE_STEPS
from engine.judging import Judgement
from engine.models.cached import CachedModel, DeviceBackend
from engine.sampling import Sampler
from engine.verify import Verdict

_MOST_RIVALS = 8


def stays_on_device(model: CachedModel, sampler: Sampler) -> bool:
    """Whether this model's rows can be chosen from without a look at them."""
    return isinstance(model.backend, DeviceBackend) and sampler.processors.is_idle


@torch.inference_mode()
def draft_token(
    logits: Tensor, sampler: Sampler, *, position: int, uniform: Tensor | None
) -> tuple[Tensor, Tensor | None, Tensor]:
    """Choose a draft's next token.

    Args:
        logits: (1, V) float32.
        sampler: the turn's.
        position: the token's.
        uniform: () float64 to draw with, where the rule draws.

    Returns:
        The id (1,); what it was drawn from (V,), where the rule draws; whether the row is
        sound, () bool.
    """
    row = sampler.process(logits, ())
    if sampler.is_greedy:
        return row.argmax(1), None, row.isnan().any().logical_not()
    probs = sampler.distribution(row)
    is_sound = probs.sum().isfinite()
    if uniform is None:
        return sampler.choose_each(probs, position), None, is_sound
    return sampler.draw_where(probs[0], uniform), probs[0], is_sound


class DeviceRounds:
    """Passes of one turn's target, judged on its device.

    Args:
        target: for which `stays_on_device` holds.
        sampler: the turn's.
    """

    def __init__(self, target: CachedModel, sampler: Sampler) -> None:
        if not isinstance(target.backend, DeviceBackend):
            raise TypeError(f"{target.name} does not run on a device by itself")
        self._target = target
        self._backend = target.backend
        self._sampler = sampler
        self.num_fetches = 0
        """How often something was brought back from the device."""

    def extend(self, known: Sequence[int], proposal: Proposal) -> Tensor:
        """Run the target over what it has not read and the draft: logits (K + 1, V) float32."""
        ids = proposal.ids
        if isinstance(ids, DeviceIds):
            return self._target.extend_unread(known, ids, count=len(ids), num_logits=len(ids) + 1)
        return self._target.extend([*known, *ids], num_logits=len(ids) + 1)

    @torch.inference_mode()
    def begin(self, logits: Tensor, proposal: Proposal, *, position: int) -> "Pending":
        """Ask for the verdict, without waiting for it.

        Args:
            logits: as `extend` gave them.
            proposal: the draft.
            position: of the first token that is judged.
        """
        sampler, device = self._sampler, logits.device
        ids, num_drafted = proposal.ids, len(proposal.ids)
        rows = sampler.process(logits, ids)
        scales = torch.logsumexp(rows, dim=1)
        if isinstance(ids, DeviceIds):
            drafted, is_sound = ids.tensor, ids.is_sound
        else:
            drafted = to_device(ids, device, dtype=torch.long)
            is_sound = torch.ones((), dtype=torch.bool, device=device)
        is_near = is_unsettled = torch.zeros_like(scales, dtype=torch.bool)
        if sampler.has_choices:
            if sampler.is_greedy:
                chosen, is_near, is_unsettled = self._greedy(rows)
            else:
                chosen = sampler.choose_each(sampler.distribution(rows), position)
            stands = chosen[:num_drafted] == drafted
            num_accepted = stands.cumprod(0).sum(0, keepdim=True)
        else:
            chosen, num_accepted = self._draw(sampler.distribution(rows), drafted, proposal.probs)
        logs = rows.gather(1, chosen.unsqueeze(1)).squeeze(1) - scales
        parts = (num_accepted, drafted, is_sound.view(1), chosen, scales.isfinite())
        packed = torch.cat([part.double() for part in (*parts, is_near, is_unsettled, logs)])
        return Pending(proposal, packed)

    def finish(self, pending: "Pending") -> Judgement | None:
        """Wait for the verdict: the one time that a round does.

        Returns:
            The judgement, or None where the logits have to be looked at: a row that is not
            finite, or a crowd of near-ties.
        """
        self.num_fetches += 1
        values = pending.packed.tolist()
        ids, num_drafted = pending.proposal.ids, len(pending.proposal.ids)
        width = num_drafted + 1
        num_accepted = int(values[0])
        drafted = [int(value) for value in values[1:width]]
        if isinstance(ids, DeviceIds):
            ids.tell(drafted, was_sound=bool(values[width]))
        rest = values[width + 1 :]
        chosen, finite, near, unsettled, logs = (
            rest[place * width : (place + 1) * width] for place in range(5)
        )
        kept = num_accepted + 1
        if not all(finite) or any(unsettled[:kept]):
            return None
        status = TokenStatus.RECOVERED
        if num_accepted == num_drafted:
            status = TokenStatus.BONUS if num_drafted else TokenStatus.PLAIN
        return Judgement(
            drafted,
            Verdict(num_accepted, int(chosen[num_accepted]), status),
            int(sum(near[:kept])),
            torch.tensor(logs[:kept], dtype=torch.float32).exp().tolist(),
        )

    def _greedy(self, rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Choose for rows (T, W) as `GreedyRows` does.

        Returns:
            (T,) each: the ids; whether it was a near-tie; whether it takes a look to tell.
        """
        most = min(_MOST_RIVALS, rows.shape[1])
        values, ids = rows.topk(most, dim=1)
        best = values[:, :1]
        is_rival = values >= best - NEAR_TIE_STEPS * self._target.rounding * best.abs()
        is_near = is_rival[:, 1] if most > 1 else torch.zeros_like(is_rival[:, 0])
        if not self._backend.can_rescore_each:
            return rows.argmax(1), is_near, is_near
        scores = torch.where(is_rival, self._backend.rescore_each(ids), -torch.inf)
        is_first = scores == scores.amax(1, keepdim=True)
        chosen = torch.where(is_first, ids, rows.shape[1] - 1).amin(1)
        return chosen, is_near, is_rival[:, -1] & is_near

    def _draw(
        self, probs: Tensor, drafted: Tensor, draft_probs: Tensor | None
    ) -> tuple[Tensor, Tensor]:
        """Judge a draft as `verify_draws` does.

        Args:
            probs: (K + 1, V).
            drafted: (K,).
            draft_probs: (K, W) or None.

        Returns:
            The draft with the drawn id in the place of the first that falls (K + 1,), and how
            many stand (1,).
        """
        num_drafted, device = drafted.shape[0], probs.device
        uniforms = [self._sampler.uniform() for _ in range(num_drafted + 1)]
        numbers = to_device(uniforms, device, dtype=torch.float64)
        rows = probs[:num_drafted]
        p = rows.gather(1, drafted.unsqueeze(1)).squeeze(1).double()
        taken = torch.zeros_like(probs)
        if draft_probs is None:
            q = torch.ones_like(p)
            # One-hot, and as large as it takes to leave nothing.
            taken[:num_drafted].scatter_(1, drafted.unsqueeze(1), torch.inf)
        else:
            draft_probs = draft_probs.to(device)
            q = draft_probs.gather(1, drafted.unsqueeze(1)).squeeze(1).double()
            width = min(probs.shape[1], draft_probs.shape[1])
            taken[:num_drafted, :width] = draft_probs[:, :width]
        num_accepted = (numbers[:num_drafted] * q < p).cumprod(0).sum(0, keepdim=True)
        row = probs.index_select(0, num_accepted)[0]
        residual = (row - taken.index_select(0, num_accepted)[0]).clamp_(min=0.0)
        total = residual.sum()
        weights = torch.where((total > 0) & total.isfinite(), residual, row)
        drawn = self._sampler.draw_where(weights, numbers[num_drafted])
        places = torch.arange(num_drafted + 1, device=device)
        padded = torch.cat((drafted, drawn))
        return torch.where(places == num_accepted, drawn, padded), num_accepted


@dataclass(frozen=True, slots=True)
class Pending:
    """A verdict on its way: the draft it is about, and what will come back (n,) float64."""

    proposal: Proposal
    packed: Tensor
