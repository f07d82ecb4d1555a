"""Stop strings cut within runs, and Stop at every point where it can come.

The caches are watched too: whatever ended a reply, the next turn goes on from exactly its ids.
"""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

import pytest
from torch import Tensor

from engine.decoding import Decoding, Round, Step
from engine.drafting.model import ModelDrafter
from engine.drafting.ngram import NgramDrafter
from engine.drafting.protocol import Drafter
from engine.events import FinishReason, TokenStatus
from engine.lookahead import Lookahead
from engine.models.cached import CachedModel
from engine.params import Controls, SamplingParams
from engine.sampling import Sampler
from engine.stopping import ReplyText
from tests.engine.replies import Reply, letter, reply_to
from tests.table_models import PlannedDrafter, TableBackend, follows, table_model

PROMPT = [1, 2, 3]
PIECES = {4: "a", 5: "b", 6: "</", 7: "st", 8: "op", 9: ">", 10: "c", 11: " </b"}


def piece(id: int) -> bytes:
    return PIECES.get(id, "?").encode()


def stopped_reply(reply: Sequence[int], *, num_draft_tokens: int, can_crop: bool = True) -> Reply:
    path = [*PROMPT, *reply]
    backend = TableBackend(num_rows=12, forced=dict(enumerate(path)), can_crop=can_crop)
    model = table_model(backend)
    drafter = PlannedDrafter(follows(path))
    found = reply_to(
        model,
        PROMPT,
        drafters=[drafter],
        num_draft_tokens=num_draft_tokens,
        stop=["</stop>"],
        token_bytes=piece,
        max_new_tokens=len(reply),
    )
    sequence = [*PROMPT, *found.ids]
    if can_crop:
        # What is cached is the prompt and the kept reply, and at most that.
        assert list(model.ids) == sequence[: model.length]
        assert model.length >= len(sequence) - 1
        assert drafter.forgot_after[-1] == tuple(sequence)
    assert list(model.ids) == backend.ids
    return found


@pytest.mark.parametrize("num_draft_tokens", [0, 3, 7])
@pytest.mark.parametrize("can_crop", [True, False])
def test_a_stop_string_early_in_a_run_ends_the_text_before_it(
    num_draft_tokens: int, can_crop: bool
) -> None:
    reply = [4, 5, 6, 7, 8, 9, 10, 10]
    found = stopped_reply(reply, num_draft_tokens=num_draft_tokens, can_crop=can_crop)
    assert (found.text, found.reason) == ("ab", FinishReason.STOP_STRING)
    assert (found.ids, [token.id for token in found.tokens]) == ([4, 5], [4, 5])
    if num_draft_tokens == 7 and can_crop:
        # Of seven accepted tokens one is within the reply.
        assert (found.num_drafted, found.num_accepted) == (1, 1)
        assert found.tokens[1].status is TokenStatus.ACCEPTED


@pytest.mark.parametrize("can_crop", [True, False])
def test_a_stop_string_may_be_completed_by_the_next_run(can_crop: bool) -> None:
    """Three drafted tokens a round: ">" is the first token of the third pass."""
    found = stopped_reply([4, 6, 7, 8, 9, 10, 10, 10, 10], num_draft_tokens=2, can_crop=can_crop)
    assert (found.text, found.ids, found.reason) == ("a", [4], FinishReason.STOP_STRING)


@pytest.mark.parametrize("can_crop", [True, False])
def test_the_very_first_token_may_complete_a_stop_string(can_crop: bool) -> None:
    path = [*PROMPT, 9]
    model = table_model(TableBackend(num_rows=12, forced=dict(enumerate(path)), can_crop=can_crop))
    found = reply_to(model, PROMPT, stop=[">"], token_bytes=piece)
    assert (found.text, found.ids, found.reason) == ("", [], FinishReason.STOP_STRING)


def test_what_only_looks_like_a_stop_string_is_shown_in_the_end() -> None:
    for num_draft_tokens in (0, 4):
        found = stopped_reply([4, 6, 7, 11, 10, 6], num_draft_tokens=num_draft_tokens)
        assert found.text == "a</st </bc</"
        assert found.reason is FinishReason.MAX_TOKENS


def test_a_stop_string_that_begins_inside_a_token_clips_it() -> None:
    found = reply_to(
        table_model(TableBackend(num_rows=12, forced=dict(enumerate([*PROMPT, 4, 11, 10])))),
        PROMPT,
        stop=["</b"],
        token_bytes=piece,
    )
    assert (found.text, found.ids) == ("a ", [4, 11])
    assert (found.tokens[1].start, found.tokens[1].end) == (1, 2)


def _shaken() -> TableBackend:
    backend = TableBackend(num_rows=12, seed=2, spread=0.7)
    backend.table += TableBackend(num_rows=12, seed=1).table
    return backend


LONG = [(3 * place) % 11 for place in range(600)]


def _models(drafter: str) -> tuple[CachedModel, list[Drafter]]:
    drafters: dict[str, list[Drafter]] = {
        "none": [],
        "ngram": [NgramDrafter(min_length=1)],
        "model": [ModelDrafter(table_model(_shaken()))],
    }
    return table_model(TableBackend(num_rows=12, seed=1)), drafters[drafter]


def _continues_right(model: CachedModel, drafters: list[Drafter], kept: list[int]) -> None:
    """Ask for more right away, on the kept reply, and compare with models that are new."""
    prompt = [*LONG, *kept, 5]
    fresh = reply_to(_models("none")[0], prompt, max_new_tokens=15)
    again = reply_to(model, prompt, drafters=drafters, num_draft_tokens=3, max_new_tokens=15)
    assert again.ids == fresh.ids


@pytest.mark.parametrize("drafter", ["none", "ngram", "model"])
@pytest.mark.parametrize("by_closing", [True, False])
def test_stop_at_every_yield_leaves_everything_right(drafter: str, by_closing: bool) -> None:
    """Whether the flag is set or the loop is closed: idle at once, and the next turn is right."""
    whole = reply_to(_models("none")[0], LONG, max_new_tokens=12).ids
    num_steps = 0
    while True:
        model, drafters = _models(drafter)
        controls = Controls(num_draft_tokens=3, show_proposed=True)
        backend = model.backend
        assert isinstance(backend, TableBackend)
        steps: list[Step] = []
        widths_at_stop = 0
        text = ReplyText(token_bytes=letter, end_ids=(), max_new_tokens=12)
        decoding = Decoding(
            model,
            LONG,
            reply=text,
            sampler=Sampler(SamplingParams(), seed=0, num_tokens=12),
            drafters=drafters,
            lookahead=Lookahead(),
            controls=controls,
            max_new_tokens=12,
        )
        with closing(decoding.run()) as run:
            for step in run:
                steps.append(step)
                if len(steps) == num_steps + 1:
                    widths_at_stop = backend.num_passes
                    controls.stop.set()
                    controls.stop.set()
                    if by_closing:
                        break
        kept = list(text.ids)
        assert kept == whole[: len(kept)]
        # Nothing is run after Stop, neither by the target nor for tidying up.
        assert backend.num_passes == (widths_at_stop or backend.num_passes)
        assert list(model.ids) == [*LONG, *kept][: model.length]
        if not by_closing:
            last = steps[-1]
            assert isinstance(last, Round)
            assert last.reason in (FinishReason.STOPPED, FinishReason.MAX_TOKENS)
        _continues_right(model, drafters, kept)
        if len(steps) <= num_steps:
            break
        num_steps += 1
    assert num_steps > 5


def test_stop_before_the_first_pass_runs_nothing() -> None:
    model, _ = _models("none")
    controls = Controls()
    controls.stop.set()
    found = reply_to(model, LONG, controls=controls)
    assert (found.ids, found.reason, model.length) == ([], FinishReason.STOPPED, 0)
    assert len(found.steps) == 1


@dataclass(slots=True, kw_only=True)
class Pressing(TableBackend):
    """A draft during whose fifth pass Stop is pressed."""

    controls: Controls

    def forward(self, ids: Tensor, start: int, *, num_logits: int) -> Tensor:
        if self.num_passes == 4:
            self.controls.stop.set()
        return TableBackend.forward(self, ids, start, num_logits=num_logits)


def test_stop_within_a_draft_ends_it_after_the_step() -> None:
    """The draft's own pass sets the flag, as a person does at any time."""
    model, _ = _models("none")
    controls = Controls(num_draft_tokens=8)
    pressed = Pressing(num_rows=12, seed=2, controls=controls)
    draft = table_model(pressed)
    found = reply_to(model, PROMPT, drafters=[ModelDrafter(draft)], controls=controls)
    assert found.reason is FinishReason.STOPPED
    assert pressed.num_passes == 5
    assert list(draft.ids) == [*PROMPT, *found.ids][: draft.length]


def test_stop_between_two_halves_of_a_character_keeps_whole_ones() -> None:
    halves = {4: b"a", 5: b"\xc3", 6: b"\xa9"}
    model = table_model(TableBackend(num_rows=12, forced=dict(enumerate([*PROMPT, 4, 5, 6]))))
    controls = Controls()

    def press(step: Step) -> None:
        if isinstance(step, Round) and not step.is_prefill:
            controls.stop.set()

    found = reply_to(
        model,
        PROMPT,
        controls=controls,
        token_bytes=lambda id: halves.get(id, b"?"),
        watch=press,
    )
    assert (found.text, found.ids) == ("a", [4])
    assert list(model.ids) == [*PROMPT, 4]


def test_the_switch_is_obeyed_from_the_next_round_on() -> None:
    model, drafters = _models("model")
    controls = Controls(num_draft_tokens=3)

    def switch(step: Step) -> None:
        if isinstance(step, Round):
            controls.speculate = not controls.speculate

    found = reply_to(
        model, PROMPT, drafters=drafters, controls=controls, max_new_tokens=30, watch=switch
    )
    drafted = [round.num_drafted > 0 for round in found.rounds[:-1]]
    assert drafted[:6] == [False, True, False, True, False, True]
    assert found.ids == reply_to(_models("none")[0], PROMPT, max_new_tokens=30).ids
