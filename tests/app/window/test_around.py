"""Top bar and banner show what they are told and tell what is done."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.banner import Banner
from app.theme import Look
from app.top_bar import TopBar
from tests.app.window.acts import click


def test_top_bar(look: Look, qtbot: QtBot) -> None:
    """Models, device and context in words; a load in their place; no draft says so."""
    bar = TopBar(look)
    qtbot.addWidget(bar)
    bar.resize(900, 48)
    bar.show()
    assert bar.target.text() == "Choose a model"
    bar.set_models("Qwen", "int4", None, "off: the draft does not fit")
    bar.set_device("CPU · 2 threads")
    bar.set_context(412, 32_768)
    assert bar.target.text() == "Qwen int4"
    assert (bar.draft.text(), bar.draft.toolTip()) == ("no draft", "off: the draft does not fit")
    assert bar.context.text() == "Context 412 / 32,768"
    with qtbot.waitSignal(bar.models_requested):
        click(bar.target)
    bar.set_loading("reading", 0.25)
    assert (bar.target.text(), bar.progress.value()) == ("Reading", 250)
    bar.set_loading("", None)
    assert bar.progress.isHidden()


def test_banner(look: Look, qtbot: QtBot) -> None:
    """One sentence, plain, with its action, gone when dismissed."""
    banner = Banner(look)
    qtbot.addWidget(banner)
    banner.show_message("It <b>failed</b>.", "error", "Try again")
    assert banner.label.textFormat() is Qt.TextFormat.PlainText
    with qtbot.waitSignal(banner.action_triggered):
        click(banner.action)
    with qtbot.waitSignal(banner.dismissed):
        click(banner.close_button)
    assert banner.isHidden()
    banner.show_message("Note.", "notice")
    assert banner.action.isHidden()
    banner.clear()
    assert banner.isHidden()
