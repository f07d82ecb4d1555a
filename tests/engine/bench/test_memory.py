"""Memory as the system tells it; a difference of tens of megabytes is no chance."""

import mmap
import sys
from pathlib import Path

import pytest

from engine.bench.load_memory import measure_loads
from engine.bench.memory import anonymous_bytes, memory_now, watch_peak
from engine.errors import BadParameter
from engine.models.tiny import write_tiny_gguf

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")
BYTES = 64 * 2**20


def test_a_peak_is_seen_though_it_is_over() -> None:
    """Memory that is touched and given back within the watch."""
    before = anonymous_bytes()
    assert before is not None
    with watch_peak() as peak, mmap.mmap(-1, BYTES, flags=mmap.MAP_PRIVATE) as block:
        while block.tell() < BYTES:
            block.write(b"\x01" * 2**20)
        # The watcher looks when it likes; its last look is when the watch ends.
        while peak.num_bytes < before + BYTES // 2:
            pass
    assert peak.num_bytes >= before + BYTES // 2


def test_memory_is_told_in_bytes() -> None:
    """Python with torch holds more than 10 MB and less than all there is."""
    memory = memory_now()
    assert memory.anonymous_bytes is not None
    assert memory.peak_bytes is not None
    assert 10e6 < memory.anonymous_bytes <= memory.peak_bytes
    assert memory.resident_bytes <= memory.peak_bytes + BYTES


def test_a_folder_cannot_be_measured(tmp_path: Path) -> None:
    """Nor anything in a frozen program, which has no interpreter to start."""
    with pytest.raises(BadParameter, match="a GGUF file"):
        measure_loads(tmp_path)


def test_a_frozen_program_cannot_measure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would start itself again and again."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    with pytest.raises(BadParameter, match="a Python of its own"):
        measure_loads(tmp_path / "model.gguf")


@pytest.mark.slow
def test_loads_are_measured_in_fresh_processes(tmp_path: Path) -> None:
    """Twice: the first packs and the second finds it packed; nothing is left beside the model."""
    model = tmp_path / "models" / "tiny.gguf"
    model.parent.mkdir()
    write_tiny_gguf(model, seed=1)
    first, second = measure_loads(model)
    assert first.file_bytes == second.file_bytes == model.stat().st_size
    assert min(first.imports_bytes, second.imports_bytes) > 10e6
    assert first.ratio == first.peak_bytes / first.file_bytes
    assert [file.name for file in model.parent.iterdir()] == ["tiny.gguf"]
