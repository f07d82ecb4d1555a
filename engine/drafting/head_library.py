"""Which trained heads there are for a target: the user's own first, then the shipped one."""

import re
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from threading import Event

from engine.drafting.head_file import SUFFIX, read_card
from engine.errors import Stopped, WrongHead
from engine.params import ModelSpec
from engine.paths import user_paths

_BLOCK_BYTES = 2**22


def own_head_path(digest: str) -> Path:
    """Say where the user's own head for a target lies."""
    return _own_folder() / f"{digest[:16]}{SUFFIX}"


def find_head(target: ModelSpec) -> Path | None:
    """Find the head that was made for a target by its digest, if that is known."""
    if not target.digest:
        return None
    shipped = Path(str(files("resources") / "drafts"))
    for folder in (_own_folder(), shipped):
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            if _is_for(path, target.digest):
                return path
    return None


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
