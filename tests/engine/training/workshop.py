"""A tiny target that can be trained for, and a workshop to do it in."""

from collections.abc import Callable
from pathlib import Path

from engine.events import ModelInfo
from engine.models.cached import CachedModel
from engine.models.loader import LoadedModel
from engine.params import ModelSpec
from engine.training.making import Making, Workshop, make_draft
from engine.training.progress import TrainingProgress
from engine.training.recipe import Recipe
from tests.tiny_models import lean_decoder, random_state, tiny_config
from tests.tiny_tokenizers import tiny_tokenizer

DIGEST = "ab" * 32
RECIPE = Recipe(num_tokens=256, num_passes=20.0, length=64, num_sequences=2, vocabulary=200)


def tiny_target(*, has_template: bool = True) -> LoadedModel:
    """Make a target with random weights that knows a chat template."""
    config = tiny_config(vocab_rows=272)
    decoder = lean_decoder(config, random_state(config), kind="bfloat16", capacity=160)
    tokenizer = tiny_tokenizer() if has_template else tiny_tokenizer(chat_template=None)
    spec = ModelSpec(id="tiny", name="Tiny", path=Path("tiny.gguf"), digest=DIGEST)
    info = ModelInfo(
        spec=spec, kind="bfloat16", num_parameters=1, size_bytes=1, has_chat_template=has_template
    )
    return LoadedModel(spec, CachedModel(decoder, name="Tiny"), tokenizer, info)


def workshop(folder: Path, *, keeps_work: bool = False, bits: int = 8) -> Workshop:
    """Make a workshop in a folder."""
    return Workshop(
        folder=folder / "work",
        output=folder / "tiny.draft",
        digest=DIGEST,
        num_workers=2,
        keeps_work=keeps_work,
        bits=bits,
    )


def making(
    folder: Path,
    recipe: Recipe = RECIPE,
    *,
    should_stop: Callable[[], bool] = lambda: False,
    keeps_work: bool = False,
    bits: int = 8,
) -> Making:
    """Begin to make a draft."""
    place = workshop(folder, keeps_work=keeps_work, bits=bits)
    return make_draft(tiny_target(), recipe, place, should_stop=should_stop)


def all_of(made: Making) -> list[TrainingProgress]:
    """Go through a making and list what it tells."""
    return list(made)
