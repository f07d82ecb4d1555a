"""The list of the frozen program's files: every kind of difference is named, and nothing else."""

from pathlib import Path

import pytest

from app.bundle.manifest import (
    MANIFEST_NAME,
    Damage,
    Fault,
    damages,
    explain_damage,
    read_manifest,
    write_manifest,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A program of three files, in a place with a space and letters of two scripts."""
    folder = tmp_path / "мой 程序"
    (folder / "resources" / "sql").mkdir(parents=True)
    (folder / "libtorch.so").write_bytes(b"\x7fELF" + bytes(3000))
    (folder / "resources" / "sql" / "001.sql").write_text("CREATE")
    (folder / "пустой").touch()
    write_manifest(folder, version="1.2", edition="cpu", homepage="", modules=("torch",))
    return folder


def test_a_whole_program_has_no_damage(folder: Path) -> None:
    """The list does not name itself, and a file beside the listed ones is left alone."""
    (folder / "left by somebody.packed").touch()
    assert list(damages(folder, reads_content=True)) == []
    manifest = read_manifest(folder)
    assert manifest is not None
    assert (manifest.version, manifest.edition, manifest.modules) == ("1.2", "cpu", ("torch",))
    assert set(manifest.files) == {"libtorch.so", "resources/sql/001.sql", "пустой"}


def test_each_kind_of_damage_is_named(folder: Path) -> None:
    """A file gone, one cut short, and one flipped bit, which only reading finds."""
    (folder / "пустой").unlink()
    (folder / "resources" / "sql" / "001.sql").write_text("CREAT")
    (folder / "libtorch.so").write_bytes(b"\x7fELF" + bytes(2999) + b"\x01")
    cheap = {
        Damage("пустой", Fault.MISSING),
        Damage("resources/sql/001.sql", Fault.OTHER_SIZE),
    }
    assert set(damages(folder, reads_content=False)) == cheap
    found = list(damages(folder, reads_content=True))
    assert set(found) == cheap | {Damage("libtorch.so", Fault.OTHER_CONTENT)}
    sentence = explain_damage(found)
    assert str(found[0]) in sentence
    assert "and 2 more files" in sentence


@pytest.mark.parametrize("content", [None, "", "{", "[]", '{"version": 1}', '{"files": [1]}'])
def test_a_list_that_cannot_be_read_is_the_damage(folder: Path, content: str | None) -> None:
    """Whatever it holds: without the list nothing can be vouched for."""
    path = folder / MANIFEST_NAME
    path.unlink() if content is None else path.write_text(content)
    assert list(damages(folder, reads_content=True)) == [Damage(MANIFEST_NAME, Fault.MISSING)]
