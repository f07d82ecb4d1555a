"""A model that brings Python of its own: refused by the file's name, unless it can do without."""

import json
from pathlib import Path

import pytest

from engine.errors import RefusedCode
from engine.library.soundness import judge
from engine.models.loader import check_model, load_now
from engine.models.own_code import own_code
from engine.models.tokenizer_folder import parts_from_folder
from engine.params import ModelSpec, Placement, Precision
from engine.planning.ask import plan_load
from tests.engine.importing.stores import write_model_folder

_CODE = 'from pathlib import Path\nPath(__file__).with_name("it-ran").touch()\n'


def with_code(folder: Path, auto_map: object, *, model_type: str = "llama") -> ModelSpec:
    """Write a whole tiny model whose config asks for its own code, and the code."""
    path = write_model_folder(folder)
    config = json.loads((path / "config.json").read_text("utf-8"))
    config |= {"auto_map": auto_map, "model_type": model_type}
    (path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    for name in ("modeling_it.py", "configuration_it.py", "__init__.py"):
        (path / name).write_text(_CODE, encoding="utf-8")
    return ModelSpec(id="it", name="it", path=path)


@pytest.mark.parametrize(
    ("auto_map", "model_type"),
    [
        ({"AutoModelForCausalLM": "modeling_it.ItForCausalLM"}, "llama"),
        ({"AutoModelForCausalLM": "modeling_it.LlamaForCausalLM"}, "it"),
        ({"AutoConfig": "modeling_it.ItConfig"}, "llama"),
        ({"AutoModel": "modeling_it.ItModel"}, "llama"),
        ({"AutoModelForCausalLM": "owner/it--modeling_it.ItForCausalLM"}, "llama"),
    ],
    ids=str,
)
def test_a_model_of_its_own_kind_is_refused_by_name(
    auto_map: object, model_type: str, tmp_path: Path
) -> None:
    """By whoever would look at it first: the search for models, the plan, the load."""
    spec = with_code(tmp_path / "m", auto_map, model_type=model_type)
    for act in (check_model, plan_load):
        with pytest.raises(RefusedCode, match=r"modeling_it\.py.*never runs code"):
            act(spec)
    assert isinstance(judge(spec.path), RefusedCode)
    assert not (spec.path / "it-ran").exists()


def test_a_family_that_is_known_needs_no_code_of_its_own(tmp_path: Path) -> None:
    """As the folders of Phi-3 and Falcon: the code beside the weights is not run."""
    names = {
        "AutoConfig": "configuration_it.LlamaConfig",
        "AutoModelForCausalLM": "modeling_it.LlamaForCausalLM",
    }
    spec = with_code(tmp_path / "m", names)
    assert judge(spec.path) is None
    for precision in (Precision.AUTO, Precision.FLOAT32):
        loaded = load_now(spec, placement=Placement(context_length=32, precision=precision))
        assert len(loaded.model.extend([1, 2])) == 2
    assert not (spec.path / "it-ran").exists()


@pytest.mark.parametrize("auto_map", [None, [], "x", {}, {"AutoModel": None}, {"AutoModel": 3}])
def test_what_names_no_code_is_none(auto_map: object) -> None:
    """A stranger's JSON may hold anything there."""
    assert own_code({"model_type": "llama", "auto_map": auto_map}) == ""


def test_a_tokenizer_of_its_own_code_is_refused_by_name(tmp_path: Path) -> None:
    """Where there is a tokenizer.json, that is read and no code is needed."""
    path = write_model_folder(tmp_path / "m")
    names = {"auto_map": {"AutoTokenizer": ["tokenization_it.ItTokenizer", None]}}
    (path / "tokenizer_config.json").write_text(json.dumps(names), encoding="utf-8")
    parts_from_folder(path)
    (path / "tokenizer.json").unlink()
    with pytest.raises(RefusedCode, match=r"tokenization_it\.py"):
        parts_from_folder(path)
