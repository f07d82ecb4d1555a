"""Layers recorded once and run by torch's own interpreter, without Python between their calls.

A layer makes some sixty small calls, and Python's share of them is a quarter of a small model's
pass. Recorded, the same operators run in the same order, so that every bit is the same, and the
interpreter lock is free while they do. Layers that differ in their numbers alone share one
recording: torch keeps the graph of each for as long as the process lives, and whatever tensor
is a constant of it. So all that a layer reads is an attribute, and a recording is kept blank.
"""

import logging
from collections.abc import Callable, Hashable, Iterator, Sequence
from copy import deepcopy
from functools import lru_cache, partial

import torch
from torch import Tensor

from engine.models import kernels
from engine.models.quantized import DenseLinear, FusedLinear, Int4Linear, Int8Linear, Linear
from engine.models.w8a8 import W8A8Linear

_log = logging.getLogger(__name__)

Held = Tensor | torch.ScriptObject
"""What a recorded layer reads beside its inputs."""
Pass = Callable[..., Tensor]
_blank: dict[Hashable, torch.jit.ScriptModule] = {}
"""Recordings that hold nothing, by what they do."""


class Unrecordable(Exception):
    """A matrix of a kind that is not known here."""


def record_layers(
    run: Callable[..., Tensor],
    layers: Sequence[Sequence[Linear | Tensor | None]],
    inputs: Sequence[Tensor],
    *,
    recipe: Hashable,
) -> list[Pass] | None:
    """Record layers.

    Args:
        run: called with a layer's place and then inputs; runs that layer.
        layers: the matrices and tensors that `run` reads for each.
        inputs: like those of each call to come, where sizes that vary are not 1; may be written to.
        recipe: all else that decides what `run` does.

    Returns:
        For each layer what runs it on inputs, or None where layers cannot be recorded.
    """
    try:
        return [
            _recorded(partial(run, place), parts, inputs, recipe=recipe)
            for place, parts in enumerate(layers)
        ]
    except Unrecordable:
        return None
    except Exception as error:
        # What torch makes of code it cannot record is its own affair; the layers run without.
        _log.warning("layers are not recorded, and slower for it: %s", error)
        return None


def _recorded(
    run: Pass,
    parts: Sequence[Linear | Tensor | None],
    inputs: Sequence[Tensor],
    *,
    recipe: Hashable,
) -> Pass:
    held = dict(_named(parts))
    key = (recipe, *map(_kind, parts))
    blank = _blank.get(key)
    if blank is None:
        layer = _Layer(run, held)
        try:
            made = torch.jit.trace(  # type: ignore[no-untyped-call]
                # Stored, the inputs would keep the cache they are cut from for ever.
                layer,
                tuple(inputs),
                check_trace=False,
                _store_inputs=False,
            )
        finally:
            layer.let_go()
        if not isinstance(made, torch.jit.ScriptModule):
            # Somebody has switched recording off (`PYTORCH_JIT=0`).
            raise Unrecordable
        _set(made, {name: _empty(value) for name, value in held.items()})
        blank = _blank[key] = made
    recorded: torch.jit.ScriptModule = deepcopy(blank)
    _set(recorded, held)
    # Called as a module it would be asked for hooks first.
    forward: Pass = recorded.forward
    return forward


class _Layer(torch.nn.Module):
    """A function, and what it reads: what is no attribute here would be kept for ever."""

    def __init__(self, run: Pass, held: dict[str, Held]) -> None:
        super().__init__()
        self._run: tuple[Pass, ...] = (run,)
        self._held = tuple(held)
        for name, value in held.items():
            if isinstance(value, Tensor):
                self.register_buffer(name, value)
            else:
                setattr(self, name, value)

    def forward(self, *inputs: Tensor) -> Tensor:
        """Run the function."""
        return self._run[0](*inputs)

    def let_go(self) -> None:
        """Hold nothing any more: what torch made of it would keep it until the next collection."""
        self._run = ()
        for name in self._held:
            delattr(self, name)


def _set(recording: torch.jit.ScriptModule, held: dict[str, Held]) -> None:
    for name, value in held.items():
        setattr(recording, name, value)


def _empty(value: Held) -> Held:
    return value.new_empty(0) if isinstance(value, Tensor) else _smallest_packed()


@lru_cache(maxsize=1)
def _smallest_packed() -> kernels.PackedInt8:
    return kernels.pack_int8(torch.zeros((8, 32), dtype=torch.int8), torch.zeros(8))


def _named(parts: Sequence[Linear | Tensor | None]) -> Iterator[tuple[str, Held]]:
    for place, part in enumerate(parts):
        for number, value in enumerate(_held(part)):
            yield f"part_{place}_{number}", value


def _held(part: Linear | Tensor | None) -> Sequence[Held]:
    """List what a matrix reads.

    Raises:
        Unrecordable: nobody knows.
    """
    match part:
        case None:
            return ()
        case Tensor():
            return (part,)
        case W8A8Linear():
            return (part.laid_out(),)
        case Int4Linear():
            return (part.packed, part.scales_and_zeros)
        case Int8Linear():
            return (part.weight, part.scales)
        case DenseLinear():
            return (part.weight,)
        case FusedLinear():
            return [value for inner in part.parts for value in _held(inner)]
    raise Unrecordable


def _kind(part: Linear | Tensor | None) -> Hashable:
    """Tell parts apart that do something else."""
    match part:
        case FusedLinear():
            return tuple(map(_kind, part.parts))
        case W8A8Linear():
            return part.kind, part.block, part.shape
        case Tensor():
            return part.dtype, part.shape
        case None:
            return None
    return part.kind, part.shape
