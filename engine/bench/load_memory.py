"""Memory gained while a model is loaded, above what the imports cost.

Measured in a fresh process each time, since memory that was used once is seldom given back: the
parent asks, and this module run by name is the child. The model is linked into a folder of its
own, so that the first load has nothing packed to find.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter

from engine import (
    BadParameter,
    DeviceChoice,
    LoadModels,
    ModelSpec,
    Placement,
    format_bytes,
    open_engine,
    user_paths,
)
from engine.bench.memory import anonymous_bytes, watch_peak
from engine.handling import carry_out


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadMemory:
    """One load.

    Args:
        imports_bytes: anonymous memory before it.
        peak_bytes: the most that was gained during it.
        settled_bytes: what was gained once it was done.
        file_bytes: size of the model's file.
        seconds: how long it took.
    """

    imports_bytes: int
    peak_bytes: int
    settled_bytes: int
    file_bytes: int
    seconds: float

    @property
    def ratio(self) -> float:
        """The most that was gained, for each byte of the file."""
        return self.peak_bytes / self.file_bytes


def measure_loads(model: Path) -> tuple[LoadMemory, LoadMemory]:
    """Load a GGUF file twice, on the CPU: first packing it, then finding it packed.

    Raises:
        BadParameter: this cannot be measured here, or not with this model.
    """
    if getattr(sys, "frozen", False):
        raise BadParameter("--memory", "measured", "an installation with a Python of its own")
    if anonymous_bytes() is None:
        raise BadParameter("--memory", "measured", "a Linux machine, which tells it")
    if model.is_dir():
        raise BadParameter("--memory", f"measured for {model}", "a GGUF file")
    cache = user_paths().cache
    cache.mkdir(parents=True, exist_ok=True)
    # Not the system's folder for temporary files: that may itself lie in memory.
    with tempfile.TemporaryDirectory(dir=cache, prefix="bench-") as folder:
        link = Path(folder, model.name)
        link.symlink_to(model)
        return _in_fresh_process(link), _in_fresh_process(link)


def load_lines(loads: tuple[LoadMemory, LoadMemory]) -> Iterator[str]:
    """Put two loads into words for people."""
    for name, load in zip(("First load (packs)", "Second load"), loads, strict=True):
        yield (
            f"{name}: {load.seconds:.1f} s, at most {format_bytes(load.peak_bytes)} of anonymous "
            f"memory above the imports ({load.ratio:.2f} times the file), "
            f"{format_bytes(max(0, load.settled_bytes))} in the end."
        )


def loads_to_json(loads: tuple[LoadMemory, LoadMemory]) -> dict[str, object]:
    """Put two loads into words for a program."""
    first, second = ({**asdict(load), "ratio": load.ratio} for load in loads)
    return {"first": first, "second": second}


def _in_fresh_process(model: Path) -> LoadMemory:
    root = str(Path(__file__).parents[2])
    paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run(
        [sys.executable, "-m", "engine.bench.load_memory", str(model)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    return LoadMemory(**json.loads(done.stdout))


def _measure(model: Path) -> LoadMemory:
    """Load once in this process, which has done nothing else yet."""
    engine = open_engine()
    before = anonymous_bytes() or 0
    spec = ModelSpec(id=model.stem, name=model.stem, path=model)
    command = LoadModels(target=spec, placement=Placement(device=DeviceChoice.CPU))
    start = perf_counter()
    with watch_peak() as peak:
        list(carry_out(engine, command))
    return LoadMemory(
        imports_bytes=before,
        peak_bytes=peak.num_bytes - before,
        settled_bytes=(anonymous_bytes() or 0) - before,
        file_bytes=model.stat().st_size,
        seconds=perf_counter() - start,
    )


if __name__ == "__main__":
    print(json.dumps(asdict(_measure(Path(sys.argv[1])))))
