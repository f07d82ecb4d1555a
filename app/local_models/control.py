"""Asks about models that lie here, on threads of the shelf's, and tells what came of it.

Knows no widget. An answer that is asked for anew while it is still being found is found once more
afterwards, so that what is shown is never that of another choice.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from PySide6.QtCore import QObject, Signal

from app.local_models.tools import LocalTools
from app.model_control import NO_DRAFT_ID, OWN_DRAFT_SUFFIX, ModelControl
from app.model_shelf import ModelShelf
from app.settings_file import Settings
from engine import EngineError, ModelSpec, Stopped
from engine.importing import FoundLocally

_FIND, _JUDGE, _PLAN, _TAKE = "find models", "judge drafts", "plan memory", "take a model"


@dataclass(frozen=True, slots=True, kw_only=True)
class Copying:
    """How far a copy is, in bytes."""

    path: Path
    done_bytes: int
    total_bytes: int


class LocalModels(QObject):
    """What can be asked about the models on this computer.

    Args:
        shelf: lists models and lends its threads.
        models: what is loaded, which makes way for a plan.
        settings: where and how models are loaded.
        tools: who answers.
    """

    found = Signal(list)
    """list[FoundLocally]: what other programs have"""
    judged = Signal(str, list)
    """A target's id, list[DraftVerdict]"""
    planned = Signal(str, object, object)
    """A target's id, a draft's id or None, and the `MemoryPlan`, or None where there is none"""
    copying = Signal(object)
    """Copying"""
    taken = Signal(object, str)
    """The path of a model that was taken, and its id"""
    take_failed = Signal(object, object)
    """The path, and the EngineError"""

    def __init__(
        self,
        shelf: ModelShelf,
        *,
        models: ModelControl,
        settings: Settings,
        tools: LocalTools,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shelf = shelf
        self._models = models
        self._settings = settings
        self._tools = tools
        self._is_finding = False
        self._target_id = ""
        self._pair: tuple[str, str | None] = ("", None)
        self._stops: dict[Path, Event] = {}

    def find(self) -> None:
        """Look through the folders of other programs, unless that is being done."""
        if self._is_finding:
            return
        self._is_finding = True
        thread = self._shelf.run(lambda report, stop: self._tools.find(stop), _FIND, "")
        thread.succeeded.connect(self._on_found)
        thread.failed.connect(self._on_find_failed)
        thread.start()

    def judge(self, target_id: str) -> None:
        """Find out what to think of every draft for a target."""
        self._target_id = target_id

        def work(report: Callable[[object], None], stop: Event) -> object:
            return self._tools.judge(self._shelf.resolve(target_id), stop)

        thread = self._shelf.run(work, _JUDGE, target_id)
        thread.succeeded.connect(self._on_judged)
        thread.start()

    def plan(self, target_id: str, draft_id: str | None) -> None:
        """Find out what loading a pair would take."""
        self._pair = (target_id, draft_id)
        placement, held_bytes = self._settings.placement(), self._held_bytes()

        def work(report: Callable[[object], None], stop: Event) -> object:
            target, draft = self._shelf.resolve(target_id), self._draft(draft_id)
            return self._tools.plan(target, draft, placement, held_bytes)

        thread = self._shelf.run(work, _PLAN, f"{target_id}\n{draft_id or ''}")
        thread.succeeded.connect(self._on_planned)
        thread.failed.connect(self._on_plan_failed)
        thread.start()

    def take(self, path: Path, *, name: str = "", digest: str = "", copies: bool = False) -> None:
        """List a model where it lies, or copy it; a second call while that runs changes nothing."""
        if path in self._stops:
            return
        self._stops[path] = Event()

        def work(report: Callable[[object], None], stop: Event) -> object:
            if not copies:
                return self._tools.take(path, name, digest)
            stopped = _Either(stop, self._stops[path])

            def told(done: int, total: int) -> None:
                report(Copying(path=path, done_bytes=done, total_bytes=total))

            return self._tools.copy(path, name, told, stopped)

        thread = self._shelf.run(work, _TAKE, str(path))
        thread.reported.connect(self._on_copying)
        thread.succeeded.connect(self._on_taken)
        thread.failed.connect(self._on_take_failed)
        thread.start()

    def paths(self) -> frozenset[Path]:
        """Give where the models of the library lie."""
        try:
            ids = [entry.id for entry in self._shelf.entries() if entry.is_installed]
            return frozenset(self._shelf.resolve(id).path for id in ids)
        except EngineError:
            # One that has just gone: nothing is said of any.
            return frozenset()

    def stop_taking(self, path: Path) -> None:
        """Stop a copy; what was copied is thrown away."""
        if path in self._stops:
            self._stops[path].set()

    def _held_bytes(self) -> int:
        loaded = self._models.loaded
        if loaded is None:
            return 0
        return loaded.target.size_bytes + (loaded.draft.size_bytes if loaded.draft else 0)

    def _draft(self, draft_id: str | None) -> ModelSpec | None:
        if not draft_id or draft_id == NO_DRAFT_ID:
            return None
        if draft_id.endswith(OWN_DRAFT_SUFFIX):
            return ModelSpec(id=draft_id, name=Path(draft_id).stem, path=Path(draft_id))
        return self._shelf.resolve(draft_id)

    def _on_found(self, tag: str, found: list[FoundLocally]) -> None:
        self._is_finding = False
        self.found.emit(found)

    def _on_find_failed(self, tag: str, error: EngineError) -> None:
        self._is_finding = False
        self.found.emit([])

    def _on_judged(self, target_id: str, verdicts: list[object]) -> None:
        if target_id == self._target_id:
            self.judged.emit(target_id, verdicts)

    def _on_planned(self, tag: str, plan: object) -> None:
        target_id, _, draft_id = tag.partition("\n")
        if (target_id, draft_id or None) == (self._pair[0], self._pair[1] or None):
            self.planned.emit(target_id, draft_id or None, plan)

    def _on_plan_failed(self, tag: str, error: EngineError) -> None:
        # Why a model cannot be loaded is said where it is chosen.
        self._on_planned(tag, None)

    def _on_copying(self, tag: str, progress: Copying) -> None:
        self.copying.emit(progress)

    def _on_taken(self, tag: str, spec: ModelSpec) -> None:
        del self._stops[Path(tag)]
        self.taken.emit(Path(tag), spec.id)
        self._shelf.refresh()

    def _on_take_failed(self, tag: str, error: EngineError) -> None:
        del self._stops[Path(tag)]
        self.take_failed.emit(Path(tag), None if isinstance(error, Stopped) else error)


class _Either(Event):
    """Set when one of two events is."""

    def __init__(self, one: Event, other: Event) -> None:
        super().__init__()
        self._both = (one, other)

    def is_set(self) -> bool:
        """Whether one of them is set."""
        return any(event.is_set() for event in self._both)
