"""What the target wrote, on disk: ids, whose each is, and the target's features at each position.

Owns the files of a corpus, one for each group of conversations that were written side by side.
They are mapped, not read, so that training needs memory for what it looks at only. A file that is
damaged is thrown away, since the same group can be written again.
"""

import logging
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor

from engine.drafting.whole_file import write_whole
from engine.errors import NotWritable, OutOfDisk
from engine.training.conversation import Kind

_SUFFIX = ".shard"
_SPARE_BYTES = 2**24
"""Of the disk, left to the state of learning and to everybody else."""
_log = logging.getLogger(__name__)


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
        num_groups: how many are wanted; further ones, of a longer run, are not looked at.

    Raises:
        NotWritable: it cannot be created.
    """

    def __init__(self, folder: Path, *, num_groups: int) -> None:
        self.folder = folder
        self.num_groups = num_groups
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise NotWritable(str(folder)) from error

    def numbers(self) -> list[int]:
        """List the shards there are, ascending."""
        stems = (path.stem for path in self.folder.glob(f"*{_SUFFIX}"))
        known = (int(stem) for stem in stems if re.fullmatch(r"[0-9]{5,}", stem))
        return sorted(number for number in known if number < self.num_groups)

    def drop_damaged(self, like: Shard, *, num_rows: int) -> None:
        """Throw away what is not as it was written.

        Args:
            like: an empty shard of the same sizes.
            num_rows: ids there are.
        """
        for number in self.numbers():
            if not self._is_sound(number, like, num_rows):
                _log.info("group %d of a corpus is damaged and written again", number)
                self._path(number).unlink()

    def drop_no_numbers(self) -> set[int]:
        """Throw away shards with features that are no numbers; say which. Reads all of them."""
        dropped = set()
        for number in self.numbers():
            features = self.read(number).features
            if not bool(features.sum(dtype=torch.float32).isfinite()):
                _log.info("group %d of a corpus holds what is no number", number)
                self._path(number).unlink()
                dropped.add(number)
        return dropped

    def write(self, number: int, shard: Shard) -> None:
        """Keep a shard, whole or not at all.

        Raises:
            OutOfDisk, NotWritable: it cannot be kept; nothing is left behind.
        """
        tensors = {"ids": shard.ids, "kinds": shard.kinds, "features": shard.features}
        sizes = (tensor.numel() * tensor.element_size() for tensor in tensors.values())
        needed = sum(sizes) + _SPARE_BYTES
        free = shutil.disk_usage(self.folder).free
        if free < needed:
            raise OutOfDisk(str(self.folder), needed, free)
        write_whole(self._path(number), tensors)

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

    def _is_sound(self, number: int, like: Shard, num_rows: int) -> bool:
        try:
            with safe_open(self._path(number), framework="pt") as file:
                ids, kinds = file.get_tensor("ids"), file.get_tensor("kinds")
                features = file.get_slice("features")
                sizes = [ids.shape, kinds.shape, torch.Size(features.get_shape())]
                held = features.get_dtype()
        except (SafetensorError, OSError):
            return False
        wanted = [like.ids.shape, like.kinds.shape, like.features.shape]
        if sizes != wanted or (ids.dtype, kinds.dtype, held) != (torch.int32, torch.uint8, "BF16"):
            return False
        return 0 <= int(ids.min()) <= int(ids.max()) < num_rows and int(kinds.max()) < len(Kind)

    def _path(self, number: int) -> Path:
        return self.folder / f"{number:05d}{_SUFFIX}"


def empty_shard(num_sequences: int, length: int, num_features: int) -> Shard:
    """Make room for conversations to be written."""
    return Shard(
        ids=torch.zeros((num_sequences, length), dtype=torch.int32),
        kinds=torch.zeros((num_sequences, length), dtype=torch.uint8),
        features=torch.zeros((num_sequences, length, num_features), dtype=torch.bfloat16),
    )
