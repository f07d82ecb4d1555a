"""From a `ModelSpec` to a model that runs: the road of a GGUF file and that of a folder.

Owns the order of a load: what is it, will it fit, is there a packed copy, pack it otherwise.
Knows no events: each road is a generator of stages that can be closed to stop it.
"""

import logging
import os
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from math import prod
from pathlib import Path

import torch

from engine.errors import BadModelFile, ModelNotFound, OutOfDisk, OutOfMemory
from engine.events import ModelInfo
from engine.models.cached import CachedModel
from engine.models.cuda_graphs import recorded
from engine.models.decoder import Decoder, DecoderWeights
from engine.models.form import Form, choose_form
from engine.models.gguf import GgufFile
from engine.models.gguf_weights import GgufWeights, read_config
from engine.models.packed_file import load_packed, packed_path, save_packed
from engine.models.placement import ModelSize, free_bytes, give_back_memory, plan_context
from engine.models.quantized import FusedLinear
from engine.models.rotated_weights import RotatedWeights
from engine.models.tokenizer import Tokenizer
from engine.models.transformers import load_folder, read_folder_config
from engine.params import ModelSpec, Placement
from engine.paths import user_paths

_log = logging.getLogger(__name__)

Stage = tuple[str, float | None]
"""What a load is doing, and the fraction that is done where it is known."""


@dataclass(slots=True)
class LoadedModel:
    """A model, its tokenizer, and what people are told of it."""

    spec: ModelSpec
    model: CachedModel
    tokenizer: Tokenizer
    info: ModelInfo


Loading = Generator[Stage, None, LoadedModel]


def check_model(spec: ModelSpec) -> None:
    """Refuse early what can be told from a file's own description.

    Raises:
        ModelNotFound: there is nothing at its path.
        BadModelFile: it is damaged.
        UnsupportedModel: it is of a kind that cannot be run.
    """
    if not spec.path.exists():
        raise ModelNotFound(name=str(spec.path))
    if spec.path.is_dir():
        read_folder_config(spec.path)
        return
    with GgufFile.open(spec.path) as file:
        read_config(file)


def load_model(
    spec: ModelSpec,
    *,
    placement: Placement,
    device: torch.device,
    context_length: int | None,
) -> Loading:
    """Load one model.

    Args:
        spec: where it lies.
        placement: how it is held.
        device: where it goes.
        context_length: positions to make room for, overriding the placement; a draft is given
            its target's.

    Yields:
        Stages; close the generator to stop.

    Returns:
        The model.

    Raises:
        EngineError: it is missing, damaged, unsupported, does not fit, or was stopped.
    """
    if context_length is not None:
        placement = Placement(
            device=placement.device,
            num_threads=placement.num_threads,
            context_length=max(16, context_length),
            precision=placement.precision,
        )
    try:
        if spec.path.is_dir():
            return (yield from _load_folder(spec, placement=placement, device=device))
        return (yield from _load_gguf(spec, placement=placement, device=device))
    except (torch.OutOfMemoryError, MemoryError) as error:
        raise OutOfMemory(device=device.type.upper()) from error


def load_now(spec: ModelSpec, *, placement: Placement) -> LoadedModel:
    """Load one model on the CPU without a word on the way, as a measurement wants it.

    Raises:
        EngineError: as for `load_model`.
    """
    loading = load_model(spec, placement=placement, device=torch.device("cpu"), context_length=None)
    with closing(loading):
        while True:
            try:
                next(loading)
            except StopIteration as end:
                loaded: LoadedModel = end.value
                return loaded


def _load_gguf(spec: ModelSpec, *, placement: Placement, device: torch.device) -> Loading:
    yield "reading", None
    with GgufFile.open(spec.path) as file:
        config = read_config(file)
        num_parameters = sum(prod(tensor.shape) for tensor in file.tensors.values())
        free = free_bytes(device)
        form = choose_form(
            placement.precision,
            device=device,
            num_parameters=num_parameters,
            free=free,
            kept=user_paths().cache / "products.json",
        )
        size = ModelSize(
            weight_bytes=num_parameters if form is Form.W8A8 else spec.path.stat().st_size,
            cache_bytes_per_position=config.cache_bytes_per_position,
            context_length=config.context_length,
        )
        context = plan_context(size, placement=placement, free=free, device=device)
        tokenizer = Tokenizer.from_gguf_metadata(file.metadata, str(spec.path))
        if tokenizer.num_tokens > config.vocab_rows:
            detail = f"{tokenizer.num_tokens} tokens but only {config.vocab_rows} rows for them"
            raise BadModelFile(str(spec.path), detail)
        yield "loading", None
        packer = GgufWeights(file, config, device=device)
        weights = _find_packed(spec.path, packer=packer, form=form)
        if weights is None:
            is_turned = form is Form.W8A8
            with closing(RotatedWeights(packer).read() if is_turned else packer.read()) as reading:
                while weights is None:
                    try:
                        yield "packing", next(reading)
                        give_back_memory()
                    except StopIteration as end:
                        weights = end.value
            _log.info("%s packed, largest 8-bit error %.4f", spec.name, packer.worst_int8_error)
            yield "keeping", None
            _keep(weights, spec.path, device=device, form=form)
            # What was just written is mapped instead, so that the system may drop its pages.
            weights = _find_packed(spec.path, packer=packer, form=form) or weights
            give_back_memory()
    decoder = Decoder(config, weights, capacity=context, dtype=torch.bfloat16, device=device)
    info = ModelInfo(
        spec=spec,
        kind=_kind(weights),
        num_parameters=num_parameters,
        size_bytes=size.weight_bytes,
        has_chat_template=tokenizer.chat_template is not None,
    )
    return LoadedModel(spec, CachedModel(recorded(decoder), name=spec.name), tokenizer, info)


def _load_folder(spec: ModelSpec, *, placement: Placement, device: torch.device) -> Loading:
    yield "reading", None
    tokenizer = Tokenizer.from_folder(spec.path)
    size_bytes = sum(file.stat().st_size for file in spec.path.glob("*.safetensors"))
    free = free_bytes(device)
    if size_bytes > free:
        raise OutOfMemory(device=device.type.upper(), needed_bytes=size_bytes, free_bytes=free)
    yield "loading", None
    folder = load_folder(
        spec.path,
        precision=placement.precision,
        device=device,
        capacity=placement.context_length,
    )
    info = ModelInfo(
        spec=spec,
        kind=folder.kind,
        num_parameters=folder.num_parameters,
        size_bytes=size_bytes,
        has_chat_template=tokenizer.chat_template is not None,
    )
    return LoadedModel(spec, CachedModel(folder.backend, name=spec.name), tokenizer, info)


def _kind(weights: DecoderWeights) -> str:
    """Name how most of a model is held, for people."""
    linear = weights.layers[0].gate_up
    first = linear.parts[0] if isinstance(linear, FusedLinear) else linear
    return first.kind if first.kind != "dense" else "bfloat16"


def _find_packed(source: Path, *, packer: GgufWeights, form: Form) -> DecoderWeights | None:
    """Map the packed copy of a model, if there is a good one."""
    for path in _packed_places(source, packer.device, form):
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


def _packed_places(source: Path, device: torch.device, form: Form) -> list[Path]:
    """Where a packed copy may lie: beside the model, else in the cache folder."""
    beside = packed_path(source, device=device, form=form)
    key = sha256(os.fsencode(source.absolute())).hexdigest()[:16]
    return [beside, user_paths().cache / "packed" / f"{key}.{beside.name}"]


def _keep(weights: DecoderWeights, source: Path, *, device: torch.device, form: Form) -> None:
    """Keep the packed copy where it can be; without one the next load is only slower."""
    for path in _packed_places(source, device, form):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            save_packed(path, weights, source=source, device=device)
        except (OSError, OutOfDisk) as error:
            _log.info("packed copy not kept at %s: %s", path.name, error)
        else:
            return
