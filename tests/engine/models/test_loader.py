"""The road from a file to a model that runs: packed once, found again, refused in time."""

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from engine.errors import BadModelFile, ModelNotFound, OutOfMemory, UnsupportedModel
from engine.library import Catalogue, Library
from engine.models import loader, ready_weights
from engine.models.loader import LoadedModel, check_model, load_model
from engine.models.packed_file import packed_path, save_packed
from engine.models.tokenizer import Tokenizer
from engine.params import DeviceChoice, ModelSpec, Placement, Precision
from engine.paths import user_paths
from tests.engine.chats import spec
from tests.gguf_files import write_tiny_llama_gguf
from tests.processors import needs_w8a8
from tests.tiny_models import random_state, reference_model, save_folder, tiny_config
from tests.tiny_tokenizers import tiny_tokenizer

CPU = torch.device("cpu")
ON_CPU = Placement(device=DeviceChoice.CPU, num_threads=1, precision=Precision.INT4)
IN_8_BITS = replace(ON_CPU, precision=Precision.INT8)
IDS = [3, 1, 4, 1, 5, 9, 2, 6]


@pytest.fixture
def model(home: Path) -> ModelSpec:
    """A model in the library's own folder."""
    path = user_paths().models / "a model é" / "tiny.gguf"
    path.parent.mkdir(parents=True)
    write_tiny_llama_gguf(path)
    return spec(path)


def load(
    model: ModelSpec, placement: Placement = ON_CPU, *, context_length: int | None = None
) -> tuple[LoadedModel, list[str]]:
    """Load, and give the stages in order."""
    loading = load_model(model, placement=placement, device=CPU, context_length=context_length)
    stages: list[str] = []
    while True:
        try:
            stage, fraction = next(loading)
        except StopIteration as end:
            loaded: LoadedModel = end.value
            return loaded, stages
        assert fraction is None or 0.0 <= fraction <= 1.0
        stages.append(stage)


def logits(loaded: LoadedModel) -> torch.Tensor:
    return loaded.model.extend(IDS)


def test_a_file_is_packed_once_and_answers_the_same_ever_after(model: ModelSpec) -> None:
    first, stages = load(model)
    assert "packing" in stages
    assert packed_path(model.path, device=CPU, form="int4").exists()
    again, stages = load(model)
    assert "packing" not in stages
    assert torch.equal(logits(first), logits(again))
    assert first.info == again.info
    assert (first.info.kind, first.info.has_chat_template) == ("int4", True)


@needs_w8a8
def test_a_file_in_8_bits_is_packed_once_and_answers_the_same_ever_after(model: ModelSpec) -> None:
    first, stages = load(model, IN_8_BITS)
    assert "packing" in stages
    assert first.info.kind == "w8a8"
    again, stages = load(model, IN_8_BITS)
    assert "packing" not in stages
    assert torch.equal(logits(first), logits(again))


@needs_w8a8
def test_one_form_does_not_replace_the_other_on_disk(model: ModelSpec) -> None:
    four, eight = (logits(load(model, placement)[0]) for placement in (ON_CPU, IN_8_BITS))
    assert not torch.equal(four, eight)
    assert (four - eight).norm() < 0.1 * four.norm()
    for placement, expected in ((ON_CPU, four), (IN_8_BITS, eight)):
        loaded, stages = load(model, placement)
        assert "packing" not in stages
        assert torch.equal(logits(loaded), expected)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every name is Unicode")
def test_a_name_that_is_not_unicode_is_loaded(model: ModelSpec) -> None:
    """As on an old disk: Python then holds the bytes as lone surrogates. safetensors cannot open
    such a name, so that the model is packed anew each time."""
    expected = logits(load(model)[0])
    odd = model.path.rename(model.path.with_name(os.fsdecode(b"mod\xe8le.gguf")))
    for _ in range(2):
        assert torch.equal(logits(load(spec(odd))[0]), expected)


def test_a_damaged_packed_file_is_made_again(model: ModelSpec) -> None:
    expected = logits(load(model)[0])
    packed = packed_path(model.path, device=CPU, form="int4")
    whole = packed.read_bytes()
    packed.write_bytes(whole[:-5000] + bytes(100) + whole[-4900:])
    loaded, stages = load(model)
    assert "packing" in stages
    assert torch.equal(logits(loaded), expected)
    assert packed.read_bytes() == whole


def test_what_a_killed_load_left_goes_though_nothing_is_written(model: ModelSpec) -> None:
    """It is as large as the model, and the load after the killed one has written the copy."""
    load(model)
    packed = packed_path(model.path, device=CPU, form="int4")
    left = packed.with_name(f".{packed.name}.{'0' * 12}.tmp")
    left.write_bytes(b"half")
    os.utime(left, ns=(1, 1))
    assert "packing" not in load(model)[1]
    assert not left.exists()
    assert packed.exists()


def test_a_model_that_changed_is_packed_again(model: ModelSpec) -> None:
    before = logits(load(model)[0])
    write_tiny_llama_gguf(model.path, seed=5)
    os.utime(model.path, ns=(1, 1))
    loaded, stages = load(model)
    assert "packing" in stages
    assert not torch.equal(logits(loaded), before)


def test_where_the_folder_cannot_be_written_the_copy_goes_to_the_cache(
    model: ModelSpec, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def guarded(path: Path, *args: object, **kwargs: object) -> Iterator[float]:
        if path.parent == model.path.parent:
            raise PermissionError(13, "Permission denied")
        yield from save_packed(path, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(ready_weights, "save_packed", guarded)
    load(model)
    assert not packed_path(model.path, device=CPU, form="int4").exists()
    written = {path.suffix for path in home.rglob("*") if path.is_file()}
    assert written == {".gguf", ".packed"}
    assert "packing" not in load(model)[1]


def test_beside_what_is_not_ours_nothing_is_written(home: Path, tmp_path: Path) -> None:
    """It lies in another program's folder; its packed copy goes when it is forgotten."""
    path = tmp_path / "another program's" / "tiny.gguf"
    path.parent.mkdir()
    write_tiny_llama_gguf(path)
    library = Library(user_paths().models, Catalogue([]))
    listed = library.import_file(path)
    assert "packing" in load(listed)[1]
    assert "packing" not in load(listed)[1]
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    assert len(list(home.rglob("*.packed"))) == 1
    library.remove(listed.id)
    assert list(home.rglob("*.packed")) == []
    assert path.exists()


def test_without_any_place_for_a_copy_the_model_still_runs(
    model: ModelSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **kwargs: object) -> Iterator[float]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(ready_weights, "save_packed", refuse)
    for _ in range(2):
        loaded, stages = load(model)
        assert "packing" in stages
        assert logits(loaded).shape[0] == len(IDS)


def test_a_load_closed_half_way_leaves_no_half_written_file(model: ModelSpec) -> None:
    """While it is read, packed, and kept: the last stage before the whole copy is in place."""
    num_stages = len(load(model)[1])
    packed_path(model.path, device=CPU, form="int4").unlink()
    for count in (*range(1, num_stages, 9), num_stages - 1, num_stages):
        loading = load_model(model, placement=ON_CPU, device=CPU, context_length=None)
        for _ in range(count):
            next(loading)
        loading.close()
        assert not packed_path(model.path, device=CPU, form="int4").exists()
        assert [path.name for path in model.path.parent.iterdir()] == [model.path.name]


@pytest.mark.parametrize(
    ("asked", "override", "expected"), [(None, None, 256), (100, None, 100), (100, 40, 40)]
)
def test_the_context_is_what_was_asked_for(
    model: ModelSpec, asked: int | None, override: int | None, expected: int
) -> None:
    placement = Placement(device=DeviceChoice.CPU, num_threads=1, context_length=asked)
    assert load(model, placement, context_length=override)[0].model.capacity == expected


def test_what_does_not_fit_is_refused_before_it_is_read(
    model: ModelSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loader, "free_bytes", lambda device: 1_000_000)
    with pytest.raises(OutOfMemory) as caught:
        load(model)
    assert caught.value.needed_bytes > caught.value.free_bytes == 1_000_000
    assert not packed_path(model.path, device=CPU, form="int4").exists()


def test_a_tokenizer_with_more_tokens_than_the_model_has_rows_is_refused(
    model: ModelSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    large = tiny_tokenizer(2000)
    monkeypatch.setattr(Tokenizer, "from_gguf_metadata", classmethod(lambda cls, *args: large))
    with pytest.raises(BadModelFile):
        load(model)


def test_what_is_not_there_or_not_a_model_is_told_by_a_look(tmp_path: Path) -> None:
    with pytest.raises(ModelNotFound):
        check_model(spec(tmp_path / "nowhere.gguf"))
    with pytest.raises(BadModelFile):
        check_model(spec(tmp_path))
    (tmp_path / "text.gguf").write_text("not a model")
    with pytest.raises((BadModelFile, UnsupportedModel)):
        check_model(spec(tmp_path / "text.gguf"))


def test_a_folder_is_loaded_with_its_tokenizer(tmp_path: Path) -> None:
    tokenizer = tiny_tokenizer()
    config = tiny_config(vocab_rows=tokenizer.num_tokens + 3)
    folder = save_folder(
        reference_model(config, random_state(config)), tmp_path / "f", tokenizer=tokenizer
    )
    check_model(spec(folder))
    placement = Placement(num_threads=1, precision=Precision.FLOAT32, context_length=64)
    loaded, _ = load(spec(folder), placement)
    assert loaded.tokenizer.num_tokens == tokenizer.num_tokens
    assert loaded.tokenizer.encode("the thing") == tokenizer.encode("the thing")
    assert loaded.tokenizer.end_ids >= {tokenizer.eos_id}
    assert (loaded.model.capacity, loaded.info.kind) == (64, "float32")
    assert logits(loaded).shape == (len(IDS), config.vocab_rows)
