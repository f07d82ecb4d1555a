"""Which build of PyTorch suits this computer: a pure choice, and the look at the NVIDIA driver.

The package index everybody has carries a CUDA build for Linux, a CPU build for Windows and a
Metal build for macOS. The other builds of the same version are on PyTorch's own index.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

PYTORCH_INDEX = "https://download.pytorch.org/whl/"
DRIVER_FOR_CUDA_13 = 580
DRIVER_FOR_CUDA_12 = 528
CAPABILITY_FOR_CUDA_13 = (7, 5)  # Turing; CUDA 13 dropped what came before
CAPABILITY_FOR_CUDA_12 = (5, 0)

GPU_QUERY = ("--query-gpu=driver_version,compute_cap", "--format=csv,noheader")


class TorchChoice(StrEnum):
    """What the person asked for with `--torch`."""

    AUTO = "auto"
    CPU = "cpu"
    CUDA = "cuda"


class TorchBuild(StrEnum):
    """The builds Foreword installs; all but the first are folders of PyTorch's index."""

    DEFAULT = "default"
    CPU = "cpu"
    CUDA_12 = "cu126"
    CUDA_13 = "cu130"


@dataclass(frozen=True, slots=True)
class Gpu:
    """An NVIDIA card as its driver tells of it; None where it does not say."""

    driver: int | None = None
    capability: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class TorchPlan:
    """What pip is asked for, from where, and how much room that takes."""

    build: TorchBuild
    requirement: str
    index_url: str | None
    needed_bytes: int


def parse_gpu(text: str) -> Gpu | None:
    """Read the answer of nvidia-smi to `GPU_QUERY`: one line a card.

    Args:
        text: lines such as `581.15, 8.6`.

    Returns:
        The most capable card, or None where no line names one.
    """
    cards = [
        Gpu(int(driver), (int(major), int(minor)) if major else None)
        for driver, major, minor in re.findall(
            r"^(\d+)(?:\.\d+)*\s*,\s*(?:(\d+)\.(\d+))?", text, re.MULTILINE
        )
    ]
    return max(cards, key=lambda card: card.capability or (0, 0), default=None)


def cuda_build(gpu: Gpu) -> TorchBuild | None:
    """Choose the newest CUDA build that a card and its driver can run; None where none can."""
    for build, driver, capability in (
        (TorchBuild.CUDA_13, DRIVER_FOR_CUDA_13, CAPABILITY_FOR_CUDA_13),
        (TorchBuild.CUDA_12, DRIVER_FOR_CUDA_12, CAPABILITY_FOR_CUDA_12),
    ):
        has_driver = gpu.driver is None or gpu.driver >= driver
        has_capability = gpu.capability is None or gpu.capability >= capability
        if has_driver and has_capability:
            return build
    return None


def choose_build(
    system: str, choice: TorchChoice, *, gpu: Gpu | None, has_own_sources: bool
) -> TorchBuild:
    """Choose the build of PyTorch for a computer.

    Args:
        system: `Linux`, `Windows` or `Darwin`, as `platform.system` names it.
        choice: what the person asked for.
        gpu: the NVIDIA card, where there is one.
        has_own_sources: whether pip is set up with sources of its own; such a Linux machine
            takes what they give, since it may reach nothing else.
    """
    if system == "Darwin":
        return TorchBuild.DEFAULT
    if choice is TorchChoice.CPU:
        return TorchBuild.DEFAULT if system == "Windows" else TorchBuild.CPU
    if choice is TorchChoice.CUDA:
        return cuda_build(gpu or Gpu()) or TorchBuild.CUDA_12
    fitting = cuda_build(gpu) if gpu else None
    if system == "Windows":
        return fitting or TorchBuild.DEFAULT
    if fitting is TorchBuild.CUDA_13 or has_own_sources:
        return TorchBuild.DEFAULT
    return fitting or TorchBuild.CPU


def plan_torch(build: TorchBuild, version: str) -> TorchPlan:
    """Turn a build into what pip is asked for.

    Args:
        build: the build to install.
        version: the pinned version, such as `2.13.0`.

    Returns:
        The plan. A build from PyTorch's index is asked for by its local label, so that pip
        cannot take another one in silence where that index is out of reach.
    """
    is_cuda = build in (TorchBuild.CUDA_12, TorchBuild.CUDA_13)
    needed_bytes = 9_000_000_000 if is_cuda else 3_000_000_000
    if build is TorchBuild.DEFAULT:
        return TorchPlan(build, f"torch=={version}", None, needed_bytes)
    requirement = f"torch=={version}+{build}"
    return TorchPlan(build, requirement, PYTORCH_INDEX + build, needed_bytes)


def note_for(system: str, build: TorchBuild, gpu: Gpu | None) -> str | None:
    """Say what a person would want to know about the choice, in one sentence."""
    if gpu is not None and cuda_build(gpu) is None:
        return (
            "The NVIDIA card or its driver is too old for this PyTorch, so the processor does "
            "the work; after a driver update run again with --torch cuda."
        )
    if build is TorchBuild.CPU:
        return "No NVIDIA driver was found: taking PyTorch's small CPU build."
    if system == "Windows" and build is not TorchBuild.DEFAULT:
        return "An NVIDIA driver was found: taking PyTorch's CUDA build, about 3 GB."
    return None
