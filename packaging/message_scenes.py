"""Pictures of what can be done with single messages and of the box below them."""

import screen_content as content
from PySide6.QtWidgets import QWidget

from app.attachments.attachment import AttachedFile, Attachment, FileKind
from app.attachments.control import StagedFile
from app.attachments.viewer import AttachmentViewer
from app.main_window import MainWindow
from app.presets.dialog import THIS_CHAT, PresetsDialog
from app.presets.style import STYLE_KEYS, ChatStyle, Preset
from app.settings import spec_of
from app.theme import Look
from app.transcript.messages import Reply
from app.transcript.question import Question
from app.view_types import CountTone, EngineState, MessageStatus, MessageView
from engine import FinishReason, Role

REPORT = AttachedFile(
    id=1,
    name="Quarterly report.pdf",
    kind=FileKind.PDF,
    size_bytes=1_240_000,
    num_pages=18,
    num_chars=41_000,
)
NOTES = AttachedFile(
    id=2, name="notes.md", kind=FileKind.TEXT, size_bytes=4_100, num_pages=0, num_chars=4_100
)

PARSER = '''"""Reads lists in brackets, such as (add 1 (mul 2 3))."""

from collections.abc import Iterator

OPEN, CLOSE = "(", ")"


def words(text: str) -> Iterator[str]:
    """Cut a text into brackets and the words between them."""
    for sign in (OPEN, CLOSE):
        text = text.replace(sign, f" {sign} ")
    yield from text.split()


def parse(text: str) -> list[object]:
    """Give the lists of a text, one inside another."""
    stack: list[list[object]] = [[]]
    for word in words(text):
        if word == OPEN:
            stack.append([])
        elif word == CLOSE:
            stack[-2].append(stack.pop())
        else:
            stack[-1].append(number_or_name(word))
    return stack[0]


def number_or_name(word: str) -> int | str:
    """Give a whole number where there is one."""
    return int(word) if word.lstrip("-").isdigit() else word
'''


def branched(window: MainWindow) -> MainWindow:
    """Versions beside each other, files at a message, and a reply that was cut."""
    reply = content.chat()[-1]
    cut = "The report says that costs rose by four per cent, mostly because of"
    views = [
        MessageView(
            id=11,
            role=Role.USER,
            text="Merge two sorted lists, please.",
            status=MessageStatus.COMPLETE,
            siblings=(10, 11),
        ),
        MessageView(
            id=12,
            role=Role.ASSISTANT,
            text=reply.text,
            status=MessageStatus.COMPLETE,
            tokens=reply.tokens,
            stats=reply.stats,
            reason=FinishReason.END,
            seed=reply.seed,
            siblings=(8, 12, 14),
        ),
        MessageView(
            id=15,
            role=Role.USER,
            text="And what does this report say about the costs?",
            status=MessageStatus.COMPLETE,
            files=(REPORT, NOTES),
        ),
        MessageView(
            id=16,
            role=Role.ASSISTANT,
            text=cut,
            status=MessageStatus.COMPLETE,
            tokens=content.tokens_of(cut),
            stats=reply.stats,
            reason=FinishReason.MAX_TOKENS,
            seed=4711,
        ),
    ]
    window.transcript.set_messages(views)
    for message in window.transcript.body.messages:
        if isinstance(message, Question | Reply):
            message.setFocus()
    return window


def staged(window: MainWindow) -> MainWindow:
    """Files above the box: counted, too long, being read and refused."""
    text = Attachment(
        name="parser.py", kind=FileKind.TEXT, size_bytes=len(PARSER), num_pages=0, text=PARSER
    )
    long = Attachment(
        name="A very long name of a book that nobody would type.pdf",
        kind=FileKind.PDF,
        size_bytes=9_400_000,
        num_pages=612,
        text="x",
    )
    files = [
        StagedFile(1, text.name, text, num_tokens=226),
        StagedFile(2, long.name, long, num_tokens=214_300, is_too_long=True),
        StagedFile(3, "minutes.docx"),
        StagedFile(4, "holiday.png", problem="holiday.png is a picture."),
    ]
    problem = (
        "A very long name of a book that nobody would type.pdf has 214,300 tokens, and the model "
        "can hold 32,768. Remove it, attach a part of it, or choose a model with a longer context."
    )
    window.sidebar.set_conversations(content.conversations(), None)
    window.top_bar.set_context(0, 32_768)
    composer = window.composer
    composer.set_text("Where does this parser lose a closing bracket?")
    composer.tray.show_files(files, problem)
    composer.set_has_files(True, "Reading the files\u2026")
    composer.set_count(
        "Too long: 214,900 tokens, and the model can hold 32,768 with its reply",
        CountTone.TOO_LONG,
    )
    composer.style_button.show_style(
        "Code review", presets=(), in_force=None, has_prompt=True, is_standard=False
    )
    return window


def editing(window: MainWindow) -> MainWindow:
    """An earlier message in the box."""
    window.transcript.set_messages(content.chat())
    window.composer.editing.show()
    window.composer.set_text("Merge two sorted lists in place, please.")
    window.composer.set_count("286 tokens", CountTone.PLAIN)
    window.apply_state(EngineState.READY)
    return window


def presets(look: Look) -> QWidget:
    """A preset being looked at."""
    values = {key: spec_of(key).default for key in STYLE_KEYS}
    named = [
        Preset(id=1, name="Code review", system_prompt="You review code.", values=values),
        Preset(
            id=2,
            name="Short answers",
            system_prompt="Answer in one sentence.",
            values=values,
            is_default=True,
        ),
        Preset(id=3, name="Translate to Czech", system_prompt="Translate.", values=values),
    ]
    dialog = PresetsDialog(look, settings=values)
    dialog.show_all(ChatStyle(), named, at=2)
    return dialog


def this_chat(look: Look) -> QWidget:
    """What the open chat is written with."""
    values = {key: spec_of(key).default for key in STYLE_KEYS}
    dialog = PresetsDialog(look, settings=values)
    dialog.show_all(ChatStyle(system_prompt="Answer as a patient teacher."), [], at=THIS_CHAT)
    return dialog


def viewer(look: Look) -> QWidget:
    """What is in a file."""
    return AttachmentViewer("parser.py", PARSER, look)
