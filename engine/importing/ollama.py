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
from engine.models.folder_json import read_object

_MODEL_KIND = "application/vnd.ollama.image.model"
_ADAPTER_KIND = "application/vnd.ollama.image.adapter"
_DIGEST = re.compile(r"sha256:([0-9a-f]{64})")
_USUAL = ("registry.ollama.ai", "library")
_MOST_MANIFESTS = 10_000


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
    for path in islice(_files_below(manifests), _MOST_MANIFESTS):
        model = _read(path, manifests=manifests, blobs=store / "blobs")
        if model is not None:
            yield model


def _files_below(folder: Path) -> Iterator[Path]:
    """Walk host, owner, name and tag, four levels deep and no further."""
    levels = [folder]
    for _ in range(4):
        levels = [child for level in levels for child in _children(level)]
    yield from (path for path in levels if path.is_file())


def _children(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir()) if folder.is_dir() else []
    except OSError:
        return []


def _read(path: Path, *, manifests: Path, blobs: Path) -> OllamaModel | None:
    try:
        layers = read_object(path, what="an Ollama manifest").get("layers")
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
