"""Looks for models in the folders of other programs, and says of each whether it can be run.

Reads names, headers and small JSON files, never weights. Follows links, each place once.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.errors import EngineError, UnsupportedModel
from engine.importing.ollama import ollama_models
from engine.importing.places import Origin
from engine.library.local import size_of
from engine.library.soundness import judge

_DEEPEST = 6
_MOST_PLACES = 20_000
_LONGEST_REF_BYTES = 256
"""A branch of the hub's cache names a commit and nothing else."""
_REPOSITORY = re.compile(r"models--(.+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundLocally:
    """A model that lies on this machine and is not Foreword's own.

    Args:
        origin: whose it is.
        name: as that program calls it.
        path: its file or folder.
        size_bytes: of its weights.
        digest: SHA-256 of the file where the other program states it, else empty.
        problem: why it cannot be run, or None.
    """

    origin: Origin
    name: str
    path: Path
    size_bytes: int
    digest: str = ""
    problem: EngineError | None = None


ShouldStop = Callable[[], bool]


def find_models(
    places: Iterable[tuple[Origin, Path]], *, should_stop: ShouldStop = lambda: False
) -> Iterator[FoundLocally]:
    """Look through folders, each model once, however many links lead to it.

    Args:
        places: from `known_places`, or one of the user's own.
        should_stop: asked before each model.
    """
    seen: set[Path] = set()
    for origin, folder in places:
        for found in find_in(folder, origin, should_stop=should_stop):
            real = _real(found.path)
            if real not in seen:
                seen.add(real)
                yield found


def find_in(
    folder: Path, origin: Origin, *, should_stop: ShouldStop = lambda: False
) -> Iterator[FoundLocally]:
    """Look through one folder; what cannot be opened is passed over."""
    if origin is Origin.OLLAMA:
        for model in ollama_models(folder):
            if should_stop():
                return
            problem = judge(model.path)
            if problem is None and model.has_adapter:
                problem = UnsupportedModel(model.name, "layout", "a model with an adapter")
            yield FoundLocally(
                origin=origin,
                name=model.name,
                path=model.path,
                size_bytes=size_of(model.path),
                digest=model.digest,
                problem=problem,
            )
        return
    for path in _model_paths(folder, only_current=origin is Origin.HUB_CACHE):
        if should_stop():
            return
        yield FoundLocally(
            origin=origin,
            name=_name_of(path, folder, origin),
            path=path,
            size_bytes=size_of(path),
            problem=judge(path),
        )


def _model_paths(root: Path, *, only_current: bool) -> Iterator[Path]:
    """Walk a folder, breadth first, and give the models in it."""
    waiting = [(root, 0)]
    visited: set[Path] = set()
    num_places = 0
    while waiting:
        folder, depth = waiting.pop(0)
        real = _real(folder)
        if real in visited:
            continue
        visited.add(real)
        children = _children(folder)
        num_places += len(children)
        if num_places > _MOST_PLACES:
            return
        names = {child.name for child in children}
        if "config.json" in names and (_has_weights(names) or _has_pickles(names)):
            yield folder
        for child in children:
            if child.suffix.lower() == ".gguf" and _is_file(child):
                yield child
            elif depth < _DEEPEST and not child.name.startswith(".") and _is_folder(child):
                if only_current and _is_old_snapshot(child):
                    continue
                waiting.append((child, depth + 1))


def _has_weights(names: set[str]) -> bool:
    return any(name.endswith((".safetensors", ".safetensors.index.json")) for name in names)


def _has_pickles(names: set[str]) -> bool:
    return any(name.endswith((".bin", ".pt", ".pth")) for name in names)


def _is_old_snapshot(folder: Path) -> bool:
    """Whether a folder of the hub's cache is a version that no branch names any more."""
    if folder.parent.name == "blobs" or folder.name in ("blobs", "refs"):
        return True
    if folder.parent.name != "snapshots":
        return False
    named = set()
    for ref in _children(folder.parent.parent / "refs"):
        try:
            if _is_file(ref) and ref.stat().st_size <= _LONGEST_REF_BYTES:
                named.add(ref.read_text("ascii").strip())
        except (OSError, ValueError):
            continue
    return bool(named) and folder.name not in named


def _children(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _is_file(path: Path) -> bool:
    """Say whether it is a plain file that may be looked at."""
    try:
        return path.is_file()
    except OSError:
        return False


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False


def _real(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path.absolute()


def _name_of(path: Path, root: Path, origin: Origin) -> str:
    """Name a model as its program does."""
    own = path.stem if path.suffix.lower() == ".gguf" else path.name
    if origin is not Origin.HUB_CACHE:
        return own
    for part in path.relative_to(root).parts:
        found = _REPOSITORY.fullmatch(part)
        if found:
            repository = found[1].replace("--", "/", 1)
            return f"{repository}/{own}" if path.suffix.lower() == ".gguf" else repository
    return own
