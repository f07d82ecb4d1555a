"""GGUF files are read as the `gguf` package writes and reads them."""

import gc
import struct
import weakref
from pathlib import Path

import gguf
import numpy as np
import pytest
import torch

from engine.errors import BadModelFile, ModelNotFound, UnsupportedModel
from engine.models.gguf import GgufFile, TensorType
from tests.gguf_files import (
    finish,
    raw_array,
    raw_entry,
    raw_file,
    raw_tensor,
    raw_text,
    write_tiny_llama_gguf,
)


def test_block_sizes_are_those_of_the_reference() -> None:
    """Every type, by number, name and size; a wrong one would shift all tensors behind it."""
    ours = {kind.value: (kind.name, kind.block_size, kind.block_bytes) for kind in TensorType}
    reference = {kind.value: (kind.name, *sizes) for kind, sizes in gguf.GGML_QUANT_SIZES.items()}

    assert ours == reference


@pytest.mark.parametrize("architecture", ["llama", "qwen2"])
def test_reads_what_the_reference_reads(architecture: str, tmp_path: Path) -> None:
    """Names, shapes, types, places and bytes of all tensors, against the reference's reader."""
    path = tmp_path / "tiny.gguf"
    write_tiny_llama_gguf(path, architecture=architecture, num_padding=3)
    reference = gguf.GGUFReader(path)

    with GgufFile.open(path) as file:
        assert file.architecture == architecture
        assert list(file.tensors) == [tensor.name for tensor in reference.tensors]
        for expected in reference.tensors:
            tensor = file.tensors[expected.name]
            assert tensor.shape == tuple(reversed(expected.shape.tolist()))
            assert tensor.type.value == expected.tensor_type.value
            assert tensor.offset == expected.data_offset
            assert tensor.size_bytes == expected.n_bytes
            assert file.tensor_bytes(tensor.name) == expected.data.tobytes()
        for name, field in reference.fields.items():
            if not name.startswith("GGUF."):
                assert file.metadata[name] == field.contents()


def test_every_kind_of_value_comes_back(tmp_path: Path) -> None:
    """Scalars and arrays of all kinds, with their extremes; arrays are plain lists."""
    path = tmp_path / "values.gguf"
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_uint8("u8", 255)
    writer.add_int8("i8", -128)
    writer.add_uint16("u16", 65535)
    writer.add_int16("i16", -32768)
    writer.add_uint32("u32", 2**32 - 1)
    writer.add_int32("i32", -(2**31))
    writer.add_uint64("u64", 2**64 - 1)
    writer.add_int64("i64", -(2**63))
    writer.add_float32("f32", 0.5)
    writer.add_float64("f64", 1e300)
    writer.add_bool("yes", True)
    writer.add_bool("no", False)
    writer.add_string("text", "Ġ日本\n")
    writer.add_array("texts", ["", "a", "ü" * 300])
    writer.add_array("flags", [True, False])
    writer.add_array("ints", [-1, 0, 7])
    writer.add_array("floats", [0.25, -2.0])
    finish(writer)

    with GgufFile.open(path) as file:
        metadata = file.metadata

    assert dict(metadata) == {
        "general.architecture": "llama",
        "u8": 255,
        "i8": -128,
        "u16": 65535,
        "i16": -32768,
        "u32": 2**32 - 1,
        "i32": -(2**31),
        "u64": 2**64 - 1,
        "i64": -(2**63),
        "f32": 0.5,
        "f64": 1e300,
        "yes": True,
        "no": False,
        "text": "Ġ日本\n",
        "texts": ["", "a", "ü" * 300],
        "flags": [True, False],
        "ints": [-1, 0, 7],
        "floats": [0.25, -2.0],
    }
    assert metadata["yes"] is True
    assert metadata.texts("texts") == ["", "a", "ü" * 300]
    assert metadata.integers("ints") == [-1, 0, 7]
    assert metadata.num_items("texts") == 3
    assert metadata.number("u8") == 255.0
    assert metadata.integer("absent", 9) == 9
    assert "absent" not in metadata


@pytest.mark.parametrize(
    ("reader", "key"),
    [
        ("text", "number"),
        ("integer", "text"),
        ("integer", "flag"),
        ("number", "flag"),
        ("flag", "number"),
        ("texts", "numbers"),
        ("integers", "texts"),
        ("integers", "fractions"),
        ("num_items", "text"),
        ("text", "absent"),
        ("integers", "absent"),
        ("num_items", "absent"),
    ],
)
def test_a_value_of_another_type_is_named(reader: str, key: str, tmp_path: Path) -> None:
    """A loader that asks for the wrong thing gets the key in the error, never a wrong value."""
    path = tmp_path / "typed.gguf"
    entries = [
        raw_entry("number", 4, struct.pack("<I", 1)),
        raw_entry("text", 8, raw_text("x")),
        raw_entry("flag", 7, b"\1"),
        raw_array("numbers", 4, 1, struct.pack("<I", 1)),
        raw_array("texts", 8, 1, raw_text("x")),
        raw_array("fractions", 6, 1, struct.pack("<f", 1.5)),
    ]
    path.write_bytes(raw_file(entries))

    with GgufFile.open(path) as file, pytest.raises(BadModelFile, match=key):
        getattr(file.metadata, reader)(key)


@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize("alignment", [8, 32, 4096])
def test_versions_and_alignments(version: int, alignment: int, tmp_path: Path) -> None:
    """The weights start at the next multiple of the alignment that the file itself names."""
    values = np.arange(6, dtype=np.float32)
    path = tmp_path / "aligned.gguf"
    path.write_bytes(
        raw_file(
            [raw_entry("general.alignment", 4, struct.pack("<I", alignment))],
            [raw_tensor("a", (3, 2))],
            data=values.tobytes(),
            version=version,
            alignment=alignment,
        )
    )

    with GgufFile.open(path) as file:
        assert file.tensors["a"].shape == (2, 3)
        assert file.tensors["a"].offset % alignment == 0
        assert file.tensor_bytes("a") == values.tobytes()


def test_bytes_outlive_the_file_and_cannot_change_it(tmp_path: Path) -> None:
    """Torch takes the bytes without a warning (warnings fail here) and without a copy; writing
    to them, or closing the file under them, does no harm, and they go when the tensor goes."""
    path = tmp_path / "tiny.gguf"
    write_tiny_llama_gguf(path)
    before = path.read_bytes()
    with GgufFile.open(path) as file:
        view = file.tensor_bytes("output_norm.weight")
        mapping = weakref.ref(view.obj)
        values = torch.frombuffer(view, dtype=torch.float32)
        del view
    expected = values.clone()

    values.zero_()

    assert path.read_bytes() == before
    with GgufFile.open(path) as file:
        again = torch.frombuffer(file.tensor_bytes("output_norm.weight"), dtype=torch.float32)
    assert torch.equal(again, expected)
    del values
    gc.collect()
    assert mapping() is None


def test_what_is_missing_or_unreadable_is_told_apart(tmp_path: Path) -> None:
    """No file, a folder, an empty file, other kinds of file: each has its own answer."""
    with pytest.raises(ModelNotFound):
        GgufFile.open(tmp_path / "absent.gguf")
    with pytest.raises(ModelNotFound):
        GgufFile.open(tmp_path / "nul\0.gguf")
    with pytest.raises(BadModelFile, match="a folder"):
        GgufFile.open(tmp_path)
    for data, detail in (
        (b"", "an empty file"),
        (b"\0" * 4096, "nothing but zeros"),
        (b"PK\3\4" * 100, "no sign of GGUF"),
        (b"version https://git-lfs.github.com/spec/v1\n", "Git LFS pointer"),
        (b"\n<!DOCTYPE html><html>", "a web page"),
    ):
        path = tmp_path / "other.gguf"
        path.write_bytes(data)
        with pytest.raises(BadModelFile, match=detail):
            GgufFile.open(path)
    with pytest.raises(ModelNotFound):
        GgufFile.open(path / "below-a-file.gguf")


def test_no_permission_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The refusal is made by hand, since tests may run as a user who may read anything."""
    path = tmp_path / "locked.gguf"
    path.write_bytes(raw_file())

    def refuse(self: Path, *arguments: object, **options: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)

    with pytest.raises(BadModelFile, match="no permission"):
        GgufFile.open(path)


def test_missing_tensor_and_unreadable_type(tmp_path: Path) -> None:
    """A file with a known type that we cannot decode opens, so that it can be looked at; only
    its data is refused."""
    path = tmp_path / "iq.gguf"
    kind = TensorType.IQ2_XS
    path.write_bytes(
        raw_file(
            [raw_entry("general.architecture", 8, raw_text("llama"))],
            [raw_tensor("w", (256, 2), kind=kind)],
            data=bytes(2 * kind.block_bytes),
        )
    )

    with GgufFile.open(path) as file:
        assert file.architecture == "llama"
        with pytest.raises(UnsupportedModel, match="IQ2_XS"):
            file.tensor_bytes("w")
        with pytest.raises(BadModelFile, match=r"no tensor 'output\.weight'"):
            file.tensor_bytes("output.weight")
        with pytest.raises(BadModelFile, match=r"no general\.name"):
            file.metadata.text("general.name")


def test_a_file_that_shrinks_while_open(tmp_path: Path) -> None:
    """Mapping past the end would be a crash, not an exception; it is checked each time."""
    path = tmp_path / "tiny.gguf"
    write_tiny_llama_gguf(path)
    with GgufFile.open(path) as file:
        with path.open("r+b") as writable:
            writable.truncate(4096)
        with pytest.raises(BadModelFile, match="shrank"):
            file.tensor_bytes("output_norm.weight")
