"""From a `ModelSpec` to a model that runs: the road of a GGUF file and that of a folder.

Owns the order of a load: what is it, will it fit, is there a packed copy, pack it otherwise.
Knows no events: each road is a generator of stages that can be closed to stop it.
"""

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from math import prod

import torch

from engine.errors import BadModelFile, ModelNotFound, OutOfMemory
from engine.events import ModelInfo
from engine.language import number, say
from engine.models.cached import CachedModel
from engine.models.cuda_graphs import recorded
from engine.models.decoder import Decoder, DecoderWeights
from engine.models.folder_weights import FolderWeights, read_lean_config
from engine.models.form import PRODUCTS_FILE, Form, choose_form
from engine.models.gguf import GgufFile
from engine.models.gguf_weights import GgufWeights, read_config
from engine.models.huge_pages import use_huge_pages_soon
from engine.models.placement import ModelSize, free_bytes, plan_context
from engine.models.quantized import FusedLinear
from engine.models.ready_weights import Stage, ready_weights
from engine.models.tokenizer import Tokenizer
from engine.models.transformers import load_folder, read_folder_config
from engine.models.weight_files import weights_size
from engine.params import ModelSpec, Placement, Precision
from engine.paths import user_paths

_LARGE_BYTES = 2**26
"""Weights that do not fit into a processor's caches by far."""


_OFFLOADING_SHARE = 0.75
"""Of what is free: what the weights of a model may take that does not fit whole."""
_LEAST_SHARE = 0.2
"""Of a model: with less of it on the device, the rest is not worth waiting for."""


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
        tokenizer = Tokenizer.from_gguf_metadata(file.metadata, str(spec.path))
        form = _form(placement, device=device, num_parameters=num_parameters)
        return (
            yield from _load_lean(
                spec,
                packer=GgufWeights(file, config, device=device),
                tokenizer=tokenizer,
                form=form,
                placement=placement,
                weight_bytes=num_parameters if form is Form.W8A8 else spec.path.stat().st_size,
                num_parameters=num_parameters,
            )
        )


def _form(placement: Placement, *, device: torch.device, num_parameters: int) -> Form:
    return choose_form(
        placement.precision,
        device=device,
        num_parameters=num_parameters,
        free=free_bytes(device),
        kept=user_paths().cache / PRODUCTS_FILE,
    )


def _load_lean(
    spec: ModelSpec,
    *,
    packer: GgufWeights | FolderWeights,
    tokenizer: Tokenizer,
    form: Form,
    placement: Placement,
    weight_bytes: int,
    num_parameters: int,
) -> Loading:
    """Load for the lean decoder, once it is known what the model is."""
    config, device = packer.config, packer.device
    size = ModelSize(
        weight_bytes=weight_bytes,
        cache_bytes_per_position=config.cache_bytes_per_position,
        context_length=config.context_length,
    )
    context = plan_context(size, placement=placement, free=free_bytes(device), device=device)
    if tokenizer.num_tokens > config.vocab_rows:
        detail = say("{tokens} tokens but only {rows} rows for them").format(
            tokens=number(tokenizer.num_tokens), rows=number(config.vocab_rows)
        )
        raise BadModelFile(str(spec.path), detail)
    yield "loading", None
    weights = yield from ready_weights(spec.path, packer=packer, form=form)
    if form is Form.W8A8 and weight_bytes > _LARGE_BYTES:
        use_huge_pages_soon()
    decoder = Decoder(config, weights, capacity=context, dtype=torch.bfloat16, device=device)
    info = ModelInfo(
        spec=spec,
        kind=_kind(weights),
        num_parameters=num_parameters,
        size_bytes=weight_bytes,
        has_chat_template=tokenizer.chat_template is not None,
    )
    return LoadedModel(spec, CachedModel(recorded(decoder), name=spec.name), tokenizer, info)


def _load_folder(spec: ModelSpec, *, placement: Placement, device: torch.device) -> Loading:
    yield "reading", None
    tokenizer = Tokenizer.from_folder(spec.path)
    config = read_lean_config(spec.path)
    if config is not None and placement.precision in (Precision.AUTO, Precision.INT8):
        with FolderWeights(spec.path, config) as packer:
            form = _form(placement, device=device, num_parameters=packer.num_parameters)
            if form is Form.W8A8:
                return (
                    yield from _load_lean(
                        spec,
                        packer=packer,
                        tokenizer=tokenizer,
                        form=form,
                        placement=placement,
                        weight_bytes=packer.num_parameters,
                        num_parameters=packer.num_parameters,
                    )
                )
    size_bytes = weights_size(spec.path)
    free = free_bytes(device)
    most_bytes = None
    if size_bytes > free:
        most_bytes = int(_OFFLOADING_SHARE * free)
        if device.type == "mps" or most_bytes < _LEAST_SHARE * size_bytes:
            raise OutOfMemory(device=device.type.upper(), needed_bytes=size_bytes, free_bytes=free)
    yield "loading", None
    folder = load_folder(
        spec.path,
        precision=placement.precision,
        device=device,
        capacity=placement.context_length,
        most_bytes=most_bytes,
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
