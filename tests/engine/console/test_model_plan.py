"""`foreword models plan`: what it says of a context and of a draft that cannot be had."""

from pathlib import Path

import pytest

from engine.__main__ import main
from engine.drafting.head_file import load_head
from engine.error_text import explain
from engine.errors import WrongHead
from engine.models.gguf import GgufFile
from engine.models.gguf_weights import read_config
from engine.models.loader import load_now
from engine.params import DeviceChoice, ModelSpec, Placement
from tests.gguf_files import write_tiny_llama_gguf
from tests.heads import write_head


def test_a_context_beyond_the_model_s_own_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is never shortened in silence."""
    write_tiny_llama_gguf(tmp_path / "Tiny.gguf", num_layers=1)
    assert main(["models", "plan", str(tmp_path / "Tiny.gguf"), "--context", "10000000"]) == 0
    assert "tokens at most, fewer than were asked for" in capsys.readouterr().out


def test_a_draft_that_cannot_write_for_the_target_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The room for such a pair is nobody's question."""
    write_tiny_llama_gguf(tmp_path / "Tiny.gguf", num_layers=1)
    (tmp_path / "broken.gguf").write_bytes(b"GGUF")
    words = ["models", "plan", str(tmp_path / "Tiny.gguf"), "--draft"]
    assert main([*words, str(tmp_path / "broken.gguf")]) == 1
    assert main([*words, str(tmp_path / "Tiny.gguf")]) == 0
    assert "broken.gguf" in capsys.readouterr().err


def test_a_trained_draft_of_another_model_is_refused_as_a_load_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the same sentence; for its own model it is planned."""
    own, other = tmp_path / "Own.gguf", tmp_path / "Other.gguf"
    write_tiny_llama_gguf(own, num_layers=2)
    write_tiny_llama_gguf(other, num_layers=1)
    head = tmp_path / "tiny.draft"
    with GgufFile.open(own) as file:
        write_head(head, read_config(file), vocabulary=[1, 2, 3])
    assert main(["models", "plan", str(own), "--draft", str(head)]) == 0
    assert main(["models", "plan", str(other), "--draft", str(head)]) == 1
    said = capsys.readouterr().err
    spec = ModelSpec(id="other", name="Other", path=other)
    target = load_now(spec, placement=Placement(device=DeviceChoice.CPU))
    with pytest.raises(WrongHead) as refused:
        load_head(head, target.model)
    assert "it was made for tiny" in said
    assert explain(refused.value) in said
