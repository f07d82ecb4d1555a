"""The head computes the same whole sequences at once, as it learns, and a token at a time."""

import pytest
import torch

from engine.drafting.head_network import HeadNetwork
from engine.training.network import initial_parameters, unrolled
from tests.heads import CPU, HIDDEN, exact_weights, head_shape, random_parameters

LENGTH, STEPS = 12, 3


@pytest.mark.parametrize("num_layers", [1, 2])
@pytest.mark.parametrize("window", [64, 5])
def test_drafting_is_what_was_learnt(num_layers: int, window: int) -> None:
    """From any entry: true entries up to it, then two on the head's own states.

    With a short window the two differ by design, where a later step looks back: the first step
    must agree all the same.
    """
    shape = head_shape(num_layers=num_layers, window=window)
    parameters = random_parameters(shape)
    generator = torch.Generator().manual_seed(5)
    features = torch.randn(1, LENGTH, shape.num_features, generator=generator)
    embeddings = torch.randn(1, LENGTH, HIDDEN, generator=generator)
    learnt = unrolled(
        parameters,
        shape,
        features=features,
        embeddings=embeddings,
        turns=shape.turns(LENGTH),
        num_steps=STEPS,
    )
    weights = exact_weights(shape, parameters, torch.eye(HIDDEN))
    for last in range(LENGTH - STEPS):
        network = HeadNetwork(shape, weights, capacity=LENGTH, device=CPU)
        state = torch.empty(0)
        for start in range(last + 1) if window < LENGTH else (0,):
            end = start + 1 if window < LENGTH else last + 1
            state = network.read(features[0, start:end], embeddings[0, start:end], start)
        for step in range(STEPS):
            if step:
                state = network.go_on(state, embeddings[0, last + step].unsqueeze(0), last + step)
            if step == 0 or window >= LENGTH:
                expected = learnt[step][0, last + step]
                assert torch.allclose(network.logits(state), expected, atol=1e-4)


def test_entries_read_one_by_one_are_those_read_at_once() -> None:
    shape = head_shape()
    weights = exact_weights(shape, random_parameters(shape), torch.eye(HIDDEN))
    features, embeddings = torch.randn(7, shape.num_features), torch.randn(7, HIDDEN)
    whole = HeadNetwork(shape, weights, capacity=9, device=CPU)
    single = HeadNetwork(shape, weights, capacity=9, device=CPU)
    expected = whole.read(features, embeddings, 0)
    for place in range(7):
        part = slice(place, place + 1)
        state = single.read(features[part], embeddings[part], place)
    assert torch.allclose(state, expected, atol=1e-5)


def test_no_entry_sees_what_comes_after_it() -> None:
    shape = head_shape()
    parameters = random_parameters(shape)
    features, embeddings = torch.randn(1, 9, shape.num_features), torch.randn(1, 9, HIDDEN)

    def states() -> list[torch.Tensor]:
        return unrolled(
            parameters,
            shape,
            features=features,
            embeddings=embeddings,
            turns=shape.turns(9),
            num_steps=STEPS,
        )

    before = states()
    features[0, 5:] += 1.0
    embeddings[0, 6:] -= 1.0
    for step, (old, new) in enumerate(zip(before, states(), strict=True)):
        # Entry 4 + s of step s is the last that comes from true entry 4 and earlier ones.
        assert torch.allclose(old[0, : 5 + min(step, 1)], new[0, : 5 + min(step, 1)], atol=1e-5)
        assert not torch.allclose(old[0, 6 + step :], new[0, 6 + step :], atol=1e-5)


def test_an_untrained_head_passes_the_target_s_last_features_through() -> None:
    shape = head_shape()
    parameters = initial_parameters(shape, seed=0)
    tail = parameters["features"][:, -HIDDEN:]
    assert float((tail.diagonal() - 1).abs().mean()) < 0.2
    assert set(parameters) == {name for name, _ in (*shape.matrices(), *shape.vectors())}


@pytest.mark.parametrize("num_layers", [1, 2])
def test_a_recorded_head_drafts_the_same_bits(num_layers: int) -> None:
    shape = head_shape(num_layers=num_layers, window=5)
    weights = exact_weights(shape, random_parameters(shape), torch.eye(HIDDEN))
    features, embeddings = torch.randn(9, shape.num_features), torch.randn(9, HIDDEN)
    found = []
    for may_record in (True, False):
        network = HeadNetwork(shape, weights, capacity=9, device=CPU)
        network._may_record = may_record
        state = network.read(features[:2], embeddings[:2], 0)
        for place in range(2, 9):
            state = network.go_on(state, embeddings[place].unsqueeze(0), place)
            found.append(network.logits(state))
        assert (network._recorded is not None) == may_record
    assert all(map(torch.equal, found[:7], found[7:]))
