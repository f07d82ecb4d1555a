"""The parts of a round, timed one by one: copies, products, passes, and waits.

Each figure is the best of a few, since whatever else runs only adds.
"""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

import torch
from torch import Tensor

from engine.bench.gpu_models import eight_bit, matrix_bytes
from engine.models.cached import CachedModel
from engine.models.cuda_graphs import GraphedDecoder
from engine.models.decoder import Decoder
from engine.models.quantized import DenseLinear, Linear

_NUM_TRIES, _NUM_RUNS = 3, 10
_PREFIX = 300
_WAIT = "synchronizing CUDA operation"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProductTime:
    """One matrix times so many rows."""

    name: str
    num_rows: int
    num_bytes: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PassTimes:
    """A pass over so many ids: as it is, and recorded where that is possible."""

    width: int
    eager_s: float
    recorded_s: float | None


def copy_bytes_per_s(num_bytes: int, device: torch.device) -> float:
    """Measure how fast a device moves memory: bytes read and written a second."""
    source = torch.ones(num_bytes, dtype=torch.uint8, device=device)
    target = torch.empty_like(source)
    return 2 * num_bytes / _best(lambda: target.copy_(source), device)


def time_products(target: Decoder, widths: Sequence[int]) -> list[ProductTime]:
    """Time the largest matrices of a model, and other ways to hold its output matrix.

    Args:
        target: whose matrices they are.
        widths: how many rows they are multiplied by.
    """
    layer, head = target.weights.layers[0], target.weights.head
    random = torch.Generator(target.device).manual_seed(2)
    matrices: list[tuple[str, Linear]] = [("gate and up", layer.gate_up), ("down", layer.down)]
    matrices += [("output", head), ("output", DenseLinear(_dense(*head.shape, random)))]
    matrices.append(("down", eight_bit(*layer.down.shape, random)))
    found = []
    for name, matrix in matrices:
        for width in (widths[0], widths[-1]):
            x = torch.randn(
                width, matrix.shape[1], generator=random, dtype=torch.bfloat16, device=target.device
            )
            found.append(
                ProductTime(
                    name=f"{name}, {matrix.kind}",
                    num_rows=width,
                    num_bytes=matrix_bytes(matrix),
                    seconds=_best(lambda m=matrix, x=x: m(x), target.device),  # type: ignore[misc]
                )
            )
    return found + _nf4(layer.gate_up.shape, (widths[0], widths[-1]), random)


def _nf4(
    shape: tuple[int, int], widths: Sequence[int], random: torch.Generator
) -> list[ProductTime]:
    """Time a matrix in bitsandbytes' NF4, which holds the layers of safetensors on CUDA."""
    if random.device.type != "cuda":
        return []
    from bitsandbytes import matmul_4bit  # type: ignore[attr-defined]
    from bitsandbytes.functional import quantize_4bit

    packed, state = quantize_4bit(_dense(*shape, random), quant_type="nf4")
    num_bytes = packed.numel() + state.absmax.numel() * state.absmax.element_size()
    found = []
    for width in widths:
        x = torch.randn(
            width, shape[1], generator=random, dtype=torch.bfloat16, device=random.device
        )
        seconds = _best(
            lambda x=x: matmul_4bit(x, packed.t(), state),  # type: ignore[misc]
            random.device,
        )
        found.append(
            ProductTime(
                name="gate and up, nf4", num_rows=width, num_bytes=num_bytes, seconds=seconds
            )
        )
    return found


def _dense(rows: int, columns: int, random: torch.Generator) -> Tensor:
    return torch.randn(
        (rows, columns), generator=random, dtype=torch.bfloat16, device=random.device
    )


def time_passes(graphs: GraphedDecoder, width: int, *, num_logits: int | None = None) -> PassTimes:
    """Time a pass both ways, behind a prompt.

    Args:
        graphs: with an empty cache, and empty again afterwards.
        width: ids.
        num_logits: rows wanted, by default all.
    """
    eager = _pass(CachedModel(graphs.decoder, name="eager"), width, num_logits)
    if not graphs.is_recording:
        return PassTimes(width=width, eager_s=eager, recorded_s=None)
    recorded = _pass(CachedModel(graphs, name="recorded"), width, num_logits)
    return PassTimes(width=width, eager_s=eager, recorded_s=recorded)


def _pass(model: CachedModel, width: int, num_logits: int | None) -> float:
    prefix = min(_PREFIX, model.capacity - width)
    model.extend([1] * prefix, num_logits=0)

    def once() -> None:
        model.extend([1] * width, num_logits=num_logits)
        model.crop_to(prefix)

    seconds = _best(once, model.backend.device)
    model.crop_to(0)
    return seconds


def largest_error(graphs: GraphedDecoder, widths: Sequence[int]) -> float:
    """Compare passes of fixed shapes, recorded where possible, with the decoder's own.

    Args:
        graphs: with an empty cache, and empty again afterwards.
        widths: ids a pass; each is run often enough to be recorded and replayed.

    Returns:
        The largest relative difference of logits.
    """
    worst = 0.0
    for width in widths:
        rows = []
        for backend in (graphs.decoder, graphs, graphs, graphs):
            model = CachedModel(backend, name="compared")
            model.extend(list(range(20)), num_logits=0)
            rows.append(model.extend(list(range(width))).clone())
            model.crop_to(0)
        error = (rows[-1] - rows[0]).norm() / rows[0].norm()
        worst = max(worst, float(error))
    return worst


def count_waits(function: Callable[[], object], device: torch.device) -> int | None:
    """Count how often a function makes the program wait for a card; None without CUDA."""
    if device.type != "cuda":
        return None
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        torch.cuda.set_sync_debug_mode("warn")
        try:
            function()
        finally:
            torch.cuda.set_sync_debug_mode("default")
    return sum(_WAIT in str(warning.message) for warning in caught)


def _best(function: Callable[[], object], device: torch.device) -> float:
    """Time a function, started several times before the device is waited for."""
    for _ in range(3):
        function()
    best = float("inf")
    for _ in range(_NUM_TRIES):
        _wait(device)
        start = perf_counter()
        for _ in range(_NUM_RUNS):
            function()
        _wait(device)
        best = min(best, (perf_counter() - start) / _NUM_RUNS)
    return best


def _wait(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize(device)
