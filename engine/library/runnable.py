"""Whether a file on a hub could be run here, told from its name or its first bytes.

Knows no network. A name is a publisher's word and may be wrong; the first bytes are the file's own.
"""

import re
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.errors import UnsupportedModel
from engine.language import say
from engine.models.families import GGUF_ARCHITECTURES, GGUF_FILE_TYPES, GGUF_TOKENIZERS
from engine.models.folder_json import check_sizes, read_object
from engine.models.own_code import refuse_own_code

HEAD_BYTES = 1 << 18
"""What is looked at of a file: its keys stand before its vocabulary."""

PREFERRED = ("Q4_K_M", "Q4_0", "Q4_K_S", "Q5_K_M", "Q8_0", "Q6_K")
"""Which of several quantizations is meant when nothing is said: small, and hardly worse."""

_QUANTIZATION = re.compile(
    r"(?:^|[-._])((?:UD[-_])?(?:I?Q[1-9](?:_[A-Z0-9]{1,3})*|TQ[12]_0|BF16|F16|FP16|F32|MXFP4))"
    r"(?=[-._]|$)",
    re.IGNORECASE,
)
_PIECE = re.compile(r"-\d{5}-of-\d{5}\.gguf$", re.IGNORECASE)
_SCALARS = {
    0: "B",
    1: "b",
    2: "H",
    3: "h",
    4: "I",
    5: "i",
    6: "f",
    7: "?",
    10: "Q",
    11: "q",
    12: "d",
}
_STRING, _ARRAY = 8, 9
_LONGEST_TEXT = 1 << 16


def quantization_of(name: str) -> str:
    """Read the quantization that a GGUF file's name states, in capitals; empty if none."""
    stem = name.rsplit("/", 1)[-1].removesuffix(".gguf").removesuffix(".GGUF")
    found = [match.upper() for match in _QUANTIZATION.findall(stem)]
    return found[-1].replace("FP16", "F16") if found else ""


def refusal_of_name(name: str) -> str:
    """Say why a GGUF file of this name would be refused, as a clause; empty if it would not."""
    base = name.rsplit("/", 1)[-1].lower()
    if base.startswith("mmproj") or "mmproj" in base:
        return say("it holds no text model")
    if _PIECE.search(base):
        return say("it is one piece of several")
    kind = quantization_of(name)
    return (
        say("{kind} cannot be read").format(kind=kind)
        if kind and kind not in GGUF_FILE_TYPES
        else ""
    )


def preferred_of(names: Sequence[str], quantization: str = "") -> str | None:
    """Pick the one of several GGUF files that is meant; None if that cannot be said.

    Args:
        names: all of one repository.
        quantization: what was asked for, or empty for the best choice there is.
    """
    for wanted in (quantization,) if quantization else PREFERRED:
        fitting = [name for name in names if quantization_of(name) == wanted]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            return None
    return None


def check_gguf_head(head: bytes, name: str) -> None:
    """Refuse a GGUF file that would be refused when it is loaded, by its first bytes.

    What the bytes do not tell is not held against it.

    Raises:
        UnsupportedModel: its architecture or tokenizer cannot be run.
    """
    from engine.models.pretokenizers import word_rules

    keys = read_head(head)
    architecture = keys.get("general.architecture", "")
    if architecture and architecture not in GGUF_ARCHITECTURES:
        raise UnsupportedModel(name, "architecture", str(architecture))
    if keys.get(f"{architecture}.expert_count"):
        raise UnsupportedModel(name, "architecture", f"{architecture} with experts")
    tokenizer = keys.get("tokenizer.ggml.model", "gpt2")
    if tokenizer not in GGUF_TOKENIZERS:
        raise UnsupportedModel(name, "tokenizer", str(tokenizer))
    if tokenizer != "gpt2":
        return
    words = keys.get("tokenizer.ggml.pre", "default")
    if word_rules(str(words)) is None:
        raise UnsupportedModel(name, "pre-tokenizer", str(words))


def check_folder_files(folder: Path, name: str) -> None:
    """Refuse a folder that cannot be run by what stands beside its weights, which come last.

    Raises:
        UnsupportedModel: its tokens are of another kind.
        RefusedCode: only code of its own could run it.
        BadModelFile: its config.json has impossible sizes, or it has no tokenizer, or one that
            cannot be read.
    """
    from engine.models.tokenizer_folder import parts_from_folder

    config = read_object(folder / "config.json", what=say("its config.json"))
    refuse_own_code(name, config)
    check_sizes(name, config)
    try:
        parts_from_folder(folder)
    except UnsupportedModel as error:
        raise UnsupportedModel(name, error.what, error.value) from error


def read_head(head: bytes) -> Mapping[str, object]:
    """Read the keys that the first bytes of a GGUF file hold whole, up to its first long list."""
    found: dict[str, object] = {}
    if head[:4] != b"GGUF":
        return found
    try:
        (num_keys,) = struct.unpack_from("<Q", head, 16)
        place = 24
        for _ in range(min(num_keys, 10_000)):
            key, place = _text(head, place)
            (kind,) = struct.unpack_from("<I", head, place)
            place += 4
            if kind == _STRING:
                found[key], place = _text(head, place)
            elif kind in _SCALARS:
                (found[key],) = struct.unpack_from(f"<{_SCALARS[kind]}", head, place)
                place += struct.calcsize(_SCALARS[kind])
            else:
                place = _after_array(head, place)
    except (struct.error, ValueError, OverflowError):
        # The bytes end here, or go on in a way that the loader will judge.
        return found
    return found


def _text(head: bytes, place: int) -> tuple[str, int]:
    (length,) = struct.unpack_from("<Q", head, place)
    end = place + 8 + length
    if length > _LONGEST_TEXT or end > len(head):
        raise ValueError("the text goes on")
    return head[place + 8 : end].decode(), end


def _after_array(head: bytes, place: int) -> int:
    kind, count = struct.unpack_from("<IQ", head, place)
    place += 12
    if kind in _SCALARS:
        return place + int(count) * struct.calcsize(_SCALARS[kind])
    if kind != _STRING:
        raise ValueError("lists of lists")
    for _ in range(count):
        _, place = _text(head, place)
    return place
