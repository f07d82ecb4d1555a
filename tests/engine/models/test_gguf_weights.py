"""Files whose header is sound and whose tensors contradict it: told before anything is packed.

The sound file is written by the `gguf` package; then one thing is changed in the table that our
own reader made of it.
"""

from dataclasses import replace
from pathlib import Path

import pytest
import torch

from engine.errors import BadModelFile, EngineError, UnsupportedModel
from engine.models.cached import CachedModel
from engine.models.decoder import Decoder, DecoderWeights
from engine.models.form import Form
from engine.models.gguf import GgufFile
from engine.models.gguf_header import GgufTensor
from engine.models.gguf_weights import GgufWeights, read_config
from engine.models.metadata import Metadata
from engine.models.rotated_weights import RotatedWeights
from engine.models.tensor_types import TensorType
from tests.gguf_files import TinyGguf, write_tiny_llama_gguf
from tests.processors import needs_w8a8
from tests.tiny_models import FAMILIES, reference_model, tiny_config

CPU = torch.device("cpu")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> TinyGguf:
    return write_tiny_llama_gguf(
        tmp_path_factory.mktemp("gguf") / "tiny.gguf", architecture="qwen2", num_layers=2
    )


def refusal(
    model: TinyGguf,
    *,
    tensors: dict[str, GgufTensor | None] | None = None,
    metadata: dict[str, int | float | str] | None = None,
) -> EngineError | None:
    """Read the file with some tensors changed (None: left out) and some keys changed."""
    with GgufFile.open(model.path) as file:
        for name, tensor in (tensors or {}).items():
            del file.tensors[name]
            if tensor is not None:
                file.tensors[name] = tensor
        values = {**file.metadata._values, **(metadata or {})}
        file.metadata = Metadata(str(model.path), values)
        try:
            read_config(file)
        except EngineError as error:
            return error
    return None


def test_the_sound_file_is_sound(model: TinyGguf) -> None:
    assert refusal(model) is None


def test_every_tensor_that_is_missing_or_misshapen_is_told_by_name(model: TinyGguf) -> None:
    with GgufFile.open(model.path) as file:
        tensors = dict(file.tensors)
    optional = ("output.weight", ".attn_q.bias")
    for name, tensor in tensors.items():
        first, *rest = tensor.shape
        shapes = [(first + 32, *rest), (first, *rest, 1), (max(first - 1, 1), *rest), ()]
        if len(rest) == 1:
            shapes += [(rest[0], first), (first, rest[0] + 32), (first,), (first * rest[0],)]
        for shape in shapes:
            # A tensor that defines a size itself is found out through its neighbours.
            if shape == tensor.shape:
                continue
            error = refusal(model, tensors={name: replace(tensor, shape=shape)})
            assert isinstance(error, BadModelFile), (name, shape)
        error = refusal(model, tensors={name: None})
        if not name.endswith(optional):
            assert isinstance(error, BadModelFile), name
            assert name in error.detail


@pytest.mark.parametrize(
    "change",
    [
        {"qwen2.attention.head_count_kv": 0},
        {"qwen2.attention.head_count_kv": 3},
        {"qwen2.attention.head_count": 0},
        {"qwen2.embedding_length": 0},
        {"qwen2.block_count": 3},
        {"qwen2.block_count": 2**31 - 1},
        {"qwen2.context_length": 0},
        {"qwen2.context_length": "long"},
        {"qwen2.attention.layer_norm_rms_epsilon": -1.0},
        {"qwen2.rope.freq_base": float("nan")},
    ],
    ids=str,
)
def test_impossible_settings_are_refused(
    model: TinyGguf, change: dict[str, int | float | str]
) -> None:
    assert isinstance(refusal(model, metadata=change), BadModelFile)


@pytest.mark.parametrize(
    "change",
    [
        {"qwen2.attention.head_count": 2**30},
        {"qwen2.embedding_length": 128},
        {"general.architecture": "mamba"},
        {"qwen2.rope.scaling.type": "yarn"},
        {"qwen2.expert_count": 4},
        {"qwen2.rope.dimension_count": 8},
    ],
    ids=str,
)
def test_variants_the_decoder_lacks_are_named(
    model: TinyGguf, change: dict[str, int | float | str]
) -> None:
    assert isinstance(refusal(model, metadata=change), UnsupportedModel)


def test_a_bias_the_decoder_would_leave_out_is_refused(model: TinyGguf) -> None:
    with GgufFile.open(model.path) as file:
        bias = replace(file.tensors["output_norm.weight"], name="blk.0.attn_output.bias")
        file.tensors[bias.name] = bias
        with pytest.raises(UnsupportedModel):
            read_config(file)


def read_to_the_end(packer: GgufWeights | RotatedWeights) -> DecoderWeights:
    reading = packer.read()
    while True:
        try:
            next(reading)
        except StopIteration as end:
            weights: DecoderWeights = end.value
            return weights


@pytest.mark.parametrize("form", [Form.INT4, pytest.param(Form.W8A8, marks=needs_w8a8)])
@pytest.mark.parametrize("architecture", ["llama", "qwen2"])
@pytest.mark.parametrize(
    "type", [TensorType.Q4_0, TensorType.Q4_1, TensorType.Q4_K, TensorType.Q6_K, TensorType.F16]
)
def test_a_packed_file_answers_nearly_as_transformers_does(
    architecture: str, type: TensorType, form: Form, tmp_path: Path
) -> None:
    """Within the noise of 8 bits, which is far from what a wrong order of rows would do."""
    tiny = write_tiny_llama_gguf(
        tmp_path / "m.gguf", architecture=architecture, quantization=type, num_layers=1
    )
    with GgufFile.open(tiny.path) as file:
        config = read_config(file)
        packer = GgufWeights(file, config, device=CPU)
        weights = read_to_the_end(RotatedWeights(packer) if form is Form.W8A8 else packer)
    decoder = Decoder(config, weights, capacity=64, dtype=torch.bfloat16, device=CPU)
    ids = torch.randint(0, 250, (40,), generator=torch.Generator().manual_seed(0)).tolist()
    got = CachedModel(decoder, name="m").extend(ids)
    family = "qwen2" if architecture == "qwen2" else "llama tied"
    shape = tiny_config(
        family,
        vocab_rows=len(tiny.tokens),
        num_layers=1,
        hidden_size=tiny.hidden_size,
        num_heads=4,
        num_kv_heads=2,
        head_size=tiny.hidden_size // 4,
        context_length=256,
    )
    state = dict(tiny.weights)
    state.setdefault("lm_head.weight", state["model.embed_tokens.weight"])
    assert FAMILIES[family].is_tied == (architecture == "llama")
    with torch.inference_mode():
        expected = reference_model(shape, state)(torch.tensor([ids])).logits[0]
    error = (got - expected).norm() / expected.norm()
    assert float(error) < {Form.INT4: 0.04, Form.W8A8: 0.06}[form]
    assert float((got.argmax(1) == expected.argmax(1)).float().mean()) > 0.8
