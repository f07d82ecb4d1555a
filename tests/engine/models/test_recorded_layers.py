"""Layers run by torch's interpreter against the same layers run by Python, bit for bit."""

import gc
import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import pytest
import torch
from torch import Tensor
from torch.multiprocessing.reductions import StorageWeakRef

from engine.models import recorded_layers
from engine.models.decoder import Decoder
from engine.models.quantized import DenseLinear
from engine.models.recorded_layers import record_layers
from tests.processors import needs_w8a8
from tests.tiny_models import FAMILIES, lean_decoder, random_state, tiny_config

WIDTHS = (1, 2, 3, 7, 1, 12, 30, 2)
"""Some cross an edge of 32 columns, where a pass has two runs."""


def by_python(decoder: Decoder) -> Decoder:
    """Give a decoder whose layers are never recorded."""
    decoder._may_record = False
    return decoder


def answers(decoder: Decoder) -> list[Tensor]:
    """Logits of passes of several widths one after the other, and the cache they leave."""
    ids = torch.randint(0, 96, (sum(WIDTHS),), generator=torch.Generator().manual_seed(0))
    start, found = 0, []
    for width in WIDTHS:
        found.append(decoder.forward(ids[start : start + width], start, num_logits=width))
        start += width
    return [*found, decoder.cache[:, :, :, :start].clone()]


def are_same(some: list[Tensor], others: list[Tensor]) -> bool:
    return all(map(torch.equal, some, others))


@pytest.mark.parametrize("family", list(FAMILIES))
@pytest.mark.parametrize(
    "kind", ["float32", "bfloat16", "int4", "int8", pytest.param("w8a8", marks=needs_w8a8)]
)
def test_every_bit_is_the_same(family: str, kind: str) -> None:
    config = tiny_config(family)
    state = random_state(config)
    decoder, other = (lean_decoder(config, state, kind=kind) for _ in range(2))
    assert are_same(answers(decoder), answers(by_python(other)))
    # Where rows need not keep their bits, a pass is never cut.
    made = {(1, True), (1, False)} | (set() if kind == "float32" else {(2, False)})
    assert set(decoder._recorded) == made
    assert not other._recorded


@pytest.mark.parametrize("kind", ["int4", pytest.param("w8a8", marks=needs_w8a8)])
def test_models_of_one_shape_share_a_recording_and_no_numbers(
    kind: str,
) -> None:
    config = tiny_config()
    states = [random_state(config, seed=seed) for seed in (1, 2)]
    first = lean_decoder(config, states[0], kind=kind)
    answers(first)
    num_recordings = len(recorded_layers._blank)
    second = lean_decoder(config, states[1], kind=kind)
    got = answers(second)
    assert len(recorded_layers._blank) == num_recordings
    assert are_same(got, answers(by_python(lean_decoder(config, states[1], kind=kind))))
    assert not are_same(got, answers(first))


@pytest.mark.parametrize("kind", ["bfloat16", "int4", pytest.param("w8a8", marks=needs_w8a8)])
def test_a_model_that_is_let_go_leaves_no_weights_and_no_cache(kind: str) -> None:
    config = tiny_config(hidden_size=96)
    decoder = lean_decoder(config, random_state(config), kind=kind)
    answers(decoder)
    assert len(decoder._recorded) == 3
    alive = [weakref.ref(value) for value in tensors_of(decoder)]
    assert alive
    memory = StorageWeakRef(decoder.cache.untyped_storage())  # type: ignore[no-untyped-call]
    # At once: whoever loads another model needs the room.
    gc.disable()
    try:
        del decoder
        assert not any(reference() is not None for reference in alive)
        assert memory.expired()  # type: ignore[no-untyped-call]
    finally:
        gc.enable()


def tensors_of(decoder: Decoder) -> Iterator[Tensor]:
    for layer in decoder.weights.layers:
        for matrix in layer.matrices:
            yield from matrix.state().values()


@dataclass(slots=True)
class Odd:
    """A kind of matrix that nobody has heard of."""

    inner: DenseLinear
    kind: ClassVar[str] = "odd"

    @property
    def shape(self) -> tuple[int, int]:
        return self.inner.shape

    def __call__(self, x: Tensor) -> Tensor:
        return self.inner(x)

    def rows(self, index: Tensor) -> Tensor:
        return self.inner.rows(index)

    def state(self) -> dict[str, Tensor]:
        return self.inner.state()


def test_an_unknown_kind_of_matrix_is_run_by_python() -> None:
    config = tiny_config()
    state = random_state(config)
    odd = lean_decoder(config, state)
    for layer in odd.weights.layers:
        assert isinstance(layer.down, DenseLinear)
        layer.down = Odd(layer.down)
    assert are_same(answers(odd), answers(lean_decoder(config, state)))
    assert not odd._recorded


def test_a_recording_that_fails_is_told_and_done_without(
    monkeypatch: pytest.MonkeyPatch, expected_warnings: list[str]
) -> None:
    config = tiny_config()
    state = random_state(config)
    expected = answers(lean_decoder(config, state))

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("no sources here")

    monkeypatch.setattr(recorded_layers, "_blank", {})
    monkeypatch.setattr(torch.jit, "trace", fail)
    assert are_same(answers(lean_decoder(config, state)), expected)
    (line,) = expected_warnings
    assert "no sources here" in line


def test_where_recording_is_switched_off_layers_are_run_by_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As `PYTORCH_JIT=0` does: what was to be recorded is given back."""
    monkeypatch.setattr(recorded_layers, "_blank", {})
    monkeypatch.setattr(torch.jit, "trace", lambda module, *_, **__: module)
    weights = [(DenseLinear(torch.eye(3) * number),) for number in (1, 2)]
    made = record_layers(
        lambda place, x: weights[place][0](x), weights, (torch.ones(2, 3),), recipe="off"
    )
    assert made is None
