"""Widths are timed in turn, kept on disk, and measured again when the file makes no sense."""

import json
import os
import sys
from pathlib import Path

import pytest
from torch import Tensor

from engine.calibration import NUM_WIDTHS, Calibrations, calibration_key, measure_widths
from engine.models.cached import CachedModel
from tests.table_models import TableBackend

SHAPE = tuple(1.0 + 0.1 * more for more in range(NUM_WIDTHS))


class Clock:
    """Seconds that pass only when a pass is run."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class TimedBackend(TableBackend):
    """A table whose passes take the time a machine with blocks of four rows would."""

    clock: Clock
    slow_first = False

    def forward(self, ids: Tensor, start: int, *, num_logits: int) -> Tensor:
        blocks = -(-ids.shape[0] // 4)
        self.clock.now += 0.01 * blocks + (1.0 if self.slow_first else 0.0)
        self.slow_first = False
        return super().forward(ids, start, num_logits=num_logits)


def timed_model(*, capacity: int = 256) -> tuple[CachedModel, Clock]:
    backend = TimedBackend(num_rows=12, capacity=capacity)
    backend.clock = Clock()
    return CachedModel(backend, name="timed"), backend.clock


def test_the_shape_of_the_machine_is_found() -> None:
    """The clock moves only in passes, so the ratios are the backend's own, to the last digit."""
    model, clock = timed_model()
    shape = measure_widths(model, clock=clock)
    assert shape == pytest.approx([1, 1, 1, 1, 2, 2, 2, 2, 3])
    assert model.length == 0


def test_one_slow_pass_does_not_count() -> None:
    """The quickest of each width is taken: what disturbs a pass only ever adds."""
    model, clock = timed_model()
    assert isinstance(model.backend, TimedBackend)
    model.backend.slow_first = True
    assert measure_widths(model, clock=clock)[4] == pytest.approx(2.0)


def test_stop_ends_a_measurement_within_one_pass() -> None:
    model, clock = timed_model()
    asked = []

    def should_stop() -> bool:
        asked.append(clock.now)
        return len(asked) == 3

    assert measure_widths(model, should_stop=should_stop, clock=clock) == ()
    assert (len(asked), model.length) == (3, 0)


def test_a_cache_too_small_to_measure_in_is_left_alone() -> None:
    model, clock = timed_model(capacity=20)
    assert measure_widths(model, clock=clock) == ()


def test_what_is_kept_is_found_and_nothing_else(tmp_path: Path) -> None:
    kept = Calibrations(tmp_path / "new folder" / "calibration.json")
    assert kept.find("one") is None
    kept.keep("one", SHAPE)
    kept.keep("two", SHAPE[::-1])
    assert kept.find("one") == SHAPE
    assert kept.find("three") is None
    assert [path.name for path in (tmp_path / "new folder").iterdir()] == ["calibration.json"]


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "null", json.dumps({"one": 3}), json.dumps({"one": [1.0, 2.0]})]
    + [json.dumps({"one": [1.0] * 8 + [odd]}) for odd in ("x", 0.0, None, 1e9)],
)
def test_an_odd_file_is_as_good_as_none(tmp_path: Path, content: str) -> None:
    path = tmp_path / "calibration.json"
    path.write_text(content, encoding="utf-8")
    kept = Calibrations(path)
    assert kept.find("one") is None
    kept.keep("one", SHAPE)
    assert kept.find("one") == SHAPE


def test_a_folder_that_cannot_be_made_costs_nothing_but_the_copy(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    kept = Calibrations(tmp_path / "file" / "calibration.json")
    kept.keep("one", SHAPE)
    assert kept.find("one") is None


def test_the_key_follows_the_model_and_the_machine(tmp_path: Path) -> None:
    source = tmp_path / "model.gguf"
    source.write_bytes(b"weights")
    key = calibration_key(source, machine="cpu", num_threads=2)
    assert key == calibration_key(source, machine="cpu", num_threads=2)
    assert key != calibration_key(source, machine="cpu", num_threads=1)
    assert key != calibration_key(source, machine="cuda", num_threads=2)
    source.write_bytes(b"other weights")
    assert key != calibration_key(source, machine="cpu", num_threads=2)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every name is Unicode")
def test_a_name_that_is_not_unicode_has_a_key(tmp_path: Path) -> None:
    """As on an old disk: Python then holds the bytes as lone surrogates."""
    source = tmp_path / os.fsdecode(b"mod\xe8le.gguf")
    source.write_bytes(b"weights")
    assert len(calibration_key(source, machine="cpu", num_threads=2)) == 32
