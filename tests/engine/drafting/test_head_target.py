"""What a head takes from its target is the same whatever basis the target is held in."""

from pathlib import Path

import pytest
import torch

from engine.drafting.head_file import load_head
from engine.drafting.head_target import embedding_table, output_rows
from engine.models import kernels
from engine.models.decoder import Decoder
from engine.models.loader import load_now
from engine.models.tiny import write_tiny_gguf
from engine.params import ModelSpec, Placement, Precision, SamplingParams
from engine.sampling import Sampler
from tests.heads import write_head

IDS = [5, 9, 17, 33, 65, 129, 200]

pytestmark = pytest.mark.skipif(
    not kernels.has_w8a8(), reason="this processor has no 8-bit products that sum exactly"
)


def test_a_turned_target_gives_the_same(tmp_path: Path) -> None:
    """Rows, features and a whole draft; 4 bits and 8 bits round differently, but not by much."""
    path = tmp_path / "tiny.gguf"
    write_tiny_gguf(path, seed=1)
    spec = ModelSpec(id="tiny", name="Tiny", path=path)
    rows, features, logits = [], [], []
    for precision in (Precision.INT4, Precision.INT8):
        placement = Placement(context_length=64, precision=precision)
        model = load_now(spec, placement=placement).model
        decoder = model.backend
        assert isinstance(decoder, Decoder)
        assert (decoder.weights.basis is not None) is (precision is Precision.INT8)
        rows.append(output_rows(decoder.weights, torch.arange(256)))
        write_head(tmp_path / "tiny.draft", decoder.config, vocabulary=list(range(256)))
        head = load_head(tmp_path / "tiny.draft", model)
        model.extend(IDS[:-1])
        basis, size = decoder.weights.basis, decoder.config.hidden_size
        kept = decoder.features[: model.length].float().view(-1, size)
        features.append(kept if basis is None else basis.turn_back(kept))
        sampler = Sampler(SamplingParams(temperature=1.0), seed=1, num_tokens=256)
        found = head.propose(IDS, 1, sampler=sampler, should_stop=lambda: False)
        assert found.probs is not None
        logits.append(found.probs[0])
        assert embedding_table(decoder.weights, 256).shape == (256, size)
    for left, right in (rows, features):
        assert float((left - right).norm() / left.norm()) < 0.1
    assert float(torch.minimum(*logits).sum()) > 0.9
