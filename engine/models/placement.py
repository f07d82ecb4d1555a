"""Which device, how many threads, how much context, and whether it all fits.

Owns the memory plan. Knows sizes, no tensors. What does not fit drops the draft first, never the
context, and says so.
"""

import ctypes
import os
import sys
from dataclasses import dataclass

import psutil
import torch

from engine.errors import DeviceMissing, OutOfMemory
from engine.language import say, say_count
from engine.params import DeviceChoice, Placement

_CONTEXT_SHARE = 0.25
_LONGEST_DEFAULT_CONTEXT = 32_768
_SHORTEST_DEFAULT_CONTEXT = 2_048
_WORKING_BYTES = 300 * 2**20


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSize:
    """What one model asks for: weights, and cache for each position, in bytes."""

    weight_bytes: int
    cache_bytes_per_position: int
    context_length: int


def choose_device(choice: DeviceChoice) -> torch.device:
    """Take the device that was asked for, or the best there is.

    Raises:
        DeviceMissing: this machine does not have it.
    """
    has = {
        DeviceChoice.CUDA: torch.cuda.is_available(),
        DeviceChoice.MPS: torch.backends.mps.is_available(),
        DeviceChoice.CPU: True,
    }
    if choice is DeviceChoice.AUTO:
        choice = next(candidate for candidate, is_there in has.items() if is_there)
    if not has[choice]:
        raise DeviceMissing(device=choice.value)
    return torch.device(choice.value)


def set_threads(placement: Placement) -> int:
    """Use as many threads as there are physical cores, or as many as were asked for.

    Returns:
        How many that is.
    """
    wanted = placement.num_threads
    if wanted is None:
        allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
        wanted = psutil.cpu_count(logical=False) or os.cpu_count() or 1
        wanted = min(wanted, allowed) if allowed else wanted
    if torch.get_num_threads() != wanted:
        torch.set_num_threads(wanted)
    return wanted


def free_bytes(device: torch.device) -> int:
    """Memory that could be used on a device now."""
    if device.type == "cuda":
        free, _ = torch.cuda.mem_get_info(device)
        return int(free)
    return int(psutil.virtual_memory().available)


def describe_device(device: torch.device, num_threads: int) -> str:
    """Name a device for people."""
    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
    if device.type == "mps":
        return say("Apple GPU")
    return say_count("CPU, %Ln threads", "CPU, %Ln thread", num_threads)


def plan_context(size: ModelSize, *, placement: Placement, free: int, device: torch.device) -> int:
    """Say how many positions to make room for.

    A context that was asked for is kept or refused, never cut in silence; by default the cache
    takes at most a quarter of what is left beside the weights.

    Raises:
        OutOfMemory: weights and context do not fit.
    """
    if placement.context_length is not None:
        context = min(placement.context_length, size.context_length)
    else:
        left = max(0, free - size.weight_bytes) * _CONTEXT_SHARE
        affordable = int(left / max(1, size.cache_bytes_per_position))
        context = min(
            size.context_length,
            max(_SHORTEST_DEFAULT_CONTEXT, min(affordable, _LONGEST_DEFAULT_CONTEXT)),
        )
    needed = needed_bytes(size, context)
    if needed > free:
        raise OutOfMemory(device=device.type.upper(), needed_bytes=needed, free_bytes=free)
    return context


def needed_bytes(size: ModelSize, context_length: int) -> int:
    """Add up weights, cache and room to work."""
    return size.weight_bytes + size.cache_bytes_per_position * context_length + _WORKING_BYTES


def give_back_memory() -> None:
    """Hand memory that was freed back to the system at once.

    glibc keeps what was freed in pieces below 32 MB, and packing a model frees a great many.
    """
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
