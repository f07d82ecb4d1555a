"""A model is listed where it lies or copied whole, and two programs may do so at once."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from engine.errors import (
    BadModelFile,
    EngineError,
    LinkInTheWay,
    NotWritable,
    OutOfDisk,
    RefusedCode,
    Stopped,
)
from engine.importing import copy_model, list_model
from engine.library.catalogue import Catalogue
from engine.library.library import Library
from engine.library.names import free_id
from tests.engine.importing.stores import write_hub_cache, write_model_folder, write_ollama
from tests.gguf_files import write_tiny_llama_gguf


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The library's folder, which is not there yet."""
    return tmp_path / "library"


@pytest.fixture
def library(root: Path) -> Library:
    """The library over it, with nothing in its catalogue."""
    return Library(root, Catalogue())


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A model of the user's own."""
    write_tiny_llama_gguf(tmp_path / "Tiny.gguf", num_layers=1)
    return tmp_path / "Tiny.gguf"


def test_listed_where_it_lies(root: Path, library: Library, tmp_path: Path) -> None:
    """With the name and the digest that Ollama has for it."""
    path = write_ollama(tmp_path / "store")
    digest = path.name.removeprefix("sha256-")

    spec = list_model(root, path, name="smol:135m", digest=digest)

    assert (spec.id, spec.name, spec.digest) == ("smol-135m", "smol:135m", digest)
    assert library.resolve("smol-135m") == spec
    library.remove("smol-135m")
    assert path.exists()


def test_a_digest_that_was_only_stated_is_held_to(
    root: Path, library: Library, model: Path
) -> None:
    """A manifest is somebody's word: "whole" is said of what was read, and nothing is deleted."""
    list_model(root, model, digest="c" * 64)

    with pytest.raises(BadModelFile, match="stated"):
        library.verify("tiny")

    assert model.exists()
    assert [entry.id for entry in library.installed()] == ["Tiny"]
    library.remove("TINY")
    assert library.installed() == []


def test_listed_twice_is_listed_once(root: Path, library: Library, model: Path) -> None:
    assert list_model(root, model) == list_model(root, model)
    assert len(library.entries()) == 1


def test_copied_becomes_a_model_like_a_download(root: Path, library: Library, model: Path) -> None:
    told: list[tuple[int, int]] = []

    spec = copy_model(root, model, report=lambda done, total: told.append((done, total)))

    assert spec.path.read_bytes() == model.read_bytes()
    assert library.resolve("Tiny") == spec
    assert library.verify("Tiny").digest == spec.digest
    assert told[-1] == (model.stat().st_size, model.stat().st_size)
    library.remove("Tiny")
    assert not spec.path.exists()
    assert model.exists()


@pytest.mark.parametrize("name", ["..gguf", "...gguf"])
def test_a_name_of_dots_is_no_way_out_of_the_library(
    root: Path, library: Library, model: Path, name: str
) -> None:
    """A copy that is broken off throws away what it brought, and nothing else."""
    root.mkdir()
    (root / "kept").write_text("a model")
    stop = Event()
    stop.set()

    with pytest.raises(Stopped):
        copy_model(root, model.rename(model.with_name(name)), stop=stop)

    assert (root / "kept").read_text() == "a model"
    assert library.entries() == []


def test_a_link_in_the_way_of_a_copy_is_left_alone(root: Path, model: Path, tmp_path: Path) -> None:
    somebody = tmp_path / "somebody"
    somebody.mkdir()
    root.mkdir()
    (root / "Tiny").symlink_to(somebody)

    with pytest.raises(LinkInTheWay):
        copy_model(root, model)

    assert list(somebody.iterdir()) == []


def test_a_folder_is_copied_without_links_and_code(
    root: Path, library: Library, tmp_path: Path
) -> None:
    snapshot = write_hub_cache(tmp_path / "hub")
    (snapshot / "modeling.py").write_text("raise SystemExit")

    spec = copy_model(root, snapshot, name="owner/tiny")

    assert not any(path.is_symlink() for path in spec.path.iterdir())
    assert not (spec.path / "modeling.py").exists()
    assert library.resolve(spec.id).path == spec.path


def test_a_second_copy_gets_a_name_of_its_own(root: Path, library: Library, model: Path) -> None:
    first = copy_model(root, model)

    second = copy_model(root, model)

    assert (first.id, second.id) == ("Tiny", "Tiny-2")
    assert len(library.installed()) == 2


def test_stopped_leaves_nothing(root: Path, library: Library, model: Path) -> None:
    stop = Event()
    stop.set()

    with pytest.raises(Stopped):
        copy_model(root, model, stop=stop)

    assert library.entries() == []
    assert [path for path in root.iterdir() if path.name != ".locks"] == []


def test_a_full_disk_is_told_before_anything_is_written(
    root: Path, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.importing.taking._SPARE_BYTES", 2**62)

    with pytest.raises(OutOfDisk) as caught:
        copy_model(root, model)

    # What is said to be needed is more than what is free, and no empty folder stays.
    assert caught.value.needed_bytes > caught.value.free_bytes
    assert [path.name for path in root.iterdir()] == [".locks"]


def test_a_disk_that_cannot_be_written(root: Path, model: Path) -> None:
    root.parent.mkdir(exist_ok=True)
    root.write_text("a file in its place")

    for take in (list_model, copy_model):
        with pytest.raises(NotWritable):
            take(root, model)


def test_what_cannot_be_run_is_not_taken(root: Path, tmp_path: Path) -> None:
    (tmp_path / "model.pth").write_bytes(b"\x80\x04")
    (tmp_path / "cut.gguf").write_bytes(b"GGUF\3\0\0\0")

    for take in (list_model, copy_model):
        with pytest.raises(RefusedCode):
            take(root, tmp_path / "model.pth")
        with pytest.raises(BadModelFile):
            take(root, tmp_path / "cut.gguf")
    assert not (root / "imported.json").exists()


def test_two_programs_at_once_lose_nothing(root: Path, library: Library, tmp_path: Path) -> None:
    """Whoever comes second waits a moment."""
    paths = []
    for number in range(8):
        paths.append(tmp_path / f"m{number}.gguf")
        write_tiny_llama_gguf(paths[-1], num_layers=1)

    def take(path: Path) -> None:
        list_model(root, path)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(take, paths))

    assert {entry.id for entry in library.entries()} == {path.stem for path in paths}


@pytest.mark.parametrize(
    ("name", "id"),
    [("a b", "a-b"), ("", "model"), ("x:7b", "x-7b"), ("Owner/Name", "Owner-Name")],
)
def test_ids(name: str, id: str) -> None:
    assert free_id(name, frozenset()) == id


def test_ids_that_differ_in_case_only_are_kept_apart() -> None:
    """Some disks do not tell them apart."""
    assert free_id("TINY", frozenset({"tiny", "Tiny-2"})) == "TINY-3"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
@pytest.mark.parametrize("name", ["模型.gguf", "a'b\"c.gguf", "-rf.gguf"])
def test_odd_names(root: Path, library: Library, tmp_path: Path, name: str) -> None:
    write_tiny_llama_gguf(tmp_path / name, num_layers=1)

    spec = copy_model(root, tmp_path / name)

    assert library.resolve(spec.id).path.parent.parent == root


def test_a_folder_that_shrinks_meanwhile(root: Path, tmp_path: Path) -> None:
    folder = write_model_folder(tmp_path / "m")
    (folder / "config.json").unlink()

    with pytest.raises(EngineError):
        copy_model(root, folder)
