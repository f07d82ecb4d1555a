"""Models that came with the program: found where they lie, and never changed."""

from importlib.resources import files
from pathlib import Path

import pytest

from engine.errors import CameWithProgram, ModelNotInstalled, ProgramDamaged
from engine.library import Catalogue, Library
from engine.paths import bundled_models, is_bundled
from tests.engine.library.conftest import CONTENT, DIGEST, ENTRY, FILE


@pytest.fixture
def bundled(tmp_path: Path) -> Path:
    """A program's folder that holds the one model."""
    folder = tmp_path / "program files" / "models"
    (folder / ENTRY.id).mkdir(parents=True)
    (folder / ENTRY.id / FILE).write_bytes(CONTENT)
    return folder


def test_it_is_found_where_it_lies(tmp_path: Path, bundled: Path) -> None:
    """Neither listing nor getting writes a byte: the folder of models is not even made."""
    root = tmp_path / "models"
    library = Library(root, Catalogue([ENTRY]), bundled=bundled)
    (entry,) = library.entries()
    assert entry.is_installed
    spec = library.get(ENTRY.id)
    assert spec == library.resolve(ENTRY.id)
    assert spec.path == bundled / ENTRY.id / FILE
    assert spec.digest == DIGEST
    assert library.verify(ENTRY.id) == spec
    assert not root.exists()


def test_it_cannot_be_removed(tmp_path: Path, bundled: Path) -> None:
    """It goes with the program, and the file stays."""
    library = Library(tmp_path / "models", Catalogue([ENTRY]), bundled=bundled)
    with pytest.raises(CameWithProgram):
        library.remove(ENTRY.id)
    assert (bundled / ENTRY.id / FILE).read_bytes() == CONTENT


def test_a_download_comes_first(library: Library, root: Path, bundled: Path) -> None:
    """Removing the download brings the program's own back."""
    library.get(ENTRY.id)
    both = Library(root, Catalogue([ENTRY]), bundled=bundled)
    assert both.resolve(ENTRY.id).path == root / ENTRY.id / FILE
    both.remove(ENTRY.id)
    assert both.resolve(ENTRY.id).path == bundled / ENTRY.id / FILE


def test_damage_is_told(tmp_path: Path, bundled: Path) -> None:
    """One flipped byte is found by verifying, a missing end at once; nothing is deleted."""
    library = Library(tmp_path / "models", Catalogue([ENTRY]), bundled=bundled)
    path = bundled / ENTRY.id / FILE
    path.write_bytes(CONTENT[:-1] + bytes([CONTENT[-1] ^ 1]))
    with pytest.raises(ProgramDamaged, match="install Foreword again"):
        library.verify(ENTRY.id)
    assert path.exists()
    path.write_bytes(CONTENT[:-1])
    assert not library.installed()
    with pytest.raises(ModelNotInstalled):
        library.verify(ENTRY.id)


def test_what_came_with_the_program_is_known_by_its_place(tmp_path: Path) -> None:
    """Beside such a file nothing is packed, whoever runs the program."""
    assert bundled_models() == Path(str(files("resources"))) / "models"
    assert is_bundled(bundled_models() / "tiny" / FILE)
    assert not is_bundled(tmp_path / "models" / FILE)
