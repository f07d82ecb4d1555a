"""`foreword train`, from its words to a draft that the console then takes by itself."""

import json
from pathlib import Path
from threading import Event

import pytest

from engine.__main__ import main
from engine.draft_making import SleepWatch
from engine.drafting.head_file import read_card
from engine.drafting.head_library import digest_of_model, find_head, own_head_path
from engine.errors import BadParameter
from engine.params import ModelSpec
from engine.training.recipe import Recipe
from tests.gguf_files import write_tiny_llama_gguf
from tests.heads import write_head
from tests.tiny_models import tiny_config


def test_a_model_without_an_end_is_refused_with_a_sentence(
    tiny: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", tiny, "--tokens", "300"]) == 1
    assert "no chat template" in capsys.readouterr().err


def test_help_names_every_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "--help"]) == 0
    text = capsys.readouterr().out
    for option in ("--minutes", "--tokens", "--passes", "--layers", "--vocabulary", "--seed"):
        assert option in text


def test_a_number_out_of_range_is_named_as_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "any.gguf", "--layers", "99"]) == 1
    assert "layers" in capsys.readouterr().err
    with pytest.raises(BadParameter):
        Recipe(num_tokens=1)


def test_a_target_s_own_draft_is_found_by_its_digest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOREWORD_HOME", str(tmp_path))
    digest = "cd" * 32
    path = own_head_path(digest)
    path.parent.mkdir(parents=True)
    card = write_head(path, tiny_config(), vocabulary=[1, 2, 3], digest=digest)
    (path.parent / "broken.draft").write_bytes(b"no head")
    target = ModelSpec(id="t", name="T", path=tmp_path / "t.gguf", digest=digest)
    found = find_head(target)
    assert found is not None
    assert found.path == path
    assert read_card(found.path) == card
    assert json.dumps(dict(card.recipe))
    assert find_head(ModelSpec(id="t", name="T", path=path, digest="ef" * 32)) is None
    assert find_head(ModelSpec(id="t", name="T", path=path)) is None


def test_a_draft_for_a_file_of_the_user_s_own_is_found_once_it_was_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No list names the digest of an imported file: making its draft finds it out."""
    monkeypatch.setenv("FOREWORD_HOME", str(tmp_path))
    target = ModelSpec(id="t", name="T", path=tmp_path / "t.gguf")
    target.path.write_bytes(b"weights")
    digest = digest_of_model(target, stop=Event())
    write_head(own_head_path(digest), tiny_config(), vocabulary=[1, 2, 3], digest=digest)
    found = find_head(target)
    assert found is not None
    assert found.path == own_head_path(digest)
    target.path.write_bytes(b"other weights")
    assert find_head(target) is None


@pytest.mark.parametrize("name", ["mine", "mine.safetensors", "drafts/", ".draft"])
def test_a_name_that_nothing_would_take_for_a_draft_is_refused_at_once(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """Before the model is even looked for."""
    assert main(["train", "any.gguf", "--out", name]) == 1
    assert "--out cannot be" in capsys.readouterr().err


def test_a_computer_that_slept_is_noticed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the window does; what was done is kept, and the same command goes on from there."""
    path = tmp_path / "tiny.gguf"
    write_tiny_llama_gguf(path)
    monkeypatch.setattr(SleepWatch, "has_slept", property(lambda self: True))
    out = tmp_path / "tiny.draft"
    assert main(["train", str(path), "--tokens", "1024", "--out", str(out)]) == 1
    assert "The computer slept while a draft for tiny was being made" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize("option", ["tokens", "passes", "layers", "sequences"])
def test_a_refused_number_goes_by_its_option(
    capsys: pytest.CaptureFixture[str], option: str
) -> None:
    assert main(["train", "any.gguf", f"--{option}", "0"]) == 1
    assert capsys.readouterr().err.startswith(f"--{option} cannot be 0")
