"""The one rule of caches: the ids are the cache, whatever is asked in whatever order."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import NotCroppable
from engine.models.cached import CachedModel, common_prefix
from tests.table_models import TableBackend, table_model

ids = st.lists(st.integers(0, 3), max_size=12)


@given(ids, ids)
def test_the_common_prefix_is_the_longest_one(left: list[int], right: list[int]) -> None:
    length = common_prefix(left, right)
    assert left[:length] == right[:length]
    assert length in (len(left), len(right)) or left[length] != right[length]


@settings(max_examples=60)
@given(st.lists(ids.filter(bool), min_size=1, max_size=8), st.booleans())
def test_a_cache_follows_any_sequence_of_sequences(
    sequences: list[list[int]], can_crop: bool
) -> None:
    """The backend itself refuses to start anywhere but at its cache's end."""
    backend = TableBackend(num_rows=4, can_crop=can_crop)
    model = table_model(backend)
    for sequence in sequences:
        common = common_prefix(list(model.ids), sequence[:-1])
        expected = common if can_crop or common == model.length else 0
        assert model.num_common(sequence[:-1]) == expected
        kept = model.sync(sequence[:-1])
        assert kept == model.length == expected
        logits = model.extend(sequence[kept:], num_logits=1)
        assert list(model.ids) == backend.ids == sequence
        assert torch.equal(logits[0], backend.row_after(sequence))


def test_ids_the_model_has_no_row_for_are_fed_as_another_and_remembered_as_they_are() -> None:
    backend = TableBackend(num_rows=4)
    model = table_model(backend)
    model.extend([1, 9, 2])
    assert (list(model.ids), backend.ids) == ([1, 9, 2], [1, 0, 2])
    assert model.sync([1, 9, 3]) == 2


@pytest.mark.parametrize("can_crop", [True, False])
def test_cropping_is_refused_only_where_it_cannot_be(can_crop: bool) -> None:
    model = table_model(TableBackend(num_rows=4, can_crop=can_crop))
    model.extend([1, 2, 3])
    model.crop_to(3)
    model.crop_to(7)
    assert model.length == 3
    if can_crop:
        model.crop_to(1)
        assert list(model.ids) == [1]
    else:
        with pytest.raises(NotCroppable):
            model.crop_to(1)
        assert model.length == 3
    model.crop_to(0)
    assert model.length == 0


def test_a_pass_that_fails_changes_nothing() -> None:
    backend = TableBackend(num_rows=4, failing=frozenset({1}))
    model = table_model(backend)
    model.extend([1, 2])
    with pytest.raises(RuntimeError):
        model.extend([3])
    assert list(model.ids) == [1, 2]
    assert torch.equal(model.extend([3])[0], backend.row_after([1, 2, 3]))


def test_rescoring_reads_the_last_pass() -> None:
    model: CachedModel = table_model(TableBackend(num_rows=4))
    logits = model.extend([1, 2, 3], num_logits=2)
    assert torch.equal(model.rescore(1, [3, 0]), logits[1, [3, 0]])
