"""A program that is installed anew while it runs says so, once for each time."""

from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.banner import Banner
from app.bundle.manifest import MANIFEST_NAME
from app.bundle.replaced import ReplacedNotice, watch_replacement
from app.notices import Notices
from app.theme import Look


def replace(path: Path, text: str) -> None:
    """Put another file in the place of one, as installers do."""
    new = path.with_suffix(".new")
    new.write_text(text)
    new.replace(path)


def test_it_is_said_each_time(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    """The watched file is another one afterwards, and is watched again."""
    path = tmp_path / MANIFEST_NAME
    path.write_text("1")
    banner = Banner(Look(qapp))
    qtbot.addWidget(banner)
    notices = Notices(banner)
    watch = ReplacedNotice(tmp_path, notices=notices, settle_ms=1, parent=banner)
    assert watch.parent() is banner
    for text in ("2", "3"):
        replace(path, text)
        qtbot.waitUntil(lambda: not banner.isHidden(), timeout=5000)
        assert "new version" in banner.label.text()
        banner.close_button.click()
        assert banner.isHidden()


def test_a_checkout_watches_nothing(qtbot: QtBot, qapp: QApplication) -> None:
    """There is no list of files to watch."""
    banner = Banner(Look(qapp))
    qtbot.addWidget(banner)
    assert watch_replacement(Notices(banner)) is None
