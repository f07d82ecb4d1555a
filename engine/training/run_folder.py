"""Where the unfinished making of a draft lies, and how it was asked for, so that it can go on.

Owns the folder's name and the file of settings in it. Imports no torch: a window looks here before
anything is loaded. The user's own questions lie here too while the draft is not whole.
"""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from hashlib import sha256
from pathlib import Path
from typing import Any

from engine.errors import BadParameter
from engine.json_file import read_json, write_json
from engine.library.locks import lock_draft
from engine.library.part import writing_to
from engine.params import ModelSpec
from engine.paths import user_paths
from engine.training.recipe import Recipe

_RUN, _LOCK = "run.json", "run.lock"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingRun:
    """How a draft was asked for.

    Args:
        recipe: the settings.
        questions: the user's own, which the target answers again; empty where it learns from its
            own words only.
    """

    recipe: Recipe
    questions: tuple[str, ...] = ()


def work_folder(target: ModelSpec) -> Path:
    """Say where a draft for this target is made."""
    known = target.digest
    if not re.fullmatch(r"[0-9a-f]{64}", known):
        known = sha256(str(target.path.absolute()).encode()).hexdigest()
    return user_paths().cache / "training" / known[:16]


def keep_run(folder: Path, run: TrainingRun) -> None:
    """Write down how a draft is asked for.

    Raises:
        OutOfDisk, NotWritable: the folder cannot be written.
    """
    path = folder / _RUN
    with writing_to(path):
        write_json(path, {"recipe": run.recipe.to_json(), "questions": list(run.questions)})


@contextmanager
def hold_folder(folder: Path, *, target: str) -> Iterator[None]:
    """Keep other processes out of a folder while a draft is made there.

    Args:
        folder: is made.
        target: the model's name, for the error.

    Raises:
        DraftBusy: a draft is being made there already.
        NotWritable: the folder cannot be written.
    """
    with lock_draft(folder / _LOCK, target):
        yield


def unfinished_run(folder: Path) -> TrainingRun | None:
    """Find a run that can go on; None where there is none, or its settings are not understood."""
    kept = read_json(folder / _RUN)
    recipe, questions = kept.get("recipe"), kept.get("questions")
    if not isinstance(recipe, dict) or not isinstance(questions, list):
        return None
    known = {field.name for field in fields(Recipe)}
    values: dict[str, Any] = {name: value for name, value in recipe.items() if name in known}
    try:
        return TrainingRun(
            recipe=Recipe(**values), questions=tuple(str(text) for text in questions)
        )
    except (BadParameter, TypeError):
        return None


def discard_run(folder: Path) -> None:
    """Delete all that is unfinished."""
    shutil.rmtree(folder, ignore_errors=True)
