"""Unfinished work that is damaged, another run's, or in use: what is sound goes on, and no more."""

import json
import math
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file

from engine.drafting.head_file import HeadCard, read_card
from engine.errors import BadLogits, DraftBusy, NotWritable, Stopped, TrainingFailed
from engine.params import MAX_SEED
from engine.training.corpus import Corpus, Shard, empty_shard
from engine.training.examples import Examples
from engine.training.making import make_draft
from engine.training.progress import TrainingProgress, TrainingStage
from engine.training.recipe import Recipe, mixed_seed
from engine.training.run_folder import hold_folder
from tests.engine.training.workshop import RECIPE, all_of, making, tiny_target, workshop

SHORT = replace(RECIPE, num_passes=2.0)


def learnt_halfway(folder: Path, recipe: Recipe = SHORT, *, num_workers: int = 2) -> None:
    """Stop a run half-way through what it learns."""
    half = False
    place = replace(workshop(folder), num_workers=num_workers)
    made = make_draft(tiny_target(), recipe, place, should_stop=lambda: half)
    with suppress(Stopped):
        for step in made:
            half = step.stage is TrainingStage.LEARNING and step.share >= 0.5
    assert state_of(folder).exists()


def finish(made: Generator[TrainingProgress, None, HeadCard]) -> HeadCard:
    """Go through a making to its card."""
    while True:
        try:
            next(made)
        except StopIteration as end:
            card: HeadCard = end.value
            return card


def draft_of(folder: Path) -> dict[str, bytes]:
    """Read the draft that came out; its card says how long it took."""
    tensors = load_file(folder / "tiny.draft")
    return {name: tensor.view(torch.uint8).numpy().tobytes() for name, tensor in tensors.items()}


def state_of(folder: Path) -> Path:
    """Find the state of a run."""
    return folder / "work" / "state.safetensors"


def cut_short(path: Path) -> None:
    """Keep half of a file."""
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def emptied(path: Path) -> None:
    """Keep nothing of a file."""
    path.write_bytes(b"")


def without_numbers(path: Path) -> None:
    """Write a state again whose parameters are no numbers."""
    with safe_open(path, framework="pt") as file:
        metadata = file.metadata()
    save_file({name: value * math.nan for name, value in load_file(path).items()}, path, metadata)


def with_odd_words(path: Path) -> None:
    """Write a state again whose curve is none."""
    with safe_open(path, framework="pt") as file:
        metadata = file.metadata()
    save_file(load_file(path), path, {**metadata, "curve": "[[1, {}]]"})


def with_ids_that_are_none(path: Path) -> None:
    """Write a group again with ids that the target lacks."""
    tensors = load_file(path)
    save_file({**tensors, "ids": tensors["ids"] + 10**6}, path)


def with_kinds_that_are_none(path: Path) -> None:
    """Write a group again with kinds that there are not."""
    tensors = load_file(path)
    save_file({**tensors, "kinds": tensors["kinds"] + 70}, path)


def with_shorter_rows(path: Path) -> None:
    """Write a group again with shorter conversations."""
    save_file({name: rows[:, :10].contiguous() for name, rows in load_file(path).items()}, path)


@pytest.mark.parametrize("damage", [cut_short, emptied, without_numbers, with_odd_words])
def test_a_damaged_state_is_learnt_again(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    all_of(making(tmp_path / "whole", SHORT))
    learnt_halfway(tmp_path / "cut")
    damage(state_of(tmp_path / "cut"))
    all_of(making(tmp_path / "cut", SHORT))
    assert draft_of(tmp_path / "cut") == draft_of(tmp_path / "whole")


@pytest.mark.parametrize(
    "damage",
    [
        cut_short,
        emptied,
        Path.unlink,
        with_ids_that_are_none,
        with_kinds_that_are_none,
        with_shorter_rows,
    ],
)
def test_a_damaged_group_is_written_again(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    all_of(making(tmp_path / "whole", SHORT))
    learnt_halfway(tmp_path / "cut")
    first, *_ = sorted((tmp_path / "cut" / "work").glob("corpus*/*.shard"))
    damage(first)
    first.with_name("no number.shard").write_bytes(b"")
    all_of(making(tmp_path / "cut", SHORT))
    assert draft_of(tmp_path / "cut") == draft_of(tmp_path / "whole")


def first_group(folder: Path) -> Path:
    """Find the first group that was written."""
    first, *_ = sorted((folder / "work").glob("corpus*/*.shard"))
    return first


def test_features_that_are_no_numbers_are_written_again(tmp_path: Path) -> None:
    """The run that meets them ends in a sentence that says to run it again, and that helps."""
    all_of(making(tmp_path / "whole", SHORT))
    learnt_halfway(tmp_path / "cut")
    path = first_group(tmp_path / "cut")
    tensors = load_file(path)
    save_file({**tensors, "features": tensors["features"] * math.nan}, path)
    with pytest.raises(TrainingFailed, match="run it again"):
        all_of(making(tmp_path / "cut", SHORT))
    assert not path.exists()
    all_of(making(tmp_path / "cut", SHORT))
    assert draft_of(tmp_path / "cut") == draft_of(tmp_path / "whole")


def test_a_target_that_writes_no_numbers_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To run it again would come to the same."""
    write = Corpus.write

    def write_none(self: Corpus, number: int, shard: Shard) -> None:
        write(self, number, replace(shard, features=shard.features * math.nan))

    monkeypatch.setattr(Corpus, "write", write_none)
    with pytest.raises(BadLogits, match="download it again"):
        all_of(making(tmp_path, SHORT))


@pytest.mark.parametrize(("first", "then"), [(256, 1024), (1024, 256)])
def test_other_numbers_learn_from_as_many_tokens_as_they_say(
    tmp_path: Path, first: int, then: int
) -> None:
    """A corpus that is whole for a shorter run is not for a longer one, and the other way round."""
    learnt_halfway(tmp_path, replace(SHORT, num_tokens=first))
    card = finish(making(tmp_path, replace(SHORT, num_tokens=then)))
    assert card.figures["written"] == then
    all_of(making(tmp_path / "alone", replace(SHORT, num_tokens=then)))
    assert draft_of(tmp_path) == draft_of(tmp_path / "alone")


def test_another_number_of_threads_learns_anew_and_as_much(tmp_path: Path) -> None:
    all_of(making(tmp_path / "whole", SHORT))
    learnt_halfway(tmp_path / "cut", num_workers=1)
    all_of(making(tmp_path / "cut", SHORT))
    assert draft_of(tmp_path / "cut") == draft_of(tmp_path / "whole")


def test_what_another_target_wrote_is_not_learnt(tmp_path: Path) -> None:
    """As where a model's file was replaced, or a folder is named with `--work`."""
    learnt_halfway(tmp_path)
    other = replace(workshop(tmp_path), digest="cd" * 32)
    made = make_draft(tiny_target(), SHORT, other, should_stop=lambda: False)
    assert next(made).stage is TrainingStage.WRITING
    made.close()


@pytest.mark.parametrize("is_folder", [True, False])
def test_a_place_that_cannot_be_written_is_refused_before_any_work(
    tmp_path: Path, is_folder: bool
) -> None:
    """The draft's file would be a folder, or lie below a file."""
    blocked = tmp_path / "blocked"
    if is_folder:
        blocked.mkdir()
    else:
        blocked.write_text("in the way")
    place = replace(workshop(tmp_path), output=blocked if is_folder else blocked / "a.draft")
    with pytest.raises(NotWritable):
        next(make_draft(tiny_target(), SHORT, place, should_stop=lambda: False))
    assert not (tmp_path / "work").exists()


def test_a_file_where_the_folder_should_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "work").write_text("in the way")
    with pytest.raises(NotWritable):
        next(making(tmp_path, SHORT))


def test_one_draft_at_a_time_is_made_in_a_folder(tmp_path: Path) -> None:
    with (
        hold_folder(tmp_path, target="Tiny"),
        pytest.raises(DraftBusy, match="A draft for Tiny is being made"),
        hold_folder(tmp_path, target="Tiny"),
    ):
        pass
    with hold_folder(tmp_path, target="Tiny"):
        pass


def test_every_seed_there_is_makes_a_draft(tmp_path: Path) -> None:
    assert mixed_seed(7, 9) == 7 * 1_000_003 + 9
    all_of(making(tmp_path, replace(SHORT, seed=MAX_SEED)))
    assert read_card(tmp_path / "tiny.draft").recipe["seed"] == MAX_SEED


def test_a_run_of_more_groups_than_can_be_listed_begins_at_once(tmp_path: Path) -> None:
    endless = replace(SHORT, num_tokens=10**10, minutes=0.05, num_sequences=1)
    made = making(tmp_path, endless)
    assert next(made).stage is TrainingStage.WRITING
    made.close()


def test_threads_on_both_sides_of_a_passes_end_have_their_own_order(tmp_path: Path) -> None:
    corpus = Corpus(tmp_path / "corpus", num_groups=1)
    corpus.write(0, written())
    made = Examples(corpus, hidden_size=2, seed=3)
    alone = [made.training_batch(number, 1).ids[0, 0].item() for number in range(300)]
    with ThreadPoolExecutor(4) as pool:
        batches = list(pool.map(lambda number: made.training_batch(number, 1), range(300)))
    assert [batch.ids[0, 0].item() for batch in batches] == alone


def test_what_was_kept_of_the_writing_may_be_odd(tmp_path: Path) -> None:
    learnt_halfway(tmp_path)
    kept, *_ = (tmp_path / "work").glob("corpus*/written.json")
    assert json.loads(kept.read_text())["minutes"] is None
    kept.write_text("[" * 100_000)
    all_of(making(tmp_path, SHORT))


def written() -> Shard:
    """Make three short conversations that differ."""
    made = empty_shard(3, 10, 6)
    made.ids[:] = torch.arange(30).view(3, 10)
    return made
