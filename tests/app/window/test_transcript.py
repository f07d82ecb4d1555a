"""The page of messages: following, staying put, marking, copying, and the states around it."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.theme import Look
from app.transcript.boxes import CodeBox, SidewaysBox
from app.transcript.empty_page import EXAMPLES
from app.transcript.messages import Reply
from app.transcript.page_scroll import MAX_BUILT
from app.transcript.question import Question
from app.transcript.text_block import TextBlock
from app.transcript.unbuilt import Unbuilt
from app.transcript.view import TranscriptView
from app.view_types import EngineState, MessageStatus, MessageView, Theme
from engine import FinishReason, Role, TurnStats
from tests.app.window.acts import click, drag, press
from tests.app.window.conftest import REPLY_ID, question, reply, stream

PARAGRAPHS = "\n\n".join(f"Paragraph {n} with a few words in it." for n in range(40))


def whole(text: str, id: int = REPLY_ID) -> MessageView:
    return reply(id, text, MessageStatus.COMPLETE)


def last_reply(view: TranscriptView) -> Reply:
    last = view.body.messages[-1]
    assert isinstance(last, Reply)
    return last


def test_it_follows_from_the_end(transcript: TranscriptView) -> None:
    """At the end of the page the newest words stay in sight."""
    transcript.set_messages([question(1, "Go on.")])
    transcript.append(reply())
    stream(transcript, PARAGRAPHS)
    assert transcript.page.bar.maximum() > 0
    assert transcript.page.bar.value() == transcript.page.bar.maximum()
    assert transcript.jump.isHidden()


def test_scrolled_up_it_stays_put(transcript: TranscriptView, qtbot: QtBot) -> None:
    """What is being read does not move while the reply grows below, and one press goes back."""
    transcript.set_messages([question(1, "Go on.")])
    transcript.append(reply())
    stream(transcript, PARAGRAPHS)
    transcript.page.bar.setValue(200)
    first = transcript.body.messages[0]
    assert isinstance(first, Question)
    top = first.mapTo(transcript, QPoint(0, 0))
    stream(transcript, "\n\n" + PARAGRAPHS)
    transcript.finish(whole(PARAGRAPHS + "\n\n" + PARAGRAPHS))
    assert transcript.page.bar.value() == 200
    assert first.mapTo(transcript, QPoint(0, 0)) == top
    assert not transcript.jump.isHidden()
    click(transcript.jump)
    assert transcript.page.bar.value() == transcript.page.bar.maximum()
    assert transcript.page.follows


def test_a_new_question_goes_to_the_end(transcript: TranscriptView) -> None:
    """Whoever sends wants to see the answer."""
    transcript.set_messages([whole(PARAGRAPHS)])
    transcript.page.bar.setValue(0)
    transcript.append(question(3, "Next."))
    assert transcript.page.bar.value() == transcript.page.bar.maximum()


def long_chat() -> list[MessageView]:
    return [
        question(n, f"Question {n}") if n % 2 else whole(f"Answer {n}\n\n" + PARAGRAPHS[:300], n)
        for n in range(500)
    ]


def test_a_long_chat_costs_what_is_seen_of_it(transcript: TranscriptView, qtbot: QtBot) -> None:
    """Of 500 messages those on and near the screen get widgets, at the end and wherever one
    scrolls; those left far behind lose them. Building all would render 250 replies."""
    transcript.set_messages(long_chat())
    assert transcript.work.num_rendered < 100
    assert [message.id for message in transcript.body.messages] == list(range(500))
    for tenth in range(9, -1, -1):
        transcript.page.bar.setValue(transcript.page.bar.maximum() * tenth // 10)
        index = transcript.body.index_at(transcript.page.bar.value() + 100)
        assert not isinstance(transcript.body.messages[index], Unbuilt)
        qtbot.waitUntil(lambda: not transcript.page.is_busy, timeout=10_000)
    assert transcript.body.num_built <= MAX_BUILT + 20


def test_what_is_read_stays_while_older_messages_are_built(
    transcript: TranscriptView, qtbot: QtBot
) -> None:
    """The guess at a height was wrong for each message above, and none of it is seen."""
    transcript.set_messages(long_chat())
    qtbot.waitUntil(lambda: not transcript.page.is_busy, timeout=10_000)
    transcript.page.bar.setValue(transcript.page.bar.value() - 400)
    index = transcript.body.index_at(transcript.page.bar.value() + 250)
    message = transcript.body.messages[index]
    assert isinstance(message, Question | Reply)
    seen = message.mapTo(transcript, QPoint(0, 0))
    qtbot.waitUntil(lambda: not transcript.page.is_busy, timeout=10_000)
    assert message.mapTo(transcript, QPoint(0, 0)) == seen


def test_all_of_a_long_chat_is_copied(transcript: TranscriptView) -> None:
    """Ctrl+A means what has no widgets as well."""
    transcript.set_messages(long_chat())
    transcript.body.select_all()
    transcript.body.copy_selection()
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("Answer 0\n\nParagraph 0")
    assert copied.count("Question") == 250


def test_a_reply_that_ends_out_of_sight(transcript: TranscriptView) -> None:
    """A message without widgets takes its new text all the same."""
    transcript.set_messages(long_chat())
    transcript.finish(whole("Short.", 0))
    transcript.page.bar.setValue(0)
    first = transcript.body.messages[0]
    assert isinstance(first, Reply)
    assert first.text == "Short."


def test_marking_over_blocks_and_copying(transcript: TranscriptView, qtbot: QtBot) -> None:
    """Marked from one block to another by mouse, copied with the blank lines between them."""
    transcript.set_messages([whole("First one.\n\n```\na\n\nb\n```\n\nLast one.")])
    blocks = transcript.body.text_blocks()
    body = transcript.body
    start = blocks[0].mapTo(body, QPoint(0, blocks[0].height() // 2))
    end = blocks[-1].mapTo(body, QPoint(600, blocks[-1].height() - 2))
    drag(body, start, end)
    press(transcript.body, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "First one.\n\na\n\nb\n\nLast one."


def test_everything_is_marked_and_unmarked(transcript: TranscriptView, qtbot: QtBot) -> None:
    """Ctrl+A marks question and reply; a press marks nothing again."""
    transcript.set_messages([question(1, "One\n\n\ntwo"), whole("- three\n- four")])
    transcript.body.setFocus()
    press(transcript.body, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert transcript.body.selection.text() == "One\n\n\ntwo\n\n- three\n\n- four"
    click(transcript.body, at=QPoint(300, 40))
    assert transcript.body.selection.text() == ""


def test_copy_and_regenerate(transcript: TranscriptView, qtbot: QtBot) -> None:
    """The actions under the newest reply are there without hovering and name the reply."""
    transcript.set_messages([whole("Text")])
    footer = last_reply(transcript).footer
    with qtbot.waitSignal(transcript.copy_requested) as copied:
        click(footer.copy)
    with qtbot.waitSignal(transcript.regenerate_requested) as again:
        click(footer.regenerate)
    assert (copied.args, again.args) == ([REPLY_ID], [REPLY_ID])


def test_code_is_copied_as_it_was_written(transcript: TranscriptView, qtbot: QtBot) -> None:
    """The button copies the code and nothing around it, blank lines and indents kept."""
    transcript.set_messages([whole("Text\n\n```py\nif x:\n\n    y\n```\n")])
    box = transcript.findChild(CodeBox)
    assert isinstance(box, CodeBox)
    click(box.copy)
    assert QGuiApplication.clipboard().text() == "if x:\n\n    y"
    assert box.copy.text() == "Copied"


def test_a_link_is_told_not_opened(transcript: TranscriptView, qtbot: QtBot) -> None:
    """A press on a link says where it goes."""
    transcript.set_messages([whole("[here](https://example.org/a)")])
    (block,) = transcript.body.text_blocks()
    point = block.mapTo(transcript.body, QPoint(8, block.height() // 2 + 2))
    with qtbot.waitSignal(transcript.body.link_activated) as told:
        click(transcript.body, at=point)
    assert told.args == ["https://example.org/a"]


@pytest.mark.parametrize("width", [420, 700, 1200])
def test_nothing_is_wider_than_the_page(
    transcript: TranscriptView, qtbot: QtBot, width: int
) -> None:
    """Endless words wrap; wide tables and code scroll inside their own block."""
    cells = "|".join("x" * 40 for _ in range(12))
    lines = f"|{cells}|\n|{'---|' * 12}\n|{cells}|"
    text = f"{'word' * 500}\n\n```\n{'code ' * 200}\n```\n\n{lines}\n\n# {'head' * 100}"
    transcript.resize(width, 500)
    transcript.set_messages([question(1, "w" * 3000), whole(text)])
    qtbot.waitUntil(lambda: not transcript.page.is_busy)
    boxes = transcript.findChildren(SidewaysBox)
    inside = [box.block for box in boxes]
    for block in transcript.body.text_blocks():
        if block not in inside:
            right = block.mapTo(transcript.body, QPoint(block.width(), 0)).x()
            assert right <= transcript.body.width()
            assert block.document.size().width() <= block.width() + 1
    assert len(boxes) == 2
    for box in boxes:
        assert box.bar.maximum() > 0
        box.bar.setValue(box.bar.maximum())
        assert box.block.x() == -box.bar.maximum()
        assert box.mapTo(transcript.body, QPoint(box.width(), 0)).x() <= transcript.body.width()


@pytest.mark.parametrize(
    ("status", "reason", "error", "words"),
    [
        (MessageStatus.STOPPED, FinishReason.STOPPED, "", "stopped"),
        (MessageStatus.INTERRUPTED, None, "", "interrupted"),
        (MessageStatus.COMPLETE, FinishReason.CONTEXT_FULL, "", "context full"),
        (MessageStatus.COMPLETE, FinishReason.MAX_TOKENS, "", "length limit"),
        (MessageStatus.FAILED, None, "<b>No memory.</b>", "<b>No memory.</b>"),
    ],
)
def test_how_a_reply_ended_is_said(
    transcript: TranscriptView,
    status: MessageStatus,
    reason: FinishReason | None,
    error: str,
    words: str,
) -> None:
    """Each end that is not the usual one is put in words; an error's text is not markup."""
    ended = MessageView(
        id=2, role=Role.ASSISTANT, text="Part", status=status, reason=reason, error=error
    )
    transcript.set_messages([ended])
    message = last_reply(transcript)
    assert words in message.footer.label.text() + message.problem.text()
    assert message.problem.textFormat() is Qt.TextFormat.PlainText


def test_the_line_of_figures(transcript: TranscriptView) -> None:
    """Speed, first token, share accepted and seed stand under a reply."""
    stats = TurnStats(
        num_tokens=101,
        num_first_tokens=1,
        elapsed_s=10.5,
        time_to_first_token_s=0.5,
        num_drafted=100,
        num_accepted=74,
        num_rounds=30,
    )
    transcript.set_messages([reply()])
    stream(transcript, "Some words")
    transcript.finish(
        MessageView(
            id=REPLY_ID,
            role=Role.ASSISTANT,
            text="Some words",
            status=MessageStatus.COMPLETE,
            stats=stats,
            seed=7,
        )
    )
    line = last_reply(transcript).footer.label.text()
    for figure in ("10.0", "0.50 s", "74 %", "seed 7"):
        assert figure in line


def test_prompt_progress_gives_way_to_words(transcript: TranscriptView) -> None:
    """How far the prompt is read is said until the first word comes."""
    transcript.set_messages([question(1, "Long."), reply()])
    transcript.set_prompt_progress(REPLY_ID, 512, 2048)
    message = last_reply(transcript)
    assert "512 of 2,048" in message.status.text()
    assert not message.progress.isHidden()
    stream(transcript, "Words")
    assert message.status.isHidden()
    assert message.progress.isHidden()


def test_a_text_that_ends_otherwise_is_shown_as_it_ended(transcript: TranscriptView) -> None:
    """Where the final text is not the streamed one, the final one is right."""
    transcript.set_messages([question(1, "Q"), reply()])
    stream(transcript, "One two three")
    transcript.finish(whole("One two"))
    (block,) = last_reply(transcript).blocks
    assert block.document.toPlainText() == "One two"


def test_empty_pages(transcript: TranscriptView, qtbot: QtBot) -> None:
    """No model offers a model, loading says what, an empty chat gives three examples."""
    transcript.set_messages([])
    with qtbot.waitSignal(transcript.models_requested):
        click(transcript.empty.button)
    transcript.set_state(EngineState.LOADING)
    transcript.set_loading("reading the model", 0.5)
    assert transcript.empty.text.text() == "Reading the model"
    assert transcript.empty.progress.value() == 500
    transcript.set_state(EngineState.READY)
    with qtbot.waitSignal(transcript.example_chosen) as chosen:
        click(transcript.empty.examples[1])
    assert chosen.args == [EXAMPLES[1]]


def test_light_and_dark_while_a_reply_grows(
    transcript: TranscriptView, look: Look, qtbot: QtBot
) -> None:
    """A change of colours keeps the words, the place and the growing reply."""
    transcript.set_messages([question(1, "Q"), whole(PARAGRAPHS, 5)])
    transcript.append(reply())
    stream(transcript, "Some *words*\n\nand m")
    transcript.page.bar.setValue(100)
    look.set_mode(Theme.DARK)
    assert transcript.page.bar.value() == 100
    qtbot.waitUntil(lambda: not transcript.page.is_busy)
    assert transcript.page.bar.value() == 100
    message = last_reply(transcript)
    assert message.text == "Some *words*\n\nand m"
    transcript.append_delta(REPLY_ID, "ore", ())
    assert [block.document.toPlainText() for block in message.blocks] == ["Some words", "and more"]
    color = message.blocks[0].document.firstBlock().begin().fragment().charFormat().foreground()
    assert color.color().name() == look.palette.text
    assert all(isinstance(block, TextBlock) for block in message.blocks)


def test_a_question_is_not_markdown(transcript: TranscriptView) -> None:
    """What the user typed is shown as typed."""
    text = "# not a *heading*\n\n- nor a list\n```"
    transcript.set_messages([question(1, text)])
    (message,) = transcript.body.messages
    assert isinstance(message, Question)
    assert message.block.document.toPlainText() == text
    assert transcript.findChildren(QPushButton, "jump") == [transcript.jump]
