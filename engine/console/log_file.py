"""Where a console command's warnings go: the user's log, never the screen.

Without this Python would print them, tracebacks and all, into the reply.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler

from engine import user_paths

_LOG_BYTES = 1_000_000


@contextmanager
def warnings_in_log() -> Iterator[None]:
    """Keep the engine's warnings in the user's log while a command runs."""
    logger = logging.getLogger("engine")
    handler = _handler()
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        handler.close()


def _handler() -> logging.Handler:
    path = user_paths().logs / "console.log"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(
            path, maxBytes=_LOG_BYTES, backupCount=1, encoding="utf-8", delay=True
        )
    except OSError:
        # A home that cannot be written must not keep anybody from chatting.
        return logging.NullHandler()
    handler.setLevel(logging.WARNING)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    return handler
