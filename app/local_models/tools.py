"""What is asked of the engine about models that lie here, as functions that another may replace.

Each may read for seconds and import torch, so each is called on a thread of its own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from engine import ModelSpec, Placement
from engine.importing import FoundLocally
from engine.pairing import DraftVerdict
from engine.planning import MemoryPlan

Report = Callable[[int, int], None]


def _find(stop: Event) -> list[FoundLocally]:
    return []


def _judge(target: ModelSpec, stop: Event) -> list[DraftVerdict]:
    return []


def _plan(
    target: ModelSpec, draft: ModelSpec | None, placement: Placement, held_bytes: int
) -> MemoryPlan | None:
    return None


def _take(path: Path, name: str, digest: str) -> ModelSpec:
    return ModelSpec(id=name, name=name, path=path, digest=digest)


def _copy(path: Path, name: str, report: Report, stop: Event) -> ModelSpec:
    return ModelSpec(id=name, name=name, path=path)


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalTools:
    """The functions; those that do nothing stand in where there is no engine to ask.

    Args:
        find: looks through the folders of other programs.
        judge: says of every draft what to think of it for a target.
        plan: says what loading a pair takes.
        take: lists a model where it lies.
        copy: copies a model into the library.
    """

    find: Callable[[Event], list[FoundLocally]] = _find
    judge: Callable[[ModelSpec, Event], list[DraftVerdict]] = _judge
    plan: Callable[[ModelSpec, ModelSpec | None, Placement, int], MemoryPlan | None] = _plan
    take: Callable[[Path, str, str], ModelSpec] = _take
    copy: Callable[[Path, str, Report, Event], ModelSpec] = _copy


NO_TOOLS = LocalTools()
"""Finds nothing and knows nothing."""
