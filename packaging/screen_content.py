"""What the pictures show: a few messages, figures and models that stand in for real ones."""

import re
import time
from dataclasses import replace

from app.language.text import translate
from app.speed_panel import SpeedPanel
from app.transcript.offsets import utf16_length
from app.transcript.view import TranscriptView
from app.view_types import ConversationSummary, MessageStatus, MessageView, ModelChoice
from engine import (
    FinishReason,
    OutOfMemory,
    Role,
    TokenInfo,
    TokenizerMismatch,
    TokenSource,
    TokenStatus,
    TurnStats,
    explain,
)
from engine.pairing.wording import explain_mismatch

DAY_S = 86_400
PLAIN = 8.3
SPEEDS = (
    *(8.1, 8.6, 9.5, 9.9, 8.9, 11.0, 11.9, 11.6, 12.5, 12.2, 13.1, 12.4, 13.3, 12.9, 13.6),
    *(13.2, 13.9, 13.5, 14.2),
)
ERROR = TokenizerMismatch("Llama 3.2 3B", "Qwen2.5 Coder 1.5B", 0, 151_643)

ANSWER = """Here's a simple function that merges two sorted lists in linear time:

```python
def merge(a, b):
    i = j = 0
    out = []
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            out.append(a[i]); i += 1
        else:
            out.append(b[j]); j += 1
    return out + a[i:] + b[j:]
```

- `i` and `j` mark how far each list has been read.
- What is left of the longer one is **already sorted**, so it is appended whole.

It walks both lists once, so the time grows with their lengths together."""

LONG = """## How the drafts compare

| Draft | Size | Accepted | Tokens a round | Speed | What it is good at |
|:------|-----:|---------:|---------------:|------:|:-------------------|
| head | 75 MB | 74 % | 2.9 | 14.2 | Text in the target's own voice, since it was made from it |
| Qwen2.5 Coder 0.5B | 491 MB | 71 % | 2.7 | 10.4 | Code, and long answers with much structure |
| seen before | none | 38 % | 1.6 | 9.7 | Editing what stands in the chat already |

A word that never ends: \
https://example.org/aVeryLongAddressWithoutAnyPlaceToBreakItThatGoesOnAndOnAndOnUntilItReachesTheEdge\
OfTheColumnAndThenSome?and=more

```sql
SELECT chats.id, chats.title, messages.role, messages.text, messages.created_at, \
messages.num_tokens FROM chats JOIN messages ON messages.chat_id = chats.id -- the longest
WHERE chats.title LIKE '%lists%' ORDER BY messages.created_at DESC;
```

> Quoted words keep a line beside them,
> over as many lines as they need.

1. First the draft writes ahead.
2. Then the target checks every token in one pass:
   - those that it would have written itself stay,
   - the first that it would not is corrected.
3. And so on, with $n + 1$ tokens a round at best. 🎉
"""


def tokens_of(text: str) -> tuple[TokenInfo, ...]:
    """Cut a text into tokens as if a draft had written most of them."""
    pattern = (1, 2, 2, 2, 0, 2, 2, 2, 1, 2, 2, 3, 3, 3, 0)
    found = []
    for number, word in enumerate(re.finditer(r"\s*(?:\w+|[^\w\s]+)", text)):
        kind = pattern[(number * 7 + number // 4) % len(pattern)]
        status, source = (
            (TokenStatus.PLAIN, TokenSource.TARGET),
            (TokenStatus.RECOVERED if number % 3 == 0 else TokenStatus.BONUS, TokenSource.TARGET),
            (TokenStatus.ACCEPTED, TokenSource.MODEL),
            (TokenStatus.ACCEPTED, TokenSource.NGRAM),
        )[kind]
        start = utf16_length(text[: word.start()])
        end = start + utf16_length(word.group())
        found.append(TokenInfo(number, start, end, source, 0, status, 0.9))
    return tuple(found)


def stats(share: float = 1.0, *, speed: float = 14.2) -> TurnStats:
    """Counters of a reply that is as far as `share`."""
    tokens = max(2, round(128 * share))
    return TurnStats(
        num_prompt_tokens=284,
        num_tokens=tokens,
        num_first_tokens=1,
        num_rounds=44,
        num_drafted=112,
        num_accepted=83,
        time_to_first_token_s=0.41,
        elapsed_s=0.41 + (tokens - 1) / speed,
        gained=(0, 8, 9, 7, 20),
        num_draft_tokens=3,
        context_length=32_768,
        num_context_tokens=412,
    )


def dear_stats(share: float = 1.0, *, speed: float = 8.2) -> TurnStats:
    """Counters of a reply whose draft did not pay."""
    return replace(
        stats(share, speed=speed),
        num_rounds=100,
        num_drafted=90,
        num_accepted=27,
        gained=(0, 80, 14, 5, 1),
    )


def conversations() -> list[ConversationSummary]:
    """A few chats by date."""
    now = time.time()
    titles = (
        (1, "Merging two sorted lists", 0),
        (2, "Why the sky is blue", 0),
        (3, "Letter to the landlord", 0),
        (4, "Rename a field in 400 lines of configuration", 4 * DAY_S),
        (5, "Packing list for Norway", 5 * DAY_S),
    )
    return [
        ConversationSummary(id=id, title=title, updated_at=now - age) for id, title, age in titles
    ]


def _question(id: int, text: str) -> MessageView:
    return MessageView(id=id, role=Role.USER, text=text, status=MessageStatus.COMPLETE)


def _reply(
    id: int, text: str, status: MessageStatus = MessageStatus.COMPLETE, error: str = ""
) -> MessageView:
    has_figures = status is not MessageStatus.FAILED
    return MessageView(
        id=id,
        role=Role.ASSISTANT,
        text=text,
        status=status,
        tokens=tokens_of(text),
        stats=stats() if has_figures else None,
        reason=FinishReason.END if status is MessageStatus.COMPLETE else None,
        seed=7 if has_figures else None,
        error=error,
    )


def chat() -> list[MessageView]:
    """A question and its answer."""
    return [
        _question(1, "Write a Python function that merges two sorted lists."),
        _reply(2, ANSWER),
    ]


def weather() -> list[MessageView]:
    """A chat that a search for the weather finds."""
    return [
        _question(1, "What shall I pack for a weekend in Prague?"),
        _reply(
            2,
            "A light coat, and an umbrella for the way home: it is warm, and the weather in "
            "Prague will stay so until Friday, then rain.",
        ),
    ]


def waiting_reply() -> MessageView:
    """A reply that has no words yet."""
    return MessageView(id=2, role=Role.ASSISTANT, text="", status=MessageStatus.GENERATING)


def long_content() -> list[MessageView]:
    """What breaks a layout that is not made for it."""
    word = "pneumonoultramicroscopicsilicovolcanoconiosis" * 3
    return [_question(1, f"Compare the drafts.\n\nAnd mind this word: {word}"), _reply(2, LONG)]


def ended_early() -> list[MessageView]:
    """Replies that did not end by themselves."""
    failed = explain(OutOfMemory("CPU"))
    views = [
        _question(1, "Explain in three sentences why the sky is blue."),
        _reply(2, "The sky looks blue because air scatters short", MessageStatus.STOPPED),
        _question(3, "And at sunset?"),
        _reply(4, "At sunset the light crosses more air, so most", MessageStatus.INTERRUPTED),
        _question(5, "Go on."),
        _reply(6, "", MessageStatus.FAILED, failed),
    ]
    return [replace(view, stats=dear_stats()) if view.stats else view for view in views]


THOUGHTS = (
    "The user wants two sorted lists merged. Sorting the whole again would be simple, but it "
    "would not use that both are sorted.\n\nTwo indexes, then. What is left of the longer list "
    "can be appended whole."
)


def proved() -> list[MessageView]:
    """A reply with everything that can stand beside one."""
    question, reply = chat()
    text = THOUGHTS + "\n\n" + reply.text
    num_thought = utf16_length(THOUGHTS)
    tokens = tuple(replace(t, is_thinking=t.end <= num_thought) for t in tokens_of(text))
    return [
        question,
        replace(
            reply,
            text=text,
            tokens=tokens,
            stats=replace(stats(), num_thinking_tokens=47),
            num_dropped_messages=4,
            thinking_s=3.7,
            verdict="128 of 128 tokens are the target's own; 1 near-tie, gap 0.003.",
            target_id="qwen2.5-coder-1.5b-instruct",
            draft_id="qwen2.5-coder-0.5b-instruct",
        ),
    ]


def think(transcript: TranscriptView) -> None:
    """Let a reply be thought over."""
    question, reply = proved()
    transcript.set_messages([question])
    transcript.append(replace(reply, text="", tokens=(), status=MessageStatus.GENERATING))
    for number, token in enumerate(reply.tokens):
        if token.is_thinking:
            figures = replace(stats((number + 1) / 128), num_thinking_tokens=number + 1)
            text = reply.text[token.start : token.end]
            transcript.append_delta(reply.id, text, (token,), figures)


def stream(transcript: TranscriptView, reply: MessageView, *, share: float) -> None:
    """Let a reply grow token by token, up to a share of it."""
    growing = MessageView(
        id=reply.id, role=reply.role, text="", status=MessageStatus.GENERATING, seed=reply.seed
    )
    transcript.append(growing)
    count = round(len(reply.tokens) * share)
    for number, token in enumerate(reply.tokens[:count]):
        text = reply.text[token.start : token.end]
        transcript.append_delta(reply.id, text, (token,), stats((number + 1) / count))


def play_figures(panel: SpeedPanel) -> None:
    """Give the panel a reply's worth of figures."""
    for speed in SPEEDS:
        panel.set_idle()
        panel.set_live(stats(speed=speed), speed, PLAIN)


def play_dear_figures(panel: SpeedPanel) -> None:
    """Give the panel the figures of a reply whose draft did not pay."""
    for speed in SPEEDS:
        slow = speed * 8.2 / SPEEDS[-1]
        panel.set_idle()
        panel.set_live(dear_stats(speed=slow), slow, PLAIN)


def models() -> list[ModelChoice]:
    """Models on this machine and to be had."""
    return [
        ModelChoice(
            id="coder-1.5b",
            name="Qwen2.5 Coder 1.5B Instruct",
            size_bytes=1_117_320_768,
            is_installed=True,
            note=_note(
                "Answers well for its size, best at code; a draft of its own comes with Foreword."
            ),
            can_draft=False,
            draft_reason="A model cannot draft for itself and gain anything.",
        ),
        ModelChoice(
            id="coder-0.5b",
            name="Qwen2.5 Coder 0.5B Instruct",
            size_bytes=491_400_064,
            is_installed=True,
            note=_note(
                "The draft for the larger Qwen2.5 Coder models; also answers alone on a small "
                "machine."
            ),
        ),
        ModelChoice(
            id="smollm2",
            name="SmolLM2 135M Instruct",
            size_bytes=98_362_432,
            is_installed=False,
            note=_note(
                "The starter: tiny and quick, good for trying things; it often gets facts wrong."
            ),
        ),
    ]


def draft_reasons() -> dict[str, str]:
    """Why a model cannot draft."""
    return {
        "coder-1.5b": "It is the model itself.",
        "smollm2": explain_mismatch(TokenizerMismatch("", "", 0, 49_152)),
    }


def _note(text: str) -> str:
    return translate("Catalogue", text)
