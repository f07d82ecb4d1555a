"""One processor thread for the tests of the engine: tiny products gain nothing from two, and two
that wait for each other on a busy machine lose seconds."""

import pytest
import torch


@pytest.fixture(autouse=True)
def one_thread() -> None:
    """Undo what a test before may have set."""
    if torch.get_num_threads() != 1:
        torch.set_num_threads(1)
