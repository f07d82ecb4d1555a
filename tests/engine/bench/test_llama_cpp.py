"""llama.cpp's programs: found or not, called as meant, and understood or given up."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.bench.llama_cpp import (
    BENCH,
    SPECULATIVE,
    LlamaCpp,
    LlamaReply,
    parse_bench,
    parse_speculative,
)
from engine.bench.runs import RivalFailed
from engine.models.tiny import write_tiny_gguf
from tests.engine.bench.fake_llama import calls, write_bench, write_broken, write_speculative

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the programs are shell scripts")

_SUMMARY = """encoded 48 tokens in 5.123 seconds, speed: 9.370 t/s
decoded 29 tokens in 49.317 seconds, speed: 0.588 t/s
n_drafted = 23
n_accept  = 23
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with both programs."""
    folder = tmp_path / "llama.cpp"
    write_bench(folder)
    write_speculative(folder)
    return folder


@pytest.fixture
def models(tmp_path: Path) -> list[str]:
    """Name a target, and itself as its draft."""
    path = tmp_path / "tiny.gguf"
    write_tiny_gguf(path, seed=1)
    return ["--target", str(path), "--draft", str(path)]


def found(folder: Path) -> LlamaCpp:
    programs = LlamaCpp.find(folder, num_threads=2)
    assert programs is not None
    return programs


def bench(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    quick = ["--threads", "1", "--kinds", "chat", "--max-new-tokens", "12", "--repeats", "1"]
    assert main(["bench", *quick, "--against", "llama.cpp", "--json", *words]) == 0
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    return report


def test_programs_are_found_in_a_folder_or_on_the_path(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nowhere else; without the speculative one plain decoding is still measured."""
    assert found(folder).has_speculative
    assert LlamaCpp.find(tmp_path, num_threads=2) is None
    monkeypatch.setenv("PATH", str(tmp_path))
    assert LlamaCpp.find(None, num_threads=2) is None
    monkeypatch.setenv("PATH", str(folder))
    assert LlamaCpp.find(None, num_threads=2) is not None
    (folder / SPECULATIVE).unlink()
    programs = found(folder)
    assert not programs.has_speculative
    with pytest.raises(RivalFailed, match="llama-speculative-simple is not there"):
        programs.speculate(Path("a"), "b", draft=None, max_new_tokens=1, num_prompt_tokens=1)


def test_programs_are_called_as_meant(folder: Path) -> None:
    """Same threads everywhere; a prompt as a file, word for word, and greedily."""
    programs, model, draft = found(folder), Path("/m.gguf"), Path("/d.gguf")
    assert programs.decode_tokens_per_s(model, 16, depth=100) == 20.0
    assert programs.read_seconds(model, 2000) == 100.0
    replies = [
        programs.speculate(model, "Hei\n", draft=drafted, max_new_tokens=16, num_prompt_tokens=4)
        for drafted in (draft, None)
    ]
    assert replies[0] == LlamaReply(
        num_prompt_tokens=4, first_s=0.5, tokens_per_s=15.0, num_drafted=24, num_accepted=18
    )
    decoding, reading, drafting, looking_up = (" ".join(words) for words in calls(folder))
    assert "-p 0 -n 16 -d 100" in decoding
    assert "-p 2000 -n 0" in reading
    assert all("-m /m.gguf" in words and "-t 2" in words for words in (decoding, drafting))
    assert "--spec-type draft-simple -md /d.gguf -td 2" in drafting
    assert "--spec-type ngram-simple" in looking_up
    assert "--temp 0 --no-escape" in looking_up
    assert "-c 84 -b 84 -n 16" in looking_up


@pytest.mark.parametrize(
    "output",
    [
        *("", "[]", "{}", '[{"avg_ts": 0}]', '[{"avg_ts": "NaN"}]', "[", "[" * 100_000),
        f'[{{"avg_ts": 1{"0" * 400}}}]',
    ],
    ids=lambda output: output[:12],
)
def test_what_is_no_result_is_no_speed(output: str) -> None:
    """Nothing is guessed from half an answer."""
    with pytest.raises(RivalFailed, match="llama-bench"):
        parse_bench(output)


def test_a_summary_with_a_line_missing_is_no_reply() -> None:
    """Each of the four lines is needed."""
    lines = _SUMMARY.splitlines()
    assert parse_speculative(_SUMMARY).num_accepted == 23
    for left_out in lines:
        with pytest.raises(RivalFailed, match="no summary"):
            parse_speculative("\n".join(line for line in lines if line != left_out))


@pytest.mark.parametrize(
    ("told", "instead"),
    [
        ("49.317", "49.3.17"),
        ("49.317", "."),
        ("48 tokens", f"{'4' * 5000} tokens"),
        ("n_accept  = 23", "n_accept  = 24"),
    ],
)
def test_a_summary_that_cannot_be_is_no_reply(told: str, instead: str) -> None:
    """No number but a number, and no more accepted than drafted."""
    with pytest.raises(RivalFailed, match="llama-speculative-simple"):
        parse_speculative(_SUMMARY.replace(told, instead))


def test_a_crash_is_told_with_its_last_words(folder: Path) -> None:
    """As llama.cpp does where it was built for another processor."""
    write_broken(folder / BENCH)
    with pytest.raises(RivalFailed, match=r"llama-bench ended with 132 .*illegal instruction"):
        found(folder).read_seconds(Path("/m.gguf"), 10)


def test_a_program_that_cannot_be_started_is_told(folder: Path) -> None:
    """A text file that somebody made executable."""
    programs = found(folder)
    (folder / BENCH).write_bytes(b"\x7fELF, not really")
    with pytest.raises(RivalFailed, match="llama-bench"):
        programs.read_seconds(Path("/m.gguf"), 10)


def test_llama_takes_its_turns(
    folder: Path, models: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Plainly, with the draft, with look-ups; the prompt's text is as many tokens there as here."""
    report = bench(capsys, *models, "--llama-cpp", str(folder))
    sides = ["plain", "speculative", "llama.cpp"]
    sides += ["llama.cpp with a draft", "llama.cpp with look-ups"]
    assert [run["side"] for run in report["runs"]] == sides * 2
    assert report["notes"] == []
    (figures,) = report["figures"]
    assert figures["sides"]["llama.cpp with a draft"]["tokens_per_s"] == 15.0
    assert figures["sides"]["llama.cpp with a draft"]["acceptance_rate"] == 0.75
    plain = figures["sides"]["plain"]["tokens_per_s"]
    assert figures["plain_over_llama"]["ratio"] == pytest.approx(plain / 20.0)
    assert figures["speculative_over_llama"]["ratio"] > 0
    first = report["first_token"]
    assert 400 < first["num_prompt_tokens"] < 512
    assert first["llama_seconds"] == [first["num_prompt_tokens"] / 20.0]


def test_a_way_that_crashes_is_left_out_and_the_others_go_on(
    folder: Path, models: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """It is tried once; the report says why there is no figure."""
    write_broken(folder / SPECULATIVE)
    report = bench(capsys, *models, "--llama-cpp", str(folder), "--repeats", "2")
    sides = [run["side"] for run in report["runs"]]
    assert (
        sides
        == ["plain", "speculative", "llama.cpp"] * 2
        + [
            "llama.cpp",
            "speculative",
            "plain",
        ]
        * 2
    )
    assert [note.partition(" was left out: ")[0] for note in report["notes"]] == [
        "llama.cpp with a draft",
        "llama.cpp with look-ups",
    ]


def test_without_llama_the_rest_is_measured(
    tmp_path: Path,
    models: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """And the report says that it was not found."""
    monkeypatch.setenv("PATH", str(tmp_path))
    report = bench(capsys, *models)
    assert {run["side"] for run in report["runs"]} == {"plain", "speculative"}
    assert report["notes"] == [
        "llama.cpp was left out: llama-bench is not on the PATH; see --llama-cpp."
    ]
    assert report["first_token"] is None


def test_a_table_for_people(
    folder: Path, models: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """With what llama.cpp reads the same prompt in."""
    words = ["--threads", "1", "--kinds", "chat", "--max-new-tokens", "12", "--repeats", "1"]
    words += ["--against", "llama.cpp", "--llama-cpp", str(folder)]
    assert main(["bench", *words, *models]) == 0
    table = capsys.readouterr().out
    assert "KIND  plain  draft  look-ups" in table
    assert "chat   20.0   15.0      15.0" in table
    assert "; llama.cpp reads as many in " in table
    assert "plain decoding cannot pass " in table
