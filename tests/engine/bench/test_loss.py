"""A loss is nothing for the reference itself, what the definition says otherwise, and small."""

import math
from pathlib import Path

import pytest
import torch

from engine.bench.loss import divergence, measure_loss
from engine.models.loader import load_now
from engine.params import ModelSpec, Placement
from tests.gguf_files import write_tiny_llama_gguf


def logs(rows: list[list[float]]) -> torch.Tensor:
    return torch.tensor(rows, dtype=torch.float64).log()


def test_a_divergence_is_its_definition() -> None:
    """By hand: one position alike, one with p = (1/2, 1/2) against (1/4, 3/4)."""
    found = divergence("other", logs([[0.2, 0.8], [0.5, 0.5]]), logs([[0.2, 0.8], [0.25, 0.75]]))
    second = 0.5 * math.log(2) + 0.5 * math.log(2 / 3)
    assert found.largest_kl == pytest.approx(second)
    assert found.mean_kl == pytest.approx(second / 2)
    assert found.same_best == 0.5


@pytest.mark.parametrize("architecture", ["llama", "qwen2"])
def test_a_packed_model_says_nearly_what_its_file_says(tmp_path: Path, architecture: str) -> None:
    """Names, orders and conventions agree with transformers': a permuted head or a swapped
    matrix would put the divergence in the order of the distributions' own spread."""
    path = tmp_path / "tiny.gguf"
    write_tiny_llama_gguf(path, architecture=architecture, seed=3)
    spec = ModelSpec(id="tiny", name="tiny", path=path)
    loaded = load_now(spec, placement=Placement())
    packed, half = measure_loss(path, loaded, list(range(40)))
    assert 0.0 < packed.mean_kl < 0.01
    assert 0.0 < half.mean_kl < 0.01
    assert loaded.model.length == 0
