"""Models that lie where the user put them: what counts as one, and the list of those kept in view.

Nothing is copied or moved; forgetting one leaves its file alone.
"""

import logging
from dataclasses import dataclass
from pathlib import Path

from engine.errors import BadModelFile, RefusedCode
from engine.json_file import read_value
from engine.language import say
from engine.library.locks import lock_list
from engine.library.names import free_id, unused_name
from engine.library.receipts import write_json
from engine.models.weight_files import weight_files, weights_size
from engine.params import ModelSpec
from engine.paths import expanded

IMPORTED_NAME = "imported.json"

_GGUF_MAGIC = b"GGUF"
_PICKLE_SUFFIXES = (".bin", ".pt", ".pth", ".ckpt", ".pkl")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedModel:
    """A model of the user's own; `digest` is its file's SHA-256 where that is known."""

    id: str
    name: str
    path: Path
    digest: str = ""

    @property
    def spec(self) -> ModelSpec:
        """What the engine loads."""
        return ModelSpec(id=self.id, name=self.name, path=self.path, digest=self.digest)

    @property
    def is_there(self) -> bool:
        """Whether the file or folder is still where it was."""
        try:
            return self.path.is_file() or self.path.is_dir()
        except OSError:
            return False


def lies_there(path: Path) -> bool:
    """Say whether there is such a file or folder, and it may be looked at."""
    try:
        return path.exists()
    except OSError:
        # Longer than a name may be, or in a folder that is closed to us.
        return False


def check_model_path(path: Path) -> Path:
    """Return the absolute path of a GGUF file or a folder of safetensors.

    Only names and the first bytes are looked at.

    Raises:
        BadModelFile: it is neither.
        RefusedCode: its weights would have to be run.
    """
    path = expanded(path).absolute()
    try:
        if path.is_dir():
            if not (path / "config.json").is_file():
                raise BadModelFile(str(path), say("the folder holds no config.json"))
            weight_files(path)
            return path
        if path.exists() and not path.is_file():
            # Opening a pipe would wait for a writer for ever.
            raise BadModelFile(str(path), say("it is neither a file nor a folder"))
        with path.open("rb") as stream:
            magic = stream.read(len(_GGUF_MAGIC))
    except (OSError, ValueError) as error:
        raise BadModelFile(str(path), say("it cannot be opened")) from error
    if magic != _GGUF_MAGIC and path.suffix.lower() in _PICKLE_SUFFIXES:
        raise RefusedCode(str(path), path.name)
    if magic != _GGUF_MAGIC and path.suffix.lower() == ".safetensors":
        raise BadModelFile(
            str(path), say("it is one part of a model: choose the folder it lies in")
        )
    if magic != _GGUF_MAGIC:
        raise BadModelFile(str(path), say("it is neither a GGUF file nor a folder of safetensors"))
    return path


def size_of(path: Path) -> int:
    """Bytes of a model's weights; 0 if it is gone."""
    if path.is_dir():
        return weights_size(path)
    try:
        return path.stat().st_size
    except OSError:
        return 0


def read_imported(root: Path) -> list[ImportedModel]:
    """Read the list of models of the user's own; a damaged list counts as empty."""
    try:
        items = read_value(root / IMPORTED_NAME)
        return [
            ImportedModel(
                id=str(item["id"]),
                name=str(item["name"]),
                path=Path(item["path"]),
                digest=str(item.get("digest", "")),
            )
            for item in items
        ]
    except (FileNotFoundError, NotADirectoryError):
        return []
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        _log.warning("the list of imported models cannot be read: %r", error)
        return []


def add_imported(
    root: Path, path: Path, *, name: str = "", digest: str = "", taken: frozenset[str]
) -> ModelSpec:
    """Put a model at the end of the list, unless it is on it.

    Args:
        root: the library's folder.
        path: of the model, absolute.
        name: what to call it, or empty for its id.
        digest: SHA-256 of the file where it is known.
        taken: ids of other models.

    Raises:
        NotWritable, OutOfDisk: the list cannot be written.
        ListBusy: another program is writing it and does not end.
    """
    with lock_list(root):
        # Under the lock: another program may just have listed it, or another.
        imported = read_imported(root)
        for model in imported:
            if model.path == path:
                return model.spec
        stem = path.name if path.is_dir() else path.stem
        used = taken | {model.id for model in imported}
        id = free_id(name, used) if name else unused_name(stem, used)
        new = ImportedModel(id=id, name=name or id, path=path, digest=digest)
        write_imported(root, [*imported, new])
        return new.spec


def forget_imported(root: Path, id: str) -> None:
    """Take a model off the list.

    Raises:
        NotWritable, OutOfDisk, ListBusy: as for `add_imported`.
    """
    with lock_list(root):
        write_imported(root, [model for model in read_imported(root) if model.id != id])


def write_imported(root: Path, models: list[ImportedModel]) -> None:
    """Replace the list.

    Raises:
        NotWritable, OutOfDisk: it could not be written.
    """
    items = [
        {"id": model.id, "name": model.name, "path": str(model.path), "digest": model.digest}
        for model in models
    ]
    write_json(root / IMPORTED_NAME, items)
