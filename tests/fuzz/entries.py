"""What a stranger's file is put through: everything that a load, a pairing or a plan would do.

An entry may refuse with an `EngineError` and nothing else, and may not take more memory than the
file is large, beside what reading a sound one takes.
"""

import io
import logging
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import torch

from engine.drafting.head_file import read_card
from engine.errors import EngineError, WrongHead
from engine.library.local import check_model_path
from engine.library.pairing import draft_fit
from engine.models.folder_weights import FolderWeights, read_lean_config
from engine.models.gguf import GgufFile
from engine.models.gguf_weights import GgufWeights, read_config
from engine.models.loader import check_model
from engine.models.rotated_weights import RotatedWeights
from engine.models.tokenizer import Tokenizer
from engine.params import ModelSpec

CPU = torch.device("cpu")
SPARE_BYTES = 24 * 2**20
"""What reading any file takes: Python's own objects, a tokenizer, the arithmetic's scratch."""
_STATUS, _CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")

# A library that panics would load its symbols to say where.
os.environ["RUST_BACKTRACE"] = "0"

Entry = Callable[[Path, Path], None]
"""Reads a file or folder; the second path is a sound one to pair it with."""


def read_gguf(path: Path, sound: Path) -> None:
    """Do with a GGUF file whatever the program could do with it."""
    with GgufFile.open(path) as file:
        for key in file.metadata:
            file.metadata[key]
    _each(
        lambda: check_model(_spec(path)),
        lambda: draft_fit(_spec(sound), _spec(path)),
        lambda: _load_gguf(path),
    )


def read_folder(path: Path, sound: Path) -> None:
    """Do with a safetensors folder whatever the program could do with it."""
    check_model_path(path)
    _each(
        lambda: check_model(_spec(path)),
        lambda: draft_fit(_spec(sound), _spec(path)),
        lambda: _encode(Tokenizer.from_folder(path)),
        lambda: _load_folder(path),
        lambda: _read_heads(path),
    )


ENTRIES: dict[str, Entry] = {"gguf": read_gguf, "safetensors": read_folder}


@contextmanager
def memory_watch() -> Iterator[Callable[[], int]]:
    """Yield what tells the most memory gained since the block began; 0 where it is not told."""
    try:
        _CLEAR.write_text("5", encoding="ascii")
    except OSError:
        yield lambda: 0
        return
    before = _status("VmRSS")
    yield lambda: _status("VmHWM") - before


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """Yield an empty folder for one case."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        yield Path(folder)


def _each(*acts: Callable[[], object]) -> None:
    """Do all of them, whatever the others say; the first refusal is told."""
    refusals = []
    for act in acts:
        try:
            act()
        except EngineError as error:
            # Its sentence is read, too: it quotes what the file says.
            print(error, file=io.TextIOWrapper(io.BytesIO(), "utf-8"))
            refusals.append(error)
    if refusals:
        raise refusals[0]


def _load_gguf(path: Path) -> None:
    with GgufFile.open(path) as file:
        _encode(Tokenizer.from_gguf_metadata(file.metadata, str(path)))
        config = read_config(file)
        source = GgufWeights(file, config, device=CPU)
        _pack(source)
        for _ in source.read():
            pass


def _load_folder(path: Path) -> None:
    config = read_lean_config(path)
    if config is None:
        return
    with FolderWeights(path, config) as source:
        _pack(source)


def _pack(source: GgufWeights | FolderWeights) -> None:
    for _ in RotatedWeights(source).read():
        pass


def _encode(tokenizer: Tokenizer) -> None:
    for id in tokenizer.encode("hello, wörld <|im_end|>"):
        tokenizer.token_bytes(id)


def _read_heads(path: Path) -> None:
    for file in sorted(path.glob("*.safetensors")):
        # A sound model is no trained draft either.
        with suppress(WrongHead):
            read_card(file)


def _spec(path: Path) -> ModelSpec:
    return ModelSpec(id=path.name, name=path.name, path=path)


def _status(key: str) -> int:
    found = re.search(rf"^{key}:\s+(\d+) kB", _STATUS.read_text("ascii"), re.MULTILINE)
    return int(found[1]) * 1024 if found else 0


def keep_quiet() -> None:
    """Keep the engine's log off the terminal."""
    logging.disable(logging.CRITICAL)
