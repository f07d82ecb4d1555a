"""What the target wrote, on disk: ids, whose each is, and the target's features at each position.

Owns the files of a corpus, one for each group of conversations that were written side by side.
They are mapped, not read, so that training needs memory for what it looks at only.
"""

import errno
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor

from engine.errors import OutOfDisk

_SUFFIX = ".shard"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shard:
    """B conversations of S ids.

    Args:
        ids: (B, S) int32.
        kinds: (B, S) uint8, each a `Kind`.
        features: (B, S, taps * hidden) bfloat16; row i is what the target held after id i.
    """

    ids: Tensor
    kinds: Tensor
    features: Tensor


class Corpus:
    """A folder of shards, numbered from 0.

    Args:
        folder: is created.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def numbers(self) -> list[int]:
        """List the shards there are, ascending."""
        return sorted(int(path.stem) for path in self.folder.glob(f"*{_SUFFIX}"))

    def write(self, number: int, shard: Shard) -> None:
        """Keep a shard, whole or not at all.

        Raises:
            OutOfDisk: there is no room for it; nothing is left behind.
        """
        path = self._path(number)
        temporary = path.with_suffix(".part")
        tensors = {"ids": shard.ids, "kinds": shard.kinds, "features": shard.features}
        needed = sum(tensor.numel() * tensor.element_size() for tensor in tensors.values())
        free = shutil.disk_usage(self.folder).free
        if free < needed + 2**24:
            raise OutOfDisk(str(self.folder), needed, free)
        try:
            save_file(tensors, temporary)
            temporary.replace(path)
        except (OSError, SafetensorError) as error:
            # safetensors wraps the system's error and keeps its words only.
            code = error.errno if isinstance(error, OSError) else None
            if code == errno.ENOSPC or "No space left" in str(error):
                raise OutOfDisk(str(self.folder), needed) from error
            raise
        finally:
            temporary.unlink(missing_ok=True)

    def read(self, number: int) -> Shard:
        """Map a shard."""
        with safe_open(self._path(number), framework="pt") as file:
            return Shard(
                ids=file.get_tensor("ids"),
                kinds=file.get_tensor("kinds"),
                features=file.get_tensor("features"),
            )

    def ids_and_kinds(self) -> Iterator[tuple[Tensor, Tensor]]:
        """Go through what was written without its features."""
        for number in self.numbers():
            with safe_open(self._path(number), framework="pt") as file:
                yield file.get_tensor("ids"), file.get_tensor("kinds")

    def num_tokens(self) -> int:
        """Count the ids there are."""
        return sum(ids.numel() for ids, _ in self.ids_and_kinds())

    def remove(self) -> None:
        """Delete all of it."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _path(self, number: int) -> Path:
        return self.folder / f"{number:05d}{_SUFFIX}"


def empty_shard(num_sequences: int, length: int, num_features: int) -> Shard:
    """Make room for conversations to be written."""
    return Shard(
        ids=torch.zeros((num_sequences, length), dtype=torch.int32),
        kinds=torch.zeros((num_sequences, length), dtype=torch.uint8),
        features=torch.zeros((num_sequences, length, num_features), dtype=torch.bfloat16),
    )
