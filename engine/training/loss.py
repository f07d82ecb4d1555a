"""How far the head's foretelling is from the target's, and in which direction it should move.

The gradient is written out, so that no row as long as the vocabulary is kept: a chunk of
positions at a time, the target's distribution is computed once for all steps.

Source: Leviathan et al. 2023, corollary 3.6: a drafted token stands with sum(min(p, q)).
"""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.autograd.function import FunctionCtx

_CHUNK = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Objective:
    """What is minimised: a mixture of two.

    Args:
        acceptance: share of -log of the chance that a drafted token stands; the rest is the
            divergence of the target from the head. From scratch the first barely moves.
        temperature: of both distributions.
    """

    acceptance: float
    temperature: float


class _Divergence(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: FunctionCtx,
        states: Tensor,
        targets: Tensor,
        rows: Tensor,
        weights: Tensor,
        objective: Objective,
    ) -> Tensor:
        num_steps = states.shape[0]
        gradient = torch.empty_like(states)
        accepted = torch.zeros(num_steps)
        share, heat = objective.acceptance, objective.temperature
        for start in range(0, targets.shape[0], _CHUNK):
            part = slice(start, start + _CHUNK)
            p = torch.softmax((targets[part] @ rows.T).float() / heat, dim=1)
            for step in range(num_steps):
                q = torch.softmax((states[step, part] @ rows.T).float() / heat, dim=1)
                common = torch.minimum(p, q).sum(1, keepdim=True)
                weight = weights[step, part].unsqueeze(1)
                accepted[step] += (common * weight).sum()
                slope = (q - p) * (1 - share)
                if share:
                    is_below = q.masked_fill(q >= p, 0.0)
                    pull = q * (is_below.sum(1, keepdim=True)) - is_below
                    slope += pull * (share / common.clamp_min(1e-4))
                slope *= weight / heat
                gradient[step, part] = slope.to(rows.dtype) @ rows
        ctx.save_for_backward(gradient)
        return accepted

    @staticmethod
    def backward(ctx: FunctionCtx, *outer: Tensor) -> tuple[Tensor | None, ...]:
        (gradient,) = ctx.saved_tensors  # type: ignore[attr-defined]
        return gradient, None, None, None, None


def learn_from(
    states: Tensor, targets: Tensor, *, rows: Tensor, weights: Tensor, objective: Objective
) -> Tensor:
    """Compare foretellings with the target's distributions.

    `backward` from the result's sum gives the objective's gradient, not that of the values.

    Args:
        states: (steps, n, hidden) the head's normed states.
        targets: (n, hidden) the target's at the same places.
        rows: (W, hidden) the output rows of the head's vocabulary, fixed.
        weights: (steps, n) float32, what each counts.
        objective: what is minimised.

    Returns:
        (steps,) chance of acceptance, weighted and summed.
    """
    apply: Callable[..., Tensor] = _Divergence.apply
    return apply(states, targets, rows, weights, objective)
