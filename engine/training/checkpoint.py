"""The state of a run on disk, replaced whole: a crash loses a minute, never the run."""

import json
import logging
from pathlib import Path

from safetensors import SafetensorError, safe_open

from engine.drafting.whole_file import write_whole
from engine.training.optimizer import Optimizer
from engine.training.progress import Acceptance

Curve = list[tuple[int, Acceptance]]
_log = logging.getLogger(__name__)


class Checkpoint:
    """One file.

    Args:
        path: where; its folder is made.
        key: names all that the run depends on; a state with another key is left alone.
    """

    def __init__(self, path: Path, *, key: str) -> None:
        self.path = path
        self._key = key

    def save(self, optimizer: Optimizer, curve: Curve, spent_s: float) -> None:
        """Keep a state, its curve and the seconds it took.

        Raises:
            OutOfDisk, NotWritable: it cannot be kept; the state before is still there.
        """
        metadata = {
            "key": self._key,
            "num_done": str(optimizer.num_done),
            "spent_s": str(spent_s),
            "curve": json.dumps([[tokens, figures.to_json()] for tokens, figures in curve]),
        }
        write_whole(self.path, optimizer.state(), metadata)

    def load(self, optimizer: Optimizer) -> tuple[Curve, float] | None:
        """Take up the state there is: its curve and seconds.

        None if there is none of this run, or a damaged one: learning then begins again, from what
        was written.
        """
        if not self.path.is_file():
            return None
        try:
            with safe_open(self.path, framework="pt") as file:
                metadata = file.metadata() or {}
                if metadata.get("key") != self._key:
                    return None
                curve = _curve_from(json.loads(metadata["curve"]))
                num_done, spent_s = int(metadata["num_done"]), float(metadata["spent_s"])
                state = {name: file.get_tensor(name) for name in optimizer.state()}
            optimizer.restore(state, num_done)
        except (SafetensorError, OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            _log.info("the state of a draft is damaged: %s", type(error).__name__)
            return None
        return curve, spent_s


def _curve_from(kept: list[tuple[int, object]]) -> Curve:
    curve: Curve = []
    for num_tokens, kept_figures in kept:
        figures = Acceptance.from_json(kept_figures)
        if figures is None:
            raise ValueError("figures")
        curve.append((num_tokens, figures))
    return curve
