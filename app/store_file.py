"""The file of chats: opened with care, migrated with a backup, saved from damage.

Owns everything about the file as a file; what its tables mean is `store.py`'s. A file of a newer
version is never written to, a damaged one is moved aside and never deleted.
"""

import logging
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from app.errors import ChatsDamaged, ChatsTooNew
from app.keeping.search_text import searchable
from app.private_files import keep_private, make_private
from app.store_rescue import rescue
from engine import EngineError, NotWritable, OutOfDisk

log = logging.getLogger(__name__)

_MAGIC = b"SQLite format 3\0"
_HEADER_BYTES = 100
# Checking reads the whole file; above this size only after a program that did not end well.
_ALWAYS_CHECK_BYTES = 32_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Rescue:
    """What became of a damaged file; counts are of messages."""

    damaged_path: Path
    num_kept: int
    num_lost: int


def known_migrations() -> tuple[str, ...]:
    """Read the numbered scripts, the first one for an empty file."""
    folder = resources.files("resources") / "sql"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    return tuple((folder / name).read_text(encoding="utf-8") for name in names)


def open_file(path: Path, migrations: Sequence[str]) -> tuple[sqlite3.Connection, Rescue | None]:
    """Open the file in its newest form, making it where there is none.

    Raises:
        ChatsTooNew: a newer version wrote it; it was not touched.
        NotWritable, OutOfDisk: there is no place for it.
    """
    rescued: Rescue | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        make_private(path.parent)
        _refuse_newer(path, len(migrations))
        if not _is_sound(path):
            rescued = _start_again(path, migrations)
        connection = connect(path)
    except sqlite3.Error as error:
        raise explained(error, path) from error
    except OSError as error:
        raise NotWritable(path=str(path)) from error
    try:
        _migrate(connection, path, migrations)
    except sqlite3.Error as error:
        connection.close()
        raise explained(error, path) from error
    except BaseException:
        connection.close()
        raise
    return connection, rescued


def open_in_memory(migrations: Sequence[str]) -> sqlite3.Connection:
    """Open a store that is gone when the program ends."""
    connection = _configured(sqlite3.connect(":memory:", isolation_level=None))
    for number, script in enumerate(migrations, start=1):
        _apply(connection, script, number)
    return connection


def explained(error: sqlite3.Error, path: Path) -> EngineError | ChatsDamaged:
    """Turn what SQLite reports into an error with a sentence, by its code."""
    match getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF:
        case sqlite3.SQLITE_FULL:
            return OutOfDisk(path=str(path))
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return ChatsDamaged(path=str(path))
        case (
            sqlite3.SQLITE_READONLY
            | sqlite3.SQLITE_CANTOPEN
            | sqlite3.SQLITE_PERM
            | sqlite3.SQLITE_IOERR
            | sqlite3.SQLITE_BUSY
            | sqlite3.SQLITE_LOCKED
        ):
            return NotWritable(path=str(path))
        case _:
            # Anything else is a bug of ours and must be seen as one.
            raise error


def _refuse_newer(path: Path, known_version: int) -> None:
    # Read as bytes: merely opening a file with SQLite may already write beside it.
    header = _header(path)
    if header.startswith(_MAGIC) and len(header) == _HEADER_BYTES:
        version = int.from_bytes(header[60:64], "big")
        if version > known_version:
            raise ChatsTooNew(path=str(path), version=version, known_version=known_version)


def _header(path: Path) -> bytes:
    if not path.exists():
        return b""
    with path.open("rb") as file:
        return file.read(_HEADER_BYTES)


def _is_sound(path: Path) -> bool:
    header = _header(path)
    if not header:
        return True  # missing or empty: a new one is made of it
    if not header.startswith(_MAGIC) or len(header) < _HEADER_BYTES:
        return False
    was_closed_well = not path.with_name(path.name + "-wal").exists()
    page_bytes = int.from_bytes(header[16:18], "big")
    page_bytes = 65536 if page_bytes == 1 else page_bytes
    size_bytes = path.stat().st_size
    if was_closed_well and size_bytes < page_bytes * int.from_bytes(header[28:32], "big"):
        return False
    if was_closed_well and size_bytes > _ALWAYS_CHECK_BYTES:
        return True
    try:
        with closing(connect(path)) as connection:
            result: str = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            return result == "ok"
    except sqlite3.DatabaseError as error:
        if isinstance(explained(error, path), ChatsDamaged):
            return False
        raise


def backups_of(path: Path) -> list[Path]:
    """Find the copies that were made before the file was brought into a newer form."""
    return sorted(path.parent.glob(f"{path.stem}.before-*{path.suffix}"))


def _start_again(path: Path, migrations: Sequence[str]) -> Rescue:
    stamp = time.strftime("%Y%m%d-%H%M%S")
    aside = path.with_name(f"{path.stem}.damaged-{stamp}{path.suffix}")
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.stem}.damaged-{stamp}-{number}{path.suffix}")
    # Its log goes with it, since committed messages may stand only there.
    for suffix in ("-wal", "-shm", ""):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.replace(aside.with_name(aside.name + suffix))
    log.info("A damaged file of chats was moved aside")
    with closing(connect(path)) as fresh:
        _migrate(fresh, path, migrations)
        num_kept, num_lost = rescue(aside, fresh)
    return Rescue(damaged_path=aside, num_kept=num_kept, num_lost=num_lost)


def connect_beside(path: Path) -> sqlite3.Connection:
    """Open the file for long work beside the window, in many small transactions.

    Each is whole or not at all, but only the last ones wait for the disk: a computer that loses its
    power may lose some of them, which are then done again.
    """
    connection = connect(path)
    connection.execute("PRAGMA synchronous = NORMAL")
    return connection


def leave_to_settle(connection: sqlite3.Connection) -> None:
    """Let commits return without the disk's answer, which somebody else waits for."""
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")


def connect(path: Path) -> sqlite3.Connection:
    """Open the file once more, in the form it has; raises what SQLite does."""
    keep_private(path)
    connection = sqlite3.connect(path, isolation_level=None, timeout=5.0)
    try:
        return _configured(connection)
    except BaseException:
        connection.close()
        raise


def _configured(connection: sqlite3.Connection) -> sqlite3.Connection:
    connection.row_factory = sqlite3.Row
    # Called by the triggers that keep the search index.
    connection.create_function("searchable", 1, searchable, deterministic=True)
    connection.execute("PRAGMA trusted_schema = ON")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA foreign_keys = ON")
    # What is deleted is overwritten, and nothing is laid down beside the file.
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute("PRAGMA temp_store = MEMORY")
    return connection


def _migrate(connection: sqlite3.Connection, path: Path, migrations: Sequence[str]) -> None:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > len(migrations):
        raise ChatsTooNew(path=str(path), version=version, known_version=len(migrations))
    for number, script in enumerate(migrations[version:], start=version + 1):
        if version > 0:
            backup = path.with_name(f"{path.stem}.before-{number}{path.suffix}")
            keep_private(backup)
            with closing(sqlite3.connect(backup)) as copy:
                connection.backup(copy)
        _apply(connection, script, number)
    if 0 < version < len(migrations):
        # Older versions left what they deleted where it stood; now it is written anew.
        try:
            connection.execute("VACUUM")
        except sqlite3.OperationalError as error:
            log.info("The file of chats is not written anew: %s", error.sqlite_errorname)


def _apply(connection: sqlite3.Connection, script: str, number: int) -> None:
    try:
        connection.executescript(f"BEGIN; {script}; PRAGMA user_version = {number}; COMMIT;")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
