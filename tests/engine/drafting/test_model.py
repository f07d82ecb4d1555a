"""A draft model's steps: what it proposes, from which rows, and where its cache stands after."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.drafting.model import ModelDrafter
from engine.drafting.protocol import Proposal
from engine.errors import BadLogits
from engine.params import SamplingParams, SamplingRule
from engine.sampling import Sampler
from tests.table_models import TableBackend, table_model

IDS = [1, 2, 3, 4]


def sampler(**settings: float | SamplingRule) -> Sampler:
    return Sampler(SamplingParams(**settings), seed=4, num_tokens=8)  # type: ignore[arg-type]


def drafted(
    backend: TableBackend, num_tokens: int, chooser: Sampler | None = None, *, calls: int = 10**9
) -> tuple[Proposal, ModelDrafter]:
    drafter = ModelDrafter(table_model(backend))
    left = iter(range(calls))
    proposal = drafter.propose(
        IDS,
        num_tokens,
        sampler=chooser or sampler(),
        should_stop=lambda: next(left, None) is None,
    )
    return proposal, drafter


def test_a_greedy_draft_follows_the_largest_logits() -> None:
    backend = TableBackend(num_rows=8)
    proposal, drafter = drafted(backend, 3)
    ids = list(IDS)
    for _ in range(3):
        ids.append(int(backend.row_after(ids).argmax()))
    assert (proposal.ids, proposal.probs) == (ids[4:], None)
    # The last token is not read: nobody has asked what follows it.
    assert list(drafter.model.ids) == ids[:-1]
    assert backend.widths == [4, 1, 1]


def test_a_sampled_draft_tells_what_it_was_really_drawn_from() -> None:
    """The processed rows: with top-k 2 exactly two tokens have mass, and the drawn one is one."""
    chooser = sampler(temperature=0.8, top_k=2)
    backend = TableBackend(num_rows=8)
    proposal, _ = drafted(backend, 4, chooser)
    assert proposal.probs is not None
    assert proposal.probs.shape == (4, 8)
    ids = list(IDS)
    for place, id in enumerate(proposal.ids):
        expected = chooser.distribution(backend.row_after(ids).unsqueeze(0))[0]
        assert torch.equal(proposal.probs[place], expected)
        assert float(expected[id]) > 0
        assert int((expected > 0).sum()) == 2
        ids.append(id)


def test_a_coupled_draft_has_no_choice_and_so_no_probabilities() -> None:
    chooser = sampler(temperature=0.8, rule=SamplingRule.COUPLED)
    backend = TableBackend(num_rows=8)
    proposal, _ = drafted(backend, 3, chooser)
    assert proposal.probs is None
    probs = chooser.distribution(backend.row_after(IDS).unsqueeze(0))[0]
    assert proposal.ids[0] == chooser.choose(probs, 4)


@settings(max_examples=60)
@given(st.lists(st.lists(st.integers(0, 7), min_size=1, max_size=9), min_size=1, max_size=5))
def test_it_catches_up_with_any_sequence(sequences: list[list[int]]) -> None:
    backend = TableBackend(num_rows=8)
    drafter = ModelDrafter(table_model(backend))
    for ids in sequences:
        found = drafter.propose(ids, 2, sampler=sampler(), should_stop=lambda: False)
        assert found.ids[0] == int(backend.row_after(ids).argmax())
        assert list(drafter.model.ids) == [*ids, found.ids[0]]
        drafter.forget_after(ids)
        assert list(drafter.model.ids) == ids


def test_a_long_text_is_read_in_pieces_between_which_stop_is_heard() -> None:
    backend = TableBackend(num_rows=8)
    drafter = ModelDrafter(table_model(backend))
    ids = [1, 2, 3, 4, 5] * 200
    heard = iter([False, True])
    stopped = drafter.propose(ids, 3, sampler=sampler(), should_stop=lambda: next(heard))
    assert (list(stopped.ids), backend.widths) == ([], [256])
    found = drafter.propose(ids, 3, sampler=sampler(), should_stop=lambda: False)
    assert backend.widths == [256, 256, 256, 232, 1, 1]
    assert (len(found.ids), found.num_caught_up) == (3, 1000 - 256)


@pytest.mark.parametrize("calls", [0, 1, 2])
def test_stop_ends_a_draft_before_the_next_step(calls: int) -> None:
    backend = TableBackend(num_rows=8)
    proposal, _ = drafted(backend, 5, calls=calls)
    assert (len(proposal.ids), backend.num_passes) == (calls, calls)


@pytest.mark.parametrize(("capacity", "expected"), [(3, 0), (4, 1), (5, 2), (100, 5)])
def test_a_draft_with_a_shorter_context_drafts_what_fits(capacity: int, expected: int) -> None:
    backend = TableBackend(num_rows=8, capacity=capacity)
    assert len(drafted(backend, 5)[0].ids) == expected


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_rows_that_are_no_numbers_end_a_draft_and_are_not_kept(temperature: float) -> None:
    backend = TableBackend(num_rows=8, broken=frozenset({6}))
    proposal, drafter = drafted(backend, 5, sampler(temperature=temperature))
    assert len(proposal.ids) == 2
    assert proposal.probs is None or len(proposal.probs) == 2
    assert drafter.model.length == len(backend.ids) == 0
    with pytest.raises(BadLogits):
        drafted(TableBackend(num_rows=8, broken=frozenset({4})), 5)


def test_padding_rows_are_never_proposed() -> None:
    backend = TableBackend(num_rows=12, num_known=8)
    for chooser in (sampler(), sampler(temperature=1.0)):
        assert max(drafted(backend, 16, chooser)[0].ids) < 8
        backend.ids.clear()
