"""Many files beside a message leave room for the message and the chat."""

from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

from app.attachments.control import StagedFile
from app.attachments.tray import AttachmentTray
from app.theme import Look


def tray_with(qtbot: QtBot, look: Look, num_files: int) -> AttachmentTray:
    tray = AttachmentTray(look)
    qtbot.addWidget(tray)
    tray.resize(420, 10)
    tray.show_files([StagedFile(key, f"day {key}.md") for key in range(num_files)], "")
    tray.show()
    qtbot.waitExposed(tray)
    return tray


def is_seen(tray: AttachmentTray, key: int) -> bool:
    """Whether the middle of a chip is within what is scrolled."""
    area = tray.findChild(QScrollArea)
    assert area is not None
    chip = tray.chips[key]
    place = chip.mapTo(area.viewport(), chip.rect().center())
    return area.viewport().rect().contains(place)


def test_a_few_files_are_all_seen(qtbot: QtBot, look: Look) -> None:
    tray = tray_with(qtbot, look, 5)
    qtbot.waitUntil(lambda: all(is_seen(tray, key) for key in tray.chips))


def test_many_files_scroll_to_the_newest(qtbot: QtBot, look: Look) -> None:
    few, many = tray_with(qtbot, look, 12), tray_with(qtbot, look, 60)
    qtbot.waitUntil(lambda: is_seen(many, 59))
    assert not is_seen(many, 0)
    assert many.height() == few.height()


def test_taking_files_away_gives_the_room_back(qtbot: QtBot, look: Look) -> None:
    tray = tray_with(qtbot, look, 60)
    tall = tray.height()
    tray.show_files([StagedFile(3, "day 3.md")], "")
    assert tray.height() < tall / 2
    qtbot.waitUntil(lambda: is_seen(tray, 3))
