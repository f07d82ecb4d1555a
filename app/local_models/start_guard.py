"""Remembers which models were in use, so that what took the program down is not loaded by itself.

A note in the cache folder is written before a load and taken away when the program ends in order.
One that is still there at a start was left by a crash.
"""

import json
import logging
from pathlib import Path

_log = logging.getLogger(__name__)


class StartGuard:
    """The note of one user.

    Args:
        path: of the note.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.crashed: tuple[str, str | None] | None = self._read()
        """The pair that was in use when the program died, or None."""

    def note(self, target_id: str, draft_id: str | None) -> None:
        """Note that a pair is about to be loaded."""
        self.crashed = None
        text = json.dumps({"target_id": target_id, "draft_id": draft_id})
        written = self._path.with_suffix(".new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            written.write_text(text, encoding="utf-8")
            written.replace(self._path)
        except OSError as error:
            _log.info("no note of the load is kept: %s", error.strerror)

    def end(self) -> None:
        """Take the note away: the program ends in order, or nothing is loaded any more."""
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            _log.info("the note of the load stays: %s", error.strerror)

    def _read(self) -> tuple[str, str | None] | None:
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        match kept:
            case {"target_id": str(target_id), "draft_id": (str() | None) as draft_id}:
                return target_id, draft_id
            case _:
                return None
