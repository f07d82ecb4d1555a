"""Distributions against definitions written out the slow way, and noise that keeps its promises."""

import math
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare, kstest
from torch import Tensor

from engine.params import SamplingParams, SamplingRule
from engine.sampling import Sampler

COUPLED = SamplingParams(temperature=1.0, rule=SamplingRule.COUPLED)


def sampler(params: SamplingParams, *, num_tokens: int = 12, seed: int = 0) -> Sampler:
    return Sampler(params, seed=seed, num_tokens=num_tokens)


def random_logits(num_rows: int, width: int, *, seed: int = 0) -> Tensor:
    return torch.randn(num_rows, width, generator=torch.Generator().manual_seed(seed)) * 3


def written_out(logits: list[float], params: SamplingParams) -> list[float]:
    """The definition: temperature, top-k, top-p, min-p, each with plain sorting."""
    scaled = [value / params.temperature for value in logits]
    weights = [math.exp(value - max(scaled)) for value in scaled]

    def normalised(kept: set[int]) -> list[float]:
        total = sum(weights[id] for id in kept)
        return [weights[id] / total if id in kept else 0.0 for id in range(len(weights))]

    order = sorted(range(len(weights)), key=lambda id: -weights[id])
    kept = set(order[: params.top_k] if params.top_k else order)
    probs = normalised(kept)
    if params.top_p < 1.0:
        mass, nucleus = 0.0, set()
        for id in (id for id in order if id in kept):
            if mass >= params.top_p:
                break
            nucleus.add(id)
            mass += probs[id]
        kept = nucleus
        probs = normalised(kept)
    return normalised({id for id in kept if probs[id] >= params.min_p * max(probs)})


@settings(deadline=None, max_examples=100)
@given(
    st.integers(0, 10_000),
    st.floats(0.1, 3.0),
    st.integers(0, 14),
    st.floats(0.05, 1.0),
    st.floats(0.0, 0.9),
)
def test_processing_is_its_definition(
    seed: int, temperature: float, top_k: int, top_p: float, min_p: float
) -> None:
    params = SamplingParams(temperature=temperature, top_k=top_k, top_p=top_p, min_p=min_p)
    logits = random_logits(2, 12, seed=seed)
    probs = sampler(params).distribution(logits)
    # A mass that meets a threshold to the last bits may be cut on either side of it.
    nearby = [
        replace(params, top_p=min(max(top_p + p, 0.01), 1.0), min_p=max(min_p + m, 0.0))
        for p, m in product((0.0, -1e-5, 1e-5), repeat=2)
    ]
    for row, got in zip(logits.tolist(), probs.tolist(), strict=True):
        assert any(got == pytest.approx(written_out(row, near), abs=1e-4) for near in nearby)


def test_a_flat_distribution_keeps_more_than_the_first_candidates() -> None:
    """A top-p of 0.9 over 1000 equal tokens keeps 900 of them, more than a first look takes."""
    probs = sampler(SamplingParams(temperature=1.0, top_p=0.9), num_tokens=1000).distribution(
        torch.zeros(1, 1000)
    )
    assert abs(int((probs > 0).sum()) - 900) <= 1
    assert float(probs.sum()) == pytest.approx(1.0, abs=1e-5)


def test_greedy_is_one_hot_with_the_lowest_id_of_a_tie() -> None:
    probs = sampler(SamplingParams()).distribution(torch.tensor([[1.0, 5.0, 5.0, 2.0]]))
    assert probs.tolist() == [[0.0, 1.0, 0.0, 0.0]]


@pytest.mark.parametrize(
    "params", [SamplingParams(), SamplingParams(temperature=0.8, top_k=3, top_p=0.9)]
)
def test_a_row_that_is_not_a_number_stays_so(params: SamplingParams) -> None:
    logits = random_logits(2, 12)
    logits[0, 3] = torch.nan
    probs = sampler(params).distribution(logits)
    assert not bool(probs[0].sum().isfinite())
    assert float(probs[1].sum()) == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize("temperature", [1e-8, 1e-39, 5e-324])
def test_a_temperature_next_to_nothing_is_as_good_as_greedy(temperature: float) -> None:
    """A quotient that no float32 holds would give rows that are not numbers."""
    params = SamplingParams(temperature=temperature, top_p=0.9)
    logits = random_logits(3, 12) - 5
    probs = sampler(params).distribution(logits)
    assert torch.equal(probs, torch.nn.functional.one_hot(logits.argmax(1), 12).float())


def test_padding_rows_are_cut_off_before_anything_else() -> None:
    logits = torch.zeros(1, 20)
    logits[0, 12:] = 100.0
    chooser = sampler(SamplingParams(temperature=1.0, top_k=5))
    probs = chooser.distribution(chooser.process(logits, []))
    assert probs.shape == (1, 12)
    assert float(probs.sum()) == pytest.approx(1.0, abs=1e-5)


def test_a_penalty_counts_the_ids_before_each_position_and_no_later_ones() -> None:
    penalized = sampler(SamplingParams(repetition_penalty=2.0), num_tokens=4)
    penalized.processors.start([0, 17])
    logits = torch.tensor([[2.0, -2.0, 4.0, 1.0]]).expand(3, 4)
    assert penalized.process(logits, [1, 2]).tolist() == [
        [1.0, -2.0, 4.0, 1.0],
        [1.0, -4.0, 4.0, 1.0],
        [1.0, -4.0, 2.0, 1.0],
    ]
    assert penalized.processors.apply(logits[0], [2, 99]).tolist() == [1.0, -2.0, 2.0, 1.0]


def test_what_was_tried_in_a_draft_is_not_seen_for_good() -> None:
    penalized = sampler(SamplingParams(repetition_penalty=2.0), num_tokens=2)
    penalized.process(torch.ones(3, 2), [0, 1])
    assert penalized.process(torch.ones(1, 2), []).tolist() == [[1.0, 1.0]]


def test_draws_follow_the_weights() -> None:
    weights = torch.tensor([0.0, 3.0, 0.0, 1.0, 4.0, 0.0])
    chooser = sampler(SamplingParams(temperature=1.0), num_tokens=6)
    counts = np.bincount([chooser.draw(weights) for _ in range(8000)], minlength=6)
    assert counts[[0, 2, 5]].tolist() == [0, 0, 0]
    assert chisquare(counts[[1, 3, 4]], [3000, 1000, 4000]).pvalue > 1e-3


def test_choices_with_shared_noise_follow_the_probabilities() -> None:
    """Over positions, and over seeds at one position; the control with one noise is caught."""
    probs = torch.tensor([0.5, 0.0, 0.2, 0.3])
    expected = [4000, 1600, 2400]
    by_position = [sampler(COUPLED).choose(probs, position) for position in range(8000)]
    by_seed = [sampler(COUPLED, seed=seed).choose(probs, 5) for seed in range(8000)]
    for chosen in (by_position, by_seed):
        counts = np.bincount(chosen, minlength=4)
        assert counts[1] == 0
        assert chisquare(counts[[0, 2, 3]], expected).pvalue > 1e-3
    stuck = np.bincount([sampler(COUPLED).choose(probs, 5) for _ in range(800)], minlength=4)
    assert chisquare(stuck[[0, 2, 3]], [400, 160, 240]).pvalue < 1e-9


def test_shared_noise_of_neighbours_is_independent() -> None:
    """Of positions side by side, and of seeds side by side: pairs fill the square evenly."""
    probs = torch.full((4,), 0.25)
    for pairs in (
        [
            (sampler(COUPLED).choose(probs, n), sampler(COUPLED).choose(probs, n + 1))
            for n in range(0, 8000, 2)
        ],
        [
            (
                sampler(COUPLED, seed=n).choose(probs, 3),
                sampler(COUPLED, seed=n + 1).choose(probs, 3),
            )
            for n in range(0, 8000, 2)
        ],
    ):
        counts = np.zeros((4, 4))
        for left, right in pairs:
            counts[left, right] += 1
        assert chisquare(counts.ravel()).pvalue > 1e-3


def test_choices_agree_where_draft_and_target_do() -> None:
    """The share of equal choices is at least (1 - TV) / (1 + TV), here with a TV of 0.2."""
    p, q = torch.tensor([0.5, 0.3, 0.2]), torch.tensor([0.3, 0.5, 0.2])
    equal = [sampler(COUPLED).choose(p, n) == sampler(COUPLED).choose(q, n) for n in range(4000)]
    assert sum(equal) / 4000 > 0.8 / 1.2 - 0.03


def test_uniform_numbers_are_uniform_and_private() -> None:
    torch.manual_seed(5)
    before = torch.random.get_rng_state()
    chooser = sampler(SamplingParams(temperature=1.0))
    numbers = [chooser.uniform() for _ in range(4000)]
    assert kstest(numbers, "uniform").pvalue > 1e-3
    assert all(0.0 <= number < 1.0 for number in numbers)
    assert torch.equal(torch.random.get_rng_state(), before)


def test_the_same_seed_draws_the_same() -> None:
    probs = torch.full((12,), 1 / 12)
    params = SamplingParams(temperature=1.0)
    runs = [[s.draw(probs) for _ in range(30)] for s in (sampler(params), sampler(params))]
    other = sampler(params, seed=1)
    assert runs[0] == runs[1] != [other.draw(probs) for _ in range(30)]


@pytest.mark.parametrize("seed", [0, 2**63 - 1])
def test_seeds_at_the_ends_of_their_range_work(seed: int) -> None:
    for params in (COUPLED, SamplingParams(temperature=1.0)):
        chooser = sampler(params, seed=seed)
        probs = torch.full((12,), 1 / 12)
        assert 0 <= chooser.choose(probs, 0) < 12
        assert 0 <= chooser.draw(probs) < 12
