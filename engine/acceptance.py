"""How often a drafter's tokens stand, by their place in the draft.

Moving averages that lean on what is known: a place seldom reached on the place before it, the
first one on what such drafts usually do or on what was kept from earlier sessions. Knows neither
cost nor text.
"""

from collections.abc import Sequence
from itertools import pairwise, takewhile

NUM_PLACES = 31
_MOST_WEIGHT = 24.0
"""Drafts a place's average looks back on: a reply turns from prose to code within some dozens."""
_KEPT_WEIGHT = 12.0
"""What averages of an earlier session are worth now."""
_LEAST_WEIGHT = 0.5
_PRIOR_WEIGHT = 2.0
_LEANING = 3.0
"""What the place before is worth, in drafts."""
_FADING = 0.98
_HIGHEST = 0.98


class Acceptance:
    """Averages of one drafter, and what they promise of a round.

    Args:
        prior: acceptance to expect where nothing is known.
        kept: what `state` gave before, or nothing.
    """

    def __init__(self, prior: float, *, kept: Sequence[tuple[float, float]] = ()) -> None:
        self._prior = prior
        self._means = [0.0] * NUM_PLACES
        self._weights = [0.0] * NUM_PLACES
        for place, (mean, weight) in enumerate(kept[:NUM_PLACES]):
            self._means[place], self._weights[place] = mean, min(weight, _KEPT_WEIGHT)
        self.expected_tokens: list[float] = []
        """Tokens a round brings by how many are drafted: 1 + a1 + a1 a2 + ..."""
        self._promise()

    @property
    def num_known(self) -> float:
        """How many drafts the first average rests on."""
        return self._weights[0]

    @property
    def is_known(self) -> bool:
        """Whether enough was seen to rely on."""
        return self._weights[0] >= _KEPT_WEIGHT

    @property
    def rates(self) -> list[float]:
        """The acceptance to expect at each place, given that all before it stood."""
        reached = [1.0]
        reached += [after - before for before, after in pairwise(self.expected_tokens)]
        return [after / before if before else 0.0 for before, after in pairwise(reached)]

    def observe(self, num_drafted: int, num_accepted: int) -> None:
        """Move the averages towards what became of a draft; later places saw nothing."""
        num_judged = min(num_accepted + 1, num_drafted, NUM_PLACES)
        means, weights = self._means, self._weights
        for place in range(num_judged):
            weight = min(weights[place] + 1.0, _MOST_WEIGHT)
            outcome = 1.0 if place < num_accepted else 0.0
            means[place] += (outcome - means[place]) / weight
            weights[place] = weight
        for place in range(num_judged, NUM_PLACES):
            if weights[place] == 0.0:
                break
            # What was true of them then leans more and more on what is true before them now.
            weights[place] *= _FADING
        self._promise()

    def state(self) -> list[tuple[float, float]]:
        """Give averages and weights to keep, as far as anything was seen."""
        pairs = zip(self._means, self._weights, strict=True)
        seen = takewhile(lambda pair: pair[1] >= _LEAST_WEIGHT, pairs)
        return [(round(mean, 3), round(weight, 1)) for mean, weight in seen]

    def _promise(self) -> None:
        rate, leaning = self._prior, _PRIOR_WEIGHT
        total = reach = 1.0
        expected = [total]
        for mean, weight in zip(self._means, self._weights, strict=True):
            if not weight:
                break
            # What was seen outweighs what was expected wholly in the end.
            lent = leaning * (1.0 - weight / _MOST_WEIGHT)
            rate = min((weight * mean + lent * rate) / (weight + lent), _HIGHEST)
            leaning = _LEANING
            reach *= rate
            total += reach
            expected.append(total)
        # Nothing is known of the places after: they are as the last one.
        rate = min(rate, _HIGHEST)
        for _ in range(NUM_PLACES + 1 - len(expected)):
            reach *= rate
            total += reach
            expected.append(total)
        self.expected_tokens = expected
