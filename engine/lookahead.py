"""How many tokens to draft next, and when not to draft at all.

Owns what has been measured of a pair on this machine: the time of a target pass by its width, the
time of a draft step, and how often each drafter is believed at each place. Chooses the number of
tokens with the best expected tokens per second; where none beats plain decoding it pauses, and
tries again at growing intervals that cost at most two per cent. Choices depend on earlier rounds
only, which keeps the distribution exact. Knows no model and no text.

Source: Leviathan et al. 2023, section 3.4 (expected tokens a round).
"""

from collections import deque
from dataclasses import dataclass, field
from statistics import median

from engine.events import TokenSource
from engine.params import MAX_LOOKAHEAD

_WINDOW = 9
_PRIOR_ACCEPTANCE = 0.65
_PRIOR_WEIGHT = 3.0
_MIN_RATE = 0.06
_MIN_GAIN = 1.01
_PROBE_SHARE = 0.02
_MIN_PROBE_INTERVAL = 16
_MAX_PROBE_INTERVAL = 1024
_BASELINE_INTERVAL = 96
_MAX_CAUGHT_UP = 8


class PassCosts:
    """Seconds of a target pass over m tokens, from what was measured lately.

    Widths not seen yet are guessed from the nearest one seen and the shape that packed products
    have on a CPU: nearly flat within blocks of four rows.
    """

    def __init__(self) -> None:
        self._measured: dict[int, deque[float]] = {}

    def observe(self, width: int, seconds: float) -> None:
        """Note one pass."""
        self._measured.setdefault(width, deque(maxlen=_WINDOW)).append(seconds)

    def num_measured(self, width: int) -> int:
        """Count the passes of this width that are remembered."""
        return len(self._measured.get(width, ()))

    def estimate(self, width: int) -> float:
        """Seconds of a pass; relative to one token's where nothing was measured."""
        if width in self._measured:
            return median(self._measured[width])
        if not self._measured:
            return _shape(width)
        nearest = min(self._measured, key=lambda known: abs(known - width))
        return median(self._measured[nearest]) * _shape(width) / _shape(nearest)


def _shape(width: int) -> float:
    blocks = (width - 1) // 4
    return 1.0 + 0.85 * blocks + 0.12 * (width - 1 - 4 * blocks)


@dataclass(slots=True)
class _Record:
    """What is known of one drafter."""

    acceptance: list[float] = field(default_factory=lambda: [_PRIOR_ACCEPTANCE] * MAX_LOOKAHEAD)
    weight: list[float] = field(default_factory=lambda: [_PRIOR_WEIGHT] * MAX_LOOKAHEAD)
    step_seconds: deque[float] = field(default_factory=lambda: deque(maxlen=_WINDOW))
    is_paused: bool = False
    rounds_to_probe: int = 0
    probe_interval: int = _MIN_PROBE_INTERVAL

    def observe(self, num_drafted: int, num_accepted: int) -> None:
        """Move each place's average towards what happened there; later places saw nothing."""
        for place in range(min(num_accepted + 1, num_drafted)):
            self.weight[place] += 1.0
            rate = max(1.0 / self.weight[place], _MIN_RATE)
            outcome = 1.0 if place < num_accepted else 0.0
            self.acceptance[place] += rate * (outcome - self.acceptance[place])

    def expected_tokens(self, num_draft_tokens: int) -> float:
        """Expect 1 + a1 + a1 a2 + ... tokens of a round."""
        total = reach = 1.0
        for place in range(num_draft_tokens):
            reach *= self.acceptance[place]
            total += reach
        return total


class Lookahead:
    """The policy for one pair of models, kept from turn to turn.

    Args:
        is_free: drafters whose step costs nothing worth measuring.
    """

    def __init__(self, *, is_free: frozenset[TokenSource] = frozenset({TokenSource.NGRAM})) -> None:
        self.costs = PassCosts()
        self._is_free = is_free
        self._records: dict[TokenSource, _Record] = {}
        self._rounds_since_baseline = 0

    def choose(self, source: TokenSource, limit: int) -> int:
        """Say how many tokens this drafter should write, 0 .. limit.

        Call once a round for each drafter until one is to draft.
        """
        record = self._record(source)
        limit = min(limit, MAX_LOOKAHEAD)
        if limit < 1 or self._wants_baseline():
            return 0
        best = max(range(1, limit + 1), key=lambda k: self._gain(record, source, k))
        if self._gain(record, source, best) > _MIN_GAIN:
            record.is_paused = False
            record.probe_interval = _MIN_PROBE_INTERVAL
            return best
        if not record.is_paused:
            record.is_paused = True
            record.rounds_to_probe = record.probe_interval
            return 0
        record.rounds_to_probe -= 1
        if record.rounds_to_probe > 0:
            return 0
        record.probe_interval = min(2 * record.probe_interval, _MAX_PROBE_INTERVAL)
        record.rounds_to_probe = record.probe_interval
        return 1

    def is_paused(self, source: TokenSource) -> bool:
        """Whether this drafter sits out because it does not pay."""
        return self._record(source).is_paused

    def acceptance(self, source: TokenSource) -> tuple[float, ...]:
        """Give the moving averages by place in the draft, the first one first."""
        return tuple(self._record(source).acceptance)

    def observe_pass(self, width: int, seconds: float) -> None:
        """Note a target pass over `width` tokens; 1 is plain decoding."""
        self.costs.observe(width, seconds)
        self._rounds_since_baseline = 0 if width == 1 else self._rounds_since_baseline + 1

    def observe_draft(
        self,
        source: TokenSource,
        *,
        num_drafted: int,
        num_accepted: int,
        seconds: float,
        num_caught_up: int,
    ) -> None:
        """Note what a draft cost and what became of it.

        Args:
            source: who drafted.
            num_drafted: tokens proposed, 1 or more.
            num_accepted: tokens that stood.
            seconds: for the whole proposal.
            num_caught_up: ids the drafter had to read first.
        """
        record = self._record(source)
        record.observe(num_drafted, num_accepted)
        if source not in self._is_free and num_caught_up <= _MAX_CAUGHT_UP:
            record.step_seconds.append(seconds / num_drafted)
        if record.is_paused:
            plain = self.costs.estimate(1)
            spent = seconds + self.costs.estimate(num_drafted + 1) - plain * (1 + num_accepted)
            affordable = int(max(spent, 0.0) / (_PROBE_SHARE * plain)) if plain > 0 else 0
            if num_accepted == num_drafted:
                # A good sign is worth a second look soon, within the same budget.
                record.probe_interval = _MIN_PROBE_INTERVAL
            record.rounds_to_probe = max(record.probe_interval, affordable)

    def _record(self, source: TokenSource) -> _Record:
        return self._records.setdefault(source, _Record())

    def _wants_baseline(self) -> bool:
        """Whether a plain round is due, so that the comparison rests on a fresh measurement."""
        is_unknown = self.costs.num_measured(1) < 2
        return is_unknown or self._rounds_since_baseline >= _BASELINE_INTERVAL

    def _gain(self, record: _Record, source: TokenSource, num_draft_tokens: int) -> float:
        """Expected speed of a round against plain decoding; 1 is the same."""
        plain = self.costs.estimate(1)
        step = 0.0
        if source not in self._is_free:
            step = median(record.step_seconds) if record.step_seconds else 0.2 * plain
        cost = self.costs.estimate(num_draft_tokens + 1) + num_draft_tokens * step
        return record.expected_tokens(num_draft_tokens) * plain / cost
