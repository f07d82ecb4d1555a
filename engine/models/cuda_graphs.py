"""Passes of fixed shapes around the lean decoder, each recorded once and then replayed.

A card finishes a small pass sooner than Python can ask for it: some three hundred calls for one
token of a draft. A recorded pass is one call. It needs buffers that stay where they are, positions
that lie on the device, and a number of columns known beforehand: powers of two, so that a long
context costs a few recordings and a short one reads little. Whatever cannot be recorded runs as it
is. Knows no CUDA but `CudaGraphs`, which is handed in: tests replay by calling again.
"""

import logging
from collections.abc import Callable, Sequence
from typing import Protocol

import torch
from torch import Tensor

from engine.models.decoder import Decoder
from engine.models.quantized import Int4Linear
from engine.params import MAX_LOOKAHEAD

MAX_WIDTH = MAX_LOOKAHEAD + 1
_FEWEST_COLUMNS = 256
_log = logging.getLogger(__name__)

Outputs = tuple[Tensor, ...]


class Recording(Protocol):
    """A function as it once ran."""

    outputs: Outputs
    """Where each replay leaves its results."""

    def replay(self) -> None:
        """Do the same again, on what its inputs hold now."""


class Recorder(Protocol):
    """Makes recordings."""

    def record(self, function: Callable[[], Outputs]) -> Recording:
        """Record a function of fixed shapes that has run before; its results are not valid yet.

        Raises:
            RuntimeError: something in it cannot be recorded.
        """

    def begin_anew(self) -> None:
        """Share nothing with earlier recordings, which are all gone."""


class CudaGraphs:
    """Records on a CUDA device; all recordings share memory for what lies between.

    Args:
        device: the card.
    """

    def __init__(self, device: torch.device) -> None:
        self._device = device
        self.begin_anew()

    def begin_anew(self) -> None:
        """Take other memory: torch refuses to record into what no recording holds any more."""
        self._pool = torch.cuda.graph_pool_handle()

    def record(self, function: Callable[[], Outputs]) -> "CudaGraph":
        """Record a function on a stream of its own."""
        with torch.cuda.device(self._device):
            graph = torch.cuda.CUDAGraph()
            # The window's other threads may do as they like meanwhile.
            with torch.cuda.graph(graph, pool=self._pool, capture_error_mode="thread_local"):
                outputs = function()
        return CudaGraph(graph, outputs)


class CudaGraph:
    """A recording on a card; the outputs are kept so that no later one takes their memory."""

    def __init__(self, graph: torch.cuda.CUDAGraph, outputs: Outputs) -> None:
        self.outputs = outputs
        self._graph = graph

    def replay(self) -> None:
        """Start it on the current stream, without waiting for its end."""
        self._graph.replay()


class GraphedDecoder:
    """A decoder whose narrow passes are recorded; a `DeviceBackend` of `CachedModel`.

    The logits it gives are overwritten by the next pass of the same shape.

    Args:
        decoder: with an empty cache; nobody else may run it.
        recorder: or None to run fixed shapes without recording them.
    """

    can_crop = True
    keeps_bits = False

    def __init__(self, decoder: Decoder, *, recorder: Recorder | None) -> None:
        self.decoder = decoder
        self.capacity = decoder.capacity
        self.num_rows = decoder.num_rows
        self.device = decoder.device
        self.chunk = decoder.chunk
        self.rounding = decoder.rounding
        # Rows of a 4-bit matrix can only be read through a product with all of it.
        self.can_rescore_each = not isinstance(decoder.weights.head, Int4Linear)
        self.num_replays = 0
        self._recorder = recorder
        self._positions = torch.arange(decoder.capacity, device=decoder.device)
        self._passes: dict[tuple[int, int, int], _FixedPass] = {}

    @property
    def num_cached(self) -> int:
        """Positions in the cache."""
        return self.decoder.num_cached

    def tap(self, num_layers: Sequence[int]) -> None:
        """Keep hidden states as `Decoder.tap` does; what was recorded is recorded anew."""
        self._passes.clear()
        if self._recorder is not None:
            self._recorder.begin_anew()
        self.decoder.tap(num_layers)

    @property
    def num_recordings(self) -> int:
        """Shapes of pass that have been recorded."""
        return sum(fixed.recording is not None for fixed in self._passes.values())

    @property
    def is_recording(self) -> bool:
        """Whether passes are recorded; not any more once one could not be."""
        return self._recorder is not None

    @torch.inference_mode()
    def forward(self, ids: Tensor, start: int, *, num_logits: int) -> Tensor:
        """Run ids (T,) as `Decoder.forward` does; narrow passes as recordings."""
        width = ids.shape[0]
        if width > MAX_WIDTH or num_logits == 0:
            return self.decoder.forward(ids, start, num_logits=num_logits)
        columns = self._num_columns(start + width)
        self.decoder.zero_up_to(columns)
        key = (width, num_logits, columns)
        if key not in self._passes:
            self._passes[key] = _FixedPass(self.decoder, *key)
        fixed = self._passes[key]
        fixed.ids.copy_(ids)
        fixed.positions.copy_(self._positions[start : start + width])
        self.decoder.hidden, logits = self._run(fixed)
        self.decoder.num_cached = start + width
        return logits

    def rescore(self, row: int, ids: Tensor) -> Tensor:
        """Compute logits (n,) of ids (n,) in float32, for a row of the last pass."""
        return self.decoder.rescore(row, ids)

    @torch.inference_mode()
    def rescore_each(self, ids: Tensor) -> Tensor:
        """Compute logits (T, R) of ids (T, R) in float32, for the T rows of the last pass."""
        rows = self.decoder.weights.head.rows(ids.flatten()).view(*ids.shape, -1)
        return (rows * self.decoder.hidden.float().unsqueeze(1)).sum(2)

    def crop(self, length: int) -> None:
        """Forget positions from `length` on."""
        self.decoder.crop(length)

    def _run(self, fixed: "_FixedPass") -> Outputs:
        """Run as it is the first time, which readies every kernel; record it the second time."""
        if fixed.recording is None and fixed.has_run and self._recorder is not None:
            try:
                fixed.recording = self._recorder.record(fixed)
            except RuntimeError as error:
                _log.warning("passes are not recorded, and slower for it: %s", error)
                self._recorder = None
        if fixed.recording is None:
            fixed.has_run = True
            return fixed()
        fixed.recording.replay()
        self.num_replays += 1
        return fixed.recording.outputs

    def _num_columns(self, num_positions: int) -> int:
        """Round up to a power of two, or to the end of the cache."""
        power = max(_FEWEST_COLUMNS, 1 << (num_positions - 1).bit_length())
        return min(power, int(self.decoder.cache.shape[3]))


class _FixedPass:
    """One shape of pass with its inputs: everything that may change lies in a tensor.

    Args:
        decoder: whose cache is read and written.
        width: ids.
        num_logits: for how many of the last of them.
        num_columns: positions of the cache that are read.
    """

    def __init__(self, decoder: Decoder, width: int, num_logits: int, num_columns: int) -> None:
        self.ids = torch.zeros(width, dtype=torch.long, device=decoder.device)
        self.positions = torch.zeros(width, dtype=torch.long, device=decoder.device)
        self.recording: Recording | None = None
        self.has_run = False
        self._decoder = decoder
        self._num_logits = num_logits
        self._num_columns = num_columns

    def __call__(self) -> Outputs:
        """Give the normed rows and the logits of the last positions."""
        decoder, width = self._decoder, self.ids.shape[0]
        x = decoder.run_layers(
            self.ids,
            turns=decoder.turns.index_select(0, self.positions),
            runs=[decoder.new_run(self.positions, columns=self._num_columns)],
            where=self.positions,
        )
        return decoder.answer(x[width - self._num_logits :])


def recorded(decoder: Decoder) -> Decoder | GraphedDecoder:
    """Have a decoder on a CUDA device record its passes; others stay as they are."""
    if decoder.device.type != "cuda":
        return decoder
    return GraphedDecoder(decoder, recorder=CudaGraphs(decoder.device))
