"""Loading torch's library ahead of the import, in a process of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

CODE = """
import sys
from pathlib import Path
from engine.models.shared_library import preload_torch
maps = Path("/proc/self/maps")
print("libtorch_cpu" in maps.read_text())
preload_torch()
print("libtorch_cpu" in maps.read_text(), "torch" in sys.modules)
import torch
preload_torch()
print(int(torch.ones(3).sum()))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists what is loaded")
def test_the_library_is_there_before_torch_is_imported() -> None:
    """And torch works with it; once more does nothing."""
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-c", CODE], cwd=root, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "True", "False", "3"]
    assert done.stderr == ""
