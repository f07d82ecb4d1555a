"""Which form a model takes: what was asked for, else what was quicker; measured once and kept."""

import json
from pathlib import Path

import pytest
import torch

from engine.models import form, kernels
from engine.models.form import Form, FormTimes, choose_form, form_times, known_form_times
from engine.params import Precision

CPU = torch.device("cpu")
QUICK_IN_4 = FormTimes(int4=(1.0, 2.0), w8a8=(2.0, 2.0))
QUICK_IN_8 = FormTimes(int4=(1.0, 3.0), w8a8=(1.5, 1.5))


@pytest.fixture(autouse=True)
def both_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a processor that has them, whatever this one has."""
    monkeypatch.setattr(kernels, "has_w8a8", lambda: True)
    monkeypatch.setattr(kernels, "has_packed_products", lambda device_type: True)


def choose(
    kept: Path, precision: Precision = Precision.AUTO, *, num_parameters: int = 10, free: int = 100
) -> Form:
    return choose_form(
        precision, device=CPU, num_parameters=num_parameters, free=free, kept=kept / "products.json"
    )


@pytest.mark.parametrize(
    ("times", "expected"), [(QUICK_IN_4, Form.INT4), (QUICK_IN_8, Form.W8A8)], ids=["4", "8"]
)
def test_the_quicker_form_is_chosen_and_measured_once(
    times: FormTimes, expected: Form, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def measure(**_: object) -> FormTimes:
        calls.append(1)
        return times

    monkeypatch.setattr(form, "measure_forms", measure)
    assert [choose(tmp_path) for _ in range(3)] == [expected] * 3
    assert len(calls) == 1
    assert known_form_times(tmp_path / "products.json") == times


@pytest.mark.parametrize(
    "damage", ["", "{", "[]", '{"key": 3}', '{"KEY": {"int4": [1], "w8a8": [1, 1]}}', "\x00" * 50]
)
def test_an_odd_file_means_that_it_is_measured_again(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(form, "measure_forms", lambda **_: QUICK_IN_8)
    path = tmp_path / "products.json"
    form_times(path)
    key = next(iter(json.loads(path.read_text(encoding="utf-8"))))
    path.write_text(damage.replace("KEY", key), encoding="utf-8")
    assert form_times(path) == QUICK_IN_8
    assert key in json.loads(path.read_text(encoding="utf-8"))


def test_where_nothing_can_be_kept_it_is_still_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(form, "measure_forms", lambda **_: QUICK_IN_8)
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    assert form_times(tmp_path / "file" / "products.json") == QUICK_IN_8


def test_what_was_asked_for_is_not_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> FormTimes:
        raise AssertionError("measured")

    monkeypatch.setattr(form, "measure_forms", refuse)
    assert choose(tmp_path, Precision.INT4) is Form.INT4
    assert choose(tmp_path, Precision.INT8) is Form.W8A8
    assert choose(tmp_path, num_parameters=90) is Form.INT4, "it would fill the memory"
    monkeypatch.setattr(kernels, "has_w8a8", lambda: False)
    assert choose(tmp_path) is Form.INT4
    assert choose(tmp_path, Precision.INT8) is Form.INT4


def test_both_forms_can_be_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that only counts, on a small matrix: what is timed really runs."""
    monkeypatch.undo()
    monkeypatch.setattr(form, "PRODUCT_SHAPE", (64, 128))
    ticks = iter(range(1000))
    times = form.measure_forms(clock=lambda: next(ticks) / 1000)
    assert times.int4 == pytest.approx((1.0, 1.0))
    assert times.w8a8 == pytest.approx((1.0, 1.0))
