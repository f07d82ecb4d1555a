"""Walks the part of a GGUF file before its weights and checks every number in it.

Trusts nothing: each count and length is held against the size of the file before anything is
allocated or walked, so that a damaged or hostile file is refused at once, with a typed error.

Source: ggml's `docs/gguf.md`.
"""

import math
import mmap
import struct
from dataclasses import dataclass, replace

from engine.errors import BadModelFile, UnsupportedModel
from engine.language import number, say
from engine.models.metadata import LENGTH, Metadata, MetaScalar, PackedArray
from engine.models.tensor_types import TensorType

# Ten times what the largest vocabularies and models in use need; past them a file is hostile.
MAX_HEADER_BYTES = 128 * 2**20
MAX_ARRAY_ITEMS = 4_000_000
MAX_ENTRIES = 65_536
MAX_NAME_BYTES = 65_535
MAX_DIMENSIONS = 4
MAX_ALIGNMENT = 2**20

# The least an entry can take: a length, a one-letter name and so on.
_MIN_KEY_BYTES = 8 + 1 + 4 + 1
_MIN_TENSOR_BYTES = 8 + 1 + 4 + 8 + 4 + 8

_TEXT, _ARRAY = 8, 9
_SCALARS = {
    number: struct.Struct(f"<{code}")
    for number, code in {
        0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"
    }.items()
}  # fmt: skip
_FLAG = 7
_U32 = struct.Struct("<I")


@dataclass(frozen=True, slots=True)
class GgufTensor:
    """Where a tensor lies.

    Args:
        name: as the file has it, such as `blk.0.attn_q.weight`.
        shape: outermost first, as torch has it (the file has it the other way round).
        type: how its values are stored.
        offset: of its first byte, from the start of the file.
        size_bytes: of its stored values.
    """

    name: str
    shape: tuple[int, ...]
    type: TensorType
    offset: int
    size_bytes: int


class HeaderReader:
    """A cursor over the part before the weights, and the checks on what it reads."""

    def __init__(self, path: str, mapped: mmap.mmap, size: int) -> None:
        self._path = path
        self._mapped = mapped
        self._size = size
        self._end = min(size, MAX_HEADER_BYTES)
        self._position = 0

    def read(self) -> tuple[Metadata, dict[str, GgufTensor]]:
        """Read everything, in the order of the file.

        Raises:
            BadModelFile: the file is of another kind, cut short, or contradicts itself.
            UnsupportedModel: a version, byte order or tensor type that is not known.
        """
        self._read_version()
        num_tensors = self._count(
            _MIN_TENSOR_BYTES, say("{count} tensors announced, more than there can be")
        )
        num_keys = self._count(
            _MIN_KEY_BYTES, say("{count} metadata entries announced, more than there can be")
        )
        values: dict[str, MetaScalar | PackedArray] = {}
        for _ in range(num_keys):
            key = self._text(say("a metadata key"), MAX_NAME_BYTES)
            if key in values:
                raise self._bad(say("the metadata key {key} twice").format(key=_shown(key)))
            values[key] = self._value(key)
        metadata = Metadata(self._path, values)
        alignment = metadata.integer("general.alignment", 32)
        if not 8 <= alignment <= MAX_ALIGNMENT or alignment & (alignment - 1):
            raise self._bad(say("an alignment of {count}").format(count=number(alignment)))
        return metadata, self._read_tensors(num_tensors, alignment)

    def _read_version(self) -> None:
        head = self._mapped[:64]
        if not head.startswith(b"GGUF"):
            raise self._bad(_what_it_is(head))
        self._position = 4
        version = self._integer(_U32)
        if version in (2, 3):
            return
        if version & 0xFFFF == 0:
            raise UnsupportedModel(self._path, "byte order", "big-endian")
        raise UnsupportedModel(self._path, "GGUF version", str(version))

    def _value(self, key: str) -> MetaScalar | PackedArray:
        kind = self._integer(_U32)
        if kind == _TEXT:
            return self._text(say("the text of {key}").format(key=_shown(key)), MAX_HEADER_BYTES)
        if kind == _ARRAY:
            return self._array(key)
        if kind not in _SCALARS:
            detail = say("metadata of the unknown type {kind} at {key}")
            raise self._bad(detail.format(kind=kind, key=_shown(key)))
        if kind == _FLAG and self._mapped[self._position : self._position + 1] > b"\1":
            detail = say("a flag that is neither 0 nor 1 at {key}")
            raise self._bad(detail.format(key=_shown(key)))
        return self._scalar(_SCALARS[kind])

    def _array(self, key: str) -> PackedArray:
        kind = self._integer(_U32)
        if kind == _ARRAY:
            raise self._bad(say("an array of arrays at {key}").format(key=_shown(key)))
        if kind != _TEXT and kind not in _SCALARS:
            detail = say("an array of the unknown type {kind} at {key}")
            raise self._bad(detail.format(kind=kind, key=_shown(key)))
        item_bytes = 8 if kind == _TEXT else _SCALARS[kind].size
        length = self._count(
            item_bytes,
            say("{count} items at {key} announced, more than there can be"),
            key=key,
            limit=MAX_ARRAY_ITEMS,
        )
        start = self._position
        if kind == _TEXT:
            self._skip_texts(length)
        else:
            self._position = start + length * item_bytes
        code = "s" if kind == _TEXT else _SCALARS[kind].format[1:]
        return PackedArray(self._mapped[start : self._position], length, code)

    def _skip_texts(self, count: int) -> None:
        # The one hot loop: 300,000 rounds for a large vocabulary with its merges.
        unpack, mapped, position = LENGTH.unpack_from, self._mapped, self._position
        last = self._end - 8
        for _ in range(count):
            if position > last:
                raise self._cut_short()
            position += 8 + unpack(mapped, position)[0]
        if position > self._end:
            raise self._cut_short()
        self._position = position

    def _read_tensors(self, count: int, alignment: int) -> dict[str, GgufTensor]:
        announced = [self._tensor() for _ in range(count)]
        data_start = -(-self._position // alignment) * alignment
        tensors: dict[str, GgufTensor] = {}
        for tensor in announced:
            if tensor.name in tensors:
                raise self._odd(say("the tensor {tensor} twice"), tensor.name)
            if tensor.offset % alignment:
                raise self._odd(say("the tensor {tensor} at a crooked place"), tensor.name)
            placed = replace(tensor, offset=data_start + tensor.offset)
            if placed.offset + placed.size_bytes > self._size:
                raise self._odd(say("the tensor {tensor} cut short"), tensor.name)
            tensors[tensor.name] = placed
        end = 0
        for tensor in sorted(tensors.values(), key=lambda tensor: tensor.offset):
            if tensor.offset < end:
                raise self._odd(say("the tensor {tensor} on top of another one"), tensor.name)
            end = tensor.offset + tensor.size_bytes
        return tensors

    def _tensor(self) -> GgufTensor:
        """Read one entry; its offset still counts from the start of the weights."""
        name = self._text(say("a tensor name"), MAX_NAME_BYTES)
        num_dimensions = self._integer(_U32)
        if not 1 <= num_dimensions <= MAX_DIMENSIONS:
            detail = say("the tensor {tensor} with {count} dimensions")
            raise self._bad(detail.format(tensor=_shown(name), count=number(num_dimensions)))
        sizes = tuple(self._integer(LENGTH) for _ in range(num_dimensions))
        if 0 in sizes:
            raise self._odd(say("the tensor {tensor} with nothing in it"), name)
        code = self._integer(_U32)
        try:
            kind = TensorType(code)
        except ValueError:
            raise UnsupportedModel(self._path, "tensor type", str(code)) from None
        if sizes[0] % kind.block_size:
            raise self._odd(say("the tensor {tensor} with a part of a block in each row"), name)
        size_bytes = math.prod(sizes) // kind.block_size * kind.block_bytes
        return GgufTensor(name, sizes[::-1], kind, self._integer(LENGTH), size_bytes)

    def _scalar(self, kind: struct.Struct) -> MetaScalar:
        if self._position + kind.size > self._end:
            raise self._cut_short()
        value: MetaScalar = kind.unpack_from(self._mapped, self._position)[0]
        self._position += kind.size
        return value

    def _integer(self, kind: struct.Struct) -> int:
        return int(self._scalar(kind))

    def _text(self, what: str, limit: int) -> str:
        length = self._integer(LENGTH)
        if length > limit:
            detail = say("{what} of {count} bytes").format(what=what, count=number(length))
            raise self._bad(detail)
        end = self._position + length
        if end > self._end:
            raise self._cut_short()
        data = self._mapped[self._position : end]
        self._position = end
        try:
            return data.decode()
        except UnicodeDecodeError:
            raise self._bad(say("{what} that is not UTF-8").format(what=what)) from None

    def _count(
        self, item_bytes: int, refusal: str, *, key: str = "", limit: int = MAX_ENTRIES
    ) -> int:
        count = self._integer(LENGTH)
        if count > limit or count * item_bytes > self._end - self._position:
            raise self._bad(refusal.format(count=number(count), key=_shown(key)))
        return count

    def _cut_short(self) -> BadModelFile:
        return self._bad(
            say("a header cut short") if self._end == self._size else say("an endless header")
        )

    def _odd(self, detail: str, name: str) -> BadModelFile:
        return self._bad(detail.format(tensor=_shown(name)))

    def _bad(self, detail: str) -> BadModelFile:
        return BadModelFile(self._path, detail)


def _what_it_is(head: bytes) -> str:
    start = head.lstrip().lower()
    if start.startswith(b"version https://git-lfs"):
        return say("a Git LFS pointer in place of the model")
    if start.startswith((b"<!doctype", b"<html")):
        return say("a web page in place of the model")
    if not head.strip(b"\0"):
        return say("nothing but zeros at its start")
    return say("no sign of GGUF at its start")


def _shown(name: str) -> str:
    return repr(name if len(name) <= 64 else f"{name[:61]}...")
