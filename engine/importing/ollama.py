"""Ollama's store: manifests by name, and the files they name by digest.

A manifest is a stranger's JSON: what it names is looked for in the folder of blobs and nowhere
else.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from engine.errors import BadModelFile
from engine.language import say
from engine.models.folder_json import read_object

_MODEL_KIND = "application/vnd.ollama.image.model"
_ADAPTER_KIND = "application/vnd.ollama.image.adapter"
_DIGEST = re.compile(r"sha256:([0-9a-f]{64})")
_USUAL = ("registry.ollama.ai", "library")
_MOST = 10_000
"""Folders and manifests that are looked at on each level."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OllamaModel:
    """A model of the store.

    Args:
        name: as `ollama list` shows it.
        path: of its GGUF file, which may be missing.
        digest: SHA-256 of the file, as the store has it.
        has_adapter: whether it only works with weights of a second file.
    """

    name: str
    path: Path
    digest: str
    has_adapter: bool


def ollama_models(store: Path) -> Iterator[OllamaModel]:
    """List the models of a store; manifests that cannot be read are passed over.

    Args:
        store: the folder with `manifests` and `blobs`.
    """
    manifests = store / "manifests"
    for path in _files_below(manifests):
        model = _read(path, manifests=manifests, blobs=store / "blobs")
        if model is not None:
            yield model


def _files_below(folder: Path) -> Iterator[Path]:
    """Walk host, owner, name and tag, four levels deep and no further."""
    level, seen = [folder], set[Path]()
    for _ in range(4):
        # Links that lead round would make a hundred folders a hundred million.
        new = (parent for parent in level if _is_new(parent, seen))
        level = list(islice((child for parent in new for child in _children(parent)), _MOST))
    yield from (path for path in level if _is_file(path))


def _is_new(folder: Path, seen: set[Path]) -> bool:
    try:
        real = folder.resolve()
    except (OSError, RuntimeError):
        return False
    is_new = real not in seen
    seen.add(real)
    return is_new


def _children(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir()) if folder.is_dir() else []
    except OSError:
        return []


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


def _read(path: Path, *, manifests: Path, blobs: Path) -> OllamaModel | None:
    try:
        layers = read_object(path, what=say("an Ollama manifest")).get("layers")
    except BadModelFile:
        return None
    digest, has_adapter = "", False
    for layer in layers if isinstance(layers, list) else ():
        match layer:
            case {"mediaType": str(kind), "digest": str(named)} if found := _DIGEST.fullmatch(
                named
            ):
                digest = found[1] if kind == _MODEL_KIND and not digest else digest
                has_adapter |= kind == _ADAPTER_KIND
            case _:
                pass
    if not digest:
        return None
    host, owner, name, tag = path.relative_to(manifests).parts
    shown = name if (host, owner) == _USUAL else f"{owner}/{name}"
    return OllamaModel(
        name=f"{shown}:{tag}",
        path=blobs / f"sha256-{digest}",
        digest=digest,
        has_adapter=has_adapter,
    )
