"""Models that came with the program: used where they lie, never copied, changed or removed.

Only what the catalogue knows counts, at the size it states. Their content is vouched for by the
program's own list of files, which its self-test compares; `Library.verify` reads one again.
"""

from pathlib import Path

from engine.library.catalogue import CatalogueEntry
from engine.params import ModelSpec


def bundled_spec(entry: CatalogueEntry, folder: Path | None) -> ModelSpec | None:
    """Find a model of the catalogue among those that came with the program.

    Args:
        entry: the model.
        folder: where they lie, a folder for each id; None where there are none.
    """
    if folder is None or not entry.file or not entry.sha256:
        return None
    path = folder / entry.id / entry.file
    try:
        size = path.stat().st_size
    except OSError:
        return None
    if size != entry.size_bytes:
        return None
    return ModelSpec(id=entry.id, name=entry.name, path=path, digest=entry.sha256)
