"""The offer of the CUDA edition: where it is due, and never twice."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.bundle.cuda_offer import SETTING, CudaOffer, has_nvidia_driver, offer_cuda
from app.bundle.manifest import write_manifest
from app.notices import Notices
from app.view_types import EngineState

HOMEPAGE = "https://foreword.example/download"


@pytest.mark.parametrize(
    ("platform", "files", "expected"),
    [
        ("linux", set(), False),
        ("linux", {"/proc/driver/nvidia/version"}, True),
        ("linux", {"/usr/lib/wsl/lib/libcuda.so.1"}, True),
        ("linux", {"C:\\Windows\\System32\\nvcuda.dll"}, False),
        ("win32", {"D:\\Win\\System32\\nvcuda.dll"}, True),
        ("win32", set(), False),
        ("darwin", {"/proc/driver/nvidia/version"}, False),
    ],
)
def test_the_driver_is_seen_by_its_files(platform: str, files: set[str], expected: bool) -> None:
    """Nothing of CUDA is asked, so a computer without any behaves as one with it."""
    environ = {"SYSTEMROOT": "D:\\Win"}
    assert has_nvidia_driver(platform, environ, exists=files.__contains__) is expected


def bundle(folder: Path, *, edition: str = "cpu", homepage: str = HOMEPAGE) -> Path:
    """Write a frozen program's list of files."""
    write_manifest(folder, version="1", edition=edition, homepage=homepage, modules=())
    return folder


def test_it_is_made_once_the_first_model_is_ready(
    qtbot: QtBot, application: Application, tmp_path: Path
) -> None:
    """Followed or dismissed, it is remembered; the link is opened only by the button."""
    program, banner = application.program, application.window.banner
    notices = Notices(banner, parent=application)
    opened: list[str] = []
    offer = CudaOffer(
        program,
        notices=notices,
        homepage=HOMEPAGE,
        open_link=opened.append,
        parent=application,
    )
    assert offer.parent() is application
    program.controller.state_changed.emit(EngineState.LOADING)
    assert banner.isHidden()
    program.controller.state_changed.emit(EngineState.READY)
    assert "NVIDIA" in banner.label.text()
    assert not program.settings.flag(SETTING)
    banner.action.click()
    assert opened == [HOMEPAGE]
    assert banner.isHidden()
    assert program.settings.flag(SETTING)
    again = offer_cuda(program, notices=notices, folder=bundle(tmp_path), has_driver=lambda: True)
    assert again is None
    application.close()
    qtbot.waitUntil(lambda: program.is_closed, timeout=7000)


def test_dismissing_it_is_remembered(qtbot: QtBot, application: Application) -> None:
    """The cross of the banner is an answer too."""
    program, banner = application.program, application.window.banner
    CudaOffer(
        program,
        notices=Notices(banner, parent=application),
        homepage=HOMEPAGE,
        parent=application,
    )
    program.controller.state_changed.emit(EngineState.READY)
    banner.close_button.click()
    assert program.settings.flag(SETTING)
    application.close()
    qtbot.waitUntil(lambda: program.is_closed, timeout=7000)


@pytest.mark.parametrize(
    ("edition", "has_driver", "expected"),
    [("cpu", True, True), ("cpu", False, False), ("cuda", True, False)],
)
def test_only_the_cpu_edition_makes_it(
    qtbot: QtBot,
    application: Application,
    tmp_path: Path,
    edition: str,
    has_driver: bool,
    expected: bool,
) -> None:
    """And only where there is a driver; a checkout has no edition at all."""
    program, banner = application.program, application.window.banner
    notices = Notices(banner, parent=application)
    folder = bundle(tmp_path, edition=edition)
    made = offer_cuda(
        program,
        notices=notices,
        folder=folder,
        has_driver=lambda: has_driver,
        parent=application,
    )
    assert (made is not None) is expected
    assert offer_cuda(program, notices=notices, has_driver=lambda: True) is None
    application.close()
    qtbot.waitUntil(lambda: program.is_closed, timeout=7000)
