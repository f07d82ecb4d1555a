"""Finished comparisons on disk: figures only, no word of any prompt or reply.

A small SQLite file of its own beside the chats, so that neither can harm the other. A file of a
newer version is left alone, a damaged one is moved aside; either way the program goes on, with a
history that lasts until it ends. Knows no Qt.
"""

import logging
import sqlite3
import time
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

from app.compare.prompts import PromptKind
from app.compare.runs import ComparedRun
from app.language.text import translate
from app.private_files import keep_private

log = logging.getLogger(__name__)

_VERSION = 1
_SCHEMA = """
CREATE TABLE IF NOT EXISTS runs (
    id                        INTEGER PRIMARY KEY AUTOINCREMENT,
    series                    TEXT NOT NULL,
    at                        REAL NOT NULL,
    target                    TEXT NOT NULL,
    form                      TEXT NOT NULL,
    draft                     TEXT NOT NULL,
    device                    TEXT NOT NULL,
    kind                      TEXT NOT NULL,
    prompt                    TEXT NOT NULL,
    temperature               REAL NOT NULL,
    is_speculative_first      INTEGER NOT NULL,
    plain_tokens_per_s        REAL NOT NULL,
    speculative_tokens_per_s  REAL NOT NULL,
    plain_first_token_s       REAL NOT NULL,
    speculative_first_token_s REAL NOT NULL,
    num_tokens                INTEGER NOT NULL,
    acceptance_rate           REAL,
    tokens_a_round            REAL NOT NULL,
    num_compared              INTEGER NOT NULL,
    first_difference          INTEGER,
    is_same_text_promised     INTEGER NOT NULL,
    others_share              REAL
) STRICT
"""
_COLUMNS = tuple(field.name for field in fields(ComparedRun) if field.name != "id")


class CompareHistory:
    """The comparisons of one user.

    Args:
        path: of the file, or None to keep nothing beyond the program's end.
    """

    def __init__(self, path: Path | None) -> None:
        self.problem = ""
        """Why nothing is kept on disk, as a sentence; empty where all is well."""
        try:
            self._connection = _opened(path)
        except _NewerFile:
            self.problem = translate(
                "Compare", "The history was written by a newer Foreword and is left untouched."
            )
            self._connection = _opened(None)
        except (sqlite3.Error, OSError) as error:
            log.info("Comparisons are not kept: %s", type(error).__name__)
            self.problem = translate(
                "Compare", "The history cannot be written; it lasts until Foreword is closed."
            )
            self._connection = _opened(None)

    def close(self) -> None:
        """Close the file; nothing may be asked afterwards."""
        self._connection.close()

    def add(self, run: ComparedRun) -> bool:
        """Keep a run; False where there is no room for it on disk."""
        marks = ", ".join(f":{name}" for name in _COLUMNS)
        values = {name: getattr(run, name) for name in _COLUMNS} | {"kind": run.kind.value}
        return self._change(f"INSERT INTO runs ({', '.join(_COLUMNS)}) VALUES ({marks})", [values])

    def runs(self) -> list[ComparedRun]:
        """Give all runs, oldest first; one that cannot be read is left out."""
        try:
            rows = self._connection.execute("SELECT * FROM runs ORDER BY at, id").fetchall()
        except sqlite3.Error as error:
            log.info("Comparisons cannot be read: %s", type(error).__name__)
            return []
        return [run for row in rows if (run := _read(row)) is not None]

    def delete(self, ids: Iterable[int]) -> bool:
        """Forget runs; False where the file cannot be changed."""
        return self._change("DELETE FROM runs WHERE id = :id", [{"id": id} for id in ids])

    def _change(self, statement: str, values: list[dict[str, object]]) -> bool:
        try:
            with self._connection:
                self._connection.executemany(statement, values)
        except sqlite3.Error as error:
            log.info("Comparisons cannot be changed: %s", type(error).__name__)
            return False
        return True


class _NewerFile(Exception):
    pass


def _opened(path: Path | None) -> sqlite3.Connection:
    if path is None:
        return _connect(":memory:")
    path.parent.mkdir(parents=True, exist_ok=True)
    keep_private(path)
    try:
        return _connect(path)
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):
            raise
        aside = path.with_name(f"{path.stem}.damaged-{time.strftime('%Y%m%d-%H%M%S')}{path.suffix}")
        path.replace(aside)
        log.info("A damaged history of comparisons was moved aside")
        return _connect(path)


def _connect(path: Path | str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=5.0)
    try:
        connection.row_factory = sqlite3.Row
        version: int = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > _VERSION:
            raise _NewerFile
        connection.execute("PRAGMA secure_delete = ON")
        if version < _VERSION:
            with connection:
                connection.execute(_SCHEMA)
                connection.execute(f"PRAGMA user_version = {_VERSION}")
        connection.execute("SELECT id FROM runs LIMIT 1").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def _read(row: sqlite3.Row) -> ComparedRun | None:
    values = dict(row)
    try:
        values["kind"] = PromptKind(values["kind"])
        for name in ("is_speculative_first", "is_same_text_promised"):
            values[name] = bool(values[name])
        return ComparedRun(**values)
    except (ValueError, TypeError):
        log.info("Comparison %s cannot be read", row["id"])
        return None
