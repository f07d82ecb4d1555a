"""The log: a few rotating files in the user's log folder, and nothing of what is said.

Prompts and replies are never logged, here or anywhere. Without a folder to write to, the program
runs without a log.
"""

import logging
import sys
from logging.handlers import RotatingFileHandler
from pathlib import Path

FILE_NAME = "foreword.log"

_MAX_BYTES = 1_000_000
_NUM_BACKUPS = 3
_FORMAT = "%(asctime)s %(levelname)s %(name)s [%(threadName)s] %(message)s"


def start_logging(folder: Path) -> logging.Handler | None:
    """Log to a file in the folder from now on; None where it cannot be written.

    Args:
        folder: made if it is not there.
    """
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    # A failing log (a full disk) must not print into a console that may not even exist.
    logging.raiseExceptions = False
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(
            folder / FILE_NAME,
            maxBytes=_MAX_BYTES,
            backupCount=_NUM_BACKUPS,
            encoding="utf-8",
            errors="backslashreplace",
        )
    except OSError:
        return None
    handler.setFormatter(logging.Formatter(_FORMAT))
    root.addHandler(handler)
    if sys.stderr is not None:
        # Someone who started it from a terminal is told of errors there as well.
        console = logging.StreamHandler()
        console.setLevel(logging.ERROR)
        console.setFormatter(logging.Formatter("foreword: %(message)s"))
        root.addHandler(console)
    return handler
