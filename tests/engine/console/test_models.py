"""`foreword models`, from its words to its output, with a real hub on the loopback."""

import hashlib
import io
import json
import random
import re
import socket
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import gguf
import huggingface_hub
import pytest

from engine import Paths, user_paths
from engine.__main__ import main
from engine.console.download_line import DownloadLine
from engine.library import DownloadProgress, DownloadStage
from tests.gguf_files import write_tiny_llama_gguf
from tests.hub_server import HubServer

CONTENT = b"GGUF" + random.Random(51).randbytes(100_000)
DIGEST = hashlib.sha256(CONTENT).hexdigest()
REPO, FILE = "maker/small-gguf", "small.gguf"


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    """A hub with the one model that a further catalogue names "small"."""
    source = {"kind": "hub", "repo": REPO, "file": FILE}
    entry = {
        "id": "small",
        "name": "Small",
        "file": FILE,
        "size_bytes": len(CONTENT),
        "sha256": DIGEST,
        "drafts": ["gpt2"],
        "sources": [source],
    }
    further = tmp_path / "catalogue.json"
    further.write_text(json.dumps({"models": [entry]}), "utf-8")
    monkeypatch.setenv("FOREWORD_CATALOGUE", str(further))
    monkeypatch.setenv("NO_PROXY", "*")
    huggingface_hub.close_session()
    with HubServer({REPO: {FILE: CONTENT}}) as server:
        monkeypatch.setenv("HF_ENDPOINT", server.endpoint)
        yield server
        huggingface_hub.close_session()


def write_gguf(path: Path, tokens: list[str]) -> str:
    """Write a vocabulary without weights."""
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_token_list(tokens)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
    return str(path)


def test_a_model_from_list_to_remove(hub: HubServer, capsys: pytest.CaptureFixture[str]) -> None:
    """Standard output holds the answer and nothing else, for use in scripts."""
    path = user_paths().models / "small" / FILE
    assert main(["models", "get", "small"]) == 0
    got = capsys.readouterr()
    assert got.out == f"{path}\n"
    assert "100 kB of 100 kB" in got.err
    assert "\r" not in got.err
    assert main(["models", "path", "small"]) == 0
    assert capsys.readouterr().out == f"{path}\n"
    assert main(["models", "verify", "small"]) == 0
    assert DIGEST in capsys.readouterr().out
    assert main(["models", "remove", "small", "--yes"]) == 0
    assert not path.parent.exists()
    assert main(["models", "path", "small"]) == 1


def test_each_answer_is_had_as_json(
    hub: HubServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing else stands on standard output then."""
    path = user_paths().models / "small" / FILE

    def answer(*words: str) -> Any:
        assert main(["models", *words, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    assert answer("get", "small") == {"id": "small", "path": str(path), "sha256": DIGEST}
    assert answer("path", "small") == {"id": "small", "path": str(path)}
    assert answer("verify", "small") == {"id": "small", "path": str(path), "sha256": DIGEST}
    assert answer("remove", "small", "--yes") == {"id": "small", "was_removed": True}
    write_tiny_llama_gguf(tmp_path / "tiny.gguf", num_layers=1)
    plan = answer("plan", str(tmp_path / "tiny.gguf"), "--context", "64")
    assert plan["context_length"] == 64
    assert 0 < plan["target_bytes"] == plan["needed_bytes"] < plan["free_bytes"]


def test_list_tells_what_is_here(hub: HubServer, capsys: pytest.CaptureFixture[str]) -> None:
    """As a table and as JSON; both name what can be had and what is installed."""
    main(["models", "get", "small", "--json"])
    assert json.loads(capsys.readouterr().out)["sha256"] == DIGEST
    assert main(["models", "list", "--json"]) == 0
    entries = {entry["id"]: entry for entry in json.loads(capsys.readouterr().out)}
    assert entries["small"]["is_installed"] is True
    assert entries["smollm2-135m-instruct"]["is_installed"] is False
    assert main(["models", "list"]) == 0
    table = capsys.readouterr().out
    assert [line.split()[1] for line in table.splitlines() if line.startswith("small ")] == [
        "installed"
    ]
    assert "The starter" in table


def test_pair_names_what_fits_and_why_not(
    hub: HubServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two imported vocabularies and a target given by path; "gpt2" is not a draft of that."""
    target = write_gguf(tmp_path / "ziel 目标.gguf", ["a", "b", "c"])
    main(["models", "import", write_gguf(tmp_path / "same.gguf", ["a", "b"])])
    main(["models", "import", write_gguf(tmp_path / "other.gguf", ["a", "x", "y"])])
    assert capsys.readouterr().out == "same\nother\n"
    assert main(["models", "pair", target, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    ours = [draft for draft in answer["drafts"] if draft["id"] in ("same", "other")]
    assert {draft["id"]: draft["fits"] for draft in ours} == {
        "same": True,
        "other": False,
    }
    assert main(["models", "pair", target]) == 0
    table = capsys.readouterr().out
    # How wide the first column is depends on the longest name of the catalogue.
    assert re.search(r"^same +does not pay", table, re.MULTILINE)
    assert "first at id 1; 2 of them in all" in table


def test_pair_offers_what_could_be_fetched(
    hub: HubServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """The catalogue's own suggestion, with the command for it."""
    main(["models", "get", "small"])
    capsys.readouterr()
    assert main(["models", "pair", "small"]) == 0
    assert "foreword models get gpt2" in capsys.readouterr().out


def test_remove_asks_first(
    hub: HubServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anything but yes keeps the model; no answer at all does too."""
    main(["models", "get", "small"])
    for answer in ("", "n\n", "what\n"):
        monkeypatch.setattr(sys, "stdin", io.StringIO(answer))
        assert main(["models", "remove", "small"]) == 1
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    assert main(["models", "remove", "small"]) == 0
    assert main(["models", "path", "small"]) == 1


def test_a_refused_download_is_one_sentence(
    hub: HubServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """On standard error, with exit code 1 and no traceback."""
    hub.faults.hub_status = 410
    assert main(["models", "get", "small"]) == 1
    got = capsys.readouterr()
    assert got.out == ""
    assert "refused the download (status 410)" in got.err
    assert "Traceback" not in got.err


def test_looking_needs_no_network(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Case 32: with sockets that raise, all but `get` works, and `get` says what is wrong."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a connection was attempted")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    model = write_gguf(tmp_path / "m.gguf", ["a"])
    for words in (["list"], ["path", model], ["pair", model], ["import", model]):
        assert main(["models", *words]) == 0
    assert main(["models", "path", "gpt2"]) == 1
    assert "gpt2 is not on this machine yet" in capsys.readouterr().err


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def at(done_bytes: int, *, rate: float = 0.0) -> DownloadProgress:
    return DownloadProgress(
        id="m",
        stage=DownloadStage.DOWNLOADING,
        source="here",
        done_bytes=done_bytes,
        total_bytes=100_000_000,
        bytes_per_s=rate,
    )


def test_a_terminal_has_one_line_that_changes() -> None:
    """A shorter text overwrites a longer one wholly."""
    stream = Terminal()
    line = DownloadLine(stream)
    line.show(at(20_000_000, rate=1e6))
    line.show(at(100_000_000))
    line.close()
    first, second = stream.getvalue().removeprefix("\r").removesuffix("\n").split("\r")
    assert first == "m [#####...................] 20 MB of 100 MB, 1 MB/s, 1 min 20 s left"
    assert second.rstrip() == f"m [{'#' * 24}] 100 MB of 100 MB"
    assert len(second) == len(first)


def test_a_download_s_name_cannot_command_the_terminal() -> None:
    """It may come from a catalogue of somebody else's, or be as long as it likes."""
    stream = Terminal()
    line = DownloadLine(stream)
    odd = replace(at(20_000_000), id="\x1b[2J\n" + "m" * 500, source="\x07there")
    line.show(odd)
    line.show(replace(odd, stage=DownloadStage.CONNECTING))
    line.close()
    shown = stream.getvalue()
    assert not re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", shown)
    assert shown.count("\n") == 1
    assert max(map(len, shown.split("\r"))) <= 81


def test_a_file_gets_a_line_for_each_tenth() -> None:
    """A thousand reports make a heading and eleven lines, none with a carriage return."""
    stream = io.StringIO()
    line = DownloadLine(stream)
    for thousandth in range(1001):
        line.show(at(thousandth * 100_000))
    line.close()
    lines = stream.getvalue().splitlines()
    assert lines[0] == "m: downloading from here"
    assert len(lines) == 12
    assert lines[-1] == "  100 MB of 100 MB"


def test_paths_are_below_the_test_home(home: Path) -> None:
    """No test here may touch the models of whoever runs it."""
    assert isinstance(user_paths(), Paths)
    assert user_paths().models.is_relative_to(home)
