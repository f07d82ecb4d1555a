"""What a reply leaves in the caches, on real arithmetic: the next turn is as if begun anew.

Float32 logits of a cache that was grown, cropped and grown again are held against a fresh run
with a tolerance of 1e-4; a cache one position off differs by whole units.
"""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
import torch

from engine.drafting.model import ModelDrafter
from engine.drafting.ngram import NgramDrafter
from engine.events import FinishReason
from engine.models.cached import CachedModel
from tests.engine.replies import reply_to
from tests.table_models import PlannedDrafter, TableBackend, follows, table_model
from tests.tiny_models import lean_decoder, near_copy, random_state, tiny_config, tiny_model

PROMPT = [5, 9, 23, 5, 9, 11, 5, 9]
CONFIG = tiny_config()
STATE = random_state(CONFIG)


def model(*, shaken: float = 0.0, capacity: int = 512) -> CachedModel:
    state = near_copy(STATE, share=shaken) if shaken else STATE
    return CachedModel(lean_decoder(CONFIG, state, capacity=capacity), name="tiny")


def holds_as_fresh(cached: CachedModel, sequence: Sequence[int], *, like: CachedModel) -> None:
    """Whatever is cached is a beginning of the sequence and answers as a fresh model does."""
    assert list(cached.ids) == list(sequence[: cached.length])
    following = [*sequence, 3]
    kept = cached.sync(following[:-1])
    got = cached.extend(following[kept:], num_logits=1)
    expected = like.extend(following, num_logits=1)
    assert torch.allclose(got, expected, atol=1e-4, rtol=0)


@pytest.mark.parametrize("ending", ["end", "stop", "limit"])
def test_both_caches_are_fit_for_the_next_turn(ending: str) -> None:
    plain = reply_to(model(), PROMPT, max_new_tokens=40)
    place = 17
    target, draft = model(), model(shaken=0.05)
    found = reply_to(
        target,
        PROMPT,
        drafters=[ModelDrafter(draft)],
        num_draft_tokens=8,
        max_new_tokens=place + 1 if ending == "limit" else 40,
        end_ids={plain.ids[place]} if ending == "end" else (),
        stop=[plain.text[place - 1 : place + 3]] if ending == "stop" else (),
    )
    assert found.num_accepted > 5
    assert found.reason in (
        FinishReason.END,
        FinishReason.STOP_STRING,
        FinishReason.MAX_TOKENS,
    )
    assert found.ids == plain.ids[: len(found.ids)]
    sequence = [*PROMPT, *found.ids]
    assert len(sequence) - 1 <= target.length <= len(sequence)
    assert draft.length <= len(sequence)
    holds_as_fresh(target, sequence, like=model())
    holds_as_fresh(draft, sequence, like=model(shaken=0.05))


def test_acceptance_does_not_decay_over_two_hundred_rounds() -> None:
    """Draft and target are one model; refusals are forced at random places by the plan.

    A cache that falls off by one now and then loses a little acceptance while the text stays
    right, so every draft that was not tampered with has to be accepted whole.
    """
    target, twin = model(), model()
    drafter = ModelDrafter(twin)
    coins = random.Random(1)
    tampered: list[int | None] = []
    propose = drafter.propose

    def tamper(ids, num_tokens, *, sampler, should_stop):  # type: ignore[no-untyped-def]
        proposal = propose(ids, num_tokens, sampler=sampler, should_stop=should_stop)
        place = coins.randrange(len(proposal.ids)) if coins.random() < 0.5 else None
        if place is not None:
            ids_drafted = list(proposal.ids)
            ids_drafted[place] = (ids_drafted[place] + 1) % CONFIG.vocab_rows
            proposal = replace(proposal, ids=ids_drafted)
        tampered.append(place)
        return proposal

    drafter.propose = tamper  # type: ignore[method-assign]
    found = reply_to(target, PROMPT, drafters=[drafter], num_draft_tokens=2, max_new_tokens=480)
    assert len(found.rounds) > 200
    assert found.ids == reply_to(model(), PROMPT, max_new_tokens=480).ids
    for place, round in list(zip(tampered, found.rounds, strict=False))[:200]:
        assert round.num_accepted == (round.num_drafted if place is None else place)


def test_the_same_model_as_target_and_draft_is_always_accepted() -> None:
    found = reply_to(
        model(), PROMPT, drafters=[ModelDrafter(model())], num_draft_tokens=4, max_new_tokens=100
    )
    assert found.num_accepted == found.num_drafted > 60


def test_an_unrelated_draft_is_refused_and_the_text_is_the_same() -> None:
    unrelated = tiny_model(seed=5)
    found = reply_to(
        model(), PROMPT, drafters=[ModelDrafter(unrelated)], num_draft_tokens=4, max_new_tokens=60
    )
    assert found.ids == reply_to(model(), PROMPT, max_new_tokens=60).ids
    assert found.num_accepted < 0.1 * found.num_drafted


@pytest.mark.parametrize("count", [0, 1, 5, 16])
def test_a_reply_may_run_up_to_the_end_of_the_context(count: int) -> None:
    """With refusals in each round, and with a draft that is always right."""
    plain = reply_to(model(capacity=40), PROMPT)
    assert (len(plain.ids), plain.reason) == (32, FinishReason.CONTEXT_FULL)
    for drafter in (
        PlannedDrafter(lambda ids, num_tokens: [1] * num_tokens),
        PlannedDrafter(follows([*PROMPT, *plain.ids])),
        ModelDrafter(model(shaken=0.05, capacity=24)),
        NgramDrafter(min_length=1),
    ):
        target = model(capacity=40)
        found = reply_to(target, PROMPT, drafters=[drafter], num_draft_tokens=count)
        assert (found.ids, found.reason) == (plain.ids, FinishReason.CONTEXT_FULL)
        assert target.length <= 40
        if isinstance(drafter, PlannedDrafter):
            assert all(wanted >= 1 for _, wanted in drafter.calls)


def test_a_target_that_cannot_be_rolled_back_decodes_plainly() -> None:
    for can_crop in (True, False):
        backend = TableBackend(num_rows=12, seed=1, can_crop=can_crop)
        drafter = PlannedDrafter(lambda ids, num_tokens: [1] * num_tokens)
        found = reply_to(
            table_model(backend),
            PROMPT[:4],
            drafters=[drafter],
            num_draft_tokens=4,
            num_tokens=12,
            max_new_tokens=20,
        )
        plain = reply_to(
            table_model(TableBackend(num_rows=12, seed=1)), PROMPT[:4], max_new_tokens=20
        )
        assert found.ids == plain.ids
        assert bool(drafter.calls) is can_crop


@pytest.mark.parametrize("num_before", range(24, 32))
@pytest.mark.parametrize("place", [1, 3])
def test_a_refused_draft_leaves_no_nan_in_the_cache(num_before: int, place: int) -> None:
    """Nobody looks at rows behind a refused token, and masked columns are multiplied all the same.

    Where the columns become more within the draft, the rows before that never see the ones after.
    """
    state = {name: value.clone() for name, value in STATE.items()}
    state["model.embed_tokens.weight"][95] = torch.nan
    prompt = [1 + n % 9 for n in range(24)]

    def target() -> CachedModel:
        return CachedModel(lean_decoder(CONFIG, state, kind="bfloat16"), name="tiny")

    def plan(ids: Sequence[int], limit: int) -> list[int]:
        wrong = [60] * place
        return [*wrong, 95, 95, 95][:limit] if len(ids) == num_before + 1 else []

    plain = reply_to(target(), prompt, max_new_tokens=20, num_tokens=96)
    assert 60 not in plain.ids
    drafting = target()
    found = reply_to(
        drafting,
        prompt,
        drafters=[PlannedDrafter(plan)],
        num_draft_tokens=6,
        max_new_tokens=20,
        num_tokens=96,
    )
    assert found.ids == plain.ids
    # Nor does the next turn meet any.
    longer = [*prompt, *plain.ids, 7, 8]
    again = reply_to(drafting, longer, max_new_tokens=6, num_tokens=96)
    assert again.ids == reply_to(target(), longer, max_new_tokens=6, num_tokens=96).ids
