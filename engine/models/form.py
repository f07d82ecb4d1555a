"""Which of its forms a model takes on this processor, decided by a measurement.

4 bits are half the bytes to read, 8 bits by 8 bits take a pass over several tokens for little more
than one. Which is quicker depends on the processor, so both are timed on a matrix too large for
its caches, once, and the times are kept.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from time import perf_counter

import torch

from engine.json_file import read_json, write_json
from engine.models import kernels
from engine.models.quantized import Int4Linear, Linear
from engine.models.w8a8 import W8A8Linear
from engine.params import Precision
from engine.plain_speed import PRODUCT_SHAPE
from engine.plain_speed import PRODUCTS_FILE as PRODUCTS_FILE

_FLUSH_BYTES = 2**26
_NUM_ROUNDS = 3
FORM_WIDTHS = (1, 4)
"""Rows of the products that are timed."""
_MOST_OF_MEMORY = 0.75
_log = logging.getLogger(__name__)


class Form(StrEnum):
    """How the matrices of a file are held."""

    INT4 = "int4"
    """As stored where that is in 4 bits, 8-bit rows elsewhere; activations in bfloat16."""
    W8A8 = "w8a8"
    """8-bit rows and 8-bit activations, in a basis without outliers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormTimes:
    """Milliseconds of a product of 8192 x 4096, over one row and over four."""

    int4: tuple[float, ...]
    w8a8: tuple[float, ...]

    @property
    def best(self) -> Form:
        """The form that is quicker over both widths: plain decoding and a short draft."""
        return Form.W8A8 if sum(self.w8a8) < sum(self.int4) else Form.INT4


def choose_form(
    precision: Precision, *, device: torch.device, num_parameters: int, free: int, kept: Path
) -> Form:
    """Decide how to hold a file's matrices.

    Args:
        precision: what was asked for; INT4 and INT8 decide, anything else lets the times decide.
        device: where the model goes.
        num_parameters: of the model.
        free: bytes of memory that can be used.
        kept: the file of measured times.
    """
    if device.type != "cpu" or precision is Precision.INT4 or not kernels.has_w8a8():
        return Form.INT4
    if precision is Precision.INT8 or not kernels.has_packed_products(device.type):
        return Form.W8A8
    if num_parameters > _MOST_OF_MEMORY * free:
        return Form.INT4
    return form_times(kept).best


def known_form_times(kept: Path) -> FormTimes | None:
    """Give the times of this processor, or None where it has not both forms."""
    if not (kernels.has_w8a8() and kernels.has_packed_products("cpu")):
        return None
    return form_times(kept)


def form_times(kept: Path, *, clock: Callable[[], float] = perf_counter) -> FormTimes:
    """Look the times of this processor up, or measure and keep them.

    Args:
        kept: a JSON object of times by processor.
        clock: seconds.
    """
    key = f"{kernels.packing_key(torch.device('cpu'))} {torch.get_num_threads()}"
    known = read_json(kept)
    times = _read_times(known.get(key))
    if times is None:
        times = measure_forms(clock=clock)
        _log.info("products over %s rows, ms: %s", FORM_WIDTHS, times)
        try:
            write_json(kept, {**known, key: {"int4": times.int4, "w8a8": times.w8a8}})
        except OSError as error:
            _log.info("times of products not kept: %s", error.strerror)
    return times


def measure_forms(*, clock: Callable[[], float] = perf_counter) -> FormTimes:
    """Time both products in turn, with the matrix out of the caches, in about a second."""
    weight = torch.randn(PRODUCT_SHAPE, generator=torch.Generator().manual_seed(3))
    forms: dict[str, Linear] = {
        "int4": Int4Linear.from_weight(weight, device=torch.device("cpu")),
        "w8a8": W8A8Linear.from_weight(weight),
    }
    flush = torch.empty(_FLUSH_BYTES, dtype=torch.uint8)
    best = {(name, width): float("inf") for name in forms for width in FORM_WIDTHS}
    for round in range(_NUM_ROUNDS):
        for name, width in best:
            dtype = torch.bfloat16 if name == "int4" else torch.float32
            x = torch.ones(width, PRODUCT_SHAPE[1], dtype=dtype)
            flush.fill_(round)
            begun = clock()
            forms[name](x)
            best[name, width] = min(best[name, width], 1000 * (clock() - begun))
    return FormTimes(
        int4=tuple(best["int4", width] for width in FORM_WIDTHS),
        w8a8=tuple(best["w8a8", width] for width in FORM_WIDTHS),
    )


def _read_times(value: object) -> FormTimes | None:
    if not isinstance(value, dict):
        return None
    times = []
    for name in Form:
        each = value.get(name.value)
        if not isinstance(each, list) or len(each) != len(FORM_WIDTHS):
            return None
        if not all(isinstance(ms, int | float) and 0 < ms < 1e6 for ms in each):
            return None
        times.append(tuple(map(float, each)))
    return FormTimes(int4=times[0], w8a8=times[1])
