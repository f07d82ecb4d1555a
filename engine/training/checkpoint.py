"""The state of a run on disk, replaced whole: a crash loses a minute, never the run."""

import errno
import json
from pathlib import Path

from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file

from engine.errors import OutOfDisk
from engine.training.optimizer import Optimizer
from engine.training.progress import Acceptance

Curve = list[tuple[int, Acceptance]]


class Checkpoint:
    """One file.

    Args:
        path: where; its folder exists.
        key: names all that the run depends on; a state with another key is left alone.
    """

    def __init__(self, path: Path, *, key: str) -> None:
        self.path = path
        self._key = key

    def save(self, optimizer: Optimizer, curve: Curve, spent_s: float) -> None:
        """Keep a state, its curve and the seconds it took.

        Raises:
            OutOfDisk: there is no room; the state before is still there.
        """
        temporary = self.path.with_suffix(".part")
        metadata = {
            "key": self._key,
            "num_done": str(optimizer.num_done),
            "spent_s": str(spent_s),
            "curve": json.dumps([[tokens, figures.to_json()] for tokens, figures in curve]),
        }
        try:
            save_file(optimizer.state(), temporary, metadata)
            temporary.replace(self.path)
        except (OSError, SafetensorError) as error:
            code = error.errno if isinstance(error, OSError) else None
            if code == errno.ENOSPC or "No space left" in str(error):
                raise OutOfDisk(str(self.path.parent)) from error
            raise
        finally:
            temporary.unlink(missing_ok=True)

    def load(self, optimizer: Optimizer) -> tuple[Curve, float] | None:
        """Take up the state there is: its curve and seconds; None if there is none of this run."""
        if not self.path.is_file():
            return None
        with safe_open(self.path, framework="pt") as file:
            metadata = file.metadata() or {}
            if metadata.get("key") != self._key:
                return None
            optimizer.restore(file.get_tensor, int(metadata["num_done"]))
        curve = [
            (
                tokens,
                Acceptance(
                    greedy=tuple(figures["greedy"]),
                    sampled=tuple(figures["sampled"]),
                    coupled=figures["coupled"],
                    coverage=figures["coverage"],
                    num_tokens=figures["num_tokens"],
                ),
            )
            for tokens, figures in json.loads(metadata["curve"])
        ]
        return curve, float(metadata["spent_s"])
