"""`foreword bench --suite gpu --tiny`, from its words to its report."""

import json
from pathlib import Path

import pytest
import torch

from engine.__main__ import main

MISSING = "cuda" if torch.backends.mps.is_available() else "mps"
WORDS = ["bench", "--suite", "gpu", "--tiny", "--device", "cpu", "--threads", "1"]


def test_the_suite_runs_without_any_models(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A table for people, JSON in a file; a processor has nothing to record passes with."""
    file = tmp_path / "suite.json"
    assert main([*WORDS, "--out", str(file)]) == 0
    table = capsys.readouterr().out
    assert "Passes are not recorded on this device." in table
    report = json.loads(file.read_text("utf-8"))
    assert (report["device"], report["is_recorded"], report["is_good"]) == ("cpu", False, True)
    assert all(speed["waits_per_round"] is None for speed in report["speeds"])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["bench", "--tiny"], "--tiny cannot be alone: choose it together with --suite."),
        (["bench", "--suite", "gpu", "--device", MISSING], f"There is no {MISSING} device"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 1
    got = capsys.readouterr()
    assert got.out == ""
    assert sentence in got.err
    assert got.err.count("\n") == 1
