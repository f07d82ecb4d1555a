"""The About box, and the look for a newer version: only when wanted, once a day."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QTextBrowser
from pytestqt.qtbot import QtBot

from app.about import parts, wiring
from app.about.dialog import AboutDialog
from app.about.wiring import LAST_LOOK, SETTING
from app.application import Application
from app.bundle.manifest import write_manifest
from engine import NoNetwork, __version__, user_paths
from tests.app.conftest import TARGET_ID
from tests.fake_library import FakeEntry, FakeLibrary
from tests.fakes import ScriptedEngine

PAGE = "https://foreword.example/releases/latest"


class Finder:
    """Answers as it is told, and counts how often it was asked."""

    def __init__(self, found: str | None = None, *, fails: bool = False) -> None:
        self.found = found
        self.fails = fails
        self.asked: list[tuple[str, str]] = []

    def __call__(self, page: str, version: str) -> str | None:
        """Answer."""
        self.asked.append((page, version))
        if self.fails:
            raise NoNetwork(page, "nobody there")
        return self.found


class Build:
    """Makes whole windows with a scripted engine, not started."""

    def __init__(self, qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(qapp, "quit", lambda: None, raising=False)
        self._qtbot, self._qapp, self._monkeypatch = qtbot, qapp, monkeypatch

    def __call__(self, finder: Finder, *, address: str = PAGE) -> Application:
        """Make one that came from a page, and asks a finder."""
        self._monkeypatch.setattr(wiring, "homepage", lambda: address)
        self._monkeypatch.setattr(
            wiring, "newer_version", lambda page, version, *, is_offline: finder(page, version)
        )
        application = Application(
            self._qapp,
            paths=user_paths(),
            open_engine=ScriptedEngine,
            library=FakeLibrary(models=[FakeEntry(id=TARGET_ID)]),
            draft_fit=lambda target, draft: None,
        )
        self._qtbot.addWidget(application.window)
        return application


@pytest.fixture
def build(qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Build:
    """Whatever makes windows."""
    return Build(qtbot, qapp, monkeypatch)


def wait_for_end(qtbot: QtBot, application: Application) -> None:
    """Wait until nobody looks any more."""
    qtbot.waitUntil(lambda: not application.wiring.about.is_looking)


def test_nobody_is_asked_by_itself(qtbot: QtBot, build: Build) -> None:
    """The setting is off until somebody switches it on."""
    finder = Finder("9.9.9")
    application = build(finder)
    assert not application.wiring.about.is_looking
    assert finder.asked == []
    assert application.program.settings.flag(SETTING) is False


def test_switched_on_it_looks_once_a_day(qtbot: QtBot, build: Build) -> None:
    """And offers the newer version, with where it is to be had."""
    finder = Finder("9.9.9")
    application = build(finder)
    application.program.controller.change_setting(SETTING, True)
    wait_for_end(qtbot, application)
    assert finder.asked == [(PAGE, __version__)]
    assert "9.9.9" in application.window.banner.label.text()
    assert application.program.settings.text(LAST_LOOK)
    application.wiring.about.look_once_a_day()
    assert not application.wiring.about.is_looking
    assert len(finder.asked) == 1


def test_without_a_network_the_daily_look_says_nothing(qtbot: QtBot, build: Build) -> None:
    """Nobody waits for it; the next start tries again."""
    finder = Finder(fails=True)
    application = build(finder)
    application.program.controller.change_setting(SETTING, True)
    wait_for_end(qtbot, application)
    assert not application.window.banner.label.text()
    assert application.program.settings.text(LAST_LOOK) == ""


def test_a_copy_from_nowhere_says_that_it_cannot_look(qtbot: QtBot, build: Build) -> None:
    """A checkout has no page to ask."""
    finder = Finder("9.9.9")
    application = build(finder, address="")
    application.program.controller.change_setting(SETTING, True)
    assert finder.asked == []
    assert "does not know where it came from" in application.window.banner.label.text()


@pytest.mark.parametrize(
    ("finder", "expected"),
    [
        (Finder("9.9.9"), "9.9.9"),
        (Finder(None), "newest"),
        (Finder(fails=True), "cannot be reached"),
    ],
    ids=["newer", "newest", "failed"],
)
def test_the_button_looks_and_says_what_came_of_it(
    qtbot: QtBot, build: Build, finder: Finder, expected: str
) -> None:
    """Whoever presses it waits for an answer, so that a failure is told as well."""
    application = build(finder)
    about = application.wiring.about
    about.show()
    assert about.dialog is not None
    about.dialog.check.click()
    wait_for_end(qtbot, application)
    assert expected in about.dialog.answer.text()
    assert about.dialog.check.isEnabled()
    about.dialog.close()


def test_a_second_call_raises_the_box_that_is_open(qtbot: QtBot, build: Build) -> None:
    """There is one."""
    about = build(Finder()).wiring.about
    about.show()
    first = about.dialog
    about.show()
    assert about.dialog is first
    assert first is not None
    first.close()
    assert about.dialog is None


def test_the_box_tells_versions_and_licences(qtbot: QtBot) -> None:
    """Versions can be copied into a report."""
    dialog = AboutDialog(parts.versions(), has_homepage=False, has_licence_texts=True)
    qtbot.addWidget(dialog)
    dialog.show()
    shown = " ".join(label.text() for label in dialog.findChildren(QLabel))
    assert __version__ in shown
    assert dialog.check.isHidden()
    dialog.copy_button.click()
    copied = QGuiApplication.clipboard().text()
    assert f"Foreword {__version__}" in copied
    assert "torch 2." in copied
    licences = dialog.findChild(QTextBrowser)
    assert licences is not None
    assert "LGPL-3.0" in licences.toPlainText()


def test_a_frozen_program_knows_its_edition_and_its_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A checkout knows neither."""
    assert (parts.edition(), parts.homepage(), parts.licence_texts()) == ("", "", None)
    write_manifest(tmp_path, version="1", edition="cuda", homepage=PAGE, modules=())
    monkeypatch.setattr(parts, "bundle_folder", lambda: tmp_path)
    (tmp_path / "LICENCES.txt").write_text("all of them")
    assert (parts.edition(), parts.homepage()) == ("cuda", PAGE)
    assert parts.licence_texts() == tmp_path / "LICENCES.txt"
    assert parts.versions()[0] == ("Foreword", f"{__version__} cuda, local build")
    write_manifest(tmp_path, version="1", edition="cpu", homepage=PAGE, modules=(), is_release=True)
    assert parts.versions()[0] == ("Foreword", f"{__version__} cpu")


def test_no_line_is_cut_in_a_small_window(build: Build) -> None:
    """The page is scrolled rather than squeezed, and buttons bring no drawings of the system."""
    application = build(Finder("9.9.9"))
    about = application.wiring.about
    about.show()
    dialog = about.dialog
    assert dialog is not None
    dialog.resize(420, 240)
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
    labels = [label for label in dialog.findChildren(QLabel) if label.isVisible()]
    assert labels
    assert all(label.height() >= label.heightForWidth(label.width()) for label in labels)
    assert all(button.icon().isNull() for button in dialog.findChildren(QPushButton))
    dialog.close()
