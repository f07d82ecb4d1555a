"""What one model will take, read from its files before anything is loaded.

Counts as the loader does: a file's matrices in the form that this processor takes them in, keys
and values in bfloat16, the tokenizer, and the scratch of a pass. Reads headers only.
"""

import sys
from math import prod
from pathlib import Path

import torch

from engine.drafting.head_file import read_card
from engine.errors import BadModelFile
from engine.language import number, say
from engine.models.blocks import FOUR_BIT_TYPES
from engine.models.decoder import DecoderConfig
from engine.models.folder_weights import FolderWeights, read_lean_config
from engine.models.form import PRODUCTS_FILE, Form, choose_form
from engine.models.gguf import GgufFile
from engine.models.gguf_weights import read_config
from engine.models.ready_weights import packed_places
from engine.models.safetensors_header import StoredTensor, read_header
from engine.models.tensor_types import TensorType
from engine.models.transformers import read_folder_config
from engine.models.weight_files import weight_files
from engine.params import ModelSpec, Placement, Precision
from engine.paths import user_paths
from engine.planning.plan import DraftNeed, TargetNeed

_TOKENIZER_BYTES = 600
"""Of memory for each token of a vocabulary, as measured for 49,000 and 152,000 of them."""
_PASS_ROWS = 64
"""Rows of a prompt's pass, the widest there is."""
_LAID_OUT = 2**24
"""What the arithmetic library keeps for itself."""
_LARGE_PAGES = 72 * 2**20
"""What large pages under 8-bit weights round up to, as measured: free places between them fill."""
_LARGE_BYTES = 2**26
"""Weights from which on they are asked for."""
_FOUR_BIT_BYTES = 0.625
"""Of a value in 4 bits, with its share of a scale and a minimum."""
_FLOATS = (TensorType.F32, TensorType.F16, TensorType.BF16)
_KINDS = {Form.W8A8: "8 bits", Form.INT4: "4 bits"}
_LONGEST_UNKNOWN = 4096


def target_need(
    spec: ModelSpec, *, placement: Placement, device: torch.device, free_bytes: int
) -> TargetNeed:
    """Say what a model takes.

    Args:
        spec: a GGUF file or a folder.
        placement: how it is to be held.
        device: where.
        free_bytes: there, which decides on the form.

    Raises:
        EngineError: it is damaged or of a kind that cannot be run.
    """
    if not spec.path.is_dir():
        return _gguf_need(spec, placement=placement, device=device, free_bytes=free_bytes)
    config = read_lean_config(spec.path)
    if config is not None:
        # What a load would refuse does not fit, however small it is.
        FolderWeights(spec.path, config).close()
    tensors = folder_tensors(spec.path)
    num_values = sum(tensor.num_values for tensor in tensors.values())
    if config is not None and placement.precision in (Precision.AUTO, Precision.INT8):
        form = _form(placement, device=device, num_values=num_values, free_bytes=free_bytes)
        if form is Form.W8A8:
            embedding = config.vocab_rows * config.hidden_size
            is_tied = "lm_head.weight" not in tensors
            weight_bytes = num_values if is_tied else num_values - embedding
            return _lean_need(spec, config, form, weight_bytes=weight_bytes, device=device)
    return _folder_need(spec, tensors, placement=placement, device=device)


def draft_need(
    spec: ModelSpec,
    target: TargetNeed,
    *,
    placement: Placement,
    device: torch.device,
    free_bytes: int,
) -> DraftNeed:
    """Say what a draft takes beside its target: a model of its own, or a trained head.

    Raises:
        EngineError: it is damaged or of a kind that cannot be run.
    """
    if spec.path.suffix == _HEAD_SUFFIX:
        return _head_need(spec)
    return target_need(spec, placement=placement, device=device, free_bytes=free_bytes)


def folder_tensors(folder: Path) -> dict[str, StoredTensor]:
    """List the tensors of a folder's weights."""
    return {name: each for file in weight_files(folder) for name, each in read_header(file).items()}


_HEAD_SUFFIX = ".draft"


def _gguf_need(
    spec: ModelSpec, *, placement: Placement, device: torch.device, free_bytes: int
) -> TargetNeed:
    with GgufFile.open(spec.path) as file:
        config = read_config(file)
        tensors = list(file.tensors.values())
    num_values = sum(prod(tensor.shape) for tensor in tensors)
    form = _form(placement, device=device, num_values=num_values, free_bytes=free_bytes)
    has_head = any(tensor.name == "output.weight" for tensor in tensors)
    weight_bytes = 0.0
    for tensor in tensors:
        if tensor.name == "token_embd.weight" and has_head and device.type == "cpu":
            continue  # Its rows stay in the file.
        if form is Form.W8A8:
            weight_bytes += prod(tensor.shape)
        elif tensor.type in FOUR_BIT_TYPES:
            weight_bytes += prod(tensor.shape) * _FOUR_BIT_BYTES
        else:
            weight_bytes += prod(tensor.shape) * (2 if tensor.type in _FLOATS else 1)
    return _lean_need(spec, config, form, weight_bytes=int(weight_bytes), device=device)


def _form(placement: Placement, *, device: torch.device, num_values: int, free_bytes: int) -> Form:
    return choose_form(
        placement.precision,
        device=device,
        num_parameters=num_values,
        free=free_bytes,
        kept=user_paths().cache / PRODUCTS_FILE,
    )


def _lean_need(
    spec: ModelSpec,
    config: DecoderConfig,
    form: Form,
    *,
    weight_bytes: int,
    device: torch.device,
) -> TargetNeed:
    turns = 8 * (config.head_size // 2)  # complex64 for each pair that turns
    working = (
        _TOKENIZER_BYTES * config.vocab_rows
        # A row of logits, its probabilities and their order.
        + 3 * 4 * config.vocab_rows
        # Hidden states, what is between the layers' matrices, and their sums, in float32.
        + 4 * _PASS_ROWS * 12 * config.hidden_size
    )
    if form is Form.W8A8:
        working += _LAID_OUT
    if form is Form.W8A8 and weight_bytes > _LARGE_BYTES and sys.platform == "linux":
        working += _LARGE_PAGES
    settled = weight_bytes + working
    is_packed = any(path.exists() for path in packed_places(spec.path, device, form))
    # Until there is a packed copy, the weights that were just made and those laid out overlap.
    loading = 0 if is_packed else settled + (weight_bytes if form is Form.W8A8 else 0)
    return TargetNeed(
        name=spec.name,
        kind=_KINDS[form],
        weight_bytes=weight_bytes,
        bytes_per_position=config.cache_bytes_per_position + turns,
        working_bytes=working,
        loading_bytes=loading,
        longest_context=config.context_length,
    )


def _folder_need(
    spec: ModelSpec,
    tensors: dict[str, StoredTensor],
    *,
    placement: Placement,
    device: torch.device,
) -> TargetNeed:
    """Count a folder that transformers runs."""
    config = read_folder_config(spec.path)
    num_layers = _first_number(config, ("num_hidden_layers", "n_layer", "num_layers"))
    if num_layers > len(tensors):
        detail = say("{count} layers in its config.json, which it has no weights for")
        raise BadModelFile(str(spec.path), detail.format(count=number(num_layers)))
    layers = [0] * num_layers
    weight_bytes = 0
    each = _bytes_per_value(placement.precision, device)
    for name, tensor in tensors.items():
        is_matrix = len(tensor.shape) == 2 and not _is_embedding(name)
        size = int(tensor.num_values * (each if is_matrix else 2))
        weight_bytes += size
        index = _layer_of(name)
        if index is not None and index < num_layers:
            # Off the device a layer is held as the file has it.
            layers[index] += 2 * tensor.num_values
    rows, hidden = _embedding_shape(tensors)
    if not any(name.endswith("lm_head.weight") for name in tensors):
        weight_bytes += rows * hidden  # The output matrix is packed apart from the embedding.
    heads = _first_number(config, ("num_key_value_heads", "num_attention_heads", "n_head"), least=1)
    all_heads = _first_number(config, ("num_attention_heads", "n_head"), least=1)
    head_size = _first_number(config, ("head_dim",)) or hidden // all_heads
    loading = sum(2 * tensor.num_values for tensor in tensors.values())
    return TargetNeed(
        name=spec.name,
        kind=_named(placement.precision, device),
        weight_bytes=weight_bytes,
        bytes_per_position=2 * 2 * num_layers * heads * head_size,
        working_bytes=_LAID_OUT + (_TOKENIZER_BYTES + 12) * rows + 4 * _PASS_ROWS * 12 * hidden,
        loading_bytes=loading + _TOKENIZER_BYTES * rows,
        longest_context=_first_number(
            config, ("max_position_embeddings", "n_positions", "seq_length")
        )
        or _LONGEST_UNKNOWN,
        layer_bytes=tuple(layers),
    )


def _head_need(spec: ModelSpec) -> DraftNeed:
    shape = read_card(spec.path).shape
    vocabulary = read_header(spec.path).get("vocabulary")
    num_words = vocabulary.num_values if vocabulary is not None else 0
    weights = sum(rows * columns for _, (rows, columns) in shape.matrices())
    cache = 2 * 2 * shape.num_layers * shape.num_kv_heads * shape.head_size
    return DraftNeed(
        name=spec.name,
        kind="trained for it",
        weight_bytes=weights + num_words * shape.hidden_size,
        bytes_per_position=cache + 2 * shape.num_features + 8 * (shape.head_size // 2),
        working_bytes=12 * num_words + 4 * _PASS_ROWS * (shape.num_features + 2 * shape.inner_size),
    )


def _bytes_per_value(precision: Precision, device: torch.device) -> float:
    on_cuda = device.type == "cuda"
    match precision:
        case Precision.AUTO:
            return _FOUR_BIT_BYTES if on_cuda else 1.0
        case Precision.INT8:
            return 1.0
        case Precision.INT4 | Precision.NF4:
            return _FOUR_BIT_BYTES
        case Precision.FLOAT32:
            return 4.0
        case Precision.BFLOAT16:
            return 2.0


def _named(precision: Precision, device: torch.device) -> str:
    each = _bytes_per_value(precision, device)
    return {1.0: "8 bits", 2.0: "16 bits", 4.0: "32 bits"}.get(each, "4 bits")


def _is_embedding(name: str) -> bool:
    return "embed" in name or name.endswith(("wte.weight", "wpe.weight"))


def _embedding_shape(tensors: dict[str, StoredTensor]) -> tuple[int, int]:
    """Give rows and columns of the largest embedding."""
    found = [
        tensor.shape
        for name, tensor in tensors.items()
        if _is_embedding(name) and len(tensor.shape) == 2
    ]
    if not found:
        return 0, 0
    rows, columns = max(found)
    return rows, columns


def _layer_of(name: str) -> int | None:
    """Say which layer a tensor belongs to: the first number in its name."""
    return next((int(part) for part in name.split(".") if part.isdecimal()), None)


def _first_number(config: dict[str, object], keys: tuple[str, ...], *, least: int = 0) -> int:
    """Read the first of some counts that a config has; what is no count is not there."""
    for key in keys:
        value = config.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 2**31:
            return value
    return least
