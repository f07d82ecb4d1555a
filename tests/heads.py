"""Tiny heads with seeded weights, for table models and for the lean decoder."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from engine.drafting.head import HeadDrafter
from engine.drafting.head_file import HeadCard, load_head, save_head
from engine.drafting.head_network import HeadLayer, HeadNetwork, HeadWeights
from engine.drafting.head_shape import HeadShape
from engine.models.cached import CachedModel
from engine.models.decoder import DecoderConfig
from engine.models.quantized import DenseLinear
from engine.training.network import initial_parameters
from tests.table_models import TableBackend

HIDDEN = 16
CPU = torch.device("cpu")


def head_shape(**changes: Any) -> HeadShape:
    """Make the shape of a tiny head."""
    tiny = HeadShape(
        hidden_size=HIDDEN,
        taps=(1, 2),
        num_layers=1,
        num_heads=4,
        num_kv_heads=2,
        head_size=8,
        inner_size=32,
        rope_theta=1e4,
        norm_eps=1e-5,
        window=64,
    )
    return replace(tiny, **changes)


def head_for(config: DecoderConfig, **changes: int) -> HeadShape:
    """Make the shape of a head for a tiny decoder."""
    return head_shape(
        hidden_size=config.hidden_size,
        taps=(1, config.num_layers),
        head_size=config.head_size,
        num_heads=config.num_heads,
        num_kv_heads=config.num_kv_heads,
        **changes,
    )


def random_parameters(shape: HeadShape, *, seed: int = 0) -> dict[str, Tensor]:
    """Make parameters that differ from each other everywhere, gains of norms too."""
    parameters = initial_parameters(shape, seed=seed)
    generator = torch.Generator().manual_seed(seed + 1)
    for name, size in shape.vectors():
        parameters[name] = 1 + 0.3 * torch.randn(size, generator=generator)
    return parameters


def exact_weights(shape: HeadShape, parameters: dict[str, Tensor], rows: Tensor) -> HeadWeights:
    """Hold parameters in float32, gains of norms folded in."""

    def layer(index: int) -> HeadLayer:
        def gain(name: str) -> Tensor:
            return parameters[f"{index}.{name}"]

        return HeadLayer(
            qkv=DenseLinear(gain("qkv") * gain("attention_norm")),
            output=DenseLinear(gain("output")),
            gate_up=DenseLinear(gain("gate_up") * gain("mlp_norm")),
            down=DenseLinear(gain("down")),
        )

    words = parameters["embedding"]
    return HeadWeights(
        reading=DenseLinear(torch.cat((parameters["features"], words), 1)),
        going_on=DenseLinear(torch.cat((parameters["own"], words), 1)),
        layers=[layer(index) for index in range(shape.num_layers)],
        rows=DenseLinear(rows * parameters["norm"]),
        dtype=torch.float32,
    )


class TableFeatures:
    """Features for a table model: noise that depends on the last two ids alone."""

    def __init__(self, backend: TableBackend, num_features: int) -> None:
        self._backend = backend
        generator = torch.Generator().manual_seed(8)
        size = (backend.num_rows, backend.num_rows, num_features)
        self._noise = torch.randn(size, generator=generator)

    @property
    def features(self) -> Tensor:
        """(positions, features) of what is cached."""
        ids = torch.tensor(self._backend.ids)
        before = torch.cat((torch.zeros(1, dtype=torch.long), ids[:-1]))
        return self._noise[before, ids]


def table_head(
    target: CachedModel, backend: TableBackend, *, vocabulary: list[int], seed: int = 0
) -> HeadDrafter:
    """Make a head that knows nothing, for a table model."""
    shape = head_shape()
    generator = torch.Generator().manual_seed(seed)
    rows = 1.2 * torch.randn(len(vocabulary), HIDDEN, generator=generator) / HIDDEN**0.5
    embedding = torch.randn(backend.num_rows, HIDDEN, generator=generator)
    weights = exact_weights(shape, random_parameters(shape, seed=seed), rows)
    return HeadDrafter(
        HeadNetwork(shape, weights, capacity=target.capacity, device=CPU),
        target,
        source_of_features=TableFeatures(backend, shape.num_features),
        embedding=DenseLinear(embedding),
        vocabulary=torch.tensor(vocabulary),
        num_rows=backend.num_rows,
        name="head",
    )


def write_head(
    path: Path,
    config: DecoderConfig,
    *,
    vocabulary: list[int],
    digest: str = "0" * 64,
    bits: int = 8,
) -> HeadCard:
    """Write a head that knows nothing, for a tiny decoder."""
    shape = head_for(config)
    card = HeadCard(
        target_name="tiny",
        target_digest=digest,
        num_rows=config.vocab_rows,
        is_private=False,
        recipe={"seed": 1},
        figures={"written": 0},
        shape=shape,
    )
    save_head(path, card, random_parameters(shape), torch.tensor(vocabulary), bits=bits)
    return card


def tiny_head(target: CachedModel, config: DecoderConfig, folder: Path) -> HeadDrafter:
    """Write a head that knows nothing and load it."""
    path = folder / "tiny.draft"
    write_head(path, config, vocabulary=sorted([*range(0, config.vocab_rows, 2), 1, 3]))
    return load_head(path, target)
