"""The index of suffixes: verified matches, cheap cropping, and memory that stays bounded."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.drafting.suffix_index import LONGEST, Match, SuffixIndex


def test_the_longest_match_counts_before_the_latest() -> None:
    index = SuffixIndex(min_length=2)
    index.extend([1, 2, 3, 4, 5, 9, 4, 5, 8, 3, 4, 5])
    assert index.find() == Match(end=5, length=3)
    index.extend([7, 4, 5])
    assert index.find() == Match(end=12, length=2)


def test_a_match_is_counted_so_far_and_no_further() -> None:
    index = SuffixIndex(min_length=2)
    passage = list(range(2 * LONGEST))
    index.extend([*passage, 99, *passage])
    assert index.find() == Match(end=len(passage), length=LONGEST)


@settings(max_examples=200)
@given(
    st.lists(st.integers(0, 3), max_size=60),
    st.lists(st.tuples(st.integers(0, 60), st.lists(st.integers(0, 3), max_size=9)), max_size=6),
)
def test_taking_ids_back_leaves_no_trace(
    ids: list[int], edits: list[tuple[int, list[int]]]
) -> None:
    index = SuffixIndex(min_length=2)
    index.extend(ids)
    for length, more in edits:
        index.crop(length)
        index.extend(more)
        ids = [*ids[:length], *more]
        fresh = SuffixIndex(min_length=2)
        fresh.extend(ids)
        assert index.ids == ids
        assert index.find() == fresh.find()


def test_a_long_match_is_found_where_its_last_ids_are_everywhere() -> None:
    """Two hundred later places end alike; looking at all of them would take too long."""
    index = SuffixIndex(min_length=2)
    passage = [11, 12, 13, 14, 15, 16, 17, 18, 1, 2]
    index.extend([*passage, 77, *[5, 1, 2] * 200, *passage])
    found = index.find()
    assert found == Match(end=len(passage), length=len(passage))


def test_every_match_is_one_though_slots_are_shared() -> None:
    """More ids than there are slots, so that many places lie in one."""
    chance = random.Random(5)
    ids = [chance.randrange(300) for _ in range(80_000)]
    index = SuffixIndex(min_length=2)
    index.extend(ids)
    for length in range(1, 200):
        index.extend([ids[1000 + length]])
        found = index.find()
        if length == 1:
            continue
        assert found is not None
        assert index.ids[found.end - found.length : found.end] == index.ids[-found.length :]
