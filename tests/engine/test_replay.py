"""The proof: it finds every token that is not the target's own, and accepts all that are.

Replies are made by the loop with drafts that are often wrong, on tables and on packed products,
and then replayed; one id changed in any place must be found at exactly that place.
"""

from collections.abc import Sequence
from threading import Event

import pytest
import torch

from engine.commands import VerifyReply
from engine.drafting.model import ModelDrafter
from engine.errors import BadLogits, EmptyPrompt, PromptTooLong
from engine.events import ReplyVerified
from engine.models.cached import CachedModel
from engine.params import SamplingParams, SamplingRule
from engine.replay import Judged, replay, sum_up
from engine.sampling import Sampler
from tests.engine.replies import reply_to
from tests.table_models import TableBackend, table_model
from tests.tiny_models import lean_decoder, near_copy, random_state, tiny_config

PROMPT = [5, 9, 23, 5, 9, 11, 5, 9]
CONFIG = tiny_config()
STATE = random_state(CONFIG)
GREEDY = SamplingParams()
SETTINGS = {
    "greedy": GREEDY,
    "greedy, penalty": SamplingParams(repetition_penalty=1.4),
    "coupled": SamplingParams(temperature=0.9, top_p=0.95, rule=SamplingRule.COUPLED),
    "rejection": SamplingParams(temperature=0.9, top_k=5),
}


def model(*, shaken: float = 0.0) -> CachedModel:
    state = near_copy(STATE, share=shaken) if shaken else STATE
    return CachedModel(lean_decoder(CONFIG, state, kind="int4", capacity=128), name="tiny")


def written(sampling: SamplingParams, *, count: int) -> list[int]:
    return reply_to(
        model(),
        PROMPT,
        drafters=[ModelDrafter(model(shaken=0.2))],
        sampling=sampling,
        num_draft_tokens=count,
        seed=6,
        max_new_tokens=40,
    ).ids


def judged(
    target: CachedModel,
    reply: Sequence[int],
    sampling: SamplingParams = GREEDY,
    *,
    prompt: Sequence[int] = PROMPT,
    stop: Event | None = None,
    stop_after: int | None = None,
) -> list[Judged]:
    """Replay a reply; `stop_after` presses Stop after so many passes."""
    stop = stop or Event()
    sampler = Sampler(sampling, seed=6, num_tokens=target.num_rows)
    steps = replay(target, prompt, reply, sampler=sampler, stop=stop)
    num_passes = 0
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: list[Judged] = end.value
            return found
        num_passes += 1
        if num_passes == stop_after:
            stop.set()


def summed(
    found: Sequence[Judged], reply: Sequence[int], sampling: SamplingParams = GREEDY
) -> ReplyVerified:
    command = VerifyReply(
        turn_id=1, prompt_ids=tuple(PROMPT), reply_ids=tuple(reply), sampling=sampling, seed=6
    )
    return sum_up(found, command)


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("count", [0, 1, 3, 7])
def test_a_reply_of_the_target_is_its_own(name: str, count: int) -> None:
    sampling = SETTINGS[name]
    reply = written(sampling, count=count)
    verdict = summed(judged(model(), reply, sampling), reply, sampling)
    assert (verdict.num_own, verdict.num_tokens, verdict.first_foreign) == (40, 40, None)
    assert (verdict.is_whole, verdict.is_sampled) == (True, not sampling.is_greedy)
    assert verdict.is_coupled is (name == "coupled")
    assert all(0.0 < probability <= 1.0 for probability in verdict.probabilities)


@pytest.mark.parametrize("name", ["greedy", "greedy, penalty", "coupled"])
@pytest.mark.parametrize("place", [0, 1, 17, 39])
def test_a_token_that_was_changed_is_found(name: str, place: int) -> None:
    """What follows is judged after the changed one, so only the place itself is certain."""
    sampling = SETTINGS[name]
    reply = written(sampling, count=3)
    reply[place] = (reply[place] + 1) % CONFIG.vocab_rows
    found = judged(model(), reply, sampling)
    verdict = summed(found, reply, sampling)
    assert verdict.first_foreign == place
    assert verdict.num_own < 40
    if sampling.is_greedy:
        assert verdict.largest_gap >= (found[place].gap or 0.0) > 0.0


def test_another_seed_s_noise_is_found() -> None:
    """A reply drawn under another seed is not what this one's noise chooses."""
    sampling = SETTINGS["coupled"]
    other = reply_to(model(), PROMPT, sampling=sampling, seed=7, max_new_tokens=40).ids
    assert summed(judged(model(), other, sampling), other, sampling).num_own < 30


def test_a_token_the_settings_exclude_is_found() -> None:
    sampling = SETTINGS["rejection"]
    reply = written(sampling, count=3)
    chooser = Sampler(sampling, seed=0, num_tokens=CONFIG.vocab_rows)
    rows = model().extend([*PROMPT, *reply[:9]], num_logits=1)
    excluded = int((chooser.distribution(rows)[0] == 0).nonzero()[0])
    reply[9] = excluded
    found = judged(model(), reply, sampling)
    assert (found[9].is_own, found[9].probability) == (False, 0.0)
    assert all(token.is_own for token in found[:9])


def test_ids_the_model_does_not_have_are_foreign() -> None:
    for sampling in SETTINGS.values():
        reply = [*written(sampling, count=3)[:5], 5000, 3]
        found = judged(model(), reply, sampling)
        assert (found[5].is_own, found[5].probability) == (False, 0.0)


def test_greedy_probabilities_are_those_the_reply_was_told_with() -> None:
    for sampling in (SETTINGS["greedy"], SETTINGS["greedy, penalty"]):
        told = reply_to(model(), PROMPT, sampling=sampling, seed=6, max_new_tokens=20)
        found = judged(model(), told.ids, sampling)
        assert [token.probability for token in found] == pytest.approx(
            [token.probability for token in told.tokens], rel=1e-5
        )


def test_a_near_tie_is_counted_with_its_gap() -> None:
    backend = TableBackend(num_rows=6, rounding=1e-3)
    backend.table[:] = torch.tensor([1.0, 2.0, 5.0, 5.001, 0.0, 0.0])
    found = judged(table_model(backend), [3, 3, 2], prompt=[1, 2])
    verdict = summed(found, [3, 3, 2])
    assert [token.is_own for token in found] == [True, True, False]
    assert verdict.num_near_ties == 2
    assert verdict.smallest_gap == pytest.approx(0.001, abs=1e-5)
    assert verdict.largest_gap == pytest.approx(0.001, abs=1e-5)


@pytest.mark.parametrize("stop_after", [1, 2, 5])
def test_a_proof_that_is_stopped_says_how_far_it_came(stop_after: int) -> None:
    reply = written(GREEDY, count=3)
    found = judged(model(), reply, stop_after=stop_after)
    assert len(found) == 4 * (stop_after - 1)
    verdict = summed(found, reply)
    assert (verdict.is_whole, verdict.num_own) == (False, len(found))


def test_what_cannot_be_replayed_is_an_error() -> None:
    with pytest.raises(EmptyPrompt):
        judged(model(), [1, 2], prompt=[])
    with pytest.raises(PromptTooLong):
        judged(model(), [1] * 121)
    broken = TableBackend(num_rows=12, broken=frozenset({10}))
    with pytest.raises(BadLogits):
        judged(table_model(broken), [1] * 8, prompt=[1, 2, 3, 4])
