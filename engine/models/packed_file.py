"""Packed weights on disk, beside the file they were made from, ready to be mapped.

Owns the layout and the check that what is mapped is what was packed: packed bytes are private to
a processor, a torch version and a device, and wrong ones are silent garbage. A packed file is a
cache: anything odd about it means it is made again, never an error.
"""

import json
import logging
import os
import shutil
import struct
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor

from engine.errors import OutOfDisk
from engine.leftovers import sweep, temporary_beside
from engine.models import kernels
from engine.models.decoder import DecoderConfig, DecoderWeights, Embedding, LayerWeights
from engine.models.quantized import Linear, linear_from_state
from engine.models.rotation import Rotation

_FORMAT = 8
_LINEARS = ("qkv", "output", "gate_up", "down")
_TENSORS = ("attention_norm", "qkv_bias", "qk_norm", "mlp_norm")
_CHECK = "check"
_ALIGNMENT = 64
_SUMMING_SHARE = 0.2
"""Of the time of writing, about."""
_DTYPES = {
    torch.uint8: "U8",
    torch.int8: "I8",
    torch.int32: "I32",
    torch.bfloat16: "BF16",
    torch.float32: "F32",
}
_log = logging.getLogger(__name__)


def packed_path(source: Path, *, device: torch.device, form: str) -> Path:
    """Name the packed file of a model; one for each kind of device and each form."""
    if source.is_dir():
        return source / f"foreword.{device.type}.{form}.packed"
    return source.with_name(f"{source.stem}.{device.type}.{form}.packed")


def save_packed(
    path: Path, weights: DecoderWeights, *, source: Path, device: torch.device
) -> Generator[float]:
    """Write weights to a temporary file and put it in place.

    Yields:
        The fraction that is done; close the generator to stop, and nothing is left behind.

    Raises:
        OutOfDisk: there is no room; nothing is left behind.
        OSError: the folder cannot be written.
    """
    tensors = {"inverse_frequencies": weights.inverse_frequencies}
    if weights.norm is not None:
        tensors["norm"] = weights.norm
    kinds = {}
    for name, linear in _linears(weights):
        kinds[name] = linear.kind
        tensors.update({f"{name}/{key}": tensor for key, tensor in linear.state().items()})
    for index, layer in enumerate(weights.layers):
        for name in _TENSORS:
            tensor = getattr(layer, name)
            if tensor is not None:
                tensors[f"{index}.{name}"] = tensor
    tensors[_CHECK] = _check_product(weights, device)
    needed = sum(map(_size, tensors.values()))
    sweep(path)
    free = shutil.disk_usage(path.parent).free
    if free < needed + 2**20:
        raise OutOfDisk(str(path), needed, free)
    sums, done = {}, 0
    for name, tensor in tensors.items():
        sums[name] = _sum(tensor)
        done += _size(tensor)
        yield _SUMMING_SHARE * done / needed
    is_turned = weights.basis is not None
    header = json.dumps(
        {"key": _key(source, device), "kinds": kinds, "sums": sums, "is_turned": is_turned}
    )
    handle, temporary = temporary_beside(path)
    os.close(handle)
    try:
        for fraction in _write(temporary, tensors, header):
            yield _SUMMING_SHARE + (1.0 - _SUMMING_SHARE) * fraction
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _write(path: Path, tensors: Mapping[str, Tensor], header: str) -> Iterator[float]:
    """Write a safetensors file whose tensors all begin at multiples of 64 bytes.

    torch's 8-bit product crashes on matrices that are not aligned to 16 bytes when it is given
    four rows or more, and the library's own writer aligns to 8. Gaps are not allowed in the
    format, so each is a tensor of its own.

    Yields:
        The fraction that is written.
    """
    entries: dict[str, object] = {"__metadata__": {"foreword": header}}
    layout: list[Tensor] = []
    offset = 0

    def place(name: str, tensor: Tensor) -> None:
        nonlocal offset
        size = _size(tensor)
        entries[name] = {
            "dtype": _DTYPES[tensor.dtype],
            "shape": list(tensor.shape),
            "data_offsets": [offset, offset + size],
        }
        layout.append(tensor)
        offset += size

    for name, tensor in tensors.items():
        place(name, tensor)
        if gap := -offset % _ALIGNMENT:
            place(f"gap.{offset}", torch.zeros(gap, dtype=torch.uint8))
    text = json.dumps(entries).encode()
    text += b" " * (-(8 + len(text)) % _ALIGNMENT)
    with path.open("wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        done = 0
        for tensor in layout:
            flat = tensor.detach().cpu().contiguous().flatten()
            file.write(flat.view(torch.uint8).numpy().data)
            done += _size(tensor)
            yield done / offset


def load_packed(
    path: Path,
    *,
    source: Path,
    config: DecoderConfig,
    embedding: Embedding,
    device: torch.device,
) -> DecoderWeights | None:
    """Map packed weights, or give None where they must be made (again).

    Args:
        path: what `packed_path` named.
        source: the model file they were made from, as it is now.
        config: read from the source.
        embedding: mapped from the source.
        device: where they go.
    """
    try:
        with safe_open(path, framework="pt", device=str(device)) as file:
            header = json.loads(file.metadata()["foreword"])
            if header["key"] != _key(source, device):
                return None
            tensors = {name: file.get_tensor(name) for name in header["sums"]}
        if header["sums"] != {name: _sum(tensor) for name, tensor in tensors.items()}:
            raise ValueError("damaged")
        weights = _assemble(tensors, header["kinds"], config=config, embedding=embedding)
        if header["is_turned"]:
            weights.basis = Rotation.of_size(config.hidden_size, device=device)
        if not torch.equal(_check_product(weights, device), tensors[_CHECK].cpu()):
            raise ValueError("it computes something else")
    except FileNotFoundError:
        return None
    except (
        SafetensorError,
        OSError,
        AttributeError,
        KeyError,
        RuntimeError,
        TypeError,
        ValueError,
    ) as error:
        _log.info("packed file %s is made again: %r", path.name, error)
        return None
    return weights


def _assemble(
    tensors: dict[str, Tensor],
    kinds: dict[str, str],
    *,
    config: DecoderConfig,
    embedding: Embedding,
) -> DecoderWeights:
    states: dict[str, dict[str, Tensor]] = {}
    for full_name, tensor in tensors.items():
        name, slash, key = full_name.partition("/")
        if slash:
            states.setdefault(name, {})[key] = tensor
    # Some kinds are laid out anew, which one thread does slowly; the largest comes first.
    names = sorted(kinds, key=lambda name: name != "head")
    with ThreadPoolExecutor(torch.get_num_threads()) as pool:
        made = pool.map(lambda name: linear_from_state(kinds[name], states[name]), names)
        linears = dict(zip(names, made, strict=True))
    layers = []
    for index in range(config.num_layers):
        matrices = {name: linears[f"{index}.{name}"] for name in _LINEARS}
        layers.append(
            LayerWeights(
                attention_norm=tensors.get(f"{index}.attention_norm"),
                qkv=matrices["qkv"],
                qkv_bias=tensors.get(f"{index}.qkv_bias"),
                qk_norm=tensors.get(f"{index}.qk_norm"),
                output=matrices["output"],
                mlp_norm=tensors.get(f"{index}.mlp_norm"),
                gate_up=matrices["gate_up"],
                down=matrices["down"],
            )
        )
    return DecoderWeights(
        embedding=embedding,
        layers=layers,
        norm=tensors.get("norm"),
        head=linears["head"],
        inverse_frequencies=tensors["inverse_frequencies"].cpu(),
    )


def _linears(weights: DecoderWeights) -> Iterator[tuple[str, Linear]]:
    for index, layer in enumerate(weights.layers):
        for name in _LINEARS:
            yield f"{index}.{name}", getattr(layer, name)
    yield "head", weights.head


def _check_product(weights: DecoderWeights, device: torch.device) -> Tensor:
    """Multiply one fixed row through the first layer's matrices: (n,) float32 on the CPU."""
    layer = weights.layers[0]
    generator = torch.Generator().manual_seed(11)
    parts = []
    for linear in (layer.qkv, layer.down):
        x = torch.randn(1, linear.shape[1], generator=generator)
        parts.append(linear(x.to(device, torch.bfloat16)).float().cpu().flatten())
    return torch.cat(parts)


def _size(tensor: Tensor) -> int:
    return tensor.numel() * tensor.element_size()


def _sum(tensor: Tensor) -> int:
    """Add a tensor's bytes up as 64-bit words: as fast as memory, and every weight is read for
    the first token anyway."""
    data = tensor.detach().contiguous().flatten().view(torch.uint8)
    whole = data.shape[0] // 8 * 8
    return int(data[:whole].view(torch.int64).sum()) + int(data[whole:].sum())


def _key(source: Path, device: torch.device) -> str:
    """Name what the packed bytes depend on: the source as it lies there, and the machine."""
    files = [source]
    if source.is_dir():
        files = sorted([*source.glob("*.safetensors"), source / "config.json"])
    stats = [file.stat() for file in files]
    described = " ".join(f"{stat.st_size} {stat.st_mtime_ns}" for stat in stats)
    return f"{_FORMAT} {described} {kernels.packing_key(device)}"
