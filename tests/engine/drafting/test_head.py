"""A head's proposals: which rows they come from, which entries stay true, and what it refuses."""

from pathlib import Path

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.drafting.head import HeadDrafter
from engine.drafting.head_file import load_head, read_card
from engine.drafting.protocol import Proposal
from engine.errors import BadLogits, WrongHead
from engine.models.cached import CachedModel
from engine.models.cuda_graphs import GraphedDecoder
from engine.params import SamplingParams, SamplingRule
from engine.sampling import Sampler
from tests.engine.replies import reply_to
from tests.heads import table_head, tiny_head, write_head
from tests.recorders import CallingRecorder
from tests.table_models import TableBackend, table_model
from tests.tiny_models import lean_decoder, random_state, tiny_config, tiny_model

WORDS = [1, 2, 5, 7]
NUM_ROWS = 8


def sampler(**settings: float | SamplingRule | tuple[tuple[int, float], ...]) -> Sampler:
    return Sampler(SamplingParams(**settings), seed=4, num_tokens=NUM_ROWS)  # type: ignore[arg-type]


def pair() -> tuple[CachedModel, HeadDrafter]:
    backend = TableBackend(num_rows=NUM_ROWS)
    target = table_model(backend)
    return target, table_head(target, backend, vocabulary=WORDS)


def propose(
    target: CachedModel,
    drafter: HeadDrafter,
    ids: list[int],
    num_tokens: int = 3,
    chooser: Sampler | None = None,
) -> Proposal:
    """Let the target read all but the last id, as the loop does, and ask for a draft."""
    kept = target.sync(ids[:-1])
    if ids[kept:-1]:
        target.extend(ids[kept:-1])
    return drafter.propose(ids, num_tokens, sampler=chooser or sampler(), should_stop=lambda: False)


def test_it_proposes_words_of_its_own_vocabulary_only() -> None:
    found = propose(*pair(), [1, 2, 3, 4])
    assert len(found.ids) == 3
    assert set(found.ids) <= set(WORDS)
    assert found.probs is None


def test_a_sampled_draft_tells_what_it_was_drawn_from_over_all_ids() -> None:
    found = propose(*pair(), [1, 2, 3, 4], chooser=sampler(temperature=0.9, top_k=3))
    assert found.probs is not None
    assert found.probs.shape == (3, NUM_ROWS)
    others = [id for id in range(NUM_ROWS) if id not in WORDS]
    assert float(found.probs[:, others].abs().max()) == 0.0
    assert torch.allclose(found.probs.sum(1), torch.ones(3))
    assert all(float(row[id]) > 0 for row, id in zip(found.probs, found.ids, strict=True))
    assert (found.probs > 0).sum(1).tolist() == [3, 3, 3]


def test_a_coupled_draft_shares_the_noise_and_has_no_probabilities() -> None:
    chooser = sampler(temperature=0.9, rule=SamplingRule.COUPLED)
    first = propose(*pair(), [1, 2, 3, 4], chooser=chooser)
    again = propose(*pair(), [1, 2, 3, 4], chooser=chooser)
    assert first == again
    assert first.probs is None


def test_what_is_banned_is_not_proposed() -> None:
    target, drafter = pair()
    free = propose(target, drafter, [1, 2, 3, 4], 1)
    banned = sampler(logit_bias=((free.ids[0], -100.0),))
    banned.processors.start([1, 2, 3, 4])
    assert propose(target, drafter, [1, 2, 3, 4], 1, banned).ids[0] in set(WORDS) - set(free.ids)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.integers(0, 7), min_size=2, max_size=9), min_size=1, max_size=5))
def test_it_catches_up_with_any_sequence(sequences: list[list[int]]) -> None:
    """After any road to a sequence it proposes what a fresh head proposes."""
    target, drafter = pair()
    for ids in sequences:
        found = propose(target, drafter, ids)
        assert found.ids == propose(*pair(), ids).ids
        assert drafter.num_behind(ids) == 0


def test_only_what_is_new_is_read() -> None:
    target, drafter = pair()
    assert propose(target, drafter, [1, 2, 3, 4]).num_caught_up == 3
    assert propose(target, drafter, [1, 2, 3, 4, 5, 6]).num_caught_up == 2
    assert drafter.num_behind([1, 2, 3, 4, 5, 6, 7]) == 1
    # The last entry is made again, so that there is a state to go on from.
    assert propose(target, drafter, [1, 2, 3, 4, 5, 6]).num_caught_up == 1
    drafter.forget_after([1, 2, 9])
    assert drafter.num_behind([1, 2, 3, 4]) == 2


def test_nothing_is_proposed_where_the_target_has_not_read() -> None:
    target, drafter = pair()
    target.extend([1, 2])
    found = drafter.propose([1, 2, 3, 4], 2, sampler=sampler(), should_stop=lambda: False)
    assert not found.ids
    assert not propose(target, drafter, [1], 2).ids


def test_stop_leaves_the_draft_as_short_as_it_is() -> None:
    target, drafter = pair()
    target.extend([1, 2, 3])
    answers = iter([False, False, True])
    found = drafter.propose([1, 2, 3, 4], 5, sampler=sampler(), should_stop=lambda: next(answers))
    assert len(found.ids) == 1


def test_features_that_are_no_numbers_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    target, drafter = pair()
    target.extend([1, 2, 3])
    bad = torch.full((3, 32), torch.nan)
    monkeypatch.setattr(drafter, "_source", type("Source", (), {"features": bad})())
    with pytest.raises(BadLogits):
        drafter.propose([1, 2, 3, 4], 2, sampler=sampler(), should_stop=lambda: False)


def test_a_head_is_refused_for_another_model(tmp_path: Path) -> None:
    config = tiny_config()
    path = tmp_path / "a.draft"
    card = write_head(path, config, vocabulary=[1, 2, 3])
    assert read_card(path) == card
    with pytest.raises(WrongHead, match="hidden states cannot be had"):
        load_head(path, table_model(TableBackend(num_rows=8)))
    other = tiny_config(hidden_size=128, head_size=32)
    with pytest.raises(WrongHead, match="made for tiny"):
        load_head(path, CachedModel(lean_decoder(other, random_state(other)), name="other"))
    write_head(path, config, vocabulary=[1, 2, config.vocab_rows])
    with pytest.raises(WrongHead, match="tokens that the model lacks"):
        load_head(path, tiny_model())


@pytest.mark.parametrize("keep", [0, 10, 400, -8])
def test_a_damaged_file_is_refused_with_a_sentence(tmp_path: Path, keep: int) -> None:
    path = tmp_path / "a.draft"
    write_head(path, tiny_config(), vocabulary=[1, 2, 3])
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(WrongHead, match="damaged"):
        load_head(path, tiny_model())


def test_loading_empties_the_cache_so_that_every_position_has_features(tmp_path: Path) -> None:
    target = tiny_model()
    target.extend([1, 2, 3])
    drafter = tiny_head(target, tiny_config(), tmp_path)
    assert target.length == 0
    assert len(propose(target, drafter, [1, 2, 3, 4], 2).ids) == 2


@pytest.mark.parametrize("count", range(1, 9))
def test_a_greedy_reply_is_the_plain_one(tmp_path: Path, count: int) -> None:
    target, prompt = tiny_model(), [63, 34, 46, 81, 31, 88, 60]
    plain = reply_to(target, prompt, max_new_tokens=24)
    drafter = tiny_head(target, tiny_config(), tmp_path)
    found = reply_to(target, prompt, drafters=[drafter], num_draft_tokens=count, max_new_tokens=24)
    assert found.ids == plain.ids


@pytest.mark.parametrize("is_recorded", [False, True])
def test_a_target_in_fixed_shapes_lends_its_hidden_states_too(
    tmp_path: Path, is_recorded: bool
) -> None:
    """As on a card: what is recorded before the head came keeps none, and is recorded anew."""
    config = tiny_config()
    prompt = [5, 9, 23, 5, 9, 11, 5, 9]

    def drafted(target: CachedModel) -> list[list[int]]:
        head = tiny_head(target, config, tmp_path)
        ids, found = list(prompt), []
        for id in (7, 30, 11, 2, 9, 4):
            target.extend(ids[target.length :])
            ids.append(id)
            found.append(list(propose(target, head, ids).ids))
        return found

    usual = drafted(tiny_model())
    decoder = lean_decoder(config, random_state(config))
    graphs = GraphedDecoder(decoder, recorder=CallingRecorder() if is_recorded else None)
    target = CachedModel(graphs, name="graphs")
    reply_to(target, prompt, max_new_tokens=8)
    num_before = graphs.num_replays
    assert drafted(target) == usual
    assert {len(ids) for ids in usual} == {3}
    assert (graphs.num_replays > num_before) is is_recorded
