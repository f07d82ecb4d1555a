"""The choice of PyTorch's build is a pure function, so every machine is tried here."""

import pytest
from dev_torch import (
    Gpu,
    TorchBuild,
    TorchChoice,
    choose_build,
    cuda_build,
    note_for,
    parse_gpu,
    plan_torch,
)

NEW = Gpu(driver=581, capability=(8, 6))
OLD_DRIVER = Gpu(driver=552, capability=(8, 6))
OLD_CARD = Gpu(driver=581, capability=(6, 1))
TOO_OLD = Gpu(driver=472, capability=(3, 5))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("581.15, 8.6\n", Gpu(581, (8, 6))),
        ("581.15.02, 6.1\n581.15.02, 12.0\n", Gpu(581, (12, 0))),
        ("472.12, [N/A]\n", Gpu(472, None)),
        ("NVIDIA-SMI has failed because it could not talk to the driver.\n", None),
        ("", None),
    ],
)
def test_the_most_capable_card_is_read(text: str, expected: Gpu | None) -> None:
    """The versions compare as numbers: 12.0 is above 6.1 although it sorts below as text."""
    assert parse_gpu(text) == expected


@pytest.mark.parametrize(
    ("gpu", "expected"),
    [
        (NEW, TorchBuild.CUDA_13),
        (Gpu(), TorchBuild.CUDA_13),
        (OLD_DRIVER, TorchBuild.CUDA_12),
        (OLD_CARD, TorchBuild.CUDA_12),
        (TOO_OLD, None),
    ],
)
def test_the_newest_cuda_that_runs(gpu: Gpu, expected: TorchBuild | None) -> None:
    """Driver and card limit independently; each row fails if its own limit is dropped."""
    assert cuda_build(gpu) is expected


@pytest.mark.parametrize(
    ("system", "gpu", "has_own_sources", "expected"),
    [
        ("Windows", NEW, False, TorchBuild.CUDA_13),
        ("Windows", NEW, True, TorchBuild.CUDA_13),
        ("Windows", OLD_DRIVER, False, TorchBuild.CUDA_12),
        ("Windows", TOO_OLD, False, TorchBuild.DEFAULT),
        ("Windows", None, False, TorchBuild.DEFAULT),
        ("Linux", NEW, False, TorchBuild.DEFAULT),
        ("Linux", OLD_CARD, False, TorchBuild.CUDA_12),
        ("Linux", None, False, TorchBuild.CPU),
        ("Linux", TOO_OLD, False, TorchBuild.CPU),
        ("Linux", None, True, TorchBuild.DEFAULT),
        ("Linux", OLD_CARD, True, TorchBuild.DEFAULT),
        ("Darwin", None, False, TorchBuild.DEFAULT),
    ],
)
def test_the_build_that_fits_by_itself(
    system: str, gpu: Gpu | None, has_own_sources: bool, expected: TorchBuild
) -> None:
    """Windows gets CUDA only with a card; Linux without one is spared the CUDA download."""
    found = choose_build(system, TorchChoice.AUTO, gpu=gpu, has_own_sources=has_own_sources)
    assert found is expected


@pytest.mark.parametrize(
    ("system", "choice", "expected"),
    [
        ("Linux", TorchChoice.CPU, TorchBuild.CPU),
        ("Windows", TorchChoice.CPU, TorchBuild.DEFAULT),
        ("Linux", TorchChoice.CUDA, TorchBuild.CUDA_13),
        ("Windows", TorchChoice.CUDA, TorchBuild.CUDA_13),
        ("Darwin", TorchChoice.CUDA, TorchBuild.DEFAULT),
    ],
)
def test_what_was_asked_for_wins(system: str, choice: TorchChoice, expected: TorchBuild) -> None:
    """A person's word beats the absence of a driver, except on macOS, which has one build."""
    assert choose_build(system, choice, gpu=None, has_own_sources=True) is expected


def test_a_cuda_build_cannot_be_replaced_in_silence() -> None:
    """The label is part of the requirement: without it pip would fall back to a CPU wheel."""
    plan = plan_torch(TorchBuild.CUDA_13, "2.13.0")
    assert plan.requirement == "torch==2.13.0+cu130"
    assert plan.index_url == "https://download.pytorch.org/whl/cu130"


def test_the_default_build_asks_nobody_else() -> None:
    """No index beyond the usual one, so that a machine with its own sources stays within them."""
    plan = plan_torch(TorchBuild.DEFAULT, "2.13.0")
    assert plan.requirement == "torch==2.13.0"
    assert plan.index_url is None


def test_a_card_that_cannot_serve_is_told() -> None:
    """Silence would leave the owner of an old card wondering why it is idle."""
    told = note_for("Windows", TorchBuild.DEFAULT, TOO_OLD)
    assert told is not None
    assert "--torch cuda" in told
    assert note_for("Linux", TorchBuild.DEFAULT, NEW) is None
