"""The parts of training one by one: the batched pass, the corpus, words, examples, figures."""

from pathlib import Path

import pytest
import torch
from torch import Tensor

from engine.models.decoder import Decoder
from engine.training.batch import BatchDecoder, whole_embedding, wide_weights
from engine.training.conversation import Kind
from engine.training.corpus import Corpus, Shard, empty_shard
from engine.training.evaluation import Evaluation
from engine.training.examples import Batch, Examples
from engine.training.optimizer import orthogonalized
from engine.training.vocabulary import choose_vocabulary, coverage_of
from tests.tiny_models import lean_decoder, random_state, tiny_config
from tests.tiny_tokenizers import tiny_tokenizer

TAPS = (1, 2)


def decoder(family: str = "llama") -> Decoder:
    config = tiny_config(family)
    return lean_decoder(config, random_state(config))


@pytest.mark.parametrize("family", ["llama", "qwen2", "qwen3"])
def test_sequences_side_by_side_are_those_read_alone(family: str) -> None:
    """Past the point where the memory of keys grows; features too."""
    alone = decoder(family)
    weights = wide_weights(alone.weights, torch.float32)
    batch = BatchDecoder(
        alone.config,
        weights,
        embedding=whole_embedding(alone.config, weights, torch.float32),
        dtype=torch.float32,
        num_sequences=3,
        capacity=80,
        taps=TAPS,
    )
    ids = torch.randint(0, 96, (3, 70), generator=torch.Generator().manual_seed(1))
    steps = [batch.step(ids[:, position]) for position in range(70)]
    for row in range(3):
        alone.crop(0)
        alone.tap(TAPS)
        logits = alone.forward(ids[row], 0, num_logits=70)
        assert torch.allclose(torch.stack([step[0][row] for step in steps]), logits, atol=2e-3)
        features = torch.stack([step[1][row] for step in steps])
        assert torch.allclose(features, alone.features[:70], atol=2e-3)


def shard(num_sequences: int = 4, length: int = 10) -> Shard:
    made = empty_shard(num_sequences, length, 6)
    made.ids[:] = torch.arange(num_sequences * length).view(num_sequences, length)
    made.kinds[:] = Kind.GREEDY
    made.features[:] = made.ids.unsqueeze(2)
    return made


def test_a_corpus_gives_back_what_it_was_given(tmp_path: Path) -> None:
    corpus = Corpus(tmp_path / "corpus", num_groups=12)
    corpus.write(3, shard())
    corpus.write(0, shard())
    assert corpus.numbers() == [0, 3]
    assert corpus.num_tokens() == 80
    assert torch.equal(corpus.read(3).features, shard().features)
    corpus.remove()
    assert not (tmp_path / "corpus").exists()


def examples(tmp_path: Path) -> Examples:
    corpus = Corpus(tmp_path / "corpus", num_groups=12)
    for number in range(12):
        corpus.write(number, shard())
    return Examples(corpus, hidden_size=2, seed=3)


def test_held_out_text_is_never_learnt_and_all_else_once_a_pass(tmp_path: Path) -> None:
    made = examples(tmp_path)
    assert set(made.held_out).isdisjoint(made.learnt)
    assert len(made.held_out) == 3
    batches = [made.training_batch(number, 3) for number in range(15)]
    learnt = [first for batch in batches for first in batch.ids[:, 0].tolist()]
    assert sorted(learnt) == sorted(10 * row for _, row in made.learnt)
    again = examples(tmp_path).training_batch(13, 3)
    assert torch.equal(again.ids, batches[13].ids)


def test_entries_stand_beside_what_they_foretell(tmp_path: Path) -> None:
    batch = examples(tmp_path).batch([(0, 1)])
    assert batch.features[0, :, 0].tolist() == list(range(10, 18))
    assert batch.targets[0, :, 0].tolist() == list(range(11, 19))
    assert batch.ids[0, 2:].tolist() == list(range(12, 20))
    weights = batch.weights((1.0, 0.5))
    assert weights[0, 0].tolist() == [1.0] * 8
    assert weights[1, 0].tolist() == [0.0] + [0.5] * 7


def test_words_are_the_frequent_the_special_and_then_low_ones() -> None:
    tokenizer = tiny_tokenizer(400)
    counts = torch.zeros(400, dtype=torch.long)
    counts[300], counts[350] = 90, 10
    words = choose_vocabulary(counts, tokenizer, smallest=300, largest=300, coverage=0.99)
    assert {300, 350, 397, 398, 399} <= set(words.tolist())
    assert set(range(256)) <= set(words.tolist())
    assert len(words) == 300
    assert words.tolist() == sorted(words.tolist())
    assert coverage_of(words, torch.tensor([300, 300, 301, 350])) == 0.75
    few = choose_vocabulary(counts, tokenizer, smallest=10, largest=400, coverage=0.5)
    assert 259 <= len(few) <= 400


def one_batch(ids: list[int], kind: Kind) -> Batch:
    length = len(ids) - 2
    return Batch(
        features=torch.empty(0),
        ids=torch.tensor([ids]),
        targets=torch.empty(0),
        kinds=torch.full((1, length), int(kind), dtype=torch.uint8),
    )


def evaluation(num_steps: int = 2) -> Evaluation:
    rows = 20 * torch.eye(6)
    return Evaluation(
        rows=rows[:4], all_rows=rows, vocabulary=torch.arange(4), num_steps=num_steps, seed=1
    )


def states_for(ids: list[int]) -> Tensor:
    return torch.eye(6)[torch.tensor(ids)].unsqueeze(0)


def test_a_head_that_is_always_right_is_told_so() -> None:
    ids = [0, 1, 2, 3, 0, 1, 2, 3]
    for kind in (Kind.GREEDY, Kind.SAMPLED):
        found = evaluation()
        found.add(one_batch(ids, kind), [states_for(ids[2:])] * 2, states_for(ids[2:]))
        figures = found.result()
        rates = figures.greedy if kind is Kind.GREEDY else figures.sampled
        assert rates == pytest.approx((1.0, 1.0), abs=1e-3)
        assert figures.coverage == 1.0
    assert figures.coupled == 1.0


def test_a_place_counts_where_those_before_it_stood() -> None:
    """First places right at every other entry; second places right everywhere."""
    ids = [0, 1, 2, 3, 0, 1, 2, 3]
    found = evaluation()
    wrong = [2, 0, 0, 0, 2, 0]
    found.add(
        one_batch(ids, Kind.GREEDY), [states_for(wrong), states_for(ids[2:])], states_for(ids[2:])
    )
    figures = found.result()
    assert figures.greedy == pytest.approx((3 / 6, 1.0))
    assert figures.mean_length(2) == pytest.approx(2.0)


def test_words_the_head_lacks_lower_the_coverage() -> None:
    ids = [0, 1, 4, 5, 4, 1, 2, 3]
    found = evaluation()
    found.add(one_batch(ids, Kind.SAMPLED), [states_for([3] * 6)] * 2, states_for(ids[2:]))
    assert found.result().coverage == 0.5


def test_a_direction_has_singular_values_near_one() -> None:
    for shape in ((24, 60), (60, 24)):
        matrix = torch.randn(shape, generator=torch.Generator().manual_seed(1))
        values = torch.linalg.svdvals(orthogonalized(matrix))
        assert float(values.min()) > 0.4
        assert float(values.max()) < 1.4
