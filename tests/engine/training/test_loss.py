"""The written-out gradient is the one that autograd finds for the objective in plain words."""

import pytest
import torch
from torch import Tensor

from engine.training.loss import Objective, learn_from


def plain(
    states: Tensor, targets: Tensor, rows: Tensor, weights: Tensor, objective: Objective
) -> Tensor:
    p = torch.softmax(targets @ rows.T / objective.temperature, 1)
    log_q = torch.log_softmax(states @ rows.T / objective.temperature, 2)
    divergence = (p * (p.log() - log_q)).sum(2)
    stands = torch.minimum(p, log_q.exp()).sum(2)
    share = objective.acceptance
    return (weights * ((1 - share) * divergence - share * stands.log())).sum()


@pytest.mark.parametrize("acceptance", [0.0, 0.7, 1.0])
@pytest.mark.parametrize("temperature", [1.0, 0.7])
def test_the_gradient_is_that_of_the_objective(acceptance: float, temperature: float) -> None:
    generator = torch.Generator().manual_seed(2)
    states = torch.randn(3, 70, 8, generator=generator).requires_grad_()
    targets, rows = (torch.randn(n, 8, generator=generator) for n in (70, 20))
    weights = torch.rand(3, 70, generator=generator)
    objective = Objective(acceptance=acceptance, temperature=temperature)
    accepted = learn_from(states, targets, rows=rows, weights=weights, objective=objective)
    (found,) = torch.autograd.grad(accepted.sum(), states)
    (expected,) = torch.autograd.grad(plain(states, targets, rows, weights, objective), states)
    assert torch.allclose(found, expected, atol=1e-4)


def test_it_tells_how_much_would_stand() -> None:
    """A head that says what the target says: all of it."""
    targets, rows = torch.randn(5, 8), torch.randn(20, 8)
    weights = torch.full((1, 5), 0.2)
    objective = Objective(acceptance=0.0, temperature=1.0)
    accepted = learn_from(
        targets.unsqueeze(0), targets, rows=rows, weights=weights, objective=objective
    )
    assert float(accepted[0]) == pytest.approx(1.0, abs=1e-5)
