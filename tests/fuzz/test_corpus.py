"""Every file of the corpus is refused in a sentence, or is sound, and takes hardly any memory."""

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.errors import EngineError
from tests.fuzz.bases import copy_case, write_bases
from tests.fuzz.entries import ENTRIES, SPARE_BYTES, memory_watch

CORPUS = Path(__file__).parent / "corpus"
GGUFS = sorted((CORPUS / "gguf").iterdir())
FILES = sorted(path for path in (CORPUS / "safetensors").glob("*/*"))

Spoil = Callable[[Path], Path]


@pytest.fixture(scope="module")
def bases(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Sound models, by the entry that reads them."""
    written = write_bases(tmp_path_factory.mktemp("b"))
    found = {name: paths[0] for name, paths in written.items()}
    for name, path in found.items():
        # What is loaded at the first use is not of the cases' making.
        ENTRIES[name](path, path)
    return found


def most_gained(entry: str, case: Path, sound: Path) -> int:
    """Read a case; gives the memory that took, in bytes."""
    with memory_watch() as gained:
        try:
            ENTRIES[entry](case, sound)
        except EngineError as error:
            str(error).encode()
        return gained()


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_bases_are_sound(entry: str, bases: dict[str, Path]) -> None:
    """Otherwise the rest would prove nothing."""
    ENTRIES[entry](bases[entry], bases[entry])


@pytest.mark.parametrize("path", GGUFS, ids=lambda path: path.stem)
def test_gguf(path: Path, bases: dict[str, Path]) -> None:
    with pytest.raises(EngineError):
        ENTRIES["gguf"](path, bases["gguf"])
    assert most_gained("gguf", path, bases["gguf"]) <= path.stat().st_size + SPARE_BYTES


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_folder(path: Path, bases: dict[str, Path], tmp_path: Path) -> None:
    folder = copy_case(bases["safetensors"], tmp_path / "m")
    (folder / path.parent.name).write_bytes(path.read_bytes())
    size = sum(file.stat().st_size for file in folder.iterdir())

    assert most_gained("safetensors", folder, bases["safetensors"]) <= size + SPARE_BYTES


def test_a_long_header_is_refused_before_it_is_read(bases: dict[str, Path], tmp_path: Path) -> None:
    """A hundred megabytes of it, in a file that has them."""
    folder = copy_case(bases["safetensors"], tmp_path / "m")
    part = next(folder.glob("*.safetensors"))
    with part.open("wb") as stream:
        stream.write((100 * 2**20).to_bytes(8, "little"))
        stream.truncate(8 + 100 * 2**20)

    with pytest.raises(EngineError, match="more than it needs"):
        ENTRIES["safetensors"](folder, bases["safetensors"])
    assert most_gained("safetensors", folder, bases["safetensors"]) <= SPARE_BYTES
