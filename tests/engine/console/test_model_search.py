"""`foreword models search`, `get` and `token` against a real hub on the loopback."""

import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import huggingface_hub
import pytest

from engine.__main__ import main
from engine.library import tokens
from tests.fake_key_store import FakeKeyStore
from tests.hub_server import HubServer

TOKEN = "hf_right"
LLAMA: dict[str, object] = {
    "gguf": {"total": 1000, "architecture": "llama"},
    "tags": ["gguf", "license:mit"],
}
FILES = {"tiny-Q4_0.gguf": b"GGUF" + bytes(600), "tiny-IQ1_S.gguf": b"GGUF"}


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> FakeKeyStore:
    """The system's key store, as far as this test goes."""
    store = FakeKeyStore()
    monkeypatch.setattr(tokens, "system_key_store", lambda: store)
    return store


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch, keys: FakeKeyStore) -> Iterator[HubServer]:
    """A hub with an open repository and a gated one."""
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.delenv("FOREWORD_CATALOGUE", raising=False)
    huggingface_hub.close_session()
    with HubServer({"maker/tiny": FILES, "maker/closed-tiny": FILES}) as server:
        server.cards = {"maker/tiny": LLAMA, "maker/closed-tiny": {**LLAMA, "gated": "manual"}}
        server.gates["maker/closed-tiny"] = {TOKEN: True}
        monkeypatch.setenv("HF_ENDPOINT", server.endpoint)
        yield server
        huggingface_hub.close_session()


def test_search_lists_repositories(hub: HubServer, capsys: pytest.CaptureFixture[str]) -> None:
    """A line each, with what stands in the way of a gated one."""
    assert main(["models", "search", "tiny", "--max-size", "2kB"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["REPOSITORY", "KIND", "ABOUT", "LICENCE", "NOTE"]
    assert {line.split()[0] for line in lines[1:]} == {"maker/tiny", "maker/closed-tiny"}
    assert any("licence has to be accepted" in line for line in lines)


def test_search_lists_a_repository(hub: HubServer, capsys: pytest.CaptureFixture[str]) -> None:
    """What can be run, and with --all the rest with its reason."""
    assert main(["models", "search", "maker/tiny"]) == 0
    out = capsys.readouterr().out
    assert "maker/tiny/tiny-Q4_0.gguf" in out
    assert "IQ1_S" not in out
    assert main(["models", "search", "maker/tiny", "--all", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [file["quantization"] for file in told["files"]] == ["IQ1_S", "Q4_0"]
    assert told["model"]["licence"] == "mit"


def test_search_says_when_there_is_nothing(
    hub: HubServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """A next step instead of an empty table."""
    assert main(["models", "search", "unheard of"]) == 0
    assert "--all" in capsys.readouterr().out
    assert main(["models", "search", "unheard of", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


@pytest.mark.parametrize("words", [["--max-size", "big"], ["--limit", "0"]])
def test_search_refuses_what_makes_no_sense(
    hub: HubServer, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    """Before anything is asked."""
    assert main(["models", "search", "tiny", *words]) == 1
    assert hub.requests == []


def test_search_offline_is_one_sentence(
    hub: HubServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The variable is named, and nobody was asked."""
    monkeypatch.setenv("FOREWORD_OFFLINE", "1")
    assert main(["models", "search", "tiny"]) == 1
    assert "FOREWORD_OFFLINE is set" in capsys.readouterr().err
    assert hub.requests == []


def test_a_gated_model_is_got_with_a_token_from_standard_input(
    hub: HubServer,
    keys: FakeKeyStore,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Used once: it is kept nowhere, and printed nowhere."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{TOKEN}\n"))
    assert main(["models", "get", "maker/closed-tiny/tiny-Q4_0.gguf", "--token"]) == 0
    got = capsys.readouterr()
    assert Path(got.out.strip()).read_bytes() == FILES["tiny-Q4_0.gguf"]
    assert TOKEN not in got.out + got.err
    assert keys.secrets == {}


def test_a_gated_model_without_a_token_names_its_page(
    hub: HubServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody sits at a terminal, so nobody is asked."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(["models", "get", "maker/closed-tiny/tiny-Q4_0.gguf"]) == 1
    assert f"{hub.endpoint}/maker/closed-tiny" in capsys.readouterr().err


def test_a_token_is_kept_and_forgotten(
    hub: HubServer,
    keys: FakeKeyStore,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the key store, under the hub's own name, until it is taken out again."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{TOKEN}\n"))
    assert main(["models", "token"]) == 0
    assert list(keys.secrets.values()) == [TOKEN]
    assert main(["models", "get", "maker/closed-tiny/tiny-Q4_0.gguf"]) == 0
    assert main(["models", "token", "--forget"]) == 0
    assert keys.secrets == {}
    assert TOKEN not in capsys.readouterr().out


def test_without_a_key_store_a_token_is_not_kept(
    hub: HubServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Least of all in a file."""
    monkeypatch.setattr(tokens, "system_key_store", lambda: None)
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{TOKEN}\n"))
    assert main(["models", "token"]) == 1
    assert "no key store" in capsys.readouterr().err


def test_list_tells_what_each_takes_and_how_far_it_is(
    hub: HubServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """Memory, gate and a download that broke off."""
    hub.faults.cuts = [300, 0, 0, 0]
    name = "maker/tiny/tiny-Q4_0.gguf"
    assert main(["models", "get", name]) == 1
    capsys.readouterr()
    assert main(["models", "list", "--json"]) == 0
    listed = {entry["id"]: entry for entry in json.loads(capsys.readouterr().out)}
    assert listed["qwen3-4b"]["memory_bytes"] > 2e9
    assert listed["gemma-3-1b-it"]["is_gated"] is True
    assert main(["models", "list"]) == 0
    assert "gated" in capsys.readouterr().out
