"""Tensors written whole or not at all, and the system's refusals as errors that name the place."""

import errno
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile

from safetensors import SafetensorError
from safetensors.torch import save_file
from torch import Tensor

from engine.errors import NotWritable, OutOfDisk


def write_whole(
    path: Path, tensors: Mapping[str, Tensor], metadata: Mapping[str, str] | None = None
) -> None:
    """Write a safetensors file; one that is there already stays until the new one is whole.

    Args:
        path: where; its folder is made.
        tensors: by name.
        metadata: goes along.

    Raises:
        OutOfDisk: there is no room.
        NotWritable: no permission, a read-only disk, or something else in the way.
    """
    temporary = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        save_file(dict(tensors), temporary, None if metadata is None else dict(metadata))
        temporary.replace(path)
    except (OSError, SafetensorError) as error:
        # safetensors wraps the system's error and keeps its words only.
        code = error.errno if isinstance(error, OSError) else None
        if code == errno.ENOSPC or "No space left" in str(error):
            raise OutOfDisk(str(path.parent)) from error
        raise NotWritable(str(path)) from error
    finally:
        # What could not be made cannot always be looked for either.
        with suppress(OSError):
            temporary.unlink()


def check_writable(path: Path) -> None:
    """Refuse a place that cannot be written now, rather than after an hour of work for it.

    Raises:
        NotWritable: as for `write_whole`.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise NotWritable(str(path)) from error
    if path.is_dir():
        raise NotWritable(str(path))
