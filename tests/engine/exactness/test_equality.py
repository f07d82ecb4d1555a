"""Greedy replies are the same ids, text and ending whatever drafts, on real arithmetic.

Tiny models of five architectures in float32, whose two best logits never lie so close that the
order of a sum could decide. What is expected is read off one plain run; the models and their caches
are used again from case to case, so that each also starts from what others left.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

import pytest

from engine.drafting.model import ModelDrafter
from engine.drafting.ngram import NgramDrafter
from engine.drafting.protocol import Drafter
from engine.events import FinishReason
from engine.models.cached import CachedModel
from tests.engine.exactness.cases import covering
from tests.engine.replies import letter, reply_to
from tests.table_models import PlannedDrafter
from tests.tiny_models import (
    gpt2_model,
    lean_decoder,
    near_copy,
    random_state,
    tiny_config,
    tiny_model,
    wrapped,
)

FAMILIES = ("llama", "qwen2", "qwen3", "gpt2", "mistral")
"""The last has a sliding window of 24, which every reply runs past."""
LOOKAHEADS = range(9)
LONGEST = 2 * LOOKAHEADS[-1] + 3
# Chosen so that hardly a token of a reply comes twice: an end id can then lie anywhere. GPT-2,
# whose output matrix is its embedding, repeats itself more than the others.
_PROMPT = [63, 34, 46, 81, 31, 88, 60, 63, 34, 46, 81, 31, 42, 63, 34, 46]
_PROMPT_OF_GPT2 = [30, 75, 69, 16, 47, 77, 60, 30, 75, 69, 16, 47, 80, 30, 75, 69]


class Drafting(StrEnum):
    """Who drafts."""

    NONE = "none"
    NGRAM = "n-gram"
    SAME = "the same model"
    NEAR = "a model nearly the same"
    RANDOM = "an unrelated model"
    ADVERSARIAL = "right but for one place"
    STACKED = "n-gram, then a model"


@dataclass(frozen=True, slots=True)
class Pair:
    """A target, its models to draft, and what it says when left alone."""

    prompt: list[int]
    target: CachedModel
    drafts: dict[Drafting, CachedModel]
    path: list[int]
    probabilities: list[float]


@cache
def pair(family: str) -> Pair:
    """Build the models of one architecture."""
    if family == "gpt2":
        near = gpt2_model()
        near.load_state_dict(near_copy(gpt2_model().state_dict(), share=0.03))
        target, same, other = (wrapped(gpt2_model(seed=seed)) for seed in (0, 0, 5))
        shaken = wrapped(near)
    else:
        config = tiny_config(family)
        state = random_state(config)
        target, same = (CachedModel(lean_decoder(config, state), name=family) for _ in range(2))
        shaken = CachedModel(lean_decoder(config, near_copy(state, share=0.05)), name="near")
        other = tiny_model(family, seed=5)
    prompt = _PROMPT_OF_GPT2 if family == "gpt2" else _PROMPT
    plain = reply_to(target, prompt, max_new_tokens=LONGEST)
    drafts = {
        Drafting.SAME: same,
        Drafting.NEAR: shaken,
        Drafting.STACKED: shaken,
        Drafting.RANDOM: other,
    }
    return Pair(prompt, target, drafts, plain.ids, [token.probability for token in plain.tokens])


def drafters(models: Pair, drafting: Drafting) -> list[Drafter]:
    """Make what drafts for one reply."""

    def nearly_right(ids: Sequence[int], num_tokens: int) -> list[int]:
        start = len(ids) - len(models.prompt)
        proposed = models.path[start : start + num_tokens]
        wrong = (7 * start) % (len(proposed) + 1)
        return [(id + 1) % 96 if n == wrong else id for n, id in enumerate(proposed)]

    match drafting:
        case Drafting.NONE:
            return []
        case Drafting.NGRAM:
            return [NgramDrafter(min_length=1)]
        case Drafting.ADVERSARIAL:
            return [PlannedDrafter(nearly_right)]
        case Drafting.STACKED:
            return [NgramDrafter(min_length=1), ModelDrafter(models.drafts[drafting])]
        case _:
            return [ModelDrafter(models.drafts[drafting])]


def check(family: str, drafting: Drafting, count: int, limit: int, end_at: int | None) -> None:
    """Hold one reply against the plain path; `end_at` makes the token there an end id."""
    models = pair(family)
    end_ids = set() if end_at is None else {models.path[end_at]}
    length = next((n + 1 for n, id in enumerate(models.path) if id in end_ids), LONGEST + 1)
    is_ended = length <= limit
    kept = models.path[: min(length, limit)]
    found = reply_to(
        models.target,
        models.prompt,
        drafters=drafters(models, drafting),
        num_draft_tokens=count,
        max_new_tokens=limit,
        end_ids=end_ids,
    )
    shown = kept[:-1] if is_ended else kept
    assert found.ids == kept
    assert found.text == b"".join(map(letter, shown)).decode()
    assert found.reason is (FinishReason.END if is_ended else FinishReason.MAX_TOKENS)
    assert [token.probability for token in found.tokens] == pytest.approx(
        models.probabilities[: len(kept)], abs=1e-4
    )
    assert list(models.target.ids) == [*models.prompt, *kept][: models.target.length]


def limits(count: int) -> range:
    return range(1, 2 * count + 4)


def chosen() -> Iterator[tuple[str, Drafting, int, int, int | None]]:
    """Pair every two of architecture, drafter, lookahead, place of the limit and of the end."""
    shares = (0.0, 0.25, 0.5, 0.75, 1.0)
    ends = (None, 0.0, 0.34, 0.67, 1.0)
    for family, drafting, count, share, end in covering(
        (FAMILIES, tuple(Drafting), tuple(LOOKAHEADS), shares, ends)
    ):
        limit = limits(count)[round(share * (len(limits(count)) - 1))]
        yield family, drafting, count, limit, None if end is None else round(end * (limit - 1))


def test_chosen_settings_give_the_plain_reply() -> None:
    cases = list(chosen())
    assert len(cases) > 60
    for case in cases:
        check(*case)


@pytest.mark.slow
@pytest.mark.parametrize("drafting", list(Drafting))
@pytest.mark.parametrize("family", FAMILIES)
def test_all_settings_give_the_plain_reply(family: str, drafting: Drafting) -> None:
    for count in LOOKAHEADS:
        for limit in limits(count):
            for end_at in (None, *range(limit)):
                check(family, drafting, count, limit, end_at)


def test_the_replies_have_what_the_cases_are_about() -> None:
    """Drafts that stand and fall, and ends at many places."""
    for family in FAMILIES:
        models = pair(family)
        assert len(set(models.path)) >= (7 if family == "gpt2" else 15)
        for drafting, low, high in [
            (Drafting.SAME, 1.0, 1.0),
            (Drafting.NEAR, 0.2, 1.0),
            (Drafting.RANDOM, 0.0, 0.2),
            (Drafting.ADVERSARIAL, 0.2, 0.8),
        ]:
            found = reply_to(
                models.target,
                models.prompt,
                drafters=drafters(models, drafting),
                num_draft_tokens=4,
                max_new_tokens=LONGEST,
            )
            assert low <= found.num_accepted / found.num_drafted <= high
