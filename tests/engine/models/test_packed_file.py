"""Packed weights on disk: the same bits again, or made again; never an error and never garbage."""

import json
import struct
from dataclasses import fields
from pathlib import Path

import pytest
import torch
from torch import Tensor

from engine.errors import OutOfDisk
from engine.models import kernels, packed_file
from engine.models.cached import CachedModel
from engine.models.decoder import Decoder, DecoderConfig, DecoderWeights
from engine.models.packed_file import load_packed, packed_path, save_packed
from tests.tiny_models import lean_decoder, random_state, tiny_config

CPU = torch.device("cpu")


@pytest.fixture(params=["llama", "qwen2", "qwen3"])
def config(request: pytest.FixtureRequest) -> DecoderConfig:
    return tiny_config(request.param)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Stands for the model's own file, of which only size and time are looked at."""
    path = tmp_path / "with space é.gguf"
    path.write_bytes(b"the source")
    return path


def weights_of(config: DecoderConfig, kind: str = "int4") -> DecoderWeights:
    return lean_decoder(config, random_state(config), kind=kind).weights


def save(weights: DecoderWeights, source: Path) -> Path:
    path = packed_path(source, device=CPU, form="int4")
    fractions = list(save_packed(path, weights, source=source, device=CPU))
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1.0
    return path


def load(config: DecoderConfig, weights: DecoderWeights, source: Path) -> DecoderWeights | None:
    return load_packed(
        packed_path(source, device=CPU, form="int4"),
        source=source,
        config=config,
        embedding=weights.embedding,
        device=CPU,
    )


def logits(config: DecoderConfig, weights: DecoderWeights) -> Tensor:
    decoder = Decoder(config, weights, capacity=32, dtype=torch.bfloat16, device=CPU)
    return CachedModel(decoder, name="m").extend(list(range(20)))


@pytest.mark.parametrize("kind", ["int4", "int8", "bfloat16"])
def test_a_round_trip_keeps_every_bit(config: DecoderConfig, kind: str, source: Path) -> None:
    weights = weights_of(config, kind)
    save(weights, source)
    loaded = load(config, weights, source)
    assert loaded is not None
    assert torch.equal(logits(config, loaded), logits(config, weights))
    assert torch.equal(loaded.inverse_frequencies, weights.inverse_frequencies)
    assert sorted(path.name for path in source.parent.iterdir() if path.is_file()) == sorted(
        [source.name, packed_path(source, device=CPU, form="int4").name]
    )


def tensors_of(weights: DecoderWeights) -> list[Tensor]:
    found = [*weights.head.state().values()]
    if weights.norm is not None:
        found.append(weights.norm)
    for layer in weights.layers:
        for field in fields(layer):
            value = getattr(layer, field.name)
            if isinstance(value, Tensor):
                found.append(value)
            elif value is not None:
                found += value.state().values()
    return found


def test_every_tensor_is_aligned_as_the_products_need_it(source: Path) -> None:
    """torch's 8-bit product crashes at four rows on a matrix that is not aligned to 16 bytes.

    Sizes here are odd on purpose, so that without padding most tensors would be misplaced.
    """
    config = tiny_config(vocab_rows=80, num_heads=3, num_kv_heads=1, head_size=32)
    weights = weights_of(config, "int8")
    save(weights, source)
    loaded = load(config, weights, source)
    assert loaded is not None
    assert all(tensor.data_ptr() % 64 == 0 for tensor in tensors_of(loaded))
    x = torch.ones(9, 64, dtype=torch.bfloat16)
    for layer in loaded.layers:
        assert bool(layer.qkv(x).isfinite().all())


def test_a_file_of_another_source_torch_or_processor_is_made_again(
    config: DecoderConfig, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = weights_of(config)
    save(weights, source)
    with monkeypatch.context() as patch:
        patch.setattr(torch, "__version__", "2.99.0")
        assert load(config, weights, source) is None
    with monkeypatch.context() as patch:
        patch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: "another")
        assert load(config, weights, source) is None
    with monkeypatch.context() as patch:
        patch.setattr(packed_file, "_FORMAT", 0)
        assert load(config, weights, source) is None
    assert load(config, weights, source) is not None
    source.write_bytes(b"another source")
    assert load(config, weights, source) is None


def test_a_missing_file_is_no_error(config: DecoderConfig, source: Path) -> None:
    assert load(config, weights_of(config), source) is None


@pytest.mark.parametrize("share", [0.0, 0.001, 0.1, 0.5, 0.99])
def test_a_truncated_file_is_made_again(share: float, source: Path) -> None:
    config = tiny_config()
    weights = weights_of(config)
    path = save(weights, source)
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    assert load(config, weights, source) is None


def test_noise_in_place_of_the_file_is_made_again(source: Path) -> None:
    config = tiny_config()
    weights = weights_of(config)
    for noise in (b"", b"\xff" * 100, struct.pack("<Q", 2**60) + b"{}", bytes(5000)):
        packed_path(source, device=CPU, form="int4").write_bytes(noise)
        assert load(config, weights, source) is None


def changed_header(path: Path, change: dict[str, object] | None, drop: str | None = None) -> None:
    """Rewrite our own part of the header, or leave a tensor out of the table."""
    data = path.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    ours = json.loads(header["__metadata__"]["foreword"])
    header["__metadata__"]["foreword"] = json.dumps(ours | (change or {}))
    if drop is not None:
        header[f"gap.{drop}"] = header.pop(drop)
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + data[8 + length :])


@pytest.mark.parametrize(
    "change",
    [
        {"key": None},
        {"kinds": None},
        {"kinds": {}},
        {"kinds": {"head": "int3"}},
        {"kinds": {"head": "int8"}},
        {"kinds": 5},
    ],
    ids=str,
)
def test_a_header_that_makes_no_sense_is_made_again(
    change: dict[str, object], source: Path
) -> None:
    config = tiny_config()
    weights = weights_of(config)
    changed_header(save(weights, source), change)
    assert load(config, weights, source) is None


@pytest.mark.parametrize("name", ["norm", "0.attention_norm", "1.down/packed", "check"])
def test_a_file_without_one_of_its_tensors_is_made_again(name: str, source: Path) -> None:
    config = tiny_config()
    weights = weights_of(config)
    changed_header(save(weights, source), None, drop=name)
    assert load(config, weights, source) is None


def test_a_file_of_another_depth_is_made_again(source: Path) -> None:
    """As after an update that reads the source's settings in another way."""
    weights = weights_of(tiny_config())
    save(weights, source)
    assert load(tiny_config(num_layers=3), weights, source) is None


def test_flipped_bytes_are_noticed_wherever_they_lie(source: Path) -> None:
    """One byte in each tensor but the paddings, which nothing reads."""
    config = tiny_config()
    weights = weights_of(config)
    path = save(weights, source)
    data = bytearray(path.read_bytes())
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    missed = []
    for name, entry in header.items():
        if name.startswith(("gap.", "__")):
            continue
        start, end = entry["data_offsets"]
        place = 8 + length + (start + end) // 2
        data[place] ^= 0x41
        path.write_bytes(data)
        if load(config, weights, source) is not None:
            missed.append(name)
        data[place] ^= 0x41
    assert missed == []


def test_a_product_that_computes_something_else_is_made_again(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tiny_config()
    weights = weights_of(config)
    save(weights, source)
    right = kernels.matmul_int4
    monkeypatch.setattr(kernels, "matmul_int4", lambda x, p, s: right(x, p, s.flip(1)))
    assert load(config, weights, source) is None


def test_a_full_disk_leaves_nothing_behind(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weights = weights_of(tiny_config())

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    before = sorted(source.parent.iterdir())
    monkeypatch.setattr(packed_file, "_write", full)
    with pytest.raises((OSError, OutOfDisk)):
        save(weights, source)
    assert sorted(source.parent.iterdir()) == before
