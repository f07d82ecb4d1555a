"""What the greedy rule sees of wide rows, wherever in them something stands."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
import torch

from engine.greedy import GreedyRows, are_sound, two_best_elsewhere, two_best_here
from engine.params import SamplingParams
from engine.processors import Processors
from tests.table_models import TableBackend, table_model

WIDTH = 700
PLACES = pytest.mark.parametrize("place", [0, 255, 256, 511, 512, WIDTH - 1])


@dataclass(slots=True, kw_only=True)
class Rescored(TableBackend):
    """A model whose logits in float32 are known."""

    closer: torch.Tensor = field(default_factory=lambda: torch.empty(0))

    def rescore(self, row: int, ids: torch.Tensor) -> torch.Tensor:
        """Look them up."""
        return self.closer[row, ids]


def greedy_rows(
    rows: torch.Tensor,
    *,
    following: Sequence[int] = (),
    closer: torch.Tensor | None = None,
    rounding: float = 1e-9,
) -> GreedyRows:
    """Rows of a model that rounds its logits to steps of this share."""
    closer = rows if closer is None else closer
    target = table_model(Rescored(num_rows=2, closer=closer, rounding=rounding))
    processors = Processors(SamplingParams(temperature=0.0), num_tokens=WIDTH)
    return GreedyRows(target, rows, rows, processors=processors, following=following)


def rows_with(place: int, value: float, *, others: float = 1.0) -> torch.Tensor:
    """Two rows, the first of them with `value` at a place and less or nothing elsewhere."""
    rows = torch.full((2, WIDTH), others)
    rows[:, 3] += 1.0
    rows[0, place] = value
    return rows


def refuses(rows: torch.Tensor) -> None:
    """See that rows are found unfit, wherever they lie, and by the way."""
    greedy = greedy_rows(rows, following=(3,) * (len(rows) - 1))
    assert len(list(greedy.choices())) == len(rows)
    assert not greedy.are_sound
    assert not are_sound(rows)


@PLACES
def test_the_largest_logit_is_chosen_wherever_it_stands(place: int) -> None:
    rows = greedy_rows(rows_with(place, 9.0), following=(place,))
    assert list(rows.choices()) == [place, 3]
    assert rows.are_sound


@PLACES
@pytest.mark.parametrize("value", [torch.nan, torch.inf])
def test_one_logit_that_is_no_number_makes_rows_unfit(place: int, value: float) -> None:
    refuses(rows_with(place, value))


@PLACES
def test_infinities_of_both_signs_do_not_cancel(place: int) -> None:
    refuses(rows_with(place, torch.inf, others=-torch.inf))


@PLACES
def test_a_row_with_one_id_allowed_is_sound(place: int) -> None:
    rows = rows_with(place, -2.0, others=-torch.inf)
    rows[1, place] = 0.5
    greedy = greedy_rows(rows, following=(place,))
    assert list(greedy.choices()) == [place, place]
    assert greedy.are_sound
    assert are_sound(rows)


def test_a_row_with_nothing_allowed_is_not_sound() -> None:
    refuses(torch.full((1, WIDTH), -torch.inf))


def test_a_row_nobody_asks_for_is_not_looked_at() -> None:
    """Plain decoding never sees the row behind a refused token, whatever is in it."""
    rows = rows_with(5, 9.0)
    rows[1] = torch.nan
    greedy = greedy_rows(rows, following=(4,))
    assert next(greedy.choices()) == 5
    assert greedy.are_sound


def test_rivals_within_two_steps_are_decided_in_float32() -> None:
    rows = torch.full((2, WIDTH), 1.0)
    rows[0, [7, 300, 650]] = torch.tensor([9.75, 10.0, 9.8])
    rows[0, 8] = 9.74
    rows[1, [5, 6]] = torch.tensor([9.74, 10.0])
    closer = rows.clone()
    closer[0, [7, 300, 650]] = torch.tensor([9.9, 9.8, 9.85])
    # Nobody asks for what lies further away than the steps.
    closer[0, 8] = closer[1, 5] = 99.0
    greedy = greedy_rows(rows, following=(7,), closer=closer, rounding=0.0125)
    assert list(greedy.choices()) == [7, 6]
    assert greedy.gaps == {0: pytest.approx(0.05, abs=1e-5)}


def test_the_lowest_id_wins_what_is_still_a_tie() -> None:
    rows = torch.full((1, WIDTH), 1.0)
    rows[0, [200, 100, 600]] = 5.0
    greedy = greedy_rows(rows)
    assert list(greedy.choices()) == [100]
    assert greedy.gaps == {0: 0.0}


def test_rows_on_a_device_are_seen_alike() -> None:
    rows = torch.randn(5, WIDTH, generator=torch.Generator().manual_seed(2))
    rows[1, 5:] = -torch.inf
    rows[2, 9], rows[3, 9] = torch.inf, torch.nan
    rows[4, 1:] = -torch.inf
    here, elsewhere = list(map(two_best_here, rows.numpy())), list(two_best_elsewhere(rows))
    assert [id for id, *_ in here] == [id for id, *_ in elsewhere]
    assert str(here) == str(elsewhere)


def test_rows_are_as_they_were_and_may_be_cut() -> None:
    whole = torch.randn(3, WIDTH + 20, generator=torch.Generator().manual_seed(1))
    whole[:, WIDTH:] = 50.0
    rows = whole[:, :WIDTH]
    kept = whole.clone()
    greedy = greedy_rows(rows, following=(1, 2))
    assert list(greedy.choices()) == rows.argmax(1).tolist()
    assert torch.equal(whole, kept)
