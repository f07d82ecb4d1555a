"""The box where a message is written: which key sends, what is pasted, how it grows."""

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.composer import MAX_LINES, Composer
from app.theme import Look
from app.view_types import CountTone, SendKey
from tests.app.window.acts import click, press, write

NO, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CONTROL, PAD = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.KeypadModifier


@pytest.fixture
def composer(look: Look, qtbot: QtBot) -> Composer:
    """A box on screen."""
    box = Composer(look)
    qtbot.addWidget(box)
    box.resize(600, 200)
    box.show()
    box.setFocus()
    return box


def submitted(composer: Composer) -> list[str]:
    texts: list[str] = []
    composer.submitted.connect(texts.append)
    return texts


def test_enter_sends_and_shift_enter_breaks(composer: Composer, qtbot: QtBot) -> None:
    """The text arrives as typed, and the box is empty for the next one."""
    texts = submitted(composer)
    write(composer.edit, "One")
    press(composer.edit, Qt.Key.Key_Return, SHIFT)
    press(composer.edit, Qt.Key.Key_Return, SHIFT)
    write(composer.edit, "two")
    press(composer.edit, Qt.Key.Key_Return)
    assert texts == ["One\n\ntwo"]
    assert composer.text() == ""


@pytest.mark.parametrize(
    ("key", "held", "sends"),
    [
        (SendKey.ENTER, NO, True),
        (SendKey.ENTER, PAD, True),
        (SendKey.ENTER, SHIFT, False),
        (SendKey.ENTER, CONTROL, False),
        (SendKey.CTRL_ENTER, NO, False),
        (SendKey.CTRL_ENTER, CONTROL, True),
    ],
)
def test_which_enter_sends(
    composer: Composer, qtbot: QtBot, key: SendKey, held: Qt.KeyboardModifier, sends: bool
) -> None:
    """The key that does not send breaks the line."""
    texts = submitted(composer)
    composer.set_send_key(key)
    composer.set_text("Text")
    press(composer.edit, Qt.Key.Key_Enter, held)
    assert texts == (["Text"] if sends else [])
    assert composer.text() == ("" if sends else "Text\n")


def test_enter_while_composing_does_not_send(composer: Composer, qtbot: QtBot) -> None:
    """Case 26: Enter belongs to the input method until the word is committed."""
    texts = submitted(composer)
    QApplication.sendEvent(composer.edit, QInputMethodEvent("にほん", []))
    press(composer.edit, Qt.Key.Key_Return)
    assert texts == []
    commit = QInputMethodEvent("", [])
    commit.setCommitString("日本")
    QApplication.sendEvent(composer.edit, commit)
    press(composer.edit, Qt.Key.Key_Return)
    assert [text.strip() for text in texts] == ["日本"]


def test_a_large_paste(composer: Composer) -> None:
    """Case 26: 200 kB come in whole, blank lines and all, and the box stays its size. The work
    is one insertion: the document changes once and the box is fitted to it a few times at most."""
    text = "\n".join(f"line {n}\n" for n in range(20_000))
    assert len(text) > 200_000
    changes: list[object] = []
    composer.edit.document().contentsChange.connect(lambda *change: changes.append(change))
    data = QMimeData()
    data.setText(text)
    data.setHtml("<b>not this</b>")
    composer.edit.insertFromMimeData(data)
    assert composer.text() == text
    assert len(changes) == 1
    assert composer.edit.height() < 400


def test_only_text_is_pasted(composer: Composer) -> None:
    """A picture is not, and styled text comes without its style."""
    data = QMimeData()
    data.setImageData(b"picture")
    assert not composer.edit.canInsertFromMimeData(data)
    data = QMimeData()
    data.setHtml("<b>bold</b>")
    data.setText("bold")
    composer.edit.insertFromMimeData(data)
    assert composer.text() == "bold"


def test_it_grows_up_to_a_limit(composer: Composer) -> None:
    """A line more is a line higher, until it scrolls instead."""
    heights = []
    for lines in (1, 2, MAX_LINES, MAX_LINES + 30):
        composer.set_text("\n".join("x" * lines))
        heights.append(composer.edit.height())
    assert heights[0] < heights[1] < heights[2] == heights[3]


def test_send_becomes_stop(composer: Composer, qtbot: QtBot) -> None:
    """While a reply is written the button stops it, and Enter sends nothing and loses nothing."""
    texts = submitted(composer)
    composer.set_text("Next")
    composer.set_busy(True)
    press(composer.edit, Qt.Key.Key_Return)
    with qtbot.waitSignal(composer.stop_requested):
        click(composer.button)
    assert (texts, composer.text()) == ([], "Next")
    composer.set_busy(False)
    click(composer.button)
    assert texts == ["Next"]


def test_why_it_cannot_send(composer: Composer, qtbot: QtBot) -> None:
    """The reason stands beside the button, and what was typed is kept."""
    texts = submitted(composer)
    composer.set_send_enabled(False, "The model is loading")
    composer.set_text("Text")
    press(composer.edit, Qt.Key.Key_Return)
    assert (texts, composer.text()) == ([], "Text")
    assert composer.hint.text() == "The model is loading"
    assert not composer.button.isEnabled()
    composer.set_send_enabled(True)
    assert composer.button.isEnabled()


@pytest.mark.parametrize("text", ["", "   ", "\n\n"])
def test_nothing_is_not_sent(composer: Composer, qtbot: QtBot, text: str) -> None:
    """Blanks alone are no message."""
    texts = submitted(composer)
    composer.set_text(text)
    press(composer.edit, Qt.Key.Key_Return)
    assert texts == []


def test_the_length_of_the_prompt(composer: Composer) -> None:
    """Said beside the button; a warning has a line of its own, and what has no room waits."""
    composer.set_text("Text")
    assert composer.count.isHidden()
    composer.set_count("48 tokens", CountTone.PLAIN)
    assert (composer.count.text(), composer.warning.isHidden()) == ("48 tokens", True)
    composer.set_count("48 tokens, the oldest message will be left out", CountTone.WARNS)
    assert composer.count.isHidden()
    assert not composer.warning.isHidden()
    assert composer.button.isEnabled()
    composer.set_count("Too long: 9,000 tokens", CountTone.TOO_LONG)
    assert composer.warning.property("role") == "danger"
    assert not composer.button.isEnabled()
    texts = submitted(composer)
    press(composer.edit, Qt.Key.Key_Return)
    assert texts == []
    write(composer.edit, "x")
    assert composer.button.isEnabled()
    composer.set_count("", CountTone.PLAIN)
    assert composer.count.isHidden()
    assert composer.warning.isHidden()


def test_typing_is_told(composer: Composer, qtbot: QtBot) -> None:
    """With the text as it is now, and once more when it is sent and the box is empty."""
    told: list[str] = []
    composer.text_changed.connect(told.append)
    write(composer.edit, "ab")
    press(composer.edit, Qt.Key.Key_Return)
    assert told == ["a", "ab", ""]
