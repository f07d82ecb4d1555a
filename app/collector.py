"""Keeps Python's collector out of what is imported late and stays until the end.

The collector holds the interpreter, and the window with it, while it looks through all objects:
again and again during a large import, and later in the midst of a reply. Knows nothing of either.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def kept_for_good() -> Iterator[None]:
    """Collect nothing inside, and leave out from then on all that is there at its end."""
    gc.disable()
    try:
        yield
        gc.freeze()
    finally:
        gc.enable()
