"""Opening the engine: what Python's collector is told, in a process of its own."""

import subprocess
import sys
from pathlib import Path

CODE = """
import gc
from app.opening import open_engine_gently
before = gc.get_freeze_count()
engine = open_engine_gently()
print(before, gc.get_freeze_count() > 50_000, len(gc.get_objects()) < 5_000, gc.isenabled())
"""


def test_what_is_imported_is_never_looked_through_again() -> None:
    """And the collector is on again, for all that comes later."""
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", CODE], cwd=root, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["0", "True", "True", "True"]
