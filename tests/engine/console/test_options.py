"""Which draft is taken where none is named."""

import argparse
from pathlib import Path

import pytest

from engine.console.options import add_model_options, find_models
from engine.drafting.head_library import own_head_path
from engine.library import Library
from engine.library.listing import LibraryEntry
from engine.params import ModelSpec
from tests.heads import write_head
from tests.tiny_models import tiny_config

DIGEST = "cd" * 32
TARGET = ModelSpec(id="large", name="Large", path=Path("large.gguf"), digest=DIGEST)
SMALL = ModelSpec(id="small", name="Small", path=Path("small.gguf"), digest="ef" * 32)


def entry(spec: ModelSpec, *drafts: str) -> LibraryEntry:
    """List a model that is installed."""
    return LibraryEntry(
        id=spec.id, name=spec.name, note="", licence="", size_bytes=1, drafts=drafts, spec=spec
    )


class Listed(Library):
    """A library that lists two models, both installed."""

    def __init__(self) -> None:
        """Keep nothing on the disk."""

    def entries(self) -> list[LibraryEntry]:
        """List them."""
        return [entry(TARGET, "small"), entry(SMALL)]

    def resolve(self, id_or_path: str, /) -> ModelSpec:
        """Find one of them."""
        return {"large": TARGET, "small": SMALL}[id_or_path]


def draft_for(*words: str) -> ModelSpec | None:
    """Read words and find the draft that is named to the engine."""
    parser = argparse.ArgumentParser()
    add_model_options(parser)
    return find_models(Listed(), parser.parse_args(["--target", "large", *words]))[1]


def test_the_suggested_draft_is_taken_where_the_target_has_none_of_its_own() -> None:
    assert draft_for() == SMALL


@pytest.mark.parametrize(("words", "found"), [((), None), (("--draft", "small"), SMALL)])
def test_a_draft_that_was_made_for_the_target_goes_first_unless_one_is_named(
    words: tuple[str, ...], found: ModelSpec | None
) -> None:
    """The engine finds it by itself, and the window takes the same one."""
    write_head(own_head_path(DIGEST), tiny_config(), vocabulary=[1, 2, 3], digest=DIGEST)
    assert draft_for(*words) == found
