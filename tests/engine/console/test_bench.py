"""`foreword bench`, from its words to its report, on a tiny model made on the spot."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine import ModelSpec
from engine.__main__ import main
from engine.console.bench_modes import draft_of_others

QUICK = ["--threads", "1", "--kinds", "chat", "--max-new-tokens", "12", "--lookahead", "4"]
FULL = Path("/dev/full")


def bench(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """Run the command with `--json` and give what it says."""
    assert main(["bench", *QUICK, "--json", *words]) == 0
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    return report


def test_every_way_takes_its_turn(tiny: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Plain, speculative and transformers for one prompt, then for the next; then backwards."""
    words = ["--target", tiny, "--repeats", "2", "--against", "transformers"]
    report = bench(capsys, *words, "--against-tokens", "4")
    turns = [(run["repeat"], run["prompt"], run["side"]) for run in report["runs"]]
    assert turns == [
        (repeat, prompt, side)
        for repeat in range(2)
        for prompt in ("chat-1", "chat-2")
        for side in (
            ("plain", "speculative", "transformers")
            if repeat == 0
            else ("transformers", "speculative", "plain")
        )
    ]
    lengths = {run["side"]: len(run["ids"]) for run in report["runs"]}
    assert lengths == {"plain": 12, "speculative": 12, "transformers": 4}


def test_the_report_holds_together(tiny: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Figures by kind, agreement, machine, memory; greedy text is the same both ways."""
    report = bench(capsys, "--target", tiny, "--repeats", "1")
    (figures,) = report["figures"]
    assert figures["kind"] == "chat"
    assert figures["speculative_agrees"] == {"num_same": 2, "num_pairs": 2, "least_common": 12}
    assert figures["transformers_agrees"] is None
    assert figures["sides"]["speculative"]["tokens_per_round"] >= 1
    assert figures["speculative_over_plain"]["ratio"] > 0
    assert report["machine"]["num_threads"] == 1
    assert report["memory"]["resident_bytes"] > 0
    assert report["settings"]["sampling"]["max_new_tokens"] == 12
    assert report["models"]["target"]["kind"]


def test_each_run_reads_its_prompt_from_the_beginning(
    tiny: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Else the second way would find the prompt read, and its first token would come at once.

    Reading some 120 ids takes many times as long as a step; a reused prompt takes one step.
    Held by counting instead of timing: what was reused is in each run.
    """
    report = bench(capsys, "--target", tiny, "--repeats", "2")
    assert [run["num_reused_tokens"] for run in report["runs"]] == [0] * 8


def test_a_table_for_people(tiny: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And the JSON in a file beside it."""
    file = tmp_path / "report.json"
    words = ["--target", tiny, "--repeats", "1", "--against", "transformers", "--draft", tiny]
    assert main(["bench", *QUICK, *words, "--against-tokens", "2", "--out", str(file)]) == 0
    table = capsys.readouterr().out
    assert "drafted by tiny" in table
    assert "The same text with and without speculation in 2 of 2 replies." in table
    assert "transformers wrote up to 2 tokens a reply and Foreword up to 12" in table
    assert "With the assistant its replies came in one piece" in table
    headings = [line.split("  ") for line in table.splitlines() if "assisted" in line]
    assert [cell.strip() for cell in headings[0] if cell.strip()] == [
        "transformers",
        "assisted",
        "Foreword plain / transformers",
    ]
    assert any(line.startswith("chat ") for line in table.splitlines())
    assert json.loads(file.read_text("utf-8"))["runs"]


def test_the_calibration_is_measured_again(tiny: str, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        found = bench(capsys, "--target", tiny, "--draft", tiny, "--calibration")["calibration"]
        assert found["taken_s"] > 0
        assert [width for width, _ in found["passes"]][:2] == [1, 2]
        assert {cost["source"] for cost in found["drafts"]} == {"ngram", "model"}
    assert main(["bench", "--threads", "1", "--target", tiny, "--calibration"]) == 0
    assert "tokens in a pass" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--kinds", "code,poem"], "--kinds cannot be 'poem': choose some of code, chat"),
        (["--turns", "0"], "--turns cannot be 0: choose a whole number from 1."),
        (["--first-token", "0"], "--first-token cannot be 0: choose a whole number from 1."),
        (
            ["--against", "llama.cpp", "--llama-cpp", "/nowhere"],
            "--llama-cpp cannot be /nowhere: choose a folder that holds llama-bench.",
        ),
        (["--repeats", "0"], "--repeats cannot be 0: choose a whole number from 1."),
        (["--against-tokens", "0"], "--against-tokens cannot be 0: choose a whole number from 1."),
        (["--temperature", "9"], "--temperature cannot be 9.0: choose from 0 to 5."),
        (
            ["--against", "transformers", "--temperature", "1"],
            "--temperature cannot be 1: choose 0 to compare with others.",
        ),
        (["--target", "gpt2"], "gpt2 is not on this machine yet"),
        (["--out", "/nowhere/at/all.json"], "/nowhere/at/all.json cannot be written."),
        (
            ["--llama-cpp", "/nowhere"],
            "--llama-cpp cannot be /nowhere: choose it together with --against llama.cpp.",
        ),
        (
            ["--profile", "--against", "transformers"],
            "--against cannot be transformers: choose it without --profile.",
        ),
        (
            ["--same-bytes", "--first-token", "9"],
            "--first-token cannot be 9: choose it without --same-bytes.",
        ),
        (
            ["--regret", "--turns", "9"],
            "--turns cannot be 9: choose it together with --memory.",
        ),
        (
            ["--suite", "gpu", "--kinds", "code"],
            "--kinds cannot be code: choose it without --suite.",
        ),
        (
            ["--suite", "gpu", "--target", "any.gguf"],
            "--target cannot be any.gguf: choose it without --suite.",
        ),
        (["--suite", "gpu", "--regret"], "--suite cannot be gpu: choose it without --regret."),
        (
            ["--suite", "gpu", "--against", "transformers"],
            "--against cannot be transformers: choose it without --suite.",
        ),
    ],
)
def test_what_cannot_be_is_one_sentence(
    words: list[str], sentence: str, tiny: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Told before anything is measured; the exit code is 1."""
    assert main(["bench", "--target", tiny, *words]) == 1
    got = capsys.readouterr()
    assert got.out == ""
    assert got.err.startswith(sentence)
    assert got.err.count("\n") == 1


@pytest.mark.skipif(not FULL.exists(), reason="this system has no disk that is always full")
def test_what_was_measured_is_told_where_it_cannot_be_written(
    tiny: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It took minutes; that the disk is full is known only in the end."""
    words = ["--target", tiny, "--repeats", "1", "--json", "--out", str(FULL)]
    assert main(["bench", *QUICK, *words]) == 1
    got = capsys.readouterr()
    assert len(json.loads(got.out)["runs"]) == 4
    assert got.err.endswith(f"There is no room on the disk for {FULL}. Free some and try again.\n")


def test_a_pasted_text_is_cut_to_what_is_wanted(
    tiny: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """And, however many tokens are wanted, it is never longer than the context calls for."""
    for wanted, least, most in (("120", 100, 120), ("999999999999", 400, 512)):
        report = bench(capsys, "--target", tiny, "--repeats", "1", "--first-token", wanted)
        assert least <= report["first_token"]["num_prompt_tokens"] <= most


@pytest.mark.parametrize(
    ("name", "expected"), [("small.gguf", "small.gguf"), ("folder", "folder"), ("own.draft", None)]
)
def test_others_get_no_trained_head(name: str, expected: str | None) -> None:
    draft = ModelSpec(id="d", name="d", path=Path(name))
    found = draft_of_others(draft)
    assert (None if found is None else found.name) == expected
    assert draft_of_others(None) is None
