"""Trained heads on disk: matrices, the vocabulary, and all that is known of how it was made.

A head belongs to one target, by the digest of its file. For another quantisation of the same
model it may serve, less well; for anything else it is refused with a sentence. The output rows are
the target's own and are not in the file, which therefore is a few megabytes: in 8 bits a row has
one scale, in 4 bits, for half the size, 32 neighbours have. Loaded, both are held in 8 bits.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor

from engine.drafting.head import HeadDrafter
from engine.drafting.head_network import HeadLayer, HeadNetwork, HeadWeights
from engine.drafting.head_shape import HeadShape
from engine.drafting.head_target import output_rows
from engine.drafting.whole_file import write_whole
from engine.errors import WrongHead
from engine.language import say
from engine.models import kernels
from engine.models.blocks import GROUP_SIZE, dequantize
from engine.models.cached import CachedModel
from engine.models.cuda_graphs import GraphedDecoder
from engine.models.decoder import Decoder, DecoderConfig
from engine.models.int8_rows import round_rows
from engine.models.q4_blocks import round_q4_0
from engine.models.quantized import Linear, quantize
from engine.models.rotation import Rotation
from engine.models.tensor_types import TensorType
from engine.models.w8a8 import W8A8Linear

SUFFIX = ".draft"
"""What the name of a head's file ends with."""
_FORMATS = {8: 1, 4: 2}
"""The version of a file by the bits of its matrices."""
_FLOATS = (torch.float32, torch.float16, torch.bfloat16)
_KEY = "foreword"
_SCALES = ".scales"


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadCard:
    """What is known of a head without its weights.

    Args:
        target_name: for people.
        target_digest: SHA-256 of the target's file, lower-case hex.
        num_rows: ids the target has rows for.
        is_private: whether it learnt from somebody's own chats and must not leave the machine.
        recipe: how it was made: seed, tokens, settings.
        figures: what came of it on held-out text.
        shape: its sizes.
    """

    target_name: str
    target_digest: str
    num_rows: int
    is_private: bool
    recipe: Mapping[str, Any]
    figures: Mapping[str, Any]
    shape: HeadShape


def save_head(
    path: Path,
    card: HeadCard,
    parameters: Mapping[str, Tensor],
    vocabulary: Tensor,
    *,
    bits: int = 8,
) -> None:
    """Write a head, whole or not at all.

    Args:
        path: where.
        card: goes along.
        parameters: float32, named as the shape names them.
        vocabulary: (W,) the ids it may propose.
        bits: 8, or 4 for matrices whose rows divide into blocks.

    Raises:
        OutOfDisk, NotWritable: as for `write_whole`.
    """
    tensors = {"vocabulary": vocabulary.to(torch.int32)}
    for name, _ in card.shape.matrices():
        tensors |= _kept(name, parameters[name].float(), bits)
    for name, _ in card.shape.vectors():
        tensors[name] = parameters[name].bfloat16()
    write_whole(path, tensors, {_KEY: json.dumps({"format": _FORMATS[bits], **asdict(card)})})


def as_kept(shape: HeadShape, parameters: Mapping[str, Tensor], *, bits: int) -> dict[str, Tensor]:
    """Give parameters, float32, as they come back from a file."""
    back = {name: parameters[name].bfloat16().float() for name, _ in shape.vectors()}
    for name, size in shape.matrices():
        back[name] = _matrix(_kept(name, parameters[name].float(), bits), name, size)
    return back


def read_card(path: Path) -> HeadCard:
    """Read what is known of a head.

    Raises:
        WrongHead: the file is damaged, or of a later version.
    """
    try:
        with safe_open(path, framework="pt") as file:
            return _card(json.loads((file.metadata() or {})[_KEY]))
    except (
        SafetensorError,
        OSError,
        ValueError,
        KeyError,
        TypeError,
        RecursionError,
    ) as error:
        raise WrongHead(path.name, "this model", say("its file is damaged or too new")) from error


def check_target(card: HeadCard, config: DecoderConfig, *, draft: str, target: str) -> None:
    """Refuse a head whose target has another shape.

    Args:
        card: the head's.
        config: the target's shape.
        draft: the head's name for people.
        target: the target's name for people.

    Raises:
        WrongHead: it has.
    """
    shape = card.shape
    if (
        shape.hidden_size != config.hidden_size
        or shape.taps[-1] != config.num_layers
        or card.num_rows != config.vocab_rows
    ):
        detail = say("it was made for {target}").format(target=card.target_name)
        raise WrongHead(draft, target, detail)


def load_head(path: Path, target: CachedModel) -> HeadDrafter:
    """Load a head for a target, whose features are kept from now on; its cache is emptied.

    Raises:
        WrongHead: it cannot serve this target.
    """
    card, backend = read_card(path), target.backend
    if not isinstance(backend, Decoder | GraphedDecoder):
        raise WrongHead(path.name, target.name, say("its hidden states cannot be had"))
    decoder = backend.decoder if isinstance(backend, GraphedDecoder) else backend
    shape = card.shape
    check_target(card, decoder.config, draft=path.name, target=target.name)
    try:
        tensors = _read_tensors(path, shape)
    except (SafetensorError, OSError, KeyError, ValueError) as error:
        raise WrongHead(path.name, target.name, say("its file is damaged")) from error
    vocabulary = tensors["vocabulary"].to(decoder.device)
    if not 0 <= int(vocabulary[0]) <= int(vocabulary[-1]) < card.num_rows:
        raise WrongHead(path.name, target.name, say("it knows tokens that the model lacks"))
    network = HeadNetwork(
        shape,
        _weights(tensors, shape, decoder, vocabulary),
        capacity=target.capacity,
        device=decoder.device,
    )
    target.crop_to(0)
    backend.tap(shape.taps)
    return HeadDrafter(
        network,
        target,
        source_of_features=decoder,
        embedding=decoder.weights.embedding,
        vocabulary=vocabulary,
        num_rows=card.num_rows,
        name=path.name,
    )


def _card(text: object) -> HeadCard:
    """Check what a file says of itself.

    Raises:
        ValueError, KeyError, TypeError: no card of ours says this.
    """
    if not isinstance(text, dict) or text.pop("format") not in _FORMATS.values():
        raise ValueError("another format")
    shape = dict(text.pop("shape"))
    shape["taps"] = tuple(shape["taps"])
    card = HeadCard(shape=HeadShape(**shape), **text)
    kinds = {
        "target_name": str,
        "target_digest": str,
        "num_rows": int,
        "is_private": bool,
        "recipe": dict,
        "figures": dict,
    }
    odd = [name for name, kind in kinds.items() if not isinstance(getattr(card, name), kind)]
    if odd:
        raise ValueError(odd[0])
    return card


def _read_tensors(path: Path, shape: HeadShape) -> dict[str, Tensor]:
    """Read a head's numbers, matrices as float32.

    Raises:
        SafetensorError, OSError, ValueError: some are missing, or cannot be a head's.
    """
    with safe_open(path, framework="pt") as file:
        vocabulary = file.get_tensor("vocabulary")
        # Were an id there twice, a draft would be drawn from other chances than it tells.
        if vocabulary.dtype != torch.int32 or vocabulary.dim() != 1 or not vocabulary.numel():
            raise ValueError("vocabulary")
        vocabulary = vocabulary.long()
        if not bool((vocabulary.diff() > 0).all()):
            raise ValueError("vocabulary")
        tensors = {"vocabulary": vocabulary}
        there = set(file.keys())
        for name, size in shape.matrices():
            names = {name, f"{name}{_SCALES}"} & there
            tensors[name] = _matrix({each: file.get_tensor(each) for each in names}, name, size)
        for name, length in shape.vectors():
            gains = file.get_tensor(name)
            if gains.shape != (length,) or not _are_numbers(gains):
                raise ValueError(name)
            tensors[name] = gains.float()
    return tensors


def _kept(name: str, matrix: Tensor, bits: int) -> dict[str, Tensor]:
    """Give what a file holds of a matrix."""
    if bits == 4 and matrix.shape[1] % GROUP_SIZE == 0:
        return {name: round_q4_0(matrix)}
    codes, scales = round_rows(matrix)
    return {name: codes, f"{name}{_SCALES}": scales}


def _matrix(held: Mapping[str, Tensor], name: str, size: tuple[int, int]) -> Tensor:
    """Turn what a file holds of a matrix into float32.

    Raises:
        KeyError, ValueError: it is missing, or cannot be one of this size.
    """
    codes = held[name]
    if codes.dtype == torch.uint8:
        # The ways a matrix can be kept are told apart by what lies there.
        matrix = dequantize(codes, TensorType.Q4_0, shape=size)
        if not _are_numbers(matrix):
            raise ValueError(name)
        return matrix
    scales = held[f"{name}{_SCALES}"]
    if tuple(codes.shape) != size or scales.shape != codes.shape[:1]:
        raise ValueError(name)
    if codes.dtype != torch.int8 or not _are_numbers(scales):
        raise ValueError(name)
    return codes.float() * scales.float().unsqueeze(1)


def _are_numbers(values: Tensor) -> bool:
    return values.dtype in _FLOATS and bool(values.isfinite().all())


def _weights(
    tensors: Mapping[str, Tensor], shape: HeadShape, decoder: Decoder, vocabulary: Tensor
) -> HeadWeights:
    """Fold the gains of norms and the target's basis into the matrices, and pack them."""
    is_rounding = decoder.device.type == "cpu" and kernels.has_w8a8()

    def held(weight: Tensor) -> Linear:
        if is_rounding:
            return W8A8Linear.from_weight(weight)
        return quantize(weight, "int8", device=decoder.device)

    features = tensors["features"]
    if decoder.weights.basis is not None:
        features = _turned(features, shape, decoder.weights.basis)
    rows = output_rows(decoder.weights, vocabulary).float() * tensors["norm"].to(decoder.device)
    layers = []
    for layer in range(shape.num_layers):
        attention, mlp = tensors[f"{layer}.attention_norm"], tensors[f"{layer}.mlp_norm"]
        layers.append(
            HeadLayer(
                qkv=held(tensors[f"{layer}.qkv"] * attention),
                output=held(tensors[f"{layer}.output"]),
                gate_up=held(tensors[f"{layer}.gate_up"] * mlp),
                down=held(tensors[f"{layer}.down"]),
            )
        )
    return HeadWeights(
        reading=held(torch.cat((features, tensors["embedding"]), dim=1)),
        going_on=held(torch.cat((tensors["own"], tensors["embedding"]), dim=1)),
        layers=layers,
        rows=held(rows),
        dtype=torch.float32 if is_rounding else torch.bfloat16,
    )


def _turned(features: Tensor, shape: HeadShape, basis: Rotation) -> Tensor:
    """Turn the columns of each tap: W x is (turned rows of W) times (turned x)."""
    parts = features.view(shape.hidden_size, len(shape.taps), shape.hidden_size).unbind(1)
    turned = [basis.turn(part.contiguous().to(basis.signs.device)) for part in parts]
    return torch.cat(turned, dim=1).cpu()
