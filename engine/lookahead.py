"""How many tokens to draft next, and when not to draft at all.

Owns what has been measured of a pair on this machine: the time of a target pass by its width, the
time of a draft step, and how often each drafter is believed at each place. Chooses the number of
tokens with the best expected tokens per second; where none beats plain decoding it pauses, and
tries again at growing intervals that cost at most two per cent. Choices depend on earlier rounds
only, which keeps the distribution exact. Knows no model and no text.

Source: Leviathan et al. 2023, section 3.4 (expected tokens a round).
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from engine.events import TokenSource
from engine.params import MAX_LOOKAHEAD

_WINDOW = 9
_PRIOR_ACCEPTANCE = 0.65
_PRIOR_WEIGHT = 3.0
_MIN_RATE = 0.06
_STAY_GAIN = 1.0
_RETURN_GAIN = 1.05
_PROBE_SHARE = 0.02
_MIN_PROBE_INTERVAL = 16
_MAX_PROBE_INTERVAL = 1024
_BASELINE_INTERVAL = 96
_MAX_CAUGHT_UP = 8
_CATCH_UP_SHARE = 0.15
"""Time to read one id of a backlog, in draft steps, until it is measured."""
_CATCH_UP_ROUNDS = 128
"""Rounds over which reading a backlog must pay for itself: a reply of ordinary length."""

TYPICAL_CPU_SHAPE = (1.0, 1.15, 1.3, 1.45, 2.8, 2.8, 2.8, 2.8, 4.2)
"""Packed products on a CPU work in blocks of four rows; for a machine nobody has measured."""


class PassCosts:
    """Seconds of a target pass over m tokens, from what was measured lately.

    Widths not seen yet are guessed from the nearest one seen and the shape such passes have.

    Args:
        shape: time of a pass over 1, 2, 3 ... tokens relative to one; wider ones go on as the
            last four do.
    """

    def __init__(self, shape: Sequence[float] = TYPICAL_CPU_SHAPE) -> None:
        self._measured: dict[int, deque[float]] = {}
        self._ratios = tuple(shape)

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
            return self._shape(width)
        nearest = min(self._measured, key=lambda known: abs(known - width))
        return median(self._measured[nearest]) * self._shape(width) / self._shape(nearest)

    def _shape(self, width: int) -> float:
        known = self._ratios
        if width <= len(known):
            return known[width - 1]
        slope = (known[-1] - known[-5]) / 4
        return known[-1] + slope * (width - len(known))


@dataclass(slots=True)
class _Record:
    """What is known of one drafter."""

    acceptance: list[float] = field(default_factory=lambda: [_PRIOR_ACCEPTANCE] * MAX_LOOKAHEAD)
    weight: list[float] = field(default_factory=lambda: [_PRIOR_WEIGHT] * MAX_LOOKAHEAD)
    step_seconds: deque[float] = field(default_factory=lambda: deque(maxlen=_WINDOW))
    catch_up_seconds: float | None = None
    is_paused: bool = False
    rounds_paused: int = 0
    probe_interval: int = _MIN_PROBE_INTERVAL
    saved_seconds: float = 0.0
    """What may be spent on probes: two per cent of the time since the pause began."""

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
        shape: as for `PassCosts`.
        step_share: time of a draft step in target passes, until it is measured; the ratio of
            their weights in memory is a good guess.
        is_free: drafters whose step costs nothing worth measuring.
    """

    def __init__(
        self,
        *,
        shape: Sequence[float] = TYPICAL_CPU_SHAPE,
        step_share: float = 0.2,
        is_free: frozenset[TokenSource] = frozenset({TokenSource.NGRAM}),
    ) -> None:
        self.costs = PassCosts(shape)
        self._step_share = step_share
        self._is_free = is_free
        self._records: dict[TokenSource, _Record] = {}
        self._rounds_since_baseline = 0

    def choose(self, source: TokenSource, limit: int, *, num_behind: int = 0) -> int:
        """Say how many tokens this drafter should write, 0 .. limit.

        Call once a round for each drafter until one is to draft.

        Args:
            source: the drafter.
            limit: tokens there is room for.
            num_behind: ids the drafter would have to read before its first step.
        """
        record = self._record(source)
        limit = min(limit, MAX_LOOKAHEAD)
        if limit < 1 or self._wants_baseline():
            return 0
        backlog = self._backlog_seconds(source, num_behind)
        spread = backlog / _CATCH_UP_ROUNDS
        gains = {k: self._gain(source, k, spread) for k in range(1, limit + 1)}
        best = max(gains, key=gains.__getitem__)
        # Two thresholds, so that noise does not switch back and forth.
        if gains[best] > (_RETURN_GAIN if record.is_paused else _STAY_GAIN):
            record.is_paused = False
            record.probe_interval = _MIN_PROBE_INTERVAL
            record.saved_seconds = 0.0
            return best
        if not record.is_paused:
            record.is_paused = True
            record.rounds_paused = 0
        return self._probe(source, backlog)

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
        if source not in self._is_free:
            if num_caught_up <= _MAX_CAUGHT_UP:
                record.step_seconds.append(seconds / num_drafted)
            else:
                reading = max(seconds - num_drafted * self._step_seconds(source), 0.0)
                record.catch_up_seconds = reading / num_caught_up
        if record.is_paused:
            record.rounds_paused = 0
            record.probe_interval = min(2 * record.probe_interval, _MAX_PROBE_INTERVAL)
            plain = self.costs.estimate(1)
            gained = plain * (1 + num_accepted)
            record.saved_seconds -= seconds + self.costs.estimate(num_drafted + 1) - gained
            if num_accepted == num_drafted:
                # A good sign is worth a second look soon, within the same budget.
                record.probe_interval = _MIN_PROBE_INTERVAL

    def _probe(self, source: TokenSource, backlog: float) -> int:
        """Count a paused round; draft one token when it is time and can be afforded.

        A drafter that then has nothing to say has not been tried: it is asked again next round.
        """
        record = self._record(source)
        plain = self.costs.estimate(1)
        record.rounds_paused += 1
        record.saved_seconds += _PROBE_SHARE * plain
        cost = backlog + self._step_seconds(source) + self.costs.estimate(2) - plain
        if record.rounds_paused < record.probe_interval or record.saved_seconds < cost:
            return 0
        return 1

    def _record(self, source: TokenSource) -> _Record:
        return self._records.setdefault(source, _Record())

    def _wants_baseline(self) -> bool:
        """Whether a plain round is due, so that the comparison rests on a fresh measurement."""
        is_unknown = self.costs.num_measured(1) < 2
        return is_unknown or self._rounds_since_baseline >= _BASELINE_INTERVAL

    def _step_seconds(self, source: TokenSource) -> float:
        if source in self._is_free:
            return 0.0
        measured = self._record(source).step_seconds
        return median(measured) if measured else self._step_share * self.costs.estimate(1)

    def _backlog_seconds(self, source: TokenSource, num_behind: int) -> float:
        if source in self._is_free or num_behind <= _MAX_CAUGHT_UP:
            return 0.0
        each = self._record(source).catch_up_seconds
        return num_behind * (_CATCH_UP_SHARE * self._step_seconds(source) if each is None else each)

    def _gain(self, source: TokenSource, num_draft_tokens: int, extra_seconds: float) -> float:
        """Expected speed of a round against plain decoding; 1 is the same."""
        cost = self.costs.estimate(num_draft_tokens + 1) + extra_seconds
        cost += num_draft_tokens * self._step_seconds(source)
        expected = self._record(source).expected_tokens(num_draft_tokens)
        return expected * self.costs.estimate(1) / cost
