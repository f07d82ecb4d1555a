"""The header of a safetensors file: which tensors there are, and where; read within bounds.

The library that maps the tensors checks places and shapes as well, but takes a header of any
length first. Imports no torch, so that a plan can be made before anything is loaded.

Source: the format's description in the `safetensors` repository.
"""

import json
import os
import stat
import struct
from dataclasses import dataclass
from math import prod
from pathlib import Path

from engine.errors import BadModelFile, UnsupportedModel
from engine.language import number, say

_LEAST_ALLOWED, _MOST_ALLOWED = 2 * 2**20, 32 * 2**20
_SHARE = 8
"""A long header is believed where the tensors it describes are this many times as large."""
_MAX_DIMENSIONS = 8
_LENGTH = struct.Struct("<Q")
_ITEM_BYTES = {
    "BOOL": 1, "U8": 1, "I8": 1, "F8_E4M3": 1, "F8_E5M2": 1, "F8_E8M0": 1, "U16": 2, "I16": 2,
    "F16": 2, "BF16": 2, "U32": 4, "I32": 4, "F32": 4, "U64": 8, "I64": 8, "F64": 8, "C64": 8,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class StoredTensor:
    """One tensor as its file describes it.

    Args:
        dtype: the format's name, such as "BF16".
        shape: outermost first.
        size_bytes: of its values.
    """

    dtype: str
    shape: tuple[int, ...]
    size_bytes: int

    @property
    def num_values(self) -> int:
        """Values it holds."""
        return prod(self.shape)


def read_header(path: Path) -> dict[str, StoredTensor]:
    """Read which tensors a file holds, in its order.

    Raises:
        BadModelFile: it is no safetensors file, is cut short, or contradicts itself.
        UnsupportedModel: a kind of value that is not known.
    """
    text, num_data_bytes = _header_text(path)
    try:
        entries = json.loads(text)
    except RecursionError as error:
        raise BadModelFile(str(path), say("a header that is nested too deeply")) from error
    except ValueError as error:
        raise BadModelFile(str(path), say("a header that is not JSON")) from error
    if not isinstance(entries, dict):
        raise BadModelFile(str(path), say("a header that is not an object"))
    return {
        name: _tensor(path, name, entry, num_data_bytes)
        for name, entry in entries.items()
        if name != "__metadata__"
    }


def _header_text(path: Path) -> tuple[bytes, int]:
    """Give the header, and how many bytes follow it."""
    try:
        # Looked at first: opening a pipe would wait for a writer.
        if not stat.S_ISREG(path.stat().st_mode):
            raise BadModelFile(str(path), say("a folder, device or pipe, not a file"))
        with path.open("rb") as stream:
            size = os.fstat(stream.fileno()).st_size
            start = stream.read(_LENGTH.size)
            if len(start) < _LENGTH.size:
                raise BadModelFile(str(path), say("a file cut short"))
            (length,) = _LENGTH.unpack(start)
            rest = size - _LENGTH.size
            allowed = min(max(_LEAST_ALLOWED, rest // _SHARE), _MOST_ALLOWED)
            if length > rest:
                detail = say("a header of {count} bytes, more than the file")
                raise BadModelFile(str(path), detail.format(count=number(length)))
            if length > allowed:
                detail = say("a header of {count} bytes, more than it needs")
                raise BadModelFile(str(path), detail.format(count=number(length)))
            text = stream.read(length)
    except (OSError, ValueError) as error:
        raise BadModelFile(str(path), say("it cannot be opened")) from error
    if len(text) < length:
        raise BadModelFile(str(path), say("a file cut short"))
    return text, rest - length


def _tensor(path: Path, name: str, entry: object, num_data_bytes: int) -> StoredTensor:
    shown = repr(name if len(name) <= 64 else f"{name[:61]}...")
    match entry:
        case {"dtype": str(dtype), "shape": list(shape), "data_offsets": [int(start), int(end)]}:
            pass
        case _:
            detail = say("no description of the tensor {tensor}").format(tensor=shown)
            raise BadModelFile(str(path), detail)
    if dtype not in _ITEM_BYTES:
        raise UnsupportedModel(str(path), "tensor type", dtype[:32])
    if len(shape) > _MAX_DIMENSIONS or not all(type(side) is int and side >= 0 for side in shape):
        detail = say("the tensor {tensor} with an impossible shape").format(tensor=shown)
        raise BadModelFile(str(path), detail)
    size_bytes = prod(shape) * _ITEM_BYTES[dtype]
    if not 0 <= start <= end <= num_data_bytes or end - start != size_bytes:
        detail = say("the tensor {tensor} outside the file").format(tensor=shown)
        raise BadModelFile(str(path), detail)
    return StoredTensor(dtype, tuple(shape), size_bytes)
