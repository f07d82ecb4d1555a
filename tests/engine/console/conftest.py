"""A tiny model in a file, for commands that load one."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.models.tiny import write_tiny_gguf


@pytest.fixture
def tiny(tmp_path: Path) -> str:
    """The path of a model whose replies soon go in circles, so that look-ups draft."""
    path = tmp_path / "tiny.gguf"
    write_tiny_gguf(path, seed=1)
    return str(path)


@pytest.fixture(autouse=True)
def ctrl_c_is_heard() -> Iterator[None]:
    """What was started in the background is deaf to Ctrl-C, and so is all that it starts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
