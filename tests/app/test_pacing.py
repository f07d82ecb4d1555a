"""What is told of a text that grows: all of it, in order, and no oftener than an eye can follow."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.pacing import INTERVAL_S, Pacer
from engine import (
    Event,
    Pane,
    Proposed,
    SpeculationChanged,
    SpeculationReason,
    SpeculationState,
    TextDelta,
    TokenInfo,
    TokenSource,
    TokenStatus,
    TurnStats,
)

CHANGE = SpeculationChanged(
    turn_id=1, state=SpeculationState.ON, reason=SpeculationReason.PAYS, detail=None
)


def delta(number: int, *, pane: Pane | None = None, is_thinking: bool = False) -> TextDelta:
    token = TokenInfo(
        number, number, number + 1, TokenSource.TARGET, 0, TokenStatus.PLAIN, 0.5, is_thinking
    )
    return TextDelta(
        turn_id=1,
        text=chr(ord("a") + number % 26),
        tokens=(token,),
        stats=TurnStats(num_tokens=number + 1),
        pane=pane,
    )


def ahead(text: str) -> Proposed:
    return Proposed(turn_id=1, text=text)


class Stream:
    """Events at times of its own, and when what of them was told."""

    def __init__(self) -> None:
        self.now = 100.0
        self.pacer = Pacer(clock=lambda: self.now)
        self.told: list[tuple[float, Event]] = []

    def take(self, event: Event, *, after_s: float = 0.0) -> list[Event]:
        """Let time pass, then take an event."""
        self.now += after_s
        due = self.pacer.take(event)
        self.told += [(self.now, each) for each in due]
        return due

    @property
    def text(self) -> str:
        """All text that was told."""
        return "".join(each.text for _, each in self.told if isinstance(each, TextDelta))


def test_the_first_word_comes_at_once_and_so_does_each_of_a_slow_text() -> None:
    stream = Stream()
    for number in range(5):
        event = delta(number)
        assert stream.take(event, after_s=0.06) == [event]
    quick = Stream()
    assert quick.take(delta(0)) == [delta(0)]


def test_a_quick_text_is_told_in_few_steps_with_its_newest_counters() -> None:
    stream = Stream()
    for number in range(100):
        stream.take(delta(number), after_s=0.01)
    steps = [each for _, each in stream.told if isinstance(each, TextDelta)]
    assert 20 <= len(steps) <= 31
    for step in steps:
        assert step.stats.num_tokens == step.tokens[-1].id + 1
    times = [when for when, _ in stream.told]
    assert max(b - a for a, b in pairwise(times)) < INTERVAL_S + 0.011


@pytest.mark.parametrize("round_s", [0.006, 0.015, 0.025, 0.03, 0.0333, 0.034, 0.05])
def test_a_text_is_told_thirty_times_a_second_or_as_often_as_it_grows(round_s: float) -> None:
    stream = Stream()
    num_rounds = round(6 / round_s)
    for number in range(num_rounds):
        stream.take(delta(number), after_s=round_s)
    told = sum(isinstance(each, TextDelta) for _, each in stream.told) / 6
    assert told == pytest.approx(min(30, 1 / round_s), rel=0.05)


def test_what_is_no_text_goes_at_once_behind_what_was_held() -> None:
    stream = Stream()
    stream.take(delta(0))
    assert stream.take(delta(1), after_s=0.001) == []
    assert stream.take(CHANGE, after_s=0.001) == [delta(1), CHANGE]


def test_texts_of_two_panes_are_never_joined() -> None:
    stream = Stream()
    stream.take(delta(0, pane=Pane.PLAIN))
    stream.take(delta(1, pane=Pane.PLAIN), after_s=0.001)
    other = delta(0, pane=Pane.SPECULATIVE)
    assert stream.take(other, after_s=0.001)[0] == delta(1, pane=Pane.PLAIN)


def test_thoughts_and_the_answer_are_never_joined() -> None:
    stream = Stream()
    for number in range(4):
        stream.take(delta(number, is_thinking=number < 2), after_s=0.001)
    stream.take(CHANGE)
    steps = [each for _, each in stream.told if isinstance(each, TextDelta)]
    assert [len(step.tokens) for step in steps] == [1, 1, 2]


def test_a_replayed_text_is_paced_by_its_own_times() -> None:
    stream = Stream()
    for number in range(5):
        event = replace(delta(number), stats=TurnStats(num_tokens=number, elapsed_s=0.05 * number))
        assert stream.take(event) == [event]


def test_words_ahead_are_shown_with_the_text_before_them_where_rounds_are_quick() -> None:
    stream = Stream()
    for number in range(60):
        stream.take(ahead(f"{number}"), after_s=0.002)
        stream.take(delta(number), after_s=0.011)
    shown = [when for when, each in stream.told if isinstance(each, Proposed)]
    assert 15 <= len(shown) <= 25
    # Both are painted in one go.
    assert len({when for when, _ in stream.told}) <= len(shown) + 2


def test_words_ahead_are_all_shown_where_rounds_are_slow() -> None:
    stream = Stream()
    for number in range(20):
        assert stream.take(ahead(f"{number}"), after_s=0.01) == [ahead(f"{number}")]
        assert stream.take(delta(number), after_s=0.07) == [delta(number)]


def test_words_ahead_are_forgotten_once_the_text_has_grown() -> None:
    stream = Stream()
    stream.take(ahead("a"))
    stream.take(delta(0), after_s=0.001)
    stream.take(ahead("b"), after_s=0.001)
    stream.take(delta(1), after_s=0.001)
    assert ahead("b") not in stream.take(CHANGE)


def test_what_nothing_follows_is_told_when_somebody_asks() -> None:
    stream = Stream()
    stream.take(delta(0))
    stream.take(delta(1), after_s=0.001)
    assert stream.pacer.overdue() == []
    stream.now += 2.1 * INTERVAL_S
    assert stream.pacer.overdue() == [delta(1)]
    assert stream.pacer.overdue() == []


@given(
    st.lists(
        st.tuples(st.sampled_from("dpco"), st.floats(min_value=0.0, max_value=0.1)), max_size=60
    )
)
def test_no_text_is_lost_or_told_twice_or_out_of_order(steps: list[tuple[str, float]]) -> None:
    stream = Stream()
    written: list[TextDelta] = []
    for kind, after_s in steps:
        match kind:
            case "d":
                written.append(delta(len(written)))
                stream.take(written[-1], after_s=after_s)
            case "p":
                stream.take(ahead("x"), after_s=after_s)
            case "c":
                stream.take(CHANGE, after_s=after_s)
            case _:
                stream.now += after_s
                stream.told += [(stream.now, each) for each in stream.pacer.overdue()]
    stream.take(CHANGE)
    assert stream.text == "".join(each.text for each in written)
    told = [t for _, each in stream.told if isinstance(each, TextDelta) for t in each.tokens]
    assert told == [token for each in written for token in each.tokens]
    assert sum(each == CHANGE for _, each in stream.told) == sum(k == "c" for k, _ in steps) + 1
