"""Who drafts next, how many tokens, and when nobody does.

Owns what has been learnt of one pair of models on this machine: what passes and draft steps cost
and how often each drafter is believed. Chooses the draft with the best expected tokens per second.
An account of passes gained and lost bounds what trying may cost: two per cent of the turn so far
beyond a little credit, whatever the estimates say. Choices depend on earlier rounds and on the
accepted text only, which keeps the distribution exact. Knows no model and no text.

Source: Leviathan et al. 2023, section 3.4 (expected tokens a round).
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil

from engine.acceptance import NUM_PLACES, Acceptance
from engine.events import DraftCost, TokenSource
from engine.pass_costs import WIDEST, PassCosts
from engine.record import record

Kept = dict[str, list[tuple[float, float]]]
"""Averages by name, to be kept from session to session."""

LONGEST_DRAFT = min(NUM_PLACES, WIDEST - 1)
_WINDOW = 9
_STAY_GAIN, _RETURN_GAIN = 1.0, 1.05
"""Two thresholds, so that noise does not switch back and forth."""
_LOOKUP_GAIN = 1.02
"""One for drafts that are judged anew each time: less is lost in what the costs leave out."""
_SURE_GAIN = 1.1
"""What a draft known of old must promise, to be trusted at a turn's beginning."""
_SHARE = 0.02
_FEW = 4
_CREDIT = 0.6
"""Passes that a turn may lose before it has earned or gained any: it costs one to know."""
_TRUST = 2.0
"""Passes more where a draft is known to pay: an unlucky start says little about it."""
_MIN_PROBE_INTERVAL, _MAX_PROBE_INTERVAL = 16, 1024
_MIN_BASELINE_INTERVAL, _MAX_BASELINE_INTERVAL = 32, 512
_MAX_CAUGHT_UP = 8
"""Ids that are read along with a draft step at hardly any cost."""
_READING_SHARE = 0.15
"""Time to read one id of a backlog, in draft steps, until it is measured."""
_GUESSED_STEP = 0.2
_REPLY_ROUNDS, _MIN_ROUNDS = 128.0, 16.0
"""Rounds that a reply is expected to have, until replies were seen; and to have left, ever."""

_PRIOR = 0.65
_HOTTEST = 3
"""Half degrees of temperature that are told apart."""
_EVIDENCE = ((16, 0.97), (9, 0.9), (6, 0.81), (4, 0.75), (3, 0.54), (2, 0.43))
"""Acceptance of the first looked-up token by ids of the match, as found in 20 replies."""


@record(kw_only=True)
class Offer:
    """What a drafter could do now.

    Args:
        source: the drafter.
        limit: tokens it may draft, or has drafted already where that is free.
        num_behind: ids it would have to read before its first step.
        evidence: ids of the match that a look-up rests on; 0 where nothing is told.
    """

    source: TokenSource
    limit: int
    num_behind: int = 0
    evidence: int = 0


@record
class Choice:
    """Which of the offers, and how many tokens of it, 1 or more."""

    index: int
    num_tokens: int


@dataclass(slots=True)
class _Drafter:
    """What is known of one drafter, whatever its evidence."""

    step: float
    reading: float | None
    recent_steps: deque[float] = field(default_factory=lambda: deque(maxlen=_WINDOW))
    is_paused: bool = False
    rounds_paused: int = 0
    probe_interval: int = _MIN_PROBE_INTERVAL


class Lookahead:
    """The policy for one pair of models, kept from turn to turn.

    Args:
        shape: as for `PassCosts`; None where nothing was measured, which is then done meanwhile.
        costs: of the drafters, where known.
        is_free: drafters that cost nothing worth measuring: they are asked before the choice, and
            learn from their drafts whether these are used or not.
        kept: what `kept` gave in an earlier session.
    """

    def __init__(
        self,
        *,
        shape: Mapping[int, float] | None = None,
        costs: Mapping[TokenSource, DraftCost] | None = None,
        is_free: frozenset[TokenSource] = frozenset({TokenSource.NGRAM}),
        kept: Mapping[str, Sequence[tuple[float, float]]] | None = None,
    ) -> None:
        self.costs = PassCosts(shape)
        self._draft_costs = dict(costs or {})
        self._is_free = is_free
        self._kept = dict(kept or {})
        self._acceptance: dict[tuple[TokenSource, int, int], Acceptance] = {}
        self._drafters: dict[TokenSource, _Drafter] = {}
        self._warmth = 0
        self._earned = 0.0
        self._gained = _CREDIT
        self._num_rounds = 0
        self._reply_rounds = _REPLY_ROUNDS
        self._since_baseline = 0 if shape else _MIN_BASELINE_INTERVAL
        self._baseline_interval = _MIN_BASELINE_INTERVAL

    def start_turn(self, temperature: float) -> None:
        """Begin a reply: its trying is paid for by its own time.

        Args:
            temperature: drafts are believed less often the higher it is, so each range of it has
                averages of its own.
        """
        if self._num_rounds:
            self._reply_rounds += 0.2 * (self._num_rounds - self._reply_rounds)
        self._num_rounds = 0
        self._warmth = min(ceil(2 * temperature), _HOTTEST)
        self._gained = min(self._earned + self._gained, _CREDIT)
        self._earned = 0.0

    def is_free(self, source: TokenSource) -> bool:
        """Whether this drafter may be asked before it is chosen."""
        return source in self._is_free

    def choose(self, offers: Sequence[Offer], *, room: int = 1 << 30) -> Choice | None:
        """Choose among offers, once a round; None is a plain round.

        Args:
            offers: at most one for each drafter.
            room: tokens that the reply may still have.
        """
        if not offers or self._since_baseline >= self._baseline_interval:
            return None
        chosen: Choice | None = None
        best_gain, probe = 0.0, None
        for index, offer in enumerate(offers):
            limit = min(offer.limit, LONGEST_DRAFT)
            if limit < 1:
                continue
            averages, step = self._averages(offer.source, offer.evidence), 0.0
            if offer.source in self._is_free:
                num_tokens, gain = self._best(averages, limit, step=step)
                is_wanted = gain > _LOOKUP_GAIN
            else:
                drafter = self._drafter(offer.source)
                step, backlog = drafter.step, self._backlog(drafter, offer.num_behind)
                spread = backlog / self._rounds_left(room) if backlog else 0.0
                num_tokens, gain = self._best(averages, limit, step=step, extra=spread)
                is_wanted = self._judge(drafter, gain)
                if is_wanted:
                    is_wanted = self._may_read(averages, backlog, gain)
                elif self._wants_probe(drafter, backlog):
                    probe = Choice(index, 1)
            if is_wanted and gain > best_gain:
                num_tokens = self._affordable(averages, num_tokens, step=step, gain=gain)
                if num_tokens:
                    chosen, best_gain = Choice(index, num_tokens), gain
        return chosen or probe

    def is_paused(self, source: TokenSource) -> bool:
        """Whether this drafter sits out because it does not pay; one that is free never does."""
        return source not in self._is_free and self._drafter(source).is_paused

    def acceptance(self, source: TokenSource, *, evidence: int = 0) -> tuple[float, ...]:
        """Give the acceptance to expect by place in the draft, the first one first."""
        return tuple(self._averages(source, evidence).rates)

    def observe_pass(self, width: int, seconds: float) -> None:
        """Note a round's target pass over `width` tokens; 1 is plain decoding."""
        self.costs.observe(width, seconds)
        self._num_rounds += 1
        if width > 1:
            self._earned += _SHARE * self.costs.cost(min(width, WIDEST))
            self._since_baseline += 1
            return
        self._earned += _SHARE
        if self._since_baseline >= self._baseline_interval:
            self._baseline_interval = min(2 * self._baseline_interval, _MAX_BASELINE_INTERVAL)
        self._since_baseline = 0

    def observe_draft(
        self,
        source: TokenSource,
        *,
        num_drafted: int,
        num_accepted: int,
        seconds: float,
        num_caught_up: int,
        evidence: int = 0,
    ) -> None:
        """Note what a draft cost and what became of it.

        Args:
            source: who drafted.
            num_drafted: tokens judged, 1 or more.
            num_accepted: tokens that stood.
            seconds: for the whole proposal.
            num_caught_up: ids the drafter had to read first.
            evidence: as in its offer.
        """
        averages = self._averages(source, evidence)
        averages.observe(num_drafted, num_accepted)
        cost = self.costs.cost(min(num_drafted + 1, WIDEST))
        if source not in self._is_free:
            drafter = self._drafter(source)
            cost += num_drafted * drafter.step
            reading = self._note_cost(drafter, num_drafted, seconds, num_caught_up)
            # What a proven draft reads is expected to pay for itself, though not at once.
            if drafter.is_paused or not averages.is_known:
                cost += reading
            if drafter.is_paused:
                drafter.rounds_paused = 0
                drafter.probe_interval = min(2 * drafter.probe_interval, _MAX_PROBE_INTERVAL)
                if num_accepted == num_drafted:
                    # A good sign is worth a second look soon, within the same account.
                    drafter.probe_interval = _MIN_PROBE_INTERVAL
        self._gained += 1.0 + num_accepted - cost

    def observe_unused(
        self, source: TokenSource, *, num_judged: int, num_right: int, evidence: int
    ) -> None:
        """Note what would have become of a free draft that was not used.

        Args:
            source: who drafted.
            num_judged: tokens that the target has meanwhile answered for.
            num_right: those of them that would have stood.
            evidence: as in its offer.
        """
        self._averages(source, evidence).observe(num_judged, num_right)

    def kept(self) -> Kept:
        """Give what was learnt of acceptance, to be handed to the next session."""
        kept = {name: list(state) for name, state in self._kept.items()}
        for key, averages in self._acceptance.items():
            kept[_name(key)] = averages.state()
        return kept

    def draft_cost(self, source: TokenSource) -> DraftCost:
        """Give what a drafter costs now."""
        if source in self._is_free:
            return self._draft_costs.get(source, DraftCost(source=source, step=0.0))
        drafter = self._drafter(source)
        return DraftCost(source=source, step=drafter.step, reading=drafter.reading)

    def _best(
        self, averages: Acceptance, limit: int, *, step: float, extra: float = 0.0
    ) -> tuple[int, float]:
        """Find the number of tokens with the best speed against plain decoding, and that speed."""
        expected, cost_of = averages.expected_tokens, self.costs.cost
        most = expected[limit]
        best, best_gain = 1, 0.0
        for num_tokens in range(1, limit + 1):
            cost = cost_of(num_tokens + 1) + num_tokens * step + extra
            if most < best_gain * cost:
                break
            gain = expected[num_tokens] / cost
            if gain > best_gain:
                best, best_gain = num_tokens, gain
        return best, best_gain

    def _affordable(
        self, averages: Acceptance, num_tokens: int, *, step: float, gain: float
    ) -> int:
        """Shorten a draft until the account can bear that none of it stands; 0 is no draft."""
        purse, cost_of = self._earned + self._gained, self.costs.cost
        if averages.is_known and gain >= _SURE_GAIN:
            purse += _TRUST
        # Two short drafts tell more than a long one.
        share = 1.0 if averages.num_known >= _FEW else 0.5
        while num_tokens > 1 and cost_of(num_tokens + 1) - 1.0 + num_tokens * step > share * purse:
            num_tokens -= 1
        return num_tokens if cost_of(num_tokens + 1) - 1.0 + num_tokens * step <= purse else 0

    def _judge(self, drafter: _Drafter, gain: float) -> bool:
        """Decide whether a drafter's draft is worth its time, with a pause in between."""
        if gain > (_RETURN_GAIN if drafter.is_paused else _STAY_GAIN):
            drafter.is_paused = False
            drafter.probe_interval = _MIN_PROBE_INTERVAL
            return True
        if not drafter.is_paused:
            drafter.is_paused = True
            drafter.rounds_paused = 0
        return False

    def _may_read(self, averages: Acceptance, backlog: float, gain: float) -> bool:
        """Decide whether a backlog may be read now: it is paid for, or nearly sure to pay."""
        is_paid = backlog <= self._earned + self._gained
        return is_paid or (gain >= _SURE_GAIN and averages.is_known)

    def _wants_probe(self, drafter: _Drafter, backlog: float) -> bool:
        """Count a paused round; say whether to draft one token again, which must be paid for."""
        drafter.rounds_paused += 1
        cost = backlog + drafter.step + self.costs.cost(2) - 1.0
        is_due = drafter.rounds_paused >= drafter.probe_interval
        return is_due and cost <= self._earned + self._gained and self._could_pay(drafter)

    def _could_pay(self, drafter: _Drafter) -> bool:
        """Whether a draft that is always right would pay at all."""
        cost_of = self.costs.cost
        return any(k + 1 > cost_of(k + 1) + k * drafter.step for k in range(1, LONGEST_DRAFT))

    def _note_cost(
        self, drafter: _Drafter, num_drafted: int, seconds: float, num_caught_up: int
    ) -> float:
        """Learn from the time of a proposal; give what its reading cost, in passes."""
        passes = seconds / self.costs.pass_s
        if num_caught_up <= _MAX_CAUGHT_UP:
            drafter.recent_steps.append(passes / num_drafted)
            recent = drafter.recent_steps
            drafter.step = sorted(recent)[len(recent) // 2]
            return 0.0
        drafter.reading = max(passes - num_drafted * drafter.step, 0.0) / num_caught_up
        return num_caught_up * drafter.reading

    def _backlog(self, drafter: _Drafter, num_behind: int) -> float:
        """Passes it takes to read what a drafter lacks."""
        if num_behind <= _MAX_CAUGHT_UP:
            return 0.0
        each = _READING_SHARE * drafter.step if drafter.reading is None else drafter.reading
        return num_behind * each

    def _rounds_left(self, room: int) -> float:
        left = max(self._reply_rounds - self._num_rounds, 0.5 * self._num_rounds, _MIN_ROUNDS)
        return min(left, max(room, 1))

    def _drafter(self, source: TokenSource) -> _Drafter:
        found = self._drafters.get(source)
        if found is None:
            cost = self._draft_costs.get(source, DraftCost(source=source, step=_GUESSED_STEP))
            found = self._drafters[source] = _Drafter(cost.step, cost.reading)
        return found

    def _averages(self, source: TokenSource, evidence: int) -> Acceptance:
        least, prior = _PRIORS[min(evidence, _EVIDENCE[0][0])]
        key = (source, self._warmth, least)
        found = self._acceptance.get(key)
        if found is None:
            found = Acceptance(prior, kept=self._kept.get(_name(key), ()))
            self._acceptance[key] = found
        return found


def _name(key: tuple[TokenSource, int, int]) -> str:
    source, warmth, evidence = key
    return f"{source} {warmth} {evidence}"


def _prior(evidence: int) -> tuple[int, float]:
    """Give the least evidence of the same grade, and what to expect of it."""
    return next((grade for grade in _EVIDENCE if evidence >= grade[0]), (0, _PRIOR))


_PRIORS = [_prior(evidence) for evidence in range(_EVIDENCE[0][0] + 1)]
