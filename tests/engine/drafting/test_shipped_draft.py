"""The draft that is shipped: for the starter's very file, small, and not private."""

import json
from importlib.resources import files
from pathlib import Path

from engine.drafting.head_file import read_card
from engine.drafting.head_library import find_head
from engine.params import ModelSpec

STARTER = "smollm2-135m-instruct"
RESOURCES = Path(str(files("resources")))


def test_the_starter_s_draft_is_found_by_the_catalogue_s_digest() -> None:
    text = (RESOURCES / "catalogue.json").read_text(encoding="utf-8")
    entries = json.loads(text)["models"]
    digest = next(entry["sha256"] for entry in entries if entry["id"] == STARTER)
    path = RESOURCES / "drafts" / f"{STARTER}.draft"
    card = read_card(path)
    assert card.target_digest == digest
    assert not card.is_private
    assert path.stat().st_size < 8_000_000
    assert card.figures["held_out"]["greedy"][0] >= 0.55
    assert card.recipe["seed"] == 1
    found = find_head(ModelSpec(id=STARTER, name="S", path=path, digest=digest))
    assert found is not None
