"""Where packed copies of models lie, and what of them goes with a model. Imports no torch.

Beside a model only in the library's own folder. Whatever lies elsewhere is another program's, or
its user's, or came with Foreword: its packed copy lies in the cache folder, and is deleted once
the model is forgotten.
"""

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from engine.paths import is_bundled, user_paths


def is_ours(source: Path) -> bool:
    """Say whether something may be written beside a model."""
    return source.absolute().is_relative_to(user_paths().models) and not is_bundled(source)


def cached_copy(source: Path, name: str) -> Path:
    """Name a packed copy in the cache folder, for a model wherever it lies."""
    return _cache() / f"{_key(source)}.{name}"


def forget_copies(source: Path) -> None:
    """Delete the packed copies of a model that is no longer listed; it is left alone itself."""
    with suppress(OSError):
        for path in _cache().glob(f"{_key(source)}.*"):
            # On Windows one that is loaded just now stays.
            with suppress(OSError):
                path.unlink()


def _cache() -> Path:
    return user_paths().cache / "packed"


def _key(source: Path) -> str:
    return sha256(os.fsencode(source.absolute())).hexdigest()[:16]
