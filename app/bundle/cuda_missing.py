"""Says once why the CUDA edition computes on the processor: no NVIDIA driver, or one too old.

Whoever chose the processor in the settings knows. Looks for the driver's files only, as the offer
of that edition does.
"""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from app.bundle.cuda_offer import has_nvidia_driver
from app.bundle.manifest import bundle_folder, read_manifest
from app.language.text import translate
from app.notices import Notices
from app.program import Program
from engine import DeviceChoice, EngineError, ModelsLoaded, explain

SETTING = "has_seen_cuda_missing"


class CudaMissing(QObject):
    """Says it when the first model is there, since only then it is known.

    Args:
        program: tells when and on what, and remembers.
        notices: where it is said.
        has_driver: says whether the system has NVIDIA's driver.
    """

    def __init__(
        self,
        program: Program,
        *,
        notices: Notices,
        has_driver: Callable[[], bool] = has_nvidia_driver,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._program = program
        self._notices = notices
        self._has_driver = has_driver
        program.models.models_changed.connect(self._on_models)

    def _on_models(self, loaded: ModelsLoaded | None) -> None:
        if loaded is None:
            return
        self._program.models.models_changed.disconnect(self._on_models)
        settings = self._program.settings
        if loaded.device_kind is not DeviceChoice.CPU:
            return
        if settings.values["device"] != DeviceChoice.AUTO.value:
            return
        if self._has_driver():
            text = translate(
                "CudaMissing",
                "The NVIDIA card or its driver is too old for this edition of Foreword, so the "
                "processor computes. A newer driver may change that.",
            )
        else:
            text = translate(
                "CudaMissing",
                "This edition of Foreword computes on NVIDIA cards, and no NVIDIA driver was "
                "found, so the processor computes. The smaller CPU edition does the same.",
            )
        self._notices.say("notice", text)
        try:
            settings.set(SETTING, True)
        except EngineError as error:
            self._notices.say("error", explain(error))


def explain_missing_cuda(
    program: Program,
    *,
    notices: Notices,
    folder: Path | None = None,
    has_driver: Callable[[], bool] = has_nvidia_driver,
    parent: QObject | None = None,
) -> CudaMissing | None:
    """Begin to watch, in a frozen CUDA edition that has not said it before.

    Args:
        program: tells when and on what, and remembers.
        notices: where it is said.
        folder: the frozen program's files; None takes this program's own, if it is frozen.
        has_driver: says whether the system has NVIDIA's driver.
    """
    folder = folder or bundle_folder()
    manifest = read_manifest(folder) if folder else None
    if manifest is None or manifest.edition != "cuda" or program.settings.flag(SETTING):
        return None
    return CudaMissing(program, notices=notices, has_driver=has_driver, parent=parent)
