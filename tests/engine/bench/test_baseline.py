"""The same weights in transformers: bit for bit those of the file, and the same replies."""

from pathlib import Path

import pytest
import torch

from engine.bench import transformers_baseline
from engine.bench.transformers_baseline import Baseline, load_dequantized
from engine.errors import OutOfMemory
from tests.gguf_files import write_tiny_llama_gguf

CPU = torch.device("cpu")
PROMPT = [10, 20, 30, 10, 20, 30, 10]


@pytest.mark.parametrize("architecture", ["llama", "qwen2"])
def test_weights_are_those_of_the_file(architecture: str, tmp_path: Path) -> None:
    """Every tensor by Hugging Face's name, in its row order, rounded to bfloat16 once.

    The `gguf` package decodes what it is held against.
    """
    tiny = write_tiny_llama_gguf(tmp_path / "tiny.gguf", architecture=architecture)
    model = load_dequantized(tiny.path)
    state = model.state_dict()
    for name, weight in tiny.weights.items():
        assert torch.equal(state.pop(name), weight.to(torch.bfloat16)), name
    tied = {"lm_head.weight"} if architecture == "llama" else set()
    assert set(state) == tied
    frequencies = model.model.rotary_emb.inv_freq
    size = tiny.hidden_size // tiny.num_heads
    expected = tiny.rope_base ** -(torch.arange(0, size, 2) / size)
    assert torch.allclose(frequencies, expected)
    assert not any(tensor.is_meta for tensor in (*model.parameters(), *model.buffers()))


def test_replies_come_with_their_times(tmp_path: Path) -> None:
    """As many ids as wished, none of the prompt's, and the first event's own count."""
    path = write_tiny_llama_gguf(tmp_path / "tiny.gguf").path
    baseline = Baseline(path, None, device=CPU)
    assert not baseline.has_assistant
    reply = baseline.generate(PROMPT, max_new_tokens=5, is_assisted=False)
    assert len(reply.ids) == 5
    assert reply.num_first_tokens == 1
    assert 0 < reply.first_s <= reply.elapsed_s


def test_an_assistant_of_another_height_is_not_offered(tmp_path: Path) -> None:
    """transformers refuses it, though the tokens are the same."""
    target = write_tiny_llama_gguf(tmp_path / "target.gguf").path
    padded = write_tiny_llama_gguf(tmp_path / "padded.gguf", num_padding=5).path
    assert not Baseline(target, padded, device=CPU).has_assistant
    baseline = Baseline(target, target, device=CPU)
    assert baseline.has_assistant
    reply = baseline.generate(PROMPT, max_new_tokens=5, is_assisted=True)
    assert reply.ids == baseline.generate(PROMPT, max_new_tokens=5, is_assisted=False).ids


def test_no_room_is_told_before_anything_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the bytes that two copies in bfloat16 would take."""
    tiny = write_tiny_llama_gguf(tmp_path / "tiny.gguf")
    monkeypatch.setattr(transformers_baseline, "_HEADROOM_BYTES", 2**60)
    with pytest.raises(OutOfMemory) as refused:
        Baseline(tiny.path, tiny.path, device=CPU)
    weights = sum(weight.numel() for weight in tiny.weights.values())
    assert refused.value.needed_bytes == 2**60 + 2 * 2 * weights
