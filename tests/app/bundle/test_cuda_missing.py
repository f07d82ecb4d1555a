"""Why the CUDA edition computes on the processor: said once, and only where nobody chose it."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.bundle.cuda_missing import SETTING, explain_missing_cuda
from app.bundle.manifest import write_manifest
from app.notices import Notices
from engine import DeviceChoice, ModelInfo, ModelsLoaded, ModelSpec
from tests.app.conftest import TARGET_ID


def edition(folder: Path, name: str) -> Path:
    """Write a frozen program's list of files."""
    write_manifest(folder, version="1", edition=name, homepage="", modules=())
    return folder


def loaded_on(kind: DeviceChoice) -> ModelsLoaded:
    """Give what the engine says of a loaded model."""
    spec = ModelSpec(id=TARGET_ID, name="Tiny", path=Path("tiny.gguf"))
    info = ModelInfo(spec=spec, kind="int4", num_parameters=1, size_bytes=1, has_chat_template=True)
    return ModelsLoaded(
        target=info,
        draft=None,
        draft_refusal=None,
        # In a language where it does not begin with "CPU".
        device="2 Fäden des Prozessors",
        device_kind=kind,
        context_length=64,
        load_s=0.1,
    )


@pytest.mark.parametrize(("has_driver", "word"), [(True, "too old"), (False, "no NVIDIA driver")])
def test_it_says_what_is_missing_and_only_once(
    qtbot: QtBot, application: Application, tmp_path: Path, has_driver: bool, word: str
) -> None:
    """The driver's files tell the two reasons apart."""
    program, banner = application.program, application.window.banner
    notices = Notices(banner, parent=application)
    folder = edition(tmp_path, "cuda")
    made = explain_missing_cuda(
        program, notices=notices, folder=folder, has_driver=lambda: has_driver, parent=application
    )
    assert made is not None
    program.models.models_changed.emit(None)
    assert word not in banner.label.text()
    program.models.models_changed.emit(loaded_on(DeviceChoice.CPU))
    assert word in banner.label.text()
    assert program.settings.flag(SETTING)
    assert explain_missing_cuda(program, notices=notices, folder=folder) is None
    application.close()
    qtbot.waitUntil(lambda: program.is_closed, timeout=7000)


@pytest.mark.parametrize(
    ("kind", "choice"), [(DeviceChoice.CUDA, "auto"), (DeviceChoice.CPU, "cpu")]
)
def test_it_is_silent_where_all_is_as_it_should_be(
    qtbot: QtBot, application: Application, tmp_path: Path, kind: DeviceChoice, choice: str
) -> None:
    """On a card, and where the processor was chosen."""
    program, banner = application.program, application.window.banner
    program.settings.set("device", choice)
    explain_missing_cuda(
        program,
        notices=Notices(banner, parent=application),
        folder=edition(tmp_path, "cuda"),
        has_driver=lambda: False,
        parent=application,
    )
    program.models.models_changed.emit(loaded_on(kind))
    assert "NVIDIA" not in banner.label.text()
    assert not program.settings.flag(SETTING)
    application.close()
    qtbot.waitUntil(lambda: program.is_closed, timeout=7000)


def test_other_editions_and_checkouts_say_nothing(
    qtbot: QtBot, application: Application, tmp_path: Path
) -> None:
    """They never promised a card."""
    program = application.program
    notices = Notices(application.window.banner, parent=application)
    folder = edition(tmp_path, "cpu")
    assert explain_missing_cuda(program, notices=notices, folder=folder) is None
    assert explain_missing_cuda(program, notices=notices) is None
    application.close()
    qtbot.waitUntil(lambda: program.is_closed, timeout=7000)
