"""Which draft is taken where none is named."""

import argparse
from pathlib import Path

import pytest

from engine.console.options import add_model_options, find_models
from engine.drafting.head_library import own_head_path
from engine.library import Library
from engine.library.listing import LibraryEntry
from engine.models.gguf import GgufFile
from engine.models.gguf_weights import read_config
from engine.params import ModelSpec
from tests.gguf_files import write_tiny_llama_gguf
from tests.heads import write_head
from tests.tiny_models import tiny_config

DIGEST = "cd" * 32
SMALL = ModelSpec(id="small", name="Small", path=Path("small.gguf"), digest="ef" * 32)


def entry(spec: ModelSpec, *drafts: str) -> LibraryEntry:
    """List a model that is installed."""
    return LibraryEntry(
        id=spec.id, name=spec.name, note="", licence="", size_bytes=1, drafts=drafts, spec=spec
    )


class Listed(Library):
    """A library that lists two models, both installed.

    Args:
        target: the larger one's file.
    """

    def __init__(self, target: Path) -> None:
        self._target = ModelSpec(id="large", name="Large", path=target, digest=DIGEST)

    def entries(self) -> list[LibraryEntry]:
        """List them."""
        return [entry(self._target, "small"), entry(SMALL)]

    def resolve(self, id_or_path: str, /) -> ModelSpec:
        """Find one of them."""
        return {"large": self._target, "small": SMALL}[id_or_path]


@pytest.fixture
def library(tmp_path: Path) -> Listed:
    """Write the larger one."""
    path = tmp_path / "large.gguf"
    write_tiny_llama_gguf(path)
    return Listed(path)


def draft_for(library: Library, *words: str) -> ModelSpec | None:
    """Read words and find the draft that is named to the engine."""
    parser = argparse.ArgumentParser()
    add_model_options(parser)
    return find_models(library, parser.parse_args(["--target", "large", *words]))[1]


def test_the_suggested_draft_is_taken_where_the_target_has_none_of_its_own(
    library: Listed,
) -> None:
    assert draft_for(library) == SMALL


@pytest.mark.parametrize(("words", "found"), [((), None), (("--draft", "small"), SMALL)])
def test_a_draft_that_was_made_for_the_target_goes_first_unless_one_is_named(
    library: Listed, words: tuple[str, ...], found: ModelSpec | None
) -> None:
    """The engine finds it by itself, and the window takes the same one."""
    with GgufFile.open(library.resolve("large").path) as file:
        config = read_config(file)
    write_head(own_head_path(DIGEST), config, vocabulary=[1, 2, 3], digest=DIGEST)
    assert draft_for(library, *words) == found


def test_one_that_cannot_serve_leaves_its_place_to_the_suggested_one(library: Listed) -> None:
    config = tiny_config(hidden_size=32, head_size=8)
    write_head(own_head_path(DIGEST), config, vocabulary=[1, 2, 3], digest=DIGEST)
    assert draft_for(library) == SMALL
