"""Ways to spoil a sound file: bytes, numbers, lengths, and values in its JSON."""

import json
import random
import struct
from pathlib import Path
from typing import Any

WIDE_NUMBERS = (
    0, 1, 2, 7, 8, 9, 255, 2**15, 2**16, 2**24, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**40,
    2**53, 2**62, 2**63 - 1, 2**63, 2**64 - 1,
)  # fmt: skip
_ODD_VALUES: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 3, 17, 65, 4096, 10**6, 2**31, 2**32, 2**40, 2**63, 10**30,
    0.0, -0.5, 1e-300, 1e300, float("inf"), float("nan"), "", "x", "../../etc/passwd", "/dev/zero",
    "\0", "ü" * 300, "\ud800", [], {}, [[]], [0], [2**40, 2**40], {"a": {}}, "llama", "mamba",
)  # fmt: skip
_HEAD_BYTES = 12_000


def spoil_bytes(data: bytes, chance: random.Random) -> bytes:
    """Change a few bytes or numbers near the start, now and then cut or double a part."""
    spoilt = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        spoilt = spoilt or bytearray(1)
        place = chance.randrange(min(len(spoilt), _HEAD_BYTES))
        match chance.randrange(6):
            case 0 | 1:
                spoilt[place] = chance.randrange(256)
            case 2:
                spoilt[place : place + 8] = struct.pack("<Q", chance.choice(WIDE_NUMBERS))
            case 3:
                spoilt[place : place + 4] = struct.pack(
                    "<I", chance.choice(WIDE_NUMBERS) & 0xFFFFFFFF
                )
            case 4:
                spoilt[place : place + chance.randint(1, 64)] = b""
            case 5:
                run = spoilt[place : place + chance.randint(1, 64)]
                spoilt[place:place] = run
    if chance.random() < 0.05:
        del spoilt[chance.randrange(len(spoilt) + 1) :]
    return bytes(spoilt)


def spoil_json(text: str, chance: random.Random) -> str:
    """Put odd values in odd places of a JSON text."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        # Spoilt before.
        return text[: chance.randrange(len(text) + 1)]
    for _ in range(chance.randint(1, 3)):
        value = _spoilt(value, chance)
    if chance.random() < 0.02:
        depth = chance.choice((100, 5_000, 100_000))
        return "[" * depth + "]" * depth
    return json.dumps(value)


def spoil_safetensors(data: bytes, chance: random.Random) -> bytes:
    """Spoil the header as JSON, its length, or the bytes of the file."""
    if len(data) < 8:
        return data + bytes(8)
    (length,) = struct.unpack("<Q", data[:8])
    header, rest = data[8 : 8 + length], data[8 + length :]
    match chance.randrange(4):
        case 0:
            return spoil_bytes(data, chance)
        case 1:
            told = chance.choice((*WIDE_NUMBERS, length - 1, length + 1, len(data), len(data) - 8))
            return struct.pack("<Q", told) + header + rest
        case _:
            spoilt = spoil_json(header.decode(errors="replace"), chance).encode(
                "utf-8", "surrogatepass"
            )
            return struct.pack("<Q", len(spoilt)) + spoilt + rest


def spoil_folder(folder: Path, chance: random.Random) -> str:
    """Spoil one file of a folder; gives its name."""
    path = chance.choice(sorted(path for path in folder.iterdir() if path.is_file()))
    if path.suffix == ".safetensors":
        path.write_bytes(spoil_safetensors(path.read_bytes(), chance))
    elif path.suffix == ".json" and chance.random() < 0.8:
        text = spoil_json(path.read_text("utf-8", errors="replace"), chance)
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
    else:
        path.write_bytes(spoil_bytes(path.read_bytes(), chance))
    return path.name


def _spoilt(value: Any, chance: random.Random) -> Any:
    """Replace something in it, the deeper the rarer; the value itself is left alone."""
    is_container = isinstance(value, dict | list) and len(value) > 0
    if not is_container or chance.random() < 0.05:
        return chance.choice(_ODD_VALUES)
    if isinstance(value, dict):
        key = chance.choice(list(value))
        match chance.randrange(8):
            case 0:
                return {name: each for name, each in value.items() if name != key}
            case 1:
                return {**value, str(chance.choice(_ODD_VALUES)): value[key]}
            case _:
                return {**value, key: _spoilt(value[key], chance)}
    index = chance.randrange(len(value))
    match chance.randrange(8):
        case 0:
            return value[:index]
        case 1:
            return value + value[index : index + 1]
        case _:
            return [*value[:index], _spoilt(value[index], chance), *value[index + 1 :]]
