"""Which trained heads there are for a target: the user's own first, then the shipped one."""

import logging
import os
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
from engine.json_file import read_json, write_json
from engine.models.cuda_graphs import GraphedDecoder
from engine.models.decoder import Decoder
from engine.models.loader import LoadedModel
from engine.params import ModelSpec
from engine.paths import user_paths

_BLOCK_BYTES = 2**22
_DIGEST = re.compile(r"[0-9a-f]{64}")
_MOST_DIGESTS = 64
_log = logging.getLogger(__name__)
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
        backend = self._target.model.backend
        if isinstance(backend, Decoder | GraphedDecoder):
            backend.tap(())


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
    is_own = known_digest(target.spec) in ("", card.target_digest)
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
    digest = known_digest(target)
    if not digest:
        return None
    for folder in head_folders():
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            if _is_for(path, digest):
                return ModelSpec(id=str(path), name=f"{target.name}'s own draft", path=path)
    return None


def head_folders() -> tuple[Path, Path]:
    """Where trained heads lie: the user's own, then those that came with the program."""
    return _own_folder(), Path(str(files("resources") / "drafts"))


def known_digest(spec: ModelSpec) -> str:
    """Give the SHA-256 of a model's file if it is known without reading the file, else nothing."""
    if _DIGEST.fullmatch(spec.digest):
        return spec.digest
    kept = read_json(_digests_path()).get(_state_of(spec))
    return kept if isinstance(kept, str) and _DIGEST.fullmatch(kept) else ""


def digest_of_model(spec: ModelSpec, *, stop: Event) -> str:
    """Give the SHA-256 of a model's file, reading it where it is not known, and remember it.

    Raises:
        Stopped: `stop` was set.
    """
    known = known_digest(spec)
    if known:
        return known
    running, state = sha256(), _state_of(spec)
    for path in _files_of(spec):
        with path.open("rb") as stream:
            while block := stream.read(_BLOCK_BYTES):
                if stop.is_set():
                    raise Stopped()
                running.update(block)
    digest = running.hexdigest()
    others = list(read_json(_digests_path()).items())[-_MOST_DIGESTS:]
    try:
        write_json(_digests_path(), {**dict(others), state: digest})
    except OSError as error:
        _log.info("digest not kept: %s", error.strerror)
    return digest


def _files_of(spec: ModelSpec) -> list[Path]:
    return sorted(spec.path.glob("*.safetensors")) if spec.path.is_dir() else [spec.path]


def _state_of(spec: ModelSpec) -> str:
    """Name a model's files as they are now: others in their place have another name."""
    words = [str(spec.path.absolute())]
    for path in _files_of(spec):
        if path.is_file():
            stat = path.stat()
            words.append(f"{path.absolute()} {stat.st_size} {stat.st_mtime_ns}")
    return sha256(os.fsencode("\n".join(words))).hexdigest()[:32]


def _digests_path() -> Path:
    return user_paths().cache / "digests.json"


def _own_folder() -> Path:
    return user_paths().data / "drafts"


def _is_for(path: Path, digest: str) -> bool:
    try:
        return read_card(path).target_digest == digest
    except WrongHead:
        return False
