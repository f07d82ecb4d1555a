"""Offers the CUDA edition where the CPU edition runs on a computer with an NVIDIA driver.

Once: whoever follows the offer or dismisses it never sees it again. Looks for the driver's files
only; nothing of CUDA is loaded, and no connection is made before the link is followed.
"""

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices

from app.bundle.manifest import Manifest, bundle_folder, read_manifest
from app.language.text import translate
from app.notices import Notices
from app.program import Program
from app.view_types import EngineState
from engine import EngineError, explain

SETTING = "has_seen_cuda_offer"

_LINUX = ("/proc/driver/nvidia/version", "/usr/lib/wsl/lib/libcuda.so.1")
_WINDOWS = r"\System32\nvcuda.dll"


def has_nvidia_driver(
    platform: str = sys.platform,
    environ: Mapping[str, str] = os.environ,
    *,
    exists: Callable[[str], bool] = os.path.exists,
) -> bool:
    """Say whether the system has NVIDIA's driver.

    Args:
        platform: as `sys.platform`.
        environ: tells where Windows lies.
        exists: says whether a file is there; a test has its own.
    """
    match platform:
        case "linux":
            return any(exists(path) for path in _LINUX)
        case "win32":
            return exists(environ.get("SYSTEMROOT", r"C:\Windows") + _WINDOWS)
    return False


class CudaOffer(QObject):
    """Makes the offer when the first model is ready, so that a first start is not crowded.

    Args:
        program: tells when, and remembers.
        notices: where the offer is made.
        homepage: where the other edition is to be had; empty where the build did not know.
    """

    def __init__(
        self,
        program: Program,
        *,
        notices: Notices,
        homepage: str,
        open_link: Callable[[str], object] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._program = program
        self._notices = notices
        self._homepage = homepage
        self._open_link = open_link or _open_link
        program.controller.state_changed.connect(self._on_state)

    def _on_state(self, state: EngineState) -> None:
        if state is not EngineState.READY:
            return
        self._program.controller.state_changed.disconnect(self._on_state)
        text = translate(
            "CudaOffer",
            "This computer has an NVIDIA graphics card. This edition of Foreword computes on the "
            "processor only; the CUDA edition uses the card.",
        )
        if self._homepage:
            self._notices.offer(
                text,
                label=translate("CudaOffer", "Get the CUDA edition"),
                act=self._follow,
                dismissed=self._remember,
            )
        else:
            self._notices.say("notice", text)
            self._remember()

    def _follow(self) -> None:
        self._notices.withdraw()
        self._remember()
        self._open_link(self._homepage)

    def _remember(self) -> None:
        try:
            self._program.settings.set(SETTING, True)
        except EngineError as error:
            self._notices.say("error", explain(error))


def offer_cuda(
    program: Program,
    *,
    notices: Notices,
    folder: Path | None = None,
    has_driver: Callable[[], bool] = has_nvidia_driver,
    parent: QObject | None = None,
) -> CudaOffer | None:
    """Make the offer where it is due: in a frozen CPU edition, with a driver, and only once.

    Args:
        program: tells when, and remembers.
        notices: where the offer is made.
        folder: the frozen program's files; None takes this program's own, if it is frozen.
        has_driver: says whether the system has NVIDIA's driver.
    """
    manifest = _manifest(folder or bundle_folder())
    if manifest is None or manifest.edition != "cpu":
        return None
    if program.settings.flag(SETTING) or not has_driver():
        return None
    return CudaOffer(program, notices=notices, homepage=manifest.homepage, parent=parent)


def _manifest(folder: Path | None) -> Manifest | None:
    return read_manifest(folder) if folder else None


def _open_link(address: str) -> object:
    return QDesktopServices.openUrl(QUrl(address))
