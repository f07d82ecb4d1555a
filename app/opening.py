"""Opens the engine so that the window hardly feels it.

What is imported for it are some two hundred thousand objects that stay. Python's collector holds
the interpreter while it looks through all objects: again and again during the import, and later in
the midst of a reply. It is kept from the first and told to leave them out of the second.
"""

import gc

from app.engine_thread import EngineLike
from engine import open_engine


def open_engine_gently() -> EngineLike:
    """Make the real engine; call it on the engine's thread."""
    gc.disable()
    try:
        engine = open_engine()
        gc.freeze()
    finally:
        gc.enable()
    return engine
