"""Where other programs keep their models.

Only names of folders: nothing is opened here but LM Studio's note of where it has moved to.
"""

import os
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from engine.paths import expanded

_POINTER_BYTES = 4096
_OLLAMA_OF_THE_SYSTEM = Path("/usr/share/ollama/.ollama/models")


class Origin(StrEnum):
    """Whose models they are, as people call it."""

    LM_STUDIO = "LM Studio"
    OLLAMA = "Ollama"
    HUB_CACHE = "Hugging Face cache"
    FOLDER = "folder"


def known_places(
    environ: Mapping[str, str] = os.environ, *, home: Path | None = None
) -> list[tuple[Origin, Path]]:
    """List the folders that are there, each once.

    Args:
        environ: the environment, which may name others.
        home: the user's.
    """
    home = home or Path.home()
    found: list[tuple[Origin, Path]] = []
    seen: set[Path] = set()
    for origin, path in _candidates(environ, home):
        try:
            real = path.resolve()
            is_new = real not in seen and path.is_dir()
        except (OSError, RuntimeError):
            # Links in a circle, or a disk that does not answer.
            continue
        if is_new:
            seen.add(real)
            found.append((origin, path))
    return found


def _candidates(environ: Mapping[str, str], home: Path) -> list[tuple[Origin, Path]]:
    def named(variable: str) -> list[Path]:
        value = environ.get(variable, "")
        return [expanded(Path(value))] if value else []

    studio = [home / ".lmstudio" / "models", home / ".cache" / "lm-studio" / "models"]
    moved = _read_pointer(home / ".lmstudio-home-pointer")
    if moved is not None:
        studio.insert(0, moved / "models")
    ollama = [*named("OLLAMA_MODELS"), home / ".ollama" / "models", _OLLAMA_OF_THE_SYSTEM]
    cache = Path(environ.get("XDG_CACHE_HOME") or home / ".cache")
    hub = named("HF_HUB_CACHE") + named("HUGGINGFACE_HUB_CACHE")
    hub += [path / "hub" for path in named("HF_HOME")]
    hub.append(cache / "huggingface" / "hub")
    return [
        *((Origin.LM_STUDIO, path) for path in studio),
        *((Origin.OLLAMA, path) for path in ollama),
        *((Origin.HUB_CACHE, path) for path in hub),
    ]


def _read_pointer(path: Path) -> Path | None:
    """Read the note that LM Studio leaves where its folder was moved."""
    try:
        if not path.is_file() or path.stat().st_size > _POINTER_BYTES:
            return None
        text = path.read_text("utf-8").strip()
    except (OSError, ValueError):
        return None
    return Path(text) if text and "\0" not in text and Path(text).is_absolute() else None
