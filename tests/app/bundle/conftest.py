"""What the tests of the frozen program's editions share."""

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.application import Application
from engine import user_paths
from tests.app.conftest import TARGET_ID
from tests.fake_library import FakeEntry, FakeLibrary
from tests.fakes import ScriptedEngine


@pytest.fixture
def application(qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Application:
    """A whole window with a scripted engine, not started."""
    monkeypatch.setattr(qapp, "quit", lambda: None, raising=False)
    application = Application(
        qapp,
        paths=user_paths(),
        open_engine=ScriptedEngine,
        library=FakeLibrary(models=[FakeEntry(id=TARGET_ID)]),
        draft_fit=lambda target, draft: None,
    )
    qtbot.addWidget(application.window)
    return application
