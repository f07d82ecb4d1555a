"""What is expected of a model's speed, from what was measured of others."""

import json
from pathlib import Path

import pytest

from engine import Calibration, ModelInfo, ModelsLoaded, ModelSpec
from engine.plain_speed import PRODUCT_SHAPE, expected_tokens_per_s, weights_per_s

NUM_WEIGHTS = PRODUCT_SHAPE[0] * PRODUCT_SHAPE[1]


def loaded(seconds: float, *, num_parameters: int = 1_000_000) -> ModelsLoaded:
    """A model whose pass over one token takes so long."""
    spec = ModelSpec(id="m", name="M", path=Path("m"), digest="m")
    return ModelsLoaded(
        target=ModelInfo(
            spec=spec,
            kind="int4",
            num_parameters=num_parameters,
            size_bytes=1,
            has_chat_template=True,
        ),
        draft=None,
        draft_refusal=None,
        device="CPU",
        context_length=1,
        load_s=0.0,
        calibration=Calibration(passes=((1, seconds), (2, seconds)), drafts=()),
    )


def test_nothing_is_known_before_anything_was_measured(tmp_path: Path) -> None:
    """Then nothing is made up."""
    assert weights_per_s(tmp_path, None) is None


def test_the_quicker_measurement_counts(tmp_path: Path) -> None:
    """A product in a quarter of a second, or a pass through a million in a millisecond."""
    kept = {"cpu 2": {"int4": [500.0, 600.0], "w8a8": [250.0, 260.0]}}
    (tmp_path / "products.json").write_text(json.dumps(kept))
    assert weights_per_s(tmp_path, None) == 4 * NUM_WEIGHTS
    assert weights_per_s(tmp_path, loaded(0.001)) == 1e9
    assert weights_per_s(tmp_path, loaded(1.0)) == 4 * NUM_WEIGHTS


@pytest.mark.parametrize("kept", ["[", "[]", '{"a": 1}', '{"a": {"b": [0]}}', '{"a": {"b": "x"}}'])
def test_a_damaged_file_counts_as_none(tmp_path: Path, kept: str) -> None:
    """It may be lost, and so may any part of it."""
    (tmp_path / "products.json").write_text(kept)
    assert weights_per_s(tmp_path, None) is None


def test_larger_is_slower() -> None:
    """0.6 bytes a weight: 600 MB are a thousand million of them."""
    assert expected_tokens_per_s(600_000_000, 5e9) == pytest.approx(5.0)
    assert expected_tokens_per_s(6_000_000_000, 5e9) == pytest.approx(0.5)
