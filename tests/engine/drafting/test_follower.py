"""How much of what was read holds, and how little is looked at to tell."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.drafting.follower import Follower
from engine.models.cached import common_prefix

IDS = st.lists(st.integers(0, 2), max_size=60)


@given(IDS, st.lists(st.tuples(st.integers(0, 20), IDS), max_size=6))
def test_a_sequence_that_grows_and_gives_up_its_end_is_followed(
    start: list[int], steps: list[tuple[int, list[int]]]
) -> None:
    follower, known, sequence = Follower(), list[int](), list(start)
    for num_given_up, added in steps:
        assert follower.num_common(known, sequence) == common_prefix(known, sequence)
        known[:] = sequence
        del sequence[max(len(sequence) - num_given_up, 0) :]
        sequence += added


@given(IDS, IDS)
def test_another_sequence_is_read_from_its_start(first: list[int], second: list[int]) -> None:
    follower = Follower()
    follower.num_common([], first)
    assert follower.num_common(list(first), second) == common_prefix(first, second)


class Watched(list[int]):
    """A list that counts what is read of it by slices."""

    num_read = 0

    def __getitem__(self, index: Any) -> Any:
        """Count what a slice gives."""
        found = super().__getitem__(index)
        if isinstance(index, slice):
            self.num_read += len(found)
        return found


def test_a_long_sequence_costs_no_more_than_a_short_one() -> None:
    sequence = Watched(range(100_000))
    follower, known = Follower(), list(sequence)
    follower.num_common(known, sequence)
    sequence.num_read = 0
    for id in range(10):
        sequence.append(id)
        assert follower.num_common(known, sequence) == len(known)
        known.append(id)
    assert sequence.num_read <= 10 * 32
