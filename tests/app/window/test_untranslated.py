"""Nothing that people read goes past the translation: seen with one that brackets every text."""

import re
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.language.engine_words import WindowLanguage
from app.theme import Look
from engine import speak
from engine.language import English
from tests.app.window.test_accessible import ROOTS

OPEN, CLOSE = "⟦", "⟧"
NAMES = re.compile(
    r"Foreword|Qwen\S*|SmolLM\S*|Markdown|CUDA|GGUF|English|Deutsch|简体中文|Top-[kp]|Min-p|"
    r"(Ctrl|Shift|Alt|Esc|Return|Enter|Tab|Del|Up|Down|End|F\d+|Strg)\b|Ctrl K|"
    r"First words|Last words|Expected\.|All\.|Chats|Asked \w+|Said at last|x = 1|Traceback|Big|"
    r"py\b|"
    r"/\S+|https?://\S+|[a-z]+:/"
)
"""What is the same in every language, and what the tests themselves have written."""


class Bracketing(QTranslator):
    """Gives every text in brackets, so that one without them was never asked for."""

    def isEmpty(self) -> bool:
        """Say that there is something in it, else Qt does not ask."""
        return False

    def translate(
        self, context: str, text: str, disambiguation: str | None = None, n: int = -1
    ) -> str:
        """Put a text in brackets, its plural's mark as well."""
        return f"{OPEN}{text}{CLOSE}" if text else ""


@pytest.fixture
def bracketed(qapp: QApplication) -> Iterator[None]:
    """The bracketing language in force."""
    translator = Bracketing(qapp)
    qapp.installTranslator(translator)
    speak(WindowLanguage())
    yield
    qapp.removeTranslator(translator)
    speak(English())


def shown(root: QWidget) -> Iterator[tuple[str, str]]:
    """Give everything that a person may read or hear of a window, with whose it is."""
    for widget in (root, *root.findChildren(QWidget)):
        texts = [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()]
        if widget.isWindow():
            texts.append(widget.windowTitle())
        match widget:
            case QLabel() | QAbstractButton():
                texts.append(widget.text())
            case QLineEdit() | QPlainTextEdit():
                texts.append(widget.placeholderText())
            case QComboBox():
                texts += [widget.itemText(row) for row in range(widget.count())]
            case QGroupBox():
                texts.append(widget.title())
            case _:
                pass
        yield from ((type(widget).__name__, text) for text in texts if text)
    yield from (("QAction", action.text()) for action in root.findChildren(QAction))


def bare(text: str) -> str:
    """Leave of a text what stands outside all brackets and is no name."""
    outside, found = text, 1
    while found:
        # What was filled in may be bracketed itself, so from the inside outwards.
        outside, found = re.subn(rf"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}", " ", outside)
    outside = re.sub(r"<[^>]*>|&\w+;", " ", outside)
    return NAMES.sub(" ", outside)


@pytest.mark.parametrize("build", ROOTS, ids=lambda build: build.__name__)
def test_every_text_is_asked_for(
    look: Look, qtbot: QtBot, bracketed: None, build: Callable[[Look], QWidget]
) -> None:
    """Labels, buttons, tips and spoken names of window and dialogs."""
    root = build(look)
    qtbot.addWidget(root)
    missed = {(whose, text) for whose, text in shown(root) if re.search(r"[A-Za-z]{3}", bare(text))}
    assert missed == set()
