"""Takes the build machine's folders out of Linux libraries.

A Python that was built into a folder of its own names that folder in every extension module, and
the dynamic linker of every user would look there first. Works on 64-bit little-endian ELF files.
"""

import struct
from pathlib import Path

_PT_DYNAMIC = 2
_DT_NULL, _DT_STRTAB, _DT_RPATH, _DT_RUNPATH = 0, 5, 15, 29
_PROGRAM_HEADER = struct.Struct("<IIQQQQQQ")
_ENTRY = struct.Struct("<QQ")


def remove_foreign_paths(path: Path) -> list[str]:
    """Remove the run paths of a library that lead out of the program's folder.

    Args:
        path: an ELF file; it is changed in place.

    Returns:
        The paths that were removed.
    """
    data = bytearray(path.read_bytes())
    if data[:6] != b"\x7fELF\x02\x01":
        return []
    segments = _segments(data)
    dynamic = next((each for each in segments if each[0] == _PT_DYNAMIC), None)
    if dynamic is None:
        return []
    begin, size = dynamic[2], dynamic[5]
    entries = [_ENTRY.unpack_from(data, begin + at) for at in range(0, size, _ENTRY.size)]
    strings = _offset_of(segments, next(value for tag, value in entries if tag == _DT_STRTAB))
    removed = []
    kept = []
    for tag, value in entries:
        if tag in (_DT_RPATH, _DT_RUNPATH):
            text = data[strings + value : data.index(0, strings + value)].decode()
            if "$ORIGIN" not in text:
                removed.append(text)
                continue
        kept.append((tag, value))
    if removed:
        # The linker reads up to the first empty entry; there may be more of them.
        kept += [(_DT_NULL, 0)] * len(removed)
        data[begin : begin + size] = b"".join(_ENTRY.pack(*entry) for entry in kept)
        path.write_bytes(data)
    return removed


def _segments(data: bytearray) -> list[tuple[int, ...]]:
    (table,) = struct.unpack_from("<Q", data, 32)
    size, number = struct.unpack_from("<HH", data, 54)
    return [_PROGRAM_HEADER.unpack_from(data, table + index * size) for index in range(number)]


def _offset_of(segments: list[tuple[int, ...]], address: int) -> int:
    """Turn an address in memory into a place in the file."""
    for kind, _, offset, virtual, _, file_size, _, _ in segments:
        if kind == 1 and virtual <= address < virtual + file_size:
            return offset + address - virtual
    raise ValueError(f"no segment holds address {address}")
