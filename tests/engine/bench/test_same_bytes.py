"""`foreword bench --same-bytes` and `--rules`, on a tiny model made on the spot.

The model is packed, so that not one byte may differ; an engine whose drafts change a reply is found
out.
"""

import json
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import Command, Event, Generate, TurnFinished, open_engine
from engine.__main__ import main
from engine.console import bench_modes
from engine.models.tiny import write_tiny_gguf

QUICK = ["--threads", "1", "--max-new-tokens", "24", "--json"]


@pytest.fixture
def models(tmp_path: Path) -> list[str]:
    """Name a target, and a draft that is now and then right."""
    target, draft = tmp_path / "target.gguf", tmp_path / "draft.gguf"
    write_tiny_gguf(target, seed=1)
    write_tiny_gguf(draft, seed=1)
    return ["--target", str(target), "--draft", str(draft)]


def run(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> dict[str, Any]:
    assert main(["bench", *words, *QUICK]) == code
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    return report


def test_not_one_byte_differs(models: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Greedy and sampled by turns, with every lookahead, and with drafts that stand."""
    report = run(capsys, *models, "--same-bytes", "4")
    assert (report["num_replies"], report["num_differing_bytes"]) == (4, 0)
    assert report["num_tokens"] == 4 * 24
    replies = report["replies"]
    assert [reply["sampling"] for reply in replies] == ["greedy", "T 0.8", "greedy", "T 0.8"]
    assert [reply["num_draft_tokens"] for reply in replies] == [1, 3, 7, 1]
    assert all(reply["is_same_ids"] for reply in replies)
    assert all(reply["num_accepted"] > 0 for reply in replies)


def test_a_byte_that_differs_is_found(
    models: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Spoiled:
        """An engine whose drafts change the last letter."""

        def __init__(self) -> None:
            self._engine = open_engine()

        def handle(self, command: Command) -> Generator[Event]:
            is_drafted = isinstance(command, Generate) and command.controls.speculate
            for event in self._engine.handle(command):
                if isinstance(event, TurnFinished) and is_drafted:
                    event = replace(event, text=f"{event.text[:-1]}~~")
                yield event

    monkeypatch.setattr(bench_modes, "open_engine", Spoiled)
    report = run(capsys, *models, "--same-bytes", "2", code=1)
    assert report["num_differing_bytes"] >= 4
    capsys.readouterr()
    assert main(["bench", *models, "--same-bytes", "2", *QUICK[:-1]]) == 1
    table = capsys.readouterr().out
    assert "bytes differ in 2 replies (48 tokens); " in table


def test_both_rules_are_measured_on_the_same_seeds(
    models: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*models, "--rules", "--kinds", "chat", "--repeats", "2"]
    report = run(capsys, *words)
    assert [(r["repeat"], r["prompt"], r["rule"]) for r in report["runs"]] == [
        (repeat, prompt, rule)
        for repeat in range(2)
        for prompt in ("chat-1", "chat-2")
        for rule in ("rejection", "coupled")
    ]
    assert report["num_draft_tokens"] == 4
    for rule in ("rejection", "coupled"):
        figures = report["rules"][rule]
        assert 0.5 < figures["acceptance_rate"] <= 1.0
        assert 1.0 < figures["tokens_per_round"] <= 5.0
    assert main(["bench", *words, *QUICK[:-1]]) == 0
    table = capsys.readouterr().out
    assert "rejection" in table
    assert "coupled" in table
    assert "temperature 0.8, 4 tokens drafted a round" in table


@pytest.mark.parametrize(
    ("words", "code"), [(["--same-bytes", "0"], 1), (["--same-bytes", "--rules"], 2)]
)
def test_what_cannot_be_is_refused(
    words: list[str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", *words]) == code
    assert "--same-bytes" in capsys.readouterr().err
