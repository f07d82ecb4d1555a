"""One making of a draft as the engine carries it out: a loaded target in, events out.

Owns the folder it is done in, the end of it, and the watch for a computer that was put to sleep;
the work itself stands in `engine/training/`. Knows no command queue and no window.
"""

from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event
from time import monotonic, time
from typing import Any

from engine.commands import TrainDraft
from engine.draft_events import DraftTrained, TrainedDraft, TrainingAdvanced
from engine.drafting.head_file import HeadCard, read_card
from engine.drafting.head_library import digest_of_model, find_head, own_head_path
from engine.errors import CannotTrain, MachineSlept, Stopped
from engine.models.loader import LoadedModel
from engine.params import ModelSpec
from engine.training.making import Making, Workshop, make_draft
from engine.training.progress import Acceptance
from engine.training.run_folder import (
    TrainingRun,
    discard_run,
    hold_folder,
    keep_run,
    work_folder,
)

_SLEPT_S = 60.0
_MOST_COUNTED = 2**53


class SleepWatch:
    """Tells whether the computer was suspended: the wall clock went on, the other one did not.

    Args:
        wall: seconds, suspended or not.
        awake: seconds awake, as the monotonic clock counts them on Linux and macOS.
    """

    def __init__(
        self, *, wall: Callable[[], float] = time, awake: Callable[[], float] = monotonic
    ) -> None:
        self._wall, self._awake = wall, awake
        self._offset = wall() - awake()

    @property
    def has_slept(self) -> bool:
        """Whether it was, for a minute or more."""
        return self._wall() - self._awake() - self._offset > _SLEPT_S


def train_draft(
    command: TrainDraft,
    target: LoadedModel,
    *,
    num_workers: int,
    watch: SleepWatch | None = None,
) -> Generator[TrainingAdvanced | DraftTrained]:
    """Make a draft for a target, or go on where a run with the same settings was stopped.

    Args:
        command: how.
        target: on the processor.
        num_workers: threads, one a core.
        watch: for the sleep of the computer.

    Yields:
        How far it is; the last event says that the draft is kept.

    Raises:
        Stopped, MachineSlept: what was done is kept.
        DraftBusy: a draft for it is being made by another process.
        CannotTrain, OutOfMemory, OutOfDisk, NotWritable, TrainingFailed: as for `make_draft`.
    """
    watch = watch or SleepWatch()
    stop = command.controls.stop
    yield TrainingAdvanced(turn_id=command.turn_id, progress=None)
    digest = digest_of_model(target.spec, stop=stop)
    folder = work_folder(target.spec)
    workshop = Workshop(
        folder=folder, output=own_head_path(digest), digest=digest, num_workers=num_workers
    )
    with hold_folder(folder, target=target.spec.name):
        keep_run(folder, TrainingRun(recipe=command.recipe, questions=command.questions))
        making = make_draft(
            target,
            command.recipe,
            workshop,
            questions=command.questions,
            should_stop=lambda: stop.is_set() or watch.has_slept,
        )
        try:
            card = yield from _told(making, command.turn_id)
        except CannotTrain:
            # There is nothing to go on with.
            discard_run(folder)
            raise
        except Stopped:
            if not stop.is_set():
                raise MachineSlept(target.spec.name) from None
            raise
        discard_run(folder)
    yield DraftTrained(turn_id=command.turn_id, draft=_described(card, workshop.output))


def own_draft_of(target: ModelSpec, *, stop: Event) -> TrainedDraft | None:
    """Find the draft that was made for a target, its own or the one that is shipped.

    A target whose digest was never found out is read as a whole for it.

    Raises:
        Stopped: `stop` was set.
    """
    digest = digest_of_model(target, stop=stop)
    found = find_head(replace(target, digest=digest))
    return None if found is None else _described(read_card(found.path), found.path)


def _told(making: Making, turn_id: int) -> Generator[TrainingAdvanced, None, HeadCard]:
    with closing(making):
        while True:
            try:
                progress = next(making)
            except StopIteration as end:
                card: HeadCard = end.value
                return card
            yield TrainingAdvanced(turn_id=turn_id, progress=progress)


def _described(card: HeadCard, path: Path) -> TrainedDraft:
    figures = card.figures
    return TrainedDraft(
        path=path,
        target_name=card.target_name,
        is_private=card.is_private,
        size_bytes=path.stat().st_size,
        num_written=_count(figures, "written"),
        num_learnt=_count(figures, "learnt"),
        learning_s=float(_count(figures, "learning_s")),
        held_out=Acceptance.from_json(figures.get("held_out")),
    )


def _count(figures: Mapping[str, Any], name: str) -> int:
    """Read a whole number of a card, which may be anybody's; 0 where there is none."""
    value = figures.get(name)
    return value if isinstance(value, int) and 0 <= value < _MOST_COUNTED else 0
