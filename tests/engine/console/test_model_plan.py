"""`foreword models plan`: what it says of a context and of a draft that cannot be had."""

from pathlib import Path

import pytest

from engine.__main__ import main
from tests.gguf_files import write_tiny_llama_gguf


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
