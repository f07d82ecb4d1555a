"""Sizes in a config.json that no model has: refused by the load and by the plan, in a sentence."""

import json
from pathlib import Path

import pytest

from engine.errors import BadModelFile
from engine.models.folder_json import check_sizes
from engine.models.loader import check_model
from engine.params import ModelSpec
from engine.planning.ask import plan_load
from tests.engine.importing.stores import write_model_folder
from tests.tiny_models import gpt2_model, save_folder
from tests.tiny_tokenizers import tiny_tokenizer

_LLAMA_KEYS = (
    "num_hidden_layers",
    "hidden_size",
    "num_attention_heads",
    "num_key_value_heads",
    "head_dim",
    "vocab_size",
    "max_position_embeddings",
)


def changed(path: Path, key: str, value: object) -> ModelSpec:
    """Put an odd value into a config."""
    config = json.loads((path / "config.json").read_text("utf-8"))
    config[key] = value
    (path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return ModelSpec(id="m", name="m", path=path)


@pytest.mark.parametrize("value", [-1, 0, True, 1.5, float("inf"), float("nan"), 2**40, "64", {}])
@pytest.mark.parametrize("key", _LLAMA_KEYS)
def test_impossible_sizes(key: str, value: object) -> None:
    with pytest.raises(BadModelFile, match=f"gives {key} as"):
        check_sizes("m", {key: value})


@pytest.mark.parametrize("key", ["rope_theta", "rms_norm_eps", "layer_norm_epsilon"])
@pytest.mark.parametrize("value", [0, -1e-5, float("inf"), float("nan"), "1e-5"])
def test_impossible_measures(key: str, value: object) -> None:
    with pytest.raises(BadModelFile, match=f"gives {key} as"):
        check_sizes("m", {key: value})


def test_what_is_left_out_or_usual_is_let_through() -> None:
    """Some families write a size for each layer."""
    check_sizes("m", {})
    check_sizes("m", {"head_dim": None, "intermediate_size": [64, 128], "rope_theta": 1e6})


def test_a_long_value_is_cut() -> None:
    with pytest.raises(BadModelFile) as caught:
        check_sizes("m", {"vocab_size": "\x1b" * 10_000})
    assert len(str(caught.value)) < 200
    assert "\x1b" not in str(caught.value)


@pytest.mark.parametrize("value", [-4, 0, float("inf"), 10**30])
@pytest.mark.parametrize("key", ["num_key_value_heads", "vocab_size", "max_position_embeddings"])
def test_no_plan_fits_what_no_load_takes(key: str, value: object, tmp_path: Path) -> None:
    spec = changed(write_model_folder(tmp_path / "m"), key, value)
    for act in (plan_load, check_model):
        with pytest.raises(BadModelFile, match=key):
            act(spec)


@pytest.mark.parametrize("key", ["n_layer", "n_embd", "n_head", "n_positions"])
def test_no_plan_fits_another_family_either(key: str, tmp_path: Path) -> None:
    tokenizer = tiny_tokenizer()
    model = gpt2_model(vocab_size=tokenizer.num_tokens)
    spec = changed(save_folder(model, tmp_path / "gpt2", tokenizer=tokenizer), key, 0)
    with pytest.raises(BadModelFile, match=key):
        plan_load(spec)


def test_no_plan_fits_sizes_that_are_not_those_of_the_weights(tmp_path: Path) -> None:
    """Possible ones, but the load would refuse them all the same."""
    spec = changed(write_model_folder(tmp_path / "m"), "hidden_size", 128)
    with pytest.raises(BadModelFile, match="has the shape"):
        plan_load(spec)
