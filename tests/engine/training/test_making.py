"""A draft from nothing, on a tiny model: what is learnt, what is kept, and what goes wrong."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from engine.drafting.head_file import load_head, read_card
from engine.errors import CannotTrain, EngineError, OutOfDisk, Stopped, TrainingFailed
from engine.models.cached import CachedModel
from engine.models.loader import LoadedModel
from engine.training.making import make_draft, memory_bytes, taps_of
from engine.training.optimizer import Optimizer
from engine.training.progress import TrainingStage
from engine.training.recipe import Recipe
from tests.engine.replies import reply_to
from tests.engine.training.workshop import (
    DIGEST,
    RECIPE,
    all_of,
    making,
    tiny_target,
    workshop,
)
from tests.table_models import TableBackend, table_model

LONGER = Recipe(num_tokens=9000, num_passes=5.0, length=144, num_sequences=32, vocabulary=269)


def stopping_after(count: int) -> Callable[[], bool]:
    """Answer no so many times, then yes for good."""
    left = iter(range(count))
    return lambda: next(left, None) is None


def test_acceptance_rises_and_the_draft_drafts(tmp_path: Path) -> None:
    """The first look comes after a tenth of the run; the last is to be well above it."""
    told = all_of(making(tmp_path, LONGER))
    assert list(dict.fromkeys(step.stage for step in told)) == list(TrainingStage)
    card = read_card(tmp_path / "tiny.draft")
    curve = [figures["sampled"][0] for _, figures in card.figures["curve"]]
    assert len(curve) == 10
    assert curve[-1] > 1.3 * curve[0]
    assert card.target_digest == DIGEST
    assert card.recipe["seed"] == 1
    assert card.figures["held_out"]["coverage"] == 1.0
    assert not (tmp_path / "work" / "state.safetensors").exists()
    target = tiny_target().model
    prompt = [5, 7, 11, 200, 31]
    plain = reply_to(target, prompt, max_new_tokens=20)
    head = load_head(tmp_path / "tiny.draft", target)
    found = reply_to(target, prompt, drafters=[head], num_draft_tokens=3, max_new_tokens=20)
    assert found.ids == plain.ids


def test_the_same_seed_makes_the_same_draft(tmp_path: Path) -> None:
    for name in ("one", "two"):
        all_of(making(tmp_path / name))
    one, two = ((tmp_path / name / "tiny.draft").read_bytes() for name in ("one", "two"))
    assert one == two


def test_what_was_learnt_is_kept_in_4_bits_without_learning_anew(tmp_path: Path) -> None:
    """The figures are those of what is kept, which is coarse enough to be told apart."""
    all_of(making(tmp_path, LONGER, keeps_work=True))
    whole = read_card(tmp_path / "tiny.draft")
    told = all_of(making(tmp_path, LONGER, bits=4))
    assert TrainingStage.LEARNING not in {step.stage for step in told}
    card = read_card(tmp_path / "tiny.draft")
    assert card.figures["curve"] == whole.figures["curve"]
    assert card.figures["held_out"] != whole.figures["held_out"]
    assert (whole.recipe["bits"], card.recipe["bits"]) == (8, 4)
    load_head(tmp_path / "tiny.draft", tiny_target().model)


@pytest.mark.parametrize("count", [3, 70, 136])
def test_what_was_stopped_goes_on_to_the_same_draft(tmp_path: Path, count: int) -> None:
    """Stopped while writing or learning, wherever the count falls."""
    all_of(making(tmp_path / "whole"))
    with pytest.raises(Stopped):
        all_of(making(tmp_path / "cut", should_stop=stopping_after(count)))
    assert not (tmp_path / "cut" / "tiny.draft").exists()
    all_of(making(tmp_path / "cut"))
    whole, cut = (load(tmp_path / name / "tiny.draft") for name in ("whole", "cut"))
    assert all(torch.equal(whole[name], cut[name]) for name in whole)


def test_a_loss_that_is_no_number_stops_it_and_keeps_the_last_good_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Stopped):
        all_of(making(tmp_path, should_stop=stopping_after(136)))
    state = (tmp_path / "work" / "state.safetensors").read_bytes()
    monkeypatch.setattr(Optimizer, "step", lambda *_, **__: False)
    with pytest.raises(TrainingFailed, match="run it again"):
        all_of(making(tmp_path))
    assert (tmp_path / "work" / "state.safetensors").read_bytes() == state


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1000))
    with pytest.raises(OutOfDisk):
        all_of(making(tmp_path))
    assert list((tmp_path / "work").rglob("*.part")) == []


def no_template() -> LoadedModel:
    return tiny_target(has_template=False)


def no_hidden_states() -> LoadedModel:
    target = tiny_target()
    target.model = table_model(TableBackend(num_rows=8))
    return target


@pytest.mark.parametrize(
    ("new_target", "reason"),
    [(no_template, "no chat template"), (no_hidden_states, "hidden states cannot be had")],
)
def test_what_cannot_be_trained_for_is_refused(
    tmp_path: Path, new_target: Callable[[], LoadedModel], reason: str
) -> None:
    with pytest.raises(CannotTrain, match=reason) as caught:
        all_of(make_draft(new_target(), RECIPE, workshop(tmp_path), should_stop=lambda: False))
    assert isinstance(caught.value, EngineError)


def test_memory_is_stated_and_grows_with_what_stands_side_by_side() -> None:
    model: CachedModel = tiny_target().model
    config = model.backend.config  # type: ignore[attr-defined]
    few = memory_bytes(config, Recipe(num_sequences=8), 2)
    many = memory_bytes(config, Recipe(num_sequences=64), 2)
    cache = 2 * 512 * config.cache_bytes_per_position
    assert many - few > 56 * cache


def test_features_come_from_three_depths_and_the_end() -> None:
    assert taps_of(30) == (10, 20, 30)
    assert taps_of(2) == (1, 2)
    assert taps_of(1) == (1,)


def load(path: Path) -> dict[str, torch.Tensor]:
    from safetensors.torch import load_file

    return load_file(path)
