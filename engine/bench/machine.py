"""What figures depend on besides the program: the machine, its libraries, its memory's speed."""

import os
import platform
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import psutil
import torch

_BUFFER_BYTES = 256 * 2**20
_NUM_READS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """A machine, for the report; sizes in bytes."""

    processor: str
    num_cores: int
    num_logical_cores: int
    memory_bytes: int
    system: str
    python: str
    torch: str
    cpu_capability: str
    num_threads: int


def describe_machine() -> Machine:
    """Look at the machine as this process sees it."""
    return Machine(
        processor=_processor(),
        num_cores=psutil.cpu_count(logical=False) or 0,
        num_logical_cores=os.cpu_count() or 0,
        memory_bytes=psutil.virtual_memory().total,
        system=platform.platform(),
        python=platform.python_version(),
        torch=torch.__version__,
        cpu_capability=torch.backends.cpu.get_cpu_capability(),
        num_threads=torch.get_num_threads(),
    )


def read_bytes_per_s() -> float | None:
    """Measure how fast memory is read with torch's threads; None where there is no room for it.

    The best of a few passes over a buffer that no cache holds: what disturbs only slows down.
    """
    if psutil.virtual_memory().available < 2 * _BUFFER_BYTES:
        return None
    buffer = torch.ones(_BUFFER_BYTES // 4)
    best = float("inf")
    for _ in range(_NUM_READS):
        start = perf_counter()
        buffer.sum()
        best = min(best, perf_counter() - start)
    return _BUFFER_BYTES / best


def _processor() -> str:
    """Name the processor as its maker does, where the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())
