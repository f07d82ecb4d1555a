"""From logits to a distribution, and from a distribution to one id.

Owns the settings that shape a distribution (temperature, top-k, top-p, min-p) and all randomness
of a turn; what the context does to logits stands in `processors.py`.
Target and draft go through the same code, position by position, on the ids before that position.
Knows no model and no cache.
"""

from collections.abc import Sequence

import torch
from torch import Tensor

from engine.device_ids import to_device
from engine.params import SamplingParams, SamplingRule
from engine.processors import Processors

_FIRST_CANDIDATES = 64
_LOOKING = ("cpu", "mps")
"""Devices on which a look at a value costs nothing, or a full sort too much."""
_MIN_TEMPERATURE = 1e-30
"""A logit divided by less is no float32; the distribution is one-hot long before."""
_MASK_53 = (1 << 53) - 1


class Sampler:
    """How one turn chooses tokens.

    Args:
        params: the settings.
        seed: makes the turn repeatable.
        num_tokens: ids the tokenizer knows; rows of a model past these are padding and are never
            chosen.
        processors: what the context does to logits; by default the settings that need no text.
    """

    def __init__(
        self,
        params: SamplingParams,
        *,
        seed: int,
        num_tokens: int,
        processors: Processors | None = None,
    ) -> None:
        self.params = params
        self.num_tokens = num_tokens
        self.processors = processors or Processors(params, num_tokens=num_tokens)
        self._seed = seed
        self._generator = torch.Generator().manual_seed(seed & ((1 << 63) - 1))

    @property
    def is_greedy(self) -> bool:
        """Whether the most likely id is always taken."""
        return self.params.is_greedy

    @property
    def has_choices(self) -> bool:
        """Whether the id at a position is a function of its row alone: greedy or coupled."""
        return self.is_greedy or self.params.rule is SamplingRule.COUPLED

    def process(self, logits: Tensor, following: Sequence[int]) -> Tensor:
        """Cut the padding rows off and apply what depends on the context.

        Args:
            logits: (T, V) float32; the last row is for the position after `following`, and each
                other one for the position before the next row's.
            following: drafted ids after those committed, T - 1 of them or more.

        Returns:
            (T, min(V, num_tokens)) float32.
        """
        if self.processors.is_idle:
            is_padded = logits.shape[1] > self.num_tokens
            return logits[:, : self.num_tokens] if is_padded else logits
        first = len(following) + 1 - logits.shape[0]
        return torch.stack(
            [self.processors.apply(row, following[: first + i]) for i, row in enumerate(logits)]
        )

    def distribution(self, logits: Tensor) -> Tensor:
        """Turn processed logits (T, V) into probabilities (T, V), float32.

        Temperature, then top-k, then top-p, then min-p. A greedy turn gives one-hot rows. A row
        that is not finite comes back as NaN, for the caller to refuse.
        """
        params = self.params
        if params.is_greedy:
            hot = torch.zeros_like(logits).scatter_(1, logits.argmax(1, keepdim=True), 1.0)
            return torch.where(logits.isnan().any(1, keepdim=True), torch.nan, hot)
        probs = torch.softmax(logits / max(params.temperature, _MIN_TEMPERATURE), dim=1)
        if params.top_k:
            probs = _keep_top_k(probs, params.top_k)
        if params.top_p < 1.0:
            probs = _keep_top_p(probs, params.top_p)
        if params.min_p > 0.0:
            floor = probs.amax(1, keepdim=True) * params.min_p
            probs = torch.where(probs >= floor, probs, 0.0)
            probs = probs / probs.sum(1, keepdim=True)
        return probs

    def uniform(self) -> float:
        """Draw a number in [0, 1)."""
        return float(torch.rand((), generator=self._generator, dtype=torch.float64))

    def draw(self, probs: Tensor) -> int:
        """Draw an id from weights (V,) that need not sum to one, but must sum to more than zero."""
        cumulative = _wide(probs).cumsum(0)
        threshold = self.uniform() * cumulative[-1]
        # `right` finds the first place that exceeds the threshold, which has weight of its own.
        index = int(torch.searchsorted(cumulative, threshold, right=True))
        if index >= probs.shape[0]:
            index = int(probs.nonzero()[-1])
        return index

    def choose(self, probs: Tensor, position: int) -> int:
        """Choose an id from probabilities (V,) with noise that depends on nothing but seed,
        position and id: the largest of log p + Gumbel.

        Source: Daliri, Musco and Suresh 2024, drafter-invariant speculative decoding.
        """
        if self.is_greedy:
            return int(probs.argmax())
        ids = probs.nonzero().squeeze(1)
        logs = _wide(probs[ids]).log()
        noise = _gumbel(ids.to(logs.device), _noise_start(self._seed, position))
        return int(ids[int((logs + noise).argmax())])

    def choose_each(self, probs: Tensor, first_position: int) -> Tensor:
        """Choose as `choose` does for rows (T, V) at neighbouring positions, where they lie.

        Returns:
            (T,) int64 on their device, which is not waited for.
        """
        positions = range(first_position, first_position + probs.shape[0])
        starts = [_noise_start(self._seed, position) for position in positions]
        logs = _wide(probs).log()
        rows = to_device(starts, logs.device, dtype=torch.long).unsqueeze(1)
        # The logarithm of nothing is minus infinity, which no noise makes good.
        return (logs + _gumbel(torch.arange(probs.shape[1], device=logs.device), rows)).argmax(1)

    def draw_where(self, probs: Tensor, uniform: Tensor) -> Tensor:
        """Draw as `draw` does, where the weights (V,) lie, with a number () float64 from `uniform`.

        Returns:
            (1,) int64 on their device, which is not waited for.
        """
        cumulative = _wide(probs).cumsum(0)
        total = cumulative[-1:]
        index = torch.searchsorted(cumulative, uniform * total, right=True)
        # Rounding may reach the total: then it is the last place that added to it.
        return torch.minimum(
            index, torch.searchsorted(cumulative, total).clamp_(max=len(probs) - 1)
        )


def _keep_top_k(probs: Tensor, k: int) -> Tensor:
    if k >= probs.shape[1]:
        return probs
    values, index = probs.topk(k, dim=1)
    values = values / values.sum(1, keepdim=True)
    return torch.zeros_like(probs).scatter_(1, index, values)


def _keep_top_p(probs: Tensor, p: float) -> Tensor:
    """Keep the smallest set of most likely ids whose mass reaches p."""
    width = probs.shape[1]
    # A look at how far the candidates reach would have to wait for a card.
    num_candidates = min(_FIRST_CANDIDATES, width) if probs.device.type in _LOOKING else width
    # A full sort of 150,000 ids is slow and almost never needed.
    while True:
        values, index = probs.topk(num_candidates, dim=1)
        wide = _wide(values)
        cumulative = wide.cumsum(1)
        if num_candidates == width or not bool((cumulative[:, -1] < p).any()):
            break
        num_candidates = min(num_candidates * 4, width)
    values = torch.where((cumulative - wide < p).to(values.device), values, 0.0)
    values = values / values.sum(1, keepdim=True)
    return torch.zeros_like(probs).scatter_(1, index, values)


def _wide(values: Tensor) -> Tensor:
    """Give float64, on the processor where the device has none: Metal."""
    return (values.cpu() if values.device.type == "mps" else values).double()


def _noise_start(seed: int, position: int) -> int:
    return _mix_int(_mix_int(seed) ^ position)


def _gumbel(ids: Tensor, start: Tensor | int) -> Tensor:
    """Hash ids and the start of their position's noise to Gumbel noise, float64."""
    bits = _mix(ids ^ start)
    uniform = ((bits >> 11) & _MASK_53).double().add_(0.5).mul_(2.0**-53)
    return -torch.log(-torch.log(uniform))


def _mix(values: Tensor) -> Tensor:
    """Scramble int64 values; multiplication wraps. Source: Steele et al. 2014, SplitMix64."""
    values = values + _signed(0x9E3779B97F4A7C15)
    values = (values ^ ((values >> 30) & 0x3_FFFF_FFFF)) * _signed(0xBF58476D1CE4E5B9)
    values = (values ^ ((values >> 27) & 0x1F_FFFF_FFFF)) * _signed(0x94D049BB133111EB)
    return values ^ ((values >> 31) & 0x1_FFFF_FFFF)


def _mix_int(value: int) -> int:
    return int(_mix(torch.tensor(_signed(value))))


def _signed(value: int) -> int:
    value &= (1 << 64) - 1
    return value - (1 << 64) if value >= 1 << 63 else value
