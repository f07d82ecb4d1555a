"""The memory plan against what real models take: within a tenth, for the starter and for a pair."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.library import open_library

pytestmark = pytest.mark.weights

STARTER = "smollm2-135m-instruct"
PAIR = ("qwen2.5-coder-1.5b-instruct", "qwen2.5-coder-0.5b-instruct")
CONTEXT = 512
HOME = os.environ.get("FOREWORD_HOME", "")


def path_of(id: str) -> Path:
    """Find a model among the user's own; the launcher fetches them before these tests."""
    found = [entry for entry in open_library().installed() if entry.id == id]
    assert found, f"{id} is not on this machine"
    path = found[0].path
    assert path is not None
    return path


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what is a process's own")
@pytest.mark.parametrize("ids", [(STARTER,), PAIR], ids=["starter", "pair"])
def test_plan_against_measured(ids: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOREWORD_HOME", HOME)
    paths = [str(path_of(id)) for id in ids]

    done = subprocess.run(
        [
            *(sys.executable, "-m", "tests.engine.weights.measured_load"),
            *(paths[0], paths[1] if len(paths) > 1 else "-", str(CONTEXT)),
        ],
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )

    figures = json.loads(done.stdout)
    assert figures["planned"] == pytest.approx(figures["measured"], rel=0.1)
