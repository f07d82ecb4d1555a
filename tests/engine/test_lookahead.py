"""How far to draft, on a clock that only the work moves: passes and draft steps, nothing else.

Nothing is random but the coins of a seeded generator, and no bound is nearer than a third to what
is found, so a failure is a change of policy and never bad luck.
"""

import random
from collections.abc import Callable

import pytest

from engine.events import TokenSource
from engine.lookahead import Lookahead

PASS_S = 1.0
MODEL, NGRAM = TokenSource.MODEL, TokenSource.NGRAM


class Machine:
    """A target and one drafter whose costs and acceptance are given.

    Args:
        acceptance: of a drafted token, by the number of the round.
        step_s: of a draft step.
        wide_s: what each further token of a pass costs.
        source: whose drafts they are.
    """

    def __init__(
        self,
        acceptance: Callable[[int], float],
        *,
        step_s: float = 0.05,
        wide_s: float = 0.1,
        source: TokenSource = MODEL,
    ) -> None:
        self.lookahead = Lookahead()
        self.acceptance = acceptance
        self.step_s = step_s
        self.wide_s = wide_s
        self.source = source
        self.random = random.Random(3)
        self.num_tokens = 0
        self.seconds = 0.0
        self.drafted: list[int] = []
        """Tokens drafted, round by round."""

    def run(self, num_rounds: int) -> None:
        for _ in range(num_rounds):
            rate = self.acceptance(len(self.drafted))
            wanted = self.lookahead.choose(self.source, 16)
            accepted = 0
            while accepted < wanted and self.random.random() < rate:
                accepted += 1
            drafting = wanted * self.step_s
            verifying = PASS_S + self.wide_s * wanted
            self.lookahead.observe_pass(wanted + 1, verifying)
            if wanted:
                self.lookahead.observe_draft(
                    self.source,
                    num_drafted=wanted,
                    num_accepted=accepted,
                    seconds=drafting,
                    num_caught_up=1,
                )
            self.drafted.append(wanted)
            self.num_tokens += 1 + accepted
            self.seconds += drafting + verifying

    @property
    def speed(self) -> float:
        """Tokens per pass of one token; 1 is plain decoding."""
        return self.num_tokens * PASS_S / self.seconds


@pytest.mark.parametrize(("step_s", "source"), [(0.05, MODEL), (0.4, MODEL), (0.0, NGRAM)])
def test_a_draft_that_is_always_wrong_is_given_up(step_s: float, source: TokenSource) -> None:
    machine = Machine(lambda number: 0.0, step_s=step_s, source=source)
    machine.run(600)
    first_pause = next(n for n, count in enumerate(machine.drafted) if n > 2 and count == 0)
    assert first_pause <= 16
    assert machine.lookahead.is_paused(source)
    # The work behind "97 % of plain or better": over a long reply nearly no draft is asked for.
    assert sum(machine.drafted[16:]) <= 20
    assert machine.speed >= 0.97
    later = Machine(lambda number: 0.0, step_s=step_s, source=source)
    later.lookahead = machine.lookahead
    later.run(600)
    assert later.speed >= 0.98


def test_a_draft_that_turns_good_is_taken_up_again() -> None:
    machine = Machine(lambda number: 0.0 if number < 100 else 0.9)
    machine.run(100)
    assert machine.lookahead.is_paused(MODEL)
    machine.run(900)
    assert not machine.lookahead.is_paused(MODEL)
    assert min(machine.drafted[-50:]) >= 0
    assert sum(machine.drafted[-50:]) > 100


@pytest.mark.parametrize("acceptance", [0.5, 0.6, 0.7, 0.8])
def test_a_cheap_draft_comes_near_the_best_fixed_lookahead(acceptance: float) -> None:
    machine = Machine(lambda number: acceptance)
    machine.run(400)
    step = machine.step_s + machine.wide_s
    best = max(
        (1 - acceptance ** (k + 1)) / (1 - acceptance) / (PASS_S + k * step) for k in range(17)
    )
    assert machine.speed > 0.9 * best > 1.0


def test_a_draft_too_dear_to_pay_is_not_used_however_good() -> None:
    """At 1.2 passes a step even certain acceptance loses; a user must never be slower."""
    machine = Machine(lambda number: 0.99, step_s=1.2)
    machine.run(300)
    assert machine.lookahead.is_paused(MODEL)
    assert machine.speed >= 0.97


def test_no_room_is_no_draft() -> None:
    lookahead = Machine(lambda number: 0.9).lookahead
    for limit in (0, -3):
        assert lookahead.choose(MODEL, limit) == 0
    assert not lookahead.is_paused(MODEL)


def test_the_limit_and_the_largest_lookahead_are_kept() -> None:
    machine = Machine(lambda number: 1.0, step_s=0.0, wide_s=0.0)
    machine.lookahead = Lookahead(shape=[1.0 + 0.01 * more for more in range(9)])
    machine.run(50)
    assert max(machine.drafted) == 16
    assert machine.lookahead.choose(MODEL, 3) == 3
    assert machine.lookahead.choose(MODEL, 100) == 16


def test_a_lookup_that_finds_nothing_for_long_is_still_asked() -> None:
    """A pasted text at round 3000 must not wait for a probe that has gone to sleep."""
    machine = Machine(lambda number: 0.0, step_s=0.0, source=NGRAM)
    machine.run(60)
    lookahead = machine.lookahead
    waited = 0
    for _ in range(3000):
        lookahead.choose(NGRAM, 16)
        lookahead.observe_pass(1, PASS_S)
    while not lookahead.choose(NGRAM, 16):
        lookahead.observe_pass(1, PASS_S)
        waited += 1
    assert waited <= 64


def test_a_probe_that_found_nothing_to_propose_is_not_used_up() -> None:
    """Lookups find something in few rounds; were each miss a probe, none would ever hit."""
    machine = Machine(lambda number: 0.0, step_s=0.0, source=NGRAM)
    machine.run(60)
    lookahead = machine.lookahead
    assert lookahead.is_paused(NGRAM)
    while not lookahead.choose(NGRAM, 16):
        lookahead.observe_pass(1, PASS_S)
    for _ in range(5):
        lookahead.observe_pass(1, PASS_S)
        assert lookahead.choose(NGRAM, 16) == 1
    lookahead.observe_pass(2, PASS_S)
    lookahead.observe_draft(NGRAM, num_drafted=1, num_accepted=0, seconds=0.0, num_caught_up=0)
    assert not any(lookahead.choose(NGRAM, 16) for _ in range(15))
