"""How far to draft, on a clock that only the work moves: passes and draft steps, nothing else.

Nothing is random but the coins of seeded generators, so a failure is a change of policy and never
bad luck.
"""

import random
from collections.abc import Callable, Mapping

import pytest

from engine.events import DraftCost, TokenSource
from engine.lookahead import LONGEST_DRAFT, Lookahead, Offer
from engine.pass_costs import PassCosts

MODEL, NGRAM = TokenSource.MODEL, TokenSource.NGRAM
Coin = Callable[[int], float]
"""Acceptance of a drafted token by its place in the draft, all before it having stood."""
SHAPES: dict[str, Mapping[int, float]] = {
    "flat": {1: 1.0, 32: 1.3},
    "gentle": {1: 1.0, 9: 1.15, 16: 1.4, 32: 2.2},
    "slope": {1: 1.0, 2: 1.1, 32: 4.1},
    "blocks": {1: 1.0, 2: 1.15, 3: 1.3, 4: 1.45, 5: 2.8, 8: 2.8, 9: 4.2, 32: 12.0},
    "steep": {1: 1.0, 2: 1.6, 32: 20.0},
}
COINS: dict[str, Coin] = {
    "never": lambda place: 0.0,
    "seldom": lambda place: 0.1,
    "a third": lambda place: 0.3,
    "half": lambda place: 0.5,
    "0.7": lambda place: 0.7,
    "0.8": lambda place: 0.8,
    "0.9": lambda place: 0.9,
    "nearly always": lambda place: 0.97,
    "falling": lambda place: max(0.8 - 0.08 * place, 0.1),
    "rising": lambda place: min(0.4 + 0.1 * place, 0.9),
    "three": lambda place: 0.85 if place < 3 else 0.1,
}
STEPS = (0.02, 0.05, 0.1, 0.2, 0.4)
READING_SHARE = 0.05


class Machine:
    """A target and one drafter whose costs and acceptance are given, answering turn after turn.

    Args:
        coin: what becomes of the draft.
        step: of a draft step, in passes.
        shape: of the passes; known to the policy, as measured.
        source: whose drafts they are.
        seed: of the coins.
        turn: tokens a reply.
        prompt: ids that the drafter must read at the beginning of each.
        lookahead: what was learnt before.
    """

    def __init__(
        self,
        coin: Coin,
        *,
        step: float = 0.05,
        shape: Mapping[int, float] = SHAPES["slope"],
        source: TokenSource = MODEL,
        seed: int = 0,
        turn: int = 200,
        prompt: int = 0,
        lookahead: Lookahead | None = None,
    ) -> None:
        self.coin, self.step, self.source, self.turn, self.prompt = coin, step, source, turn, prompt
        cost = DraftCost(source=MODEL, step=step, reading=READING_SHARE * step)
        self.lookahead = lookahead or Lookahead(shape=shape, costs={MODEL: cost})
        self.costs = PassCosts(shape).relative
        self.random = random.Random(seed)
        self.num_tokens, self.passes = 0, 0.0
        self.drafted: list[int] = []
        """Tokens drafted, round by round."""
        self.turns: list[float] = []
        """Speed of each whole turn, in tokens a pass; plain decoding has 1."""
        self._start_turn()

    @property
    def speed(self) -> float:
        return self.num_tokens / self.passes

    def run(self, num_rounds: int) -> "Machine":
        for _ in range(num_rounds):
            if self.num_tokens - self._turn_start[0] >= self.turn:
                tokens, passes = self._turn_start
                self.turns.append((self.num_tokens - tokens) / (self.passes - passes))
                self._start_turn()
            self._round()
        return self

    def _start_turn(self) -> None:
        self.lookahead.start_turn(0.0)
        self._turn_start = (self.num_tokens, self.passes)
        self._behind = self.prompt

    def _round(self) -> None:
        offer = Offer(source=self.source, limit=LONGEST_DRAFT, num_behind=self._behind)
        choice = self.lookahead.choose([offer])
        wanted = 0 if choice is None else choice.num_tokens
        accepted = 0
        while accepted < wanted and self.random.random() < self.coin(accepted):
            accepted += 1
        reading = READING_SHARE * self.step * self._behind if self._behind > 8 else 0.0
        drafting = wanted * self.step + reading if wanted else 0.0
        if self.source == NGRAM:
            drafting = 0.0
        verifying = self.costs[wanted + 1]
        self.lookahead.observe_pass(wanted + 1, verifying)
        if wanted:
            self.lookahead.observe_draft(
                self.source,
                num_drafted=wanted,
                num_accepted=accepted,
                seconds=drafting,
                num_caught_up=self._behind,
            )
        self._behind = 1 if wanted else self._behind + 1
        self.drafted.append(wanted)
        self.num_tokens += 1 + accepted
        self.passes += drafting + verifying


def best_fixed(coin: Coin, step: float, shape: Mapping[int, float]) -> tuple[float, int]:
    """The best speed that any fixed lookahead has in the long run, and that lookahead."""
    costs = PassCosts(shape).relative
    best = (1.0, 0)
    expected = reach = 1.0
    for count in range(1, LONGEST_DRAFT + 1):
        reach *= coin(count - 1)
        expected += reach
        best = max(best, (expected / (costs[count + 1] + count * step), count))
    return best


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("step", STEPS)
def test_it_comes_within_a_tenth_of_the_best_fixed_lookahead(shape: str, step: float) -> None:
    """Learning included, over the first 500 rounds of a pair that nobody has seen before."""
    for coin in COINS.values():
        best, _ = best_fixed(coin, step, SHAPES[shape])
        runs = [Machine(coin, step=step, shape=SHAPES[shape], seed=seed) for seed in range(3)]
        assert sum(machine.run(500).speed for machine in runs) / 3 >= 0.9 * best


@pytest.mark.parametrize("turn", [64, 200])
@pytest.mark.parametrize("prompt", [0, 60, 1000])
def test_where_nothing_helps_it_drafts_nearly_nothing(turn: int, prompt: int) -> None:
    """No turn, not even the first and shortest, is slower than 97 % of plain decoding."""
    num_cells = 0
    for shape in SHAPES.values():
        for coin in COINS.values():
            for step in (0.02, 0.1, 0.4, 0.67):
                if best_fixed(coin, step, shape)[1] == 0:
                    machine = Machine(coin, step=step, shape=shape, turn=turn, prompt=prompt)
                    machine.run(6 * turn)
                    assert min(machine.turns) >= 0.97
                    num_cells += 1
    assert num_cells > 30


def test_a_draft_that_turns_bad_costs_little_of_one_turn_and_nothing_of_others() -> None:
    for step, shape in ((0.05, "gentle"), (0.2, "slope"), (0.1, "blocks")):
        good = Machine(COINS["0.8"], step=step, shape=SHAPES[shape], prompt=40).run(400)
        bad = Machine(
            COINS["never"], step=step, shape=SHAPES[shape], prompt=40, lookahead=good.lookahead
        )
        bad.run(1000)
        assert bad.turns[0] >= 0.95
        assert min(bad.turns[1:]) >= 0.97
        assert bad.lookahead.is_paused(MODEL)
        assert sum(bad.drafted[200:]) < 30


def test_a_draft_that_turns_good_is_taken_up_again() -> None:
    bad = Machine(COINS["never"]).run(100)
    assert bad.lookahead.is_paused(MODEL)
    good = Machine(COINS["0.9"], lookahead=bad.lookahead).run(900)
    assert not good.lookahead.is_paused(MODEL)
    assert sum(good.drafted[-50:]) > 100


def test_a_draft_too_dear_to_pay_is_never_tried() -> None:
    machine = Machine(COINS["nearly always"], step=1.2).run(300)
    assert machine.lookahead.is_paused(MODEL)
    assert sum(machine.drafted) == 0


@pytest.mark.parametrize("prompt", [30, 2000])
def test_a_prompt_is_read_at_once_by_a_draft_known_to_pay_and_later_by_another(prompt: int) -> None:
    def first_draft(machine: Machine) -> int:
        machine.run(150)
        return next((n for n, count in enumerate(machine.drafted) if count), 150)

    known = Machine(COINS["0.8"], step=0.02, prompt=10).run(300).lookahead
    assert first_draft(Machine(COINS["0.8"], step=0.02, prompt=prompt, lookahead=known)) == 0
    unknown = first_draft(Machine(COINS["0.8"], step=0.02, prompt=prompt))
    assert unknown == 0 if prompt == 30 else unknown > 20


def test_what_was_learnt_serves_the_next_session() -> None:
    cost = {MODEL: DraftCost(source=MODEL, step=0.1)}
    for coin, is_paused in ((COINS["0.9"], False), (COINS["never"], True)):
        kept = Machine(coin, step=0.1).run(300).lookahead.kept()
        again = Lookahead(shape=SHAPES["slope"], costs=cost, kept=kept)
        again.start_turn(0.0)
        choice = again.choose([Offer(source=MODEL, limit=16)])
        assert (choice is None) == is_paused == again.is_paused(MODEL)
        assert again.kept().keys() == kept.keys()


def test_each_range_of_temperature_has_averages_of_its_own() -> None:
    lookahead = Machine(COINS["0.9"]).run(300).lookahead
    known = lookahead.acceptance(MODEL)[0]
    for temperature, is_other in ((0.0, False), (0.8, True), (1.5, True), (0.0, False)):
        lookahead.start_turn(temperature)
        assert (lookahead.acceptance(MODEL)[0] != known) == is_other


def test_a_long_match_is_drafted_far_and_a_short_one_is_not() -> None:
    lookahead = Lookahead(shape=SHAPES["gentle"])
    lookahead.start_turn(0.0)
    lookahead.observe_pass(1, 1.0)
    for evidence, accepted in ((20, 31), (2, 0)) * 20:
        lookahead.observe_draft(
            NGRAM,
            num_drafted=31,
            num_accepted=accepted,
            seconds=0.0,
            num_caught_up=0,
            evidence=evidence,
        )
    long = lookahead.choose([Offer(source=NGRAM, limit=31, evidence=20)])
    short = lookahead.choose([Offer(source=NGRAM, limit=31, evidence=2)])
    assert long is not None
    assert long.num_tokens > 16
    assert short is None
    # A look-up sits out of a round, never of a turn.
    assert not lookahead.is_paused(NGRAM)


def test_unused_lookups_bring_lookups_back() -> None:
    lookahead = Lookahead(shape=SHAPES["slope"])
    lookahead.start_turn(0.0)
    offer = Offer(source=NGRAM, limit=16, evidence=3)
    for num_right in (0, 6):
        for _ in range(30):
            lookahead.observe_unused(NGRAM, num_judged=6, num_right=num_right, evidence=3)
        assert (lookahead.choose([offer]) is None) == (num_right == 0)


def test_the_more_promising_of_two_drafters_goes_on() -> None:
    lookahead = Machine(COINS["0.8"]).run(200).lookahead
    model = Offer(source=MODEL, limit=16)
    for evidence, expected in ((2, 1), (30, 0)):
        choice = lookahead.choose([Offer(source=NGRAM, limit=31, evidence=evidence), model])
        assert choice is not None
        assert choice.index == expected


def test_room_and_limits_are_kept() -> None:
    lookahead = Machine(COINS["nearly always"], step=0.0, shape=SHAPES["flat"]).run(200).lookahead
    for limit, expected in ((3, 3), (1000, LONGEST_DRAFT)):
        choice = lookahead.choose([Offer(source=MODEL, limit=limit)])
        assert choice is not None
        assert choice.num_tokens == expected
    assert lookahead.choose([Offer(source=MODEL, limit=0)]) is None
    assert lookahead.choose([]) is None
    assert not lookahead.is_paused(MODEL)


def test_plain_rounds_are_interspersed_ever_more_rarely() -> None:
    """The comparison rests on what a plain pass takes now."""
    drafted = Machine(COINS["nearly always"], turn=10_000).run(2000).drafted
    plain = [number for number, count in enumerate(drafted) if count == 0]
    assert 4 <= len(plain) <= 12


def test_costs_that_nobody_measured_are_found_out_on_the_way() -> None:
    for shape, coin in (("gentle", "0.8"), ("slope", "0.7"), ("flat", "0.9")):
        machine = Machine(COINS[coin], shape=SHAPES[shape], lookahead=Lookahead()).run(600)
        best, _ = best_fixed(COINS[coin], machine.step, SHAPES[shape])
        assert machine.speed > 0.85 * best > 1.0
