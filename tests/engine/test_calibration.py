"""Widths and draft steps are timed in turn, on a clock that moves only when something is run."""

import pytest
from torch import Tensor

from engine.calibration import WIDTHS, measure_draft, measure_passes
from engine.drafting.model import ModelDrafter
from engine.events import TokenSource
from engine.models.cached import CachedModel
from tests.table_models import PlannedDrafter, TableBackend, table_model


class Clock:
    """Seconds that pass only when a pass is run."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class TimedBackend(TableBackend):
    """A table whose passes take the time a machine with blocks of four rows would."""

    clock: Clock
    block_s = 0.01
    num_rows_a_block = 4
    slow_first = False

    def forward(self, ids: Tensor, start: int, *, num_logits: int) -> Tensor:
        num_blocks = -(-ids.shape[0] // self.num_rows_a_block)
        self.clock.now += self.block_s * num_blocks + (1.0 if self.slow_first else 0.0)
        self.slow_first = False
        return super().forward(ids, start, num_logits=num_logits)


def timed_model(
    clock: Clock, *, block_s: float = 0.01, num_rows_a_block: int = 4, slow_first: bool = False
) -> CachedModel:
    backend = TimedBackend(num_rows=12, capacity=256)
    backend.clock, backend.block_s, backend.slow_first = clock, block_s, slow_first
    backend.num_rows_a_block = num_rows_a_block
    return CachedModel(backend, name="timed")


@pytest.mark.parametrize("slow_first", [False, True])
def test_the_costs_of_the_machine_are_found(slow_first: bool) -> None:
    """To the last digit; and one slow pass does not count, since what disturbs only adds."""
    clock = Clock()
    model = timed_model(clock, slow_first=slow_first)
    passes = measure_passes(model, clock=clock)
    known = [width for width in sorted(WIDTHS) if width <= 24]
    assert [width for width in passes if width <= 24] == known
    assert [passes[m] for m in known] == pytest.approx([0.01 * -(-m // 4) for m in known])
    assert model.length == 0


def test_a_slow_machine_times_the_widths_that_matter_most() -> None:
    clock = Clock()
    passes = measure_passes(timed_model(clock, block_s=0.4), clock=clock)
    assert 1 in passes
    assert 2 < len(passes) < len(WIDTHS)
    assert clock.now < 6.0, "3.2 of it to read something first"


def test_widths_that_no_draft_is_worth_are_not_timed() -> None:
    """A row costs as much as any other here, so that nine are nine times as dear as one."""
    clock = Clock()
    passes = measure_passes(timed_model(clock, num_rows_a_block=1), clock=clock)
    assert sorted(passes) == [1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_costs_never_fall_with_the_width() -> None:
    clock = Clock()
    model = timed_model(clock)
    passes = measure_passes(model, clock=lambda: -clock.now)
    assert passes == {}
    rising = list(measure_passes(model, clock=clock).values())
    assert rising == sorted(rising)


def test_stop_ends_a_measurement_within_one_pass() -> None:
    clock, asked = Clock(), []
    model = timed_model(clock)

    def should_stop() -> bool:
        asked.append(clock.now)
        return len(asked) == 3

    assert measure_passes(model, should_stop=should_stop, clock=clock) == {}
    assert (len(asked), model.length) == (3, 0)


@pytest.mark.parametrize(("capacity", "can_crop"), [(40, True), (256, False)])
def test_a_cache_that_cannot_be_measured_in_is_left_alone(capacity: int, can_crop: bool) -> None:
    model = table_model(TableBackend(num_rows=12, capacity=capacity, can_crop=can_crop))
    assert measure_passes(model) == {}
    assert model.length == 0


def test_a_draft_step_and_its_reading_are_told_apart() -> None:
    """A block of four rows takes 2 ms here: a step is one, and 64 ids are 15 to 17 of them."""
    clock = Clock()
    draft = timed_model(clock, block_s=0.002)
    target = table_model(TableBackend(num_rows=12))
    cost = measure_draft(ModelDrafter(draft), target, num_tokens=12, pass_s=0.01, clock=clock)
    assert cost is not None
    assert cost.source is TokenSource.MODEL
    assert cost.step == pytest.approx(0.2)
    assert cost.reading == pytest.approx(0.002 * 16 / 64 / 0.01, rel=0.1)
    assert draft.length == target.length == 0


def test_a_draft_that_cannot_be_measured_has_no_cost() -> None:
    target = table_model(TableBackend(num_rows=12))
    silent = PlannedDrafter(lambda ids, num_tokens: [])
    assert measure_draft(silent, target, num_tokens=12, pass_s=0.01) is None
    broken = ModelDrafter(table_model(TableBackend(num_rows=12, broken=frozenset(range(256)))))
    assert measure_draft(broken, target, num_tokens=12, pass_s=0.01) is None
    willing = PlannedDrafter(lambda ids, num_tokens: [1] * num_tokens)
    stopped = measure_draft(
        willing, target, num_tokens=12, pass_s=0.01, should_stop=lambda: len(willing.calls) > 1
    )
    assert stopped is None
    assert willing.forgot_after[-1] == ()
    assert measure_draft(willing, target, num_tokens=12, pass_s=0.01) is not None
