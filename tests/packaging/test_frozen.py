"""The frozen program itself, on what a stranger's machine could be like.

FOREWORD_FROZEN names its folder (default: where the build puts it), FOREWORD_FROZEN_MODEL a GGUF
file for one that brings no starter.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from frozen_bundle import Bundle
from smoke import run_one
from smoke_checks import CHECKS, Bench, Seen

pytestmark = pytest.mark.frozen

DEFAULT = Path(__file__).parents[2] / "dist" / "frozen" / "foreword"


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_strangers_machine(check: Callable[[Bench], Seen], tmp_path: Path) -> None:
    """Every check judges what the program says about itself, so that none can pass by chance."""
    model = os.environ.get("FOREWORD_FROZEN_MODEL")
    bench = Bench(
        Bundle(Path(os.environ.get("FOREWORD_FROZEN", DEFAULT))),
        tmp_path,
        model=Path(model) if model else None,
    )
    outcome = run_one(bench, check)
    if outcome.passed_over:
        pytest.skip(outcome.passed_over)
    assert not outcome.problem
