"""Steps on the head's parameters: the same gradient from several threads, summed in one order.

Owns parameters in float32, their bfloat16 copies, and the optimizer's state. Matrices are moved
by Muon, which learns from fewer tokens, gains of norms by Adam. One thread a core with a batch
each beats all cores on one batch, and the sum does not depend on who is done first.

Source: Jordan et al. 2024, Muon; Liu et al. 2025 (the size of its steps).
"""

from collections.abc import Iterable, Mapping
from concurrent.futures import Executor

import torch
from torch import Tensor

Gradients = dict[str, Tensor]

_MOMENTUM = 0.95
_BETAS, _TINY = (0.9, 0.95), 1e-8
_WEIGHT_DECAY = 0.02
_STEP_SIZE = 0.2
"""Root mean square of a Muon step, as Adam's usually are."""
_QUINTIC = (3.4445, -4.7750, 2.0315)


class Optimizer:
    """Muon and Adam.

    Args:
        parameters: float32; changed in place.
    """

    def __init__(self, parameters: dict[str, Tensor]) -> None:
        self.parameters = parameters
        self.num_done = 0
        self._means = {name: torch.zeros_like(p) for name, p in parameters.items()}
        self._squares = {
            name: torch.zeros_like(p) for name, p in parameters.items() if p.dim() == 1
        }

    def copies(self) -> dict[str, Tensor]:
        """Give bfloat16 leaves to compute gradients for."""
        return {
            name: parameter.detach().bfloat16().requires_grad_()
            for name, parameter in self.parameters.items()
        }

    @torch.no_grad()
    def step(self, gradients: Iterable[Gradients], *, rate: float, pool: Executor) -> bool:
        """Take a step along the mean of gradients.

        Args:
            gradients: one for each thread that computed some.
            rate: the learning rate.
            pool: the threads.

        Returns:
            False where the gradient is no number; nothing was changed then.
        """
        each = list(gradients)
        totals = {}
        for name in self.parameters:
            total = each[0][name].float()
            for other in each[1:]:
                total = total + other[name]
            totals[name] = total / len(each)
        if not all(bool(total.isfinite().all()) for total in totals.values()):
            return False
        self.num_done += 1
        list(pool.map(lambda name: self._move(name, totals[name], rate), totals))
        return True

    def state(self) -> dict[str, Tensor]:
        """Give all that is needed to go on: parameters, and the averages of each."""
        parts = {"parameter": self.parameters, "mean": self._means, "square": self._squares}
        return {f"{part}.{name}": t for part, named in parts.items() for name, t in named.items()}

    def restore(self, state: Mapping[str, Tensor], num_done: int) -> None:
        """Take up a state by its names, all of it or nothing.

        Raises:
            ValueError: it is no state of such parameters.
        """
        own = self.state()
        for name, tensor in own.items():
            if state[name].shape != tensor.shape or not bool(state[name].isfinite().all()):
                raise ValueError(name)
        self.num_done = num_done
        for name, tensor in own.items():
            tensor.copy_(state[name])

    def _move(self, name: str, gradient: Tensor, rate: float) -> None:
        parameter, mean = self.parameters[name], self._means[name]
        if parameter.dim() == 1:
            square = self._squares[name]
            mean.lerp_(gradient, 1 - _BETAS[0])
            square.lerp_(gradient.square(), 1 - _BETAS[1])
            size = (square / (1 - _BETAS[1] ** self.num_done)).sqrt_() + _TINY
            parameter.sub_(rate / (1 - _BETAS[0] ** self.num_done) * mean / size)
            return
        mean.lerp_(gradient, 1 - _MOMENTUM)
        direction = orthogonalized(gradient.lerp(mean, _MOMENTUM))
        parameter.mul_(1 - rate * _WEIGHT_DECAY)
        parameter.sub_(rate * _STEP_SIZE * max(parameter.shape) ** 0.5 * direction)


def orthogonalized(matrix: Tensor) -> Tensor:
    """Bring the singular values of a matrix (N, K) near 1, by five Newton-Schulz steps."""
    a, b, c = _QUINTIC
    x = matrix.bfloat16()
    if matrix.shape[0] > matrix.shape[1]:
        x = x.T
    x = x / (x.norm() + 1e-7)
    for _ in range(5):
        square = x @ x.T
        x = torch.addmm(a * x, b * square + c * (square @ square), x)
    return (x.T if matrix.shape[0] > matrix.shape[1] else x).float()
