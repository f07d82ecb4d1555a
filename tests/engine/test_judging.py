"""A row that nothing can be chosen from ends a reply where plain decoding meets it, only there."""

from collections.abc import Sequence

import pytest
import torch
from scipy.stats import chisquare

from engine.drafting.protocol import Drafter, Proposal
from engine.errors import BadLogits, NothingAllowed
from engine.events import TokenStatus
from engine.judging import Judge
from engine.models.cached import CachedModel
from engine.models.cuda_graphs import GraphedDecoder
from engine.params import SamplingParams, SamplingRule
from engine.sampling import Sampler
from tests.engine.replies import GREEDY, Reply, letter, reply_to
from tests.recorders import CallingRecorder
from tests.table_models import PlannedDrafter, TableBackend, table_model
from tests.tiny_models import lean_decoder, random_state, tiny_config

PROMPT = [5, 7, 5, 7, 5, 9, 3]
POISON = 8
"""An id after which nothing is a number."""
COUPLED = SamplingParams(temperature=0.9, rule=SamplingRule.COUPLED)
PENALIZED = SamplingParams(repetition_penalty=1.3)
SAMPLINGS = pytest.mark.parametrize(
    "sampling", [GREEDY, COUPLED, PENALIZED], ids=["greedy", "coupled", "penalty"]
)


def poisoned(*, spread: float = 1.5, bias: float = -60.0) -> TableBackend:
    backend = TableBackend(num_rows=12, seed=1, spread=spread)
    backend.table[:, :, POISON] += bias
    backend.table[:, POISON] = torch.nan
    return backend


def with_poison(place: int, plain: Sequence[int]) -> PlannedDrafter:
    """Draft what is right, then the poison, then more."""
    path = [*PROMPT, *plain]

    def plan(ids: Sequence[int], num_tokens: int) -> list[int]:
        right = path[len(ids) : len(ids) + place]
        return [*right, *([POISON] * (num_tokens - len(right)))][:num_tokens]

    return PlannedDrafter(plan)


def reply(backend: TableBackend, *drafters: Drafter, sampling: SamplingParams) -> Reply:
    return reply_to(
        table_model(backend),
        PROMPT,
        drafters=drafters,
        sampling=sampling,
        num_draft_tokens=4,
        max_new_tokens=24,
    )


@SAMPLINGS
@pytest.mark.parametrize("place", [0, 1, 3])
def test_a_spoilt_row_behind_a_refused_token_costs_nothing(
    sampling: SamplingParams, place: int
) -> None:
    plain = reply(poisoned(), sampling=sampling)
    found = reply(poisoned(), with_poison(place, plain.ids), sampling=sampling)
    assert found.ids == plain.ids
    assert [token.probability for token in found.tokens] == pytest.approx(
        [token.probability for token in plain.tokens]
    )
    assert found.num_drafted > 0
    assert (found.num_accepted > 0) == (place > 0)


@SAMPLINGS
def test_a_spoilt_row_that_is_reached_comes_after_what_plain_decoding_keeps(
    sampling: SamplingParams,
) -> None:
    plain = reply(poisoned(), sampling=sampling)
    kept = plain.ids[:9]
    for drafters in ([], [with_poison(4, plain.ids)]):
        backend = poisoned()
        broken = len(PROMPT) + len(kept)
        backend.broken = frozenset({broken})
        target = table_model(backend)
        ids: list[int] = []
        with pytest.raises(BadLogits):
            reply_to(
                target,
                PROMPT,
                drafters=drafters,
                sampling=sampling,
                num_draft_tokens=4,
                on_tokens=ids.extend,
            )
        assert ids == kept
        assert target.length == 0


def test_a_row_without_an_allowed_id_behind_a_refused_token_costs_nothing() -> None:
    words = tuple("d" + letter(id).decode() for id in range(12))
    sampling = SamplingParams(banned_words=words, logit_bias=((3, -60.0),))
    plain = reply(TableBackend(num_rows=12, seed=1), sampling=sampling)
    ds = PlannedDrafter(lambda ids, num_tokens: [3] * num_tokens)
    found = reply(TableBackend(num_rows=12, seed=1), ds, sampling=sampling)
    assert found.ids == plain.ids
    assert found.num_drafted > 0


def test_a_row_without_an_allowed_id_is_told_where_plain_decoding_meets_it() -> None:
    sampling = SamplingParams(no_repeat_ngram=1)
    told = []
    for drafters in ([], [PlannedDrafter(lambda ids, num_tokens: [0, 1, 2, 4][:num_tokens])]):
        ids: list[int] = []
        with pytest.raises(NothingAllowed):
            reply_to(
                table_model(TableBackend(num_rows=12, seed=1)),
                PROMPT,
                drafters=drafters,
                sampling=sampling,
                num_draft_tokens=4,
                on_tokens=ids.extend,
            )
        told.append(ids)
    assert told[0] == told[1]
    assert len(told[0]) == 12 - len(set(PROMPT))


def test_a_drafted_token_that_is_followed_by_a_spoilt_row_is_as_likely_as_it_should_be() -> None:
    """Who gives up a draft because of what follows it favours the tokens nothing bad follows."""
    sampling = SamplingParams(temperature=1.0)
    backend = poisoned(spread=0.5, bias=0.5)
    p = torch.softmax(backend.row_after(PROMPT), dim=0)
    q = torch.softmax(backend.row_after(PROMPT) + torch.linspace(-0.5, 0.5, 12), dim=0)
    counts = torch.zeros(12)
    for seed in range(4000):
        sampler = Sampler(sampling, seed=seed, num_tokens=12)
        drafted = sampler.draw(q)
        backend.ids.clear()
        target = table_model(backend)
        logits = target.extend([*PROMPT, drafted], num_logits=2)
        proposal = Proposal([drafted], probs=q.unsqueeze(0))
        judgement = Judge(target, sampler).judge(logits, proposal, ids=PROMPT)
        verdict = judgement.verdict
        first = drafted if verdict.num_accepted else verdict.next_id
        counts[first] += 1
        is_kept_alone = verdict.status is TokenStatus.ACCEPTED
        assert is_kept_alone == (drafted == POISON and first == POISON)
    assert float(chisquare(counts.double(), p.double() * 4000).pvalue) > 1e-3


@pytest.mark.parametrize("on_device", [False, True], ids=["looked at", "on a device"])
@pytest.mark.parametrize("sampling", [GREEDY, COUPLED], ids=["greedy", "coupled"])
def test_an_embedding_that_is_no_number_costs_nothing_where_it_is_only_drafted(
    on_device: bool, sampling: SamplingParams
) -> None:
    """One such position spoils all rows of its pass, and the columns that later rows mask."""
    config, state = tiny_config(), random_state(tiny_config())

    def target() -> CachedModel:
        decoder = lean_decoder(config, state, kind="float32")
        return CachedModel(
            GraphedDecoder(decoder, recorder=CallingRecorder()) if on_device else decoder,
            name="target",
        )

    def run(*drafters: Drafter) -> Reply:
        return reply_to(
            target(),
            PROMPT,
            drafters=drafters,
            sampling=sampling,
            num_draft_tokens=3,
            max_new_tokens=40,
        )

    plain = run()
    unused = next(id for id in range(config.vocab_rows) if id not in {*PROMPT, *plain.ids})
    state["model.embed_tokens.weight"][unused] = torch.nan
    found = run(PlannedDrafter(lambda ids, num_tokens: [unused] * num_tokens))
    assert found.ids == plain.ids
    assert found.num_drafted > 0
