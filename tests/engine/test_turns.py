"""A turn's events: what they say of speculation, and that text and ids tell the same story."""

from collections.abc import Callable, Iterable, Sequence

import pytest

from engine.drafting.ngram import NgramDrafter
from engine.drafting.protocol import Drafter
from engine.errors import ModelNotFound
from engine.events import (
    DraftCost,
    FinishReason,
    Proposed,
    SpeculationChanged,
    SpeculationReason,
    SpeculationState,
    TextDelta,
    TokenSource,
    TurnEvent,
    TurnFinished,
    TurnStarted,
)
from engine.lookahead import Lookahead
from engine.pacing import Pace
from engine.params import Controls, SamplingParams
from engine.turns import Turn, run_turn
from tests.table_models import PlannedDrafter, TableBackend, follows, table_model
from tests.tiny_tokenizers import tiny_tokenizer

TOKENIZER = tiny_tokenizer()
PROMPT = (1, 2, 3)
ROWS = 96
ON, OFF, PAUSED = SpeculationState.ON, SpeculationState.OFF, SpeculationState.PAUSED


def text_ids(text: str) -> list[int]:
    """Give the byte tokens of a text, small enough for a table."""
    return [
        next(i for i in range(256) if TOKENIZER.token_bytes(i) == bytes([b])) for b in text.encode()
    ]


def run(
    reply: str = "",
    *,
    num_rows: int = ROWS,
    ids: Sequence[int] | None = None,
    drafters: Sequence[Drafter] = (),
    sampling: SamplingParams | None = None,
    controls: Controls | None = None,
    lookahead: Lookahead | None = None,
    can_crop: bool = True,
    draft_refusal: ModelNotFound | None = None,
    watch: Callable[[TurnEvent], None] = lambda event: None,
    pace: Pace | None = None,
    failing: Iterable[int] = (),
) -> list[TurnEvent]:
    """Run a turn of a table that has rows for a few ASCII letters only, unless told otherwise."""
    backend = TableBackend(
        num_rows=num_rows, spread=1.0, can_crop=can_crop, failing=frozenset(failing)
    )
    backend.forced = dict(enumerate([*PROMPT, *(ids or text_ids(reply))]))
    turn = Turn(
        turn_id=1,
        pane=None,
        prompt=PROMPT,
        num_dropped_messages=0,
        target=table_model(backend),
        tokenizer=TOKENIZER,
        drafters=drafters,
        draft_refusal=draft_refusal,
        lookahead=lookahead or Lookahead(),
        sampling=sampling or SamplingParams(max_new_tokens=max(len(reply), 1)),
        seed=0,
        stop=(),
        controls=controls or Controls(num_draft_tokens=3),
        new_pace=lambda: pace or Pace(interval_s=0.0),
    )
    events = []
    for event in run_turn(turn):
        events.append(event)
        watch(event)
    return events


def changes(events: list[TurnEvent]) -> list[tuple[SpeculationState, SpeculationReason]]:
    return [(e.state, e.reason) for e in events if isinstance(e, SpeculationChanged)]


def right(reply: str, *, source: TokenSource = TokenSource.MODEL) -> PlannedDrafter:
    return PlannedDrafter(follows([*PROMPT, *text_ids(reply)]), source=source)


def test_the_events_of_a_turn_add_up() -> None:
    events = run("hello-there", drafters=[right("hello-there")])
    assert isinstance(events[0], TurnStarted)
    finish = events[-1]
    assert isinstance(finish, TurnFinished)
    deltas = [event for event in events if isinstance(event, TextDelta)]
    tokens = [token for delta in deltas for token in delta.tokens]
    assert finish.text == "".join(delta.text for delta in deltas) == "hello-there"
    assert [finish.text[t.start : t.end] for t in tokens] == list("hello-there")
    assert tuple(token.id for token in tokens) == finish.token_ids
    stats = finish.stats
    assert (stats.num_tokens, stats.num_first_tokens, stats.num_rounds) == (11, 1, 3)
    assert (stats.num_drafted, stats.num_accepted, stats.gained) == (7, 7, (0, 0, 1, 0, 2))
    assert stats.mean_acceptance_length == pytest.approx(1 + 7 / 3)
    assert stats.num_context_tokens == 3 + 11


def test_stop_is_no_round_and_gives_up_the_pieces_of_a_character() -> None:
    """Stop comes before a pass: what was counted by then is all there is."""
    controls = Controls(num_draft_tokens=2)
    ids = text_ids("ab\N{GRINNING FACE}")[:4]

    def stop_in_the_character(event: TurnEvent) -> None:
        if isinstance(event, TextDelta) and event.stats.num_tokens >= 2:
            controls.stop.set()

    sampling = SamplingParams(max_new_tokens=8)
    finish = run(
        ids=[*ids, 5, 5, 5, 5],
        num_rows=TOKENIZER.num_tokens,
        drafters=[PlannedDrafter(follows([*PROMPT, *ids]))],
        sampling=sampling,
        controls=controls,
        watch=stop_in_the_character,
    )[-1]
    assert isinstance(finish, TurnFinished)
    assert (finish.text, finish.reason) == ("ab", FinishReason.STOPPED)
    stats = finish.stats
    assert stats.num_tokens == len(finish.token_ids) == 2
    assert stats.num_context_tokens == len(PROMPT) + 2
    assert stats.num_rounds == sum(stats.gained) == 1
    assert stats.num_draft_tokens == 2


def test_proposed_text_is_told_only_when_wanted() -> None:
    for is_wanted in (False, True):
        controls = Controls(num_draft_tokens=3, show_proposed=is_wanted)
        events = run("hello", drafters=[right("hello")], controls=controls)
        found = [event.text for event in events if isinstance(event, Proposed)]
        assert found == (["ell"] if is_wanted else [])


def test_a_stop_string_inside_a_token_gives_ids_that_decode_to_the_text() -> None:
    """The token that was cut has no id of its own left: the rest of its text is encoded anew."""
    ids = TOKENIZER.encode("hthe-x")
    assert len(ids) == 4
    sampling = SamplingParams(max_new_tokens=4, stop=("e-",))
    finish = run(ids=ids, num_rows=TOKENIZER.num_tokens, sampling=sampling)[-1]
    assert isinstance(finish, TurnFinished)
    assert (finish.text, finish.reason) == ("hth", FinishReason.STOP_STRING)
    assert b"".join(map(TOKENIZER.token_bytes, finish.token_ids)) == b"hth"
    # What was not cut keeps its ids, so that the next turn finds them in the cache.
    assert finish.token_ids[:1] == tuple(ids[:1])


@pytest.mark.parametrize(
    ("controls", "drafters", "expected"),
    [
        (Controls(), [], (OFF, SpeculationReason.NO_DRAFT)),
        (Controls(speculate=False), [right("")], (OFF, SpeculationReason.SWITCHED_OFF)),
        (Controls(num_draft_tokens=0), [right("")], (OFF, SpeculationReason.LOOKAHEAD_ZERO)),
        (Controls(num_draft_tokens=2), [right("")], (ON, SpeculationReason.CHOSEN)),
        (Controls(), [NgramDrafter()], (ON, SpeculationReason.LOOKUP_ONLY)),
    ],
    ids=lambda value: value[1].value if isinstance(value, tuple) else "",
)
def test_the_reason_is_told_once(
    controls: Controls,
    drafters: list[Drafter],
    expected: tuple[SpeculationState, SpeculationReason],
) -> None:
    assert changes(run("hello", drafters=drafters, controls=controls)) == [expected]


def test_a_target_that_cannot_be_rolled_back_is_told() -> None:
    events = run("hello", drafters=[right("hello")], can_crop=False)
    assert changes(events) == [(OFF, SpeculationReason.CANNOT_CROP)]
    finish = events[-1]
    assert isinstance(finish, TurnFinished)
    assert (finish.text, finish.stats.num_drafted) == ("hello", 0)


def test_why_a_draft_was_refused_stands_with_every_state() -> None:
    refusal = ModelNotFound(name="draft")
    events = run("hello", drafters=[NgramDrafter()], draft_refusal=refusal)
    assert [e.detail for e in events if isinstance(e, SpeculationChanged)] == [refusal]


def test_flipping_the_switch_is_told_each_time() -> None:
    controls = Controls(num_draft_tokens=1)

    def flip(event: TurnEvent) -> None:
        if isinstance(event, TextDelta):
            controls.speculate = not controls.speculate

    found = changes(
        run("hello-there", drafters=[right("hello-there")], controls=controls, watch=flip)
    )
    assert found[:3] == [
        (ON, SpeculationReason.CHOSEN),
        (OFF, SpeculationReason.SWITCHED_OFF),
        (ON, SpeculationReason.CHOSEN),
    ]


def test_a_draft_that_is_always_wrong_is_told_to_be_paused() -> None:
    wrong = PlannedDrafter(lambda ids, num_tokens: [(ids[-1] + 1) % ROWS] * num_tokens)
    sampling = SamplingParams(max_new_tokens=200)
    controls = Controls()
    lookahead = Lookahead()
    # Costs as measured on a processor; the real ones of a table would be noise.
    lookahead.costs = _FixedCosts()
    events = run("", drafters=[wrong], sampling=sampling, controls=controls, lookahead=lookahead)
    assert (PAUSED, SpeculationReason.DOES_NOT_PAY) in changes(events)
    assert len(wrong.calls) < 40


class _FixedCosts(Lookahead().costs.__class__):  # type: ignore[misc]
    """Costs that do not depend on how long a table's look-up really takes."""

    def observe(self, width: int, seconds: float) -> None:
        super().observe(width, 1.0 + 0.1 * (width - 1))


def test_quick_rounds_are_told_together() -> None:
    """By a clock that stands still nothing is due but the first word and the end; with it goes
    all that came between, once and in order."""
    events = run("hello-there", drafters=[right("hello-there")], pace=Pace(clock=lambda: 1.0))
    deltas = [event for event in events if isinstance(event, TextDelta)]
    assert [delta.text for delta in deltas] == ["h", "ello-there"]
    assert [[token.start for token in delta.tokens] for delta in deltas] == [[0], [*range(1, 11)]]
    assert [delta.stats.num_tokens for delta in deltas] == [1, 11]
    assert sum(deltas[-1].stats.gained) == deltas[-1].stats.num_rounds == 3


def test_what_was_not_told_yet_is_told_before_a_failure() -> None:
    """The third pass fails: two rounds stand, and by a clock that stands still only the first
    had been told."""
    events: list[TurnEvent] = []
    with pytest.raises(RuntimeError):
        run("hello", failing={3}, watch=events.append, pace=Pace(clock=lambda: 1.0))
    deltas = [event for event in events if isinstance(event, TextDelta)]
    assert [len(delta.tokens) for delta in deltas] == [1, 1]


def test_no_text_is_held_back_while_a_draft_reads() -> None:
    """Speculation is switched on in the middle of a reply: by a clock that stands still nothing is
    due, yet all that was said is told before the draft is asked, and is asked for once."""
    told: list[int] = []
    said_and_told: list[tuple[int, int]] = []
    right_ids = follows([*PROMPT, *text_ids("hello-there")])
    looks = iter(range(100))

    def plan(ids: Sequence[int], num_tokens: int) -> list[int]:
        said_and_told.append((len(ids) - len(PROMPT), sum(told)))
        return right_ids(ids, num_tokens)

    def clock() -> float:
        """Stand still, and switch speculation on at the fourth look."""
        if next(looks) == 3:
            controls.speculate = True
        return 1.0

    def watch(event: TurnEvent) -> None:
        if isinstance(event, TextDelta):
            told.append(len(event.tokens))

    controls = Controls(speculate=False, num_draft_tokens=3)
    drafter = PlannedDrafter(plan, unread=1000)
    run(
        "hello-there",
        drafters=[drafter],
        pace=Pace(clock=clock),
        controls=controls,
        watch=watch,
    )
    assert said_and_told[0] == (4, 4)
    assert sum(told) == len("hello-there")
    assert len(told) == 3


def test_a_draft_that_is_never_asked_holds_nothing_up() -> None:
    """It lies far behind and does not pay: rounds are told together all the same."""
    drafter = PlannedDrafter(lambda ids, num_tokens: [3] * num_tokens, unread=1000)
    costs = {TokenSource.MODEL: DraftCost(source=TokenSource.MODEL, step=2.0)}
    events = run(
        "hello-there",
        drafters=[drafter],
        pace=Pace(clock=lambda: 1.0),
        controls=Controls(),
        lookahead=Lookahead(shape={1: 1.0, 9: 2.0}, costs=costs),
    )
    assert not drafter.calls
    assert sum(isinstance(event, TextDelta) for event in events) == 2


def test_a_draft_without_room_for_more_holds_nothing_up() -> None:
    """It lies far behind and reads nothing when it is asked, however often that is."""
    drafter = PlannedDrafter(lambda ids, num_tokens: [], unread=1000, is_full=True)
    events = run("hello-there", drafters=[drafter], pace=Pace(clock=lambda: 1.0))
    assert len(drafter.calls) > 5
    assert sum(isinstance(event, TextDelta) for event in events) == 2
