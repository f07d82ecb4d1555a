"""Folders and files that their owner alone may read.

POSIX systems only: on Windows the user's folders are private by themselves. A file system that
knows no permissions, as on a stick, changes nothing.
"""

import contextlib
import os
from pathlib import Path

from engine import Paths

_IS_POSIX = os.name == "posix"
_FOLDER_MODE = 0o700
_FILE_MODE = 0o600


def make_all_private(paths: Paths) -> None:
    """Close what is there to others, and let this process make nothing else from now on.

    Args:
        paths: chats, settings and logs are closed file by file; the cache by its folder, which
            may hold a hundred models.
    """
    if not _IS_POSIX:
        return
    os.umask(0o077)
    for folder in (paths.data, paths.config, paths.logs):
        if folder.is_dir():
            make_private(folder)
    _close(paths.cache, _FOLDER_MODE)


def make_private(folder: Path) -> None:
    """Close a folder and the files in it to others."""
    if not _IS_POSIX:
        return
    _close(folder, _FOLDER_MODE)
    with contextlib.suppress(OSError):
        for entry in list(folder.iterdir()):
            if entry.is_file() and not entry.is_symlink():
                _close(entry, _FILE_MODE)


def keep_private(file: Path) -> None:
    """Make a file, where there is none, that others cannot read; close it where there is one."""
    if not _IS_POSIX:
        return
    with contextlib.suppress(OSError):
        os.close(os.open(file, os.O_CREAT | os.O_WRONLY, _FILE_MODE))
    _close(file, _FILE_MODE)


def _close(path: Path, mode: int) -> None:
    # Somebody else's, or without permissions: what can be done has been done.
    with contextlib.suppress(OSError):
        if path.stat().st_mode & 0o777 & ~mode:
            path.chmod(mode)
