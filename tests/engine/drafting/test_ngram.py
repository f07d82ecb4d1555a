"""Looking words up: the longest match, the latest of equals, and never past what is known."""

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.drafting.ngram import NgramDrafter
from engine.params import SamplingParams
from engine.sampling import Sampler

SAMPLER = Sampler(SamplingParams(), seed=0, num_tokens=50)


def propose(drafter: NgramDrafter, ids: Sequence[int], num_tokens: int = 4) -> list[int]:
    proposal = drafter.propose(ids, num_tokens, sampler=SAMPLER, should_stop=lambda: False)
    assert proposal.probs is None
    return list(proposal.ids)


def looked_up(ids: list[int], num_tokens: int, *, min_length: int) -> list[int]:
    """The definition, by looking at every place."""
    for length in range(len(ids) - 1, min_length - 1, -1):
        for start in range(len(ids) - length - 1, -1, -1):
            if ids[start : start + length] == ids[-length:]:
                grown = list(ids)
                for offset in range(num_tokens):
                    grown.append(grown[start + length + offset])
                return grown[len(ids) :]
    return []


@settings(max_examples=300)
@given(
    st.lists(st.integers(0, 2), min_size=1, max_size=30),
    st.integers(1, 3),
    st.integers(1, 6),
)
def test_a_proposal_is_its_definition(ids: list[int], min_length: int, num_tokens: int) -> None:
    """However the sequence grew: at once, id by id, in place, or out of another one."""
    expected = looked_up(ids, num_tokens, min_length=min_length)
    assert propose(NgramDrafter(min_length=min_length), ids, num_tokens) == expected
    grown = NgramDrafter(min_length=min_length)
    propose(grown, [2, 2, 1, *ids])
    for end in range(1, len(ids) + 1):
        found = propose(grown, ids[:end], num_tokens)
    assert found == expected
    same, place = NgramDrafter(min_length=min_length), list[int]()
    for id in ids:
        place.append(id)
        found = propose(same, place, num_tokens)
    assert found == expected


def test_the_default_wants_two_tokens_and_tells_how_many_there_were() -> None:
    drafter = NgramDrafter()
    assert propose(drafter, [7, 8, 9, 1, 9]) == []
    for ids, evidence in (([7, 8, 9, 1, 8, 9], 2), ([7, 8, 9, 1, 7, 8, 9], 3)):
        proposal = drafter.propose(ids, 2, sampler=SAMPLER, should_stop=lambda: False)
        assert (proposal.ids[0], proposal.evidence) == (1, evidence)


def test_a_sequence_that_is_cut_in_place_is_followed() -> None:
    """As when a reply gives up the pieces of a character and goes on otherwise."""
    drafter, ids = NgramDrafter(), [1, 2, 3, 4, 1, 2]
    assert propose(drafter, ids, 2) == [3, 4]
    ids[2:] = [7, 8, 1, 2]
    assert propose(drafter, ids, 2) == [7, 8]
    del ids[3:]
    assert propose(drafter, ids, 2) == []


def test_the_end_of_the_sequence_is_not_its_own_precedent() -> None:
    assert propose(NgramDrafter(min_length=1), [1]) == []
    assert propose(NgramDrafter(min_length=1), [1, 2, 3]) == []


def test_padding_ids_of_a_prompt_are_never_proposed() -> None:
    drafter = NgramDrafter(min_length=1)
    assert propose(drafter, [1, 2, 99, 1]) == [2]
    assert propose(drafter, [1, 99, 1]) == []


def test_it_never_lags_behind_nor_stops_for_anything() -> None:
    drafter = NgramDrafter(min_length=1)
    ids = [1, 2, 1]
    proposal = drafter.propose(ids, 2, sampler=SAMPLER, should_stop=lambda: True)
    assert (proposal.ids, proposal.num_caught_up) == ([2, 1], 0)
    assert drafter.num_behind(ids) == 0
    drafter.forget_after([])
    assert propose(drafter, ids, 2) == [2, 1]
