"""The engine's own answers about models that lie here; imported by the program that has one."""

from pathlib import Path
from threading import Event

from app.local_models.tools import LocalTools, Report
from engine import ModelSpec, Placement, user_paths
from engine.importing import FoundLocally, copy_model, find_models, known_places, list_model
from engine.library import Library
from engine.pairing import DraftVerdict
from engine.planning import MemoryPlan


def engine_tools(library: Library) -> LocalTools:
    """Ask the engine about the models of a library."""
    root = user_paths().models

    def taken() -> frozenset[str]:
        return frozenset(entry.id for entry in library.entries())

    def take(path: Path, name: str, digest: str) -> ModelSpec:
        return list_model(root, path, name=name, digest=digest, taken=taken())

    def copy(path: Path, name: str, report: Report, stop: Event) -> ModelSpec:
        return copy_model(root, path, name=name, taken=taken(), report=report, stop=stop)

    def judge(target: ModelSpec, stop: Event) -> list[DraftVerdict]:
        # Imports torch, so not before it is asked for.
        from engine.pairing.judging import judge_drafts

        return judge_drafts(library, target, should_stop=stop.is_set)

    return LocalTools(find=_find, judge=judge, plan=_plan, take=take, copy=copy)


def _find(stop: Event) -> list[FoundLocally]:
    return list(find_models(known_places(), should_stop=stop.is_set))


def _plan(
    target: ModelSpec, draft: ModelSpec | None, placement: Placement, held_bytes: int
) -> MemoryPlan:
    from engine.planning.ask import plan_load

    return plan_load(target, draft, placement=placement, held_bytes=held_bytes)
