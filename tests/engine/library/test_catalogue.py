"""The shipped list of models, and how a further one adds to it."""

import json
import re
from pathlib import Path

import pytest

from engine import BadModelFile, UnsupportedModel
from engine.library import Catalogue, Library
from engine.library.catalogue import (
    HubSource,
    WheelSource,
    entry_of_repo,
    load_catalogue,
    parse_catalogue,
)
from engine.library.runnable import refusal_of_name

DEVELOPMENT = Path(__file__).parents[2] / "development_catalogue.json"


@pytest.fixture(autouse=True)
def _no_further_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FOREWORD_CATALOGUE", raising=False)


def test_the_shipped_catalogue_is_sound() -> None:
    """Digests are whole, drafts are listed, and packages come only with the starter.

    A digest stands only where the very file was seen; where none does, the hub's own is held to.
    """
    entries = {entry.id: entry for entry in load_catalogue()}
    assert next(iter(entries)) == "smollm2-135m-instruct"
    for entry in entries.values():
        assert entry.note
        assert entry.licence
        assert isinstance(entry.sources[0], HubSource)
        assert set(entry.drafts) <= set(entries)
        assert entry.size_bytes > 0
        assert not entry.sha256 or re.fullmatch(r"[0-9a-f]{64}", entry.sha256)
        assert entry.memory_bytes > entry.size_bytes or not entry.file
        assert entry.family
        assert entry.file == "" or not refusal_of_name(entry.file)
    with_wheels = [
        entry.id
        for entry in entries.values()
        if any(isinstance(source, WheelSource) for source in entry.sources)
    ]
    assert with_wheels == ["smollm2-135m-instruct"]


def test_the_shipped_catalogue_has_pairs_for_every_machine() -> None:
    """Twelve targets with a draft at least, the smallest in a gigabyte, of every family."""
    entries = {entry.id: entry for entry in load_catalogue()}
    targets = [entry for entry in entries.values() if entry.drafts and not entry.refusal]
    assert len(targets) >= 12
    families = {entry.family for entry in targets}
    wanted = {"SmolLM2", "Qwen2.5", "Qwen2.5 Coder", "Qwen3", "Llama 3", "Gemma 3", "Mistral"}
    assert families >= wanted | {"GPT-2"}
    assert min(entry.memory_bytes for entry in targets) < 1e9
    for target in targets:
        for draft in target.drafts:
            assert entries[draft].size_bytes < target.size_bytes
            assert entries[draft].family == target.family


def test_a_model_that_cannot_be_run_yet_is_not_fetched(tmp_path: Path) -> None:
    """The catalogue knows why, and says it before anything is asked of a hub."""
    item = {"id": "odd", "refusal": "its shape is not known", "is_gated": True}
    text = json.dumps({"models": [item]})
    [entry] = parse_catalogue(text, "here")
    assert (entry.refusal, entry.is_gated) == ("its shape is not known", True)
    with pytest.raises(UnsupportedModel):
        Library(tmp_path, Catalogue([entry])).get("odd")


def test_pieces_add_up_to_their_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """In both catalogues; a wrong size would make resuming start at the wrong byte."""
    monkeypatch.setenv("FOREWORD_CATALOGUE", str(DEVELOPMENT))
    num_wheel_sources = 0
    for entry in load_catalogue():
        for source in entry.sources:
            if isinstance(source, WheelSource):
                num_wheel_sources += 1
                assert sum(piece.size_bytes for piece in source.pieces) == entry.size_bytes
    assert num_wheel_sources == 3


def test_a_further_catalogue_adds_sources_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Name, note and digest stay the shipped ones; the hub is still tried first."""
    shipped = load_catalogue().find("qwen2.5-coder-0.5b-instruct")
    monkeypatch.setenv("FOREWORD_CATALOGUE", str(DEVELOPMENT))
    merged = load_catalogue().find("qwen2.5-coder-0.5b-instruct")
    assert shipped is not None
    assert merged is not None
    assert (merged.name, merged.sha256) == (shipped.name, shipped.sha256)
    assert merged.sources[:1] == shipped.sources
    assert isinstance(merged.sources[1], WheelSource)


def test_a_further_catalogue_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for and not there is an error, not silence."""
    monkeypatch.setenv("FOREWORD_CATALOGUE", "/nowhere/catalogue.json")
    with pytest.raises(BadModelFile):
        load_catalogue()


@pytest.mark.parametrize(
    "entry",
    [
        {},
        {"id": "../up"},
        {"id": ".hidden"},
        {"id": "a", "file": "../b"},
        {"id": "a", "file": "b/c"},
        {"id": "a", "sources": [{"kind": "ftp"}]},
        {"id": "a", "sources": [{"kind": "hub"}]},
        {"id": "a", "size_bytes": "many"},
        "a",
    ],
)
def test_a_damaged_entry_is_refused(entry: object) -> None:
    """Among them names that would lie outside the models folder."""
    with pytest.raises(BadModelFile):
        parse_catalogue(json.dumps({"models": [entry]}), "test")


def test_a_repository_is_an_entry_of_its_own() -> None:
    """By owner and name, with or without a file."""
    folder = entry_of_repo("maker/model-1.5b")
    file = entry_of_repo("maker/model-GGUF/model.Q4_K_M.gguf")
    assert folder is not None
    assert file is not None
    assert (folder.name, folder.file) == ("model-1.5b", "")
    assert file.sources == (HubSource(repo="maker/model-GGUF", file="model.Q4_K_M.gguf"),)
    assert (file.name, file.file) == ("model.Q4_K_M", "model.Q4_K_M.gguf")


@pytest.mark.parametrize("name", ["", "one", "a/b/c/d", "../b", "a/..", "/a/b", "a/b/.c", "a\\b/c"])
def test_anything_else_is_no_repository(name: str) -> None:
    """Least of all what climbs out of a folder."""
    assert entry_of_repo(name) is None
