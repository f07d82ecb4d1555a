"""The key-value part of a GGUF file, kept as bytes and decoded when asked for.

A vocabulary and its merges are 300,000 texts; a reader that only wants the architecture, or the
tokens for pairing, does not pay for the rest. Outlives the file. Knows nothing of tensors.
"""

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from engine.errors import BadModelFile
from engine.language import say

MetaScalar: TypeAlias = bool | int | float | str
MetaValue: TypeAlias = MetaScalar | list[MetaScalar]

LENGTH = struct.Struct("<Q")


@dataclass(frozen=True, slots=True)
class PackedArray:
    """An array as it stands in the file, already measured.

    Args:
        data: its bytes; texts each with their length in front.
        length: how many items.
        code: the letter `struct` has for an item, "?" for a flag, "s" for a text.
    """

    data: bytes
    length: int
    code: str


class Metadata(Mapping[str, MetaValue]):
    """Read-only; an array is decoded into a new list each time it is asked for.

    Args:
        path: the file, named in errors.
        values: what was read, by key.
    """

    __slots__ = ("_path", "_values")

    def __init__(self, path: str, values: dict[str, MetaScalar | PackedArray]) -> None:
        self._path = path
        self._values = values

    def __getitem__(self, key: str) -> MetaValue:
        value = self._values[key]
        if not isinstance(value, PackedArray):
            return value
        if value.code == "s":
            return list(self._texts(key, value))
        if value.code == "?" and value.data.translate(None, b"\0\1"):
            detail = say("a flag that is neither 0 nor 1 at {key}").format(key=repr(key))
            raise BadModelFile(self._path, detail)
        return list(struct.unpack(f"<{value.length}{value.code}", value.data))

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, key: object) -> bool:
        # The mixin's version would decode the array to find out.
        return key in self._values

    def text(self, key: str, default: str | None = None) -> str:
        """Look up a text.

        Raises:
            BadModelFile: it is missing and there is no default, or it is of another type; so for
                the other readers below.
        """
        value = self._find(key, default)
        if not isinstance(value, str):
            raise self._wrong(key, say("{key} is not a text"))
        return value

    def flag(self, key: str, default: bool | None = None) -> bool:
        """Look up a flag."""
        value = self._find(key, default)
        if not isinstance(value, bool):
            raise self._wrong(key, say("{key} is not a flag"))
        return value

    def integer(self, key: str, default: int | None = None) -> int:
        """Look up a whole number."""
        value = self._find(key, default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self._wrong(key, say("{key} is not a whole number"))
        return value

    def number(self, key: str, default: float | None = None) -> float:
        """Look up a number, whole or not."""
        value = self._find(key, default)
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise self._wrong(key, say("{key} is not a number"))
        return float(value)

    def texts(self, key: str) -> list[str]:
        """Look up a list of texts, such as the vocabulary."""
        value = self._array(key, "s", say("{key} is not a list of texts"))
        return list(self._texts(key, value))

    def integers(self, key: str) -> list[int]:
        """Look up a list of whole numbers."""
        value = self._array(key, "bBhHiIqQ", say("{key} is not a list of whole numbers"))
        return list(struct.unpack(f"<{value.length}{value.code}", value.data))

    def num_items(self, key: str) -> int:
        """Count the items of a list without decoding it."""
        value = self._find(key, None)
        if not isinstance(value, PackedArray):
            raise self._wrong(key, say("{key} is not a list"))
        return value.length

    def _find(self, key: str, default: MetaScalar | None) -> MetaScalar | PackedArray:
        value = self._values.get(key, default)
        if value is None:
            raise BadModelFile(self._path, say("no {key} in its metadata").format(key=key))
        return value

    def _array(self, key: str, codes: str, refusal: str) -> PackedArray:
        value = self._find(key, None)
        if not isinstance(value, PackedArray) or value.code not in codes:
            raise self._wrong(key, refusal)
        return value

    def _texts(self, key: str, array: PackedArray) -> Iterator[str]:
        data, start, unpack = array.data, 0, LENGTH.unpack_from
        try:
            for _ in range(array.length):
                end = start + 8 + unpack(data, start)[0]
                yield data[start + 8 : end].decode()
                start = end
        except UnicodeDecodeError as error:
            detail = say("text that is not UTF-8 at {key}").format(key=repr(key))
            raise BadModelFile(self._path, detail) from error

    def _wrong(self, key: str, detail: str) -> BadModelFile:
        return BadModelFile(self._path, detail.format(key=key))
