"""A library without files: models in name only, and downloads that a test holds."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from engine import EngineError, ModelNotFound, ModelNotInstalled, ModelSpec, Stopped
from engine.library import Hub
from tests.fakes import Gate


@dataclass(frozen=True, slots=True, kw_only=True)
class FakeEntry:
    """A model as a library lists it."""

    id: str
    name: str = "A model"
    size_bytes: int = 98_362_432
    is_installed: bool = True
    note: str = ""
    licence: str = "MIT"
    memory_bytes: int = 500_000_000
    is_gated: bool = False
    refusal: str = ""
    is_imported: bool = False
    drafts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FakeProgress:
    """How far a download is."""

    stage: str = "downloading"
    done_bytes: int = 0
    total_bytes: int = 0
    bytes_per_s: float = 0.0

    @property
    def fraction(self) -> float | None:
        """0 .. 1, or None."""
        return self.done_bytes / self.total_bytes if self.total_bytes else None


@dataclass(frozen=True, slots=True, kw_only=True)
class FakePending:
    """A download that an earlier run began."""

    id: str
    name: str = "A model"
    done_bytes: int = 40_000_000
    total_bytes: int = 100_000_000


@dataclass(slots=True)
class FakeLibrary:
    """Models without files.

    Args:
        models: what is listed.
        gate: holds each step of a download.
        error: raised by downloads.
        pending: downloads that earlier runs began.
        discarded: the ids that were thrown away.
        hub: asked by nothing but a search; nobody listens where it lies.
    """

    models: list[FakeEntry] = field(default_factory=list)
    gate: Gate | None = None
    error: EngineError | None = None
    pending: list[FakePending] = field(default_factory=list)
    discarded: list[str] = field(default_factory=list)
    hub: Hub = field(default_factory=lambda: Hub(endpoint="http://127.0.0.1:9"))

    def entries(self) -> list[FakeEntry]:
        """List what there is and what can be had."""
        return list(self.models)

    def resolve(self, id_or_path: str, /) -> ModelSpec:
        """Find an installed model."""
        for entry in self.models:
            if entry.id == id_or_path:
                if not entry.is_installed:
                    raise ModelNotInstalled(entry.id, entry.size_bytes)
                return spec(entry.id)
        raise ModelNotFound(id_or_path)

    def import_file(self, path: Path, /) -> ModelSpec:
        """List a file."""
        self.models.append(FakeEntry(id=path.stem, name=path.stem))
        return spec(path.stem)

    def get(
        self,
        id_or_repo: str,
        /,
        *,
        progress: Callable[[FakeProgress], None],
        stop: threading.Event,
    ) -> ModelSpec:
        """Download a model in four steps."""
        for step in range(4):
            if self.gate is not None:
                self.gate.wait(stop)
            if stop.is_set():
                raise Stopped
            progress(FakeProgress(done_bytes=25 * step, total_bytes=100))
        if self.error is not None:
            raise self.error
        self.models = [entry for entry in self.models if entry.id != id_or_repo]
        self.models.append(FakeEntry(id=id_or_repo))
        return spec(id_or_repo)

    def verify(
        self, id: str, /, *, progress: Callable[[FakeProgress], None], stop: threading.Event
    ) -> ModelSpec:
        """Find every model whole, unless something is the matter."""
        if self.error is not None:
            raise self.error
        return spec(id)

    def remove(self, id: str, /) -> None:
        """Take a model off the list."""
        self.models = [entry for entry in self.models if entry.id != id]

    def unfinished(self) -> list[FakePending]:
        """List what earlier runs began."""
        return list(self.pending)

    def discard(self, id: str, /) -> None:
        """Note down what is thrown away."""
        self.discarded.append(id)


def spec(model_id: str) -> ModelSpec:
    """Describe a model that exists in name only."""
    return ModelSpec(
        id=model_id, name=model_id, path=Path(f"{model_id}.gguf"), digest=f"digest-{model_id}"
    )
