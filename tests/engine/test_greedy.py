"""What the greedy rule sees of wide rows, wherever in them something stands."""

import pytest
import torch

from engine.greedy import GreedyRows
from engine.params import SamplingParams
from engine.processors import Processors
from tests.table_models import TableBackend, table_model

WIDTH = 700
PLACES = pytest.mark.parametrize("place", [0, 255, 256, 511, 512, WIDTH - 1])


def greedy_rows(rows: torch.Tensor) -> GreedyRows:
    target = table_model(TableBackend(num_rows=WIDTH, seed=1))
    processors = Processors(SamplingParams(temperature=0.0), num_tokens=WIDTH)
    return GreedyRows(target, rows, rows, processors=processors)


def rows_with(place: int, value: float, *, others: float = 1.0) -> torch.Tensor:
    """Two rows, the first of them with `value` at a place and less or nothing elsewhere."""
    rows = torch.full((2, WIDTH), others)
    rows[:, 3] += 1.0
    rows[0, place] = value
    return rows


@PLACES
def test_the_largest_logit_is_chosen_wherever_it_stands(place: int) -> None:
    rows = greedy_rows(rows_with(place, 9.0))
    assert rows.are_sound
    assert rows.choose(0, following=()).id == place
    assert rows.choose(1, following=(place,)).id == 3


@PLACES
@pytest.mark.parametrize("value", [torch.nan, torch.inf])
def test_one_logit_that_is_no_number_makes_rows_unfit(place: int, value: float) -> None:
    assert not greedy_rows(rows_with(place, value)).are_sound


@PLACES
def test_infinities_of_both_signs_do_not_cancel(place: int) -> None:
    assert not greedy_rows(rows_with(place, torch.inf, others=-torch.inf)).are_sound


@PLACES
def test_a_row_with_one_id_allowed_is_sound(place: int) -> None:
    rows = rows_with(place, -2.0, others=-torch.inf)
    rows[1, place] = 0.5
    greedy = greedy_rows(rows)
    assert greedy.are_sound
    assert [greedy.choose(row, following=()).id for row in (0, 1)] == [place, place]


def test_a_row_with_nothing_allowed_is_not_sound() -> None:
    assert not greedy_rows(torch.full((1, WIDTH), -torch.inf)).are_sound
