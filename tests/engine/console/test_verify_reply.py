"""`foreword verify-reply`: the sentence, the figures, and the exit code that says what came of it.

The tiny model is packed, so a reply of its own must be found to be its own to the last token.
"""

import io
import json
import signal
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import Command, Event, TextDelta, open_engine
from engine.__main__ import main
from engine.console import verify_reply
from engine.models.tiny import write_tiny_gguf
from tests.gguf_files import write_tiny_llama_gguf

QUICK = ["--threads", "1"]
SAMPLED = ["--temperature", "0.9", "--top-p", "0.95", "--seed", "3"]


@pytest.fixture
def verify(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    """Run the command; give the exit code and standard output."""

    def run(*words: str) -> tuple[int, str]:
        code = main(["verify-reply", *words, *QUICK])
        return code, capsys.readouterr().out

    return run


@pytest.fixture
def saved(
    tiny: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[Path, dict[str, Any]]]:
    """Have `chat --json` answer, and keep what it says in a file."""

    def save(*words: str, target: str = tiny) -> tuple[Path, dict[str, Any]]:
        capsys.readouterr()
        words = (*words, "--max-new-tokens", "24", "--prompt", "row row row your boat", *QUICK)
        assert main(["chat", "--json", "--target", target, "--lookahead", "4", *words]) == 0
        path = tmp_path / "reply.json"
        path.write_text(capsys.readouterr().out, "utf-8")
        return path, json.loads(path.read_text("utf-8"))

    return save


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "48 of 48 tokens are the target's own"),
        ([*SAMPLED, "--rule", "coupled"], "48 of 48 tokens are the target's own"),
        ([*SAMPLED, "--rule", "rejection"], "48 of 48 tokens are ones your settings allow"),
        (["--repetition-penalty", "1.3", "--ban", "e"], "48 of 48 tokens are the target's own"),
    ],
)
@pytest.mark.parametrize("lookahead", ["1", "7"])
def test_a_reply_with_drafts_is_the_target_s_own(
    words: list[str],
    sentence: str,
    lookahead: str,
    tiny: str,
    tmp_path: Path,
    verify: Callable[..., tuple[int, str]],
) -> None:
    draft = tmp_path / "draft.gguf"
    write_tiny_gguf(draft, seed=1)
    options = ["--target", tiny, "--draft", str(draft), "--lookahead", lookahead]
    code, out = verify(*options, "--prompt", "hello", "--max-new-tokens", "48", *words)
    assert code == 0
    assert out.startswith(sentence)
    assert out.count("\n") == 1


def test_json_has_every_probability(tiny: str, verify: Callable[..., tuple[int, str]]) -> None:
    code, out = verify("--target", tiny, "--prompt", "hello", "--json", "--max-new-tokens", "20")
    found = json.loads(out)
    assert code == 0
    assert (found["num_own"], found["num_tokens"], found["first_foreign"]) == (20, 20, None)
    assert len(found["probabilities"]) == len(found["chosen_ids"]) == 20
    assert all(0.0 < probability <= 1.0 for probability in found["probabilities"])
    assert found["sentence"].startswith("20 of 20 tokens are the target's own")


@pytest.mark.parametrize("words", [[], [*SAMPLED, "--rule", "coupled"]])
def test_a_saved_reply_is_replayed_with_its_own_settings(
    words: list[str],
    saved: Callable[..., tuple[Path, dict[str, Any]]],
    verify: Callable[..., tuple[int, str]],
) -> None:
    """And a token that somebody changed is found."""
    path, answer = saved(*words)
    code, out = verify("--from", str(path))
    assert (code, out.startswith("24 of 24 tokens are the target's own")) == (0, True)
    answer["chosen_ids"][20] ^= 1
    path.write_text(json.dumps(answer), "utf-8")
    code, out = verify("--from", str(path), "--json")
    found = json.loads(out)
    assert (code, found["first_foreign"]) == (1, 20)
    assert found["num_own"] < 24


def test_a_saved_reply_is_not_another_model_s(
    tmp_path: Path,
    saved: Callable[..., tuple[Path, dict[str, Any]]],
    verify: Callable[..., tuple[int, str]],
) -> None:
    other = tmp_path / "other.gguf"
    write_tiny_gguf(other, seed=2)
    path, _ = saved()
    code, out = verify("--from", str(path), "--target", str(other))
    assert code == 1
    assert "of 24 tokens are the target's own; the first that is not is token 1" in out


def test_a_reply_cut_inside_a_token_is_proved_by_what_was_chosen(
    tmp_path: Path,
    saved: Callable[..., tuple[Path, dict[str, Any]]],
    verify: Callable[..., tuple[int, str]],
) -> None:
    """Its ids for the next turn are others: the text before the stop string encoded anew."""
    target = tmp_path / "merging.gguf"

    def cuts() -> Iterator[tuple[Path, dict[str, Any]]]:
        """Stop such models wherever two letters of a reply may be the inside of a token."""
        for seed in (3, 2, 5, 8):
            write_tiny_llama_gguf(target, seed=seed)
            text = saved(target=str(target))[1]["text"]
            for stop in (text[n : n + 2] for n in range(1, len(text) - 1)):
                if stop.isalnum():
                    yield saved("--stop", stop, target=str(target))

    path, answer = next(cut for cut in cuts() if cut[1]["ids"] != cut[1]["chosen_ids"])
    assert answer["finish_reason"] == "stop string"
    code, out = verify("--from", str(path))
    assert code == 0, out


@pytest.mark.parametrize(
    "spoil",
    [
        lambda answer: answer.pop("seed"),
        lambda answer: answer.update(seed=-1),
        lambda answer: answer.update(seed=True),
        lambda answer: answer.update(chosen_ids=[]),
        lambda answer: answer.update(prompt_ids=[-1]),
        lambda answer: answer.update(prompt_ids=[1.5]),
        lambda answer: answer.update(prompt_ids=[2**40]),
        lambda answer: answer.update(models=None),
        lambda answer: answer["models"].update(target=[]),
        lambda answer: answer["models"]["target"].update(path=3),
        lambda answer: answer.update(sampling=[1]),
        lambda answer: answer["sampling"].update(unheard_of=1),
        lambda answer: answer["sampling"].update(rule="unheard of"),
        lambda answer: answer["sampling"].update(logit_bias=[[1]]),
        lambda answer: answer["sampling"].update(stop=3),
    ],
)
def test_a_file_with_anything_else_is_refused(
    spoil: Callable[[dict[str, Any]], object],
    saved: Callable[..., tuple[Path, dict[str, Any]]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    path, answer = saved()
    spoil(answer)
    path.write_text(json.dumps(answer), "utf-8")
    assert main(["verify-reply", "--from", str(path), *QUICK]) == 1
    got = capsys.readouterr()
    assert got.out == ""
    assert "choose a file with a reply that `foreword chat --json` wrote" in got.err


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "[" * 100_000, "\x00"])
def test_a_file_that_is_no_reply_is_refused(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "reply.json"
    path.write_text(text, "utf-8")
    for wanted in (path, tmp_path / "missing.json", tmp_path):
        assert main(["verify-reply", "--from", str(wanted), *QUICK]) == 1
        assert "--from cannot be" in capsys.readouterr().err


def test_a_setting_out_of_range_is_named(
    saved: Callable[..., tuple[Path, dict[str, Any]]], capsys: pytest.CaptureFixture[str]
) -> None:
    path, answer = saved()
    answer["sampling"]["top_p"] = 7
    path.write_text(json.dumps(answer), "utf-8")
    assert main(["verify-reply", "--from", str(path), *QUICK]) == 1
    assert "top_p cannot be 7" in capsys.readouterr().err


def test_the_prompt_from_standard_input(
    tiny: str, monkeypatch: pytest.MonkeyPatch, verify: Callable[..., tuple[int, str]]
) -> None:
    words = ["--target", tiny, "--max-new-tokens", "8", "--json"]
    _, expected = verify(*words, "--prompt", "two\nlines")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"two\nlines\n")))
    _, out = verify(*words, "--prompt", "-")
    assert json.loads(out)["prompt_ids"] == json.loads(expected)["prompt_ids"]


def test_an_interrupted_reply_is_130(
    tiny: str, monkeypatch: pytest.MonkeyPatch, verify: Callable[..., tuple[int, str]]
) -> None:
    """What is not replayed is not said to be the target's own."""

    class Interrupted:
        def __init__(self) -> None:
            self._engine = open_engine()
            self._pieces = 0

        def handle(self, command: Command) -> Generator[Event]:
            for event in self._engine.handle(command):
                yield event
                if isinstance(event, TextDelta):
                    self._pieces += 1
                    if self._pieces == 3:
                        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(verify_reply, "open_engine", Interrupted)
    code, out = verify("--target", tiny, "--prompt", "hello")
    assert code == 130
    assert out.startswith("Stopped before a token was checked.")


def test_a_prompt_and_a_file_contradict_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify-reply", "--prompt", "a", "--from", "b"]) == 2
    assert capsys.readouterr().err.startswith("usage: foreword verify-reply")
