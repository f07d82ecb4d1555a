"""`foreword models import` and `found`: what is said of what was taken, and of what was not."""

import json
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.library import open_library
from tests.engine.importing.stores import write_hub_cache, write_model_folder, write_ollama
from tests.gguf_files import write_tiny_llama_gguf


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of other programs that holds nothing yet."""
    folder = tmp_path / "others"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    monkeypatch.setenv("OLLAMA_MODELS", str(folder / "ollama"))
    monkeypatch.setenv("HF_HUB_CACHE", str(folder / "hub"))
    for name in ("HF_HOME", "XDG_CACHE_HOME", "HUGGINGFACE_HUB_CACHE"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.mark.parametrize(
    ("origin", "owner"),
    [("hub", "the Hugging Face cache"), ("ollama", "Ollama"), ("lmstudio", "LM Studio")],
)
def test_nothing_there_is_said_in_a_sentence(
    origin: str, owner: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["models", "import", "--from", origin]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    expected = f"No models of {owner} were found. Give the path of one instead.\n"
    assert shown.err == expected


def test_nothing_that_can_be_run_is_another_sentence(
    places: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    snapshot = write_hub_cache(places / "hub")
    (snapshot / "tokenizer.json").unlink()
    assert main(["models", "import", "--from", "hub"]) == 1
    said = capsys.readouterr().err
    assert "owner/tiny is left out" in said
    assert "None of the models of the Hugging Face cache can be run here" in said


def test_a_name_that_the_program_has_not(places: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_ollama(places / "ollama")
    assert main(["models", "import", "other", "--from", "ollama", "--json"]) == 1
    shown = capsys.readouterr()
    assert json.loads(shown.out) == []
    assert "No model of Ollama is called 'other'" in shown.err


def test_all_of_a_program_are_taken(places: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_ollama(places / "ollama")
    write_hub_cache(places / "hub")
    assert main(["models", "import", "--from", "ollama", "--json"]) == 0
    (taken,) = json.loads(capsys.readouterr().out)
    assert taken["id"] == "smol-135m"
    assert Path(taken["path"]).is_relative_to(places)
    assert main(["models", "import", "--from", "hub"]) == 0
    assert capsys.readouterr().out == "owner-tiny\n"
    installed = {entry.id for entry in open_library().installed()}
    assert installed >= {"smol-135m", "owner-tiny"}


def test_a_copy_is_a_model_of_the_library(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_model_folder(tmp_path / "m")
    assert main(["models", "import", str(path), "--copy", "--json"]) == 0
    (taken,) = json.loads(capsys.readouterr().out)
    assert main(["models", "verify", taken["id"], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sha256"]


def test_what_other_programs_have_is_listed(
    places: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_tiny_llama_gguf(places / "good.gguf", num_layers=1)
    (places / "bad-IQ1_S.gguf").write_bytes(b"GGUF")
    assert main(["models", "found", str(places), "--json"]) == 0
    found = {each["name"]: each for each in json.loads(capsys.readouterr().out)}
    assert found["good"]["can_run"]
    assert "IQ1_S" in found["bad-IQ1_S"]["reason"]
    assert main(["models", "found", str(places)]) == 0
    assert "can be run" in capsys.readouterr().out
