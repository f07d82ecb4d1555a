"""On real weights: speculative replies are the plain ones, byte for byte, and the proof says so.

The packed products of a processor give each row the same bits in any pass, so equal means equal:
greedy, and sampled under the coupled rule. The long version is `foreword bench --same-bytes`.
"""

import pytest

from engine.commands import VerifyReply
from engine.console.options import STARTER
from engine.engine import Engine
from engine.errors import EngineError
from engine.events import ReplyVerified, TurnFinished, TurnStarted
from engine.library import open_library
from engine.models.kernels import has_packed_products
from engine.params import Controls, ModelSpec, SamplingParams, SamplingRule
from tests.engine.chats import finished, load, only, turn, user

NUM_TOKENS = 64
LOOKAHEADS = (1, 3, 7)
QUESTION = "Write the numbers from one to twelve in words, one a line, then write them again."
SETTINGS = {
    "greedy": SamplingParams(min_new_tokens=NUM_TOKENS),
    "sampled": SamplingParams(
        temperature=0.8, rule=SamplingRule.COUPLED, seed=11, min_new_tokens=NUM_TOKENS
    ),
}
needs_packed_products = pytest.mark.skipif(
    not has_packed_products("cpu"), reason="this processor has no packed products"
)


def _installed(id: str) -> ModelSpec | None:
    try:
        return open_library().resolve(id)
    except EngineError:
        return None


# Looked up at import: during a test the program's folders are the test's own.
MODELS = {
    id: _installed(id)
    for id in (STARTER, "qwen2.5-coder-1.5b-instruct", "qwen2.5-coder-0.5b-instruct")
}


def model(id: str) -> ModelSpec:
    found = MODELS[id]
    if found is None:
        pytest.skip(f"{id} is not installed")
    return found


def replies_are_the_plain_one(
    engine: Engine, target: ModelSpec, draft: ModelSpec, sampling: SamplingParams
) -> None:
    load(engine, target)
    expected = answer(engine, sampling, count=0)[1]
    assert expected.stats.num_tokens == NUM_TOKENS
    load(engine, target, draft)
    num_refused = num_accepted = 0
    for count in LOOKAHEADS:
        started, found = answer(engine, sampling, count=count)
        assert found.text.encode() == expected.text.encode()
        assert found.token_ids == expected.token_ids
        num_accepted += found.stats.num_accepted
        num_refused += found.stats.num_drafted - found.stats.num_accepted
    assert num_accepted > 0
    assert num_refused > 0
    command = VerifyReply(
        turn_id=8,
        prompt_ids=started.prompt_ids,
        reply_ids=found.token_ids,
        sampling=sampling,
        seed=started.seed,
    )
    verdict = only(ReplyVerified, list(engine.handle(command)))
    assert (verdict.num_own, verdict.num_tokens) == (NUM_TOKENS, NUM_TOKENS)


def answer(
    engine: Engine, sampling: SamplingParams, *, count: int
) -> tuple[TurnStarted, TurnFinished]:
    events = turn(
        engine,
        user(QUESTION),
        sampling=sampling,
        max_new_tokens=NUM_TOKENS,
        controls=Controls(num_draft_tokens=count),
    )
    return only(TurnStarted, events), finished(events)


@needs_packed_products
@pytest.mark.parametrize("name", SETTINGS)
def test_the_starter_says_the_same_with_drafts(name: str, engine: Engine) -> None:
    """It drafts for itself, which stands, after look-ups, which often do not."""
    starter = model(STARTER)
    replies_are_the_plain_one(engine, starter, starter, SETTINGS[name])


@needs_packed_products
@pytest.mark.weights
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", SETTINGS)
def test_the_pair_says_the_same(name: str, engine: Engine) -> None:
    target, draft = model("qwen2.5-coder-1.5b-instruct"), model("qwen2.5-coder-0.5b-instruct")
    replies_are_the_plain_one(engine, target, draft, SETTINGS[name])
