"""Safetensors folders through the lean decoder, against transformers with the same weights.

Tolerances are those of 8 bits; a wrong order of rows, a wrong norm or a wrong rotation moves
logits by as much as they differ from each other.
"""

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file

from engine.errors import BadModelFile
from engine.models.decoder import Decoder
from engine.models.folder_weights import FolderWeights, read_lean_config
from engine.models.loader import load_now
from engine.models.transformers import TransformersBackend
from engine.params import Placement, Precision
from tests.engine.chats import spec
from tests.processors import needs_w8a8
from tests.tiny_models import FAMILIES, random_state, reference_model, save_folder, tiny_config
from tests.tiny_tokenizers import tiny_tokenizer

IN_8_BITS = Placement(precision=Precision.INT8, num_threads=1)


def folder_of(family: str, path: Path, **changes: object) -> tuple[Path, Any]:
    """Save a tiny model, with some of its config changed afterwards; give it loaded as well."""
    tokenizer = tiny_tokenizer()
    config = tiny_config(family, vocab_rows=tokenizer.num_tokens)
    model = reference_model(config, random_state(config))
    save_folder(model, path, tokenizer=tokenizer)
    given = json.loads((path / "config.json").read_text(encoding="utf-8"))
    (path / "config.json").write_text(json.dumps({**given, **changes}), encoding="utf-8")
    return path, model


def expected_logits(path: Path, ids: list[int]) -> torch.Tensor:
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(path, dtype=torch.float32)
    with torch.inference_mode():
        logits: torch.Tensor = model(torch.tensor([ids])).logits[0]
    return logits


@needs_w8a8
@pytest.mark.parametrize("family", list(FAMILIES))
def test_a_folder_of_each_family_answers_nearly_as_transformers_does(
    family: str, tmp_path: Path, home: Path
) -> None:
    path, _ = folder_of(family, tmp_path / "model é.v1")
    ids = torch.randint(0, 90, (60,), generator=torch.Generator().manual_seed(0)).tolist()
    for _ in range(2):
        loaded = load_now(spec(path), placement=IN_8_BITS)
        assert isinstance(loaded.model.backend, Decoder)
        assert loaded.info.kind == "w8a8"
        got, expected = loaded.model.extend(ids), expected_logits(path, ids)
        assert float((got - expected).norm() / expected.norm()) < 0.05
    (packed,) = home.rglob("*.packed")
    assert packed.name.endswith(".foreword.cpu.w8a8.packed")


@needs_w8a8
@pytest.mark.parametrize(
    "scaling",
    [
        {"rope_type": "linear", "factor": 4.0},
        {
            "rope_type": "llama3",
            "factor": 8.0,
            "low_freq_factor": 1.0,
            "high_freq_factor": 4.0,
            "original_max_position_embeddings": 64,
        },
    ],
    ids=["linear", "llama3"],
)
def test_stretched_rotations_are_those_of_transformers(
    scaling: dict[str, object], tmp_path: Path
) -> None:
    scaling["rope_theta"] = 500_000.0
    path, _ = folder_of("llama", tmp_path / "m", rope_parameters=scaling)
    config = read_lean_config(path)
    assert config is not None
    assert config.rope_theta == 500_000.0
    ids = torch.randint(0, 90, (200,), generator=torch.Generator().manual_seed(0)).tolist()
    got = load_now(spec(path), placement=IN_8_BITS).model.extend(ids)
    expected = expected_logits(path, ids)
    assert float((got - expected).norm() / expected.norm()) < 0.05


@pytest.mark.parametrize(
    "changes",
    [
        {"model_type": "gpt_neox"},
        {"hidden_act": "gelu"},
        {"mlp_bias": True},
        {"rope_parameters": {"rope_type": "yarn", "factor": 2.0}},
        {"rope_parameters": {"rope_type": "llama3", "factor": 2.0}},
        {"use_sliding_window": True},
        {"quantization_config": {"quant_method": "gptq"}},
        {"num_key_value_heads": 3},
        {"rms_norm_eps": None},
    ],
    ids=str,
)
def test_what_the_decoder_does_not_run_is_left_to_transformers(
    changes: dict[str, object], tmp_path: Path
) -> None:
    path, _ = folder_of("llama", tmp_path / "m", **changes)
    assert read_lean_config(path) is None


def test_full_precision_stays_with_transformers(tmp_path: Path) -> None:
    path, _ = folder_of("llama", tmp_path / "m")
    loaded = load_now(spec(path), placement=Placement(precision=Precision.FLOAT32))
    assert isinstance(loaded.model.backend, TransformersBackend)


@needs_w8a8
@pytest.mark.parametrize("fault", ["missing", "misshapen", "not a number"])
def test_a_damaged_folder_is_told_by_the_name_of_its_tensor(fault: str, tmp_path: Path) -> None:
    path, _ = folder_of("llama", tmp_path / "m")
    name = "model.layers.1.mlp.down_proj.weight"
    tensors = load_file(path / "model.safetensors")
    if fault == "missing":
        del tensors[name]
    elif fault == "misshapen":
        tensors[name] = tensors[name][:-1].contiguous()
    else:
        tensors[name][3, 3] = torch.nan
    save_file(tensors, path / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(BadModelFile, match=r"model\.layers\.1\.mlp\.down_proj"):
        load_now(spec(path), placement=IN_8_BITS)


def test_a_cut_file_is_a_bad_model(tmp_path: Path) -> None:
    path, _ = folder_of("llama", tmp_path / "m")
    file = path / "model.safetensors"
    file.write_bytes(file.read_bytes()[:-100])
    config = read_lean_config(path)
    assert config is not None
    with pytest.raises(BadModelFile):
        FolderWeights(path, config)
