"""A folder that does not fit keeps its last layers on disk, and answers just the same."""

from pathlib import Path

import pytest
import torch

from engine.errors import OutOfMemory
from engine.models.loader import load_now
from engine.models.transformers import load_folder
from engine.models.weight_files import weights_size
from engine.params import DeviceChoice, ModelSpec, Placement, Precision
from tests.tiny_models import gpt2_model, save_folder
from tests.tiny_tokenizers import tiny_tokenizer

CPU = torch.device("cpu")
IDS = torch.arange(7)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A tiny GPT-2 in 16 bits."""
    tokenizer = tiny_tokenizer()
    model = gpt2_model(vocab_size=tokenizer.num_tokens).bfloat16()
    return save_folder(model, tmp_path / "m", tokenizer=tokenizer)


def answer(folder: Path, *, most_bytes: int | None) -> torch.Tensor:
    loaded = load_folder(
        folder,
        precision=Precision.BFLOAT16,
        device=CPU,
        capacity=64,
        most_bytes=most_bytes,
    )
    backend = loaded.backend
    backend.forward(IDS, 0, num_logits=1)
    backend.crop(4)
    return backend.forward(IDS[:3], 4, num_logits=1)


def test_the_same_answer_from_disk(folder: Path) -> None:
    """After a step back too, as each refused draft makes it."""
    whole = answer(folder, most_bytes=None)
    parts = answer(folder, most_bytes=weights_size(folder) * 7 // 10)

    assert torch.equal(whole, parts)


def load(folder: Path) -> None:
    placement = Placement(device=DeviceChoice.CPU, precision=Precision.BFLOAT16, context_length=64)
    load_now(ModelSpec(id="m", name="m", path=folder), placement=placement)


def test_the_loader_keeps_layers_on_disk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = weights_size(folder)
    monkeypatch.setattr("engine.models.loader.free_bytes", lambda device: size * 95 // 100)

    load(folder)


def test_too_little_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = weights_size(folder)
    monkeypatch.setattr("engine.models.loader.free_bytes", lambda device: size // 10)

    with pytest.raises(OutOfMemory):
        load(folder)
