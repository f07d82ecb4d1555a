"""Weights ready to multiply: mapped from their packed copy, or packed now and kept.

Owns where packed copies lie and when they are made. A packed copy is a cache: one that cannot be
kept only makes the next load slower.
"""

import logging
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import torch

from engine.errors import OutOfDisk
from engine.leftovers import sweep
from engine.models.decoder import DecoderWeights
from engine.models.folder_weights import FolderWeights
from engine.models.form import Form
from engine.models.gguf_weights import GgufWeights
from engine.models.packed_copies import cached_copy, is_ours
from engine.models.packed_file import load_packed, packed_path, save_packed
from engine.models.placement import give_back_memory
from engine.models.rotated_weights import RotatedWeights

_log = logging.getLogger(__name__)

Stage = tuple[str, float | None]
"""What a load is doing, and the fraction that is done where it is known."""


def ready_weights(
    source: Path, *, packer: GgufWeights | FolderWeights, form: Form
) -> Generator[Stage, None, DecoderWeights]:
    """Give a model's weights in a form.

    Args:
        source: the model's file or folder.
        packer: reads its tensors.
        form: W8A8, or for a GGUF file also INT4.

    Yields:
        Stages; close the generator to stop.
    """
    weights = _find_packed(source, packer=packer, form=form)
    if weights is not None:
        return weights
    # Only a GGUF file has anything in 4 bits.
    as_stored = packer if isinstance(packer, GgufWeights) and form is Form.INT4 else None
    with closing((as_stored or RotatedWeights(packer)).read()) as reading:
        while weights is None:
            try:
                yield "packing", next(reading)
                give_back_memory()
            except StopIteration as end:
                weights = end.value
    if as_stored is not None:
        _log.info("%s packed, largest 8-bit error %.4f", source.name, as_stored.worst_int8_error)
    with closing(_keep(weights, source, device=packer.device, form=form)) as keeping:
        for fraction in keeping:
            yield "keeping", fraction
    # What was just written is mapped instead, so that the system may drop its pages.
    weights = _find_packed(source, packer=packer, form=form) or weights
    give_back_memory()
    return weights


def _find_packed(
    source: Path, *, packer: GgufWeights | FolderWeights, form: Form
) -> DecoderWeights | None:
    """Map the packed copy of a model, if there is a good one."""
    for path in packed_places(source, packer.device, form):
        # A copy that is there is not written again, so that nothing else would.
        sweep(path)
        weights = load_packed(
            path,
            source=source,
            config=packer.config,
            embedding=packer.embedding(),
            device=packer.device,
        )
        if weights is not None:
            return weights
    return None


def packed_places(source: Path, device: torch.device, form: Form) -> list[Path]:
    """Where a packed copy may lie, the best place first."""
    beside = packed_path(source, device=device, form=form)
    in_cache = cached_copy(source, beside.name)
    return [beside, in_cache] if is_ours(source) else [in_cache]


def _keep(
    weights: DecoderWeights, source: Path, *, device: torch.device, form: Form
) -> Generator[float]:
    """Keep the packed copy where it can be; without one the next load is only slower.

    Yields:
        The fraction that is done.
    """
    for path in packed_places(source, device, form):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            yield from save_packed(path, weights, source=source, device=device)
        except (OSError, OutOfDisk) as error:
            _log.info("packed copy not kept at %s: %s", path.name, error)
        else:
            return
