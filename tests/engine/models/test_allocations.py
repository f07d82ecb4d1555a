"""Counting what torch makes; and that a pass makes no more for a longer conversation."""

import torch

from engine.models.allocations import Allocations
from tests.tiny_models import tiny_config, tiny_model


def test_new_tensors_count_and_views_do_not() -> None:
    """Nor what is written in place; a copy of a view counts with all that it holds."""
    x = torch.zeros(4, 8)
    with Allocations() as made:
        x[1:3].add_(1.0)
        x.view(8, 4).transpose(0, 1)
    assert made.num_bytes == 0
    with Allocations() as made:
        x[:2].clone()
    assert made.num_bytes == 2 * 8 * 4
    x.clone()
    assert made.num_bytes == 2 * 8 * 4


def test_no_copy_of_the_cache_grows_with_the_conversation() -> None:
    """Per position in the cache a pass may make a few bytes of mask, not keys and values."""
    config = tiny_config()
    model = tiny_model()
    counts = []
    for length in (20, 220):
        model.extend([1] * (length - model.length))
        with Allocations() as made:
            model.extend([2])
        model.crop_to(length)
        counts.append(made.num_bytes)
    grown = (counts[1] - counts[0]) / 200
    assert grown < config.cache_bytes_per_position / 4
