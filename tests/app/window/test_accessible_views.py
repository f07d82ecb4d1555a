"""What a screen reader is given of every view and dialog, by the tree that it walks, in German.

The views are those that the pictures are taken of, so that a new one is walked here as well.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from xml.etree import ElementTree

import pytest
import screenshots
from PySide6.QtCore import QTranslator, QUrl
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleInterface
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMessageBox,
    QScrollArea,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from translations import FOLDER

from app import banner as banner_module
from app.about.dialog import AboutDialog
from app.banner import Banner
from app.branches.questions import deletion_question as message_question
from app.compare.view import CompareView
from app.draft_views import MakingPhase
from app.figures import FigureLabel
from app.language.installed import install_language
from app.library.removal import removal_question
from app.making_dialog import MakingDialog
from app.presets.questions import deletion_question, leaving_question
from app.settings import SETTINGS
from app.settings_dialog import SettingsDialog
from app.theme import Look
from app.transcript import view
from app.transcript.link_prompt import LinkPrompt
from app.transcript.view import TranscriptView
from app.view_types import Language, MessageStatus
from tests.app.window.acts import click
from tests.app.window.conftest import question, reply
from tests.app.window.showing import put_away, settle
from tests.app.window.test_making_dialog import VIEW
from tests.compared_runs import compared_run
from tests.fake_drafts import STEPS
from tests.fake_library import FakeEntry

Role = QAccessible.Role
NAMED = {
    Role.Button,
    Role.ButtonMenu,
    Role.CheckBox,
    Role.ComboBox,
    Role.EditableText,
    Role.Link,
    Role.List,
    Role.ListItem,
    Role.PageTab,
    Role.ProgressBar,
    Role.RadioButton,
    Role.Slider,
    Role.SpinBox,
    Role.Table,
    Role.Tree,
}
NAMES = [
    name
    for name in screenshots.PICTURES
    if not name.endswith(("-dark", "-narrow")) and name not in ("medium", "smallest", "wide")
]


@pytest.fixture
def german(qapp: QApplication, look: Look) -> Iterator[Look]:
    """The look of somebody who reads German."""
    install_language(qapp, Language.GERMAN)
    yield look
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
    install_language(qapp, Language.ENGLISH)


def english() -> set[str]:
    """Give the texts that are other words in German, and no German ones."""
    pairs = [
        (message.findtext("source") or "", message.findtext("translation") or "")
        for message in ElementTree.parse(FOLDER / "foreword_de.ts").getroot().iter("message")
    ]
    german = {text for _, text in pairs}
    return {source for source, text in pairs if text.strip() and source not in german}


def walk(interface: QAccessibleInterface | None) -> Iterator[QAccessibleInterface]:
    """Give everything visible, in the order it is read."""
    if interface is None or interface.state().invisible:
        return
    yield interface
    for index in range(interface.childCount()):
        yield from walk(interface.child(index))


def faults_of(root: QWidget, foreign: set[str]) -> set[str]:
    """List what a listener would miss."""
    found = set()
    for interface in walk(QAccessible.queryAccessibleInterface(root)):
        name = interface.text(QAccessible.Text.Name)
        told = interface.text(QAccessible.Text.Description)
        widget = interface.object()
        what = f"{type(widget).__name__} {name!r}"
        if interface.role() in NAMED and not name and not isinstance(widget, QScrollArea):
            found.add(f"{what} has no name")
        if isinstance(widget, QComboBox) and name == widget.currentText():
            # So on Linux, where the name comes from a label beside it, or else from nowhere.
            relations = interface.relations(QAccessible.RelationFlag.Label)
            if not told and not relations:
                found.add(f"{what} does not say what is chosen")
        if isinstance(widget, QLabel) and _hides_words(widget):
            found.add(f"{what} keeps {widget.text()[:40]!r} to itself")
        if isinstance(widget, QAbstractButton):
            state = interface.state()
            if widget.isCheckable() != bool(state.checkable):
                found.add(f"{what} does not say that it can be checked")
            if widget.isChecked() != bool(state.checked):
                found.add(f"{what} does not say whether it is checked")
            if widget.isEnabled() == bool(state.disabled):
                found.add(f"{what} does not say whether it can be pressed")
        if isinstance(widget, QAbstractButton | QLabel | QLineEdit | QTextEdit | QComboBox):
            found.update(f"{what} says {text!r}" for text in (name, told) if text in foreign)
    return found


def _hides_words(label: QLabel) -> bool:
    if isinstance(label, FigureLabel) or not label.accessibleName():
        return False  # A figure's words are its description, its name says what it counts.
    words = re.sub(r"<[^>]*>|&", "", label.text()).strip()
    return bool(re.search(r"[^\W\d]{2}", words)) and words not in label.accessibleName()


def test_every_view_can_be_heard(german: Look) -> None:
    """Names, choices, states and words, in the reader's language."""
    own = {text for text in english() if len(text) < 60}
    found: dict[str, set[str]] = {}
    for name in NAMES:
        build, _ = screenshots.PICTURES[name]
        shown = build(german)
        shown.show()
        settle()
        # What a picture shows was written in English; only widgets are asked what they say.
        faults = {
            fault
            for fault in faults_of(shown, own)
            if not fault.endswith(tuple(f"says {text!r}" for text in WRITTEN))
        }
        if faults:
            found[name] = faults
        put_away(shown)
    assert found == {}


WRITTEN = (
    "Choose a model",
    "Not measured yet on this computer.",
    "Reading the files…",
    "Show",
    "Explain in three sentences why the sky is blue.",
    "Write a Python function that merges two sorted lists.",
)
"""Words that the pictures give to a view in English."""

QUESTIONS: dict[str, Callable[[QWidget], QWidget]] = {
    "link": lambda parent: LinkPrompt(QUrl("https://example.org/a"), parent=parent),
    "mail": lambda parent: LinkPrompt(QUrl("mailto:a@example.org"), parent=parent),
    "about": lambda parent: AboutDialog(
        [("Qt", "6")], has_homepage=True, has_licence_texts=True, parent=parent
    ),
    "remove": lambda parent: removal_question(FakeEntry(id="big"), parent),
    "forget": lambda parent: removal_question(FakeEntry(id="big", is_imported=True), parent),
    "leave": lambda parent: leaving_question("Terse", parent, save=lambda: None, drop=lambda: None),
    "delete preset": lambda parent: deletion_question("Terse", parent, delete=lambda: None),
    "delete reply": lambda parent: message_question(
        parent, is_reply=True, num_below=0, delete=lambda alone: None
    ),
    "delete question": lambda parent: message_question(
        parent, is_reply=False, num_below=3, delete=lambda alone: None
    ),
}


def ask_to_reset(look: Look) -> QWidget:
    """Press Reset in the settings."""
    dialog = SettingsDialog(SETTINGS, {spec.key: spec.default for spec in SETTINGS}, look=look)
    dialog.show()
    click(dialog.reset)
    return dialog


def ask_to_discard(look: Look) -> QWidget:
    """Press the button that deletes an unfinished draft."""
    dialog = MakingDialog(look)
    dialog.show_view(replace(VIEW, phase=MakingPhase.PAUSED, progress=STEPS[1]))
    dialog.show()
    click(dialog.discard)
    return dialog


def ask_to_clear(look: Look) -> QWidget:
    """Press the button that deletes all past comparisons."""
    view = CompareView(look)
    view.history_page.set_runs([compared_run(id=1)])
    view.show_history()
    view.show()
    click(view.history_page.clear_button)
    return view


@pytest.mark.parametrize("ask", [ask_to_reset, ask_to_discard, ask_to_clear])
def test_every_question_of_a_dialog_can_be_heard(
    german: Look, qtbot: QtBot, ask: Callable[[Look], QWidget]
) -> None:
    """Those that a dialog asks by itself; nothing is lost by Enter or Esc."""
    dialog = ask(german)
    qtbot.addWidget(dialog)
    [box] = dialog.findChildren(QMessageBox)
    settle()
    assert faults_of(box, english()) == set()
    cancel = box.escapeButton()
    assert cancel is not None
    assert box.defaultButton() is cancel
    click(cancel)
    settle()


@pytest.mark.parametrize("build", QUESTIONS.values(), ids=QUESTIONS)
def test_every_question_can_be_heard(
    german: Look, qtbot: QtBot, build: Callable[[QWidget], QWidget]
) -> None:
    """Also those that come up for a moment."""
    parent = QWidget()
    qtbot.addWidget(parent)
    question = build(parent)
    question.show()
    settle()
    assert faults_of(question, english()) == set()


def test_where_a_link_leads_is_spoken(german: Look, qtbot: QtBot) -> None:
    """The site is what the question is about."""
    prompt = LinkPrompt(QUrl("https://example.org/a?b"))
    qtbot.addWidget(prompt)
    prompt.show()
    names = [
        each.text(QAccessible.Text.Name)
        for each in walk(QAccessible.queryAccessibleInterface(prompt))
    ]
    assert "example.org" in names


def test_the_kind_of_a_notice_is_spoken_in_the_reader_s_language(
    german: Look, qtbot: QtBot
) -> None:
    """An error says that it is one."""
    banner = Banner(german)
    qtbot.addWidget(banner)
    banner.show_message("Kein Platz.", "error")
    assert banner.label.accessibleName() == "Fehler: Kein Platz."
    banner.show_message("Fertig.", "notice")
    assert banner.label.accessibleName() == "Hinweis: Fertig."


def test_the_search_for_faults_finds_them(qtbot: QtBot) -> None:
    """The negative control: a field without a name, a choice of nothing, words kept back."""
    root = QWidget()
    qtbot.addWidget(root)
    column = QVBoxLayout(root)
    combo = QComboBox()
    combo.addItem("Any")
    label = QLabel("Fits in what is free.")
    label.setAccessibleName("Memory")
    for widget in (QLineEdit(), combo, label):
        column.addWidget(widget)
    root.show()
    told = "\n".join(faults_of(root, set()))
    for words in ("has no name", "what is chosen", "to itself"):
        assert words in told


class Heard:
    """Remembers what was announced."""

    def __init__(self) -> None:
        self.words: list[str] = []

    def updateAccessibility(self, event: QAccessibleAnnouncementEvent) -> None:
        """Take what a screen reader would be told."""
        self.words.append(event.message())


def test_the_end_of_a_reply_is_announced_wherever_one_reads(
    transcript: TranscriptView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once for each, also where it is so far away that it has no widgets."""
    heard = Heard()
    monkeypatch.setattr(view, "QAccessible", heard)
    transcript.set_messages([question(1, "Asked"), reply(2, "Said", MessageStatus.GENERATING)])
    transcript.finish(reply(2, "Said at last", MessageStatus.COMPLETE))
    transcript.finish(reply(99, "Elsewhere", MessageStatus.COMPLETE))
    assert heard.words == ["The reply has ended"] * 2


def test_an_error_is_announced_and_a_count_is_not(
    look: Look, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A notice that goes on counting would talk without end."""
    heard = Heard()
    monkeypatch.setattr(banner_module, "QAccessible", heard)
    banner = Banner(look)
    qtbot.addWidget(banner)
    banner.show_message("1 of 2.", "notice")
    banner.show_message("2 of 2.", "notice")
    banner.show_message("No room.", "error")
    assert heard.words == ["Notice: 1 of 2.", "Error: No room."]
