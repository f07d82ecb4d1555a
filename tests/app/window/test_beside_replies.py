"""What stands beside the words of a reply: thoughts, proofs, details, what was left out."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.theme import Look
from app.transcript.details import DetailsCard
from app.transcript.figures_line import details_of
from app.transcript.messages import Reply
from app.transcript.tint import describe_token
from app.transcript.view import TranscriptView
from app.view_types import MessageStatus, MessageView, Theme
from engine import (
    FinishReason,
    Role,
    SamplingParams,
    TokenInfo,
    TokenSource,
    TokenStatus,
    TurnStats,
)
from tests.app.window.acts import click, press
from tests.app.window.conftest import REPLY_ID, question, reply, stream, token

WORDS = ("Hm", ", one", " plus one", ".", "\n\n", "It is", " **two**.")
NUM_THOUGHT = 4


def whole() -> MessageView:
    """A reply with four thought tokens and three said ones."""
    tokens, start = [], 0
    for number, word in enumerate(WORDS):
        made = token(word, start)
        tokens.append(replace(made, is_thinking=number < NUM_THOUGHT))
        start = made.end
    return MessageView(
        id=REPLY_ID,
        role=Role.ASSISTANT,
        text="".join(WORDS),
        status=MessageStatus.COMPLETE,
        tokens=tuple(tokens),
        stats=TurnStats(num_tokens=7, num_thinking_tokens=NUM_THOUGHT),
        thinking_s=4.2,
    )


def last_reply(view: TranscriptView) -> Reply:
    last = view.body.messages[-1]
    assert isinstance(last, Reply)
    return last


def texts(message: Reply) -> list[str]:
    return [block.document.toPlainText() for block in message.blocks]


def think(transcript: TranscriptView, num_tokens: int) -> Reply:
    transcript.set_messages([question(1, "Q")])
    transcript.append(reply())
    view = whole()
    for number, made in enumerate(view.tokens[:num_tokens], start=1):
        stats = TurnStats(
            num_tokens=number,
            num_thinking_tokens=min(number, NUM_THOUGHT),
            time_to_first_token_s=1.0,
            elapsed_s=1.0 + min(number, NUM_THOUGHT),
        )
        text = view.text[made.start : made.end]
        transcript.append_delta(REPLY_ID, text, (made,), stats)
    return last_reply(transcript)


def test_thoughts_are_open_while_they_grow_and_folded_when_the_answer_begins(
    transcript: TranscriptView,
) -> None:
    """The answer's blocks have the answer alone, and its tint is at its own words."""
    message = think(transcript, 4)
    assert message.thought.isVisible()
    assert message.thought.is_open
    assert message.thought.head.text() == "Thinking… 4.0 s / 4 tokens"
    assert texts(message) == ["Hm, one plus one."]
    message = think(transcript, 7)
    assert not message.thought.is_open
    assert message.thought.head.text() == "Thought for 4.0 s / 4 tokens"
    transcript.finish(whole())
    assert message.thought.head.text() == "Thought for 4.2 s / 4 tokens"
    assert texts(message) == ["It is two."]
    (block,) = message.blocks
    assert [(tint.start, tint.end) for tint in block.tints] == [(0, 10)]


def test_thoughts_that_are_kept_open_by_the_reader(
    transcript: TranscriptView, qtbot: QtBot
) -> None:
    """A press opens them again, the message takes the room, and a second press gives it back."""
    transcript.set_messages([question(1, "Q"), whole()])
    message = last_reply(transcript)
    height = message.height()
    assert not message.thought.is_open
    click(message.thought.head)
    assert texts(message) == ["Hm, one plus one.", "It is two."]
    assert message.height() > height
    click(message.thought.head)
    assert message.height() == height


def test_thoughts_are_not_copied(transcript: TranscriptView) -> None:
    """Not by Ctrl+A, whether they are open or not."""
    transcript.set_messages([question(1, "Q"), whole()])
    transcript.body.select_all()
    transcript.body.copy_selection()
    assert QGuiApplication.clipboard().text() == "Q\n\nIt is **two**."


def test_a_reply_that_still_grows_is_shown_again(transcript: TranscriptView) -> None:
    """Going to another chat and back in the middle of the answer loses nothing."""
    view = whole()
    half = replace(
        view,
        text="".join(WORDS[:6]),
        tokens=view.tokens[:6],
        status=MessageStatus.GENERATING,
    )
    transcript.set_messages([question(1, "Q"), half])
    message = last_reply(transcript)
    transcript.append_delta(REPLY_ID, WORDS[6], view.tokens[6:], None)
    transcript.finish(view)
    assert texts(message) == ["It is two."]
    assert message.words == "It is **two**."


def test_what_was_left_out_is_said_at_the_turn(transcript: TranscriptView) -> None:
    """While it is written, and when it is shown again."""
    transcript.set_messages([question(1, "Q")])
    transcript.append(reply())
    transcript.set_left_out(REPLY_ID, 4)
    words = "The 4 oldest messages were left out to make room"
    assert last_reply(transcript).left_out.text() == words
    transcript.set_messages([replace(whole(), num_dropped_messages=1)])
    label = last_reply(transcript).left_out
    assert label.text() == "The oldest message was left out to make room"
    assert label.isVisible()


def test_a_proof_is_asked_for_and_told(
    transcript: TranscriptView, look: Look, qtbot: QtBot
) -> None:
    """The action rests while it runs, and the sentence outlives a change of colours."""
    transcript.set_messages([question(1, "Q"), whole()])
    message = last_reply(transcript)
    with qtbot.waitSignal(transcript.verify_requested) as asked:
        click(message.footer.verify)
    assert asked.args == [REPLY_ID]
    transcript.set_verdict(REPLY_ID, "Verifying…", True)
    assert not message.footer.verify.isEnabled()
    transcript.set_verdict(REPLY_ID, "7 of 7 tokens are the target's own.", False)
    assert message.footer.verify.isEnabled()
    assert message.verdict.isVisible()
    look.set_mode(Theme.DARK)
    assert last_reply(transcript).verdict.text() == "7 of 7 tokens are the target's own."


def test_all_actions_can_be_reached_by_key(transcript: TranscriptView, qtbot: QtBot) -> None:
    """Each takes the focus and has a name that is read out."""
    transcript.set_messages([question(1, "Q"), whole()])
    footer = last_reply(transcript).footer
    for button in (footer.details, footer.verify, footer.copy, footer.regenerate):
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
        assert button.accessibleName()
    with qtbot.waitSignal(transcript.verify_requested):
        press(footer.verify, Qt.Key.Key_Space)


def test_details(transcript: TranscriptView, qtbot: QtBot) -> None:
    """Everything that is known, and a card that shows it and is gone when it is closed."""
    view = replace(
        whole(),
        stats=TurnStats(
            num_prompt_tokens=50,
            num_reused_tokens=20,
            num_tokens=101,
            num_first_tokens=1,
            num_rounds=40,
            num_drafted=100,
            num_accepted=60,
            time_to_first_token_s=0.5,
            elapsed_s=10.5,
            num_near_ties=3,
            context_length=2048,
            num_context_tokens=151,
        ),
        sampling=SamplingParams(temperature=0.7, top_p=0.95),
        seed=7,
        reason=FinishReason.END,
        target_id="target",
    )
    assert details_of(view) == [
        ("Tokens", "101"),
        ("Tokens/s", "10.0"),
        ("To first token", "0.50 s"),
        ("Prompt", "50 tokens, 20 kept from before"),
        ("Accepted", "60 % (60 of 100)"),
        ("Tokens a round", "2.50"),
        ("Lookahead", "2.5 on average"),
        ("Rounds", "40"),
        ("Near-ties", "3"),
        ("Context", "151 of 2,048"),
        ("Sampling", "temperature 0.7, top-p 0.95"),
        ("Seed", "7"),
        ("Target", "target"),
        ("Draft", "none"),
        ("Ended by", "itself"),
    ]
    transcript.set_messages([view])
    click(last_reply(transcript).footer.details)
    card = QApplication.activePopupWidget()
    assert isinstance(card, DetailsCard)
    shown = [label.text() for label in card.findChildren(QLabel) if isinstance(label, QLabel)]
    assert "60 % (60 of 100)" in shown
    card.close()


@pytest.mark.parametrize(
    ("status", "source", "words"),
    [
        (TokenStatus.ACCEPTED, TokenSource.MODEL, "the draft model, accepted"),
        (TokenStatus.ACCEPTED, TokenSource.HEAD, "the model's own draft, accepted"),
        (TokenStatus.ACCEPTED, TokenSource.NGRAM, "Seen before"),
        (TokenStatus.RECOVERED, TokenSource.TARGET, "Corrected"),
        (TokenStatus.BONUS, TokenSource.TARGET, "accepted whole"),
        (TokenStatus.PLAIN, TokenSource.TARGET, "without a draft"),
    ],
)
def test_what_is_said_of_a_token(status: TokenStatus, source: TokenSource, words: str) -> None:
    """Who wrote it, what became of it, how likely it was, and its place in the round."""
    text = describe_token(TokenInfo(1, 0, 1, source, 2, status, 0.416))
    assert words in text
    assert "42 %" in text
    assert ("Token 3 of its round" in text) == (status is not TokenStatus.PLAIN)


TEXT = "- One *two* 🎉 three\n\n```py\nx = 1\n```\n\nfour"


@pytest.mark.parametrize("is_streamed", [True, False])
def test_each_character_knows_its_token(
    transcript: TranscriptView, qtbot: QtBot, is_streamed: bool
) -> None:
    """Also behind markers and emphasis, in code that grew, and in words that still grow: each
    token's place in its round is its number, so that any other token would be seen."""
    if is_streamed:
        transcript.set_messages([question(1, "Q")])
        transcript.append(reply())
    made: list[TokenInfo] = []
    start = 0
    for piece in ("- ", "One", " *two*", " 🎉", " three", "\n\n```py\n", "x", " = 1", "\n```\n\n"):
        made.append(replace(token(piece, start), position_in_round=len(made)))
        start = made[-1].end
        if is_streamed:
            transcript.append_delta(REPLY_ID, piece, (made[-1],))
    made.append(replace(token("four", start), position_in_round=len(made)))
    if is_streamed:
        transcript.append_delta(REPLY_ID, "four", (made[-1],))
    else:
        whole = replace(reply(REPLY_ID, TEXT, MessageStatus.COMPLETE), tokens=tuple(made))
        transcript.set_messages([question(1, "Q"), whole])
    qtbot.waitUntil(lambda: not transcript.page.is_busy)
    found = {}
    for block in last_reply(transcript).blocks:
        shown = block.document.toPlainText()
        for word in ("One", "two", "three", "x", "= 1", "four"):
            if word in shown and block.describe is not None:
                place = len(shown[: shown.index(word)].encode("utf-16-le")) // 2
                found[word] = block.describe(place).splitlines()[-1]
    numbers = {"One": 2, "two": 3, "three": 5, "x": 7, "= 1": 8, "four": 10}
    assert found == {
        word: f"Token {number} of the 10 in its round" for word, number in numbers.items()
    }


def test_the_tip_is_shown_only_with_the_tint(
    transcript: TranscriptView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Resting the mouse on a word tells of it; with the tint off it does not."""
    told: list[str] = []
    monkeypatch.setattr(
        "app.transcript.text_block.QToolTip.showText", lambda at, text, widget: told.append(text)
    )
    transcript.set_messages([question(1, "Q")])
    transcript.append(reply())
    stream(transcript, "Some words")
    (block,) = last_reply(transcript).blocks
    at = QPoint(6, block.height() - 8)
    event = QHelpEvent(QHelpEvent.Type.ToolTip, at, block.mapToGlobal(at))
    QApplication.sendEvent(block, event)
    assert len(told) == 1
    assert told[0].startswith("Drafted by the draft model, accepted")
    transcript.set_tint_enabled(False)
    QApplication.sendEvent(block, event)
    assert len(told) == 1
