"""Tiny models in files, and one processor thread, for the tests of the engine.

Tiny products gain nothing from two threads, and two that wait for each other on a busy machine
lose seconds.
"""

from pathlib import Path

import pytest
import torch

from engine.engine import Engine
from engine.params import ModelSpec
from tests.engine.chats import spec
from tests.gguf_files import write_tiny_llama_gguf


@pytest.fixture(autouse=True)
def one_thread() -> None:
    """Undo what a test before may have set."""
    if torch.get_num_threads() != 1:
        torch.set_num_threads(1)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the models below lie, with the packed copies that loading makes."""
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="session")
def target(folder: Path) -> ModelSpec:
    """A model of two layers, with rows that pad its matrices."""
    write_tiny_llama_gguf(folder / "target.gguf", num_padding=5)
    return spec(folder / "target.gguf")


@pytest.fixture(scope="session")
def draft(folder: Path) -> ModelSpec:
    """A smaller one with the same tokenizer and other weights."""
    write_tiny_llama_gguf(folder / "draft.gguf", seed=1, num_layers=1)
    return spec(folder / "draft.gguf")


@pytest.fixture(scope="session")
def other(folder: Path) -> ModelSpec:
    """One with another tokenizer."""
    path = folder / "other.gguf"
    write_tiny_llama_gguf(path, merges=(("e", "h"), ("l", "l"), ("Ġ", "w")))
    return spec(path)


@pytest.fixture
def engine() -> Engine:
    """An engine with nothing loaded."""
    return Engine()
