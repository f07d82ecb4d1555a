"""A tiny model in a file, for commands that load one."""

from pathlib import Path

import pytest

from engine.models.tiny import write_tiny_gguf


@pytest.fixture
def tiny(tmp_path: Path) -> str:
    """The path of a model whose replies soon go in circles, so that look-ups draft."""
    path = tmp_path / "tiny.gguf"
    write_tiny_gguf(path, seed=1)
    return str(path)
