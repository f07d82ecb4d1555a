"""Opens the engine so that the window hardly feels it: its import makes 200,000 objects."""

from app.collector import kept_for_good
from app.engine_thread import EngineLike
from engine import open_engine


def open_engine_gently() -> EngineLike:
    """Make the real engine; call it on the engine's thread."""
    with kept_for_good():
        return open_engine()
