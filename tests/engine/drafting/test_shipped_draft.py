"""The drafts that are shipped: each for its model's very file, small, good, and not private."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from engine.drafting.head_file import read_card
from engine.drafting.head_library import find_head
from engine.params import ModelSpec

RESOURCES = Path(str(files("resources")))
SHIPPED = {
    "smollm2-135m-instruct": (8_000_000, 0.55),
    "qwen2.5-coder-1.5b-instruct": (24_000_000, 0.45),
}
"""For each its size at most, in bytes, and how many of its first words stand at least."""


@pytest.mark.parametrize("id", list(SHIPPED))
def test_a_shipped_draft_is_found_by_the_catalogue_s_digest(id: str) -> None:
    most_bytes, least_standing = SHIPPED[id]
    text = (RESOURCES / "catalogue.json").read_text(encoding="utf-8")
    entries = json.loads(text)["models"]
    digest = next(entry["sha256"] for entry in entries if entry["id"] == id)
    path = RESOURCES / "drafts" / f"{id}.draft"
    card = read_card(path)
    assert card.target_digest == digest
    assert not card.is_private
    assert path.stat().st_size < most_bytes
    assert card.figures["held_out"]["greedy"][0] >= least_standing
    assert card.recipe["seed"] == 1
    found = find_head(ModelSpec(id=id, name="S", path=path, digest=digest))
    assert found is not None
    assert found.path == path


def test_nothing_else_is_shipped_as_a_draft() -> None:
    names = {path.stem for path in (RESOURCES / "drafts").iterdir()}
    assert names == set(SHIPPED)
