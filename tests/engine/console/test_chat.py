"""`foreword chat`, from its words to its output, on tiny models made on the spot."""

import io
import json
import signal
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from engine import Command, Event, TextDelta, open_engine
from engine.__main__ import main
from engine.console import chat
from tests.gguf_files import write_tiny_llama_gguf

QUICK = ["--threads", "1", "--max-new-tokens", "24"]


def ask(
    capsys: pytest.CaptureFixture[str], *words: str, code: int = 0
) -> tuple[dict[str, Any], str]:
    """Run the command with `--json`; give what it says, and what stands on standard error."""
    assert main(["chat", "--json", *words, *QUICK]) == code
    got = capsys.readouterr()
    answer: dict[str, Any] = json.loads(got.out)
    return answer, got.err


def test_the_reply_alone_is_on_standard_output(
    tiny: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a pipe gets is the text; the figures and the speculation's state stand apart."""
    answer, _ = ask(capsys, "--target", tiny, "--prompt", "hello")
    assert main(["chat", "--target", tiny, "--prompt", "hello", *QUICK]) == 0
    got = capsys.readouterr()
    assert got.out == answer["text"] + "\n"
    assert "24 tokens" in got.err
    assert "speculation on: only words seen before are drafted" in got.err
    assert "cut at --max-new-tokens" in got.err


def test_json_has_everything_a_program_needs(tiny: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Ids, counters, models and the seed, in one object."""
    answer, _ = ask(capsys, "--target", tiny, "--prompt", "hello", "--seed", "5")
    assert answer["finish_reason"] == "length"
    assert len(answer["ids"]) == answer["stats"]["num_tokens"] == 24
    assert len(answer["prompt_ids"]) == answer["stats"]["num_prompt_tokens"]
    assert answer["seed"] == 5
    assert answer["models"]["target"]["path"] == tiny
    assert answer["models"]["draft"] is None
    assert answer["speculation"] == {"state": "on", "reason": "lookup only"}


def test_a_draft_changes_nothing_but_the_rounds(
    tiny: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same ids without speculation, with look-ups, and with a copy of the target."""
    copy = tmp_path / "copy.gguf"
    copy.write_bytes(Path(tiny).read_bytes())
    words = ["--target", tiny, "--prompt", "row row row your boat"]
    plain, _ = ask(capsys, *words, "--no-speculation")
    looked_up, _ = ask(capsys, *words, "--lookahead", "4")
    drafted, _ = ask(capsys, *words, "--lookahead", "4", "--draft", str(copy))
    assert plain["ids"] == looked_up["ids"] == drafted["ids"]
    assert plain["speculation"]["reason"] == "switched off"
    assert plain["stats"]["num_drafted"] == 0
    assert drafted["stats"]["num_rounds"] < plain["stats"]["num_rounds"]
    assert drafted["models"]["draft"]["path"] == str(copy)


def test_raw_text_gets_no_template(tiny: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Three bytes are three ids; the same as a prompt has the template's around it."""
    raw, _ = ask(capsys, "--target", tiny, "--raw", "abc")
    assert len(raw["prompt_ids"]) == 3
    also, _ = ask(capsys, "--target", tiny, "--raw", "--prompt", "abc")
    assert also["prompt_ids"] == raw["prompt_ids"]
    told, _ = ask(capsys, "--target", tiny, "--prompt", "abc", "--system", "Be brief.")
    plain, _ = ask(capsys, "--target", tiny, "--prompt", "abc")
    assert 3 < len(plain["prompt_ids"]) < len(told["prompt_ids"])


def test_a_prompt_from_standard_input(
    tiny: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without its last line break, and with bytes that are no text replaced."""
    expected, _ = ask(capsys, "--target", tiny, "--raw", "two\nlines \ufffd")
    stdin = io.TextIOWrapper(io.BytesIO(b"two\nlines \xff\n"), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", stdin)
    answer, _ = ask(capsys, "--target", tiny, "--raw", "--prompt", "-")
    assert answer["prompt_ids"] == expected["prompt_ids"]


def test_a_draft_of_other_tokens_is_told_and_left_out(
    tiny: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Case 22: the answer comes all the same, with the reason beside it."""
    other = tmp_path / "other.gguf"
    write_tiny_llama_gguf(other)
    answer, told = ask(capsys, "--target", tiny, "--draft", str(other), "--prompt", "hello")
    assert "The draft is left out. other cannot draft for tiny" in told
    assert "cannot draft for" in answer["models"]["draft_refusal"]
    assert len(answer["ids"]) == 24


def test_an_interrupted_answer_is_kept(
    tiny: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C after the first token: what there is is printed, and the exit code is 130."""

    class Interrupted:
        def __init__(self) -> None:
            self._engine = open_engine()

        def handle(self, command: Command) -> Generator[Event]:
            for event in self._engine.handle(command):
                yield event
                if isinstance(event, TextDelta) and event.stats.num_tokens == 1:
                    signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(chat, "open_engine", Interrupted)
    answer, told = ask(capsys, "--target", tiny, "--prompt", "hello", "--no-speculation", code=130)
    assert answer["finish_reason"] == "stopped"
    assert answer["stats"]["num_tokens"] == 1
    assert "; stopped" in told
    assert signal.getsignal(signal.SIGINT) is before


def test_an_interrupted_load_is_130(
    tiny: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And says nothing on standard output."""

    class Interrupted:
        def __init__(self) -> None:
            self._engine = open_engine()

        def handle(self, command: Command) -> Generator[Event]:
            for event in self._engine.handle(command):
                yield event
                signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(chat, "open_engine", Interrupted)
    assert main(["chat", "--target", tiny, "--prompt", "hello", *QUICK]) == 130
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--temperature", "-1"], "--temperature cannot be -1.0: choose from 0 to 5."),
        (["--top-p", "nan"], "--top-p cannot be nan: choose above 0 to 1."),
        (["--lookahead", "17"], "--lookahead cannot be 17: choose a whole number from 0 to 16."),
        (["--lookahead", "x"], "--lookahead cannot be 'x': choose `auto` or a whole number"),
        (["--threads", "0"], "--threads cannot be 0: choose a whole number from 1 to 1024."),
        (["--context", "1"], "--context cannot be 1: choose a whole number from 16"),
        (["--stop", ""], "--stop cannot be '': choose a text that is not empty."),
        (["--max-new-tokens", "0"], "--max-new-tokens cannot be 0: choose a whole number"),
        (["--prompt", " \n"], "The message is empty. Write something to answer."),
        (["--target", "gpt2"], "Get it with `foreword models get gpt2`."),
        (["--target", "maker/model"], "Get it with `foreword models get maker/model`."),
        (["--target", "nothing"], "There is no model called 'nothing' here."),
        (["--draft", "distilgpt2"], "Get it with `foreword models get distilgpt2`."),
    ],
)
def test_what_cannot_be_is_one_sentence(
    words: list[str], sentence: str, tiny: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Told before anything is loaded; the exit code is 1."""
    assert main(["chat", "--target", tiny, "--prompt", "hello", *words]) == 1
    got = capsys.readouterr()
    assert got.out == ""
    assert got.err.startswith(sentence) or got.err.rstrip().endswith(sentence)
    assert got.err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [["--json"], ["--prompt", "a", "--raw", "b"], ["--greedy", "--temperature", "1"]],
)
def test_words_that_contradict_each_other_are_2(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """As every wrong call."""
    assert main(["chat", *words]) == 2
    assert capsys.readouterr().err.startswith("usage: foreword chat")


def test_a_prompt_longer_than_the_context(tiny: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Case 12: told with its size before anything is generated."""
    assert main(["chat", "--target", tiny, "--prompt", "x" * 600, *QUICK]) == 1
    got = capsys.readouterr()
    assert got.out == ""
    assert "and the model can hold 512" in got.err


def test_a_base_model_is_told_to_continue_texts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It answers all the same; the hint stands on standard error."""
    base = tmp_path / "base.gguf"
    write_tiny_llama_gguf(base, chat_template=None)
    _, told = ask(capsys, "--target", str(base), "--prompt", "hello")
    assert "base was not taught to chat: --raw continues a text." in told
    _, told = ask(capsys, "--target", str(base), "--raw", "hello")
    assert "taught" not in told
