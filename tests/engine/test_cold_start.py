"""Whatever happened in a chat, its models answer as ones that were begun anew.

Cancelled at every yield, regenerated, an earlier message edited, the draft changed in the middle:
afterwards the logits of both caches are a cold start's. Packed products give the same bits there,
so equal means equal; float32 sums of another order differ by less than 1e-4, while a cache one
position off differs by whole units.
"""

from collections.abc import Sequence
from contextlib import closing

import pytest
import torch

from engine.decoding import Decoding
from engine.drafting.model import ModelDrafter
from engine.drafting.ngram import NgramDrafter
from engine.lookahead import Lookahead
from engine.models.cached import CachedModel
from engine.params import Controls, SamplingParams
from engine.sampling import Sampler
from engine.stopping import ReplyText
from tests.engine.replies import letter, reply_to, ticking
from tests.tiny_models import lean_decoder, near_copy, random_state, tiny_config

CONFIG = tiny_config()
STATE = random_state(CONFIG)
NEAR = near_copy(STATE, share=0.2)
OTHER = random_state(CONFIG, seed=5)
# Across an edge of 32 columns, where the attention's shape changes.
PROMPT = [(7 * place) % 90 for place in range(29)]
ROOM = 12


def model(kind: str, state: dict[str, torch.Tensor] = STATE) -> CachedModel:
    return CachedModel(lean_decoder(CONFIG, state, kind=kind, capacity=160), name="tiny")


def drafters(draft: CachedModel) -> list[NgramDrafter | ModelDrafter]:
    return [NgramDrafter(min_length=2), ModelDrafter(draft)]


def logits_after(cached: CachedModel, sequence: Sequence[int]) -> torch.Tensor:
    kept = cached.sync(sequence[:-1])
    return cached.extend(sequence[kept:], num_logits=1).clone()


def is_cold(
    cached: CachedModel, sequence: Sequence[int], kind: str, state: dict[str, torch.Tensor] = STATE
) -> bool:
    """Compare what comes after a sequence with a model that never saw anything else."""
    got = logits_after(cached, sequence)
    expected = logits_after(model(kind, state), sequence)
    if kind == "int4":
        return torch.equal(got, expected)
    return torch.allclose(got, expected, atol=1e-4, rtol=0)


def cancelled(
    target: CachedModel, draft: CachedModel, prompt: Sequence[int], num_steps: int
) -> tuple[list[int], bool]:
    """Close a reply after some steps; give what it kept, and whether it was over by itself."""
    text = ReplyText(token_bytes=letter, end_ids=(), max_new_tokens=ROOM)
    decoding = Decoding(
        target,
        prompt,
        reply=text,
        sampler=Sampler(SamplingParams(), seed=0, num_tokens=CONFIG.vocab_rows),
        drafters=drafters(draft),
        lookahead=Lookahead(),
        controls=Controls(num_draft_tokens=3, show_proposed=True),
        max_new_tokens=ROOM,
        clock=ticking(),
    )
    with closing(decoding.run()) as steps:
        for number, _ in enumerate(steps, 1):
            if number == num_steps:
                return list(text.ids), False
    return list(text.ids), True


@pytest.mark.parametrize("kind", ["int4", "float32"])
def test_cancelled_at_every_yield(kind: str) -> None:
    num_steps, is_over = 0, False
    while not is_over:
        num_steps += 1
        target, draft = model(kind), model(kind, NEAR)
        kept, is_over = cancelled(target, draft, PROMPT, num_steps)
        assert is_cold(target, [*PROMPT, *kept, 3], kind)
        assert is_cold(draft, [*PROMPT, *kept, 3], kind, NEAR)
    assert num_steps > 8


@pytest.mark.parametrize("kind", ["int4", "float32"])
def test_through_a_whole_chat(kind: str) -> None:
    """Go on, regenerate, edit, cancel and change the draft, with the same target all along."""
    target, draft, other = model(kind), model(kind, NEAR), model(kind, OTHER)

    def say(prompt: Sequence[int], drafting: CachedModel) -> list[int]:
        """Answer; the answer is a cold start's too, whoever drafts."""
        found = reply_to(
            target,
            prompt,
            drafters=drafters(drafting),
            num_draft_tokens=3,
            max_new_tokens=ROOM,
        )
        assert found.ids == reply_to(model(kind), prompt, max_new_tokens=ROOM).ids
        return [*prompt, *found.ids]

    first = say(PROMPT, draft)
    second = say([*first, 8, 9], draft)
    assert is_cold(target, [*second, 1], kind)
    # Regenerated, after one that was cancelled half-way.
    kept, _ = cancelled(target, draft, [*first, 8, 9], 3)
    assert second[: len(first) + 2 + len(kept)] == [*first, 8, 9, *kept]
    assert say([*first, 8, 9], draft) == second
    # An earlier message edited: all after it is another chat.
    edited = say([*PROMPT[:20], 55, 56, *PROMPT[20:]], draft)
    assert is_cold(target, [*edited, 1], kind)
    assert is_cold(draft, [*edited, 1], kind, NEAR)
    # The draft changed in the middle, to one that has read nothing of it, and back.
    third = say([*edited, 8], other)
    fourth = say([*third, 9], draft)
    assert is_cold(target, [*fourth, 1], kind)
    assert is_cold(other, [*third, 1], kind, OTHER)
    assert is_cold(draft, [*fourth, 1], kind, NEAR)


def test_a_cache_one_position_off_is_noticed() -> None:
    """What is compared differs as soon as a single id is missing."""
    for kind in ("int4", "float32"):
        target = model(kind)
        logits_after(target, [*PROMPT[:10], *PROMPT[11:]])
        got = logits_after(target, [*target.ids, 3])
        expected = logits_after(model(kind), [*PROMPT, 3])
        assert float((got - expected).abs().max()) > 0.1
