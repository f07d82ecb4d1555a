"""What models take is read from their headers, for each form and kind of file."""

from pathlib import Path

import pytest
import torch

from engine.commands import LoadModels
from engine.engine import Engine
from engine.errors import OutOfMemory
from engine.events import Failed, ModelsLoaded
from engine.params import DeviceChoice, ModelSpec, Placement, Precision
from engine.planning.ask import plan_load
from engine.planning.needs import target_need
from engine.planning.plan import TargetNeed
from tests.engine.importing.stores import write_model_folder
from tests.tiny_models import gpt2_model, save_folder
from tests.tiny_tokenizers import tiny_tokenizer

FREE = 10**10
CPU = torch.device("cpu")


def need(spec: ModelSpec, precision: Precision = Precision.INT4) -> TargetNeed:
    placement = Placement(device=DeviceChoice.CPU, precision=precision)
    return target_need(spec, placement=placement, device=CPU, free_bytes=FREE)


def test_four_bits_of_a_file_are_counted_as_packed(target: ModelSpec) -> None:
    found = need(target)

    assert found.kind == "4 bits"
    assert 0 < found.weight_bytes < target.path.stat().st_size
    assert found.longest_context == 256


def test_a_folder_of_another_family(tmp_path: Path) -> None:
    tokenizer = tiny_tokenizer()
    model = gpt2_model(vocab_size=tokenizer.num_tokens)
    folder = save_folder(model, tmp_path / "gpt2", tokenizer=tokenizer)
    spec = ModelSpec(id="g", name="g", path=folder)

    eight, sixteen = need(spec, Precision.INT8), need(spec, Precision.BFLOAT16)

    assert eight.weight_bytes < sixteen.weight_bytes
    assert len(eight.layer_bytes) == 2
    assert min(eight.layer_bytes) > 0
    assert eight.bytes_per_position == 2 * 2 * 2 * 64
    assert eight.longest_context == 256


def test_a_lean_folder(tmp_path: Path) -> None:
    spec = ModelSpec(id="f", name="f", path=write_model_folder(tmp_path / "m"))

    assert need(spec, Precision.BFLOAT16).weight_bytes > need(spec, Precision.INT8).weight_bytes


def test_a_draft_is_counted_beside_its_target(target: ModelSpec, draft: ModelSpec) -> None:
    placement = Placement(device=DeviceChoice.CPU, context_length=64)

    alone = plan_load(target, placement=placement)
    both = plan_load(target, draft, placement=placement)

    assert both.needed_bytes > alone.needed_bytes == both.target_bytes
    assert both.context_length == 64


def test_the_engine_refuses_before_it_lets_go(
    engine: Engine, target: ModelSpec, draft: ModelSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing fits any more, and what was loaded is still there."""
    placement = Placement(device=DeviceChoice.CPU, context_length=64)
    list(engine.handle(LoadModels(target=target, placement=placement)))
    monkeypatch.setattr("engine.planning.ask.free_bytes", lambda device: 0)

    events = list(engine.handle(LoadModels(target=draft, placement=placement)))

    (failed,) = events
    assert isinstance(failed, Failed)
    assert isinstance(failed.error, OutOfMemory)
    assert failed.error.needed_bytes > failed.error.free_bytes


def test_a_draft_that_does_not_fit_is_left_out(
    engine: Engine, target: ModelSpec, draft: ModelSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.planning.for_load.free_bytes", lambda device: 0)
    placement = Placement(device=DeviceChoice.CPU, context_length=64)

    events = list(engine.handle(LoadModels(target=target, draft=draft, placement=placement)))

    loaded = events[-1]
    assert isinstance(loaded, ModelsLoaded)
    assert loaded.draft is None
    assert isinstance(loaded.draft_refusal, OutOfMemory)
    assert loaded.context_length == 64
