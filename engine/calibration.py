"""How the time of a pass grows with its width, measured once for a model on a machine.

Owns the measurement and the file it is kept in. The file is a cache: anything odd about it means
that it is measured again. Knows no drafter.
"""

import json
import logging
import os
import tempfile
from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import count
from pathlib import Path
from time import perf_counter

from engine.models.cached import CachedModel

NUM_WIDTHS = 9
_BUDGET_S = 2.5
_PREFIX = 32
_MOST_ROUNDS = 3
_log = logging.getLogger(__name__)


def measure_widths(
    target: CachedModel,
    *,
    should_stop: Callable[[], bool] = lambda: False,
    clock: Callable[[], float] = perf_counter,
) -> tuple[float, ...]:
    """Time passes over 1 .. 9 tokens; the cache is empty afterwards.

    Widths take turns, so that a machine that slows down slows all of them, and the quickest of
    each counts, since whatever else runs only adds.

    Args:
        target: with room for a few dozen positions.
        should_stop: asked before each pass.
        clock: seconds.

    Returns:
        Seconds of a pass relative to one token's, the first being 1; empty where there is no
        room to measure, or it was stopped.
    """
    if not target.can_crop or target.capacity < _PREFIX + NUM_WIDTHS:
        return ()
    target.crop_to(0)
    target.extend([0] * _PREFIX, num_logits=1)
    best = [float("inf")] * NUM_WIDTHS
    start = clock()
    for round in count():
        for width in range(1, NUM_WIDTHS + 1):
            if should_stop():
                target.crop_to(0)
                return ()
            begun = clock()
            target.extend([0] * width)
            best[width - 1] = min(best[width - 1], clock() - begun)
            target.crop_to(_PREFIX)
        spent = clock() - start
        if round + 1 == _MOST_ROUNDS or spent * (round + 2) / (round + 1) > _BUDGET_S:
            break
    target.crop_to(0)
    if best[0] <= 0.0:
        return ()
    # Noise cannot make a wider pass cheaper.
    shape = [1.0]
    for seconds in best[1:]:
        shape.append(max(shape[-1], seconds / best[0]))
    return tuple(shape)


class Calibrations:
    """The measurements kept on disk, one JSON object in the cache folder.

    Args:
        path: of the file; made when something is first kept.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def find(self, key: str) -> tuple[float, ...] | None:
        """Look up a measurement."""
        shape = self._read().get(key)
        if not isinstance(shape, list) or len(shape) != NUM_WIDTHS:
            return None
        if not all(isinstance(ratio, int | float) and 1.0 <= ratio < 1000 for ratio in shape):
            return None
        return tuple(map(float, shape))

    def keep(self, key: str, shape: Sequence[float]) -> None:
        """Add a measurement; where the folder cannot be written it is made again next time."""
        kept = {**self._read(), key: list(shape)}
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=self._path.parent, suffix=".tmp")
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    json.dump(kept, file)
                Path(temporary).replace(self._path)
            finally:
                Path(temporary).unlink(missing_ok=True)
        except OSError as error:
            _log.info("calibration not kept: %s", error.strerror)

    def _read(self) -> dict[str, object]:
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return kept if isinstance(kept, dict) else {}


def calibration_key(source: Path, *, machine: str, num_threads: int) -> str:
    """Name what a measurement depends on: the model as it lies there, and the machine.

    Args:
        source: the model's file or folder.
        machine: device, processor and torch, as `kernels.packing_key` names them.
        num_threads: processor threads.
    """
    stat = source.stat()
    name = f"{source.absolute()} {stat.st_size} {stat.st_mtime_ns} {machine} {num_threads}"
    return sha256(os.fsencode(name)).hexdigest()[:32]
