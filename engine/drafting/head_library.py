"""Which trained heads there are for a target: the user's own first, then the shipped one."""

import re
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from threading import Event

from engine.drafting.head import HeadDrafter
from engine.drafting.head_file import SUFFIX, load_head, read_card
from engine.errors import Stopped, WrongHead
from engine.events import ModelInfo
from engine.models.decoder import Decoder
from engine.models.loader import LoadedModel
from engine.params import ModelSpec
from engine.paths import user_paths

_BLOCK_BYTES = 2**22
_KIND, _KIND_OF_OTHER = "head", "head of another file"
"""How a trained head is called where other models say how they are held: one that was made for
another quantisation is allowed, and what it brings is measured as for any draft."""


@dataclass(slots=True)
class LoadedHead:
    """A head beside its target, and what people are told of it."""

    spec: ModelSpec
    drafter: HeadDrafter
    info: ModelInfo
    _target: LoadedModel

    def release(self) -> None:
        """Let the target keep no more features."""
        if isinstance(self._target.model.backend, Decoder):
            self._target.model.backend.tap(())


def is_head(spec: ModelSpec) -> bool:
    """Say whether a draft is a trained head."""
    return spec.path.suffix == SUFFIX


def load_trained(spec: ModelSpec, target: LoadedModel) -> LoadedHead:
    """Load a head for a target that is loaded.

    Args:
        spec: the head's file.
        target: stays as it is, but for its cache, which is emptied.

    Raises:
        WrongHead: it cannot serve this target.
    """
    drafter = load_head(spec.path, target.model)
    card = read_card(spec.path)
    shape = card.shape
    is_own = not target.spec.digest or target.spec.digest == card.target_digest
    num_parameters = sum(rows * columns for _, (rows, columns) in shape.matrices())
    info = ModelInfo(
        spec=spec,
        kind=_KIND if is_own else _KIND_OF_OTHER,
        num_parameters=num_parameters + drafter.num_words * shape.hidden_size,
        size_bytes=spec.path.stat().st_size,
        has_chat_template=False,
    )
    return LoadedHead(spec, drafter, info, target)


def own_head_path(digest: str) -> Path:
    """Say where the user's own head for a target lies."""
    return _own_folder() / f"{digest[:16]}{SUFFIX}"


def find_head(target: ModelSpec) -> ModelSpec | None:
    """Find the head that was made for a target by its digest, if that is known."""
    if not target.digest:
        return None
    for folder in head_folders():
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            if _is_for(path, target.digest):
                return ModelSpec(id=str(path), name=f"{target.name}'s own draft", path=path)
    return None


def head_folders() -> tuple[Path, Path]:
    """Where trained heads lie: the user's own, then those that came with the program."""
    return _own_folder(), Path(str(files("resources") / "drafts"))


def digest_of_model(spec: ModelSpec, *, stop: Event) -> str:
    """Give the SHA-256 of a model's file, reading it where it is not known.

    Raises:
        Stopped: `stop` was set.
    """
    if re.fullmatch(r"[0-9a-f]{64}", spec.digest):
        return spec.digest
    running = sha256()
    paths = sorted(spec.path.glob("*.safetensors")) if spec.path.is_dir() else [spec.path]
    for path in paths:
        with path.open("rb") as stream:
            while block := stream.read(_BLOCK_BYTES):
                if stop.is_set():
                    raise Stopped()
                running.update(block)
    return running.hexdigest()


def _own_folder() -> Path:
    return user_paths().data / "drafts"


def _is_for(path: Path, digest: str) -> bool:
    try:
        return read_card(path).target_digest == digest
    except WrongHead:
        return False
