"""Files that lie, are cut short or are noise: a typed error at once, and nothing else ever."""

import contextlib
import os
import re
import struct
import tempfile
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadModelFile, EngineError, UnsupportedModel
from engine.models.gguf import GgufFile
from engine.models.gguf_header import MAX_ARRAY_ITEMS
from tests.gguf_files import raw_array, raw_entry, raw_file, raw_tensor, raw_text

ONE = struct.pack("<I", 1)

SOUND = raw_file(
    [
        raw_entry("general.architecture", 8, raw_text("llama")),
        raw_entry("general.alignment", 4, struct.pack("<I", 32)),
        raw_entry("flag", 7, b"\1"),
        raw_entry("wide", 12, struct.pack("<d", 2.5)),
        raw_array("tokens", 8, 3, raw_text("a") + raw_text("") + raw_text("ü")),
        raw_array("types", 5, 3, struct.pack("<3i", 1, 2, -3)),
        raw_array("flags", 7, 2, b"\1\0"),
    ],
    [
        raw_tensor("blk.0.weight", (32, 4), kind=2),
        raw_tensor("blk.0.norm", (8,), offset=96),
    ],
    data=bytes(96 + 32),
)


def read_all(path: Path) -> None:
    """Do with a file whatever a loader could do."""
    with GgufFile.open(path) as file:
        for key in file.metadata:
            file.metadata[key]
        for name in file.tensors:
            sum(file.tensor_bytes(name))


def refusal(data: bytes, folder: Path) -> EngineError:
    path = folder / "hostile.gguf"
    path.write_bytes(data)
    with pytest.raises(EngineError) as caught:
        read_all(path)
    return caught.value


def test_the_sound_file_is_sound(tmp_path: Path) -> None:
    """Otherwise the tests below would prove nothing."""
    path = tmp_path / "sound.gguf"
    path.write_bytes(SOUND)

    read_all(path)


def test_cut_short_anywhere(tmp_path: Path) -> None:
    """At every single length: there is no byte in this file that is not needed."""
    path = tmp_path / "short.gguf"
    path.write_bytes(SOUND)
    for length in reversed(range(len(SOUND))):
        os.truncate(path, length)
        with pytest.raises(BadModelFile):
            GgufFile.open(path)


@pytest.mark.parametrize(
    ("data", "detail"),
    [
        pytest.param(raw_file(num_entries=2**40), "announced", id="entries"),
        pytest.param(raw_file(num_tensors=2**40), "announced", id="tensors"),
        pytest.param(raw_file(num_tensors=2**64 - 1), "announced", id="tensors-negative"),
        pytest.param(raw_file(num_entries=60_000), "announced", id="entries-beyond-file"),
        pytest.param(raw_file([raw_array("a", 0, 2**40)]), "announced", id="items"),
        pytest.param(raw_file([raw_array("a", 8, 2**60)]), "announced", id="texts"),
        pytest.param(
            raw_file([raw_array("a", 0, MAX_ARRAY_ITEMS + 1, bytes(MAX_ARRAY_ITEMS + 1))]),
            "announced",
            id="items-beyond-limit",
        ),
        pytest.param(
            raw_file([raw_array("a", 8, 2, raw_text("x") + struct.pack("<Q", 2**63))]),
            "cut short",
            id="text-in-array",
        ),
        pytest.param(
            raw_file([raw_entry("a", 8, struct.pack("<Q", 2**40))]), "bytes", id="text-length"
        ),
        pytest.param(raw_file([struct.pack("<Q", 2**64 - 1)]), "announced|bytes", id="key-length"),
        pytest.param(raw_file([raw_entry("k" * 70_000, 4, ONE)]), "70,000 bytes", id="endless-key"),
        pytest.param(raw_file([raw_entry("a", 13, ONE)]), "unknown type 13", id="value-type"),
        pytest.param(raw_file([raw_array("a", 99, 1, ONE)]), "unknown type 99", id="item-type"),
        pytest.param(raw_file([raw_array("a", 9, 1, ONE)]), "array of arrays", id="nested"),
        pytest.param(raw_file([raw_entry("a", 7, b"\2")]), "neither 0 nor 1", id="flag"),
        pytest.param(
            raw_file([raw_array("a", 7, 2, b"\1\7")]), "neither 0 nor 1", id="flag-in-array"
        ),
        pytest.param(raw_file([raw_entry(b"\xff", 4, ONE)]), "UTF-8", id="key-utf8"),
        pytest.param(raw_file([raw_entry("a", 8, raw_text(b"\xc3"))]), "UTF-8", id="text-utf8"),
        pytest.param(raw_file([raw_array("a", 8, 1, raw_text(b"\xc3"))]), "UTF-8", id="array-utf8"),
        pytest.param(raw_file([raw_entry("a", 4, ONE)] * 2), "'a' twice", id="key-twice"),
        pytest.param(
            raw_file(tensors=[raw_tensor("t", (1,))] * 2, data=bytes(64)),
            "'t' twice",
            id="tensor-twice",
        ),
        pytest.param(
            raw_file(tensors=[raw_tensor("t", (8,)), raw_tensor("u", (8,))], data=bytes(64)),
            "on top of another",
            id="overlap",
        ),
        pytest.param(
            raw_file(
                tensors=[raw_tensor("t", (64,)), raw_tensor("u", (1,), offset=64)], data=bytes(256)
            ),
            "on top of another",
            id="inside-another",
        ),
        pytest.param(
            raw_file(tensors=[raw_tensor("t", (1,), offset=4)], data=bytes(64)),
            "crooked",
            id="unaligned",
        ),
        pytest.param(
            raw_file(tensors=[raw_tensor("t", (1,), offset=2**64 - 32)], data=bytes(64)),
            "cut short",
            id="offset-wraps",
        ),
        pytest.param(
            raw_file(tensors=[raw_tensor("t", (2**62, 2, 2, 2))], data=bytes(64)),
            "cut short",
            id="size-wraps",
        ),
        pytest.param(
            raw_file(tensors=[raw_tensor("t", (0, 4))], data=bytes(64)), "nothing", id="zero-size"
        ),
        pytest.param(
            raw_file(tensors=[raw_tensor("t", (1,), num_sizes=0)], data=bytes(64)),
            "0 dimensions",
            id="no-dimensions",
        ),
        pytest.param(
            raw_file(tensors=[raw_tensor("t", (1,), num_sizes=2**32 - 1)], data=bytes(64)),
            "4,294,967,295 dimensions",
            id="dimensions",
        ),
        pytest.param(
            raw_file(tensors=[raw_tensor("t", (33,), kind=2)], data=bytes(64)),
            "part of a block",
            id="half-block",
        ),
        *(
            pytest.param(
                raw_file([raw_entry("general.alignment", 4, struct.pack("<I", alignment))]),
                "alignment",
                id=f"alignment-{alignment}",
            )
            for alignment in (0, 1, 4, 48, 2**31)
        ),
        pytest.param(
            raw_file([raw_entry("general.alignment", 8, raw_text("32"))]),
            "general.alignment",
            id="alignment-text",
        ),
    ],
)
def test_lies_are_refused(data: bytes, detail: str, tmp_path: Path) -> None:
    """Each by name; whatever the numbers claim, memory stays within a few times the file."""
    tracemalloc.start()
    try:
        error = refusal(data, tmp_path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert isinstance(error, BadModelFile)
    assert re.search(detail, error.detail)
    assert peak < 4 * len(data) + 200_000


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (raw_file(version=1), "GGUF version"),
        (raw_file(version=4), "GGUF version"),
        (raw_file(version=3 << 24), "byte order"),
        (raw_file(tensors=[raw_tensor("t", (32,), kind=4)], data=bytes(64)), "tensor type"),
        (raw_file(tensors=[raw_tensor("t", (32,), kind=2**31)], data=bytes(64)), "tensor type"),
    ],
)
def test_what_is_sound_but_unknown(data: bytes, what: str, tmp_path: Path) -> None:
    """A newer version or another byte order is no damage: the next step is another file."""
    error = refusal(data, tmp_path)

    assert isinstance(error, UnsupportedModel)
    assert error.what == what


def test_names_cannot_smuggle_control_characters(tmp_path: Path) -> None:
    """A name goes to a terminal inside an error; its escapes and its length do not."""
    name = "\x1b[2J" + "x" * 60_000
    error = refusal(raw_file(tensors=[raw_tensor(name, (0,))]), tmp_path)

    assert isinstance(error, BadModelFile)
    assert "\x1b" not in error.detail
    assert len(error.detail) < 200


@given(
    st.lists(st.tuples(st.integers(0, len(SOUND) - 1), st.integers(0, 255)), min_size=1, max_size=4)
)
def test_flipped_bytes(changes: list[tuple[int, int]]) -> None:
    """Whatever a few wrong bytes do, it is read or refused, never a crash or another error."""
    data = bytearray(SOUND)
    for position, value in changes:
        data[position] = value
    _read_or_refuse(bytes(data))


@given(st.binary(max_size=300))
def test_noise(noise: bytes) -> None:
    """Noise behind a sound start: counts, lengths and types all at random."""
    _read_or_refuse(SOUND[:8] + noise)


def _read_or_refuse(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(EngineError):
        path = Path(folder) / "noise.gguf"
        path.write_bytes(data)
        read_all(path)
