"""Passes of fixed shapes: the same logits as the lean decoder's own, recorded once each.

On a processor, with a recorder that replays by calling again; `tests/gpu` has the real one.
"""

import random
from collections.abc import Sequence

import pytest
import torch

from engine.models.cached import CachedModel
from engine.models.cuda_graphs import MAX_WIDTH, GraphedDecoder, recorded
from engine.models.decoder import Decoder, DecoderConfig
from engine.models.quantized import DenseLinear, FusedLinear
from tests.recorders import CallingRecorder
from tests.tiny_models import FAMILIES, lean_decoder, random_state, tiny_config

TOLERANCE = 1e-4


def some_ids(count: int, *, seed: int = 0) -> list[int]:
    return random.Random(seed).choices(range(96), k=count)


def graphed(
    config: DecoderConfig, *, recorder: CallingRecorder | None = None, kind: str = "float32"
) -> GraphedDecoder:
    decoder = lean_decoder(config, random_state(config), kind=kind)
    # Memory that nobody has touched may hold anything.
    decoder.cache.fill_(torch.nan)
    return GraphedDecoder(decoder, recorder=recorder)


def eager(config: DecoderConfig) -> CachedModel:
    return CachedModel(lean_decoder(config, random_state(config)), name="eager")


def assert_same(graphs: GraphedDecoder, config: DecoderConfig, widths: Sequence[int]) -> None:
    """Run prompts, passes of these widths and refusals through both."""
    left, right = CachedModel(graphs, name="graphs"), eager(config)
    ids = some_ids(4000)
    for width in widths:
        fed = [ids.pop() for _ in range(width)]
        num_logits = ids[0] % width + 1
        got = left.extend(fed, num_logits=num_logits).clone()
        expected = right.extend(fed, num_logits=num_logits)
        assert torch.allclose(got, expected, atol=TOLERANCE, rtol=0)
        if width > 1:
            for model in (left, right):
                model.crop_to(model.length - width // 2)
    assert left.ids == right.ids
    assert graphs.num_cached == left.length


@pytest.mark.parametrize("family", list(FAMILIES))
@pytest.mark.parametrize("is_recorded", [False, True])
def test_fixed_shapes_answer_like_the_decoder(family: str, is_recorded: bool) -> None:
    """Prompts, narrow passes and refusals, over the edge where the columns double."""
    config = tiny_config(family)
    recorder = CallingRecorder() if is_recorded else None
    graphs = graphed(config, recorder=recorder)
    widths = [40, *[1, 5, 2, 5, 1, 9] * 6, 150, *[1, 5, 9, 17] * 4, 90, *[5, 1] * 5]
    assert_same(graphs, config, widths)
    assert (graphs.num_replays > 20) is is_recorded


def test_a_shape_is_recorded_when_it_comes_again() -> None:
    """The first run readies the kernels; a width that comes once costs no recording."""
    recorder = CallingRecorder()
    graphs = graphed(tiny_config(), recorder=recorder)
    model = CachedModel(graphs, name="m")
    model.extend(some_ids(30), num_logits=0)
    for times, (asked, replays) in enumerate([(0, 0), (1, 1), (1, 2), (1, 3)]):
        model.extend([times])
        assert (recorder.num_asked, graphs.num_replays) == (asked, replays)
    model.extend([1, 2, 3])
    model.extend([1, 2, 3], num_logits=1)
    assert recorder.num_asked == 1
    assert graphs.num_recordings == 1


def test_prompts_and_wide_passes_are_not_recorded() -> None:
    config, recorder = tiny_config(), CallingRecorder()
    model = CachedModel(graphed(config, recorder=recorder), name="m")
    for _ in range(3):
        model.extend(some_ids(MAX_WIDTH + 1))
        model.extend([1], num_logits=0)
    assert recorder.num_asked == 0


def test_what_cannot_be_recorded_runs_as_it_is(expected_warnings: list[str]) -> None:
    """Told once, right all the same, and not tried again."""
    config, recorder = tiny_config(), CallingRecorder(failing=frozenset({1}))
    graphs = graphed(config, recorder=recorder)
    assert_same(graphs, config, [20, *[1, 5] * 8])
    assert (recorder.num_asked, graphs.is_recording) == (2, False)
    assert len(expected_warnings) == 1
    assert "passes are not recorded" in expected_warnings[0]
    # The one recording that could be made goes on being used.
    assert graphs.num_replays > 3


def test_a_prompt_after_narrow_passes_erases_nothing() -> None:
    """Both kinds of pass make masked columns finite, each knowing how far the other has come."""
    config = tiny_config()
    assert_same(graphed(config), config, [200, *[1] * 80, 40, *[1] * 3, 150, 2])


def test_the_logits_of_a_shape_are_overwritten_by_its_next_pass() -> None:
    """As on a card: whoever wants to keep them makes a copy."""
    model = CachedModel(graphed(tiny_config(), recorder=CallingRecorder()), name="m")
    first, second, third = (model.extend([id]) for id in (1, 2, 3))
    assert second is third
    assert not torch.equal(first, second)


def test_rescoring_looks_at_the_last_pass() -> None:
    config = tiny_config()
    model = CachedModel(graphed(config, recorder=CallingRecorder()), name="m")
    for width in (20, 3, 3, 3, 30):
        logits = model.extend(some_ids(width), num_logits=3)
        for row in range(3):
            again = model.rescore(row, list(range(96)))
            assert torch.allclose(again, logits[row], atol=TOLERANCE, rtol=0)


@pytest.mark.parametrize("kind", ["int4", "int8", "bfloat16"])
def test_packed_weights_answer_alike(kind: str) -> None:
    """bfloat16 activations: equal up to their steps."""
    config = tiny_config()
    left = CachedModel(graphed(config, recorder=CallingRecorder(), kind=kind), name="m")
    decoder = lean_decoder(config, random_state(config), kind=kind)
    right = CachedModel(decoder, name="eager")
    for width in (30, 1, 1, 5, 5, 5, 1):
        got, expected = (model.extend(some_ids(width)) for model in (left, right))
        assert float((got - expected).norm() / expected.norm()) < 0.02


def test_no_pass_looks_at_a_value_or_at_the_processors_memory() -> None:
    """Tensors without values stand in for a card: a look at one, or a mix with others, raises."""
    meta = torch.device("meta")
    config = tiny_config("qwen2", head_size=64, hidden_size=128)
    source = lean_decoder(config, random_state(config), kind="bfloat16")
    weights = source.weights
    for layer in weights.layers:
        for name in ("attention_norm", "mlp_norm", "qkv_bias"):
            setattr(layer, name, getattr(layer, name).to(meta))
        for linear in (layer.qkv, layer.gate_up, layer.output, layer.down):
            for part in linear.parts if isinstance(linear, FusedLinear) else (linear,):
                assert isinstance(part, DenseLinear)
                part.weight = part.weight.to(meta)
    for matrix in (weights.embedding, weights.head):
        assert isinstance(matrix, DenseLinear)
        matrix.weight = matrix.weight.to(meta)
    assert weights.norm is not None
    weights.norm = weights.norm.to(meta)
    decoder = Decoder(config, weights, capacity=400, dtype=torch.bfloat16, device=meta)
    graphs = GraphedDecoder(decoder, recorder=CallingRecorder())
    for start, width in ((0, 30), (30, 1), (31, 1), (32, 5), (250, 9), (259, 9)):
        ids = torch.zeros(width, dtype=torch.long, device=meta)
        logits = graphs.forward(ids, start, num_logits=width)
        assert (logits.shape, logits.device) == ((width, 96), meta)
    with pytest.raises(NotImplementedError):
        logits.argmax(1).tolist()


def test_only_a_card_records() -> None:
    decoder = lean_decoder(tiny_config(), random_state(tiny_config()))
    assert recorded(decoder) is decoder
